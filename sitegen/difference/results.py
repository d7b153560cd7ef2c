"""What was played in one state and not in the other, as careers tell it."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from sitegen.board import Board
from sitegen.difference.identity import Identity
from sitegen.difference.matching import matched, without
from sitegen.difference.rows import RowChange
from sitegen.model import Result


class OwnResult(NamedTuple):
    """A result of a player."""

    player: str
    result: Result


class Results(NamedTuple):
    """Results that only the later state has, and those that only the earlier one had."""

    come: list[OwnResult]
    gone: list[OwnResult]


def results(
    before: Board, after: Board, players: Iterable[str], rows: Iterable[RowChange], who: Identity
) -> Results:
    """The results of some players, by their later real ids, that only one of two states has.

    Results of rows that changed are compared with those of the same row, all others with each other.
    """
    were = {who.was(each.id): each.id for each in before.players}
    become = {each.before.place: each.after and each.after.place for each in rows if each.before}
    came = {each.after.place for each in rows if each.after}
    come, gone = list[OwnResult](), list[OwnResult]()
    for player in players:
        old = list(_of(before, were.get(player, player), who.was))
        new = list(_of(after, who.labels.get(player, player), who.now))
        pairs = matched(
            old,
            new,
            lambda result: (become.get(result.source, ""), _identity(result)),
            lambda result: (result.source if result.source in came else "", _identity(result)),
        )
        left, right = without(old, new, pairs)
        come += (OwnResult(player, each) for each in right)
        gone += (OwnResult(player, each) for each in left)
    return Results(come, gone)


def _of(board: Board, shown: str, who: Callable[[str], str]) -> Iterator[Result]:
    careers = board.outcome.careers
    for each in careers.of(shown).played if careers and shown in board.names else ():
        opponents, partners = (tuple(map(who, ids)) for ids in (each.opponents, each.partners))
        yield each._replace(opponents=opponents, partners=partners)


def _identity(result: Result) -> Result:
    """What was played, without what it did to the figures and where it stands."""
    return result._replace(chance=None, change=None, source="")
