"""What a place at a table is worth: Article 4.1 of the regulation."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from math import inf
from typing import NamedTuple

from sitegen.names import alphabetical, letters, natural
from sitegen.systems.ludo.exaequo import SHARED_BY_THREE
from sitegen.systems.ludo.sums import added
from sitegen.systems.ludo.tables import Kind, Player, Result, Tournament
from sitegen.toolkit.order import places
from sitegen.toolkit.rows import grouped


class Worth(NamedTuple):
    """What a place is worth, and what that consists of; `given` is the place as it was entered."""

    given: float
    place: float
    players: int
    place_points: float
    win_bonus: int
    score: float | None
    scores: float | None
    share: float
    points: float


class Played(NamedTuple):
    """A player at a table, with what Article 4.1 gives and what later steps ask of tournament and game.

    `shown` is the place of the player in an order that only shows.
    """

    result: Result
    worth: Worth
    date: date
    year: int
    kind: Kind
    who: Player
    shown: int
    game_order: str
    game_letters: str

    @property
    def points(self) -> float:
        """What the round brought."""
        return self.worth.points

    @property
    def at(self) -> tuple[str, int, str]:
        """The table: its tournament, round and name."""
        return _table(self.result)


def _table(row: Result) -> tuple[str, int, str]:
    return row.tournament, row.round, row.table


def rounds(
    results: Iterable[Result], tournaments: Mapping[str, Tournament], players: Sequence[Player]
) -> list[Played]:
    """The results of these tournaments in order, a row a player at a table, with what Article 4.1 gives."""
    shown, who = places(players), {each.id: each for each in players}

    def order(row: Result) -> tuple[object, ...]:
        played = tournaments[row.tournament]
        return (played.date, row.tournament, row.round, natural(row.table), row.place, shown[row.player])

    def described(row: Result, worth: Worth) -> Played:
        held, player, game = tournaments[row.tournament], row.player, row.game
        names = alphabetical(game), letters(game)
        return Played(row, worth, held.date, held.year, held.kind, who[player], shown[player], *names)

    there = sorted((row for row in results if row.tournament in tournaments), key=order)
    return list(map(described, there, worth(there)))


def worth(results: Sequence[Result]) -> list[Worth]:
    """What each result is worth, beside all rows of its table.

    Article 4.1: 100 · (x - p) / (x - 1), the bonus x for who is first, and the share in the scores of the
    table. p is the mean of the places that those ex aequo take up, whichever way they were written down.
    """
    found: dict[int, Worth] = {}
    for table in grouped(range(len(results)), lambda row: _table(results[row])).values():
        rows = [results[row] for row in table]
        found |= zip(table, _of_table(rows), strict=True)
    return [found[row] for row in range(len(results))]


def _of_table(rows: Sequence[Result]) -> Iterable[Worth]:
    players, written = len(rows), [row.place for row in rows]
    means = {each: _mean_place(each, written) for each in {*written}}
    scores = added(row.score for row in rows if row.score is not None)
    for row in rows:
        is_first, mean = row.place == min(written), means[row.place]
        # Article 4.1: three who share the first place are at 1.999, not at 2.
        place = SHARED_BY_THREE if is_first and mean == 2 else mean
        place_points = 100 * (players - place) / (players - 1)
        win_bonus = players if is_first else 0
        share = _share(row.score, scores)
        total = None if row.score is None else scores
        points = place_points + win_bonus + share
        yield Worth(row.place, place, players, place_points, win_bonus, row.score, total, share, points)


def _mean_place(place: float, written: Sequence[float]) -> float:
    """The mean of the places that those at `place` take up together."""
    better, alike = sum(each < place for each in written), written.count(place)
    return better + (alike + 1) / 2


def _share(score: float | None, scores: float) -> float:
    """The share of a score in all of the table; none where scores were not kept, or are nothing together."""
    if score is None or score == 0 == scores:
        return 0.0
    return score / scores if scores else inf * score
