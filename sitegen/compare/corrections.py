"""The histories of the rankings of a site: their corrections, the latest first, from the commits in git."""

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
    contexts: Sequence[RankingContext],
    hidden_names: HiddenNames,
    workers: int,
    cache: dict[object, Any],
) -> tuple[Mapping[str, CorrectionHistory], list[Problem]]:
    """Return the history of every ranking of a site; and warnings of the commits that are left out."""
    results, pseudonyms = _CommitResults(cache, workers), find_pseudonyms(site)
    histories = {
        context.ranking.id: _build_history(
            HistoryWalk.from_context(repository, site, context), context, results
        )
        for context in contexts
    }
    results.discard_unused()
    redacted = {
        context.ranking.id: _redact_history(
            histories[context.ranking.id], pseudonyms[context.ranking.id], context, hidden_names
        )
        for context in contexts
    }
    unreadable = [commit for history in histories.values() for commit in history.unreadable_commits]
    return redacted, _report_unreadable(unreadable)


def _report_unreadable(unreadable: Iterable[UnreadableCommit]) -> list[Problem]:
    """Return one warning of the commits that were left out."""
    reasons = {commit.commit: commit.reason for commit in unreadable}
    if not reasons:
        return []
    commit, reason = next(iter(reasons.items()))
    message = pluralize(
        len(reasons),
        "the commit {commit} cannot be read, and is left out: {reason}",
        "{number} commits cannot be read, and are left out, such as {commit}: {reason}",
        code="commit-left-out",
        commit=commit[:SHORT_ID_LENGTH],
        reason=reason,
    )
    hint = advise("its changes are shown with the next commit that can be read")
    return [Problem(".git", 0, 0, message, hint, Severity.WARNING)]


def _redact_history(
    history: CorrectionHistory,
    pseudonyms: Mapping[str, str],
    context: RankingContext,
    hidden_names: HiddenNames,
) -> CorrectionHistory:
    """Return the history without the names of players who hide, or who left."""
    known_names = [pair for correction in history.corrections for pair in correction.known_names]
    visible = frozenset(player.id for player in context.players if not player.hidden)
    labels = {real: label for label, real in pseudonyms.items()}
    redactor = CorrectionRedactor(hidden_names, visible, known_names)
    return history._replace(corrections=redactor.redact_corrections(history.corrections), labels=labels)


class _CommitResults:
    """What is known of commits; computes the rest, several commits at once."""

    def __init__(self, cache: dict[object, Any], workers: int) -> None:
        self._cache, self._workers = cache, workers
        self._used = set[object]()

    def find_all(
        self, things: Iterable[T], key: Callable[[T], object], find: Callable[[T], Any]
    ) -> Iterator[tuple[T, Any]]:
        """Yield each thing with its result, from the cache or computed now."""
        remaining = iter(things)
        while batch := list(islice(remaining, _COMMIT_BATCH_SIZE)):
            unknown = [thing for thing in batch if key(thing) not in self._cache]
            work = lambda share: [(key(thing), find(thing)) for thing in share]  # noqa: E731 - for each worker
            _, batches = run_parallel(work, unknown, self._workers if len(unknown) > 1 else 1, lambda: None)
            self._cache.update(pair for part in batches for pair in part)
            self._used.update(map(key, batch))
            yield from ((thing, self._cache[key(thing)]) for thing in batch)

    def discard_unused(self) -> None:
        """Remove the results that nobody asked for."""
        for key in self._cache.keys() - self._used:
            del self._cache[key]


def _build_history(walk: HistoryWalk, context: RankingContext, results: _CommitResults) -> CorrectionHistory:
    unreadable = [UnreadableCommit(*pair) for pair in walk.main_line.unreadable.items()]
    corrections, searched_count = list[Correction](), 0
    for commit, result in results.find_all(
        walk.commits, walk.make_cache_key, _catch_errors(walk.find_correction)
    ):
        searched_count += 1
        if isinstance(result, UnreadableCommit):
            unreadable.append(result._replace(commit=commit.id))
        elif result:
            corrections.append(result)
        if len(corrections) == _MAX_CORRECTIONS:
            break
    changed_days = {day for correction in corrections for day in correction.lists}
    days = [listing.day for listing in context.derived.full_lists if listing.day in changed_days]
    published = results.find_all(
        days,
        lambda day: (day, walk.make_cache_key(walk.find_first_commit(day))),
        _catch_errors(walk.find_published_list),
    )
    return CorrectionHistory(
        corrections,
        walk.count_corrections(walk.commits[searched_count:]),
        {day: result for day, result in published if isinstance(result, PublishedList)},
        unreadable_commits=unreadable,
    )


def _catch_errors(find: Callable[[T], Any]) -> Callable[[T], Any]:
    """Wrap a function to return an `UnreadableCommit` for any error: no commit may break later builds."""

    def find_safely(thing: T) -> Any:
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

    return find_safely
