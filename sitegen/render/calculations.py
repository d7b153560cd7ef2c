"""Render calculations with the figures of rows, the tables of duels, and links that report a mistake.

A table of duels has two players a row, and below it a row of no height that opens its calculation. Its
columns are a name, what that player won, the result, the other name, what that one won, and the chance. What
rows have in common stands above them.

`IssueReport` links to an issue form of the site's repository on GitHub, whose fields are filled in from the
query of the address. The link of a row has its place in the files alone; a script adds the text of the row.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, lru_cache, partial
from html import escape
from itertools import chain, compress, count, pairwise, repeat
from operator import add, ne
from string import Formatter
from typing import Any
from urllib.parse import quote_plus

from sitegen.core.language import Language
from sitegen.core.model import Section
from sitegen.core.table import Column, Table, get_columns, make_column
from sitegen.render.cells import FALL_TAGS, CellWriter
from sitegen.render.table_layout import (
    ColumnValues,
    find_visible_columns,
    get_values,
    index_columns,
    is_numeric,
    join_rows,
)

ISSUE_FORM = "result.yml"
"""The file of the form, below `.github/ISSUE_TEMPLATE/` of the repository."""
_FLAG_OPENING = '<a class=flag href="'
_quote_query = partial(quote_plus, safe="/:")


@dataclass(frozen=True)
class IssueReport:
    """The form for a page of a ranking, with the last day for complaints about it, if there is one.

    `open_deadlines` has the last days by event that are not past, for a page with rows of several events.
    """

    repository: str
    ranking: str
    page_url: str
    deadline: date | None = None
    open_deadlines: Mapping[str, date] = field(default_factory=dict)

    @cached_property
    def address(self) -> str:
        """The link to the form for a mistake anywhere on the page."""
        deadline = {"until": self.deadline.isoformat()} if self.deadline else {}
        return f"{self._form_url}&{_encode_query({'page': self.page_url, **deadline})}"

    @cached_property
    def _form_url(self) -> str:
        query = _encode_query({"template": ISSUE_FORM, "ranking": self.ranking})
        return f"https://github.com/{self.repository}/issues/new?{query}"

    def render_flags(self, rows: Iterable[tuple[str, str]], language: Language) -> list[str]:
        """Return a small flag for each row, given its place and the key of its event, as a link to the form.

        It is blank for a row without a place. A page can have thousands of rows, so the script adds the text
        of the row and the address of the page.
        """
        opening = f"{_FLAG_OPENING}{escape(self._form_url)}&amp;row="
        closing = f'" aria-label="{escape(language.translate("Report a mistake"))}"></a>'
        deadlines = {event: f"&amp;until={day}" for event, day in self.open_deadlines.items()}
        return [
            place and f"{opening}{_quote_path(path)}:{line}{deadlines.get(event, '')}{closing}"
            for place, event in rows
            for path, _, line in [place.rpartition(":")]
        ]


_quote_path = lru_cache(maxsize=1024)(_quote_query)


def _encode_query(fields: Mapping[str, str]) -> str:
    return "&".join([f"{name}={_quote_query(value)}" for name, value in fields.items()])


def render_calculations(
    cells: CellWriter, table: type[Table], rows: Sequence[Any], pattern: str
) -> list[str]:
    """Fill in an HTML pattern for each of the rows; blank for a row without a figure that the pattern has.

    `{winner}` is the cell of that column, of a player the name alone; `{change:2}` is a figure with two
    decimals.
    """
    values, pieces = get_values(table, rows), _parse_pattern(table, pattern)
    fields = dict.fromkeys(field for _, field in pieces if field)
    texts = {
        field: _format_values(cells, get_columns(table)[field[0]], values(field[0]), field[1])
        for field in fields
    }
    parts = [(repeat(text, len(rows)), texts[field] if field else repeat("")) for text, field in pieces]
    figures = [texts[field] for field in fields if field[1]]
    are_complete = map(all, zip(*figures, strict=True)) if figures else repeat(True)
    lines = zip(join_rows(*chain.from_iterable(parts)), are_complete, strict=False)
    return [line if is_complete else "" for line, is_complete in lines]


@lru_cache(maxsize=64)
def _parse_pattern(table: type[Table], pattern: str) -> list[tuple[str, tuple[int, str | None] | None]]:
    """Return the texts of a pattern, each with the place and the decimals of the field behind it."""
    pieces, places = Formatter().parse(pattern), index_columns(table)
    return [(text, (places[name], decimals) if name else None) for text, name, decimals, _ in pieces]


def _format_values(
    cells: CellWriter, column: Column, values: Sequence[Any], decimals: str | None
) -> Sequence[str]:
    if decimals:
        return cells.language.format_numbers(values, int(decimals))
    if column.display.style == "player":
        return list(map(cells.plain_names.__getitem__, values))
    return list(cells.get_writer(column)(values))


class DuelTable:
    """Renders a table of duels, each row with its calculation."""

    def __init__(self, cells: CellWriter, report: IssueReport | None, section: Section) -> None:
        self.cells, self.report, self.section = cells, report, section
        self.values: ColumnValues = get_values(section.table, section.rows)
        visible_columns = [
            column for column in find_visible_columns(section.table) if column.display.style != "remark"
        ]
        self.columns = [column for column in visible_columns if column.name not in section.shared_columns]
        self.place = index_columns(section.table)

    def render(self, heading: str) -> str:
        """Return the whole table; without a column of changes, the first player of a row has won.

        `heading` is the id of its title.
        """
        wins = "" if any(column.role == "change" for column in self.columns) else " wins"
        opening = f'<table class="plain duel t4{wins}" aria-labelledby="{escape(heading)}">'
        heads = ""
        for column in self.columns:
            kind = ' class="n" data-sort="number"' if is_numeric(column) else ""
            heads += f'\n<th scope="col"{kind}>{self.cells.translate(column.label)}'
        return f"{opening}\n<thead><tr>{heads}{''.join(self._render_bodies())}\n</table>"

    def _find_by_style(self, style: str) -> tuple[Column, Sequence[Any]] | None:
        """Return the first column of a style that is not blank, with its values."""
        columns = [column for column in get_columns(self.section.table) if column.display.style == style]
        pairs = ((column, self.values(self.place[column.name])) for column in columns)
        return next((pair for pair in pairs if any(pair[1])), None)

    def _render_rows(self) -> list[str]:
        """Return each row with the row that it opens."""
        section, cells = self.section, self._render_cells()
        steps = render_calculations(self.cells, section.table, section.rows, section.calculation)
        tags = ["\n<tr>" if step else "\n<tr class=no>" for step in steps]
        word = self.cells.translate("Calculation")
        opening = f"\n<tr><td colspan={len(cells)}><details><summary>{word}</summary>"
        return join_rows(tags, *cells, repeat(opening), self._render_details(steps), repeat("</details>"))

    def _render_cells(self) -> list[Iterable[str]]:
        """Return the cells of each column; a remark on the row follows the last name."""
        cells = []
        for number, column in enumerate(self.columns):
            changes = FALL_TAGS if column.role == "change" else None
            write = self.cells.get_writer(column, "<td>" if number else "<th>", changes)
            cells.append(write(self.values(self.place[column.name])))
        if remark := self._find_by_style("remark"):
            last = max(place for place, column in enumerate(self.columns) if column.display.style == "player")
            opening = f' <small data-label="{self.cells.translate(remark[0].label)}">'
            remarks = [
                text and f"{opening}{text}</small>" for text in self.cells.get_writer(remark[0])(remark[1])
            ]
            cells[last] = map(add, cells[last], remarks)
        return cells

    def _render_details(self, steps: list[str]) -> Iterable[str]:
        """Return what each row opens: its calculation, its place in the files, and the flag for a mistake."""
        if not (source := self._find_by_style("source")):
            return steps
        column, values = source
        flags = (
            self.report.render_flags(zip(values, repeat("")), self.cells.language)
            if self.report
            else repeat("")
        )
        between = ["; " if step else "" for step in steps]
        return join_rows(steps, between, self.cells.get_writer(column)(values), flags)

    def _render_bodies(self) -> Iterator[str]:
        """Yield the bodies of the table, each with what its rows have in common above them."""
        rows, table = self._render_rows(), self.section.table
        shared = [
            (get_columns(table)[place], self.values(place))
            for place in map(self.place.__getitem__, self.section.shared_columns)
        ]
        keys = list(zip(*(values for _, values in shared), strict=True))
        starts = compress(count(1), map(ne, keys, keys[1:]))
        for start, end in pairwise([0, *starts, len(rows)]):
            common = [
                self._render_common(column, values[start]) for column, values in shared if values[start]
            ]
            head = f"\n<tr class=event><th colspan={len(self.columns)} scope=rowgroup{' <small'.join(common)}"
            closing = "</small>" * (len(common) - 1)
            yield "".join(["\n<tbody>", f"{head}{closing}" if common else "", *rows[start:end]])

    def _render_common(self, column: Column, value: Any) -> str:
        """Return a value that rows have in common, with its label; a day is no link on its own page."""
        text = self.cells.render_cell(make_column(column.label, column.kind), value)
        return f' data-label="{self.cells.translate(column.label)}">{text}'
