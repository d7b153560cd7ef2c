"""Tables as HTML: which columns are shown, under which heads, and what they mean.

End tags that HTML allows to leave out are left out: on a page of a thousand rows they would be a quarter of
the bytes.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import repeat
from operator import add
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from sitegen.model import Fact, Highlight, Section
from sitegen.names import anchor
from sitegen.render import filled, legend, opened, strip
from sitegen.render.cells import Cells
from sitegen.render.columns import header, named, shortened, writer
from sitegen.render.layout import (
    beside,
    bodies,
    cell_class,
    is_bare,
    is_numeric,
    row_header,
    table_class,
    visible,
    worded,
    worded_cells,
)
from sitegen.render.report import Report
from sitegen.render.shown import TOO_FEW, Kept, Marked, ShownColumn
from sitegen.table import Column, Role, Source, Table, by_column, column_of, columns, role, roles

_AT_A_GLANCE: frozenset[Role] = frozenset({"rank", "name", "value", "change"})


@dataclass(frozen=True)
class Shower:
    """Shows the tables of one ranking on the pages that lie at the same depth.

    On a page with a `report` every row that says where it stands leads there. No row leads to the page
    `here` itself, which is that of the event with this key.
    """

    cells: Cells
    report: Report | None = None
    here: str = ""
    kept: Kept = field(default_factory=lambda: Kept({}, {}, {}, {}, {}))

    @property
    def up(self) -> str:
        """What leads from such a page to the ranking's own."""
        return self.cells.up

    def table(self, section: Section, title: str = "") -> Markup:
        """`section` as a `<table>`, empty without rows; a column that is blank in all of them is left out.

        `title` is the id of the heading that says what the table is.
        """
        return self._table(section, title)

    def listed(self, section: Section, rows: Sequence[str]) -> Markup:
        """The same as a list of players, without what is the same of all; `rows` begin its rows."""
        return self._table(section, "", rows, listed=True)

    def same(self, section: Section) -> Markup:
        """What is left out of a list because all have the same, as the inside of a `<dl>`."""
        by_place = by_column(section.rows)
        layout = self._layout(section.table, None, "cells") if by_place else []
        same = [each for each in layout if each.is_filled(by_place) and each.is_same(by_place)]
        lines = [(each.column, self.cells.one(each.column, by_place[each.place][0])) for each in same]
        told = [f"<div><dt>{self.cells.word(column.label)}<dd>{value}</div>" for column, value in lines]
        return Markup("\n".join(told))  # noqa: S704 - as above

    def top(self, section: Section, title: str) -> Markup:
        """A list with nothing but who, the figure and its change."""
        return self._table(section, title, wanted=_AT_A_GLANCE, listed=True)

    def _table(
        self,
        section: Section,
        title: str,
        rows: Sequence[str] = (),
        wanted: Container[Role] = (),
        *,
        listed: bool = False,
    ) -> Markup:
        if not section.rows:
            return Markup()
        if section.calculation:
            heading = title or f"{section.name}-title"
            return Markup(opened.table(self.cells, self.report, section, heading))  # noqa: S704 - as below
        by_place = by_column(section.rows)
        small = None if wanted else self._beside(section.table, by_place)
        layout = self._layout(section.table, small, "cells" if listed else "changes")
        there = [
            each for each in layout if each.is_filled(by_place) and not (listed and each.is_same(by_place))
        ]
        value = roles(section.table).place.get("value")
        shown = [
            each
            for each in there
            if not wanted or role(section.table, each.column) in wanted or each.place == value
        ]
        kinds = [each.kind for each in shown]
        listing = "list" if small is None else "list beside"
        kind = listing if listed else table_class(len(shown)) + worded(kinds)
        if listed and is_bare(kinds):
            bare = {each.place: each for each in self._layout(section.table, small, "nothing")}
            kind, shown = f"{kind} bare", [bare[each.place] for each in shown]
        tags = rows or ["\n<tr>"] * len(section.rows)
        if self.here and not section.whole:  # the parts of a table are joined, so that all are alike
            shown = [each.headed(by_place) for each in shown]
        cells = self._cells(shown, by_place)
        if not listed:
            cells = [worded_cells(each, shown[place].kind, place) for place, each in enumerate(cells)]
        made = list(map("".join, zip(tags, *cells, strict=True)))
        body = "\n<tbody>".join("".join(made[each]) for each in bodies(section))
        opening = f'class="{kind}" aria-labelledby="{escape(title or f"{section.name}-title")}"'
        ordered = {each.place for each in shown if self.here and each.is_ordered(by_place)}
        head = self._head(section.table, shown, frozenset(ordered), is_alone=bool(wanted))
        table = f"<table {opening}>\n<thead><tr>{head}\n<tbody>{body}\n</table>"
        return Markup(table)  # noqa: S704 - every cell is escaped where it is written

    def _cells(self, shown: Sequence[ShownColumn], by_place: Sequence[Sequence[Any]]) -> list[list[str]]:
        """The cells by column; beside the place of a row stands what reports a mistake in it."""
        here = f"<a href={self.up}results/{quote(self.here)}/>" if self.here else ""
        cells = [each.elsewhere(by_place, here) for each in shown]
        places = [n for n, each in enumerate(shown) if each.column.shown.style == "source"]
        if self.report and places:
            rows = zip(by_place[shown[places[0]].place], repeat(""))
            flags = self.report.flags(rows, self.cells.language)
            cells[places[0]] = list(map(add, cells[places[0]], flags))
        return cells

    def legend(self, sections: Iterable[Section]) -> Markup:
        """What the columns of `sections` mean, as the inside of a `<dl>`; no label and no meaning twice."""
        tables = tuple(dict.fromkeys(each.table for each in sections if each.rows))
        if tables not in self.kept.legends:
            lines = legend.lines(self.cells, tables)
            self.kept.legends[tables] = Markup("\n".join(lines))  # noqa: S704 - as above
        return self.kept.legends[tables]

    def articles(self, names: Sequence[str]) -> Markup:
        """The articles of the regulation with these names, each as the way to it."""
        key = tuple(names)
        if key not in self.kept.articles:
            way = '<a href="{}rules/#{}">{}</a>'
            links = [way.format(self.up, anchor(each), escape(each)) for each in key]
            self.kept.articles[key] = Markup(", ".join(links))  # noqa: S704 - as above
        return self.kept.articles[key]

    def answer(self, each: Highlight) -> Markup:
        """One answer of the strip above a list, as the inside of a `<div>`."""
        return Markup(strip.answer(self.cells, each))  # noqa: S704 - as above

    def name(self, player: str) -> str:
        """The name that a player is shown by."""
        return self.cells.name(player)

    def source(self, place: str) -> Markup:
        """What leads to the row that stands at a place."""
        return Markup(self.cells.one(column_of("", Source), place))  # noqa: S704 - as above

    def filled(self, rows: Sequence[Table], pattern: str) -> Markup:
        """A line of HTML for each row that has all figures which `pattern` names: see `filled.py`."""
        return Markup("\n".join(filled.lines(self.cells, rows, pattern)))  # noqa: S704 - as above

    def facts(self, facts: Iterable[Fact], kind: str = "") -> Markup:
        """The figures of a standing, as the inside of a `<dl>`; `kind` is the class of each."""
        opening = f'<div class="{escape(kind)}">' if kind else "<div>"
        return Markup("\n".join(opening + self._fact(each) for each in facts))  # noqa: S704 - as above

    def _fact(self, fact: Fact) -> str:
        column = column_of(fact.label, fact.shown)
        led = self.cells.leading(column, fact.value, fact.event) if fact.event else ""
        value = led or self.cells.one(column, fact.value)
        said = self.cells.language.titled(fact.note, fact.named) if fact.note else ""
        note = f" <small>{escape(said)}</small>" if said else ""
        return f"<dt>{self.cells.word(fact.label)}<dd>{value}{note}</div>"

    def _beside(self, table: type[Table], by_place: Sequence[Sequence[Any]]) -> int | None:
        """The place of what stands beside the names; None where that is the same for all."""
        column = beside(table)
        if column is None:
            return None
        place = [each.name for each in columns(table)].index(column.name)
        values = by_place[place]
        return place if len(values) <= TOO_FEW or any(each != values[0] for each in values) else None

    def _layout(self, table: type[Table], small: int | None, marked: Marked) -> list[ShownColumn]:
        key = table, small, marked
        if key not in self.kept.layouts:
            head, aside = row_header(table), beside(table)
            described = [each for each in visible(table) if each != aside]
            self.kept.layouts[key] = [
                self._shown(table, each, small if each == head else None, marked) for each in described
            ]
        return self.kept.layouts[key]

    def _shown(self, table: type[Table], column: Column, small: int | None, marked: Marked) -> ShownColumn:
        places = {each.name: place for place, each in enumerate(columns(table))}
        place = places[column.name]
        is_list = marked != "changes"
        if small is not None:
            write = named(self.cells, column, beside(table), is_list=is_list)
            return ShownColumn(place, small, column, "h", write)
        kind = "h" if column == row_header(table) else cell_class(table, column)
        if is_list and kind == "h" and not column.event:
            return ShownColumn(place, None, column, kind, header(self.cells, column))
        plain = "" if kind in {"r", "m"} else kind  # whose places are the same in all lists
        own = {"cells": plain, "changes": "", "nothing": None}[marked]
        write = writer(self.cells, column, kind, own)
        short = shortened(self.cells, column, kind)
        return ShownColumn(place, places.get(column.event), column, kind, write, short)

    def _head(
        self, table: type[Table], shown: Sequence[ShownColumn], ordered: frozenset[int], *, is_alone: bool
    ) -> str:
        """The heads of a table with these columns; by those at the places `ordered` its rows are in order.

        One that `is_alone` has no legend on its page, and its heads say what they mean.
        """
        key = table, tuple((each.place, each.once) for each in shown), ordered, is_alone
        if key not in self.kept.heads:
            label = self.cells.head if is_alone else lambda column: self.cells.word(column.label)
            heads = [self._heading(each, label, is_ordered=each.place in ordered) for each in shown]
            self.kept.heads[key] = "".join(heads)
        return self.kept.heads[key]

    def _unseen(self, column: Column) -> str:
        return f'<span class="vh">{self.cells.word(column.doc)}</span>'

    def _heading(self, shown: ShownColumn, write: Callable[[Column], str], *, is_ordered: bool) -> str:
        column = shown.column
        order = "rank" if column.shown.style == "rank" else "number" if is_numeric(column) else ""
        order = "order" if is_ordered else order
        sort = f' data-sort="{order}"' if order else ""
        label = self._unseen(column) if shown.kind == "m" else write(column)
        if shown.once:
            label += f" <br><span>{escape(shown.once)}</span>"
        kind = f' class="{shown.kind}"' if shown.kind else ""
        return f'\n<th scope="col"{kind}{sort}>{label}'
