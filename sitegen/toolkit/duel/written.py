"""How people write the result of a game between two sides, in Dutch, French and English."""

from collections.abc import Mapping

DRAWN = (
    "½|½:½|0.5|0,5|0.5-0.5|0,5-0,5|.5-.5|,5-,5|=|r|rem|rem.|remise|gelijk|gelijkspel|draw"
    "|nul|nulle|partie nulle|match nul"
)
"""The ways to write a draw that mean it in every game, as `synonyms` takes them."""


def several(written: str) -> tuple[str, ...]:
    """What stands with `|` between, such as the headings that a column may have."""
    return tuple(written.split("|"))


def synonyms(meant: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The other ways to write each choice, which stand behind it with `|` between."""
    return tuple((each, choice) for choice, written in meant.items() for each in several(written))
