"""A column of a table as it is shown: where its values come from, and what writes its cells."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import repeat
from operator import le
from typing import Any, Literal, NamedTuple

from markupsafe import Markup

from sitegen.render.cells import file_of
from sitegen.render.columns import Written
from sitegen.render.frame import Frame
from sitegen.table import Column, Table

TOO_FEW = 3
"""Of so few rows it says nothing that a column is the same in all."""
Marked = Literal["cells", "changes", "nothing"]
"""What says itself what it is: all cells of a list, changes by their sign, or only what fell."""
_BLANK = (None, "")
_TIME = re.compile("<time[^>]*>(.*?)</time>")
_NOTHING = re.compile("(?!)")


class ShownColumn(NamedTuple):
    """A column as a table shows it: its place in a row and its event's, and what writes its cells."""

    place: int
    key: int | None
    column: Column
    kind: str
    write: Written
    write_short: Written | None = None
    once: str = ""

    def cells(self, by_place: Sequence[Sequence[Any]]) -> Iterable[str]:
        """The cells, out of all columns of the table; without what the head says `once` of all."""
        if self.once:
            return self._short(by_place)
        values = by_place[self.place]
        return self.write(values if self.key is None else zip(values, by_place[self.key], strict=True))

    def headed(self, by_place: Sequence[Sequence[Any]]) -> "ShownColumn":
        """The same with what its head can say of all cells: the year of days, or the file of the rows."""
        return self._replace(once=self._once(by_place))

    def _once(self, by_place: Sequence[Sequence[Any]]) -> str:
        values = by_place[self.place]
        if self.write_short is None or len(values) <= TOO_FEW or not all(values):
            return ""
        if self.column.kind is date:
            return str(values[0].year) if len({each.year for each in values}) == 1 else ""
        path, colon, _ = values[0].rpartition(":")
        return file_of(path) if all(map(str.startswith, values, repeat(path + colon))) else ""

    def _short(self, by_place: Sequence[Sequence[Any]]) -> Iterable[str]:
        assert self.write_short is not None
        values = by_place[self.place]
        if self.column.kind is not date:
            return self.write_short(values)
        keys = values if self.column.shown.style == "event" else [None] * len(values)
        return self.write_short(zip(values, keys if self.key is None else by_place[self.key], strict=True))

    def elsewhere(self, by_place: Sequence[Sequence[Any]], here: str) -> list[str]:
        """The cells, in none of which stands `here`, what begins the way to the page that they are on.

        Nor do days that are in order say there what machines would sort them by.
        """
        written = list(self.cells(by_place))
        if not here or not (self.column.event or self.column.shown.style == "event"):
            return written
        time = _TIME if self.is_ordered(by_place) else _NOTHING
        plain = {each: time.sub(_unbroken, _unlinked(each, here)) for each in {*written}}
        return [plain[each] for each in written]

    def is_ordered(self, by_place: Sequence[Sequence[Any]]) -> bool:
        """Whether the rows are in the order of this column, which has days."""
        days = by_place[self.place]
        return self.column.kind is date and None not in days and all(map(le, days, days[1:]))

    def is_filled(self, by_place: Sequence[Sequence[Any]]) -> bool:
        """Whether there is something in the column."""
        return any(each not in _BLANK for each in by_place[self.place])

    def is_same(self, by_place: Sequence[Sequence[Any]]) -> bool:
        """Whether the column says of a list what all of its rows have, and is not what lists are for."""
        values = by_place[self.place]
        return "o" in self.kind and len(values) > TOO_FEW and all(each == values[0] for each in values)


class Kept(NamedTuple):
    """What is made once for all pages: layouts, heads and legends."""

    layouts: dict[tuple[type[Table], int | None, Marked], list[ShownColumn]]
    heads: dict[tuple[type[Table], tuple[tuple[int, str], ...], frozenset[int], bool], str]
    legends: dict[tuple[type[Table], ...], Markup]
    stories: dict[tuple[type[Table], tuple[int, ...], bool], Frame]
    articles: dict[tuple[str, ...], Markup]


def _unbroken(day: re.Match[str]) -> str:
    """A day on one line."""
    return day[1].replace(" ", "\N{NO-BREAK SPACE}")


def _unlinked(cell: str, way: str) -> str:
    return cell.replace(way, "").replace("</a>", "") if way in cell else cell
