"""What a place at a table is worth: Article 4.1 of the regulation."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
_TABLE = attrgetter("table")
_at = Result.cells("round", "table")
_ordered = Result.cells("round", "table", "place", "player")
_entered = Result.cells("place", "score")
_received = Result.cells("tournament", "round", "game", "table", "player")


def rounds(
    results: Mapping[str, Sequence[Result]], tournaments: Iterable[Tournament], players: Sequence[Player]
) -> dict[str, list[Played]]:
    """The results of each of these tournaments in order, a row a player at a table, with what they bring."""
    shown, who = places(players), {each.id: each for each in players}
    tables = _in_order({*map(_TABLE, chain.from_iterable(results.values()))})
    found = {}
    for each in tournaments:
        *_, there, rows = zip(*_sorted(results[each.tournament], tables, shown), strict=True)
        scores, receipts = zip(*worth(rows), strict=True)
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


def worth(results: Sequence[Result]) -> list[tuple[float | None, Receipt]]:
    """What each result of a tournament is worth beside all of its table, behind the scores there together.

    Article 4.1: 100 · (x - p) / (x - 1), the bonus x for who is first, and the share in the scores of the
    table. p is the mean of the places that those ex aequo take up, whichever way they were written down.
    """
    at = [*map(_at, results)]
    tables = grouped(range(len(results)), at.__getitem__).items()
    found = {table: _of_table([_entered(results[row]) for row in rows]) for table, rows in tables}
    scores, figures = zip(*map(next, map(found.__getitem__, at)), strict=True)
    return list(zip(scores, many(Receipt, map(add, map(_received, results), figures)), strict=True))


_Figures = tuple[float, int, float, int, float, float]
"""The last columns of a receipt: place, players, points for the place, bonus, share and points."""


def _of_table(entered: Iterable[tuple[float, float | None]]) -> Iterator[tuple[float | None, _Figures]]:
    written, kept = zip(*entered, strict=True)
    scores = added([each for each in kept if each is not None])
    for score, (place, players, place_points, win_bonus) in zip(kept, _of_places(written), strict=True):
        share, total = (0.0, None) if score is None else (_share(score, scores), scores)
        yield total, (place, players, place_points, win_bonus, share, place_points + win_bonus + share)


@lru_cache(maxsize=4096)  # nearly all tables end in one of a few ways
def _of_places(written: tuple[float, ...]) -> Sequence[tuple[float, int, float, int]]:
    """The place as it is used, the players, the points for it and the bonus of each at a table."""
    players, first, found = len(written), min(written), []
    for each in written:
        mean = _mean_place(each, written)
        # Article 4.1: three who share the first place are at 1.999, not at 2.
        place = SHARED_BY_THREE if each == first and mean == 2 else mean
        place_points = 100 * (players - place) / (players - 1)
        found.append((place, players, place_points, players if each == first else 0))
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
