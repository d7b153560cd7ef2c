"""What a place at a table is worth: Article 4.1 of the regulation."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import chain
from math import inf
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from sitegen.names import alphabetical, letters, natural
from sitegen.systems.ludo.exaequo import SHARED_BY_THREE
from sitegen.systems.ludo.sums import added
from sitegen.systems.ludo.tables import Kind, Player, Result, Tournament
from sitegen.table import many
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


POINTS = attrgetter("worth.points")
"""What a round brought, for many of them."""
_table = Result.cells("tournament", "round", "table")
_ordered = Result.cells("tournament", "round", "table", "place", "player")
_entered = Result.cells("place", "score")


def rounds(
    results: Iterable[Result], tournaments: Mapping[str, Tournament], players: Sequence[Player]
) -> list[Played]:
    """The results of these tournaments in order, a row a player at a table, with what Article 4.1 gives."""
    there = [row for row in results if row.tournament in tournaments]
    held = {key: (each.date, each.year, each.kind) for key, each in tournaments.items()}
    shown, who = places(players), {each.id: each for each in players}
    games = {each: (alphabetical(each), letters(each)) for each in {row.game for row in there}}
    days = {key: place for place, key in enumerate(sorted(held, key=lambda key: (held[key][0], key)))}
    tables = _in_order({row.table for row in there})

    def order(row: Result) -> tuple[float, ...]:
        key, number, table, place, player = _ordered(row)
        return days[key], number, tables[table], place, shown[player]

    there.sort(key=order)
    return many(
        Played,
        [
            (row, worth, *held[row.tournament], who[row.player], shown[row.player], *games[row.game])
            for row, worth in zip(there, worth(there), strict=True)
        ],
    )


def _in_order(tables: Iterable[str]) -> dict[str, int]:
    """The place of each table among all; two that only zeros tell apart, as 1 and 01, have one."""
    names = {each: natural(each) for each in tables}
    ordered = sorted(names.values())
    return {each: bisect_left(ordered, name) for each, name in names.items()}


def worth(results: Sequence[Result]) -> list[Worth]:
    """What each result is worth, beside all rows of its table.

    Article 4.1: 100 · (x - p) / (x - 1), the bonus x for who is first, and the share in the scores of the
    table. p is the mean of the places that those ex aequo take up, whichever way they were written down.
    """
    tables = grouped(range(len(results)), [*map(_table, results)].__getitem__).values()
    found = many(Worth, chain.from_iterable(_of_table([results[row] for row in table]) for table in tables))
    by_row = sorted(zip(chain.from_iterable(tables), found, strict=True), key=itemgetter(0))
    return [each for _, each in by_row]


def _of_table(rows: Sequence[Result]) -> Iterable[tuple[Any, ...]]:
    written, kept = zip(*map(_entered, rows), strict=True)
    players, scores = len(rows), added([each for each in kept if each is not None])
    for given, score, (place, place_points, win_bonus) in zip(
        written, kept, _of_places(written), strict=True
    ):
        share, total = (0.0, None) if score is None else (_share(score, scores), scores)
        points = place_points + win_bonus + share
        yield given, place, players, place_points, win_bonus, score, total, share, points


@lru_cache(maxsize=4096)  # nearly all tables end in one of a few ways
def _of_places(written: tuple[float, ...]) -> Sequence[tuple[float, float, int]]:
    """The place as it is used, the points for it and the bonus of each at a table."""
    players, first, found = len(written), min(written), []
    for each in written:
        mean = _mean_place(each, written)
        # Article 4.1: three who share the first place are at 1.999, not at 2.
        place = SHARED_BY_THREE if each == first and mean == 2 else mean
        found.append((place, 100 * (players - place) / (players - 1), players if each == first else 0))
    return found


def _mean_place(place: float, written: Sequence[float]) -> float:
    """The mean of the places that those at `place` take up together."""
    better, alike = sum(each < place for each in written), written.count(place)
    return better + (alike + 1) / 2


def _share(score: float, scores: float) -> float:
    """The share of a score in all of the table; none where they are nothing together."""
    if score == 0 == scores:
        return 0.0
    return score / scores if scores else inf * score
