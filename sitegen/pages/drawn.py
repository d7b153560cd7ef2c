"""What has been drawn and is still to be played: rows that wait for their results, evening by evening."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
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
    return sorted(_Drawn(board).evenings(), key=lambda each: (each["day"], each["table"]))


@dataclass(frozen=True)
class _Drawn:
    """What was drawn in a ranking."""

    board: Board

    def evenings(self) -> Iterator[dict[str, Any]]:
        """The evenings, table by table."""
        for table, every in self._tables:
            for result in cell_columns(table.rows):
                for rows in _evenings(result, every or ()) if result.drawn else ():
                    yield self._evening(table, result, rows)

    def _evening(self, table: Kept, result: Column, rows: Sequence[Any]) -> dict[str, Any]:
        of = {each.name: each for each in columns(table.rows)}
        told = [(of[each], getattr(rows[0], each)) for each in result.drawn]
        dated = (
            value if isinstance(value, date) else self._days.get((column.name, value))
            for column, value in told
        )
        day = next(filter(None, dated), None)
        return {
            "table": table.name,
            "day": day.isoformat() if day else "",
            "title": self._title(told, day),
            "rows": [{"source": each.source, "cells": list(self._cells(table, each))} for each in rows],
        }

    def _title(self, told: Sequence[tuple[Column, Any]], day: date | None) -> str:
        """What the evening is called: `Round 23, 26 November 2026`."""
        language = self.board.language
        words = [f"{language.word(each.label)} {value}" for each, value in told if value and value != day]
        return ", ".join([*words, *([language.full_date(day)] if day else [])])

    def _cells(self, table: Kept, row: Any) -> Iterator[Cell]:
        """What is filled in; of whom nobody may know who it is, the label alone."""
        for column in cell_columns(table.rows):
            value = getattr(row, column.name, None) or getattr(row, f"{column.name}_", None)
            if not value:
                continue
            if column.shown.style == "player":
                yield column.name, STAR if value in self._hidden else value, self.board.name(value)
            else:
                yield column.name, str(value), str(value)

    @cached_property
    def _hidden(self) -> Collection[str]:
        return {each.id for each in self.board.players if each.hidden}

    @cached_property
    def _tables(self) -> Sequence[tuple[Kept, Sequence[Any] | None]]:
        entered = (each.rows for each in self.board.entered)
        return list(zip(kept(self.board.ranking.system), entered, strict=True))

    @cached_property
    def _days(self) -> Mapping[tuple[str, Any], date]:
        """The days of a calendar, by the one column that is its key, such as the number of a round."""
        found: dict[tuple[str, Any], date] = {}
        for table, rows in self._tables:
            described = cell_columns(table.rows)
            keys = [each for each in described if each.key]
            days = [each for each in described if each.kind is date]
            if len(keys) == len(days) == 1 and keys != days:
                key, day = keys[0].name, days[0].name
                found |= {(key, getattr(row, key)): getattr(row, day) for row in rows or ()}
        return found


def _evenings(result: Column, rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """The rows of each evening that wait for a result."""
    waiting = (row for row in rows if getattr(row, result.name) is None)
    yield from grouped(waiting, lambda row: tuple(getattr(row, each) for each in result.drawn)).values()
