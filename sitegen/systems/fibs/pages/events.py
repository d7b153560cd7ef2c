"""The results pages of the BGFed rating list: a week or a day of play, with every step of its calculation."""

from collections.abc import Sequence
from datetime import date
from functools import partial
from itertools import chain
from typing import Any

from sitegen.core.columnar import Rows
from sitegen.core.entities import Highlights
from sitegen.core.model import Event, Fact, PageContent, PageSection, Section
from sitegen.systems.fibs.calendar import find_complaint_deadline, find_publication_day
from sitegen.systems.fibs.outputs import CALCULATION, EVENT_MATCH, CalculatedMatch, CalendarWeek
from sitegen.systems.fibs.pages.lists import find_biggest_win
from sitegen.systems.fibs.rating import Week
from sitegen.systems.fibs.tables import Options
from sitegen.toolkit import highlights
from sitegen.toolkit.decisions import build_decision_section


def build_calendar(weeks: Sequence[Week], options: Options) -> Section:
    """Return the section of the weeks or days of play, the latest first."""
    title = "Weeks of play" if options.publication == "weekly" else "Days of play"
    return Section(
        "calendar",
        title,
        CalendarWeek,
        [week.totals for week in reversed(weeks)],
        empty="No match has been processed yet.",
        articles=["Registratie van matchresultaten"],
    )


def build_events(weeks: Sequence[Week], options: Options) -> list[Event]:
    """Return a results page for each week (weekly) or day (immediate) with a match."""
    return [_build_event(week, options) for week in weeks]


def _build_event(week: Week, options: Options) -> Event:
    complaints_until = find_complaint_deadline(options, week.day)
    facts = [
        *_build_date_facts(week.totals, options),
        Fact("Complaints accepted until", complaints_until, date),
        Fact.from_cell(week.totals, "matches"),
        Fact.from_cell(week.totals, "counted", "Matches that count"),
        Fact.from_cell(week.totals, "moved", note="from losers to winners"),
    ]
    return week.make_event(
        PageContent.create(facts, partial(_build_sections, week, options)), complaints_until
    )


def _build_date_facts(totals: CalendarWeek, options: Options) -> list[Fact]:
    if options.publication == "immediate":
        return [Fact("Played on", totals.last, date)]
    return [
        Fact("Played from", totals.first, date),
        Fact("Played until", totals.last, date),
        Fact("Published on", find_publication_day(options, totals.last), date),
    ]


def _build_sections(week: Week, options: Options) -> list[PageSection]:
    return [
        *_build_highlights(week.rows, options),
        Section(
            "matches",
            "Matches",
            EVENT_MATCH,
            _build_matches(week.rows),
            articles=["Matchen", "Ratingformule", "Ramp-up", "Registratie van matchresultaten", "Klachten"],
            calculation=CALCULATION,
            shared_columns=("date", "event"),
            empty="No match was played.",
        ),
        *build_decision_section(week.decisions),
    ]


def _build_highlights(matches: Rows[CalculatedMatch], options: Options) -> list[Highlights]:
    """Return who gained and lost most in a week or day, with the biggest win."""
    winners, losers, changes = map(matches.get_column, ("winner", "loser", "change"))
    gains = zip(winners, changes, strict=True)
    losses = ((loser, -(change or 0.0)) for loser, change in zip(losers, changes, strict=True))
    most, least = highlights.find_extremes(chain(gains, losses))
    win = find_biggest_win(matches, options)
    biggest_win = highlights.make_biggest_win(win and win._replace(event=""))
    return highlights.collect_highlights(most, biggest_win, least)


def _build_matches(matches: Rows[CalculatedMatch]) -> Rows[Any]:
    """Return matches as the page of a week or day shows them; the points of the loser may be missing."""
    lengths, scores, changes = map(matches.get_column, ("length", "score", "change"))
    return matches.view(
        EVENT_MATCH,
        won=changes,
        points=[f"{n}–{'?' if score is None else score}" for n, score in zip(lengths, scores, strict=True)],
        lost=[None if change is None else -change for change in changes],
        chance=matches.get_column("probability"),
    )
