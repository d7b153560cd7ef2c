"""A comparison for programs, as JSON.

    {"base": commit, "missing": number of its commits that are not here, "flaws": [error of the base],
     "warnings": [warning that is new], "notes": [sentence about a change of the program],
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

`before` and `after` are null or `{"path", "line", "cells": {column: value}}` for a row of results, and null
or `{"section", "rank", "value"}` for a move. `late` is null or `{"published", "due"}`: the day of the list
that should have had a row, and its deadline, each null where there is none.

A row of a published table is a list of cells as its JSON file has them. Take out of a table the rows that
were removed and the first of each pair that changed, and put in those that were added and the second of each
pair: that is the table after the step, row for row. A row that names a hidden player is replaced by its
number, from 0: in the table before the step for removed rows, in that after it for added ones.

Players are given by the ids that they are published under. Sentences are in the language of the site; `kind`
never changes.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sitegen.commands.diff.compare import Comparison, format_errors, format_problems
from sitegen.compare.findings import get_players
from sitegen.compare.formatter import EffectFormatter
from sitegen.compare.lists import ListChange, ListMove, TableChange
from sitegen.compare.rows import Lateness, RowChange, SourceRow
from sitegen.core.language import Language
from sitegen.core.model import PublishedTable
from sitegen.core.table import Table, get_column_names
from sitegen.core.terminal import to_json, to_one_line
from sitegen.rankings.datafiles import to_json_row
from sitegen.rankings.positions import Position

_PublishedRow = tuple[Any, ...]


def dump_comparison(comparison: Comparison, language: Language) -> str:
    """Return the comparison as JSON."""
    steps = [
        {
            "cause": step.cause,
            "rankings": [
                _dump_ranking(EffectFormatter(effect, language)) for effect in step.difference.effects
            ],
        }
        for step in comparison.steps
    ]
    base_state = comparison.steps[0].difference.before
    document = {
        "base": comparison.base,
        "missing": comparison.missing,
        "flaws": format_errors(base_state, language, len(comparison.flaws)),
        "warnings": format_problems(comparison.warnings, language),
        "notes": [to_one_line(language.format_message(note)) for note in comparison.notes],
        "steps": steps,
    }
    return to_json(document)


def _dump_ranking(formatter: EffectFormatter) -> dict[str, Any]:
    effect = formatter.effect
    return {
        "id": effect.id,
        "title": formatter.title,
        "settings": [
            {
                "name": setting.label,
                "before": formatter.redact(setting.before),
                "after": formatter.redact(setting.after),
            }
            for setting in effect.settings
        ],
        "rows": [_dump_change(formatter, change) for change in effect.rows],
        "facts": [
            {
                "kind": type(fact).__name__.lower(),
                "sentence": formatter.format_finding(fact),
                "players": [formatter.get_published_id(player) for player in get_players(fact)],
            }
            for fact in effect.findings
        ],
        "moves": [_dump_move(formatter, move) for move in effect.moves],
        "lists": [_dump_list(formatter, change) for change in effect.lists],
        "tables": list(_dump_tables(formatter)),
    }


def _dump_change(formatter: EffectFormatter, change: RowChange) -> dict[str, Any]:
    return {
        "kind": change.kind,
        "table": change.table,
        "before": _dump_row(formatter, change, change.before),
        "after": _dump_row(formatter, change, change.after),
        "late": _dump_lateness(change.lateness),
    }


def _dump_lateness(lateness: Lateness | None) -> dict[str, str | None] | None:
    if lateness is None:
        return None
    return {name: day and day.isoformat() for name, day in lateness._asdict().items()}


def _dump_row(formatter: EffectFormatter, change: RowChange, row: SourceRow | None) -> dict[str, Any] | None:
    if row is None:
        return None
    values = formatter.format_values(row, change)
    cells = {column.name: value for column, value in zip(change.columns, values, strict=True)}
    return {"path": formatter.redact_path(row.path), "line": row.line, "cells": cells}


def _dump_move(formatter: EffectFormatter, move: ListMove) -> dict[str, Any]:
    return {
        "player": formatter.get_published_id(move.player),
        "before": _dump_position(move.before),
        "after": _dump_position(move.after),
        "gain": move.gain,
    }


def _dump_position(position: Position | None) -> dict[str, Any] | None:
    if position is None:
        return None
    value = position.value if position.value is None else round(position.value, 6)
    return {"section": position.table, "rank": position.rank, "value": value}


def _dump_list(formatter: EffectFormatter, change: ListChange) -> dict[str, Any]:
    return {
        "day": change.day.isoformat(),
        "through": change.through.isoformat(),
        "figures": change.figures,
        "moves": [_dump_move(formatter, move) for move in change.moves],
    }


def _dump_tables(formatter: EffectFormatter) -> Iterator[dict[str, Any]]:
    """Yield the difference of every published table, row by row as it is published."""
    effect = formatter.effect
    if not (effect.before.is_valid and effect.after.is_valid):
        return
    contexts = [state.contexts.get(effect.id) for state in (effect.before, effect.after)]
    before, after = (
        {table.name: table for table in context.dataset.tables} if context else {} for context in contexts
    )
    changes = {change.name: change for change in effect.tables}
    for name in {**before, **after}:
        if dumped := _dump_table(formatter, (before.get(name), after.get(name)), changes.get(name)):
            yield dumped


def _dump_table(
    formatter: EffectFormatter,
    states: tuple[PublishedTable | None, PublishedTable | None],
    change: TableChange | None,
) -> dict[str, Any] | None:
    table = next(state.table for state in states if state)
    rows = [state.rows if state else [] for state in states]
    before, after = (Counter(map(tuple, state_rows)) for state_rows in rows)
    removed, added = (
        Counter(tuple(to_json_row(table, row)) for row in difference.elements())
        for difference in (before - after, after - before)
    )
    removed, added = removed - added, added - removed  # rows can differ that are published alike
    if not removed and not added:
        return None
    changed_rows = []
    for pair in change.changed if change else ():
        old, new = tuple(to_json_row(table, pair.before)), tuple(to_json_row(table, pair.after))
        if removed[old] > 0 and added[new] > 0:
            removed[old] -= 1
            added[new] -= 1
            changed_rows.append((old, new))
    format_old, format_new = (_RedactedRows(formatter, table, state_rows).format_row for state_rows in rows)
    return {
        "name": next(state.name for state in states if state),
        "columns": list(get_column_names(table)),
        "removed": list(map(format_old, removed.elements())),
        "added": list(map(format_new, added.elements())),
        "changed": [(format_old(old), format_new(new)) for old, new in changed_rows],
    }


@dataclass(frozen=True)
class _RedactedRows:
    """The rows of a published table; one that names a hidden player is given by its number."""

    formatter: EffectFormatter
    table: type[Table]
    rows: Sequence[Any]

    def format_row(self, row: _PublishedRow) -> _PublishedRow | int:
        """Return a row as it is published, or its number; equal rows have different numbers."""
        if any(isinstance(value, str) and self.formatter.has_hidden_name(value) for value in row):
            return self._row_numbers[row].pop(0)
        return row

    @cached_property
    def _row_numbers(self) -> dict[_PublishedRow, list[int]]:
        numbers = defaultdict[_PublishedRow, list[int]](list)
        for number, row in enumerate(self.rows):
            numbers[tuple(to_json_row(self.table, row))].append(number)
        return numbers
