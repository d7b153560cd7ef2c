"""The published tables of the board-game circuit."""

from collections.abc import Mapping
from functools import cached_property

from sitegen.model import Published
from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.frames import rows, rows_by
from sitegen.systems.ludo.outputs import Day, GameRanked, Ludo, Prize, Round, Seat, YearRanked
from sitegen.systems.ludo.prizes import prizes


class Books:
    """The rows of everything that is published, made once for the files and the pages."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit

    @cached_property
    def days(self) -> Mapping[str, list[Day]]:
        """The ranking of each tournament, by its key and in the order in which they were played."""
        return rows_by("tournament", Day, self.circuit.days)

    @cached_property
    def rounds(self) -> list[Round]:
        """What everybody earned at every table."""
        return rows(Round, self.circuit.rounds)

    @cached_property
    def years(self) -> Mapping[int, list[YearRanked]]:
        """The ranking of each year."""
        return rows_by("year", YearRanked, self.circuit.years)

    @cached_property
    def latest(self) -> list[Ludo]:
        """The LUDO ranking as it stands now."""
        return rows(Ludo, self.circuit.ludo(self.circuit.year)) if self.circuit.year else []

    @cached_property
    def ludo(self) -> Mapping[int, list[Ludo]]:
        """The LUDO ranking at the end of each year, of the latest as it stands now."""
        return {year: rows(Ludo, self.circuit.ludo(year)) for year in self.circuit.seasons}

    @cached_property
    def games(self) -> Mapping[int, list[GameRanked]]:
        """The rankings of games in each year."""
        return rows_by("year", GameRanked, self.circuit.games)

    @cached_property
    def seats(self) -> list[Seat]:
        """The final tables of all years, with the reserves."""
        return rows(Seat, self.circuit.finals)

    @cached_property
    def prizes(self) -> list[Prize]:
        """Who is called at each tournament."""
        played = self.circuit.tournaments
        inputs = self.circuit.inputs
        return [row for each in played for row in prizes(inputs, each, self.days[each.tournament])]


def published(books: Books) -> list[Published]:
    """All published tables; of the rankings by year and game one for each year with a result."""
    return [
        Published("ludo", Ludo, books.latest),
        *(Published(f"year-{year}", YearRanked, found) for year, found in reversed([*books.years.items()])),
        Published("days", Day, [row for day in books.days.values() for row in day]),
        Published("rounds", Round, books.rounds),
        *(Published(f"games-{year}", GameRanked, found) for year, found in reversed([*books.games.items()])),
        Published("prizes", Prize, books.prizes),
        Published("final-tables", Seat, books.seats),
    ]
