"""The page of a player: the standing, its course, the tournaments, the games and what a next one would do."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import TypeVar

import pandas as pd

from sitegen.model import Chart, Fact, PlayerPage, Section, Sheet
from sitegen.systems.ludo.frames import rows_by
from sitegen.systems.ludo.outputs import GameRanked, Ludo, Seat, YearRanked
from sitegen.systems.ludo.published import Books
from sitegen.systems.ludo.shown import NOTHING_YET, Campaign, Ever, NextGame, Played, Visit
from sitegen.systems.ludo.standings import counted, divisor
from sitegen.systems.ludo.tables import Points
from sitegen.table import Rank

R = TypeVar("R", YearRanked, Ludo)
_USUAL_TABLE = 4
_WIN = 100 + _USUAL_TABLE


def player_pages(books: Books, course: Mapping[date, Sequence[Ludo]]) -> Iterator[PlayerPage]:
    """A page for everyone who is not hidden; `course` has the LUDO ranking after each day of play."""
    careers = _Careers(books, course)
    for player in books.circuit.inputs.players:
        if not player.hidden:
            parts: list[Section | Chart] = [*careers.charts(player.id), *careers.sections(player.id)]
            sheet = Sheet.of(list(careers.facts(player.id)), parts)
            yield PlayerPage(player.id, player.name, player.club, sheet)


class _Careers:
    """What everybody did, by player."""

    def __init__(self, books: Books, course: Mapping[date, Sequence[Ludo]]) -> None:
        days, rounds = books.circuit.days, books.circuit.rounds
        self._year = books.circuit.year
        self._course = {day: _one_each(found) for day, found in course.items()}
        self._visits = rows_by("player", Visit, days.assign(counted=counted(days))[::-1])
        self._rounds = rows_by("player", Played, rounds[::-1])
        self._ever = rows_by("player", Ever, _ever(rounds))
        self._years = {year: _one_each(found) for year, found in books.years.items()}
        self._ludo = {year: _one_each(found) for year, found in books.ludo.items()}
        self._games: dict[str, list[GameRanked]] = {}
        for row in books.games[self._year] if self._year else []:
            self._games.setdefault(row.player, []).append(row)
        self._seats: dict[str, dict[str, Seat]] = {}
        for seat in books.seats:
            if seat.year == self._year:
                self._seats.setdefault(seat.player, {})[seat.game] = seat

    def charts(self, player: str) -> Iterator[Chart]:
        """The course of the LUDO ranking, since the first tournament of a player."""
        points = [(day, found[player].total) for day, found in self._course.items() if player in found]
        if points:
            yield Chart("LUDO total", points)

    def facts(self, player: str) -> Iterator[Fact]:
        """Where a player stands now."""
        if self._year is None:
            return
        if ludo := self._ludo[self._year].get(player):
            yield Fact("LUDO total", ludo.total, Points)
            yield Fact("LUDO place", ludo.rank, Rank)
        if of_year := self._years[self._year].get(player):
            yield Fact("Total of the year", of_year.total, Points)
            yield Fact("Place of the year", of_year.rank, Rank)
            yield Fact("Regular tournaments that count", of_year.counted, int)
        seats = [seat for seat in self._seats.get(player, {}).values() if not seat.reserve]
        if seats:
            yield Fact("Seats at final tables", len(seats), int)

    def sections(self, player: str) -> list[Section]:
        """The tournaments, games, rounds and years of a player."""
        return [
            self._tournaments(player),
            self._next_games(player),
            self._all_games(player),
            self._seasons(player),
            self._all_rounds(player),
        ]

    def _tournaments(self, player: str) -> Section:
        found = self._visits.get(player, [])
        return Section("tournaments", "Tournaments", Visit, found, empty=NOTHING_YET)

    def _next_games(self, player: str) -> Section:
        seats = self._seats.get(player, {})
        found = [_next_game(row, seats.get(row.game)) for row in self._games.get(player, ())]
        found.sort(key=lambda row: -row.played)
        note = "What one more game would do to each ranking."
        empty = "No game has been played this year."
        return Section("next", "Games this year", NextGame, found, note=note, empty=empty)

    def _all_games(self, player: str) -> Section:
        found = self._ever.get(player, [])
        return Section(
            "games", "Games in all years", Ever, found, note="Most played first.", empty=NOTHING_YET
        )

    def _seasons(self, player: str) -> Section:
        visits = Counter(each.date.year for each in self._visits.get(player, ()))
        found = []
        for year in reversed(self._years):
            if one := self._years[year].get(player):
                ludo = self._ludo[year][player]
                found.append(Campaign(year, one.rank, one.total, visits[year], ludo.rank, ludo.total))
        return Section("years", "Years", Campaign, found, empty=NOTHING_YET)

    def _all_rounds(self, player: str) -> Section:
        return Section("rounds", "Rounds", Played, self._rounds.get(player, []), empty=NOTHING_YET)


def _one_each(found: Sequence[R]) -> dict[str, R]:
    return {row.player: row for row in found}


def _next_game(row: GameRanked, seat: Seat | None) -> NextGame:
    now, then = divisor(row.played), divisor(row.played + 1)
    return NextGame(
        game=row.game,
        rank=row.rank,
        ranking=row.ranking,
        played=row.played,
        average=row.points / row.played,
        win=(row.points + _WIN) / then,
        last=row.points / then,
        needed=row.points * (then - now) / now,
        seat=seat.seat if seat else None,
        reserve=seat.reserve if seat else None,
    )


def _ever(rounds: pd.DataFrame) -> pd.DataFrame:
    """Every game that everybody ever played, the most played first."""
    games = rounds.assign(won=rounds["win_bonus"] > 0).groupby(["player", "game_order", "game"])
    found = games.agg(
        played=("points", "size"), won=("won", "sum"), average=("points", "mean"), best=("points", "max")
    )
    return found.reset_index().sort_values(["played", "game_order"], ascending=[False, True])
