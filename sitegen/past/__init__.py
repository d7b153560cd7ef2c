"""The past of a ranking, from the history of its files: what was corrected, and what had been published."""

from collections.abc import Iterable, Mapping, Sequence

from sitegen.board import Board
from sitegen.checkout import marked
from sitegen.config import Site
from sitegen.past.correction import Correction, Edition, Past, RowTold
from sitegen.read.secrets import Secrets

__all__ = ["UNKNOWN", "Correction", "Edition", "Past", "RowTold", "past"]

UNKNOWN = Past(is_known=False)
"""What is known of the past where nobody asked for it, or there is no history."""


def past(site: Site, boards: Sequence[Board], secrets: Secrets, workers: int = 1) -> Mapping[str, Past]:
    """The past of every ranking of a site, as far as its history is here, by the program that runs here.

    What was found out of a commit once is kept, for this program alone. `secrets` are told nowhere.
    """
    if not marked(site.root):
        return _nothing(boards)
    from sitegen.history import HistoryError, Repository  # noqa: PLC0415 - a check asks for no history

    try:
        repository = Repository.of(site.root)
        if repository.is_shallow:
            return _nothing(boards, repository.cut_short)
        from sitegen.past.found import found  # noqa: PLC0415 - a site without a history need not wait for it

        return found(repository, site, boards, secrets, workers)
    except HistoryError:
        return _nothing(boards)


def _nothing(boards: Iterable[Board], reason: str = "") -> Mapping[str, Past]:
    return dict.fromkeys((each.ranking.id for each in boards), UNKNOWN._replace(why=reason))
