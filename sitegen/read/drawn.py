"""Rows that were drawn, and others that have their results: such a pair becomes the one row that it is.

Where something was drawn stands a row whose result is blank. Whoever enters the result in another row, of
whichever file, need not change that one: it says no more than the new one, and is taken out.
"""

from collections.abc import Iterator, Mapping

from sitegen.read.rows import Body
from sitegen.table import Column, cell_columns


def settle(body: Body) -> None:
    """Take out the rows of which another has the result, which takes over what it does not say itself."""
    for result in (each for each in cell_columns(body.table) if each.drawn):
        played = _played(body, result)
        for row, of in played.items():
            _take_over(body, row, of)
        body.take_out(played.keys())


def _played(body: Body, result: Column) -> Mapping[int, int]:
    """The row with the result of each row without; a result that could not be read is one, too."""
    unread = body.failed.get(result.name, ())
    waiting = {
        row for row, value in enumerate(body.values[result.name]) if value is None and row not in unread
    }
    if not waiting or len(waiting) == len(body.lines):
        return {}
    keys = list(_keys(body, result))
    first = {key: row for row, key in reversed(keys) if row not in waiting}
    return {row: first[key] for row, key in keys if row in waiting and key in first}


def _keys(body: Body, result: Column) -> Iterator[tuple[int, tuple[object, ...]]]:
    """What each row is a result of, as far as that could be read."""
    wanted = [each.name for each in cell_columns(body.table) if each.required or each.name in result.drawn]
    torn = set[int]().union(*(body.failed.get(name, ()) for name in wanted))
    keys = zip(*(body.values[name] for name in wanted), strict=True)
    return ((row, key) for row, key in enumerate(keys) if row not in torn)


def _take_over(body: Body, drawn: int, played: int) -> None:
    """What the row that was drawn says, and the one with the result does not."""
    for each in cell_columns(body.table):
        values, unread = body.values[each.name], body.failed.get(each.name, ())
        if values[played] == each.default and played not in unread and drawn not in unread:
            values[played] = values[drawn]
