"""What a value in sitegen.toml means: the types of TOML, as a column declares them."""

import math
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from sitegen import cells
from sitegen.problem import quoted
from sitegen.table import Column

_TOO_LARGE = 10**15


def _exactly(kind: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not kind:  # True is an instance of int too
            raise TypeError
        return value

    return read


def _number(value: Any) -> float:
    number = float(value) if type(value) is int and abs(value) < _TOO_LARGE else _exactly(float)(value)
    if not math.isfinite(number):
        raise TypeError
    return number


def _texts(value: Any) -> list[str]:
    return [_exactly(str)(each) for each in _exactly(list)(value)]


_KINDS: Mapping[object, tuple[str, Callable[[Any], Any]]] = {
    str: ("a text", lambda value: cells.text(_exactly(str)(value))),
    bool: ("true or false", _exactly(bool)),
    int: ("a whole number", _exactly(int)),
    float: ("a number", _number),
    tuple: ("a list of texts", _texts),
    date: ("a date such as 2026-11-20, without quotes", _exactly(date)),
}
"""For each type a column can have: how messages call it, and what reads a value of TOML as one."""


def read(found: Any, column: Column) -> Any:
    """The value of a key as its column declares it; raises as a parser of cells does."""
    name, read = _KINDS[column.kind]
    try:
        value = read(found)
    except TypeError:
        raise ValueError(f"{_written(found)} is not {name}", "") from None
    if column.kind is tuple:
        return tuple(map(cells.one_of(column), value))
    if column.choices:
        return cells.one_of(column)(value)
    return cells.bounded(value, column)


def _written(value: Any) -> str:
    """A value as TOML has it, for a message."""
    return str(value).lower() if isinstance(value, bool) else quoted(str(value))
