"""What a value in sitegen.toml means: the types of TOML, as columns declare them, and what keys ask."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from sitegen import cells
from sitegen.problem import quoted
from sitegen.table import Column

_ADDRESS = re.compile(r"https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?(?:/[^\s?#\"<>\\]*)?")
_REPOSITORY = re.compile(r"[A-Za-z0-9](?:-?[A-Za-z0-9])*/[A-Za-z0-9._-]+")
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


_KEYS: Mapping[type, Callable[[str], Any]] = {int: cells.whole, str: cells.line}

_KINDS: Mapping[object, tuple[str, Callable[[Any], Any]]] = {
    str: ("a text", lambda value: cells.text(_exactly(str)(value))),
    bool: ("true or false", _exactly(bool)),
    int: ("a whole number", _exactly(int)),
    dict: ("a table such as { name = 5 }", _exactly(dict)),
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
    if column.entries:
        return _entries(value, replace(column, kind=column.entries[1], entries=None), column.entries[0])
    if column.kind is tuple:
        return tuple(map(cells.one_of(column), value))
    if column.choices:
        return cells.one_of(column)(value)
    return cells.bounded(value, column)


def _entries(found: Mapping[str, Any], values: Column, keys: type) -> dict[Any, Any]:
    """The entries of a table: the keys of one type, every value as `values` declares it."""
    entries = [_entry(name, value, values, keys) for name, value in found.items()]
    if len(dict(entries)) < len(entries):
        raise ValueError("two keys of it mean the same", "take one of them out")
    return dict(entries)


def _entry(name: str, value: Any, values: Column, keys: type) -> tuple[Any, Any]:
    try:
        return _KEYS[keys](name), read(value, values)
    except ValueError as error:
        message, hint = error.args
        raise ValueError(f"in {quoted(name)}: {message}", hint) from None


def _written(value: Any) -> str:
    """A value as TOML has it, for a message."""
    return str(value).lower() if isinstance(value, bool) else quoted(str(value))


def title(name: str) -> str:
    """A title, which is not blank."""
    if not name:
        raise ValueError("a blank title", "say what it is called")
    return name


def address(url: str) -> str:
    """The address of a site, ending in `/`."""
    if not _ADDRESS.fullmatch(url):
        raise ValueError(
            f"{quoted(url)} is not an address", "write it as https://club.example/ or with a path"
        )
    return url.rstrip("/") + "/"


def repository(name: str) -> str:
    """`owner/name` of a repository, or nothing."""
    if name and not _REPOSITORY.fullmatch(name):
        raise ValueError(f"{quoted(name)} is not a repository", "write owner/name, as GitHub does")
    return name
