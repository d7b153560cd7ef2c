"""Rows that were drawn, and others that have their results: such a pair becomes the one row that it is.

Where something was drawn stands a row whose result is blank. Whoever enters the result in another row, of
whichever file, need not change that one: it says no more than the new one, and is taken out.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sitegen.core.problems import advise, quote_text, say
from sitegen.core.table import Column, Table, get_input_columns
from sitegen.inputs.results.rows import ColumnBatch

PLAYER_PLACEHOLDER = "*"
"""What stands in a row for a player: whoever another row has there, which may be somebody who hides."""


class _PendingPlayer:
    def __str__(self) -> str:
        return PLAYER_PLACEHOLDER


PENDING_PLAYER: Any = _PendingPlayer()
"""The value of such a cell, until that player is found."""


def has_pairings(table: type[Table]) -> bool:
    """Whether rows of a table may say what is to be played."""
    return any(column.drawn for column in get_input_columns(table))


def merge_results(body: ColumnBatch) -> None:
    """Take out the rows of which another has the result, which takes over what it does not say itself."""
    for result in (column for column in get_input_columns(body.table) if column.drawn):
        _fill_players(body, result)
        played = _match_results(body, result)
        for row, of in played.items():
            _copy_values(body, row, of)
        body.remove_rows(played.keys())


def _match_results(body: ColumnBatch, result: Column) -> Mapping[int, int]:
    """The row with the result of each row without; a result that could not be read is one, too."""
    unread = body.missing_rows.get(result.name, ())
    results = enumerate(body.values[result.name])
    waiting = {row for row, value in results if value is None and row not in unread}
    if not waiting or len(waiting) == len(body.lines):
        return {}
    keys = list(_iter_keys(body, result))
    first = {key: row for row, key in reversed(keys) if row not in waiting}
    return {row: first[key] for row, key in keys if row in waiting and key in first}


def _get_key_columns(body: ColumnBatch, result: Column) -> Sequence[str]:
    """The columns that say what a result is of."""
    return [
        column.name
        for column in get_input_columns(body.table)
        if column.is_required or column.name in result.drawn
    ]


def _iter_keys(body: ColumnBatch, result: Column) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """What each row is a result of, as far as that could be read."""
    wanted = _get_key_columns(body, result)
    torn = set[int]().union(*(body.missing_rows.get(name, ()) for name in wanted))
    keys = zip(*(body.values[name] for name in wanted), strict=True)
    return ((row, key) for row, key in enumerate(keys) if row not in torn)


def _copy_values(body: ColumnBatch, drawn: int, played: int) -> None:
    """What the row that was drawn says, and the one with the result does not."""
    for column in get_input_columns(body.table):
        values, unread = body.values[column.name], body.missing_rows.get(column.name, ())
        if values[played] == column.default and played not in unread and drawn not in unread:
            values[played] = values[drawn]


def _fill_players(body: ColumnBatch, result: Column) -> None:
    """Put the players in the places where they are left to another row."""
    if not any(PENDING_PLAYER in body.values[name] for name in _get_key_columns(body, result)):
        return
    keys = list(_iter_keys(body, result))
    evenings = defaultdict(list)
    for row, key in keys:
        if PENDING_PLAYER not in key:
            evenings[_get_evening(body, result, row)].append((row, key))
    for row in [row for row, key in keys if PENDING_PLAYER in key]:
        there = evenings[_get_evening(body, result, row)]
        _fill_row(
            body,
            _get_key_columns(body, result),
            row,
            {key for at, key in there if _may_match(body, result, row, at)},
        )


def _get_evening(body: ColumnBatch, result: Column, row: int) -> tuple[Any, ...]:
    return tuple(body.values[name][row] for name in result.drawn)


def _may_match(body: ColumnBatch, result: Column, row: int, other: int) -> bool:
    """Whether two rows may be of the same: what both say is alike, but for the result."""
    names = [column.name for column in get_input_columns(body.table) if column.name != result.name]
    pairs = [(body.values[name][row], body.values[name][other]) for name in names]
    return all(one == two or one is PENDING_PLAYER or not (one and two) for one, two in pairs)


def _fill_row(body: ColumnBatch, wanted: Sequence[str], row: int, found: set[tuple[Any, ...]]) -> None:
    """The players of the one row that is meant; an error where that is none, or may be several."""
    for place, name in enumerate(wanted):
        values = body.values[name]
        if values[row] is not PENDING_PLAYER:
            continue
        if len(found) == 1:
            values[row] = next(iter(found))[place]
            continue
        values[row] = None
        body.missing_rows.setdefault(name, set()).add(row)
        message = say(
            "nobody-drawn", "no other row says who {star} is here", star=quote_text(PLAYER_PLACEHOLDER)
        )
        hint = advise(
            "name the player: {star} is whoever was drawn for the same", star=quote_text(PLAYER_PLACEHOLDER)
        )
        body.problems.append(body.make_problem(row, name, message, hint))
