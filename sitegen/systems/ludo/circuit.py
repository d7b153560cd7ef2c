"""All tournaments of a circuit until a day, and what the regulation makes of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import chain
from operator import attrgetter

from sitegen.model import Published, When
from sitegen.names import alphabetical, letters
from sitegen.systems.ludo.days import ceilings, day
from sitegen.systems.ludo.games import GameOfYear, final_table, games
from sitegen.systems.ludo.outputs import DayRanked, GameRanked, Prize, Ranked, Receipt, Seat, YearRanked
from sitegen.systems.ludo.prizes import prizes
from sitegen.systems.ludo.rounds import Played, rounds
from sitegen.systems.ludo.tables import Inputs, Options, Tournament
from sitegen.systems.ludo.years import Rankings, Standing, events, ludo_ranking, year_ranking
from sitegen.toolkit.course import After, Course, Stood
from sitegen.toolkit.rows import grouped

_table = Receipt.cells("round", "table")


@dataclass(frozen=True)
class Circuit:
    """The tournaments that have been played, in order, with the rounds of each and the ranking of its day.

    `ceilings` are those of the bonus, in each year that has one.
    """

    inputs: Inputs
    options: Options
    tournaments: Sequence[Tournament]
    ceilings: Mapping[int, int]
    rounds_at: Mapping[str, Sequence[Played]]
    days: Mapping[str, Sequence[DayRanked]]

    @cached_property
    def rounds(self) -> Sequence[Played]:
        """The rounds of all tournaments."""
        return [*chain.from_iterable(self.rounds_at.values())]

    @cached_property
    def course(self) -> Course[DayRanked, Standing]:
        """The standings after each tournament, and the ranking of its day."""
        start = {each.id: Standing() for each in self.inputs.players}
        return Course(start, list(events(self.tournaments, self.days)))

    @property
    def after_each(self) -> list[tuple[Tournament, After[DayRanked, Standing]]]:
        """The tournaments, with what stands after each."""
        return list(zip(self.tournaments, self.course.events, strict=True))

    @cached_property
    def ends(self) -> Mapping[int, Mapping[str, Standing]]:
        """How all stood at the end of each year in which was played, and stand in the latest."""
        return {each.day.year: each.now for each in self._ended}

    @cached_property
    def _ended(self) -> Sequence[Stood[DayRanked, Standing]]:
        return self.course.lists(When(date.max, 0))

    def ranked(self, day: date, standings: Mapping[str, Standing]) -> Rankings:
        """The rankings of the standings at the end of a day of play, which are made once."""
        if day not in self._ranked:
            given = self.inputs.players, standings, day.year
            self._ranked[day] = Rankings(ludo_ranking(*given), year_ranking(*given))
        return self._ranked[day]

    @cached_property
    def _ranked(self) -> dict[date, Rankings]:
        return {}

    @cached_property
    def days_held(self) -> Sequence[date]:
        """The day of each tournament."""
        return [each.date for each in self.tournaments]

    @property
    def year(self) -> int:
        """The latest year with a result; 0 before the first."""
        return max(self.ends, default=0)

    @cached_property
    def years(self) -> dict[int, Mapping[str, YearRanked]]:
        """The ranking of each year, by player."""
        return {each.day.year: self.ranked(each.day, each.now).of_year for each in self._ended}

    @cached_property
    def ludo(self) -> Mapping[int, Mapping[str, Ranked]]:
        """The LUDO ranking at the end of each year, by player; of the latest as it stands now."""
        return {each.day.year: self.ranked(each.day, each.now).ludo for each in self._ended}

    @cached_property
    def games(self) -> dict[int, list[GameRanked]]:
        """The rankings of games in each year."""
        return {
            year: GameRanked.rows(chain.from_iterable(each.rows for each in there))
            for year, there in self._games.items()
        }

    @cached_property
    def _games(self) -> Mapping[int, Sequence[GameOfYear]]:
        """All games of each year."""
        finals = {each.year: each.date for each in self.tournaments if each.kind == "final"}
        return {
            year: games(self._rounds_of(held), finals.get(year, date.max))
            for year, held in grouped(self.tournaments, attrgetter("year")).items()
        }

    def _rounds_of(self, tournaments: Iterable[Tournament]) -> Iterator[Played]:
        return chain.from_iterable(self.rounds_at[each.tournament] for each in tournaments)

    @cached_property
    def receipts(self) -> Sequence[Receipt]:
        """What each round was worth."""
        return [each.worth for each in self.rounds]

    @cached_property
    def sizes(self) -> Mapping[str, tuple[int, int, int]]:
        """How many players, tables and different games there were at each tournament."""
        return {key: (len(self.days[key]), len(games), len({*games})) for key, games in self.tables.items()}

    @cached_property
    def tables(self) -> Mapping[str, Sequence[str]]:
        """The game of each table of each tournament."""
        rows = {key: [each.worth for each in rounds] for key, rounds in self.rounds_at.items()}
        return {key: [*{_table(each): each.game for each in there}.values()] for key, there in rows.items()}

    @cached_property
    def game_names(self) -> Sequence[str]:
        """The games that were ever played, by the alphabet."""
        return sorted({*chain.from_iterable(self.tables.values())}, key=alphabetical)

    @cached_property
    def seats(self) -> Mapping[int, list[Seat]]:
        """The final tables of each year, with the reserves."""
        seats = {letters(game): count for game, count in self.options.final_seats.items()}
        return {
            year: [*chain.from_iterable(final_table(year, each, seats) for each in there)]
            for year, there in self._games.items()
            if any(each.before_final for each in there)
        }

    @cached_property
    def prizes(self) -> Sequence[Sequence[Prize]]:
        """Who is called at each tournament."""
        players, clubs = {each.id: each for each in self.inputs.players}, self.inputs.clubs
        return [prizes(players, clubs, each, after.rows) for each, after in self.after_each]


def circuit(inputs: Inputs, options: Options, as_of: date) -> Circuit:
    """Everything that had been played by `as_of`; a tournament without results has not been."""
    results = grouped(inputs.results, attrgetter("tournament"))
    played = [each for each in inputs.tournaments if each.tournament in results and each.date <= as_of]
    played.sort(key=lambda each: (each.date, each.tournament))
    held = rounds(results, played, inputs.players)
    limits = ceilings(held.values(), options.bonus_ceilings)
    days = {key: day(each, limits) for key, each in held.items()}
    return Circuit(inputs, options, played, limits, held, days)


def published(now: Circuit) -> list[Published]:
    """All published tables; of the rankings by year and game one for each year with a result."""
    years, games = reversed(now.years.items()), reversed(now.games.items())
    return [
        Published("ludo", Ranked, [*now.ludo[now.year].values()] if now.year else []),
        *(Published(f"year-{year}", YearRanked, [*found.values()]) for year, found in years),
        Published("days", DayRanked, now.course.rows),
        Published("rounds", Receipt, now.receipts),
        *(Published(f"games-{year}", GameRanked, found) for year, found in games),
        Published("prizes", Prize, [row for called in now.prizes for row in called]),
        Published("final-tables", Seat, [row for seats in now.seats.values() for row in seats]),
    ]
