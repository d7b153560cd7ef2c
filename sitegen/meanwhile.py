"""What pages are made from and another process can make, while this one plans them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sitegen.board import Board
from sitegen.datafiles import Files, Made
from sitegen.derived.again import Anew
from sitegen.derived.records import Found, found
from sitegen.model import Careers, Player
from sitegen.prepared import Rated
from sitegen.workers.beside import Beside, beside

_Makers = dict[tuple[str, str], Callable[[], Any]]
"""What makes each thing of a ranking, by the id of that and a name."""

_MANY = 100_000
"""Rows of a ranking whose careers are not kept: to find feats in them, they are made anew anyway."""


@contextmanager
def meanwhile(rated: Rated, workers: int) -> Iterator[Rated]:
    """The same, whose files, and feats where they are many, are made in another process from now on.

    They are what goes through all results and needs nothing of the pages. Where there is one worker they are
    made when they are asked for.
    """
    given = rated.given
    if given is None or workers == 1:
        yield rated
        return
    makers: _Makers = {}
    for each in (*map(_feats, given.boards), *map(_files, given.boards)):  # as they are asked for
        makers |= each
    with beside(makers) as made:
        boards = [_awaiting(each, made) for each in given.boards]
        yield rated._replace(given=given._replace(boards=boards))


def _feats(board: Board) -> _Makers:
    careers, tables = board.outcome.careers, board.outcome.tables
    if careers is None or sum(len(each.rows) for each in tables) <= _MANY:
        return {}
    return {(board.ranking.id, ""): partial(found, careers, board.players)}


def _files(board: Board) -> _Makers:
    return {(board.ranking.id, name): partial(Made.of, each.published) for name, each in board.files.items()}


def _awaiting(board: Board, made: Beside[tuple[str, str], Any]) -> Board:
    """A ranking that takes from there what is made there."""
    derived = board.derived
    for key in _feats(board):
        derived = replace(derived, made=_Awaiting(partial(made, key)))
    files = {key[1]: Files(board.files[key[1]].published, partial(made, key)) for key in _files(board)}
    return replace(board, derived=derived, files=files)


@dataclass(frozen=True)
class _Awaiting(Anew):
    """What lists and careers tell, but for the feats, which somebody else has."""

    awaited: Callable[[], Found]

    def feats(self, careers: Careers, players: Sequence[Player]) -> Found:  # noqa: ARG002
        """The greatest feats of all players, which are those that were asked for."""
        return self.awaited()
