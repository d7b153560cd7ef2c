"""A table with some of its columns alone: what two versions of a program publish of it alike."""

from collections.abc import Collection
from functools import cache
from typing import get_type_hints

from sitegen.table.columns import names
from sitegen.table.row import Table


def narrowed(table: type[Table], wanted: Collection[str]) -> type[Table]:
    """The table with those of its columns that have one of these names; itself where it has no others."""
    return table if {*names(table)} <= {*wanted} else _narrowed(table, frozenset(wanted))


@cache
def _narrowed(table: type[Table], wanted: frozenset[str]) -> type[Table]:
    every, hints = table._declared, get_type_hints(table, include_extras=True)  # noqa: SLF001
    kept = {own: every[own] for own, name in zip(every, names(table), strict=True) if name in wanted}
    columns = {
        own: each._replace(before="", event=each.event if each.event in kept else "", drawn=())
        for own, each in kept.items()
    }
    own = {"__doc__": table.__doc__, "__slots__": (), "__annotations__": {each: hints[each] for each in kept}}
    return type(table.__name__, (Table,), {**own, **columns})
