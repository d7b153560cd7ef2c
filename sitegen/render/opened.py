"""A table of duels: two people a row, and below it a row of no height that opens its calculation.

Its columns are six: a name, what it won, the result, the other name, what that won, and the chance. The cells
of a column are alike, so that none says what it is; what rows have in common stands above them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import pairwise, repeat
from operator import add
from typing import Any

from sitegen.model import Section
from sitegen.render import filled
from sitegen.render.cells import Cells
from sitegen.render.columns import writer
from sitegen.render.layout import is_numeric, visible
from sitegen.render.report import Report
from sitegen.table import Column, by_column, column_of, columns


def table(cells: Cells, report: Report | None, section: Section, heading: str) -> str:
    """The rows of a section with what each opens; `heading` is the id of its title."""
    return _Duels(cells, report, section).table(heading)


@dataclass(frozen=True)
class _Duels:
    cells: Cells
    report: Report | None
    section: Section

    def table(self, heading: str) -> str:
        """The whole table; where no column is one of changes, who stands first has won."""
        is_won = all(each.role != "change" for each in self._shown)
        opening = f'class="plain duel t4{" wins" if is_won else ""}" aria-labelledby="{escape(heading)}"'
        heads = "".join(map(self._heading, self._shown))
        return f"<table {opening}>\n<thead><tr>{heads}{''.join(self._bodies())}\n</table>"

    @cached_property
    def _by_name(self) -> dict[str, tuple[Column, Sequence[Any]]]:
        """The columns with their values."""
        described = columns(self.section.table)
        cells = by_column(self.section.rows)
        return {each.name: (each, of) for each, of in zip(described, cells, strict=True)}

    @cached_property
    def _shown(self) -> list[Column]:
        own = [each for each in visible(self.section.table) if each.shown.style != "remark"]
        return [each for each in own if each.name not in self.section.above]

    def _of_style(self, style: str) -> tuple[Column, Sequence[Any]] | None:
        """The first column of a style that has anything, with its values."""
        found = (each for each in self._by_name.values() if each[0].shown.style == style and any(each[1]))
        return next(found, None)

    def _heading(self, column: Column) -> str:
        kind = ' class="n" data-sort="number"' if is_numeric(column) else ""
        return f'\n<th scope="col"{kind}>{self.cells.word(column.label)}'

    def _rows(self) -> list[str]:
        """Each row with the row that it opens."""
        steps = filled.texts(self.cells, self.section.rows, self.section.calculation)
        tags = ["\n<tr>" if each else "\n<tr class=no>" for each in steps]
        word, width = self.cells.word("Calculation"), len(self._shown)
        opening = repeat(f"\n<tr><td colspan={width}><details><summary>{word}</summary>", len(tags))
        parts = tags, *self._written(), opening, self._below(steps), repeat("</details>", len(tags))
        return list(map("".join, zip(*parts, strict=True)))

    def _written(self) -> list[list[str]]:
        """The cells of each column; behind the last name stands why a row does not count."""
        tags = ["<th>", *["<td>"] * len(self._shown[1:])]
        written = [self._cells(each, tag) for each, tag in zip(self._shown, tags, strict=True)]
        if remarked := self._of_style("remark"):
            last = max(place for place, each in enumerate(self._shown) if each.shown.style == "player")
            opening = f' <small data-label="{self.cells.word(remarked[0].label)}">'
            said = [each and f"{opening}{each}</small>" for each in self.cells.texts(*remarked)]
            written[last] = list(map(add, written[last], said))
        return written

    def _cells(self, column: Column, tag: str) -> list[str]:
        values, shown = self._by_name[column.name][1], column.shown
        if column.role == "change":
            return [*writer(self.cells, column, "d", "")(values)]
        if column.kind is float and shown.style in {"number", "signed"}:
            return self.cells.figures(values, tag, shown.decimals, signed=shown.style == "signed")
        return self.cells.texts(column, values, tag)

    def _below(self, steps: list[str]) -> list[str]:
        """What each row opens: its calculation, where it stands, and what reports a mistake in it."""
        if not (stood := self._of_style("source")):
            return steps
        places, language = stood[1], self.cells.language
        flags = self.report.flags(zip(places, repeat("")), language) if self.report else repeat("")
        sources = self.cells.sources_of(places, "")
        return [
            f"{step}{'; ' if step else ''}{source}{flag}"
            for step, source, flag in zip(steps, sources, flags, strict=False)
        ]

    def _bodies(self) -> Iterator[str]:
        """The bodies of the table, each below what its rows have in common."""
        rows, above = self._rows(), [self._by_name[name] for name in self.section.above]
        keys = list(zip(*(values for _, values in above), strict=True)) if above else [()] * len(rows)
        starts = [0, *(place for place, (one, other) in enumerate(pairwise(keys), 1) if one != other)]
        for start, end in pairwise([*starts, len(rows)]):
            told = [self._common(column, values[start]) for column, values in above if values[start]]
            head = f"\n<tr class=event><th colspan={len(self._shown)} scope=rowgroup{' <small'.join(told)}"
            closing = "</small>" * (len(told) - 1)
            yield "".join(["\n<tbody>", f"{head}{closing}" if told else "", *rows[start:end]])

    def _common(self, column: Column, value: Any) -> str:
        """What rows have in common, behind its label: on its own page a day leads nowhere."""
        text = self.cells.one(column_of(column.label, column.kind), value)
        return f' data-label="{self.cells.word(column.label)}">{text}'
