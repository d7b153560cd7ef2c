"""A published table as files: CSV for spreadsheets, JSON with its columns described for programs.

Works by whole columns: half a million rows of seventeen cells are written in about a second and a half.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from json.encoder import encode_basestring
from math import isfinite
from typing import Any, NamedTuple, Self

from sitegen.digest import digest
from sitegen.model import Evidence, Published
from sitegen.table import Column, Table, columns, names

_SIGNS = "=+@\u207a-\u207c\u208a-\u208c\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20-"
"""What begins a formula, also as wide, small, raised or lowered as some write it."""
_FORMULA = re.compile(rf'(\A|[;\t\r\n][\s"]*)(?=\s*[{_SIGNS}]|[\t\r])')
"""Where a formula could begin: a spreadsheet that goes by `;` cuts a file at each, whatever is quoted."""
_NEEDS_QUOTES = frozenset(',"\n\r')
_UNSAFE = re.compile(rf'[,";\t\r]|^\s*[{_SIGNS}]', re.MULTILINE)
_SIX_DECIMALS = "%.6f\n"
_TYPES = {str: "text", int: "integer", float: "number", bool: "boolean"}


@dataclass(frozen=True)
class Files:
    """A published table, each of its rows written once for the files and the evidence of pages."""

    published: Published

    @property
    def lines(self) -> list[str]:
        """The rows as lines of CSV, without line ends."""
        return self._written[0]

    def csv(self) -> bytes:
        """The file: comma, UTF-8, LF, a header."""
        return "\n".join([",".join(names(self.published.table)), *self.lines, ""]).encode()

    def json(self) -> bytes:
        """The file: `{"table": …, "columns": [{"name", "type", "label", "description"}], "rows": [[…]]}`."""
        return self._written[1]

    @cached_property
    def _written(self) -> tuple[list[str], bytes]:
        """The lines and the JSON file; the cells of numbers, which both write alike, are too many to keep."""
        numbers = {
            column: _numeric(column, values)
            for column, values in self.published.by_column
            if column.kind in (int, float)
        }
        return _lines(self.published, numbers), _json(self.published, numbers)

    def digest(self, evidence: Evidence) -> bytes:
        """What the rows named by `evidence` say, in 16 bytes."""
        text = "\n".join(map(self.lines.__getitem__, evidence.rows))
        return digest(text.encode())


def plain(table: type[Table], row: Sequence[Any]) -> list[Any]:
    """The cells of one row as who reads the JSON file has them."""
    return [_value(column, value) for column, value in zip(columns(table), row, strict=True)]


def _value(column: Column, value: Any) -> Any:
    if value is None or isinstance(value, bool | int):
        return value
    if column.kind is float:
        return float(_decimals(column, [value])[0])
    return _plain(value)


def _lines(published: Published, numbers: Mapping[Column, list[str]]) -> list[str]:
    cells = [numbers.get(column) or _csv_texts(column, values) for column, values in published.by_column]
    return list(map(",".join, zip(*cells, strict=True)))


def _json(published: Published, numbers: Mapping[Column, list[str]]) -> bytes:
    cells = [
        [each or "null" for each in numbers[column]] if column in numbers else _mapped(_json_text, values)
        for column, values in published.by_column
    ]
    described = [_described(each) for each in columns(published.table)]
    head = json.dumps({"table": published.name, "columns": described}, ensure_ascii=False)
    rows = "],\n[".join(map(",".join, zip(*cells, strict=True)))
    return f'{head[:-1]}, "rows": [\n{f"[{rows}]" if rows else ""}\n]}}\n'.encode()


class Stored(NamedTuple):
    """A published table as it stands in its JSON file, by whatever version of the program."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]

    @classmethod
    def read(cls, found: Mapping[str, Any]) -> Self:
        """The table that the file holds."""
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
    if column.kind is date and isinstance(value, str):
        with suppress(ValueError):
            return date.fromisoformat(value) if value else None
    return float(value) if column.kind is float and isinstance(value, int) else value


def _numeric(column: Column, values: Sequence[Any]) -> list[str]:
    return _decimals(column, values) if column.kind is float else _mapped(_plain, values)


def _decimals(column: Column, values: Sequence[float | None]) -> list[str]:
    """Six decimals: what is ranked is compared rounded to six, so a reader can follow every order."""
    known = tuple([value for value in values if value is not None])
    if not isfinite(sum(known)):
        raise ValueError(f"column {column.name!r} holds a number that is not finite: an error in its system")
    pattern = "".join(["\n" if value is None else _SIX_DECIMALS for value in values])
    text = (pattern % known).replace("-0.000000\n", "0.000000\n")
    return text.split("\n")[:-1]


def _csv_texts(column: Column, values: Sequence[Any]) -> Sequence[str]:
    """Cells of a column that is no number; one in which nothing needs quotes is taken as it is."""
    distinct = set(values)
    if column.kind is str and None not in distinct:
        text = "\n".join(distinct)
        if not _UNSAFE.search(text) and text.count("\n") < len(distinct):
            return values
    return _mapped(_csv_text, values)


def _mapped(write: Callable[[Any], str], values: Sequence[Any]) -> list[str]:
    """Every distinct value written once: most columns hold few."""
    distinct = set(values)
    if len(distinct) * 2 > len(values):
        return list(map(write, values))
    written = {value: write(value) for value in distinct}
    return list(map(written.__getitem__, values))


def _csv_text(value: Any) -> str:
    """Text that a spreadsheet would take for a formula gets an apostrophe (OWASP ASVS 1.2.10)."""
    text = _FORMULA.sub(r"\1'", _plain(value))
    if _NEEDS_QUOTES.isdisjoint(text):
        return text
    return '"' + text.replace('"', '""') + '"'


def _json_text(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return encode_basestring(_plain(value))


def _plain(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _described(column: Column) -> dict[str, str]:
    return {
        "name": column.name,
        "type": _TYPES.get(column.kind, column.kind.__name__),
        "label": column.label,
        "description": column.doc,
    }
