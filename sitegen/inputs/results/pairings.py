"""Merge drawn pairings with their results.

A pairing is a row whose result is blank. Its result can be entered in another row, in any file: then the
pairing says no more than the row with the result, and is removed.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sitegen.core.problems import advise, quote_text, say
from sitegen.core.table import Column, Table, get_input_columns
from sitegen.inputs.results.rows import ColumnBatch

PLAYER_PLACEHOLDER = "*"
"""The cell for a player whom another row names; that player may be hidden."""


class _PendingPlayer:
    def __str__(self) -> str:
        return PLAYER_PLACEHOLDER


PENDING_PLAYER: Any = _PendingPlayer()
"""The value of such a cell, until `merge_results` finds the player."""


def has_pairings(table: type[Table]) -> bool:
    """Whether rows of a table may be pairings: games that are to be played."""
    return any(column.drawn for column in get_input_columns(table))


def merge_results(batch: ColumnBatch) -> None:
    """Remove each pairing whose result is in another row, which takes over the values that it lacks."""
    for result in (column for column in get_input_columns(batch.table) if column.drawn):
        _fill_players(batch, result)
        results = _match_results(batch, result)
        for pairing, result_row in results.items():
            _copy_values(batch, pairing, result_row)
        batch.remove_rows(results.keys())


def _match_results(batch: ColumnBatch, result: Column) -> Mapping[int, int]:
    """Return the row with the result of each pairing; a result that could not be read counts as one."""
    missing = batch.missing_rows.get(result.name, ())
    results = enumerate(batch.values[result.name])
    open_rows = {row for row, value in results if value is None and row not in missing}
    if not open_rows or len(open_rows) == len(batch.lines):
        return {}
    keys = list(_iter_keys(batch, result))
    first_played = {key: row for row, key in reversed(keys) if row not in open_rows}
    return {row: first_played[key] for row, key in keys if row in open_rows and key in first_played}


def _get_key_columns(batch: ColumnBatch, result: Column) -> Sequence[str]:
    """Return the columns that identify what a result belongs to."""
    return [
        column.name
        for column in get_input_columns(batch.table)
        if column.is_required or column.name in result.drawn
    ]


def _iter_keys(batch: ColumnBatch, result: Column) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Yield each row with its key, but for rows of which a cell of the key could not be read."""
    names = _get_key_columns(batch, result)
    missing = set[int]().union(*(batch.missing_rows.get(name, ()) for name in names))
    keys = zip(*(batch.values[name] for name in names), strict=True)
    return ((row, key) for row, key in enumerate(keys) if row not in missing)


def _copy_values(batch: ColumnBatch, pairing: int, result_row: int) -> None:
    """Copy what the row of a pairing has and the row with its result lacks."""
    for column in get_input_columns(batch.table):
        values, missing = batch.values[column.name], batch.missing_rows.get(column.name, ())
        if values[result_row] == column.default and result_row not in missing and pairing not in missing:
            values[result_row] = values[pairing]


def _fill_players(batch: ColumnBatch, result: Column) -> None:
    """Replace each `*` by the player whom another row of the same event names."""
    names = _get_key_columns(batch, result)
    if not any(PENDING_PLAYER in batch.values[name] for name in names):
        return
    keys = list(_iter_keys(batch, result))
    events = defaultdict(list)
    for row, key in keys:
        if PENDING_PLAYER not in key:
            events[_get_event(batch, result, row)].append((row, key))
    for row in [row for row, key in keys if PENDING_PLAYER in key]:
        other_rows = events[_get_event(batch, result, row)]
        _fill_row(
            batch, names, row, {key for other, key in other_rows if _may_match(batch, result, row, other)}
        )


def _get_event(batch: ColumnBatch, result: Column, row: int) -> tuple[Any, ...]:
    return tuple(batch.values[name][row] for name in result.drawn)


def _may_match(batch: ColumnBatch, result: Column, row: int, other: int) -> bool:
    """Whether two rows may be of the same game: the cells that both have are equal, but for the result."""
    names = [column.name for column in get_input_columns(batch.table) if column.name != result.name]
    pairs = [(batch.values[name][row], batch.values[name][other]) for name in names]
    return all(
        own == other_player or own is PENDING_PLAYER or not (own and other_player)
        for own, other_player in pairs
    )


def _fill_row(batch: ColumnBatch, names: Sequence[str], row: int, keys: set[tuple[Any, ...]]) -> None:
    """Take over the players of the only key that matches; add an error where none or several do."""
    for place, name in enumerate(names):
        values = batch.values[name]
        if values[row] is not PENDING_PLAYER:
            continue
        if len(keys) == 1:
            values[row] = next(iter(keys))[place]
            continue
        values[row] = None
        batch.missing_rows.setdefault(name, set()).add(row)
        message = say(
            "nobody-drawn", "no other row says who {star} is here", star=quote_text(PLAYER_PLACEHOLDER)
        )
        hint = advise(
            "name the player: {star} stands for the player who was drawn there",
            star=quote_text(PLAYER_PLACEHOLDER),
        )
        batch.problems.append(batch.make_problem(row, name, message, hint))
