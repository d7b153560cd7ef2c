"""What the history of a site in git says: corrections, names that are shown again, and an old cache.

The modules that read git are imported only where a history is asked for.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

from sitegen.compare.correction import UNKNOWN_HISTORY, CorrectionHistory
from sitegen.core.files import find_git_folder
from sitegen.core.problems import Problem, Severity, advise, say
from sitegen.inputs.config.site import Site
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.inputs.results.players import Person
from sitegen.rankings.ranking import RankingContext

CommitCache = dict[object, Any]
"""Results for commits in this process, by everything that they depend on."""
_OLD_CACHE_FOLDER = ".sitegen"


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
        from sitegen.compare.commit_days import date_latest_commit  # noqa: PLC0415 - as above

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
    from sitegen.compare.disclosures import search_disclosures  # noqa: PLC0415 - as above
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
