"""The past as others may read it: what would name somebody who hides, or was taken out, is left out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from sitegen.difference.facts import Fact, Recounted
from sitegen.message import plain
from sitegen.names import fold
from sitegen.past.correction import Correction, RowTold
from sitegen.read.files import PLAYERS
from sitegen.read.hush import Hush
from sitegen.read.secrets import Secrets

_OWN = frozenset({"id", "name", "sort_name", "aliases"})
"""The columns of a row of players that say who it is."""


@dataclass(frozen=True)
class Hushed:
    """Takes names out of corrections: those that are `secrets` now, and all that `shown` players do not bear.

    `named` are all names that players have had in rows that changed, each with the real id it was of.
    """

    secrets: Secrets
    shown: frozenset[str]
    named: Sequence[tuple[str, str]]

    def corrections(self, corrections: Iterable[Correction]) -> list[Correction]:
        """The same corrections, safe to be published; players stand in their rows by real ids."""
        return [self._correction(each) for each in corrections]

    @cached_property
    def _hush(self) -> Hush:
        """What keeps the names of today, and those of before."""
        former = {fold(name) for real, name in self.named if real not in self.shown}
        return Hush(replace(self.secrets, names=self.secrets.names | (former - self.secrets.shown - {""})))

    def _correction(self, correction: Correction) -> Correction:
        return correction._replace(
            subject=self._text(correction.subject),
            rows=tuple(map(self._row, correction.rows)),
            settings=tuple(
                (name, self._text(old), self._text(new)) for name, old, new in correction.settings
            ),
            facts=tuple(map(self._fact, correction.facts)),
            named=(),
        )

    def _fact(self, fact: Fact) -> Fact:
        """A fact with its place as it may be told: players stand in facts by real ids."""
        if not isinstance(fact, Recounted):
            return fact
        return fact._replace(place=plain(self._hush.path(fact.place)))

    def _text(self, text: str) -> str:
        return plain(self._hush.text(text))

    def _row(self, row: RowTold) -> RowTold:
        told = [self._cells(row, each) for each in (row.before, row.after)]
        return row._replace(path=plain(self._hush.path(row.path)), before=told[0], after=told[1])

    def _cells(self, row: RowTold, cells: Mapping[str, str]) -> Mapping[str, str]:
        if row.table == PLAYERS and cells.get("id") not in self.shown:
            cells = {name: text for name, text in cells.items() if name not in _OWN}
        return {name: text if name in row.players else self._text(text) for name, text in cells.items()}
