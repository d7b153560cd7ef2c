"""The pages of the years of a circuit, and of the final tables of the latest."""

from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean

from sitegen.model import Fact, Section, Sheet, Topic
from sitegen.systems.ludo.events import ceiling, held_rows
from sitegen.systems.ludo.outputs import Ludo, Seat, YearRanked
from sitegen.systems.ludo.published import Books
from sitegen.systems.ludo.shown import NOTHING_YET, Held, Season, Seated
from sitegen.table import Figure


def year_topics(books: Books) -> Iterator[Topic]:
    """All years, the latest first, and a page for each."""
    seasons = [_season(books, year) for year in reversed(books.circuit.seasons)]
    yield Topic(
        "years", "Years", Sheet.of([], [Section("years", "All years", Season, seasons, empty=NOTHING_YET)])
    )
    for each in reversed(seasons):
        yield Topic(f"years/{each.year}", "Year {year}", _year(books, each), {"year": each.year})


def _season(books: Books, year: int) -> Season:
    held = held_rows(books, year)
    return Season(
        year=year,
        tournaments=len(held),
        players=len(books.years[year]),
        mean=fmean(each.players for each in held),
        ceiling=books.circuit.ceilings.get(year),
        winner=books.years[year][0].player,
        ludo=books.ludo[year][0].player,
    )


def _year(books: Books, season: Season) -> Sheet:
    year, named = season.year, {"year": season.year}
    seats = [each for each in books.seats if each.year == year and not each.reserve]
    facts = [
        Fact("Tournaments", season.tournaments, int),
        Fact("Players", season.players, int),
        Fact("Mean participants", season.mean, Figure),
        *ceiling(books.circuit, year),
    ]
    sections = [
        Section("year", "Ranking of {year}", YearRanked, books.years[year], named=named),
        Section("ludo", "LUDO ranking of {year}", Ludo, books.ludo[year], named=named),
        Section("tournaments", "Tournaments", Held, held_rows(books, year)),
        Section("seats", "Final tables", Seated, _seated(seats), empty="Nobody has a seat.", apart="game"),
    ]
    return Sheet.of(facts, sections)


def finals(books: Books) -> Topic:
    """Who has a seat at the final tables of the latest year, and who is next."""
    year = books.circuit.year
    there = [each for each in books.seats if each.year == year]
    facts = [Fact("Year", year, int), Fact("Games", len({each.game for each in there}), int)] if year else []
    return Topic("final-tables", "Final tables", Sheet.of(facts, list(_seats_and_reserves(there))))


def _seats_and_reserves(there: Sequence[Seat]) -> Iterator[Section]:
    note = "By the ranking of the game over the tournaments before the final; equal rankings by the alphabet."
    seats = _seated(each for each in there if not each.reserve)
    yield Section("seats", "Seats", Seated, seats, note=note, empty="Nobody has a seat yet.", apart="game")
    note = "Who takes a seat that stays free, in this order."
    reserves = _seated(each for each in there if each.reserve)
    empty = "There are no reserves."
    yield Section("reserves", "Reserves", Seated, reserves, note=note, empty=empty, apart="game")


def _seated(seats: Iterable[Seat]) -> list[Seated]:
    return [Seated(each.game, each.player, each.seat, each.ranking) for each in seats]
