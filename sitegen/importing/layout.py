"""The layout of a table whose headings are not known: what its columns hold, and where its rows begin.

Files of one form, such as the evenings of a season, have the same headings, or columns of the same kinds.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sitegen.core.names import normalize_heading
from sitegen.importing.source import SourceCell, SourceRow, SourceTable, get_column_letters
from sitegen.importing.values import parse_day

_SAMPLE = 300
"""The kinds of columns are measured in this many rows."""
_SIDE = r"(?:\d{1,3}(?:[.,]\d)?|\d?½|1/2|[+-])[FfRr]?"
_RESULT = re.compile(rf"{_SIDE}\s*[-\u2013:]\s*{_SIDE}")
_NUMBER = re.compile(r"[=+-]?\d{1,9}(?:[.,]\d{1,9})?½?(?:[=.)]| ?%)?|½")
_PRIVATE = re.compile(r"\S+@\S+|(?:\+|0)[\d ./()-]{6,}\d|\d{3,}[ /-]\d[\d ./-]{4,}")
"""Addresses and telephone numbers: they are shown to nobody."""
_TYPED = {"day", "result", "number"}
_MIN_SHARE = 0.8
_MAX_SAMPLE_LENGTH = 24


class ColumnShape(NamedTuple):
    """A column: its place, heading (blank for none), kind, and values of its first rows."""

    place: int
    heading: str
    kind: str  # day, result, number, name, text, or blank
    sample: Sequence[str]

    @property
    def reference(self) -> str:
        """How answers refer to the column: by its heading, else by its letters."""
        return self.heading or get_column_letters(self.place + 1)

    def describe(self) -> str:
        """Return a line for a question: letters, heading and values."""
        is_day = self.kind == "day"
        values = (
            "…" if _PRIVATE.fullmatch(value) and not is_day else value[:_MAX_SAMPLE_LENGTH]
            for value in list(dict.fromkeys(self.sample))[:3]
        )
        label = " ".join(filter(None, (get_column_letters(self.place + 1), self.heading)))
        return f"{label}: {' | '.join(values)}"


class Layout(NamedTuple):
    """The columns, and the row of headings; where there is none, the row above the first."""

    header: int
    columns: Sequence[ColumnShape]
    has_headings: bool

    @property
    def form(self) -> str:
        """What the files of one form have in common: their headings, else the kinds of their columns."""
        if self.has_headings:
            return make_form(column.heading for column in self.columns)
        return make_form(column.kind if column.kind in _TYPED else "text" for column in self.columns)


def make_form(parts: Iterable[str]) -> str:
    """Return headings or kinds as one text."""
    return " | ".join(" ".join(part.split()) for part in parts).strip(" |")


def classify_cell(cell: SourceCell) -> str:
    """Return what a cell holds."""
    text = cell.text.strip()
    if not text or text == "=":
        return "blank"
    if cell.kind == "day":
        return "day"
    if _RESULT.fullmatch(text):
        return "result"
    if _NUMBER.fullmatch(text):
        return "day" if len(text) == 8 and parse_day(text) else "number"
    if any(map(str.isdigit, text)):
        return "day" if parse_day(text) else "text"
    return "name" if sum(map(str.isalpha, text)) > 1 and len(text) < 60 else "text"


def find_layout(table: SourceTable) -> Layout | None:
    """Return the layout of a table; None where it has no two columns."""
    rows = [row for row in table.rows if not row.verdict and sum(bool(c.text.strip()) for c in row.cells) > 1]
    if table.header:
        return _build_layout(0, rows, [*table.header])
    widths = Counter(len(row.cells) for row in rows[:_SAMPLE])
    width = max(widths, key=lambda number: (widths[number], number), default=0)
    alike = [row for row in rows if len(row.cells) == width]
    body = [row for row in alike if _TYPED & {*map(classify_cell, row.cells)}] or alike
    kinds = [measure_kind(body, place) for place in range(width)]
    typed = {place: kind for place, kind in enumerate(kinds) if kind in _TYPED}
    first = next((at for at, row in enumerate(rows) if _fits(row, width, typed)), None)
    if first is None or width < 2:
        return None
    above = rows[first - 1] if first else None
    if above and typed and _is_header(above, width):
        headings = [cell.text.strip() for cell in above.cells]
        return _build_layout(_number(above), rows[first:], headings)
    return _build_layout(_number(rows[first]) - 1, rows[first:], [])


def find_header(table: SourceTable, form: str, maximum: int) -> int | None:
    """Return the row of headings of a table of this form; None for a table of another."""
    if table.header:
        return 0 if make_form(table.header) == form else None
    for row in table.rows[:maximum]:
        if make_form(cell.text for cell in row.cells) == form:
            return _number(row)
    layout = find_layout(table)
    return layout.header if layout and not layout.has_headings and layout.form == form else None


def find_form(table: SourceTable) -> str:
    """Return the form of a table; blank where it has no two columns."""
    layout = find_layout(table)
    return layout.form if layout else ""


def contains_words(heading: str, words: Sequence[str]) -> bool:
    """Whether one of the words is a word of a heading, or most of it."""
    parts = {normalize_heading(part) for part in re.split(r"[\s_./()-]+", heading)}
    return any(normalize_heading(word) in parts for word in words)


def make_layout(table: SourceTable, header: int, headings: Sequence[str]) -> Layout:
    """Return the layout of a table below a row of headings."""
    rows = [row for row in table.rows if table.header or _number(row) > header]
    return _build_layout(header, rows, headings)


def _build_layout(header: int, rows: Sequence[SourceRow], headings: Sequence[str]) -> Layout:
    width = max([len(headings), *(len(row.cells) for row in rows[:_SAMPLE])])
    named = [*headings, *[""] * (width - len(headings))]
    columns = [
        ColumnShape(place, named[place], measure_kind(rows, place), _pick_values(rows, place))
        for place in range(width)
    ]
    return Layout(header, columns, bool(headings))


def measure_kind(rows: Sequence[SourceRow], place: int) -> str:
    """Return the kind of most cells of a column."""
    cells = [row.cells[place] for row in rows[:_SAMPLE] if place < len(row.cells)]
    kinds = Counter(kind for kind in map(classify_cell, cells) if kind != "blank")
    if kinds["number"] > kinds["result"]:  # ranks, of which some are shared: 2-3
        kinds["number"] += kinds.pop("result", 0)
    kind, number = kinds.most_common(1)[0] if kinds else ("blank", 0)
    return kind if number >= _MIN_SHARE * kinds.total() else "text"


def _pick_values(rows: Sequence[SourceRow], place: int) -> list[str]:
    cells = [row.cells[place].text.strip() for row in rows[:_SAMPLE] if place < len(row.cells)]
    return [*filter(None, cells)]


def _fits(row: SourceRow, width: int, typed: Mapping[int, str]) -> bool:
    """Whether a row has the kinds of its columns."""
    kinds = {place: classify_cell(row.cells[place]) for place in typed if place < len(row.cells)}
    is_like = all(kind in {typed[place], "blank"} for place, kind in kinds.items())
    return is_like and len(row.cells) == width and (not typed or {*kinds.values()} != {"blank"})


def _is_header(row: SourceRow, width: int) -> bool:
    kinds = [classify_cell(cell) for cell in row.cells]
    return width - 1 <= len(kinds) <= width + 1 and not {*kinds} & {"day", "result"} and "name" in kinds


def _number(row: SourceRow) -> int:
    match = re.search(r"(\d+)$", row.place)
    return int(match[1]) if match else 0
