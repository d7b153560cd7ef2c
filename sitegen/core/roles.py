"""The roles of the columns of a list, which follow from the whole list; and tables with fewer columns.

`Column.role` is what a column declares, or what its type says. Here a list gets what no column declares: its
first figure becomes the `value`.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Annotated, Any

from sitegen.core.table import Column, Role, Table, get_column_names, get_columns, get_hints, make_column


def select_columns(table: type[Table], names: Collection[str]) -> type[Table]:
    """Return a table with only the columns of these names; the table itself if it has no others.

    Two versions of the program are compared by the columns that both publish.
    """
    fields = zip(table._fields, get_column_names(table), strict=True)
    kept = tuple(field for field, name in fields if name in names)
    return table if kept == table._fields else derive_table(table, kept)


@cache
def get_file_table(table: type[Table]) -> type[Table]:
    """Return a table with the columns that its published files have; mostly the table itself."""
    return select_columns(table, {column.name for column in get_columns(table) if column.in_files})


@cache  # one class for each: renderers keep what they know of a table by its class
def derive_table(table: type[Table], fields: tuple[str, ...], hidden: tuple[str, ...] = ()) -> type[Table]:
    """Return a table with some fields of another, in this order, and then those that pages do not show."""
    specs, hints = table._column_specs, {**get_hints(table)}  # noqa: SLF001
    displays = {field: make_column(field, hints[field]).display for field in hidden}
    hints |= {
        field: Annotated[hints[field], display._replace(is_on_pages=False, role="optional")]
        for field, display in displays.items()
    }
    fields = (*fields, *hidden)
    columns = {
        field: specs[field]._replace(
            before="",
            event=specs[field].event if specs[field].event in fields else "",
            role=None if field in hidden else specs[field].role,
            drawn=(),
        )
        for field in fields
    }
    namespace = {
        "__doc__": table.__doc__,
        "honours": table.honours and [name for name in table.honours if name in fields],
        "__annotations__": {field: hints[field] for field in fields},
    }
    return type(table.__name__, (Table,), {**namespace, **columns})


@cache
def find_value_column(table: type[Table]) -> Column | None:
    """Return the column that a list of players is ranked by: the one declared so, or the first with decimals.

    None for a table that declares no such column and whose rows do not name a player.
    """
    columns = [column for column in get_columns(table) if column.display.is_on_pages]
    is_list = any(column.name == "name" for column in columns)
    figures = [column for column in columns if column.kind is float and column.display.style == "number"]
    value_columns = [column for column in columns if column.role == "value"]
    return next(iter([*value_columns, *(figures if is_list else [])]), None)


@cache
def get_role(table: type[Table], column: Column) -> Role:
    """Return the role of a column in its table, in which only one column is the value."""
    if column == find_value_column(table):
        return "value"
    return column.role if column.role and column.role != "value" else "optional"


_STYLE_ROLES: Mapping[str, Role] = {"number": "value", "signed": "change"}
"""The role of the first figure of a style, if no column declares that role."""


@dataclass(frozen=True)
class Roles:
    """Access to the cells of a list by role."""

    table: type[Table]

    @cached_property
    def positions(self) -> Mapping[Role, int]:
        """The index of the first column of each role; if none is declared, of a column of a fitting type."""
        columns = get_columns(self.table)
        positions: dict[Role, int] = {}
        for index, column in enumerate(columns):
            positions.setdefault(get_role(self.table, column), index)
        for index, column in enumerate(columns):
            if column.kind is float and column.role == "optional" and column.display.style in _STYLE_ROLES:
                positions.setdefault(_STYLE_ROLES[column.display.style], index)
        integers = [
            index
            for index, column in enumerate(columns)
            if column.kind is int and column.display.style == "number"
        ]
        if integers and "rank" in positions:  # a ranking may be by whole numbers
            positions.setdefault("value", integers[0])
        return positions

    def get_column(self, role: Role) -> Column | None:
        """Return the column of a role; None if the list has none."""
        return get_columns(self.table)[self.positions[role]] if role in self.positions else None

    def get_cell(self, row: Any, role: Role) -> Any:
        """Return the cell of a role in a row; None if the list has no such column."""
        return row[self.positions[role]] if role in self.positions else None


@cache
def get_roles(table: type[Table]) -> Roles:
    """Return the roles of a table, which are found once."""
    return Roles(table)
