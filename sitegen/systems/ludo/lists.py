"""The lists of a circuit: the LUDO ranking and that of the year, as they stood after each day of play."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import TypeVar

from sitegen.model import Fact, Listing, Section, Sheet
from sitegen.systems.ludo.events import ceiling
from sitegen.systems.ludo.outputs import Ranked
from sitegen.systems.ludo.published import Books
from sitegen.systems.ludo.shown import NOTHING_YET, LudoMoved, YearMoved
from sitegen.table import PlayDate
from sitegen.toolkit.order import movement

M = TypeVar("M", bound=Ranked)
_NOTE = "A third of the year before last, two thirds of last year, and this year so far."
_NOTE_OF_YEAR = "The five best regular tournaments and the final, each with its bonus."


def listing(day: date, books: Books, before: Books | None) -> Listing:
    """The rankings after `day`, of which `books` are; `before` are those of the day of play before it."""
    year = books.circuit.year
    ludo = _moved(LudoMoved, books.latest, before.latest if before else [])
    earlier = before.years.get(year, []) if before and year else []
    of_year = _moved(YearMoved, books.years[year] if year else [], earlier)
    sections = [
        Section(
            "ludo",
            "LUDO ranking",
            LudoMoved,
            ludo,
            note=_NOTE,
            empty=NOTHING_YET,
        ),
        Section(
            "year",
            "Ranking of {year}",
            YearMoved,
            of_year,
            note=_NOTE_OF_YEAR,
            empty=NOTHING_YET,
            named={"year": year or day.year},
        ),
    ]
    return Listing(day, day, Sheet.of(list(_facts(books, before)), sections), "List of {day}")


def _moved(table: type[M], now: Sequence[Ranked], before: Sequence[Ranked]) -> list[M]:
    """A ranking with what moved in it since another."""
    earlier = {row.player: row.rank for row in before}
    return table.rows((*row, movement(row.rank, earlier.get(row.player))) for row in now)


def _facts(books: Books, before: Books | None) -> Iterator[Fact]:
    circuit = books.circuit
    if circuit.year:
        latest = circuit.tournaments[-1]
        this_year = [each for each in circuit.tournaments if each.year == circuit.year]
        yield Fact("Latest tournament", latest.date, PlayDate)
        yield Fact("Tournaments this year", len(this_year), int)
        yield from ceiling(circuit, circuit.year)
        if before:
            yield Fact("Movement since", before.circuit.dates[-1], PlayDate)
