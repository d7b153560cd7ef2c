"""The lists of a circuit: the LUDO ranking and that of the year, as they stood after each day of play."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from sitegen.model import Fact, Listing, Section
from sitegen.systems.ludo.articles import YEARS
from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.outputs import DayRanked, Placed
from sitegen.systems.ludo.pages import ceiling
from sitegen.systems.ludo.pages.strip import highlights
from sitegen.systems.ludo.shown import NOTHING_YET, Moved, YearMoved
from sitegen.systems.ludo.years import Standing, ludo_ranking, year_ranking
from sitegen.table import PlayDate, Table
from sitegen.toolkit.course import Stood
from sitegen.toolkit.order import movement

M = TypeVar("M", bound=Table)
_NOTE = "A third of the year before last, two thirds of last year, and this year so far."
_NOTE_OF_YEAR = "The five best regular tournaments and the final, each with its bonus."


def listing(circuit: Circuit, stood: Stood[DayRanked, Standing]) -> Listing:
    """The rankings after a day of play, and what moved in them since the one before it."""
    players, year = circuit.inputs.players, stood.day.year
    before, of = stood.before or {}, (stood.since or stood.day).year
    ludo = _moved(Moved, ludo_ranking(players, stood.now, year), ludo_ranking(players, before, of))
    of_year = _moved(YearMoved, year_ranking(players, stood.now, year), year_ranking(players, before, year))
    named, title = {"year": year}, "Ranking of {year}"
    sections = [
        Section("ludo", "LUDO ranking", Moved, ludo, _NOTE, NOTHING_YET, articles=[YEARS]),
        Section("year", title, YearMoved, of_year, _NOTE_OF_YEAR, NOTHING_YET, named, articles=[YEARS]),
    ]
    return stood.listing(list(_facts(circuit, stood)), [*highlights(circuit, ludo, stood), *sections])


def _moved(table: type[M], now: Mapping[str, Placed], before: Mapping[str, Placed]) -> list[M]:
    """A ranking with what moved in it since another."""
    earlier = {player: row.rank for player, row in before.items()}
    return [table.like(row, movement=movement(row.rank, earlier.get(player))) for player, row in now.items()]


def _facts(circuit: Circuit, stood: Stood[DayRanked, Standing]) -> Iterator[Fact]:
    if stood.last:
        days = [each.day for each in circuit.course.events if each.day <= stood.day]
        yield Fact("Latest tournament", stood.day, PlayDate, event=stood.last.key)
        yield Fact("Tournaments this year", sum(day.year == stood.day.year for day in days), int)
        yield from ceiling(circuit, stood.day.year)
    if stood.since:
        last = {each.day: each.key for each in circuit.course.events}
        yield Fact("Movement since", stood.since, PlayDate, event=last[stood.since])
