"""How many examples a property is tried on: as the profile says, or so many times that, but at least five.

The profiles stand in conftest.py; `pytest --hypothesis-profile=thorough` takes another than the usual one.
"""

from hypothesis import settings


def times(factor: float) -> settings:
    """Settings for a property of which an example costs less than most, or more."""
    most = settings.default.max_examples
    return settings(max_examples=max(min(5, most), round(factor * most)))
