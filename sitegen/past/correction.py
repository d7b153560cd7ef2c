"""What was corrected of a ranking after it had been published: plain facts, to be told."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sitegen.difference.facts import Fact

SHORT = 7
"""So many digits tell a commit."""


class RowTold(NamedTuple):
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
    rows: tuple[RowTold, ...]
    others: int
    settings: tuple[tuple[str, str, str], ...]
    facts: tuple["Fact", ...]
    lists: tuple[date, ...]
    named: tuple[tuple[str, str], ...] = ()


class Edition(NamedTuple):
    """The tables of a list as they were published on its day, each as its JSON file, by name.

    `hidden` has the real ids of those who hid then, by their labels.
    """

    tables: Mapping[str, str]
    hidden: Mapping[str, str]


class Gap(NamedTuple):
    """A commit of which nothing can be told, as if it had never been made; and why."""

    commit: str
    reason: str


class Past(NamedTuple):
    """The corrections of a ranking, the latest first, and the lists that they changed, as first published.

    `earlier` is how many commits before these changed or removed rows. `why` says why nothing is known,
    where that can be mended. `labels` are what players are shown under now who hide, by their real ids.
    `gaps` are commits that could not be read.
    """

    corrections: Sequence[Correction] = ()
    earlier: int = 0
    editions: Mapping[date, Edition] = {}
    is_known: bool = True
    why: str = ""
    labels: Mapping[str, str] = {}
    gaps: Sequence[Gap] = ()

    def causes(self, day: date) -> list[Correction]:
        """The corrections that changed the list of a day, oldest first."""
        return [each for each in reversed(self.corrections) if day in each.lists]
