"""Saved web pages: every table that is not blank, with nested tables, spans and hidden rows as shown.

A text in `<pre>` is read as a plain text of columns, at the lines of the file.
"""

import re
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from itertools import chain, islice

from sitegen.core.problems import advise, say
from sitegen.importing.kinds import columns
from sitegen.importing.source import (
    ROW_HIDDEN,
    Document,
    SourceCell,
    SourceError,
    SourceFile,
    SourceRow,
    SourceTable,
    check_cell,
    check_range,
    decode,
    limit_rows,
    make_text_row,
)
from sitegen.inputs.content.markup import MarkupParser
from sitegen.inputs.results.records import UTF_16

_TABLE = re.compile(rb"<(?:table|pre)[\s>]", re.IGNORECASE)
_CHARSET = re.compile(rb"""<(?:meta|\?xml)[^>]*?(?:charset|encoding)\s*=\s*["']?\s*([\w-]+)""", re.IGNORECASE)
_LATIN = re.compile(r"iso-?8859-?1$|latin-?1|us-ascii|ascii", re.IGNORECASE)
_ARCHIVE = re.compile(rb"\A(?:From: <Saved by|MIME-Version:)", re.IGNORECASE)
_HIDDEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_IGNORED_TAGS = {"script", "style", "template", "select", "textarea", "svg"}
"""Elements whose text is not shown."""
_INLINE_TAGS = {"a", "abbr", "b", "em", "font", "i", "s", "small", "span", "strong", "sub", "sup", "tt", "u"}
_BLOCK = re.compile("p|br|div|center|li|caption|hr|section|body")
"""Elements that begin a title, besides headings, where they are outside of a table."""
"""Elements that do not separate words."""
_VEGA = "vegachess"
_VEGA_MARKS = {"cw": "w#", "cb": "b#", "cf": "f#"}
"""Classes of Vega's cells: an opponent met with white or black, or not met, which the text does not say."""
_VEGA_IGNORED = {"idwhite", "idblack", "title", "notitle", "player-data-box"}
"""Classes of what Vega writes beside a name: a number, a title, a rating."""
_HEADS = {"title", "h1", "h2", "h3", "h4", "h5", "h6"}
_LONGEST_TITLE, _MOST_TITLES = 200, 50
_MAX_COLUMNS = 1_000
_MAX_ROWS = 65_534
Attributes = list[tuple[str, str | None]]


def fits(file: SourceFile) -> bool:
    """Whether the file is HTML with a table or a plain text in it, or an archive of a page."""
    data = decode(file.data).encode() if file.data.startswith(UTF_16) else file.data
    if _ARCHIVE.match(data):
        return b"text/html" in data
    is_markup = data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")
    return b"\0" not in data[:4096] and is_markup and _TABLE.search(data) is not None


def read(file: SourceFile) -> Document:
    """Read the tables of a page, in the order in which they begin."""
    reader = _PageReader(_extract_archive(file.data) if _ARCHIVE.match(file.data) else _decode(file.data))
    tables = [table for table in map(_HtmlTable.build_table, reader.grids) if table.rows]
    for number, (lines, titles) in enumerate(reader.texts, 1):
        text = columns.read_text(f"text {number}", lines)
        tables += [text._replace(titles=titles)] if text.rows else []
    if not tables:
        message = say("page-empty", "no table of the page holds anything")
        raise SourceError(message, advise("is it the right file?"))
    return Document("page", tables)


def _decode(data: bytes) -> str:
    """Decode a page by the encoding that it declares, else as UTF-8 or Windows-1252."""
    match = _CHARSET.search(data[:4096])
    encoding = match[1].decode("ascii", "replace") if match else "utf-8"
    is_wide = encoding.lower().startswith("utf-16")  # the declaration itself would be unreadable in UTF-16
    return decode(data, "utf-8" if is_wide else "cp1252" if _LATIN.match(encoding) else encoding, "utf-8")


def _extract_archive(data: bytes) -> str:
    parts = message_from_bytes(data, policy=policy.compat32).walk()
    pages = [part.get_payload(decode=True) for part in parts if part.get_content_type() == "text/html"]
    return "\n".join(_decode(page) for page in pages if isinstance(page, bytes))


