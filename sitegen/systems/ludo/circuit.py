"""All tournaments of a circuit until a day, and what the regulation makes of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from sitegen.model import Published, When
from sitegen.names import alphabetical, letters
from sitegen.systems.ludo.days import Day, ceilings, days
from sitegen.systems.ludo.games import GameOfYear, Seated, final_table, game_rankings
from sitegen.systems.ludo.outputs import DayRanked, GameRanked, Prize, Ranked, Receipt, Seat, YearRanked
from sitegen.systems.ludo.prizes import prizes
from sitegen.systems.ludo.rounds import Played, rounds
from sitegen.systems.ludo.tables import Inputs, Options, Tournament
from sitegen.systems.ludo.years import Rankings, Standing, events, ludo_ranking, year_ranking
from sitegen.table import many
from sitegen.toolkit.course import After, Course, Stood
from sitegen.toolkit.rows import grouped

_AT = attrgetter("result.tournament", "result.round", "result.table")
_FIRST, _RESULT, _WHO = map(attrgetter, ("first", "first.result", "first.who"))


@dataclass(frozen=True)
class Circuit:
    """The tournaments that have been played, in order, with their rounds and days.

    `ceilings` are those of the bonus, in each year that has one, and `rounds_at` has the rounds of each
    tournament.
    """

    inputs: Inputs
    options: Options
    tournaments: Sequence[Tournament]
    ceilings: Mapping[int, int]
    rounds: Sequence[Played]
    rounds_at: Mapping[str, Sequence[Played]]
    days: Sequence[Day]

    @cached_property
    def course(self) -> Course[DayRanked, Standing]:
        """The standings after each tournament, and the ranking of its day."""
        rows = DayRanked.each_like(self.days, map(_RESULT, self.days), map(_WHO, self.days))
        days = grouped(rows, attrgetter("tournament"))
        start = {each.id: Standing() for each in self.inputs.players}
        return Course(start, list(events(self.tournaments, days)))

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
        return {year: _game_ranked(those) for year, those in self._games.items()}

    @cached_property
    def _games(self) -> Mapping[int, Sequence[GameOfYear]]:
        """All games of each year."""
        finals = {each.year: each.date for each in self.tournaments if each.kind == "final"}
        return grouped(game_rankings(self.rounds, finals), lambda each: each.year)

    @cached_property
    def receipts(self) -> Sequence[Receipt]:
        """What each round was worth."""
        rounds = self.rounds
        return Receipt.each_like(map(attrgetter("worth"), rounds), map(attrgetter("result"), rounds))

    @cached_property
    def sizes(self) -> Mapping[str, tuple[int, int, int]]:
        """How many players, tables and different games there were at each tournament."""
        games = grouped(self.tables, attrgetter("result.tournament"))
        played = {key: [row.result.game for row in rows] for key, rows in games.items()}
        players = {each.tournament: len(after.rows) for each, after in self.after_each}
        return {key: (number, len(played[key]), len({*played[key]})) for key, number in players.items()}

    @cached_property
    def tables(self) -> Sequence[Played]:
        """The first row of each table."""
        return [rows[0] for rows in grouped(self.rounds, _AT).values()]

    @cached_property
    def game_names(self) -> Sequence[str]:
        """The games that were ever played, by the alphabet."""
        return sorted({*map(attrgetter("result.game"), self.rounds)}, key=alphabetical)

    @cached_property
    def seats(self) -> Mapping[int, list[Seat]]:
        """The final tables of each year, with the reserves."""
        seats = {letters(game): count for game, count in self.options.final_seats.items()}

        def of_year(games: Sequence[GameOfYear]) -> list[Seat]:
            return _seats(chain.from_iterable(final_table(each.before_final, seats) for each in games))

        found = {year: of_year(games) for year, games in self._games.items()}
        return {year: rows for year, rows in found.items() if rows}

    @cached_property
    def prizes(self) -> Sequence[Sequence[Prize]]:
        """Who is called at each tournament."""
        players, clubs = {each.id: each for each in self.inputs.players}, self.inputs.clubs
        return [prizes(players, clubs, each, after.rows) for each, after in self.after_each]


def circuit(inputs: Inputs, options: Options, as_of: date) -> Circuit:
    """Everything that had been played by `as_of`; a tournament without results has not been."""
    with_results = {row.tournament for row in inputs.results}
    played = [each for each in inputs.tournaments if each.tournament in with_results and each.date <= as_of]
    played.sort(key=lambda each: (each.date, each.tournament))
    found = rounds(inputs.results, {each.tournament: each for each in played}, inputs.players)
    held = grouped(found, attrgetter("result.tournament"))
    limits = ceilings(held.values(), options.bonus_ceilings)
    return Circuit(inputs, options, played, limits, found, held, days(held.values(), limits))


class _Rank(NamedTuple):
    rank: int


def _game_ranked(games: Iterable[GameOfYear]) -> list[GameRanked]:
    placed = [each for game in games for each in game.ranking]
    ranks, rows = many(_Rank, [(rank,) for rank, _ in placed]), [row for _, row in placed]
    return GameRanked.each_like(ranks, rows, map(_RESULT, rows), map(_WHO, rows))


def _seats(seated: Iterable[Seated]) -> list[Seat]:
    there = list(seated)
    rows = [each.row for each in there]
    return Seat.each_like(there, rows, map(_FIRST, rows), map(_RESULT, rows), map(_WHO, rows))


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
