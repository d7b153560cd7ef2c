"""The results pages of a ranking of duels, and the calendar of them."""

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import Any

from sitegen.model import Event, Fact, Section, Sheet
from sitegen.toolkit.course import After, Course
from sitegen.toolkit.duel.more import More
from sitegen.toolkit.duel.outputs import Held, Receipt


def events(course: Course[Receipt, Any], more: Sequence[More] = ()) -> list[Event]:
    """A results page for each event, with every step of its calculation."""
    made = []
    for place, each in enumerate(course.events):
        made.append(each.event(Sheet(_facts(_line(each)), partial(_parts, each, place, more))))
    return made


def calendar(course: Course[Receipt, Any], title: str) -> list[Section]:
    """The events, the latest first."""
    lines = [_line(each) for each in reversed(course.events)]
    return [Section("calendar", title, Held, lines, empty="No game has been played yet.")]


def _parts(after: After[Receipt, Any], place: int, more: Sequence[More]) -> list[Section]:
    table = type(after.rows[0]) if after.rows else Receipt
    games = Section("games", "Games", table, after.rows, empty="No game was played.")
    return [games, *(each.on_event(place) for each in more)]


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
