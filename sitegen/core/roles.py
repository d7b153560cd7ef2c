"""What the columns of a list are to it, where only the list as a whole says so.

A table with some of its columns alone: what two versions of a program publish of it alike.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, get_type_hints

from sitegen.core.table import Column, Role, Table, get_column_names, get_columns


def select_columns(table: type[Table], wanted: Collection[str]) -> type[Table]:
    """The table with those of its columns that have one of these names; itself where it has no others."""
    return table if {*get_column_names(table)} <= {*wanted} else _select_columns(table, frozenset(wanted))


@cache
def _select_columns(table: type[Table], wanted: frozenset[str]) -> type[Table]:
    every, hints = table._column_specs, get_type_hints(table, include_extras=True)  # noqa: SLF001
    kept = {
        own: every[own] for own, name in zip(every, get_column_names(table), strict=True) if name in wanted
    }
    columns = {
        own: spec._replace(before="", event=spec.event if spec.event in kept else "", drawn=())
        for own, spec in kept.items()
    }
    own = {
        "__doc__": table.__doc__,
        "__slots__": (),
        "__annotations__": {field: hints[field] for field in kept},
    }
    return type(table.__name__, (Table,), {**own, **columns})


@cache
def find_value_column(table: type[Table]) -> Column | None:
    """The figure that a list of players is about: the one that is declared so, or the first with decimals.

    The rows of such a list say the name of their player, or a column has the role; None in another table.
    """
    described = [column for column in get_columns(table) if column.display.is_on_pages]
    is_list = any(column.name == "name" for column in described)
    figures = [column for column in described if column.kind is float and column.display.style == "number"]
    declared = [column for column in described if column.role == "value"]
    return next(iter([*declared, *(figures if is_list else [])]), None)


@cache
def get_role(table: type[Table], column: Column) -> Role:
    """What a column is to its table."""
    return (
        "value"
        if column == find_value_column(table)
        else column.role
        if column.role != "value"
        else "optional"
    )


_STYLE_ROLES: Mapping[str, Role] = {"number": "value", "signed": "change"}
"""What the first figure of a style is, where no column says that it is; a ranking may be by whole numbers."""


@dataclass(frozen=True)
class Roles:
    """The cells of the rows of a list by what they are to it; None where it has no such column."""

    table: type[Table]

    @cached_property
    def positions(self) -> Mapping[Role, int]:
        """Where the first column of each role stands; where none is declared, by what its type is."""
        described = get_columns(self.table)
        found: dict[Role, int] = {}
        for place, column in enumerate(described):
            found.setdefault(get_role(self.table, column), place)
        for place, column in enumerate(described):
            if column.kind is float and column.role == "optional" and column.display.style in _STYLE_ROLES:
                found.setdefault(_STYLE_ROLES[column.display.style], place)
        whole = [
            n for n, column in enumerate(described) if column.kind is int and column.display.style == "number"
        ]
        if whole and "rank" in found:
            found.setdefault("value", whole[0])
        return found

    def get_column(self, wanted: Role) -> Column | None:
        """The column that is this to a list."""
        return get_columns(self.table)[self.positions[wanted]] if wanted in self.positions else None

    def get_cell(self, row: Any, wanted: Role) -> Any:
        """The cell of a row that is this to a list."""
        return row[self.positions[wanted]] if wanted in self.positions else None


@cache
def get_roles(table: type[Table]) -> Roles:
    """What the cells of a table are, found once."""
    return Roles(table)
