"""What of a change is a correction: what was published already, and is not made of what came in time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from sitegen.board import Board
from sitegen.difference.effect import Effect
from sitegen.difference.standing import ListChange
from sitegen.difference.tables import TableChange, is_figure
from sitegen.table import Column, columns


@dataclass(frozen=True)
class Corrected:
    """What a change corrects of a ranking; `is_of_results` where it takes back or adds results of past days.

    Without such results, a list that rows in time belong to is made of these; and somebody new who stands on
    lists of before corrects nothing, unless that changes what is said of others.
    """

    effect: Effect
    boards: tuple[Board, Board]
    is_of_results: bool

    @property
    def lists(self) -> Sequence[ListChange]:
        """The published lists that are other ones."""
        if self.is_of_results:
            return [each for each in self.effect.earlier if each.figures]
        earlier = [each for each in self.effect.earlier if each.through < self._since]
        return [each for each in earlier if any(map(self._is_other, each.tables))]

    @property
    def has_other_lists(self) -> bool:
        """Whether a list of a past day is none any more, or there is one more."""
        was, now = ({each.day for each in board.derived.moments} for board in self.boards)
        past = min(self._since, self.effect.after.as_of)
        return any(day < past for day in was ^ now)

    @property
    def has_other_rows(self) -> bool:
        """Whether published tables say something else of what was played before the rows in time."""
        return any(True for table in self.effect.tables for _ in self._other_rows(table))

    @cached_property
    def _since(self) -> date:
        """The first day of which rows came in time."""
        return min((each.in_time for each in self.effect.rows if each.in_time), default=date.max)

    def _is_other(self, table: TableChange) -> bool:
        """Whether a table of a list says something else of somebody who was there."""
        return any(True for _ in _changed(table)) or any(not self._is_new(table, row) for row in table.added)

    def _is_new(self, table: TableChange, row: Any) -> bool:
        """Whether a row is of players who are new."""
        cells = zip(columns(table.table), row, strict=True)
        players = [cell for column, cell in cells if cell and column.shown.style == "player"]
        return bool(players) and self._newcomers.issuperset(map(self.effect.who.now, players))

    @cached_property
    def _newcomers(self) -> frozenset[str]:
        """Who is a player from now on, by the real ids."""
        was, now = self.boards
        before = frozenset(self.effect.who.was(each.id) for each in was.players)
        return frozenset(self.effect.who.now(each.id) for each in now.players) - before

    def _other_rows(self, table: TableChange) -> Iterator[Any]:
        described = columns(table.table)
        days = [n for n, each in enumerate(described) if each.kind is date and each.shown.style == "event"]
        for row in _changed(table):
            if self._since == date.max or (days and row[days[0]] and row[days[0]] < self._since):
                yield row


def _changed(table: TableChange) -> Iterator[Any]:
    """The rows of a table that are gone, or have another figure, as they were."""
    yield from table.removed
    yield from (each.before for each in table.changed if any(_counts(cell.column) for cell in each.cells))


def _counts(column: Column) -> bool:
    """Whether a cell says a figure, or yes or no."""
    return is_figure(column) or column.kind is bool
