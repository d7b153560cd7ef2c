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

from sitegen.commands.diff.compare import Comparison
from sitegen.compare.lists import ListChange, ListMove, TableChange
from sitegen.compare.rows import Lateness, RowChange, SourceRow
from sitegen.compare.wording import EffectFormatter, format_errors
from sitegen.core.language import Language
from sitegen.core.model import PublishedTable
from sitegen.core.table import Table, get_column_names
from sitegen.core.terminal import to_json, to_one_line
from sitegen.rankings.datafiles import to_json_row
from sitegen.rankings.positions import Position

_PublishedRow = tuple[Any, ...]


def dump_comparison(comparison: Comparison, language: Language) -> str:
    """The whole of it."""
    base = comparison.steps[0].difference.before
    steps = [
        {
            "cause": step.cause,
            "rankings": [
                _dump_ranking(EffectFormatter(effect, language)) for effect in step.difference.effects
            ],
        }
        for step in comparison.steps
    ]
    flaws = format_errors(base, language, len(comparison.flaws))
    notes = [to_one_line(language.format_message(note)) for note in comparison.notes]
    told = {"base": comparison.base, "missing": comparison.missing, "flaws": flaws, "notes": notes}
    return to_json({**told, "steps": steps})


def _dump_ranking(wording: EffectFormatter) -> dict[str, Any]:
    effect = wording.effect
    return {
        "id": effect.id,
        "title": wording.title,
        "settings": [
            {
                "name": setting.name,
                "before": wording.redact(setting.before),
                "after": wording.redact(setting.after),
            }
            for setting in effect.settings
        ],
        "rows": [_dump_change(wording, change) for change in effect.rows],
        "facts": [
            {
                "kind": type(fact).__name__.lower(),
                "sentence": wording.format_finding(fact),
                "players": [wording.get_published_id(player) for player in fact.players],
            }
            for fact in effect.findings
        ],
        "moves": [_dump_move(wording, move) for move in effect.moves],
        "lists": [_dump_list(wording, change) for change in effect.lists],
        "tables": list(_dump_tables(wording)),
    }


def _dump_change(wording: EffectFormatter, change: RowChange) -> dict[str, Any]:
    return {
        "kind": change.kind,
        "table": change.table,
        "before": _dump_row(wording, change, change.before),
        "after": _dump_row(wording, change, change.after),
        "late": _dump_lateness(change.lateness),
    }


def _dump_lateness(late: Lateness | None) -> dict[str, str | None] | None:
    """The days by which a row should have been there; null of one in time."""
    if late is None:
        return None
    return {name: day and day.isoformat() for name, day in late._asdict().items()}


def _dump_row(wording: EffectFormatter, change: RowChange, row: SourceRow | None) -> dict[str, Any] | None:
    if row is None:
        return None
    values = wording.format_values(row, change)
    cells = {column.name: value for column, value in zip(change.columns, values, strict=True)}
    return {"path": wording.redact_path(row.path), "line": row.line, "cells": cells}


def _dump_move(wording: EffectFormatter, move: ListMove) -> dict[str, Any]:
    return {
        "player": wording.get_published_id(move.player),
        "before": _dump_position(move.before),
        "after": _dump_position(move.after),
        "gain": move.gain,
    }


def _dump_position(position: Position | None) -> dict[str, Any] | None:
    if position is None:
        return None
    value = position.value if position.value is None else round(position.value, 6)
    return {"section": position.section, "rank": position.rank, "value": value}


def _dump_list(wording: EffectFormatter, change: ListChange) -> dict[str, Any]:
    return {
        "day": change.day.isoformat(),
        "through": change.through.isoformat(),
        "figures": change.figures,
        "moves": [_dump_move(wording, move) for move in change.moves],
    }


def _dump_tables(wording: EffectFormatter) -> Iterator[dict[str, Any]]:
    """The difference of every published table, row by row as it is published."""
    effect = wording.effect
    if not (effect.before.is_valid and effect.after.is_valid):
        return
    boards = [state.contexts.get(effect.id) for state in (effect.before, effect.after)]
    was, now = ({table.name: table for table in board.outcome.tables} if board else {} for board in boards)
    known = {change.name: change for change in effect.tables}
    for name in {**was, **now}:
        if made := _dump_table(wording, (was.get(name), now.get(name)), known.get(name)):
            yield made


def _dump_table(
    wording: EffectFormatter,
    states: tuple[PublishedTable | None, PublishedTable | None],
    known: TableChange | None,
) -> dict[str, Any] | None:
    table = next(state.table for state in states if state)
    rows = [state.rows if state else [] for state in states]
    was, now = (Counter(map(tuple, state_rows)) for state_rows in rows)
    gone, come = (
        Counter(tuple(to_json_row(table, row)) for row in left.elements()) for left in (was - now, now - was)
    )
    gone, come = gone - come, come - gone
    if not gone and not come:
        return None
    changed = []
    for pair in known.changed if known else ():
        old, new = tuple(to_json_row(table, pair.before)), tuple(to_json_row(table, pair.after))
        if gone[old] > 0 and come[new] > 0:
            gone[old] -= 1
            come[new] -= 1
            changed.append((old, new))
    out, into = (_RedactedRows(wording, table, state_rows).format_row for state_rows in rows)
    return {
        "name": next(state.name for state in states if state),
        "columns": list(get_column_names(table)),
        "removed": list(map(out, gone.elements())),
        "added": list(map(into, come.elements())),
        "changed": [(out(old), into(new)) for old, new in changed],
    }


@dataclass(frozen=True)
class _RedactedRows:
    """The rows of a published table, to be told: by number where one names somebody who hides."""

    formatter: EffectFormatter
    table: type[Table]
    rows: Sequence[Any]

    def format_row(self, row: _PublishedRow) -> _PublishedRow | int:
        """A row as it is published, or its number; each of several that are the same has one of its own."""
        if any(isinstance(value, str) and self.formatter.has_hidden_name(value) for value in row):
            return self._row_numbers[row].pop(0)
        return row

    @cached_property
    def _row_numbers(self) -> dict[_PublishedRow, list[int]]:
        found = defaultdict[_PublishedRow, list[int]](list)
        for number, row in enumerate(self.rows):
            found[tuple(to_json_row(self.table, row))].append(number)
        return found
