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
from typing import Any, NamedTuple, Self
from urllib.parse import quote_plus

from sitegen.core.language import Language
from sitegen.core.model import Section
from sitegen.core.numbers import MINUS
from sitegen.core.table import Column, Table, get_columns, make_column
from sitegen.render.cells import FALL_TAGS, CellWriter, ColumnWriter, format_title, unmark_days
from sitegen.render.formula_text import mark_powers
from sitegen.render.table_layout import (
    ColumnValues,
    DisplayColumn,
    find_breaks,
    find_visible_columns,
    get_plain_class,
    get_values,
    get_word_classes,
    index_columns,
    is_blank,
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


_Field = tuple[int, str]
"""The place of a column, and the decimals of its figures in a pattern, blank for what is no figure."""


class Calculation(NamedTuple):
    """An HTML pattern that is filled in for rows, in one language and at one depth.

    `pieces` are its texts, each with the field behind it, None at the end; `writers` format the values of a
    field.
    """

    pieces: Sequence[tuple[str, _Field | None]]
    writers: Mapping[_Field, ColumnWriter]

    @classmethod
    def parse(cls, cells: CellWriter, table: type[Table], pattern: str) -> Self:
        """Read a pattern with columns of a table.

        `{winner}` is the cell of that column, of a player the name alone; `{change:2}` is a figure with two
        decimals, and with `{change:(2)}` one below zero stands in parentheses. `[Own]`, `[1.5]`
        and `[:]` are that word, number and colon in the language of the site.
        """
        translated = _WORD.sub(lambda word: _translate(cells, word[1]), mark_powers(pattern))
        places = index_columns(table)
        pieces = [
            (text, (places[name], decimals or "") if name else None)
            for text, name, decimals, _ in Formatter().parse(translated)
        ]
        columns = get_columns(table)
        fields = dict.fromkeys(field for _, field in pieces if field)
        return cls(pieces, {field: _make_writer(cells, columns[field[0]], field[1]) for field in fields})

    def fill_in(self, values: ColumnValues, count: int) -> list[str]:
        """Fill the pattern in for each of the rows; blank for a row without a figure that the pattern has."""
        if not self.pieces:
            return [""] * count
        texts = {field: list(write(values(field[0]))) for field, write in self.writers.items()}
        parts: list[Iterable[str]] = []
        for text, place in self.pieces:
            parts += [repeat(text, count), texts[place]] if place else [repeat(text, count)]
        figures = [texts[field] for field in texts if field[1]]
        are_complete = map(all, zip(*figures, strict=True)) if figures else repeat(True)
        lines = zip(join_rows(*parts), are_complete, strict=False)
        return [line if is_complete else "" for line, is_complete in lines]


def _translate(cells: CellWriter, word: str) -> str:
    if word == ":":
        return cells.language.colon
    return word.replace(".", cells.language.decimal_mark) if word[0].isdigit() else cells.translate(word)


def _make_writer(cells: CellWriter, column: Column, decimals: str) -> ColumnWriter:
    if not decimals:
        is_player = column.display.style == "player"
        return partial(map, cells.plain_names.__getitem__) if is_player else cells.get_writer(column)
    format_numbers = partial(cells.language.format_numbers, decimals=int(decimals.strip("()")))
    if decimals[0] != "(":
        return format_numbers
    return lambda values: [f"({text})" if text.startswith(MINUS) else text for text in format_numbers(values)]


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
    """Renders the sections of one table whose rows open their calculation, on pages at the same depth."""

    def __init__(self, cells: CellWriter, section: Section) -> None:
        """Take from a section what all that have the same columns and calculation have in common."""
        table, self.cells, self.place = section.table, cells, index_columns(section.table)
        self.columns = _select_columns(table, *section.shared_columns, *section.opened_columns)
        self.names = [place for place, column in enumerate(self.columns) if column.role == "name"]
        self.kind = self._find_classes()
        self.heads = self._render_heads()
        self.calculation = Calculation.parse(cells, table, section.calculation)
        self.writers = [
            cells.get_writer(
                column,
                "<th>" if place in self.names[:1] else "<td>",
                FALL_TAGS if column.role == "change" else None,
            )
            for place, column in enumerate(self.columns)
        ]
        columns = get_columns(table)
        following = [(place, self.place[self.columns[place].name] + 1) for place in self.names]
        self.besides = [
            (place, columns[next_])
            for place, next_ in following
            if next_ < len(columns) and columns[next_].role == "beside"
        ]
        self.remarks, self.sources = (
            [column for column in columns if column.display.style == style] for style in ("remark", "source")
        )
        self.may_not_count = bool(section.calculation and self.remarks)
        self.shared = [columns[self.place[name]] for name in section.shared_columns]
        opened = [columns[self.place[name]] for name in section.opened_columns]
        self.opened = [column for column in opened if column.display.style != "source"]

    def _find_classes(self) -> str:
        """Return the classes of the table.

        Of two sides whose points are no changes of a rating, the first has won them from the second.
        """
        gains = [column for column in self.columns if column.display.style == "signed"]
        is_duel = [place - len(self.columns) for place in self.names] == _SIDES
        is_change = any(column.role == "change" for column in gains)
        moves = " moves" if is_change else " wins" if is_duel and len(gains) == len(_SIDES) else ""
        classes = [get_plain_class(column, optional=False) for column in self.columns]
        words = "" if is_duel else get_word_classes(classes)
        return f"plain {'duel' if is_duel else 'solo'}{moves}{words}"

    def _render_heads(self) -> str:
        heads = ""
        for column in self.columns:
            letter = "r" if column.role == "rank" else "n"
            sort = f" class={letter} data-sort=number" if is_numeric(column) else ""
            heads += f"\n<th{sort}>{self.cells.translate(column.label)}"
        return heads

    def render(self, section: Section, report: IssueReport | None, heading: str) -> str:
        """Return a whole table; `heading` is the id of its title."""
        values = get_values(section.table, section.rows)
        rows = self._render_rows(values, len(section.rows), report)
        opening = f'<table class="{self.kind}" aria-labelledby={escape(heading)}>\n<thead><tr>{self.heads}'
        return f"{opening}{''.join(self._render_bodies(values, rows))}\n</table>"

    def _render_rows(self, values: ColumnValues, count: int, report: IssueReport | None) -> list[str]:
        """Return each row with the row that it opens."""
        cells, steps = self._render_cells(values), self.calculation.fill_in(values, count)
        tags = ["\n<tr class=no>" if self.may_not_count and not step else "\n<tr>" for step in steps]
        word = self.cells.translate("Calculation")
        opening = f"\n<tr><td colspan={len(cells)}><details><summary>{word}</summary>"
        details = self._render_details(values, steps, report)
        return join_rows(tags, *cells, repeat(opening), *details, repeat("</details>"))

    def _find_filled(
        self, columns: Iterable[Column], values: ColumnValues
    ) -> tuple[Column, Sequence[Any]] | None:
        """Return the first of some columns that is not blank, with its values."""
        pairs = ((column, values(self.place[column.name])) for column in columns)
        return next((pair for pair in pairs if any(pair[1])), None)

    def _render_cells(self, values: ColumnValues) -> list[Iterable[str]]:
        """Return the cells of each column; what stands beside a name follows it, a remark the last name."""
        cells = [
            write(values(self.place[column.name]))
            for column, write in zip(self.columns, self.writers, strict=True)
        ]
        for place, column in self.besides:
            cells[place] = self._add_notes(cells[place], column, values)
        if self.names and (remark := self._find_filled(self.remarks, values)):
            last = self.names[-1]
            cells[last] = self._add_notes(cells[last], remark[0], values)
        return cells

    def _add_notes(self, cells: Iterable[str], column: Column, values: ColumnValues) -> list[str]:
        """Return cells with the values of a column behind them, small and with its label."""
        opening = f" <small{format_title(self.cells.translate(column.label))}>"
        texts = self.cells.get_writer(column)(values(self.place[column.name]))
        return [
            f"{cell}{opening}{text}</small>" if text else cell
            for cell, text in zip(cells, texts, strict=True)
        ]

    def _render_opened(self, values: ColumnValues, steps: list[str]) -> Iterator[list[str]]:
        """Yield further cells of each row with their labels, blank where its calculation shows them."""
        calculated, is_complete = {place for place, _ in self.calculation.writers}, all(steps)
        for column in self.opened:
            place, event = self.place[column.name], self.place.get(column.event)
            is_calculated = place in calculated
            if (is_calculated and is_complete) or is_blank(values(place)):
                continue
            write, label = self.cells.get_writer(column), self.cells.translate(column.label)
            texts = DisplayColumn(place, event, column, "", write).render_cells(values)
            yield [
                f"{label} <b>{unmark_days(text)}</b>; " if text and not (is_calculated and step) else ""
                for text, step in zip(texts, steps, strict=True)
            ]

    def _render_details(
        self, values: ColumnValues, steps: list[str], report: IssueReport | None
    ) -> Iterator[Iterable[str]]:
        """Yield what each row opens: further cells, its calculation, its place in the files, and a flag."""
        if opened := [*self._render_opened(values, steps)]:
            yield [text and f"{text}<br>" for text in join_rows(*opened)]
        yield [step.replace("; ", "; <br>") for step in steps]
        if source := self._find_filled(self.sources, values):
            column, places = source
            yield ["; " if step else "" for step in steps]
            yield self.cells.get_writer(column)(places)
            if report:
                yield report.render_flags(zip(places, repeat("")), self.cells.language)

    def _render_bodies(self, values: ColumnValues, rows: Sequence[str]) -> Iterator[str]:
        """Yield the bodies of the table, each with what its rows have in common above them."""
        shared = [(column, values(self.place[column.name])) for column in self.shared]
        keys = list(zip(*(cells for _, cells in shared), strict=True))
        for start, end in pairwise([0, *find_breaks(keys), len(rows)]):
            common = [self._render_common(column, cells[start]) for column, cells in shared if cells[start]]
            head = f"\n<tr class=event><th colspan={len(self.columns)} scope=rowgroup{' <small'.join(common)}"
            closing = "</small>" * (len(common) - 1)
            yield "".join(["\n<tbody>", f"{head}{closing}" if common else "", *rows[start:end]])

    def _render_common(self, column: Column, value: Any) -> str:
        """Return a value that rows have in common, with its label; a day is no link on its own page."""
        shown = make_column(column.label, column.kind) if column.display.style == "event" else column
        text = self.cells.render_cell(shown, value)
        return f"{format_title(self.cells.translate(column.label))}>{text}"
