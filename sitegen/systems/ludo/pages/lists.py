"""The lists of a circuit: the LUDO ranking and that of the year, as they stood after each day of play."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache, partial
from typing import NamedTuple, TypeVar

from sitegen.model import Fact, Listing, Part, Section, Sheet
from sitegen.systems.ludo.articles import YEARS
from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.outputs import DayRanked, Placed
from sitegen.systems.ludo.pages import ceiling
from sitegen.systems.ludo.pages.strip import highlights
from sitegen.systems.ludo.shown import NOTHING_YET, Moved, YearMoved
from sitegen.systems.ludo.years import NOBODY, Standing
from sitegen.table import PlayDate, Table, many
from sitegen.toolkit.course import Stood
from sitegen.toolkit.order import movement

M = TypeVar("M", bound=Table)
_NOTE = "A third of the year before last, two thirds of last year, and this year so far."
_NOTE_OF_YEAR = "The five best regular tournaments and the final, each with its bonus."


class _Moved(NamedTuple):
    movement: int | None


def listing(circuit: Circuit, stood: Stood[DayRanked, Standing]) -> Listing:
    """The rankings after a day of play, and what moved in them since the one before it."""
    facts = list(_facts(circuit, stood))
    parts = cache(partial(_parts, circuit, stood))  # courses of ranks ask for those of all lists
    return stood.with_sheet(Sheet(facts, parts))


def _parts(circuit: Circuit, stood: Stood[DayRanked, Standing]) -> list[Part]:
    year = stood.day.year
    now = circuit.ranked(stood.day, stood.now)
    before = circuit.ranked(stood.since, stood.before) if stood.since and stood.before else NOBODY
    is_of_year = stood.since is not None and stood.since.year == year
    ludo = _moved(Moved, now.ludo, before.ludo)
    of_year = _moved(YearMoved, now.of_year, before.of_year if is_of_year else {})
    named, title = {"year": year}, "Ranking of {year}"
    return [
        *highlights(circuit, ludo, stood),
        Section("ludo", "LUDO ranking", Moved, ludo, _NOTE, NOTHING_YET, articles=[YEARS]),
        Section("year", title, YearMoved, of_year, _NOTE_OF_YEAR, NOTHING_YET, named, articles=[YEARS]),
    ]


def _moved(table: type[M], now: Mapping[str, Placed], before: Mapping[str, Placed]) -> list[M]:
    """A ranking with what moved in it since another."""
    earlier = {player: row.rank for player, row in before.items()}
    moves = ((movement(row.rank, earlier.get(player)),) for player, row in now.items())
    return table.each_like(many(_Moved, moves), now.values())


def _facts(circuit: Circuit, stood: Stood[DayRanked, Standing]) -> Iterator[Fact]:
    if stood.last:
        held = bisect_right(circuit.days_held, stood.day) - bisect_left(
            circuit.days_held, date(stood.day.year, 1, 1)
        )
        yield Fact("Latest tournament", stood.day, PlayDate, event=stood.last.key)
        yield Fact("Tournaments this year", held, int)
        yield from ceiling(circuit, stood.day.year)
    if stood.since:
        last = circuit.tournaments[bisect_right(circuit.days_held, stood.since) - 1]
        yield Fact("Movement since", stood.since, PlayDate, event=last.tournament)
