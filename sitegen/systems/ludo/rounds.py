"""What a place at a table is worth: Article 4.1 of the regulation."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import chain, repeat
from math import inf
from operator import add, attrgetter
from typing import NamedTuple

from sitegen.names import natural
from sitegen.systems.ludo.exaequo import SHARED_BY_THREE
from sitegen.systems.ludo.outputs import Receipt
from sitegen.systems.ludo.sums import added
from sitegen.systems.ludo.tables import Kind, Player, Result, Tournament
from sitegen.table import many
from sitegen.toolkit.order import places
from sitegen.toolkit.rows import grouped


class Played(NamedTuple):
    """A player at a table, with what Article 4.1 gives and what later steps ask of player and tournament.

    `scores` are those of the table together, None where none was kept; `shown` is the place of the player in
    an order that only shows.
    """

    result: Result
    worth: Receipt
    scores: float | None
    who: Player
    shown: int
    date: date
    year: int
    kind: Kind


GAME = attrgetter("worth.game")
"""What was played, for many rounds."""
POINTS = attrgetter("worth.points")
"""What a round brought, for many of them."""
SHOWN = attrgetter("shown")
"""The place of its player, for many of them."""
_TABLE, _PLACE, _SCORE = map(attrgetter, ("table", "place", "score"))
_at = Result.cells("round", "table")
_ordered = Result.cells("round", "table", "place", "player")
_received = Result.cells("tournament", "round", "game", "table", "player")


def rounds(
    results: Mapping[str, Sequence[Result]], tournaments: Iterable[Tournament], players: Sequence[Player]
) -> dict[str, list[Played]]:
    """The results of each tournament in order, a row a player at a table, with what Article 4.1 gives."""
    shown, who = places(players), {each.id: each for each in players}
    tables = _in_order({*map(_TABLE, chain.from_iterable(results.values()))})
    found = {}
    for each in tournaments:
        *_, there, rows = zip(*_sorted(results[each.tournament], tables, shown), strict=True)
        scores, receipts = worth(rows)
        people, held = [who[row.player] for row in rows], map(repeat, (each.date, each.year, each.kind))
        columns = rows, receipts, scores, people, there, *held
        found[each.tournament] = many(Played, zip(*columns, strict=False))
    return found


def _sorted(
    rows: Iterable[Result], tables: Mapping[str, int], shown: Mapping[str, int]
) -> list[tuple[int, int, float, int, Result]]:
    """The rows of a tournament by round, table and place, behind what they are ordered by."""
    numbers, at, written, who = zip(*map(_ordered, rows), strict=True)
    columns = numbers, map(tables.__getitem__, at), written, map(shown.__getitem__, who), rows
    return sorted(zip(*columns, strict=True))


def _in_order(tables: Iterable[str]) -> dict[str, int]:
    """The place of each table among all; two that only zeros tell apart, as 1 and 01, have one."""
    names = {each: natural(each) for each in tables}
    ordered = sorted(names.values())
    return {each: bisect_left(ordered, name) for each, name in names.items()}


def worth(results: Sequence[Result]) -> tuple[list[float | None], list[Receipt]]:
    """The scores of the table of each result of a tournament together, and what it is worth beside them all.

    Article 4.1: 100 · (x - p) / (x - 1), the bonus x for who is first, and the share in the scores of the
    table. p is the mean of the places that those ex aequo take up, whichever way they were written down.
    """
    at, written, kept = ([*map(column, results)] for column in (_at, _PLACE, _SCORE))
    tables = grouped(range(len(results)), at.__getitem__).items()
    ended = {key: iter(_of_places(tuple([written[row] for row in rows]))) for key, rows in tables}
    sums = {key: added([kept[row] for row in rows if kept[row] is not None]) for key, rows in tables}
    scores = [None if each is None else sums[key] for key, each in zip(at, kept, strict=True)]
    places, earned = zip(*map(next, map(ended.__getitem__, at)), strict=True)
    shares = map(_share, kept, scores)
    points = [(share, each + share) for each, share in zip(earned, shares, strict=True)]
    return scores, many(Receipt, map(add, map(add, map(_received, results), places), points))


@lru_cache(maxsize=4096)  # nearly all tables end in one of a few ways
def _of_places(written: tuple[float, ...]) -> Sequence[tuple[tuple[float, int, float, int], float]]:
    """The place of each as it is used, the players, the points for it and the bonus; and these two together.

    That is what a table brings but for the share in its scores.
    """
    players, first, found = len(written), min(written), []
    for each in written:
        mean = _mean_place(each, written)
        # Article 4.1: three who share the first place are at 1.999, not at 2.
        place = SHARED_BY_THREE if each == first and mean == 2 else mean
        place_points, win_bonus = 100 * (players - place) / (players - 1), players if each == first else 0
        found.append(((place, players, place_points, win_bonus), place_points + win_bonus))
    return found


def _mean_place(place: float, written: Sequence[float]) -> float:
    """The mean of the places that those at `place` take up together."""
    better, alike = sum(each < place for each in written), written.count(place)
    return better + (alike + 1) / 2


def _share(score: float | None, scores: float | None) -> float:
    """The share of a score in all of the table; none where none were kept, or they are nothing together."""
    if score is None or scores is None or score == 0 == scores:
        return 0.0
    return score / scores if scores else inf * score
