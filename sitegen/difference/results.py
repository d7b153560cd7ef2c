"""What was played in one state and not in the other, as careers tell it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sitegen.board import Board
from sitegen.difference.identity import Identity
from sitegen.difference.matching import matched, without
from sitegen.difference.rows import Row, RowChange
from sitegen.model import Player, Result

if TYPE_CHECKING:
    from sitegen.difference.effect import Effect

PLAYED = frozenset({"added", "entered", "removed", "corrected"})
"""Changes of rows by which results come or go."""


class OwnResult(NamedTuple):
    """A result of a player."""

    player: str
    result: Result


class Results(NamedTuple):
    """Results that only the later state has, and those that only the earlier one had."""

    come: list[OwnResult]
    gone: list[OwnResult]


def changed_results(effect: "Effect", before: Board, after: Board) -> Results:
    """The results that only one of both states has, of whomever they are.

    Those of the players whom changed rows name, and of whom they met; of all where a row names nobody, or an
    option changes.
    """
    rows = [each for each in effect.rows if each.kind in PLAYED]
    named = [_named(each, row) for each in rows for row in (each.before, each.after) if row]
    if effect.settings or not all(named):
        everyone = [*map(effect.who.was, before.names), *map(effect.who.now, after.names)]
        return results(before, after, dict.fromkeys(everyone), effect.rows, effect.who)
    found, asked, concerned = Results([], []), set[str](), sorted(frozenset().union(*named))
    while concerned:
        more = results(before, after, concerned, effect.rows, effect.who)
        found = Results(found.come + more.come, found.gone + more.gone)
        asked |= {*concerned}
        played = [each.result for each in (*more.come, *more.gone)]
        concerned = sorted({who for each in played for who in (*each.opponents, *each.partners)} - asked)
    return found


def _named(change: RowChange, row: Row) -> frozenset[str]:
    """Whom a row names: a row of a player that one."""
    return frozenset([row.cells[0]]) if isinstance(row.read, Player) else change.players


def results(
    before: Board, after: Board, players: Iterable[str], rows: Sequence[RowChange], who: Identity
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
