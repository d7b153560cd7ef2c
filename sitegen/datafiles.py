"""A published table as files: CSV for spreadsheets, JSON with its columns described for programs.

Works by columns, some thousands of rows at once: half a million of seventeen cells take about three seconds.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cache, cached_property, partial
from io import BytesIO
from itertools import chain
from typing import Any, NamedTuple, Self

from sitegen.datacells import as_read, json_rows, lines, written
from sitegen.model import Published
from sitegen.table import Column, Table, columns, names

_LARGE = 1_000_000
"""Cells of a table whose files are made one by one rather than kept: some 16 MB."""
_CLOSING = b"\n]}\n"
_TYPES = {str: "text", int: "integer", float: "number", bool: "boolean"}
_FROM_TEXT: Mapping[type, Callable[[str], Any]] = {
    date: date.fromisoformat,
    int: int,
    float: float,
    bool: "yes".__eq__,
}


class Texts(NamedTuple):
    """A published table as both of its files."""

    csv: bytes
    json: bytes


class Files:
    """A published table as files, which `make` makes where they are small enough to be kept."""

    def __init__(self, published: Published, make: Callable[[], Texts | None] | None = None) -> None:
        self.published = published
        self._make = make or partial(make_texts, published)

    def csv(self) -> bytes:
        """The file: comma, UTF-8, LF, a header."""
        return self._texts.csv if self._texts else csv_alone(self.published)

    def json(self) -> bytes:
        """The file: `{"table": …, "columns": [{"name", "type", "label", "description"}], "rows": [[…]]}`."""
        return self._texts.json if self._texts else json_alone(self.published)

    @cached_property
    def _texts(self) -> Texts | None:
        return self._make()


def make_texts(published: Published) -> Texts | None:
    """Both files of a table; None of one that is too large to be kept."""
    return texts(published) if len(published.rows) * len(columns(published.table)) <= _LARGE else None


def _file(parts: Iterable[bytes]) -> bytes:
    """All parts of a large file, of which none is kept beside it."""
    file = BytesIO()
    file.writelines(parts)
    return file.getvalue()


def texts(published: Published) -> Texts:
    """Both files, the numbers of which are written once."""
    as_csv, as_json = [_header(published.table)], [_opening(published.name, published.table)]
    for number, piece in enumerate(written(published)):
        as_csv.append(_joined(lines(piece)))
        as_json.append(json_rows(piece, is_first=not number))
    return Texts(b"".join(as_csv), b"".join([*as_json, _CLOSING]))


def csv_alone(published: Published) -> bytes:
    """The CSV, where nobody asks for the JSON."""
    rows = (_joined(lines(piece)) for piece in written(published))
    return _file(chain([_header(published.table)], rows))


def json_alone(published: Published) -> bytes:
    """The JSON, where nobody asks for the CSV."""
    rows = (json_rows(piece, is_first=not number) for number, piece in enumerate(written(published)))
    return _file(chain([_opening(published.name, published.table)], rows, [_CLOSING]))


@cache
def _header(table: type[Table]) -> bytes:
    return f"{','.join(names(table))}\n".encode()


@cache
def _opening(name: str, table: type[Table]) -> bytes:
    """What each file of a table begins with, of which a site has one for every list."""
    described = [_described(each) for each in columns(table)]
    head = json.dumps({"table": name, "columns": described}, ensure_ascii=False)
    return f'{head[:-1]}, "rows": [\n'.encode()


def plain(table: type[Table], row: Sequence[Any]) -> list[Any]:
    """The cells of one row as who reads the JSON file has them."""
    return [as_read(column, value) for column, value in zip(columns(table), row, strict=True)]


def _joined(lines: Sequence[str]) -> bytes:
    return "\n".join([*lines, ""]).encode()


class Stored(NamedTuple):
    """A published table as it stands in its file, by whatever version of the program: in CSV all is text."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]

    @classmethod
    def read(cls, found: Mapping[str, Any]) -> Self:
        """The table that a JSON file holds."""
        return cls([each["name"] for each in found["columns"]], found["rows"])

    def of(self, table: type[Table]) -> list[Any]:
        """Its rows as those of a table, where a column may be missing that has a default."""
        places = {name: place for place, name in enumerate(self.columns)}
        kept = [(each, places.get(each.name)) for each in columns(table)]
        return table.rows([_cell(each, row, place) for each, place in kept] for row in self.rows)


def _cell(column: Column, row: Sequence[Any], place: int | None) -> Any:
    """A cell as its column has it; one that another program wrote otherwise as it stands."""
    if place is None:
        return None if column.required else column.default
    value = row[place]
    if isinstance(value, str) and column.kind is not str:
        with suppress(ValueError):
            return _FROM_TEXT.get(column.kind, str)(value) if value else None
    return float(value) if column.kind is float and isinstance(value, int) else value


def _described(column: Column) -> dict[str, str]:
    return {
        "name": column.name,
        "type": _TYPES.get(column.kind, column.kind.__name__),
        "label": column.label,
        "description": column.doc,
    }
