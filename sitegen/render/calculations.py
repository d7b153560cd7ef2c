"""Render calculations with the figures of rows, tables whose rows open theirs, and links to report mistakes.

Below each row of such a table is a row of no height that opens its calculation. A row about two players or
teams has a name, what that side won, the result, the other name, what that one won, and one more figure; a
row about one has a name, figures, and last the one that it is about. The place can stand before either. What
rows have in common stands above them.

`IssueReport` links to an issue form of the site's repository on GitHub, whose fields are filled in from the
query of the address. The link of a row has its place in the files alone; a script adds the text of the row.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache, cached_property, lru_cache, partial
from html import escape
from itertools import pairwise, repeat
from string import Formatter
from typing import Any
from urllib.parse import quote_plus

from sitegen.core.language import Language
from sitegen.core.model import Section
from sitegen.core.numbers import MINUS
from sitegen.core.table import Column, Table, get_columns, make_column
from sitegen.render.cells import FALL_TAGS, CellWriter
from sitegen.render.table_layout import (
    ColumnValues,
    DisplayColumn,
    find_breaks,
    find_visible_columns,
    get_plain_class,
    get_values,
    get_word_classes,
    index_columns,
    is_numeric,
    join_rows,
)

ISSUE_FORM = "result.yml"
"""The file of the form, below `.github/ISSUE_TEMPLATE/` of the repository."""
_SIDES = [-6, -3]
"""Where the names of two sides stand in a row, counted from its last column."""
_WORD = re.compile(r"\[([^]]+)\]")
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
    decimals, and with `{change:(2)}` one below zero stands in parentheses. `[Own]`, `[1.5]`
    and `[:]` are that word, number and colon in the language of the site.
    """
    translated = _WORD.sub(lambda word: _translate(cells, word[1]), pattern)
    values, pieces = get_values(table, rows), _parse_pattern(table, translated)
    if not pieces:
        return [""] * len(rows)
    fields = dict.fromkeys(field for _, field in pieces if field)
    texts = {
        field: _format_values(cells, get_columns(table)[field[0]], values(field[0]), field[1])
        for field in fields
    }
    parts: list[Iterable[str]] = []
    for text, place in pieces:
        parts += [repeat(text, len(rows)), texts[place] if place else repeat("")]
    figures = [texts[field] for field in fields if field[1]]
    are_complete = [all(row) for row in zip(*figures, strict=True)] if figures else repeat(True)
    lines = zip(join_rows(*parts), are_complete, strict=False)
    return [line if is_complete else "" for line, is_complete in lines]


def _translate(cells: CellWriter, word: str) -> str:
    if word == ":":
        return cells.language.colon
    return word.replace(".", cells.language.decimal_mark) if word[0].isdigit() else cells.translate(word)


@lru_cache(maxsize=64)
def _parse_pattern(table: type[Table], pattern: str) -> list[tuple[str, tuple[int, str | None] | None]]:
    """Return the texts of a pattern, each with the place and the decimals of the field behind it."""
    pieces, places = Formatter().parse(pattern), index_columns(table)
    return [(text, (places[name], decimals) if name else None) for text, name, decimals, _ in pieces]


def _format_values(
    cells: CellWriter, column: Column, values: Sequence[Any], decimals: str | None
) -> Sequence[str]:
    if decimals:
        texts = cells.language.format_numbers(values, int(decimals.strip("()")))
        return (
            [f"({text})" if text.startswith(MINUS) else text for text in texts]
            if decimals[0] == "("
            else texts
        )
    if column.display.style == "player":
        return [cells.plain_names[player] for player in values]
    return list(cells.get_writer(column)(values))


@cache
def _select_columns(table: type[Table], *apart: str) -> list[Column]:
    """Return the columns of a table whose rows open, without those that are shown apart."""
    return [
        column
        for column in find_visible_columns(table)
        if column.display.style not in {"remark", "source"}
        and column.role != "beside"
        and column.name not in apart
    ]


