"""The results pages of the BGFed rating list: a week or a day of play, with every step of its calculation."""

from collections.abc import Sequence
from datetime import date
from functools import partial

from sitegen.model import Event, Fact, Section, Sheet
from sitegen.systems.fibs.outputs import Receipt
from sitegen.systems.fibs.shown import CALCULATION, Held, Match
from sitegen.systems.fibs.tables import Options
from sitegen.systems.fibs.timetable import complaints_until, published
from sitegen.systems.fibs.weeks import Totals, Week
from sitegen.table import Figure, Rows


def calendar(weeks: Sequence[Week], options: Options) -> Section:
    """The weeks or days of play, the latest first."""
    title = "Weeks of play" if options.publication == "weekly" else "Days of play"
    return Section(
        "calendar",
        title,
        Held,
        [Held.like(each.totals, event=each.key) for each in reversed(weeks)],
        empty="No match has been processed yet.",
        articles=["Registratie van matchresultaten"],
    )


def events(weeks: Sequence[Week], options: Options) -> list[Event]:
    """A results page for each week (weekly) or day (immediate) with a match."""
    return [_event(week, options) for week in weeks]


def _event(week: Week, options: Options) -> Event:
    until = complaints_until(options, week.day)
    facts = [
        *_dates(week.totals, options),
        Fact("Complaints accepted until", until, date),
        *_figures(week.totals),
    ]
    return week.event(Sheet(facts, partial(_parts, week)), until)


def _figures(totals: Totals) -> list[Fact]:
    return [
        Fact("Matches", totals.matches, int),
        Fact("Matches that count", totals.counted, int),
        Fact("Points moved", totals.moved, Figure, note="from losers to winners"),
    ]


def _dates(totals: Totals, options: Options) -> list[Fact]:
    if options.publication == "immediate":
        return [Fact("Played on", totals.last, date)]
    return [
        Fact("Played from", totals.first, date),
        Fact("Played until", totals.last, date),
        Fact("Published on", published(options, totals.last), date),
    ]


def _parts(week: Week) -> list[Section]:
    return [
        Section(
            "matches",
            "Matches",
            Match,
            _matches(week.rows),
            articles=["Matchen", "Ratingformule", "Ramp-up", "Registratie van matchresultaten", "Klachten"],
            calculation=CALCULATION,
            above=("date", "event"),
        )
    ]


def _matches(receipts: Rows[Receipt]) -> Rows[Match]:
    """Matches as the page of a week or day shows them; the points of the loser may not be reported."""
    lengths, scores, changes = map(receipts.column, ("length", "score", "change"))
    return receipts.view(
        Match,
        won=changes,
        score=[f"{n}–{'?' if score is None else score}" for n, score in zip(lengths, scores, strict=True)],
        lost=[None if change is None else -change for change in changes],
        chance=receipts.column("probability"),
    )
