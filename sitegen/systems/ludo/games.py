"""The rankings of games, and who is at the final tables: Article 4.5 of the regulation."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from operator import attrgetter
from typing import Any, NamedTuple

from sitegen.names import alphabetical, letters
from sitegen.systems.ludo.outputs import GameRanked, Seat
from sitegen.systems.ludo.rounds import GAME, POINTS, SHOWN, Played
from sitegen.systems.ludo.sums import added
from sitegen.systems.ludo.tables import Player
from sitegen.table import many
from sitegen.toolkit.order import best_first
from sitegen.toolkit.rows import grouped

_RANKING = attrgetter("ranking")
_FEWEST = 3
_SEATS = 4
_USUAL_TABLE = 4
WIN = 100.0 + _USUAL_TABLE
"""What a win brings at a table of four, but for the share in the scores."""


class InGame(NamedTuple):
    """A player in the ranking of a game: how often it was played in a year, and what all rounds come to."""

    who: Player
    played: int
    points: float
    ranking: float


Placed = tuple[int, InGame]
"""A player in the ranking of a game, with the place."""


class GameOfYear(NamedTuple):
    """The ranking of a game in a year, and that over the tournaments before the final."""

    game: str
    ranking: Sequence[Placed]
    before_final: Sequence[Placed]

    @property
    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The cells of the ranking as it is published."""
        for rank, (who, played, points, ranking) in self.ranking:
            yield self.game, rank, who.id, who.name, played, points, ranking


def games(rounds: Iterable[Played], final: date) -> list[GameOfYear]:
    """Every game of a year, by the alphabet, out of its rounds by date; `final` is the day of the final.

    Who did not play a game from the final on, and the ranking of a game that nobody did, are as before it.
    """
    of_game = grouped(rounds, GAME)
    return [_game(each, of_game[each], final) for each in sorted(of_game, key=alphabetical)]


def _game(game: str, rounds: Sequence[Played], final: date) -> GameOfYear:
    of_player = grouped(rounds, SHOWN)
    of_each = [*map(of_player.__getitem__, sorted(of_player))]
    there = many(InGame, map(_in_game, of_each))
    ranking = before = best_first(there, _RANKING)
    if rounds[-1].date >= final:
        pairs = zip(of_each, there, strict=True)
        early = [own if rows[-1].date < final else _before(final, rows) for rows, own in pairs]
        before = best_first(filter(None, early), _RANKING)
    return GameOfYear(game, ranking, before)


def _before(final: date, rounds: Sequence[Played]) -> InGame | None:
    """How a player stood in the ranking before the final; None for who had not played."""
    early = [row for row in rounds if row.date < final]
    return InGame(*_in_game(early)) if early else None


def _in_game(rounds: Sequence[Played]) -> tuple[Player, int, float, float]:
    """By Article 4.5 the points divided by one more than the times played, taken to be three at least."""
    played = len(rounds)
    points = added(map(POINTS, rounds)) if played > 1 else rounds[0].worth.points
    return rounds[0].who, played, points, points / divisor(played)


def divisor(played: int) -> int:
    """What the points of a game are divided by, after so many times: Article 4.5."""
    return max(played, _FEWEST) + 1


def with_one_more(row: GameRanked, points: float) -> float:
    """The ranking of a player in a game after one more round of it, which brings these points."""
    return (row.points + points) / divisor(row.played + 1)


def final_table(year: int, game: GameOfYear, seats: Mapping[str, int]) -> list[Seat]:
    """Who has which seat at the final table of a game in a year, and who is in reserve.

    Article 4.5: by the ranking of the game over the tournaments before the final; equal rankings go by the
    alphabet of real names, so that no seat depends on who hides. `seats` are those of a game by its letters.
    """
    there = sorted(game.before_final, key=_by_alphabet)
    free = seats.get(letters(game.game), _SEATS)
    return Seat.rows(
        (year, game.game, seat, row.who.id, row.who.name, row.ranking, seat > free)
        for seat, (_, row) in enumerate(there, 1)
    )


def _by_alphabet(placed: Placed) -> tuple[int, int]:
    rank, row = placed
    return rank, row.who.alphabet
