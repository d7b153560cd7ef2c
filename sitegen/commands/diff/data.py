"""A comparison for programs, as JSON.

    {"base": commit, "missing": number of its commits that are not here, "flaws": [error of the base],
     "notes": [sentence about a change of the program],
     "steps": [{"cause": "program", "settings" or "results", "rankings": [ranking]}]}

A ranking is what the step does to one:

    {"id", "title",
     "settings": [{"name", "before", "after"}],
     "rows": [{"kind": "added", "removed", "corrected", "entered", "reordered", "moved" or "rewritten",
               "table", "before", "after", "late"}],
     "facts": [{"kind", "sentence", "players": [id]}],
     "moves": [{"player": id, "before", "after", "gain"}],
     "lists": [{"day", "through", "figures", "moves"}],
     "tables": [{"name", "columns": [name], "removed": [row], "added": [row], "changed": [[row, row]]}]}

Of a row of results, `before` and `after` are null or `{"path", "line", "cells": {column: value}}`; of a move,
null or `{"section", "rank", "value"}`. `late` is null or `{"published", "due"}`: the day of the list that
should have had a row, and its deadline, each null where there is none. A row of a published table is a list
of cells as its JSON file has them: whoever takes out of a table what was removed and the first of what
changed, and puts in what was added and the second, has the table after the step, row for row. In the place
of a row that names somebody who hides stands its number, from 0: in the table before the step of what goes,
in that after it of what comes. Players are told by the ids that they are published under. What is said of a
change is in the language of the site; `kind` never changes.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sitegen.commands.diff import Comparison
from sitegen.datafiles import plain
from sitegen.derived.positions import Position
from sitegen.difference.played import Lateness
from sitegen.difference.rows import Row, RowChange
from sitegen.difference.standing import ListChange, Move
from sitegen.difference.tables import TableChange
from sitegen.difference.wording import Wording, faults
from sitegen.language import Language
from sitegen.model import Published
from sitegen.table import Table, names
from sitegen.tell import as_json, one_line

_Row = tuple[Any, ...]


def told(comparison: Comparison, language: Language) -> str:
    """The whole of it."""
    base = comparison.steps[0].difference.before
    steps = [
        {
            "cause": each.cause,
            "rankings": [_ranking(Wording(effect, language)) for effect in each.difference.effects],
        }
        for each in comparison.steps
    ]
    flaws = faults(base, language, len(comparison.flaws))
    notes = [one_line(language.told(each)) for each in comparison.notes]
    told = {"base": comparison.base, "missing": comparison.missing, "flaws": flaws, "notes": notes}
    return as_json({**told, "steps": steps})


def _ranking(wording: Wording) -> dict[str, Any]:
    effect = wording.effect
    return {
        "id": effect.id,
        "title": wording.title,
        "settings": [
            {"name": each.name, "before": wording.quiet(each.before), "after": wording.quiet(each.after)}
            for each in effect.settings
        ],
        "rows": [_change(wording, each) for each in effect.rows],
        "facts": [
            {
                "kind": type(each).__name__.lower(),
                "sentence": wording.sentence(each),
                "players": [wording.published(player) for player in each.players],
            }
            for each in effect.facts
        ],
        "moves": [_move(wording, each) for each in effect.moves],
        "lists": [_list(wording, each) for each in effect.lists],
        "tables": list(_tables(wording)),
    }


def _change(wording: Wording, change: RowChange) -> dict[str, Any]:
    return {
        "kind": change.kind,
        "table": change.table,
        "before": _row(wording, change, change.before),
        "after": _row(wording, change, change.after),
        "late": _late(change.late),
    }


def _late(late: Lateness | None) -> dict[str, str | None] | None:
    """The days by which a row should have been there; null of one in time."""
    if late is None:
        return None
    return {name: day and day.isoformat() for name, day in late._asdict().items()}


def _row(wording: Wording, change: RowChange, row: Row | None) -> dict[str, Any] | None:
    if row is None:
        return None
    values = wording.values(row, change)
    cells = {column.name: value for column, value in zip(change.columns, values, strict=True)}
    return {"path": wording.path(row.path), "line": row.line, "cells": cells}


def _move(wording: Wording, move: Move) -> dict[str, Any]:
    return {
        "player": wording.published(move.player),
        "before": _position(move.before),
        "after": _position(move.after),
        "gain": move.gain,
    }


def _position(position: Position | None) -> dict[str, Any] | None:
    if position is None:
        return None
    value = position.value if position.value is None else round(position.value, 6)
    return {"section": position.section, "rank": position.rank, "value": value}


def _list(wording: Wording, change: ListChange) -> dict[str, Any]:
    return {
        "day": change.day.isoformat(),
        "through": change.through.isoformat(),
        "figures": change.figures,
        "moves": [_move(wording, each) for each in change.moves],
    }


def _tables(wording: Wording) -> Iterator[dict[str, Any]]:
    """The difference of every published table, row by row as it is published."""
    effect = wording.effect
    if not (effect.before.is_sound and effect.after.is_sound):
        return
    boards = [state.boards.get(effect.id) for state in (effect.before, effect.after)]
    was, now = ({each.name: each for each in board.outcome.tables} if board else {} for board in boards)
    known = {each.name: each for each in effect.tables}
    for name in {**was, **now}:
        if made := _table(wording, (was.get(name), now.get(name)), known.get(name)):
            yield made


def _table(
    wording: Wording, states: tuple[Published | None, Published | None], known: TableChange | None
) -> dict[str, Any] | None:
    table = next(each.table for each in states if each)
    rows = [each.rows if each else [] for each in states]
    was, now = (Counter(map(tuple, each)) for each in rows)
    gone, come = (
        Counter(tuple(plain(table, row)) for row in left.elements()) for left in (was - now, now - was)
    )
    gone, come = gone - come, come - gone
    if not gone and not come:
        return None
    changed = []
    for pair in known.changed if known else ():
        old, new = tuple(plain(table, pair.before)), tuple(plain(table, pair.after))
        if gone[old] > 0 and come[new] > 0:
            gone[old] -= 1
            come[new] -= 1
            changed.append((old, new))
    out, into = (_Rows(wording, table, each).told for each in rows)
    return {
        "name": next(each.name for each in states if each),
        "columns": list(names(table)),
        "removed": list(map(out, gone.elements())),
        "added": list(map(into, come.elements())),
        "changed": [(out(old), into(new)) for old, new in changed],
    }


@dataclass(frozen=True)
class _Rows:
    """The rows of a published table, to be told: by number where one names somebody who hides."""

    wording: Wording
    table: type[Table]
    rows: Sequence[Any]

    def told(self, row: _Row) -> _Row | int:
        """A row as it is published, or its number; each of several that are the same has one of its own."""
        if any(isinstance(each, str) and self.wording.is_secret(each) for each in row):
            return self._numbers[row].pop(0)
        return row

    @cached_property
    def _numbers(self) -> dict[_Row, list[int]]:
        found = defaultdict[_Row, list[int]](list)
        for number, row in enumerate(self.rows):
            found[tuple(plain(self.table, row))].append(number)
        return found
