"""The past of a ranking, from the history of its files: what was corrected, and what had been published."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from sitegen.board import Board
from sitegen.history import HistoryError, Repository
from sitegen.message import say
from sitegen.past.correction import Correction, Edition, Past, RowTold
from sitegen.past.kept import FOLDER, Kept
from sitegen.past.walk import Walk
from sitegen.workers import divided

__all__ = ["FOLDER", "UNASKED", "Correction", "Edition", "Past", "RowTold", "past"]

T = TypeVar("T")
_MOST = 200
_AT_ONCE = 64
UNASKED = Past(unknown=say("history-unasked", "the history was not asked for"))
"""What is known of the past where nobody asked for it."""


def past(root: Path, boards: Sequence[Board], program: str, workers: int = 1) -> Mapping[str, Past]:
    """The past of every ranking of the site in `root`, as far as its history is here.

    `program` names the program, by which all of it is calculated: what was found out is kept for it alone.
    """
    try:
        repository = Repository.of(root)
        if repository.is_shallow:
            return _nothing(boards, repository.cut_short)
        known = _Known(Kept(root, program), workers)
        found = {each.ranking.id: _past(Walk.of(repository, each), each, known) for each in boards}
    except HistoryError as error:
        return _nothing(boards, error.args[0])
    known.kept.write()
    return found


def _nothing(boards: Iterable[Board], reason: str) -> Mapping[str, Past]:
    return dict.fromkeys((each.ranking.id for each in boards), Past(unknown=reason))


class _Known:
    """What is known, and what finds out the rest: some at once."""

    def __init__(self, kept: Kept, workers: int) -> None:
        self.kept, self._workers = kept, workers

    def each(
        self, things: Iterable[T], key: Callable[[T], str], find: Callable[[T], Any]
    ) -> Iterator[tuple[T, Any]]:
        """Each thing with what is known of it, or found out now."""
        rest = iter(things)
        while some := list(islice(rest, _AT_ONCE)):
            unknown = [each for each in some if not self.kept.has(key(each))]
            work = lambda taken: [(key(each), find(each)) for each in taken]  # noqa: E731 - what workers do
            _, parts = divided(work, unknown, self._workers if len(unknown) > 1 else 1, lambda: None)
            for name, found in (pair for part in parts for pair in part):
                self.kept.keep(name, found)
            yield from ((each, self.kept.get(key(each))) for each in some)


def _past(walk: Walk, board: Board, known: _Known) -> Past:
    if not walk.commits:
        return Past()
    name, corrections, looked = board.ranking.id, list[Correction](), 0
    for _, found in known.each(walk.commits, lambda each: f"{name} {each.id}", walk.correction):
        looked += 1
        corrections += [found] if found else []
        if len(corrections) == _MOST:
            break
    changed = {day for each in corrections for day in each.lists}
    days = [each.day for each in board.derived.lists if each.day in changed]
    editions = known.each(days, lambda day: f"{name} {day} {walk.first(day).id}", walk.edition)
    return Past(
        corrections, walk.corrected(walk.commits[looked:]), {day: found for day, found in editions if found}
    )
