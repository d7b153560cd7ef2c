"""The results pages of the BGFed rating list: a week or a day of play, with every step of its calculation."""

from collections.abc import Sequence
from datetime import date
from functools import partial
from itertools import chain
from math import fsum
from operator import attrgetter
from typing import Any

from sitegen.model import Event, Evidence, Fact, Section, Sheet
from sitegen.systems.fibs.outputs import Receipt
from sitegen.systems.fibs.shown import Held, Step
from sitegen.systems.fibs.tables import Options
from sitegen.systems.fibs.timetable import complaints_until, published
from sitegen.table import Figure
from sitegen.toolkit.course import After, Course


def held(course: Course[Receipt, Any]) -> list[Held]:
    """The line of each week or day of play."""
    return [_line(each.key, list(each.rows)) for each in course.events]


def calendar(lines: Sequence[Held], options: Options) -> Section:
    """The weeks or days of play, the latest first."""
    title = "Weeks of play" if options.publication == "weekly" else "Days of play"
    return Section(
        "calendar",
        title,
        Held,
        lines[::-1],
        empty="No match has been processed yet.",
        articles=["Registratie van matchresultaten"],
    )


def events(course: Course[Receipt, Any], lines: Sequence[Held], options: Options) -> list[Event]:
    """A results page for each week (weekly) or day (immediate) with a match."""
    return [
        _event(after, line, Evidence("matches", places), options)
        for after, line, places in zip(course.events, lines, course.places, strict=True)
    ]


def _event(after: After[Receipt, Any], line: Held, evidence: Evidence, options: Options) -> Event:
    until = complaints_until(options, line.last)
    facts = [*_dates(line, options), Fact("Complaints accepted until", until, date), *_figures(line)]
    return after.event(Sheet(facts, evidence, partial(_parts, after)), until)


def _line(key: str, rows: Sequence[Receipt]) -> Held:
    gains = [change for change in map(attrgetter("change"), rows) if change is not None]
    biggest = max(gains, default=None)
    return Held(
        event=key,
        first=rows[0].date,
        last=rows[-1].date,
        matches=len(rows),
        counted=len(gains),
        not_counted=len(rows) - len(gains),
        players=len({*chain.from_iterable(map(attrgetter("winner", "loser"), rows))}),
        moved=fsum(gains),
        biggest=biggest,
        biggest_by=next((row.winner for row in rows if row.change == biggest), "") if gains else "",
    )


def _figures(line: Held) -> list[Fact]:
    return [
        Fact("Matches", line.matches, int),
        Fact("Matches that count", line.counted, int),
        Fact("Points moved", line.moved, Figure, note="from losers to winners"),
    ]


def _dates(line: Held, options: Options) -> list[Fact]:
    if options.publication == "immediate":
        return [Fact("Played on", line.last, date)]
    return [
        Fact("Played from", line.first, date),
        Fact("Played until", line.last, date),
        Fact("Published on", published(options, line.last), date),
    ]


def _parts(after: After[Receipt, Any]) -> list[Section]:
    return [
        Section(
            "matches",
            "Matches",
            Step,
            Step.each_like(after.rows),
            articles=["Matchen", "Ratingformule", "Ramp-up", "Registratie van matchresultaten", "Klachten"],
        )
    ]
