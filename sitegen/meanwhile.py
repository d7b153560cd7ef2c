"""What pages are made from and another process can make, while this one plans them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sitegen.board import Board
from sitegen.datafiles import Files, make_texts
from sitegen.derived.again import Anew
from sitegen.derived.records import Found, found
from sitegen.model import Careers, Player
from sitegen.prepared import Rated
from sitegen.workers.beside import Beside, beside

_Key = tuple[str, str]  # the id of a ranking, and the name of a thing of it
_MANY = 100_000
"""Rows of a ranking from which on more is won by another process than it takes to hear from it."""


@contextmanager
def meanwhile(rated: Rated, workers: int) -> Iterator[Rated]:
    """The same, but what goes through all results of a large ranking is made in another process from now on.

    That is the feats in it and its files: both need nothing of the pages.
    """
    given = rated.given
    large = [*filter(_is_large, given.boards)] if given and workers > 1 else []
    if given is None or not large:
        yield rated
        return
    with beside(_makers(large)) as made:
        boards = [_awaiting(each, made) if _is_large(each) else each for each in given.boards]
        yield rated._replace(given=given._replace(boards=boards))


def _is_large(board: Board) -> bool:
    return sum(len(each.rows) for each in board.outcome.tables) > _MANY


def _makers(boards: Sequence[Board]) -> dict[_Key, Callable[[], Any]]:
    """What makes each thing of these rankings, in the order in which they are asked for."""
    told = [(each, each.outcome.careers) for each in boards]
    feats = {_feats(each): partial(found, careers, each.players) for each, careers in told if careers}
    tables = [(each, name, of.published) for each in boards for name, of in each.files.items()]
    return {**feats, **{_file(each, name): partial(make_texts, table) for each, name, table in tables}}


def _awaiting(board: Board, made: Beside[_Key, Any]) -> Board:
    """A ranking that takes from there what is made there."""
    derived = replace(board.derived, made=_Awaiting(partial(made, _feats(board))))
    tables = {name: each.published for name, each in board.files.items()}
    files = {name: Files(table, partial(made, _file(board, name))) for name, table in tables.items()}
    return replace(board, derived=derived, files=files)


def _feats(board: Board) -> _Key:
    return board.ranking.id, ""


def _file(board: Board, name: str) -> _Key:
    return board.ranking.id, name


@dataclass(frozen=True)
class _Awaiting(Anew):
    """What lists and careers tell, but for the feats, which somebody else has."""

    awaited: Callable[[], Found]

    def feats(self, careers: Careers, players: Sequence[Player]) -> Found:  # noqa: ARG002
        """The greatest feats of all players, which are those that were asked for."""
        return self.awaited()
