"""The rankings of games, and who is at the final tables: Article 4.5 of the regulation."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from operator import attrgetter
from typing import NamedTuple

from sitegen.systems.ludo.outputs import GameRanked
from sitegen.systems.ludo.rounds import POINTS, Played
from sitegen.systems.ludo.sums import added
from sitegen.table import many
from sitegen.toolkit.order import best_first
from sitegen.toolkit.rows import grouped

_YEAR_AND_GAME = attrgetter("year", "game_order")
_SHOWN = attrgetter("shown")
_RANKING = attrgetter("ranking")
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


Placed = tuple[int, InGame]
"""A player in the ranking of a game, with the place."""


class Seated(NamedTuple):
    """A seat at a final table, or a place among the reserves."""

    row: InGame
    seat: int
    reserve: bool


class GameOfYear(NamedTuple):
    """The ranking of a game in a year, and that over the tournaments before the final."""

    year: int
    ranking: Sequence[Placed]
    before_final: Sequence[Placed]


def game_rankings(rounds: Sequence[Played], finals: Mapping[int, date]) -> Iterator[GameOfYear]:
    """Every game in every year, the alphabet of games in each; `finals` are the days of the finals by year.

    Who did not play a game from the final on, and the ranking of a game that nobody did, are as before it.
    The rounds are by date.
    """
    for (year, _), played in sorted(grouped(rounds, _YEAR_AND_GAME).items()):
        of_each = [rows for _, rows in sorted(grouped(played, _SHOWN).items())]
        there, final = many(InGame, map(_in_game, of_each)), finals.get(year, date.max)
        ranking = before = best_first(there, _RANKING)
        if played[-1].date >= final:
            pairs = zip(of_each, there, strict=True)
            early = [own if rows[-1].date < final else _before(final, rows) for rows, own in pairs]
            before = best_first(filter(None, early), _RANKING)
        yield GameOfYear(year, ranking, before)


def _before(final: date, rounds: Sequence[Played]) -> InGame | None:
    """How a player stood in the ranking before the final; None for who had not played."""
    early = [row for row in rounds if row.date < final]
    return InGame(*_in_game(early)) if early else None


def _in_game(rounds: Sequence[Played]) -> tuple[Played, int, float, float]:
    """By Article 4.5 the points divided by one more than the times played, taken to be three at least."""
    played = len(rounds)
    points = added(map(POINTS, rounds)) if played > 1 else rounds[0].points
    return rounds[0], played, points, points / divisor(played)


def divisor(played: int) -> int:
    """What the points of a game are divided by, after so many times: Article 4.5."""
    return max(played, _FEWEST) + 1


def with_one_more(row: GameRanked, points: float) -> float:
    """The ranking of a player in a game after one more round of it, which brings these points."""
    return (row.points + points) / divisor(row.played + 1)


def final_table(ranking: Sequence[Placed], seats: Mapping[str, int]) -> list[Seated]:
    """Who has which `seat` at the final table of a game, and who is in `reserve`.

    Article 4.5: by the ranking of the game over the tournaments before the final; equal rankings go by the
    alphabet of real names, so that no seat depends on who hides. `seats` are those of a game by its letters.
    """
    there = sorted(ranking, key=_by_alphabet)
    free = seats.get(there[0][1].first.game_letters, _SEATS) if there else 0
    return many(Seated, [(row, seat, seat > free) for seat, (_, row) in enumerate(there, 1)])


def _by_alphabet(placed: Placed) -> tuple[int, int]:
    rank, row = placed
    return rank, row.first.who.alphabet