@dataclass
class _HtmlTable:
    """A table while it is read: the texts of its cells, by row and column.

    `spans` and `new_spans` count, by column, the rows that cells of earlier rows and of this row still take,
    and `area` the places that such cells have taken so far.
    `text_parts` is the text of the open cell, in column `open_column`; 0 where none is open or shown.
    """

    name: str
    is_hidden: bool
    rows: list[dict[int, str]] = field(default_factory=list)
    hidden_rows: set[int] = field(default_factory=set)
    spans: dict[int, int] = field(default_factory=dict)
    new_spans: dict[int, int] = field(default_factory=dict)
    next_column: int = 0
    open_column: int = 0
    text_parts: list[str] = field(default_factory=list)
    is_row_open: bool = False
    area: int = 0
    titles: list[SourceCell] | None = None

    def start_row(self, *, is_hidden: bool = False) -> None:
        """Begin a row; its cells skip the columns that cells of earlier rows take."""
        self.end_cell()
        self.spans = {
            column: rows - 1 for column, rows in {**self.spans, **self.new_spans}.items() if rows > 1
        }
        self.new_spans = {}
        self.area += len(self.spans)
        check_range(self.area, self.name)
        self.rows.append({})
        self.next_column, self.is_row_open = 1, True
        if is_hidden:
            self.hidden_rows.add(len(self.rows))

    def start_cell(self, columns: int, rows: int, *, is_hidden: bool) -> None:
        """Begin a cell that spans this many columns and rows."""
        self.end_cell()
        if not self.is_row_open:
            self.start_row()
        while self.next_column in self.spans:
            self.next_column += 1
        first, self.next_column = self.next_column, self.next_column + columns
        check_cell(len(self.rows), first, self.name)
        self.open_column = 0 if is_hidden else first
        if rows > 1:
            self.new_spans.update(dict.fromkeys(range(first, first + columns), rows))

    def end_cell(self) -> None:
        """End the open cell, if any."""
        text = " ".join("".join(self.text_parts).split())
        if self.open_column and text:
            self.rows[-1][self.open_column] = text
        self.open_column, self.text_parts = 0, []

    def build_table(self) -> SourceTable:
        """Return the table, without blank rows."""
        width = max((column for row in self.rows for column in row), default=0)
        check_range(width * len(self.rows), self.name)
        rows = limit_rows(self._build_row(at, cells) for at, cells in enumerate(self.rows, 1) if cells)
        return SourceTable(self.name, rows, (), self.is_hidden, self.titles or ())

    def _build_row(self, at: int, cells: dict[int, str]) -> SourceRow:
        place = f"{self.name}, row {at}"
        if at in self.hidden_rows:
            return SourceRow(place, (), ROW_HIDDEN)
        return make_text_row(place, [cells.get(column, "") for column in range(1, max(cells) + 1)])


