"""What the columns of a list are to it, where only the list as a whole says so."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from sitegen.table.columns import Column, columns
from sitegen.table.row import Table
from sitegen.table.shown import Role


@cache
def figure(table: type[Table]) -> Column | None:
    """The figure that a list of players is about: the one that is declared so, or the first with decimals.

    The rows of such a list say the name of their player, or a column has the role; None in another table.
    """
    described = [each for each in columns(table) if each.shown.on_pages]
    is_list = any(each.name == "name" for each in described)
    figures = [each for each in described if each.kind is float and each.shown.style == "number"]
    declared = [each for each in described if each.role == "value"]
    return next(iter([*declared, *(figures if is_list else [])]), None)


@cache
def role(table: type[Table], column: Column) -> Role:
    """What a column is to its table."""
    return "value" if column == figure(table) else column.role if column.role != "value" else "optional"


_BY_STYLE: Mapping[str, Role] = {"number": "value", "signed": "change"}
"""What the first figure of a style is, where no column says that it is."""


@dataclass(frozen=True)
class Roles:
    """The cells of the rows of a list by what they are to it; None where it has no such column."""

    table: type[Table]

    @cached_property
    def place(self) -> Mapping[Role, int]:
        """Where the first column of each role stands; where none is declared, by what its type is."""
        described = columns(self.table)
        found: dict[Role, int] = {}
        for place, each in enumerate(described):
            found.setdefault(role(self.table, each), place)
        for place, each in enumerate(described):
            if each.kind is float and each.role == "optional" and each.shown.style in _BY_STYLE:
                found.setdefault(_BY_STYLE[each.shown.style], place)
        return found

    def column(self, wanted: Role) -> Column | None:
        """The column that is this to a list."""
        return columns(self.table)[self.place[wanted]] if wanted in self.place else None

    def of(self, row: Any, wanted: Role) -> Any:
        """The cell of a row that is this to a list."""
        return row[self.place[wanted]] if wanted in self.place else None


@cache
def roles(table: type[Table]) -> Roles:
    """What the cells of a table are, found once."""
    return Roles(table)
