"""When rows were played, as their system says it, and which lists had been published by then."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from sitegen.model import Dated, Short
from sitegen.system import Calendared, System


@dataclass(frozen=True)
class Timed:
    """The days of the rows of a ranking, found by their system; it may tell of one row for all of a kind."""

    system: System
    inputs: Any

    @cached_property
    def _told(self) -> Sequence[Dated]:
        return list(self.system.dated(self.inputs)) if isinstance(self.system, Calendared) else []

    @cached_property
    def _by_row(self) -> Mapping[int, Dated]:
        return {id(each.row): each for each in self._told}

    @cached_property
    def _by_cell(self) -> Mapping[tuple[type, str, Any], Dated]:
        return {(type(each.row), each.column, getattr(each.row, each.column)): each for each in self._told}

    @cached_property
    def _columns(self) -> Mapping[type, Iterable[str]]:
        return {type(each.row): {each.column} for each in self._told}

    def of(self, row: Any) -> Dated | None:
        """When a row was, or is to be, played; None where its system does not say it."""
        if found := self._by_row.get(id(row)):
            return found
        cells = ((type(row), name, getattr(row, name)) for name in self._columns.get(type(row), ()))
        return next((found for each in cells if (found := self._by_cell.get(each))), None)


def overdue(day: date, published: Iterable[Short]) -> Short | None:
    """The first list published by then that should have what was played on a day, if it came out later."""
    return next((each for each in published if each.through >= day and each.day > day), None)
