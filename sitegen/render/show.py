"""Tables as HTML: which columns are shown, under which heads, and what they mean.

End tags that HTML allows to leave out are left out: on a page of a thousand rows they would be a quarter of
the bytes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from markupsafe import Markup

from sitegen.model import Fact, Section
from sitegen.render.cells import Cells, Written
from sitegen.render.layout import bodies, classes, is_numeric, row_header, visible
from sitegen.table import Column, Source, Table, column_of, columns

_BLANK = (None, "")


@dataclass(frozen=True)
class _Shown:
    """A column as a table shows it: its place in a row and its event's, and what writes its cells."""

    place: int
    key: int | None
    column: Column
    write: Written

    def cells(self, by_place: Sequence[Sequence[Any]]) -> Iterable[str]:
        """The cells, out of all columns of the table."""
        values = by_place[self.place]
        return self.write(values if self.key is None else zip(values, by_place[self.key], strict=True))


@dataclass(frozen=True)
class Shower:
    """Shows the tables of one ranking on the pages that lie at the same depth."""

    cells: Cells

    @property
    def up(self) -> str:
        """What leads from such a page to the ranking's own."""
        return self.cells.up

    @cached_property
    def _layouts(self) -> dict[type[Table], list[_Shown]]:
        return {}

    @cached_property
    def _heads(self) -> dict[tuple[type[Table], tuple[int, ...]], tuple[str, str]]:
        return {}

    @cached_property
    def _legends(self) -> dict[tuple[type[Table], ...], Markup]:
        return {}

    def table(self, section: Section) -> Markup:
        """`section` as a `<table>`, empty without rows; a column that is blank in all of them is left out."""
        if not section.rows:
            return Markup()
        by_place = list(zip(*section.rows, strict=True))
        shown = [each for each in self._layout(section.table) if not _is_blank(by_place[each.place])]
        style, head = self._head(section.table, shown)
        cells = [each.cells(by_place) for each in shown]
        rows = list(map("".join, zip(*cells, strict=True)))
        body = "\n<tbody>\n<tr>".join("\n<tr>".join(rows[each]) for each in bodies(section))
        opening = f'<table class="{escape(section.name)}{style}">\n<thead><tr>{head}\n<tbody>\n<tr>'
        return Markup(f"{opening}{body}\n</table>")  # noqa: S704 - every cell is escaped where it is written

    def legend(self, sections: Iterable[Section]) -> Markup:
        """What the columns of `sections` mean, as the inside of a `<dl>`; each is said once."""
        tables = tuple(dict.fromkeys(each.table for each in sections if each.rows))
        if tables not in self._legends:
            said = [(each.label, each.doc) for table in tables for each in _explained(table)]
            lines = [
                f"<div><dt>{self._word(label)}<dd>{self._word(doc)}</div>"
                for label, doc in dict.fromkeys(said)
            ]
            self._legends[tables] = Markup("\n".join(lines))  # noqa: S704 - as above
        return self._legends[tables]

    def name(self, player: str) -> str:
        """The name that a player is shown by."""
        return self.cells.name(player)

    def source(self, place: str) -> Markup:
        """What leads to the row that stands at a place."""
        return Markup(self.cells.one(column_of("", Source), place))  # noqa: S704 - as above

    def facts(self, facts: Iterable[Fact]) -> Markup:
        """The figures of a standing, as the inside of a `<dl>`."""
        return Markup("\n".join(map(self._fact, facts)))  # noqa: S704 - as above

    def _fact(self, fact: Fact) -> str:
        column = column_of(fact.label, fact.shown)
        led = self.cells.leading(column, fact.value, fact.event) if fact.event else ""
        value = led or self.cells.one(column, fact.value)
        note = f" <small>{self._word(fact.note)}</small>" if fact.note else ""
        return f"<div><dt>{self._word(fact.label)}<dd>{value}{note}</div>"

    def _layout(self, table: type[Table]) -> list[_Shown]:
        if table not in self._layouts:
            places = {column.name: place for place, column in enumerate(columns(table))}
            head = row_header(table)
            self._layouts[table] = [
                _Shown(
                    places[each.name],
                    places.get(each.event),
                    each,
                    self.cells.of(each, is_header=each == head),
                )
                for each in visible(table)
            ]
        return self._layouts[table]

    def _head(self, table: type[Table], shown: Sequence[_Shown]) -> tuple[str, str]:
        """The classes of a table with these columns, and its heads."""
        key = table, tuple(each.place for each in shown)
        if key not in self._heads:
            described = [each.column for each in shown]
            self._heads[key] = classes(table, described), "".join(map(self._heading, described))
        return self._heads[key]

    def _word(self, text: str) -> str:
        return escape(self.cells.language.word(text))

    def _heading(self, column: Column) -> str:
        order = "rank" if column.shown.style == "rank" else "number" if is_numeric(column) else ""
        sort = f' data-sort="{order}"' if order else ""
        title = f' title="{self._word(column.doc)}"' if column.doc else ""
        return f'\n<th scope="col"{sort}{title}>{self._word(column.label)}'


def _is_blank(values: Sequence[Any]) -> bool:
    return values[0] in _BLANK and all(value in _BLANK for value in values)


def _explained(table: type[Table]) -> Iterator[Column]:
    """The columns that a legend explains: not a player, who needs no explanation."""
    return (each for each in visible(table) if each.doc and each.shown.style != "player")