class _PageReader(MarkupParser):
    """Reads a page; `grids` are its tables in the order in which they begin.

    `texts` are the numbered lines of each text in `<pre>` that is in no cell.
    """

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.grids: list[_HtmlTable] = []
        self.texts: list[tuple[list[tuple[int, str]], list[SourceCell]]] = []
        self._text_parts: list[str] | None = None
        self._text_line, self._text_titles = 0, list[SourceCell]()
        self._open: list[_HtmlTable] = []
        self._ignored_tag = ""
        self._depth = 0
        self._is_vega = f"{_VEGA}.com" in text
        self._titles: list[list[SourceCell]] = []
        self._new_titles: list[SourceCell] = []
        self._is_head = False
        self.read(text)
        for grid in self._open:
            grid.end_cell()
        self._end_text()

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        """Begin a table, a row or a cell, and end what that ends."""
        classes = (dict(attrs).get("class") or "").split() if self._is_vega else []
        self._start_title(tag)
        if self._ignored_tag:
            self._depth += tag == self._ignored_tag
        elif tag in _IGNORED_TAGS or _VEGA_IGNORED.intersection(classes):
            self._ignored_tag, self._depth = tag, 1
        elif tag == "table":
            is_hidden = _is_hidden(attrs) or (bool(self._open) and self._open[-1].is_hidden)
            self._open.append(_HtmlTable(f"table {len(self.grids) + 1}", is_hidden))
            self.grids.append(self._open[-1])
            if self._is_vega:  # the event, the round and the day
                self._end_titles()
                ends = (
                    run[at].text
                    for run, at in zip(self._titles[:1] + self._titles[-1:], (0, -1), strict=False)
                )
                self._open[-1].rows += [{1: text} for text in dict.fromkeys([f"www.{_VEGA}.com", *ends])]
        elif tag == "tr" and self._open:
            if self._open[-1].titles is None:
                self._open[-1].titles = self._take_titles()
            self._open[-1].start_row(is_hidden=_is_hidden(attrs))
        elif tag in {"td", "th"} and self._open:
            attributes = dict(attrs)
            columns, rows = (
                _parse_span(attributes.get("colspan"), _MAX_COLUMNS),
                _parse_span(attributes.get("rowspan"), _MAX_ROWS),
            )
            self._open[-1].start_cell(columns, rows, is_hidden=_is_hidden(attrs))
        elif tag == "pre" and not (self._open and self._open[-1].open_column):
            self._end_text()
            self._text_parts, self._text_line, self._text_titles = [], self.getpos()[0], self._take_titles()
        elif tag not in _INLINE_TAGS:
            self.handle_data(" " + "".join(_VEGA_MARKS.get(name, "") for name in classes))

    def handle_endtag(self, tag: str) -> None:
        """End a table, a row or a cell."""
        self._is_head = self._is_head and tag not in _HEADS
        if self._ignored_tag:
            self._depth -= tag == self._ignored_tag
            self._ignored_tag = self._ignored_tag if self._depth else ""
        elif tag in {"table", "tr", "td", "th"} and self._open:
            grid = self._open.pop() if tag == "table" else self._open[-1]
            grid.end_cell()
            grid.is_row_open = grid.is_row_open and tag != "tr"
        elif tag == "pre":
            self._end_text()
        elif tag not in _INLINE_TAGS:
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        """Add text to the innermost cell or to the open text."""
        is_inside = self._text_parts is not None or (self._open and self._open[-1].open_column)
        if self._is_head or not (is_inside or self._is_vega or self._ignored_tag):
            title = self._new_titles.pop() if self._new_titles else SourceCell("", "line 1")
            is_longer = len(title.text) < 2 * _LONGEST_TITLE
            more = data if data.strip() else " "
            self._new_titles.append(title._replace(text=title.text + more) if is_longer else title)
        if self._text_parts is not None and not self._ignored_tag:
            self._text_parts.append(data)
        elif not self._ignored_tag and self._open and self._open[-1].open_column:
            self._open[-1].text_parts.append(data)

    def _end_text(self) -> None:
        """End the open text, if any."""
        lines = "".join(self._text_parts or ()).split("\n")
        self._text_parts = None
        if numbered := [(self._text_line + at, line) for at, line in enumerate(lines) if line.strip()]:
            self.texts.append((numbered, self._text_titles))

    def _start_title(self, tag: str) -> None:
        self._is_head = self._is_head or tag in _HEADS
        if self._is_head or (_BLOCK.fullmatch(tag) and not (self._open and self._open[-1].open_column)):
            self._new_titles.append(SourceCell("", f"line {self.getpos()[0]}"))

    def _take_titles(self) -> list[SourceCell]:
        """Return the titles so far, those below the table before first, and begin anew."""
        self._end_titles()
        return [*islice(chain.from_iterable(reversed(self._titles)), _MOST_TITLES)]

    def _end_titles(self) -> None:
        """Keep the titles since the table before, if any: runs without one would be looked through again."""
        titles = (title._replace(text=" ".join(title.text.split())) for title in self._new_titles)
        self._new_titles = []
        if run := [title for title in titles if 0 < len(title.text) < _LONGEST_TITLE]:
            self._titles.append(run)


def _is_hidden(attributes: Attributes) -> bool:
    return any(
        name == "hidden" or (name == "style" and _HIDDEN.search(value or "")) for name, value in attributes
    )


def _parse_span(text: str | None, maximum: int) -> int:
    number = (text or "").strip()
    return max(1, min(int(number), maximum)) if number.isdecimal() and len(number) < 9 else 1
