"""What the columns of a list are to it, where only the list as a whole says so."""

from functools import cache

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
