"""What is found out of the history of a site: the corrections of its rankings, the latest first."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from sitegen.compare.commits import HistoryWalk
from sitegen.compare.correction import (
    SHORT_ID_LENGTH,
    Correction,
    CorrectionHistory,
    PublishedList,
    UnreadableCommit,
)
from sitegen.compare.correction_details import CorrectionRedactor
from sitegen.compare.git import HistoryError
from sitegen.compare.repository import Repository
from sitegen.core.problems import Problem, ProblemError, Severity, advise, pluralize
from sitegen.core.workers import run_parallel
from sitegen.inputs.config.site import Site
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.inputs.results.results import find_pseudonyms
from sitegen.rankings.ranking import RankingContext

T = TypeVar("T")
_MAX_CORRECTIONS = 200
_COMMIT_BATCH_SIZE = 64


def find_histories(  # noqa: PLR0913, PLR0917 - the last two are for who asks with workers, or again and again
    repository: Repository,
    site: Site,
    boards: Sequence[RankingContext],
    secrets: HiddenNames,
    workers: int,
    memory: dict[object, Any],
) -> tuple[Mapping[str, CorrectionHistory], list[Problem]]:
    """The past of every ranking of a site, as its history tells it; and of which commits it does not."""
    known = _CommitResults(memory, workers)
    pasts = {
        context.ranking.id: _build_history(
            HistoryWalk.from_context(repository, site, context), context, known
        )
        for context in boards
    }
    known.discard_unused()
    hidden = find_pseudonyms(site)
    told = {
        id_: _redact_history(history, hidden[id_], board, secrets)
        for (id_, history), board in zip(pasts.items(), boards, strict=True)
    }
    return told, _report_unreadable([gap for history in pasts.values() for gap in history.unreadable_commits])


def _report_unreadable(gaps: Iterable[UnreadableCommit]) -> list[Problem]:
    """The commits that were left out, on one line."""
    commits = {gap.commit: gap.reason for gap in gaps}
    if not commits:
        return []
    commit, reason = next(iter(commits.items()))
    message = pluralize(
        len(commits),
        "the commit {commit} cannot be read, and nothing is told of it: {reason}",
        "{number} commits cannot be read, and nothing is told of them, such as {commit}: {reason}",
        code="commit-left-out",
        commit=commit[:SHORT_ID_LENGTH],
        reason=reason,
    )
    hint = advise("what was changed there is told with the next commit that can be read")
    return [Problem(".git", 0, 0, message, hint, Severity.WARNING)]


def _redact_history(
    found: CorrectionHistory, hidden: Mapping[str, str], board: RankingContext, secrets: HiddenNames
) -> CorrectionHistory:
    """The same without the names of those who hide, or who are no players any more."""
    named = [pair for correction in found.corrections for pair in correction.known_names]
    shown = frozenset(player.id for player in board.players if not player.hidden)
    labels = {real: label for label, real in hidden.items()}
    corrections = CorrectionRedactor(secrets, shown, named).redact_corrections(found.corrections)
    return found._replace(corrections=corrections, labels=labels)


class _CommitResults:
    """What is known, and what finds out the rest: some at once."""

    def __init__(self, memory: dict[object, Any], workers: int) -> None:
        self._memory, self._workers = memory, workers
        self._used = set[object]()

    def find_all(
        self, things: Iterable[T], key: Callable[[T], object], find: Callable[[T], Any]
    ) -> Iterator[tuple[T, Any]]:
        """Each thing with what is known of it, or found out now."""
        rest = iter(things)
        while some := list(islice(rest, _COMMIT_BATCH_SIZE)):
            unknown = [thing for thing in some if key(thing) not in self._memory]
            work = lambda taken: [(key(thing), find(thing)) for thing in taken]  # noqa: E731 - what workers do
            _, parts = run_parallel(work, unknown, self._workers if len(unknown) > 1 else 1, lambda: None)
            self._memory.update(pair for part in parts for pair in part)
            self._used.update(map(key, some))
            yield from ((thing, self._memory[key(thing)]) for thing in some)

    def discard_unused(self) -> None:
        """Forget what nobody asked for."""
        for key in self._memory.keys() - self._used:
            del self._memory[key]


def _build_history(walk: HistoryWalk, board: RankingContext, known: _CommitResults) -> CorrectionHistory:
    gaps = [UnreadableCommit(*gap) for gap in walk.main_line.unreadable.items()]
    corrections, looked = list[Correction](), 0
    for commit, found in known.find_all(
        walk.commits, walk.make_cache_key, _catch_errors(walk.find_correction)
    ):
        looked += 1
        if isinstance(found, UnreadableCommit):
            gaps.append(found._replace(commit=commit.id))
        elif found:
            corrections.append(found)
        if len(corrections) == _MAX_CORRECTIONS:
            break
    changed = {day for correction in corrections for day in correction.lists}
    days = [listing.day for listing in board.derived.full_lists if listing.day in changed]
    editions = known.find_all(
        days,
        lambda day: (day, walk.make_cache_key(walk.find_first_commit(day))),
        _catch_errors(walk.find_published_list),
    )
    return CorrectionHistory(
        corrections,
        walk.count_corrections(walk.commits[looked:]),
        {day: found for day, found in editions if isinstance(found, PublishedList)},
        unreadable_commits=gaps,
    )


def _catch_errors(find: Callable[[T], Any]) -> Callable[[T], Any]:
    """What finds out something, or a `Gap`: whatever is wrong with a commit, no later build ends in it."""

    def soundly(thing: T) -> Any:
        try:
            return find(thing)
        except (MemoryError, OSError):  # of the machine, not of the commit
            raise
        except HistoryError as error:
            return UnreadableCommit("", error.args[0])
        except ProblemError as error:
            return UnreadableCommit("", error.problem.message)
        except Exception as error:  # noqa: BLE001 - a commit is what anybody wrote at any time
            return UnreadableCommit("", advise("{error}", error=f"{type(error).__name__}: {error}"))

    return soundly
