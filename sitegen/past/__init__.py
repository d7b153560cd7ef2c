"""The past of a ranking, from the history of its files: what was corrected, and what had been published."""

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sitegen.board import Board
from sitegen.checkout import marked
from sitegen.config import Site
from sitegen.message import advise, say
from sitegen.past.correction import SHORT, Correction, Edition, Gap, Past, RowTold
from sitegen.problem import Problem, Severity
from sitegen.read.people import Person
from sitegen.read.secrets import Secrets

__all__ = [
    "SHORT", "UNKNOWN", "Correction", "Edition", "Gap", "Past", "RowTold", "committed", "disclosures", "past",
]  # fmt: skip

Memory = dict[object, Any]
"""What was found out of commits in this process, by all that it was found out of."""
_FORMER = ".sitegen"
UNKNOWN = Past(is_known=False)
"""What is known of the past where nobody asked for it, or there is no history."""


def past(
    site: Site, boards: Sequence[Board], secrets: Secrets, workers: int = 1, memory: Memory | None = None
) -> tuple[Mapping[str, Past], list[Problem]]:
    """The past of every ranking of a site, as far as its history is here, by the program that runs here.

    And warnings of what of it cannot be read. What is in `memory` is not found out again: nothing of it
    outlives this process, so that nobody can have written it but this program. `secrets` are told nowhere.
    """
    if not marked(site.root):
        return _nothing(boards), []
    from sitegen.history import HistoryError, Repository  # noqa: PLC0415 - a check asks for no history

    try:
        repository = Repository.of(site.root)
        if repository.is_shallow or not repository.head:
            return _nothing(boards, repository.cut_short), []
        from sitegen.past.found import found  # noqa: PLC0415 - a site without a history need not wait for it

        return found(repository, site, boards, secrets, workers, {} if memory is None else memory)
    except HistoryError as error:
        message = say(
            "history-not-read", "the history of the site cannot be read: {reason}", reason=error.args[0]
        )
        hint = advise("the pages do not tell then what was corrected")
        return _nothing(boards), [Problem(".git", 0, 0, message, hint, Severity.WARNING)]


def committed(root: Path) -> list[Problem]:
    """That git keeps what an earlier version found out of the history: the names of all, who hide or not."""
    if not os.path.lexists(root / _FORMER):
        return []
    from sitegen.history import HistoryError, Repository  # noqa: PLC0415 - few sites have such a folder

    with suppress(HistoryError):
        if Repository.of(root).tracks(_FORMER):
            message = say(
                "cache-committed", "git keeps this folder of an earlier version, with everybody's names"
            )
            hint = advise("`git rm -r --cached .sitegen`, and delete it: nothing is read from it any more")
            return [Problem(_FORMER, 0, 0, message, hint)]
    return []


def disclosures(site: Site, people: Mapping[str, Sequence[Person]]) -> list[Problem]:
    """Errors where names of players who hide, or hid, stand at others now; none where no history is here.

    `people` are the players of each ranking, by its id. Where nobody hides git is not asked.
    """
    if not any(each.hidden for crowd in people.values() for each in crowd) or not marked(site.root):
        return []
    from sitegen.history import HistoryError, Repository  # noqa: PLC0415 - as above
    from sitegen.past.disclosures import disclosures as found  # noqa: PLC0415 - as above

    try:
        return list(found(Repository.of(site.root), site, people))
    except HistoryError:
        return []


def _nothing(boards: Iterable[Board], reason: str = "") -> Mapping[str, Past]:
    return dict.fromkeys((each.ranking.id for each in boards), UNKNOWN._replace(why=reason))
