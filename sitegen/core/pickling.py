"""What processes send to each other: rows of tables, also of those that a function made, and deferred values.

`pickle` looks a class up by its name, and calls the class of a tuple with its items: neither does for tables.
"""

import pickle
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from operator import attrgetter
from typing import Any, Generic, Self, TypeVar

from sitegen.core.columnar import Rows
from sitegen.core.table import REQUIRED, Column, Table, get_hints, make_rows

T = TypeVar("T")


@dataclass(frozen=True)
class Deferred(Generic[T]):
    """A value that is made when it is first asked for, or before it goes to another process."""

    make: Callable[[], T]

    @cached_property
    def value(self) -> T:
        """The value, which is made once."""
        return self.make()

    @classmethod
    def of(cls, value: T) -> Self:
        """Return a value that is made already."""
        return cls(partial(_keep, value))

    def settle(self) -> Self:
        """Return the value as it is sent, which keeps nothing of what it is made from."""
        return self.of(self.value)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (partial(_keep, self.value),)


def _keep(value: T) -> T:
    return value


class TablePickler(pickle.Pickler):
    """A pickler for values with tables among them; `pickle.load` reads what it writes."""

    def reducer_override(self, value: Any) -> Any:
        """Return how a table, a row or rows by column are made again."""
        if isinstance(value, Rows):
            return Rows, (value.kind, len(value), value.columns)
        if isinstance(value, Table):
            return _make_row, (type(value), tuple(value))
        if isinstance(value, type) and issubclass(value, Table) and not has_name(value):
            return make_table, split_table(value)
        return NotImplemented


def has_name(kind: type) -> bool:
    """Whether the name of a class leads to it."""
    try:
        return attrgetter(kind.__qualname__)(sys.modules[kind.__module__]) is kind
    except (AttributeError, KeyError):
        return False


def split_table(table: type[Table]) -> tuple[Any, ...]:
    """Return what a table is made of, for `make_table`: its name, columns, types and honours."""
    specs = table._column_specs  # noqa: SLF001
    columns = {name: _drop_default(spec) for name, spec in specs.items()}
    required = frozenset(name for name, spec in specs.items() if spec.is_required)
    hints = {name: get_hints(table)[name] for name in specs}
    return table.__name__, columns, required, hints, table.honours


def _drop_default(spec: Column) -> Column:
    """Return a column without what only its declaration says: the place, and that it is required."""
    return spec._replace(before="", default=None if spec.is_required else spec.default)


def make_table(
    name: str, columns: Mapping[str, Column], required: frozenset[str], hints: Mapping[str, Any], honours: Any
) -> type[Table]:
    """Return a table that is made of what `split_table` returns."""
    specs = {
        field: spec._replace(default=REQUIRED) if field in required else spec
        for field, spec in columns.items()
    }
    body = {"__slots__": (), "__module__": __name__, "__annotations__": hints, "honours": honours, **specs}
    return type(name, (Table,), body)


def _make_row(table: type[Table], cells: tuple[Any, ...]) -> Table:
    return make_rows(table, [cells])[0]
