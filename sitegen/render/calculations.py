"""Calculations with the figures of rows filled in, and the tables of duels in which each row opens its own.

Such a table has two people a row, and below it a row of no height that opens its calculation. Its columns are
six: a name, what it won, the result, the other name, what that won, and the chance. The cells of a column are
alike, so that none says what it is; what rows have in common stands above them.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import chain, compress, count, pairwise, repeat
from operator import add, ne
from string import Formatter
from typing import Any

from sitegen.model import Section
from sitegen.render.cells import FALLS, Cells
from sitegen.render.report import Report
from sitegen.render.table_layout import Values, is_numeric, join, places, values_of, visible
from sitegen.table import Column, Table, column_of, columns


def calculations(cells: Cells, table: type[Table], rows: Sequence[Any], pattern: str) -> list[str]:
    """The HTML `pattern` for each of the rows; nothing where a figure in it is missing.

    `{winner}` is the cell of that column, of a player the name alone; `{change:2}` is a figure with two
    decimals.
    """
    values, parsed = values_of(table, rows), _parsed(table, pattern)
    fields = dict.fromkeys(field for _, field in parsed if field)
    texts = {field: _texts(cells, columns(table)[field[0]], values(field[0]), field[1]) for field in fields}
    parts = [(repeat(text, len(rows)), texts[field] if field else repeat("")) for text, field in parsed]
    figures = [texts[field] for field in fields if field[1]]
    are_known = map(all, zip(*figures, strict=True)) if figures else repeat(True)
    lines = zip(join(*chain.from_iterable(parts)), are_known, strict=False)
    return [line if is_known else "" for line, is_known in lines]


@lru_cache(maxsize=64)
def _parsed(table: type[Table], pattern: str) -> list[tuple[str, tuple[int, str | None] | None]]:
    """The texts of a pattern, each with the place and the decimals of the field behind it."""
    parsed, place = Formatter().parse(pattern), places(table)
    return [(text, (place[name], decimals) if name else None) for text, name, decimals, _ in parsed]


def _texts(cells: Cells, column: Column, values: Sequence[Any], decimals: str | None) -> Sequence[str]:
    if decimals:
        return cells.language.numbers(values, int(decimals))
    if column.shown.style == "player":
        return list(map(cells.plain_names.__getitem__, values))
    return list(cells.writer(column)(values))


class DuelTable:
    """A table of duels with what each row opens."""

    def __init__(self, cells: Cells, report: Report | None, section: Section) -> None:
        self.cells, self.report, self.section = cells, report, section
        self.values: Values = values_of(section.table, section.rows)
        shown = [column for column in visible(section.table) if column.shown.style != "remark"]
        self.shown = [column for column in shown if column.name not in section.above]
        self.place = places(section.table)

    def html(self, heading: str) -> str:
        """The whole table; where no column is one of changes, who stands first has won.

        `heading` is the id of its title.
        """
        wins = "" if any(column.role == "change" for column in self.shown) else " wins"
        opening = f'<table class="plain duel t4{wins}" aria-labelledby="{escape(heading)}">'
        heads = "".join(map(self._heading, self.shown))
        return f"{opening}\n<thead><tr>{heads}{''.join(self._bodies())}\n</table>"

    def _heading(self, column: Column) -> str:
        kind = ' class="n" data-sort="number"' if is_numeric(column) else ""
        return f'\n<th scope="col"{kind}>{self.cells.word(column.label)}'

    def _of_style(self, style: str) -> tuple[Column, Sequence[Any]] | None:
        """The first column of a style that has anything, with its values."""
        of_style = [column for column in columns(self.section.table) if column.shown.style == style]
        found = ((column, self.values(self.place[column.name])) for column in of_style)
        return next((pair for pair in found if any(pair[1])), None)

    def _rows(self) -> list[str]:
        """Each row with the row that it opens."""
        section, cells = self.section, self._cells()
        steps = calculations(self.cells, section.table, section.rows, section.calculation)
        tags = ["\n<tr>" if step else "\n<tr class=no>" for step in steps]
        word = self.cells.word("Calculation")
        opening = f"\n<tr><td colspan={len(cells)}><details><summary>{word}</summary>"
        return join(tags, *cells, repeat(opening), self._details(steps), repeat("</details>"))

    def _cells(self) -> list[Iterable[str]]:
        """The cells of each column; behind the last name stands why a row does not count."""
        cells = []
        for number, column in enumerate(self.shown):
            changes = FALLS if column.role == "change" else None
            write = self.cells.writer(column, "<td>" if number else "<th>", changes)
            cells.append(write(self.values(self.place[column.name])))
        if remarked := self._of_style("remark"):
            last = max(place for place, column in enumerate(self.shown) if column.shown.style == "player")
            opening = f' <small data-label="{self.cells.word(remarked[0].label)}">'
            remarks = [
                text and f"{opening}{text}</small>" for text in self.cells.writer(remarked[0])(remarked[1])
            ]
            cells[last] = map(add, cells[last], remarks)
        return cells

    def _details(self, steps: list[str]) -> Iterable[str]:
        """What each row opens: its calculation, where it stands, and what reports a mistake in it."""
        if not (found := self._of_style("source")):
            return steps
        column, values = found
        flags = self.report.flags(zip(values, repeat("")), self.cells.language) if self.report else repeat("")
        between = ["; " if step else "" for step in steps]
        return join(steps, between, self.cells.writer(column)(values), flags)

    def _bodies(self) -> Iterator[str]:
        """The bodies of the table, each below what its rows have in common."""
        rows, table = self._rows(), self.section.table
        above = [
            (columns(table)[place], self.values(place))
            for place in map(self.place.__getitem__, self.section.above)
        ]
        keys = list(zip(*(values for _, values in above), strict=True))
        starts = compress(count(1), map(ne, keys, keys[1:]))
        for start, end in pairwise([0, *starts, len(rows)]):
            told = [self._common(column, values[start]) for column, values in above if values[start]]
            head = f"\n<tr class=event><th colspan={len(self.shown)} scope=rowgroup{' <small'.join(told)}"
            closing = "</small>" * (len(told) - 1)
            yield "".join(["\n<tbody>", f"{head}{closing}" if told else "", *rows[start:end]])

    def _common(self, column: Column, value: Any) -> str:
        """What rows have in common, behind its label: on its own page a day leads nowhere."""
        text = self.cells.one(column_of(column.label, column.kind), value)
        return f' data-label="{self.cells.word(column.label)}">{text}'
