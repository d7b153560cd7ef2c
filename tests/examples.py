"""How much is tried: properties on as many examples as the profile says, and cases by day or in the night.

The profiles stand in conftest.py; `pytest --hypothesis-profile=thorough` takes another than the usual one.
"""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings


def times(factor: float) -> settings:
    """Settings for a property of which an example costs less than most, or more: at least five are tried."""
    most = settings.default.max_examples
    return settings(max_examples=max(min(5, most), round(factor * most)))


def sample(cases: Iterable[Any], every: int) -> list[Any]:
    """All `cases` of a test: the first of so many each is tried by day, the others in the night.

    A case of a test with several arguments is a plain tuple.
    """
    return [
        case
        if place % every == 0
        else pytest.param(*(case if type(case) is tuple else [case]), marks=pytest.mark.night)
        for place, case in enumerate(cases)
    ]
