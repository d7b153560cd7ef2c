"""Rows that a spreadsheet cut by another delimiter than the rest of the file, or put into one cell each.

A spreadsheet that expects `;` opens a file with `,` as one column. Saved again, its old rows are one cell
each, in quotes where they hold some, and its new rows are cut by `;`.
"""

from collections.abc import Callable, Sequence

from sitegen.message import Message, advise, say
from sitegen.problem import Problem, told_once
from sitegen.read.records import cut

DELIMITERS = ",;\t"
_NAMES = {",": advise("commas"), ";": advise("semicolons"), "\t": advise("tabs")}

_CODES = {"row-cut-otherwise", "row-cut-both-ways", "row-in-one-cell"}

IsRow = Callable[[list[str]], bool]


def fault(text: str, own: str, is_row: IsRow) -> Message | None:
    """What is wrong with a line that is no row when it is cut by `own`, if it is one when cut otherwise."""
    ways = (_by_another, _in_one_cell, _by_both)
    return next(filter(None, (each(text, own, is_row) for each in ways)), None)


def header_fault(text: str, own: str, known: Callable[[list[str]], int]) -> Message | None:
    """What is wrong with a header of which as much is `known`, or more, when it is cut otherwise."""
    count = known(cut(text, own))
    in_one_cell = _in_one_cell(text, own, lambda cells: known(cells) >= max(count, 1))
    return in_one_cell or _by_both(text, own, lambda cells: known(cells) > count)


def _by_another(text: str, own: str, is_row: IsRow) -> Message | None:
    for other in DELIMITERS:
        cells = cut(text, other)
        if other != own and len(cells) > 1 and is_row(cells):
            return say(
                "row-cut-otherwise",
                "{other} stand between the cells here, and {own} in the header",
                other=_NAMES[other],
                own=_NAMES[own],
            )
    return None


def _by_both(text: str, own: str, is_row: IsRow) -> Message | None:
    for other in DELIMITERS:
        if other != own and other in text and is_row(cut(text.replace(other, own), own)):
            return say(
                "row-cut-both-ways",
                "both {other} and {own} stand between the cells here",
                other=_NAMES[other],
                own=_NAMES[own],
            )
    return None


def _in_one_cell(text: str, _: str, is_row: IsRow) -> Message | None:
    """What is wrong with a line that is a row in its first cell, with nothing in the others."""
    for outer in DELIMITERS:
        first, *others = cut(text, outer)
        is_alone = first != text and not any(map(str.strip, others))
        for inner in DELIMITERS if is_alone else ():
            if inner != outer and len(cut(first, inner)) > 1 and is_row(cut(first, inner)):
                return say("row-in-one-cell", "the whole row stands in one cell here")
    return None


def problem(path: str, line: int, message: Message, *, is_cause: bool = False) -> Problem:
    """The problem of a line that is so cut."""
    hint = advise("put the same sign between all cells of the file")
    if message.code != "row-cut-both-ways":
        hint = advise(
            "a spreadsheet opened the file in one column and saved it so: take it back as it was, open it by"
            " 'Data, From Text/CSV', and enter what is new again"
        )
    return Problem(path, line, 1, message, hint, is_cause=is_cause)


def together(problems: Sequence[Problem]) -> list[Problem]:
    """The problems of a file, with those of lines that are so cut told once."""
    cut_so = [each for each in problems if each.code in _CODES]
    return [*(each for each in problems if each.code not in _CODES), *told_once(cut_so)]
