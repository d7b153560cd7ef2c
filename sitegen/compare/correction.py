"""The corrections of a ranking after it was published, as plain data; and the ways to load them from git.

The modules that read git are imported only where a history is asked for.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sitegen.core.files import find_git_folder
from sitegen.core.problems import Problem, Severity, advise, say
from sitegen.inputs.config.site import Site
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.inputs.results.players import Person
from sitegen.rankings.ranking import RankingContext

if TYPE_CHECKING:
    from sitegen.compare.findings import Finding
    from sitegen.compare.table_findings import ChangedTable


SHORT_ID_LENGTH = 7
"""Digits of an abbreviated commit id."""


class CorrectedRow(NamedTuple):
    """A row that a commit added late, changed, removed or reordered, with its cells as texts by column.

    Blank cells are left out. The columns `players` have real ids: whoever formats the row has to know who
    hides by now.
    """

    kind: str
    table: str
    path: str
    line: int
    before: Mapping[str, str]
    after: Mapping[str, str]
    players: tuple[str, ...] = ()


class Correction(NamedTuple):
    """A commit that changed what was published: when, why, which rows, and its findings.

    `other_count` is how many more rows came with it, in time. `lists` are the days of the lists it changed,
    `tables` what it changed in other published tables; `known_names` all names in its rows of players, each
    with the real id.
    """

    commit: str
    day: date
    subject: str
    rows: tuple[CorrectedRow, ...]
    other_count: int
    settings: tuple[tuple[str, str, str], ...]
    findings: tuple["Finding", ...]
    lists: tuple[date, ...]
    tables: tuple["ChangedTable", ...] = ()
    known_names: tuple[tuple[str, str], ...] = ()


class PublishedList(NamedTuple):
    """The tables of a list as they were published on its day, each as its JSON file, by name.

    `hidden` has the real ids of the players who hid then, by label.
    """

    tables: Mapping[str, str]
    hidden: Mapping[str, str]


class UnreadableCommit(NamedTuple):
    """A commit that is skipped as it cannot be read; and the reason."""

    commit: str
    reason: str


class CorrectionHistory(NamedTuple):
    """The corrections of a ranking, the latest first, and the lists they changed, as first published.

    `earlier_count` is how many commits before these changed or removed rows. `reason` says why nothing is
    known, where that can be fixed. `labels` are those of the players who hide now, by real id. `committed` is
    the day of the latest commit of the site, whatever it changed; it is known of a shallow clone too.
    """

    corrections: Sequence[Correction] = ()
    earlier_count: int = 0
    published_lists: Mapping[date, PublishedList] = {}
    is_known: bool = True
    reason: str = ""
    labels: Mapping[str, str] = {}
    unreadable_commits: Sequence[UnreadableCommit] = ()
    committed: date | None = None

    def find_causes(self, day: date) -> list[Correction]:
        """Return the corrections that changed the list of a day, oldest first."""
        return [correction for correction in reversed(self.corrections) if day in correction.lists]


CommitCache = dict[object, Any]
"""Results for commits in this process, by everything that they depend on."""
_OLD_CACHE_FOLDER = ".sitegen"
UNKNOWN_HISTORY = CorrectionHistory(is_known=False)
"""The history where nobody asked for it, or there is none."""


def load_histories(
    site: Site,
    contexts: Sequence[RankingContext],
    hidden_names: HiddenNames,
    workers: int = 1,
    cache: CommitCache | None = None,
) -> tuple[Mapping[str, CorrectionHistory], list[Problem]]:
    """Return the corrections of every ranking of a site, as far as its history is here.

    Also return warnings of what cannot be read. What is in `cache` is not computed again: it does not
    outlive the process, so that nothing else can have written it. `hidden_names` are redacted.
    """
    if not find_git_folder(site.root):
        return _make_empty_histories(contexts), []
    from sitegen.compare.repository import HistoryError, Repository  # noqa: PLC0415 - a check asks for no history

    try:
        repository = Repository.from_site(site.root)
        if not repository.head:
            return _make_empty_histories(contexts), []
        from sitegen.compare.history import date_latest_commit  # noqa: PLC0415 - as above

        committed = date_latest_commit(repository, site)
        if repository.is_shallow:
            return _make_empty_histories(contexts, repository.shallow_message, committed), []
        from sitegen.compare.corrections import find_histories  # noqa: PLC0415 - a site without a history need not wait for it

        histories, problems = find_histories(
            repository, site, contexts, hidden_names, workers, {} if cache is None else cache
        )
        return {id_: history._replace(committed=committed) for id_, history in histories.items()}, problems
    except HistoryError as error:
        message = say(
            "history-not-read", "the history of the site cannot be read: {reason}", reason=error.args[0]
        )
        hint = advise("the pages cannot show corrections then")
        return _make_empty_histories(contexts), [Problem(".git", 0, 0, message, hint, Severity.WARNING)]


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
    from sitegen.compare.history import search_disclosures  # noqa: PLC0415 - as above
    from sitegen.compare.repository import HistoryError, Repository  # noqa: PLC0415 - as above

    try:
        return list(search_disclosures(Repository.from_site(site.root), site, people))
    except HistoryError:
        return []


def _make_empty_histories(
    contexts: Iterable[RankingContext], reason: str = "", committed: date | None = None
) -> Mapping[str, CorrectionHistory]:
    history = UNKNOWN_HISTORY._replace(reason=reason, committed=committed)
    return dict.fromkeys((context.ranking.id for context in contexts), history)