class OpenedTable:
    """Renders a table whose rows open their calculation."""

    def __init__(self, cells: CellWriter, report: IssueReport | None, section: Section) -> None:
        self.cells, self.report, self.section = cells, report, section
        self.values: ColumnValues = get_values(section.table, section.rows)
        self.place = index_columns(section.table)
        self.columns = _select_columns(section.table, *section.shared_columns, *section.opened_columns)
        self.names = [place for place, column in enumerate(self.columns) if column.role == "name"]

    def render(self, heading: str) -> str:
        """Return the whole table; `heading` is the id of its title.

        Of two sides whose points are no changes of a rating, the first has won them from the second.
        """
        gains = [column for column in self.columns if column.display.style == "signed"]
        is_duel = [place - len(self.columns) for place in self.names] == _SIDES
        is_change = any(column.role == "change" for column in gains)
        moves = " moves" if is_change else " wins" if is_duel and len(gains) == len(_SIDES) else ""
        classes = [get_plain_class(column, optional=False) for column in self.columns]
        words = "" if is_duel else get_word_classes(classes)
        kind = f"plain {'duel' if is_duel else 'solo'}{moves}{words}"
        opening = f'<table class="{kind}" aria-labelledby="{escape(heading)}">'
        heads = ""
        for column in self.columns:
            letter = "r" if column.role == "rank" else "n"
            kind = f' class="{letter}" data-sort="number"' if is_numeric(column) else ""
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
        styles = {column.display.style for column in get_columns(section.table)}
        may_not_count = section.calculation and "remark" in styles
        tags = ["\n<tr class=no>" if may_not_count and not step else "\n<tr>" for step in steps]
        word = self.cells.translate("Calculation")
        opening = f"\n<tr><td colspan={len(cells)}><details><summary>{word}</summary>"
        return join_rows(tags, *cells, repeat(opening), *self._render_details(steps), repeat("</details>"))

    def _render_cells(self) -> list[Iterable[str]]:
        """Return the cells of each column; what stands beside a name follows it, a remark the last name."""
        cells = []
        for place, column in enumerate(self.columns):
            changes = FALL_TAGS if column.role == "change" else None
            tag = "<th>" if place in self.names[:1] else "<td>"
            write = self.cells.get_writer(column, tag, changes)
            cells.append(write(self.values(self.place[column.name])))
        columns = get_columns(self.section.table)
        for place in self.names:
            following = self.place[self.columns[place].name] + 1
            for beside in columns[following : following + 1]:
                if beside.role == "beside":
                    cells[place] = self._add_notes(cells[place], beside)
        if self.names and (remark := self._find_by_style("remark")):
            last = self.names[-1]
            cells[last] = self._add_notes(cells[last], remark[0])
        return cells

    def _add_notes(self, cells: Iterable[str], column: Column) -> list[str]:
        """Return cells with the values of a column behind them, small and with its label."""
        opening = f' <small data-label="{self.cells.translate(column.label)}">'
        texts = self.cells.get_writer(column)(self.values(self.place[column.name]))
        return [
            f"{cell}{opening}{text}</small>" if text else cell
            for cell, text in zip(cells, texts, strict=True)
        ]

    def _render_details(self, steps: list[str]) -> Iterator[Iterable[str]]:
        """Yield what each row opens: further cells, its calculation, its place in the files, and a flag."""
        columns = [get_columns(self.section.table)[self.place[name]] for name in self.section.opened_columns]
        cell_columns = [column for column in columns if column.display.style != "source"]
        for column in cell_columns:
            name = column.name
            display = DisplayColumn(
                self.place[name], self.place.get(column.event), column, "", self.cells.get_writer(column)
            )
            texts = display.render_cells(self.values)
            label = self.cells.translate(column.label)
            yield [text and f"{label} <b>{text}</b>; " for text in texts]
        if cell_columns:
            yield repeat("<br>")
        yield [step.replace("; ", "; <br>") for step in steps]
        if source := self._find_by_style("source"):
            column, values = source
            yield ["; " if step else "" for step in steps]
            yield self.cells.get_writer(column)(values)
            if self.report:
                yield self.report.render_flags(zip(values, repeat("")), self.cells.language)

    def _render_bodies(self) -> Iterator[str]:
        """Yield the bodies of the table, each with what its rows have in common above them."""
        rows, table = self._render_rows(), self.section.table
        places = [self.place[name] for name in self.section.shared_columns]
        shared = [(get_columns(table)[place], self.values(place)) for place in places]
        keys = list(zip(*(values for _, values in shared), strict=True))
        for start, end in pairwise([0, *find_breaks(keys), len(rows)]):
            common = [
                self._render_common(column, values[start]) for column, values in shared if values[start]
            ]
            head = f"\n<tr class=event><th colspan={len(self.columns)} scope=rowgroup{' <small'.join(common)}"
            closing = "</small>" * (len(common) - 1)
            yield "".join(["\n<tbody>", f"{head}{closing}" if common else "", *rows[start:end]])

    def _render_common(self, column: Column, value: Any) -> str:
        """Return a value that rows have in common, with its label; a day is no link on its own page."""
        shown = make_column(column.label, column.kind) if column.display.style == "event" else column
        text = self.cells.render_cell(shown, value)
        return f' data-label="{self.cells.translate(column.label)}">{text}'
