"""Stored values: what is read is what was written, and nothing in a file is called."""

import os
import pickle
from datetime import date
from io import BytesIO
from types import MappingProxyType
from typing import Any

import pytest

from sitegen.core import storage
from sitegen.core.columnar import Rows
from sitegen.core.pickling import Deferred
from sitegen.core.problems import Problem, Severity, say
from sitegen.core.table import Rating, get_columns
from sitegen.rankings.tables import make_member_table


@pytest.mark.parametrize(
    "value",
    [
        (None, True, 1, 0.1, "é", b"x", [1], {"a": (1, date(2026, 1, 2))}),
        frozenset({"b", "a"}),
        MappingProxyType({"a": 1}),
        Problem("a.csv", 1, 2, say("a-code", "{n} is wrong", n="x"), "", Severity.WARNING),
    ],
)
def test_a_value_is_read_as_it_was_written(value: object) -> None:
    data = storage.dump(value)
    assert storage.load(data) == value
    assert storage.dump(storage.load(data)) == data


def test_tables_that_functions_make_are_stored_with_their_columns() -> None:
    table = make_member_table(Rating, "Rating")
    rows = table.make_rows([(1, "an", 1500.0, None), (2, "bo", 1400.0, 3.5)])
    kept = storage.dump((table, rows, Rows.from_rows(table, rows), Deferred.of(rows[0])))
    found, found_rows, by_column, deferred = storage.load(kept)
    assert get_columns(found) == get_columns(table)
    assert found_rows == rows == [*by_column]
    assert (found_rows[1].player, deferred.value.change) == ("bo", None)
    assert storage.load(kept)[0] is found


def test_equal_values_have_equal_bytes() -> None:
    name, other = (str(b"an", "ascii") for _ in range(2))
    assert storage.dump([name, name]) == storage.dump([name, other])


class _Call:
    def __reduce__(self) -> tuple[Any, ...]:
        return os.getpid, ()


class _Described(pickle.Pickler):
    """Writes a description as `dump` does, whatever it is of."""

    def persistent_id(self, value: Any) -> Any:
        return value.pid if isinstance(value, _Pid) else None


class _Pid:
    def __init__(self, *pid: Any) -> None:
        self.pid = pid


@pytest.mark.parametrize(
    "pid",
    [
        ("named", "os:getpid", ()),
        ("named", "subprocess:Popen", (["x"],)),
        ("named", "sitegen.core.problems:Problem", ("too", "few")),
        ("enum", "builtins:str", "x"),
        ("type", "made", storage.dump(("T", {}, frozenset(), {"a": "print(1)"}, None))),
        ("type", "Annotated", ("print(1)", "x")),
        ("type", "eval"),
        ("nothing",),
    ],
)
def test_a_description_of_anything_else_is_refused(pid: tuple[Any, ...]) -> None:
    file = BytesIO()
    _Described(file).dump(_Pid(*pid))
    with pytest.raises(ValueError, match="not a stored value"):
        storage.load(file.getvalue())


def test_a_file_that_calls_something_is_refused() -> None:
    for data in (pickle.dumps(_Call()), pickle.dumps(date(2026, 1, 2)), b"", b"x" * 100):
        with pytest.raises(ValueError, match="not a stored value"):
            storage.load(data)


def test_what_cannot_be_stored_is_told() -> None:
    for value in (object(), print, lambda: 1):
        with pytest.raises(TypeError, match="cannot be stored"):
            storage.dump([value])
