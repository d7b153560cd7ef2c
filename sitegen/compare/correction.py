"""What was corrected of a ranking after it had been published: plain facts, to be told.

The past of a ranking, from the history of its files: what was corrected, and what had been published.
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


SHORT_ID_LENGTH = 7
"""So many digits tell a commit."""


class CorrectedRow(NamedTuple):
    """A row that a commit added late, changed, removed or put elsewhere, with its cells as texts by column.

    Cells that are blank are left out. Players stand there by their real ids, in the columns `players`: who
    tells it knows who hides by now.
    """

    kind: str
    table: str
    path: str
    line: int
    before: Mapping[str, str]
    after: Mapping[str, str]
    players: tuple[str, ...] = ()


class Correction(NamedTuple):
    """A commit that changed what had been published: when, why, which rows, and what it did.

    `others` are how many more rows came with it, in time. `lists` are the days of lists that it changed;
    `named` all names and ids that the rows of players in it have had.
    """

    commit: str
    day: date
    subject: str
    rows: tuple[CorrectedRow, ...]
    others: int
    settings: tuple[tuple[str, str, str], ...]
    findings: tuple["Finding", ...]
    lists: tuple[date, ...]
    known_names: tuple[tuple[str, str], ...] = ()


class PublishedList(NamedTuple):
    """The tables of a list as they were published on its day, each as its JSON file, by name.

    `hidden` has the real ids of those who hid then, by their labels.
    """

    tables: Mapping[str, str]
    hidden: Mapping[str, str]


class UnreadableCommit(NamedTuple):
    """A commit of which nothing can be told, as if it had never been made; and why."""

    commit: str
    reason: str


class CorrectionHistory(NamedTuple):
    """The corrections of a ranking, the latest first, and the lists that they changed, as first published.

    `earlier` is how many commits before these changed or removed rows. `why` says why nothing is known,
    where that can be mended. `labels` are what players are shown under now who hide, by their real ids.
    `gaps` are commits that could not be read.
    """

    corrections: Sequence[Correction] = ()
    earlier_count: int = 0
    published_lists: Mapping[date, PublishedList] = {}
    is_known: bool = True
    reason: str = ""
    labels: Mapping[str, str] = {}
    unreadable_commits: Sequence[UnreadableCommit] = ()

    def find_causes(self, day: date) -> list[Correction]:
        """The corrections that changed the list of a day, oldest first."""
        return [correction for correction in reversed(self.corrections) if day in correction.lists]


CommitCache = dict[object, Any]
"""What was found out of commits in this process, by all that it was found out of."""
_OLD_CACHE_FOLDER = ".sitegen"
UNKNOWN_HISTORY = CorrectionHistory(is_known=False)
"""What is known of the past where nobody asked for it, or there is no history."""


def load_histories(
    site: Site,
    boards: Sequence[RankingContext],
    secrets: HiddenNames,
    workers: int = 1,
    memory: CommitCache | None = None,
) -> tuple[Mapping[str, CorrectionHistory], list[Problem]]:
    """The past of every ranking of a site, as far as its history is here, by the program that runs here.

    And warnings of what of it cannot be read. What is in `memory` is not found out again: nothing of it
    outlives this process, so that nobody can have written it but this program. `secrets` are told nowhere.
    """
    if not find_git_folder(site.root):
        return _make_empty_histories(boards), []
    from sitegen.compare.git import HistoryError  # noqa: PLC0415 - a check asks for no history
    from sitegen.compare.repository import Repository  # noqa: PLC0415 - a check asks for no history

    try:
        repository = Repository.from_site(site.root)
        if repository.is_shallow or not repository.head:
            return _make_empty_histories(boards, repository.shallow_message), []
        from sitegen.compare.corrections import find_histories  # noqa: PLC0415 - a site without a history need not wait for it

        return find_histories(repository, site, boards, secrets, workers, {} if memory is None else memory)
    except HistoryError as error:
        message = say(
            "history-not-read", "the history of the site cannot be read: {reason}", reason=error.args[0]
        )
        hint = advise("the pages do not tell then what was corrected")
        return _make_empty_histories(boards), [Problem(".git", 0, 0, message, hint, Severity.WARNING)]


def find_committed_cache(root: Path) -> list[Problem]:
    """That git keeps what an earlier version found out of the history: the names of all, who hide or not."""
    if not os.path.lexists(root / _OLD_CACHE_FOLDER):
        return []
    from sitegen.compare.git import HistoryError  # noqa: PLC0415 - few sites have such a folder
    from sitegen.compare.repository import Repository  # noqa: PLC0415 - few sites have such a folder

    with suppress(HistoryError):
        if Repository.from_site(root).tracks(_OLD_CACHE_FOLDER):
            message = say(
                "cache-committed", "git keeps this folder of an earlier version, with everybody's names"
            )
            hint = advise("`git rm -r --cached .sitegen`, and delete it: nothing is read from it any more")
            return [Problem(_OLD_CACHE_FOLDER, 0, 0, message, hint)]
    return []


def find_disclosures(site: Site, people: Mapping[str, Sequence[Person]]) -> list[Problem]:
    """Errors where names of players who hide, or hid, stand at others now; none where no history is here.

    `people` are the players of each ranking, by its id. Where nobody hides git is not asked.
    """
    if not any(person.hidden for crowd in people.values() for person in crowd) or not find_git_folder(
        site.root
    ):
        return []
    from sitegen.compare.git import HistoryError  # noqa: PLC0415 - as above
    from sitegen.compare.history import search_disclosures as found  # noqa: PLC0415 - as above
    from sitegen.compare.repository import Repository  # noqa: PLC0415 - as above

    try:
        return list(found(Repository.from_site(site.root), site, people))
    except HistoryError:
        return []


def _make_empty_histories(
    boards: Iterable[RankingContext], reason: str = ""
) -> Mapping[str, CorrectionHistory]:
    return dict.fromkeys((context.ranking.id for context in boards), UNKNOWN_HISTORY._replace(reason=reason))
