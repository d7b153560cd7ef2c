"""The rankings of games, and who is at the final tables: Article 4.5 of the regulation."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from operator import attrgetter
from typing import NamedTuple

from sitegen.systems.ludo.outputs import GameRanked
from sitegen.systems.ludo.rounds import Played
from sitegen.systems.ludo.sums import added
from sitegen.toolkit.order import best_first
from sitegen.toolkit.rows import grouped

_FEWEST = 3
_SEATS = 4
_USUAL_TABLE = 4
WIN = 100.0 + _USUAL_TABLE
"""What a win brings at a table of four, but for the share in the scores."""


class InGame(NamedTuple):
    """A player in the ranking of a game: the `first` of the rounds of a year, and what all come to."""

    first: Played
    played: int
    points: float
    ranking: float
    rank: int = 0


class Seated(NamedTuple):
    """A seat at a final table, or a place among the reserves."""

    row: InGame
    seat: int
    reserve: bool


class GameOfYear(NamedTuple):
    """The ranking of a game in a year, and that over the tournaments before the final."""

    year: int
    ranking: Sequence[InGame]
    before_final: Sequence[InGame]


def game_rankings(rounds: Sequence[Played], finals: Mapping[int, date]) -> Iterator[GameOfYear]:
    """Every game in every year, the alphabet of games in each; `finals` are the days of the finals by year.

    A game that was not played from the final on is ranked once.
    """
    for (year, _), played in sorted(grouped(rounds, lambda row: (row.year, row.game_order)).items()):
        final = finals.get(year, date.max)
        before = [row for row in played if row.date < final]
        ranking = _ranking(played)
        yield GameOfYear(year, ranking, ranking if len(before) == len(played) else _ranking(before))


def _ranking(rounds: Sequence[Played]) -> list[InGame]:
    """The ranking of one game."""
    alike = grouped(rounds, lambda row: (row.result.game, row.who.id)).values()
    there = [_in_game(rows) for rows in alike]
    there.sort(key=_shown)
    return [row._replace(rank=rank) for rank, row in best_first(there, attrgetter("ranking"))]


def _in_game(rounds: Sequence[Played]) -> InGame:
    """By Article 4.5 the points divided by one more than the times played, taken to be three at least."""
    played, points = len(rounds), added([each.worth.points for each in rounds])
    return InGame(rounds[0], played, points, points / divisor(played))


def _shown(row: InGame) -> tuple[int, str, str]:
    return row.first.shown, row.first.game_letters, row.first.result.game


def divisor(played: int) -> int:
    """What the points of a game are divided by, after so many times: Article 4.5."""
    return max(played, _FEWEST) + 1


def with_one_more(row: GameRanked, points: float) -> float:
    """The ranking of a player in a game after one more round of it, which brings these points."""
    return (row.points + points) / divisor(row.played + 1)


def final_table(ranking: Sequence[InGame], seats: Mapping[str, int]) -> Iterator[Seated]:
    """Who has which `seat` at the final table of a game, and who is in `reserve`.

    Article 4.5: by the ranking of the game over the tournaments before the final; equal rankings go by the
    alphabet of real names, so that no seat depends on who hides. `seats` are those of a game by its letters.
    """
    for seat, row in enumerate(sorted(ranking, key=_by_alphabet), 1):
        yield Seated(row, seat, seat > seats.get(row.first.game_letters, _SEATS))


def _by_alphabet(row: InGame) -> tuple[int, int]:
    return row.rank, row.first.who.alphabet
