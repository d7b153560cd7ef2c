"""Rows that were drawn, and others that have their results: such a pair becomes the one row that it is.

Where something was drawn stands a row whose result is blank. Whoever enters the result in another row, of
whichever file, need not change that one: it says no more than the new one, and is taken out.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sitegen.message import advise, say
from sitegen.problem import quoted
from sitegen.read.rows import Body
from sitegen.table import Column, Table, cell_columns
from sitegen.toolkit.rows import grouped

STAR = "*"
"""What stands in a row for a player: whoever another row has there, which may be somebody who hides."""


class _AsDrawn:
    def __str__(self) -> str:
        return STAR


AS_DRAWN: Any = _AsDrawn()
"""The value of such a cell, until that player is found."""


def is_drawn(table: type[Table]) -> bool:
    """Whether rows of a table may say what is to be played."""
    return any(each.drawn for each in cell_columns(table))


def settle(body: Body) -> None:
    """Take out the rows of which another has the result, which takes over what it does not say itself."""
    for result in (each for each in cell_columns(body.table) if each.drawn):
        _name(body, result)
        played = _played(body, result)
        for row, of in played.items():
            _take_over(body, row, of)
        body.take_out(played.keys())


def _played(body: Body, result: Column) -> Mapping[int, int]:
    """The row with the result of each row without; a result that could not be read is one, too."""
    unread = body.failed.get(result.name, ())
    results = enumerate(body.values[result.name])
    waiting = {row for row, value in results if value is None and row not in unread}
    if not waiting or len(waiting) == len(body.lines):
        return {}
    keys = list(_keys(body, result))
    first = {key: row for row, key in reversed(keys) if row not in waiting}
    return {row: first[key] for row, key in keys if row in waiting and key in first}


def _wanted(body: Body, result: Column) -> Sequence[str]:
    """The columns that say what a result is of."""
    return [each.name for each in cell_columns(body.table) if each.required or each.name in result.drawn]


def _keys(body: Body, result: Column) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """What each row is a result of, as far as that could be read."""
    wanted = _wanted(body, result)
    torn = set[int]().union(*(body.failed.get(name, ()) for name in wanted))
    keys = zip(*(body.values[name] for name in wanted), strict=True)
    return ((row, key) for row, key in enumerate(keys) if row not in torn)


def _take_over(body: Body, drawn: int, played: int) -> None:
    """What the row that was drawn says, and the one with the result does not."""
    for each in cell_columns(body.table):
        values, unread = body.values[each.name], body.failed.get(each.name, ())
        if values[played] == each.default and played not in unread and drawn not in unread:
            values[played] = values[drawn]


def _name(body: Body, result: Column) -> None:
    """Put the players in the places where they are left to another row."""
    if not any(AS_DRAWN in body.values[each] for each in _wanted(body, result)):
        return
    keys = list(_keys(body, result))
    others = ((row, key) for row, key in keys if AS_DRAWN not in key)
    evenings = grouped(others, lambda each: _evening(body, result, each[0]))
    for row in [row for row, key in keys if AS_DRAWN in key]:
        there = evenings.get(_evening(body, result, row), [])
        _fill(body, _wanted(body, result), row, {key for at, key in there if _may_be(body, result, row, at)})


def _evening(body: Body, result: Column, row: int) -> tuple[Any, ...]:
    return tuple(body.values[name][row] for name in result.drawn)


def _may_be(body: Body, result: Column, row: int, other: int) -> bool:
    """Whether two rows may be of the same: what both say is alike, but for the result."""
    names = [each.name for each in cell_columns(body.table) if each.name != result.name]
    pairs = [(body.values[name][row], body.values[name][other]) for name in names]
    return all(one == two or one is AS_DRAWN or not (one and two) for one, two in pairs)


def _fill(body: Body, wanted: Sequence[str], row: int, found: set[tuple[Any, ...]]) -> None:
    """The players of the one row that is meant; an error where that is none, or may be several."""
    for place, name in enumerate(wanted):
        values = body.values[name]
        if values[row] is not AS_DRAWN:
            continue
        if len(found) == 1:
            values[row] = next(iter(found))[place]
            continue
        values[row] = None
        body.failed.setdefault(name, set()).add(row)
        message = say("nobody-drawn", "no other row says who {star} is here", star=quoted(STAR))
        hint = advise("name the player: {star} is whoever was drawn for the same", star=quoted(STAR))
        body.problems.append(body.problem(row, name, message, hint))
