"""What a cell means: one parser a column, made from its declaration.

A parser takes the text of a cell and returns its value, or raises `ValueError(message, hint)`: it knows
what is wrong, and `read` knows where. The rules are those of "Tables" in the design of the systems.
"""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from sitegen.cells import spreadsheet
from sitegen.cells.choices import one_of, yes_or_no
from sitegen.cells.days import day
from sitegen.cells.numbers import decimal, whole
from sitegen.cells.texts import NO_CHARACTERS, described, line, person, text, unseen_character
from sitegen.message import Message, advise, say
from sitegen.problem import quoted
from sitegen.table import Column

__all__ = [
    "NO_CHARACTERS",
    "Parser",
    "blank_or",
    "bounded",
    "described",
    "line",
    "one_of",
    "parser",
    "person",
    "text",
    "unseen_character",
    "whole",
    "yes_or_no",
]

Parser = Callable[[str], Any]
"""The value of a cell; raises `ValueError(message, hint)`."""


def parser(column: Column, marks: str) -> Parser:
    """How a cell of `column` is read, in a file whose decimal marks are `marks`."""
    return blank_or(one_of(column) if column.choices else _KINDS[column.kind](marks, column), column)


def blank_or(parse: Parser, column: Column) -> Parser:
    """The parser of a cell of `column` that may be blank; otherwise it means what `parse` says."""
    default = None if column.required else column.default

    def parse_unless_blank(cell: str) -> Any:
        if cell and not cell.isspace():
            spreadsheet.refuse(cell)
            return bounded(parse(cell), column, cell.strip())
        if column.required and not column.blank:
            message = say(
                "blank", "the cell is blank, and every row needs {column}", column=quoted(column.name)
            )
            raise ValueError(message, advise("fill it in"))
        return default

    return parse_unless_blank


def bounded(value: Any, column: Column, written: str = "") -> Any:
    """`value`, which was `written` so, unless it lies outside the bounds of `column`."""
    if column.minimum is not None and value < column.minimum:
        shown = _shown(value, written, least=column.minimum)
        message = say("too-small", "{value} is less than {least}, the least that is possible", **shown)
        raise ValueError(message, _slip())
    if column.maximum is not None and value > column.maximum:
        shown = _shown(value, written, most=column.maximum)
        message = say("too-large", "{value} is more than {most}, the most that is possible", **shown)
        raise ValueError(message, _slip())
    return value


def _shown(value: Any, written: str, **bound: float) -> dict[str, Any]:
    """What is filled in: the value as it was written, and the bound without needless decimals."""
    bounds = {name: f"{each:.15g}" for name, each in bound.items()}
    return {"value": quoted(written) if written else value, **bounds}


def _slip() -> Message:
    return advise("is a digit or a decimal mark missing, or one too many?")


_KINDS: Mapping[type, Callable[[str, Column], Parser]] = {
    str: lambda *_: text,
    int: lambda *_: whole,
    float: lambda marks, column: decimal(marks, column.unit),
    bool: lambda *_: yes_or_no,
    date: lambda *_: day,
}
"""How a cell of each kind is read, given the decimal marks of its file and its column."""
