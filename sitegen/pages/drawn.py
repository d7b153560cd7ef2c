"""What has been drawn and is still to be played: rows that wait for their results, evening by evening."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from sitegen.board import Board
from sitegen.read.drawn import STAR
from sitegen.system import Kept, kept
from sitegen.table import Column, cell_columns, columns
from sitegen.toolkit.rows import grouped

Cell = tuple[str, str, str]
"""The column, what a file has in it, and what people see; a player who hides is whoever was drawn."""


def drawn(board: Board) -> list[dict[str, Any]]:
    """The evenings that were drawn and not played, the next first, each with its rows."""
    tables = list(zip(kept(board.ranking.system), board.inputs, strict=True))
    days = _days(tables)
    found = [
        _evening(board, table, result, rows, days)
        for table, every in tables
        for result in cell_columns(table.rows)
        if result.drawn
        for rows in _evenings(result, every or ())
    ]
    return sorted(found, key=lambda each: (each["day"], each["table"]))


def _evenings(result: Column, rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """The rows of each evening that wait for a result."""
    waiting = (row for row in rows if getattr(row, result.name) is None)
    yield from grouped(waiting, lambda row: tuple(getattr(row, each) for each in result.drawn)).values()


def _evening(
    board: Board, table: Kept, result: Column, rows: Sequence[Any], days: Mapping[tuple[str, Any], date]
) -> dict[str, Any]:
    of = {each.name: each for each in columns(table.rows)}
    told = [(of[each], getattr(rows[0], each)) for each in result.drawn]
    dated = (value if isinstance(value, date) else days.get((column.name, value)) for column, value in told)
    day = next(filter(None, dated), None)
    return {
        "table": table.name,
        "day": day.isoformat() if day else "",
        "title": _title(board, told, day),
        "rows": [{"source": each.source, "cells": list(_cells(board, table, each))} for each in rows],
    }


def _title(board: Board, told: Sequence[tuple[Column, Any]], day: date | None) -> str:
    """What the evening is called: `Round 23, 26 November 2026`."""
    language = board.language
    words = [f"{language.word(each.label)} {value}" for each, value in told if value and value != day]
    return ", ".join([*words, *([language.full_date(day)] if day else [])])


def _cells(board: Board, table: Kept, row: Any) -> Iterator[Cell]:
    """What is filled in; of whom nobody may know who it is, the label alone."""
    hidden = {each.id for each in board.players if each.hidden}
    for column in cell_columns(table.rows):
        value = getattr(row, column.name, None) or getattr(row, f"{column.name}_", None)
        if not value:
            continue
        if column.shown.style == "player":
            yield column.name, STAR if value in hidden else value, board.name(value)
        else:
            yield column.name, str(value), str(value)


def _days(tables: Sequence[tuple[Kept, Any]]) -> Mapping[tuple[str, Any], date]:
    """The days of a calendar, by the one column that is its key, such as the number of a round."""
    found: dict[tuple[str, Any], date] = {}
    for table, rows in tables:
        described = cell_columns(table.rows)
        keys, days = (
            [each for each in described if each.key],
            [each for each in described if each.kind is date],
        )
        if len(keys) == len(days) == 1 and keys != days:
            found |= {
                (keys[0].name, getattr(row, keys[0].name)): getattr(row, days[0].name) for row in rows or ()
            }
    return found
