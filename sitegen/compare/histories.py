"""What the history of a site in git says: corrections, names that are shown again, and an old cache.

The modules that read git are imported only where a history is asked for.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from sitegen.compare.correction import (
    SHORT_ID_LENGTH,
    UNKNOWN_HISTORY,
    CorrectionHistory,
    UnreadableCommit,
)
from sitegen.core.files import find_git_folder
from sitegen.core.problems import Problem, Severity, advise, pluralize, say
from sitegen.inputs.config.site import Site
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.inputs.results.players import Person
from sitegen.inputs.results.results import find_pseudonyms
from sitegen.rankings.ranking import RankingContext

if TYPE_CHECKING:
    from sitegen.compare.corrections import SiteCommits

CommitCache = dict[object, Any]
"""Results for commits in this process, by everything that they depend on."""
_OLD_CACHE_FOLDER = ".sitegen"


class SiteHistory(NamedTuple):
    """The history of a site: `commits` are None where it is not known, as `empty` says of every ranking.

    `pseudonyms` has the real ids of the hidden players, by ranking. `problems` say what cannot be read.
    """

    empty: CorrectionHistory
    commits: "SiteCommits | None" = None
    pseudonyms: Mapping[str, Mapping[str, str]] = {}
    problems: Sequence[Problem] = ()

    @classmethod
    def open(cls, site: Site, pseudonyms: Mapping[str, Mapping[str, str]] | None = None) -> Self:
        """Read which commits changed results and settings; no more of them is read.

        Of a site whose players were read before the `pseudonyms` are known.
        """
        if not find_git_folder(site.root):
            return cls(UNKNOWN_HISTORY)
        from sitegen.compare.repository import HistoryError, Repository  # noqa: PLC0415 - a check asks for no history

        try:
            repository = Repository.from_site(site.root)
            if not repository.head:
                return cls(UNKNOWN_HISTORY)
            from sitegen.compare.commit_days import date_latest_commit  # noqa: PLC0415 - as above

            empty = UNKNOWN_HISTORY._replace(committed=date_latest_commit(repository, site))
            if repository.is_shallow:
                return cls(empty._replace(reason=repository.shallow_message))
            from sitegen.compare.corrections import SiteCommits  # noqa: PLC0415 - a site without a history need not wait for it

            commits = SiteCommits.from_site(repository, site)
            _ = commits.common_settings  # all rankings ask for them
            return cls(empty, commits, find_pseudonyms(site) if pseudonyms is None else pseudonyms)
        except HistoryError as error:
            return cls(UNKNOWN_HISTORY, problems=[_report_failure(error)])


def load_histories(  # noqa: PLR0913, PLR0917 - the last three are for who asks with workers, or again and again
    site: Site,
    contexts: Sequence[RankingContext],
    hidden_names: HiddenNames,
    workers: int = 1,
    cache: CommitCache | None = None,
    opened: SiteHistory | None = None,
) -> tuple[Mapping[str, CorrectionHistory], Sequence[Problem]]:
    """Return the corrections of some rankings of a site, as far as its history is here, or was `opened`.

    Also return warnings of what cannot be read, but for single commits. What is in `cache` is not computed
    again: it does not outlive the process, so that nothing else can have written it. `hidden_names` are
    redacted.
    """
    history, ids = opened or SiteHistory.open(site), [context.ranking.id for context in contexts]
    if history.commits is None:
        return dict.fromkeys(ids, history.empty), history.problems
    from sitegen.compare.corrections import find_histories  # noqa: PLC0415 - as above
    from sitegen.compare.repository import HistoryError  # noqa: PLC0415 - as above

    try:
        histories = find_histories(
            history.commits,
            contexts,
            history.pseudonyms,
            hidden_names,
            workers,
            {} if cache is None else cache,
        )
    except HistoryError as error:
        return dict.fromkeys(ids, UNKNOWN_HISTORY), [_report_failure(error)]
    committed = history.empty.committed
    return {id_: history._replace(committed=committed) for id_, history in histories.items()}, []


def _report_failure(error: Exception) -> Problem:
    message = say(
        "history-not-read", "the history of the site cannot be read: {reason}", reason=error.args[0]
    )
    hint = advise("the pages cannot show corrections then")
    return Problem(".git", 0, 0, message, hint, Severity.WARNING)


def report_unreadable(commits: Iterable[UnreadableCommit]) -> list[Problem]:
    """Return a warning of the commits that histories leave out."""
    reasons = {commit.commit: commit.reason for commit in commits}
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


def find_committed_cache(root: Path) -> list[Problem]:
    """Return an error where git has the cache of an earlier version: it names all players, hidden or not."""
    if not os.path.lexists(root / _OLD_CACHE_FOLDER):
        return []
    from sitegen.compare.repository import HistoryError, Repository  # noqa: PLC0415 - few sites have such a folder

    with suppress(HistoryError):
        if Repository.from_site(root).tracks(_OLD_CACHE_FOLDER):
            message = say(
                "cache-committed", "git keeps this folder of an earlier version, with everybody's names"
            )
            hint = advise("`git rm -r --cached .sitegen`, and delete it: nothing is read from it any more")
            return [Problem(_OLD_CACHE_FOLDER, 0, 0, message, hint)]
    return []


def find_disclosures(site: Site, people: Mapping[str, Sequence[Person]]) -> list[Problem]:
    """Return errors where the names of players who hide, or hid, are other players' names now.

    `people` are the players of each ranking, by its id. Without a history, or where nobody hides, there are
    none.
    """
    is_hiding = any(person.hidden for persons in people.values() for person in persons)
    if not is_hiding or not find_git_folder(site.root):
        return []
    from sitegen.compare.disclosures import search_disclosures  # noqa: PLC0415 - as above
    from sitegen.compare.repository import HistoryError, Repository  # noqa: PLC0415 - as above

    try:
        return list(search_disclosures(Repository.from_site(site.root), site, people))
    except HistoryError:
        return []
