"""The results pages of a ranking of duels, and the calendar of them."""

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import Any

from sitegen.message import advise
from sitegen.model import Event, Fact, Section, Sheet
from sitegen.table import Cells, Rows
from sitegen.toolkit.course import After, Course
from sitegen.toolkit.duel.more import More
from sitegen.toolkit.duel.outputs import EventGame, Held, Receipt

_NO_GAME = "No game was played."
Games = Callable[[Sequence[Any]], Section]
"""What makes the section with the games of an event out of their receipts."""


def events(course: Course[Receipt, Any], games: Games, more: Sequence[More] = ()) -> list[Event]:
    """A results page for each event, with every step of its calculation."""
    made = []
    for place, each in enumerate(course.events):
        made.append(each.event(Sheet(_facts(_line(each)), partial(_parts, each, place, games, more))))
    return made


def receipts(rows: Sequence[Any]) -> Section:
    """Games with all columns of their receipts."""
    table = type(rows[0]) if rows else Receipt
    return Section("games", "Games", table, rows, empty=_NO_GAME)


def calculated(rows: Sequence[Any], table: type[EventGame], calculation: str, **computed: Cells) -> Section:
    """Games of which each opens its `calculation`: HTML with the names of columns of `table` in braces.

    These are those of the receipts, and what is `computed` besides.
    """
    receipts = Rows.of(type(rows[0]) if rows else Receipt, rows)
    results = receipts.column("result")
    games = receipts.view(
        table,
        result=[result.replace("-", "–") for result in results],
        points=[result.partition("-")[0] for result in results],
        chance=receipts.column("expectation"),
        remark=["" if is_rated else advise("not rated") for is_rated in receipts.column("rated")],
        **computed,
    )
    above = ("date", "event")
    return Section("games", "Games", table, games, empty=_NO_GAME, calculation=calculation, above=above)


def calendar(course: Course[Receipt, Any], title: str) -> list[Section]:
    """The events, the latest first."""
    lines = [_line(each) for each in reversed(course.events)]
    return [Section("calendar", title, Held, lines, empty="No game has been played yet.")]


def _parts(after: After[Receipt, Any], place: int, games: Games, more: Sequence[More]) -> list[Section]:
    return [games(after.rows), *(each.on_event(place) for each in more)]


def _line(after: After[Receipt, Any]) -> Held:
    rows = after.rows
    return Held(
        event=after.key,
        first=rows[0].date if rows else None,
        last=rows[-1].date if rows else None,
        games=len(rows),
        counted=sum(row.rated for row in rows),
        players=len({row.home for row in rows} | {row.away for row in rows}),
    )


def _facts(line: Held) -> list[Fact]:
    days = [line.first] if line.first == line.last else [line.first, line.last]
    labels = ["Played on"] if len(days) == 1 else ["Played from", "Played until"]
    return [
        *(Fact(label, day, date) for label, day in zip(labels, days, strict=True) if day),
        Fact("Games", line.games, int),
        Fact("Games that count", line.counted, int),
        Fact("Players", line.players, int),
    ]
