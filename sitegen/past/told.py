"""What a commit corrected, as plain facts: out of the effect that it had."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from sitegen.difference.effect import Effect
from sitegen.difference.rows import Row, RowChange
from sitegen.history import Commit
from sitegen.past.corrected import Corrected
from sitegen.past.correction import Correction, RowTold
from sitegen.read.files import PLAYERS
from sitegen.table import Column
from sitegen.table import written as plain


def correction(commit: Commit, day: date, effect: Effect) -> Correction | None:
    """What a commit corrected of a ranking; None when nothing that was published became another."""
    if effect.boards is None:
        return None
    rows = list(_causes(effect))
    is_undone = any(each.was_played and each.kind != "reordered" for each in rows)
    corrected = Corrected(effect, effect.boards, is_undone or any(each.late for each in rows))
    lists = tuple(each.day for each in corrected.lists)
    is_undone &= bool(effect.tables)
    if not (lists or is_undone or corrected.has_other_lists or corrected.has_other_rows):
        return None
    others = sum(map(_has_come, effect.rows)) - sum(map(_has_come, rows))
    return Correction(
        commit.id,
        day,
        commit.subject,
        tuple(map(_row, rows)),
        others,
        tuple((each.name, each.before, each.after) for each in effect.settings),
        tuple(effect.facts),
        lists,
        tuple(_names(effect)),
    )


def _has_come(change: RowChange) -> bool:
    return change.kind in {"added", "entered"}


def _causes(effect: Effect) -> Iterator[RowChange]:
    """The rows that can correct something: all but those that came in time, or wait for a result."""
    for each in effect.rows:
        is_new = _has_come(each) or (each.kind == "corrected" and each.was_played is False)
        is_other = each.kind in {"removed", "corrected", "reordered"} and each.was_played is not False
        if (each.in_time is None) if is_new else is_other:
            yield each


def _row(change: RowChange) -> RowTold:
    """A row as texts, before and after."""
    before, after = (_cells(change.columns, each) for each in (change.before, change.after))
    players = tuple(each.name for each in change.columns if each.shown.style == "player")
    kind = "late" if change.late else change.kind
    return RowTold(kind, change.table, change.row.path, change.row.line, before, after, players)


def _cells(columns: Any, row: Row | None) -> Mapping[str, str]:
    pairs: list[tuple[Column, Any]] = list(zip(columns, row.cells, strict=True)) if row else []
    said = {column.name: _said(value) for column, value in pairs}
    return {name: text for name, text in said.items() if text}


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    return plain(value)


def _names(effect: Effect) -> Iterator[tuple[str, str]]:
    """All that players have been called in rows that changed, each with the real id it is of."""
    for each in effect.rows:
        if each.table == PLAYERS:
            for row in filter(None, (each.before, each.after)):
                cells = _cells(each.columns, row)
                own = cells.get("id", "")
                aliases = cells.get("aliases", "").split("|")
                said = (own, cells.get("name", ""), cells.get("sort_name", ""), *aliases)
                yield from ((own, name) for name in said if own and name)
