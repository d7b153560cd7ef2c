"""What is found out of the history of a site: the corrections of its rankings, the latest first."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from sitegen.board import Board
from sitegen.code import program
from sitegen.config import Site
from sitegen.history import Repository
from sitegen.past.correction import Correction, Past
from sitegen.past.hushed import Hushed
from sitegen.past.kept import Kept
from sitegen.past.walk import Walk
from sitegen.read import labelled
from sitegen.read.secrets import Secrets
from sitegen.workers import divided

T = TypeVar("T")
_MOST = 200
_AT_ONCE = 64


def found(
    repository: Repository, site: Site, boards: Sequence[Board], secrets: Secrets, workers: int
) -> Mapping[str, Past]:
    """The past of every ranking of a site, as its history tells it."""
    known = _Known(Kept(site.root, program(site)), workers)
    pasts = {each.ranking.id: _past(Walk.of(repository, site, each), each, known) for each in boards}
    known.kept.write()
    hidden = labelled(site)
    return {
        id_: _hushed(each, hidden[id_], board, secrets)
        for (id_, each), board in zip(pasts.items(), boards, strict=True)
    }


def _hushed(found: Past, hidden: Mapping[str, str], board: Board, secrets: Secrets) -> Past:
    """The same without the names of those who hide, or who are no players any more."""
    named = [pair for each in found.corrections for pair in each.named]
    shown = frozenset(each.id for each in board.players if not each.hidden)
    labels = {real: label for label, real in hidden.items()}
    corrections = Hushed(secrets, shown, named).corrections(found.corrections)
    return found._replace(corrections=corrections, labels=labels)


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
