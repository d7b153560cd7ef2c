"""The years of a player who played much: the page shows the latest, and each earlier one has its own."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from sitegen.model import Outcome, Part, Section, Sheet
from sitegen.table import Table, columns


class Years(NamedTuple):
    """Tells of rows of which year they are: by their day, or by that of the event they lead to."""

    days: Mapping[object, date]

    @classmethod
    def of(cls, outcome: Outcome) -> "Years":
        """The years of a ranking, whose events have their days."""
        keys = {each.key: each.day for each in outcome.events}
        return cls(keys | {cell: keys[key] for cell, key in outcome.event_of.items() if key in keys})

    def year(self, table: type[Table]) -> Callable[[Any], int]:
        """What tells the year of a row; 0 where that is not known."""
        described = columns(table)
        dated = [place for place, each in enumerate(described) if each.kind is date]
        keyed = [place for place, each in enumerate(described) if each.shown.style == "event"]
        if dated:
            return lambda row: row[dated[0]].year if row[dated[0]] else 0
        return lambda row: self.days[row[keyed[0]]].year if keyed and row[keyed[0]] in self.days else 0

    def page(self, sheet: Sheet, year: int) -> Sheet:
        """The sheet of one year: what is split, and nothing else."""

        def split(parts: Sequence[Part]) -> Sequence[Part]:
            return [self._of(each, year) for each in parts if isinstance(each, Section) and each.yearly]

        return sheet.with_parts(split)._replace(facts=())

    def latest(self, sheet: Sheet, year: int) -> Sheet:
        """The sheet of a player, in which what is split is that of the latest year."""

        def latest(parts: Sequence[Part]) -> Sequence[Part]:
            return [
                self._of(each, year) if isinstance(each, Section) and each.yearly else each for each in parts
            ]

        return sheet.with_parts(latest)

    def _of(self, section: Section, year: int) -> Section:
        of = self.year(section.table)
        return section._replace(rows=[row for row in section.rows if of(row) == year])
