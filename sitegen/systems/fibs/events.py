"""The results pages of the BGFed rating list: a week or a day of play, with every step of its calculation."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from functools import partial
from itertools import groupby
from math import fsum
from typing import NamedTuple

from sitegen.model import Event, Evidence, Fact, Section, Sheet
from sitegen.systems.fibs.outputs import Day, Processed, Step
from sitegen.systems.fibs.tables import Options
from sitegen.systems.fibs.timetable import complaints_until, event_key, published
from sitegen.table import Figure


class Results(NamedTuple):
    """The results pages, the calendar of them, and the key of the page that each day of play is on."""

    events: list[Event]
    calendar: Section
    event_of: dict[object, str]


def results(rows: Sequence[Processed], options: Options) -> Results:
    """A results page for each week (weekly) or day (immediate) with a match; `rows` are in order of date."""
    matches_on = Counter([row.date for row in rows])
    event_of: dict[object, str] = {day: event_key(options, day) for day in matches_on}
    events, lines, end = [], [], 0
    for key, days in groupby(matches_on, key=event_of.__getitem__):
        start, end = end, end + sum(matches_on[day] for day in days)
        played = rows[start:end]
        line = _line(key, played)
        lines.append(line)
        events.append(_event(line, played, Evidence("matches", range(start, end)), options))
    title = "Weeks of play" if options.publication == "weekly" else "Days of play"
    calendar = Section("calendar", title, Day, lines[::-1], empty="No match has been processed yet.")
    return Results(events, calendar, event_of)


def steps(rows: Iterable[Processed]) -> list[Step]:
    """The calculation of each match, in the columns that pages show."""
    return Step.rows(
        (day, winner, loser, length, score, *figures, event, reason, source)
        for day, winner, loser, length, score, _, event, _, reason, *figures, source in rows
    )


def _line(key: str, played: Sequence[Processed]) -> Day:
    gains = [row.change for row in played if row.change is not None]
    biggest = max(gains, default=None)
    return Day(
        event=key,
        first=played[0].date,
        last=played[-1].date,
        matches=len(played),
        counted=len(gains),
        not_counted=len(played) - len(gains),
        players=len({row.winner for row in played} | {row.loser for row in played}),
        moved=fsum(gains),
        biggest=biggest,
        biggest_by=next((row.winner for row in played if row.change == biggest), "") if gains else "",
    )


def _event(line: Day, played: Sequence[Processed], evidence: Evidence, options: Options) -> Event:
    return Event(
        line.event,
        *_title(options, line.last),
        line.last,
        Sheet(_facts(line, options), evidence, partial(_parts, played)),
    )


def _facts(line: Day, options: Options) -> list[Fact]:
    return [
        *_dates(line, options),
        Fact("Complaints accepted until", complaints_until(options, line.last), date),
        Fact("Matches", line.matches, int),
        Fact("Matches that count", line.counted, int),
        Fact("Points moved", line.moved, Figure, note="from losers to winners"),
    ]


def _dates(line: Day, options: Options) -> list[Fact]:
    if options.publication == "immediate":
        return [Fact("Played on", line.last, date)]
    return [
        Fact("Played from", line.first, date),
        Fact("Played until", line.last, date),
        Fact("Published on", published(options, line.last), date),
    ]


def _title(options: Options, played: date) -> tuple[str, dict[str, object]]:
    if options.publication == "immediate":
        return "{day}", {"day": played}
    year, week, _ = played.isocalendar()
    return "Week {week} of {year}", {"week": week, "year": year}


def _parts(played: Sequence[Processed]) -> list[Section]:
    return [Section("matches", "Matches", Step, steps(played))]
