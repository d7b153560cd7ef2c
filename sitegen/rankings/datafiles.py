"""A published table as files: CSV for spreadsheets, JSON with its columns described for programs.

Cells are formatted column by column, some thousands of rows at once: half a million rows of seventeen cells
take about three seconds.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, partial
from io import BytesIO
from itertools import chain
from json.encoder import encode_basestring
from math import isfinite
from typing import Any, NamedTuple

from sitegen.core.model import PublishedTable
from sitegen.core.numbers import format_lines
from sitegen.core.table import Column, Table, get_column_names, get_columns

_FORMULA_CHARACTERS = "=+@\u207a-\u207c\u208a-\u208c\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20-"
"""Characters that begin a formula, also in their wide, small, superscript and subscript forms."""
_FORMULA_START = re.compile(rf'(\A|[;\t\r\n][\s"]*)(?=\s*[{_FORMULA_CHARACTERS}]|[\t\r])')
"""Where a formula could begin: a spreadsheet that splits at `;` ignores our quotes."""
_NEEDS_QUOTES = frozenset(',"\n\r')
_SPECIAL_CHARACTERS = ',";\t\r'
_FORMULA_LINE = re.compile(rf"\n\s*[{_FORMULA_CHARACTERS}]")
_SIX_DECIMALS = "%.6f\n"


class ColumnCells(NamedTuple):
    """The cells of a column; `numbers` are their texts in both files, None for a column without numbers."""

    column: Column
    values: Sequence[Any]
    numbers: Sequence[str] | None


def iter_column_cells(published: PublishedTable) -> Iterator[Sequence[ColumnCells]]:
    """Yield the cells of a table, some thousands of rows at a time."""
    for piece in published.iter_chunks():
        yield [
            ColumnCells(
                column, values, _format_numbers(column, values) if column.kind in (int, float) else None
            )
            for column, values in piece
        ]


def format_csv_lines(piece: Sequence[ColumnCells]) -> list[str]:
    """Return rows as lines of CSV, without line ends."""
    cells = [_format_csv_column(column) if column.numbers is None else column.numbers for column in piece]
    return list(map(",".join, zip(*cells, strict=True)))


def format_json_rows(piece: Sequence[ColumnCells], *, is_first: bool) -> bytes:
    """Return rows as JSON, separated by commas."""
    cells = [
        _format_json_texts(column.values) if column.numbers is None else _format_json_numbers(column)
        for column in piece
    ]
    rows = "],\n[".join(map(",".join, zip(*cells, strict=True)))
    separator = "" if is_first else ",\n"
    return f"{separator}[{rows}]".encode() if rows else separator.encode()


def collect_columns(published: PublishedTable) -> list[tuple[Column, list[Any]]]:
    """Return the cells of a whole table as values: numbers as in both files, None for a blank cell."""
    columns = zip(get_columns(published.table), *iter_column_cells(published), strict=True)
    return [
        (column, [value for part in parts for value in _parse_values(part)]) for column, *parts in columns
    ]


def _parse_values(cells: ColumnCells) -> list[Any]:
    if cells.column.kind is float:
        return [float(number) if number else None for number in cells.numbers or ()]
    return [None if value == "" else value for value in cells.values]


def to_json_value(column: Column, value: Any) -> Any:
    """Return a cell as a reader of the JSON file has it."""
    if value is None or isinstance(value, bool | int):
        return value
    if column.kind is float:
        return float(_format_decimals(column, [value])[0])
    return _format_plain(value)


def _format_numbers(column: Column, values: Sequence[Any]) -> list[str]:
    if column.kind is float:
        return _format_decimals(column, values)
    return list(map(str, values)) if {*map(type, values)} == {int} else _map_distinct(_format_plain, values)


def _format_decimals(column: Column, values: Sequence[float | None]) -> list[str]:
    """Return numbers with six decimals: ranks compare them so, and readers can follow every order."""
    if not isfinite(sum(filter(None, values))):
        raise ValueError(f"column {column.name!r} holds a number that is not finite: an error in its system")
    return format_lines(values, _SIX_DECIMALS).split("\n")[:-1]


def _format_csv_column(cells: ColumnCells) -> Sequence[str]:
    """Return the cells of a column without numbers; unchanged where nothing needs quotes."""
    values, distinct = cells.values, set(cells.values)
    if cells.column.kind is str and None not in distinct:
        text = "\n".join(["", *distinct])
        is_plain = text.count("\n") == len(distinct) and not any(
            character in text for character in _SPECIAL_CHARACTERS
        )
        if is_plain and not _FORMULA_LINE.search(text):
            return values
    return _map_distinct(_format_csv_text, values)


def _format_json_numbers(cells: ColumnCells) -> Sequence[str]:
    numbers = cells.numbers or ()
    return [number or "null" for number in numbers] if None in cells.values else numbers


def _format_json_texts(values: Sequence[Any]) -> list[str]:
    is_text = {*map(type, values)} == {str}
    return _map_distinct(encode_basestring if is_text else _format_json_text, values)


def _map_distinct(format_value: Callable[[Any], str], values: Sequence[Any]) -> list[str]:
    """Return the texts of values; each distinct value is formatted once, as most columns have few."""
    distinct = set(values)
    if len(distinct) * 2 > len(values):
        return list(map(format_value, values))
    texts = {value: format_value(value) for value in distinct}
    return list(map(texts.__getitem__, values))


def _format_csv_text(value: Any) -> str:
    """Return text for CSV; what a spreadsheet takes for a formula gets an apostrophe (OWASP ASVS 1.2.10)."""
    text = _FORMULA_START.sub(r"\1'", _format_plain(value))
    if _NEEDS_QUOTES.isdisjoint(text):
        return text
    return '"' + text.replace('"', '""') + '"'


def _format_json_text(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return encode_basestring(_format_plain(value))


def _format_plain(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


_MAX_CACHED_CELLS = 1_000_000
"""Cells up to which the files of a table are cached: some 16 MB."""
_JSON_END = b"\n]}\n"
_TYPE_NAMES = {str: "text", int: "integer", float: "number", bool: "boolean"}


class EncodedTable(NamedTuple):
    """A published table as both of its files."""

    csv: bytes
    json: bytes


class DataFiles:
    """A published table as files, which `make` encodes where they are small enough to be cached."""

    def __init__(
        self, published: PublishedTable, make: Callable[[], EncodedTable | None] | None = None
    ) -> None:
        self.published = published
        self._make = make or partial(encode_small_table, published)

    def to_csv(self) -> bytes:
        """Return the CSV file: comma, UTF-8, LF, a header."""
        return self._encoded_table.csv if self._encoded_table else encode_csv(self.published)

    def to_json(self) -> bytes:
        """Return JSON: `{"table": …, "columns": [{"name", "type", "label", "description"}], "rows": […]}`."""
        return self._encoded_table.json if self._encoded_table else encode_json(self.published)

    @cached_property
    def _encoded_table(self) -> EncodedTable | None:
        return self._make()


def encode_small_table(published: PublishedTable) -> EncodedTable | None:
    """Return both files of a table; None where it is too large to be cached."""
    cells = len(published.rows) * len(get_columns(published.table))
    return encode_table(published) if cells <= _MAX_CACHED_CELLS else None


def _join_parts(parts: Iterable[bytes]) -> bytes:
    """Return all parts of a large file, without a second copy in memory."""
    file = BytesIO()
    file.writelines(parts)
    return file.getvalue()


def encode_table(published: PublishedTable) -> EncodedTable:
    """Return both files of a table; numbers are formatted once."""
    as_csv = [_encode_csv_header(published.table)]
    as_json = [_encode_json_start(published.name, published.table)]
    for number, piece in enumerate(iter_column_cells(published)):
        as_csv.append(_join_lines(format_csv_lines(piece)))
        as_json.append(format_json_rows(piece, is_first=not number))
    return EncodedTable(b"".join(as_csv), b"".join([*as_json, _JSON_END]))


def encode_csv(published: PublishedTable) -> bytes:
    """Return the CSV alone."""
    rows = (_join_lines(format_csv_lines(piece)) for piece in iter_column_cells(published))
    return _join_parts(chain([_encode_csv_header(published.table)], rows))


def encode_json(published: PublishedTable) -> bytes:
    """Return the JSON alone."""
    rows = (
        format_json_rows(piece, is_first=not number)
        for number, piece in enumerate(iter_column_cells(published))
    )
    return _join_parts(chain([_encode_json_start(published.name, published.table)], rows, [_JSON_END]))


@cache
def _encode_csv_header(table: type[Table]) -> bytes:
    return f"{','.join(get_column_names(table))}\n".encode()


@cache
def _encode_json_start(name: str, table: type[Table]) -> bytes:
    """Return the start of a JSON file, which is the same for every list of a site."""
    columns = [
        {
            "name": column.name,
            "type": _TYPE_NAMES.get(column.kind, column.kind.__name__),
            "label": column.label,
            "description": column.doc,
        }
        for column in get_columns(table)
    ]
    head = json.dumps({"table": name, "columns": columns}, ensure_ascii=False)
    return f'{head[:-1]}, "rows": [\n'.encode()


def to_json_row(table: type[Table], row: Sequence[Any]) -> list[Any]:
    """Return the cells of one row as a reader of the JSON file has them."""
    return [to_json_value(column, value) for column, value in zip(get_columns(table), row, strict=True)]


def _join_lines(lines: Sequence[str]) -> bytes:
    return "\n".join([*lines, ""]).encode()
