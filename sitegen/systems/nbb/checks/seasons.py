"""Seasons follow each other, and whatever is of a season is of one that there is."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.problem import quoted
from sitegen.systems.nbb.sessions import season_of
from sitegen.systems.nbb.tables import Inputs, Line, Season, Sitting
from sitegen.unread import known

_LONGEST = 2 * 366  # days that a season may have, which is a year at most clubs


def seasons(inputs: Inputs) -> Iterator[Fault]:
    """All faults of seasons."""
    ordered = sorted(known(inputs.seasons, "start", "end"), key=lambda each: each.start)
    yield from _overlaps(ordered)
    yield from _long(ordered)
    yield from _substitutes(inputs)
    if len(ordered) == len(inputs.seasons):
        yield from _outside(inputs)


def _overlaps(ordered: list[Season]) -> Iterator[Fault]:
    for before, each in pairwise(ordered):
        if each.start <= before.end:
            told = say(
                "seasons-overlap",
                "season {season} starts on {start}, and {before} ends on {end}",
                season=each.season,
                start=each.start,
                before=before.season,
                end=before.end,
            )
            yield Fault(each, "start", told, advise("seasons do not overlap"))


def _long(ordered: list[Season]) -> Iterator[Fault]:
    for each in ordered:
        days = (each.end - each.start).days
        if days > _LONGEST:
            told = say("season-long", "season {season} lasts {days} days", season=each.season, days=days)
            yield Fault(each, "end", told, advise("correct a date, unless this is meant"), warning=True)


def _substitutes(inputs: Inputs) -> Iterator[Fault]:
    """A substitute ranking is of a season."""
    there = {each.season for each in known(inputs.seasons, "season")}
    for row in known(inputs.substitutes, "season") if len(there) == len(inputs.seasons) else ():
        if row.season not in there:
            told = say("no-such-season", "there is no season {season}", season=quoted(row.season))
            hint = advise("the seasons are {names}", names=", ".join(sorted(there)))
            yield Fault(row, "season", told, hint)


def _outside(inputs: Inputs) -> Iterator[Fault]:
    """The first row of each day that lies in no season."""
    tables: tuple[Sequence[Line | Sitting], ...] = (inputs.pairs, inputs.butler, inputs.teams)
    for table in tables:
        for row in {row.date: row for row in reversed(known(table, "date"))}.values():
            if season_of(row.date, inputs.seasons) is None:
                told = say("no-season", "{day} lies in no season", day=row.date)
                yield Fault(row, "date", told, advise("correct it, or add to seasons.csv"))
