"""What is found out of the history of a site: the corrections of its rankings, the latest first."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from sitegen.board import Board
from sitegen.config import Site
from sitegen.history import HistoryError, Repository
from sitegen.message import advise, counted
from sitegen.past.correction import SHORT, Correction, Edition, Gap, Past
from sitegen.past.hushed import Hushed
from sitegen.past.walk import Walk
from sitegen.problem import Problem, ProblemError, Severity
from sitegen.read import labelled
from sitegen.read.secrets import Secrets
from sitegen.workers import divided

T = TypeVar("T")
_MOST = 200
_AT_ONCE = 64


def found(  # noqa: PLR0913, PLR0917 - the last two are for who asks with workers, or again and again
    repository: Repository,
    site: Site,
    boards: Sequence[Board],
    secrets: Secrets,
    workers: int,
    memory: dict[object, Any],
) -> tuple[Mapping[str, Past], list[Problem]]:
    """The past of every ranking of a site, as its history tells it; and of which commits it does not."""
    known = _Known(memory, workers)
    pasts = {each.ranking.id: _past(Walk.of(repository, site, each), each, known) for each in boards}
    known.tidy()
    hidden = labelled(site)
    told = {
        id_: _hushed(each, hidden[id_], board, secrets)
        for (id_, each), board in zip(pasts.items(), boards, strict=True)
    }
    return told, _gaps([gap for each in pasts.values() for gap in each.gaps])


def _gaps(gaps: Iterable[Gap]) -> list[Problem]:
    """The commits that were left out, on one line."""
    commits = {each.commit: each.reason for each in gaps}
    if not commits:
        return []
    commit, reason = next(iter(commits.items()))
    message = counted(
        len(commits),
        "the commit {commit} cannot be read, and nothing is told of it: {reason}",
        "{number} commits cannot be read, and nothing is told of them, such as {commit}: {reason}",
        code="commit-left-out",
        commit=commit[:SHORT],
        reason=reason,
    )
    hint = advise("what was changed there is told with the next commit that can be read")
    return [Problem(".git", 0, 0, message, hint, Severity.WARNING)]


def _hushed(found: Past, hidden: Mapping[str, str], board: Board, secrets: Secrets) -> Past:
    """The same without the names of those who hide, or who are no players any more."""
    named = [pair for each in found.corrections for pair in each.named]
    shown = frozenset(each.id for each in board.players if not each.hidden)
    labels = {real: label for label, real in hidden.items()}
    corrections = Hushed(secrets, shown, named).corrections(found.corrections)
    return found._replace(corrections=corrections, labels=labels)


class _Known:
    """What is known, and what finds out the rest: some at once."""

    def __init__(self, memory: dict[object, Any], workers: int) -> None:
        self._memory, self._workers = memory, workers
        self._used = set[object]()

    def each(
        self, things: Iterable[T], key: Callable[[T], object], find: Callable[[T], Any]
    ) -> Iterator[tuple[T, Any]]:
        """Each thing with what is known of it, or found out now."""
        rest = iter(things)
        while some := list(islice(rest, _AT_ONCE)):
            unknown = [each for each in some if key(each) not in self._memory]
            work = lambda taken: [(key(each), find(each)) for each in taken]  # noqa: E731 - what workers do
            _, parts = divided(work, unknown, self._workers if len(unknown) > 1 else 1, lambda: None)
            self._memory.update(pair for part in parts for pair in part)
            self._used.update(map(key, some))
            yield from ((each, self._memory[key(each)]) for each in some)

    def tidy(self) -> None:
        """Forget what nobody asked for."""
        for each in self._memory.keys() - self._used:
            del self._memory[each]


def _past(walk: Walk, board: Board, known: _Known) -> Past:
    gaps = [Gap(*each) for each in walk.main_line.gaps.items()]
    corrections, looked = list[Correction](), 0
    for commit, found in known.each(walk.commits, walk.facts, _sound(walk.correction)):
        looked += 1
        if isinstance(found, Gap):
            gaps.append(found._replace(commit=commit.id))
        elif found:
            corrections.append(found)
        if len(corrections) == _MOST:
            break
    changed = {day for each in corrections for day in each.lists}
    days = [each.day for each in board.derived.lists if each.day in changed]
    editions = known.each(days, lambda day: (day, walk.facts(walk.first(day))), _sound(walk.edition))
    return Past(
        corrections,
        walk.corrected(walk.commits[looked:]),
        {day: found for day, found in editions if isinstance(found, Edition)},
        gaps=gaps,
    )


def _sound(find: Callable[[T], Any]) -> Callable[[T], Any]:
    """What finds out something, or a `Gap`: whatever is wrong with a commit, no later build ends in it."""

    def soundly(thing: T) -> Any:
        try:
            return find(thing)
        except (MemoryError, OSError):  # of the machine, not of the commit
            raise
        except HistoryError as error:
            return Gap("", error.args[0])
        except ProblemError as error:
            return Gap("", error.problem.message)
        except Exception as error:  # noqa: BLE001 - a commit is what anybody wrote at any time
            return Gap("", advise("{error}", error=f"{type(error).__name__}: {error}"))

    return soundly
