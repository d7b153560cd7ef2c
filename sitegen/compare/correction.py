"""The corrections of a ranking after it was published, as plain data."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

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
    the day of the latest commit of the site, whatever it changed; it is known of a shallow clone too. `began`
    is the day of the first commit of the ranking that is known.
    """

    corrections: Sequence[Correction] = ()
    earlier_count: int = 0
    published_lists: Mapping[date, PublishedList] = {}
    is_known: bool = True
    reason: str = ""
    labels: Mapping[str, str] = {}
    unreadable_commits: Sequence[UnreadableCommit] = ()
    committed: date | None = None
    began: date | None = None

    def find_causes(self, day: date) -> list[Correction]:
        """Return the corrections that changed the list of a day, oldest first."""
        return [correction for correction in reversed(self.corrections) if day in correction.lists]


UNKNOWN_HISTORY = CorrectionHistory(is_known=False)
"""The history where nobody asked for it, or there is none."""
