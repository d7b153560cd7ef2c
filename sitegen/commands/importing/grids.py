"""The tables of a page of HTML, read tag by tag as a browser reads them, tables within others too."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from sitegen.commands.importing.limits import check_range, limited
from sitegen.commands.importing.sheets.cells import ROW_HIDDEN
from sitegen.commands.importing.source import SourceRow, SourceTable
from sitegen.commands.importing.textrows import text_row

_HIDDEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_ASIDE = {"script", "style", "template", "select", "textarea", "svg"}
"""Elements whose text is none of the page's."""
_INLINE = {"a", "abbr", "b", "em", "font", "i", "s", "small", "span", "strong", "sub", "sup", "tt", "u"}
"""Elements that part no words."""
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6", "caption"}
_WIDEST = 1_000
_TALLEST = 65_534


@dataclass
class Grid:
    """A table as it is read: the texts of its cells, in the rows and columns where they are shown."""

    name: str
    heading: str
    is_hidden: bool
    rows: list[dict[int, str]] = field(default_factory=list)
    hidden_rows: set[int] = field(default_factory=set)
    spans: dict[int, int] = field(default_factory=dict)
    """How many rows more the columns are taken by cells of rows above."""
    taken: dict[int, int] = field(default_factory=dict)
    column: int = 0
    is_open: bool = False

    def start_row(self, *, is_hidden: bool) -> None:
        """Begin a row; where cells of rows above reach into it there is none of its own."""
        self.spans = {column: rows - 1 for column, rows in {**self.spans, **self.taken}.items() if rows > 1}
        self.taken = {}
        self.rows.append({})
        self.column, self.is_open = 0, True
        if is_hidden:
            self.hidden_rows.add(len(self.rows))

    def start_cell(self, columns: int, rows: int) -> int:
        """The column of the next cell, which takes so many columns and rows."""
        self.column += 1
        while self.column in self.spans:
            self.column += 1
        first = self.column
        self.column += columns - 1
        if rows > 1:
            self.taken.update(dict.fromkeys(range(first, first + columns), rows))
        return first

    def table(self) -> SourceTable:
        """The rows that hold something."""
        width = max((column for row in self.rows for column in row), default=0)
        check_range(width * len(self.rows), self.name)
        return SourceTable(
            self.name, limited(filter(_holds, map(self._row, range(len(self.rows))))), (), self.is_hidden
        )

    def _row(self, at: int) -> SourceRow:
        place, cells = f"{self.name}, row {at + 1}", self.rows[at]
        if at + 1 in self.hidden_rows and any(cells.values()):
            return SourceRow(place, (), ROW_HIDDEN)
        return text_row(place, [cells.get(column, "") for column in range(1, max(cells, default=0) + 1)])


def _holds(row: SourceRow) -> bool:
    return bool(row.cells) or row.verdict is not None


class Reader(HTMLParser):
    """Reads a page, whose tables are then in `grids` in the order in which they begin."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.grids: list[Grid] = []
        self.title = ""
        self._open: list[tuple[Grid, int, list[str]]] = []  # with the column and the text of the open cell
        self._heading: list[str] | None = None
        self._last_heading = ""
        self._aside = ""
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a table, a row, a cell or a heading, and end what that ends."""
        if self._aside:
            self._depth += tag == self._aside
        elif tag in _ASIDE:
            self._aside, self._depth = tag, 1
        elif tag == "table":
            self._start_table(_is_hidden(attrs))
        elif tag == "tr" and self._open:
            self._end_cell()
            self._open[-1][0].start_row(is_hidden=_is_hidden(attrs))
        elif tag in {"td", "th"} and self._open:
            self._start_cell(dict(attrs), is_hidden=_is_hidden(attrs))
        elif tag in _HEADINGS or tag == "title":
            self._heading = []
        elif tag not in _INLINE:
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        """End a table, a row, a cell or a heading."""
        if self._aside:
            self._depth -= tag == self._aside
            self._aside = self._aside if self._depth else ""
        elif tag == "table" and self._open:
            self._end_cell()
            self._open.pop()
        elif tag in {"tr", "td", "th"} and self._open:
            self._end_cell()
            if tag == "tr":
                self._open[-1][0].is_open = False
        elif (tag in _HEADINGS or tag == "title") and self._heading is not None:
            self._end_heading(tag)
        elif tag not in _INLINE:
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        """Text of a heading, or of the innermost cell."""
        if self._aside:
            return
        if self._heading is not None:
            self._heading.append(data)
        if self._open and self._open[-1][1]:
            self._open[-1][2].append(data)

    def end_all(self) -> None:
        """End what the page leaves open."""
        while self._open:
            self._end_cell()
            self._open.pop()

    def _start_table(self, is_hidden: bool) -> None:
        self._heading = None
        is_inside = any(grid.is_hidden for grid, _, _ in self._open)
        grid = Grid(f"table {len(self.grids) + 1}", self._last_heading, is_hidden or is_inside)
        self._last_heading = ""
        self.grids.append(grid)
        self._open.append((grid, 0, []))

    def _start_cell(self, attributes: dict[str, str | None], *, is_hidden: bool) -> None:
        self._end_cell()
        grid = self._open[-1][0]
        if not grid.is_open:
            grid.start_row(is_hidden=False)
        columns = _span(attributes.get("colspan"), _WIDEST)
        column = grid.start_cell(columns, _span(attributes.get("rowspan"), _TALLEST))
        self._open[-1] = grid, 0 if is_hidden else column, []

    def _end_cell(self) -> None:
        grid, column, pieces = self._open[-1]
        if column:
            text = " ".join("".join(pieces).split())
            if text:
                grid.rows[-1][column] = text
            self._open[-1] = grid, 0, []

    def _end_heading(self, tag: str) -> None:
        text = " ".join("".join(self._heading or ()).split())
        self._heading = None
        if tag == "title":
            self.title = self.title or text
        elif tag == "caption" and self._open:
            self._open[-1][0].heading = text
        else:
            self._last_heading = text


def _is_hidden(attributes: list[tuple[str, str | None]]) -> bool:
    return any(
        name == "hidden" or (name == "style" and _HIDDEN.search(value or "")) for name, value in attributes
    )


def _span(text: str | None, most: int) -> int:
    """How many columns or rows a cell takes."""
    number = (text or "").strip()
    return max(1, min(int(number), most)) if number.isdecimal() and len(number) < 9 else 1
