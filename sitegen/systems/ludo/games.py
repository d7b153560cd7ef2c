"""The rankings of games, and who is at the final tables: Article 4.5 of the regulation."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from sitegen.systems.ludo.outputs import GameRanked
from sitegen.systems.ludo.rounds import Played
from sitegen.systems.ludo.sums import added, ranked
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
    rank: int = 0

    @property
    def ranking(self) -> float:
        """By Article 4.5 the points divided by one more than the times played, taken to be three at least."""
        return self.points / divisor(self.played)

    @property
    def of(self) -> tuple[int, str]:
        """The year and the game."""
        return self.first.year, self.first.game_order


class Seated(NamedTuple):
    """A seat at a final table, or a place among the reserves."""

    row: InGame
    seat: int
    reserve: bool


def game_rankings(rounds: Sequence[Played]) -> list[InGame]:
    """The ranking of every game in every year."""
    alike = grouped(rounds, lambda row: (row.year, row.result.game, row.who.id)).values()
    there = [InGame(rows[0], len(rows), added(each.points for each in rows)) for rows in alike]

    def shown(row: InGame) -> tuple[int, str, str]:
        return row.first.shown, row.first.game_letters, row.first.result.game

    found = ranked(there, lambda row: row.ranking, lambda row: row.of, shown)
    return [row._replace(rank=rank) for rank, row in found]


def divisor(played: int) -> int:
    """What the points of a game are divided by, after so many times: Article 4.5."""
    return max(played, _FEWEST) + 1


def _by_alphabet(row: InGame) -> tuple[int, int]:
    return row.rank, row.first.who.alphabet


def with_one_more(row: GameRanked, points: float) -> float:
    """The ranking of a player in a game after one more round of it, which brings these points."""
    return (row.points + points) / divisor(row.played + 1)


def final_tables(
    rounds: Sequence[Played], finals: Mapping[int, date], seats: Mapping[str, int]
) -> Iterator[Seated]:
    """Who has which `seat` at the final table of each game of each year, and who is in `reserve`.

    Article 4.5: by the ranking of the game over the tournaments before the final; equal rankings go by the
    alphabet of real names, so that no seat depends on who hides. `finals` are the days of the finals by year,
    `seats` those of a game by its letters.
    """
    before = [row for row in rounds if row.date < finals.get(row.year, date.max)]
    for group in grouped(game_rankings(before), lambda row: row.of).values():
        for seat, row in enumerate(sorted(group, key=_by_alphabet), 1):
            yield Seated(row, seat, seat > seats.get(row.first.game_letters, _SEATS))
