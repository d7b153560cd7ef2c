"""The cells of published tables as CSV and JSON have them, column by column."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from json.encoder import encode_basestring
from math import isfinite
from typing import Any, NamedTuple

from sitegen.model import Published
from sitegen.table import Column, columns
from sitegen.whole import in_lines

_SIGNS = "=+@\u207a-\u207c\u208a-\u208c\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20-"
"""What begins a formula, also as wide, small, raised or lowered as some write it."""
_FORMULA = re.compile(rf'(\A|[;\t\r\n][\s"]*)(?=\s*[{_SIGNS}]|[\t\r])')
"""Where a formula could begin: a spreadsheet that goes by `;` cuts a file at each, whatever is quoted."""
_NEEDS_QUOTES = frozenset(',"\n\r')
_PARTING = ',";\t\r'
_BEGUN = re.compile(rf"\n\s*[{_SIGNS}]")
_SIX_DECIMALS = "%.6f\n"


class Cells(NamedTuple):
    """The cells of a column; `numbers` are as both files have them, None for what is no number."""

    column: Column
    values: Sequence[Any]
    numbers: Sequence[str] | None


def written(published: Published) -> Iterator[Sequence[Cells]]:
    """The cells of a table, some thousands of rows after the other."""
    for piece in published.pieces():
        yield [
            Cells(column, values, _numeric(column, values) if column.kind in (int, float) else None)
            for column, values in piece
        ]


def lines(piece: Sequence[Cells]) -> list[str]:
    """Rows as lines of CSV, without line ends."""
    cells = [_csv_texts(each) if each.numbers is None else each.numbers for each in piece]
    return list(map(",".join, zip(*cells, strict=True)))


def json_rows(piece: Sequence[Cells], *, is_first: bool) -> bytes:
    """Rows as JSON has them, parted by commas."""
    cells = [_json_texts(each.values) if each.numbers is None else _json_numbers(each) for each in piece]
    rows = "],\n[".join(map(",".join, zip(*cells, strict=True)))
    between = "" if is_first else ",\n"
    return f"{between}[{rows}]".encode() if rows else between.encode()


def by_column(published: Published) -> list[tuple[Column, list[Any]]]:
    """The cells of a whole table as values: numbers as both files have them, None where nothing stands."""
    pieces = [map(_values, piece) for piece in written(published)]
    every = zip(columns(published.table), *pieces, strict=True)
    return [(column, [*chain.from_iterable(parts)]) for column, *parts in every]


def _values(cells: Cells) -> list[Any]:
    if cells.column.kind is float:
        return [float(each) if each else None for each in cells.numbers or ()]
    return [None if each == "" else each for each in cells.values]


def as_read(column: Column, value: Any) -> Any:
    """A cell as who reads the JSON file has it."""
    if value is None or isinstance(value, bool | int):
        return value
    if column.kind is float:
        return float(_decimals(column, [value])[0])
    return _plain(value)


def _numeric(column: Column, values: Sequence[Any]) -> list[str]:
    if column.kind is float:
        return _decimals(column, values)
    return list(map(str, values)) if {*map(type, values)} == {int} else _mapped(_plain, values)


def _decimals(column: Column, values: Sequence[float | None]) -> list[str]:
    """Six decimals: what is ranked is compared rounded to six, so a reader can follow every order."""
    if not isfinite(sum(filter(None, values))):
        raise ValueError(f"column {column.name!r} holds a number that is not finite: an error in its system")
    return in_lines(values, _SIX_DECIMALS).split("\n")[:-1]


def _csv_texts(cells: Cells) -> Sequence[str]:
    """Cells of a column that is no number; one in which nothing needs quotes is taken as it is."""
    values, distinct = cells.values, set(cells.values)
    if cells.column.kind is str and None not in distinct:
        text = "\n".join(["", *distinct])
        is_plain = text.count("\n") == len(distinct) and not any(each in text for each in _PARTING)
        if is_plain and not _BEGUN.search(text):
            return values
    return _mapped(_csv_text, values)


def _json_numbers(cells: Cells) -> Sequence[str]:
    numbers = cells.numbers or ()
    return [each or "null" for each in numbers] if None in cells.values else numbers


def _json_texts(values: Sequence[Any]) -> list[str]:
    is_text = {*map(type, values)} == {str}
    return _mapped(encode_basestring if is_text else _json_text, values)


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
