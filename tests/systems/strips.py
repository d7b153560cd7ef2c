"""The answers above a list, found again from the published rows by other means."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from sitegen.core.entities import Highlight, Highlights, PlayerName
from sitegen.core.model import Listing, Section


def answers(listing: Listing) -> Mapping[str, Highlight]:
    """The highlights of a list by their labels."""
    strips = [section for section in listing.content.sections() if isinstance(section, Highlights)]
    assert len(strips) <= 1
    highlights = [highlight for strip in strips for highlight in strip.highlights]
    assert len({highlight.label for highlight in highlights}) == len(highlights) <= 4
    return {highlight.label: highlight for highlight in highlights}


def rows(listing: Listing, name: str) -> Sequence[Any]:
    """The rows of a table of a list."""
    sections = [section for section in listing.content.sections() if isinstance(section, Section)]
    return next(section.rows for section in sections if section.name == name)


def hold_climber(answer: Highlight | None, ranked: Sequence[Any]) -> None:
    """Nobody who won points climbed further than the one who is named."""
    climbed = {
        row.player: row.rank_change for row in ranked if (row.rank_change or 0) > 0 < (row.change or 0)
    }
    assert (answer is None) == (not climbed)
    if answer:
        (own,) = (row for row in ranked if row.player == answer.player)
        assert answer.figure == climbed[answer.player] == max(climbed.values())
        assert answer.params == {"points": own.change, "rank": own.rank}


def hold_leader(answer: Highlight | None, figures: Mapping[str, float]) -> bool:
    """The one at the top has the highest figure, with the margin to the next; whether that is a record."""
    assert (answer is None) == (not figures)
    if answer is None:
        return False
    best, *rest = sorted(figures.values(), reverse=True)
    assert figures[answer.player] == pytest.approx(best, abs=2e-6)
    if "points" in answer.params:
        assert answer.params["points"] == pytest.approx(best - rest[0], abs=2e-6)
        other = answer.params["player"]
        assert isinstance(other, PlayerName)
        assert figures[other.player] == pytest.approx(rest[0], abs=2e-6)
    elif rest:
        assert rest[0] == pytest.approx(best, abs=2e-6)
    return "highest rating ever" in answer.note


def hold_played(answer: Highlight, number: int, players: set[str], listed: set[str]) -> None:
    """How much was played, and by how many of those who are listed."""
    if number == 0:
        assert (answer.text, answer.figure) == ("None", None)
        return
    assert answer.figure == number
    assert answer.params == {"players": len(players & listed), "listed": len(listed)}
