"""The pages of the years of a circuit, and of the final tables of the latest."""

from collections.abc import Iterator, Sequence
from statistics import fmean

from sitegen.model import Fact, Section, Sheet, Topic
from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.outputs import Ranked, Seat, YearRanked
from sitegen.systems.ludo.pages import ceiling, held
from sitegen.systems.ludo.shown import NOTHING_YET, Held, Seated, YearHeld
from sitegen.table import Figure


def year_topics(circuit: Circuit) -> Iterator[Topic]:
    """All years, the latest first, and a page for each."""
    lines = [_line(circuit, year) for year in circuit.years]
    every = Section("years", "All years", YearHeld, lines[::-1], empty=NOTHING_YET)
    yield Topic("years", "Years", Sheet.of([], [every]))
    for each in lines:
        yield Topic(f"years/{each.year}", "Year {year}", _year(circuit, each), {"year": each.year})


def _line(circuit: Circuit, year: int) -> YearHeld:
    tournaments = held(circuit, year)
    return YearHeld(
        year=year,
        tournaments=len(tournaments),
        players=len(circuit.years[year]),
        mean=fmean(each.players for each in tournaments),
        ceiling=circuit.ceilings.get(year),
        winner=next(iter(circuit.years[year])),
        ludo=next(iter(circuit.ludo[year])),
    )


def _year(circuit: Circuit, line: YearHeld) -> Sheet:
    year, named = line.year, {"year": line.year}
    facts = [
        Fact("Tournaments", line.tournaments, int),
        Fact("Players", line.players, int),
        Fact("Mean participants", line.mean, Figure),
        *ceiling(circuit, year),
    ]
    sections = [
        Section("year", "Ranking of {year}", YearRanked, [*circuit.years[year].values()], named=named),
        Section("ludo", "LUDO ranking of {year}", Ranked, [*circuit.ludo[year].values()], named=named),
        Section("tournaments", "Tournaments", Held, held(circuit, year)),
        _seats("Final tables", circuit.seats.get(year, ()), empty="Nobody has a seat."),
    ]
    return Sheet.of(facts, sections)


def finals(circuit: Circuit) -> Topic:
    """Who has a seat at the final tables of the latest year, and who is next."""
    year = circuit.year
    there = circuit.seats.get(year, ()) if year else ()
    facts = [Fact("Year", year, int), Fact("Games", len({each.game for each in there}), int)] if year else []
    note = "By the ranking of the game over the tournaments before the final; equal rankings by the alphabet."
    seats = _seats("Seats", there, note=note, empty="Nobody has a seat yet.")
    next_ones = Section(
        "reserves",
        "Reserves",
        Seated,
        Seated.each_like(each for each in there if each.reserve),
        note="Who takes a seat that stays free, in this order.",
        empty="There are no reserves.",
        apart="game",
    )
    return Topic("final-tables", "Final tables", Sheet.of(facts, [seats, next_ones]))


def _seats(title: str, there: Sequence[Seat], *, empty: str, note: str = "") -> Section:
    seats = Seated.each_like(each for each in there if not each.reserve)
    return Section("seats", title, Seated, seats, note=note, empty=empty, apart="game")
