"""What a commit corrected, out of its effect; and the same without the names of players who hide or left.

A change is a correction where it alters what was published, and is not made of rows that came in time.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any

from sitegen.compare.analysis import analyze_effect
from sitegen.compare.correction import CorrectedRow, Correction
from sitegen.compare.effect import Effect
from sitegen.compare.findings import Decided, Finding, Renamed
from sitegen.compare.lists import ListChange, TableChange, find_lasting_changes
from sitegen.compare.repository import Commit
from sitegen.compare.result_findings import Recounted
from sitegen.compare.rows import RowChange, SourceRow
from sitegen.compare.table_findings import ChangedTable
from sitegen.core.names import normalize_name
from sitegen.core.options import format_option
from sitegen.core.person_names import split_aliases
from sitegen.core.problems import make_printable
from sitegen.core.system import DECISIONS
from sitegen.core.table import get_columns
from sitegen.inputs.privacy.redact import Redactor
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.inputs.results.files import PLAYERS
from sitegen.rankings.ranking import RankingContext


@dataclass(frozen=True)
class CorrectionScope:
    """Which parts of a change correct a ranking.

    `has_result_changes` where it removes or adds results of past days. Without these, a list changes because
    of the rows in time that belong to it; and a new player on earlier lists corrects nothing, unless that
    changes the rows of others.
    """

    effect: Effect
    contexts: tuple[RankingContext, RankingContext]
    has_result_changes: bool

    @property
    def lists(self) -> Sequence[ListChange]:
        """The published lists that change."""
        end = date.max if self.has_result_changes else self._first_timely_day
        changes = (change for change in self.effect.past_lists if change.through < end)
        return [change for change in changes if any(map(self._has_table_change, change.tables))]

    @property
    def has_list_changes(self) -> bool:
        """Whether a list of a past day is gone, or there is one more."""
        end = min(self._first_timely_day, self.effect.after.as_of)
        return any(day < end for day in (*self.effect.withdrawn_days, *self.effect.new_days))

    @cached_property
    def changed_tables(self) -> Sequence[ChangedTable]:
        """The published tables that change for days before the rows in time."""
        changes = map(self._count_earlier_rows, self.effect.tables)
        return [change for change in changes if change.removed or change.changed]

    def _count_earlier_rows(self, table: TableChange) -> ChangedTable:
        is_earlier = self._make_day_test(table)
        changed = (row.before for row in find_lasting_changes(table, self.effect.identities))
        return ChangedTable(table.name, sum(map(is_earlier, table.removed)), sum(map(is_earlier, changed)))

    @cached_property
    def _first_timely_day(self) -> date:
        """The first day of the rows that came in time."""
        return min(
            (change.expected_day for change in self.effect.rows if change.expected_day), default=date.max
        )

    def _has_table_change(self, table: TableChange) -> bool:
        """Whether rows of a table of a list come, go, or say something else."""
        return bool(table.added or table.removed) or any(
            True for _ in find_lasting_changes(table, self.effect.identities)
        )

    def _make_day_test(self, table: TableChange) -> Callable[[Any], bool]:
        """Return a test whether a row of a table is of a day before the rows in time."""
        first = self._first_timely_day
        columns = enumerate(get_columns(table.table))
        places = (n for n, column in columns if column.kind is date and column.display.style == "event")
        place = next(places, None)

        def is_earlier(row: Any) -> bool:
            return first == date.max or bool(place is not None and row[place] and row[place] < first)

        return is_earlier


_PERSONAL_COLUMNS = frozenset({"id", "name", "sort_name", "aliases"})
"""The columns of the table of players that identify somebody."""


@dataclass(frozen=True)
class CorrectionRedactor:
    """Redacts corrections: names that are hidden now, and names of players who are not visible.

    `known_names` are all names that players had in changed rows, each with the real id.
    """

    hidden_names: HiddenNames
    visible_players: frozenset[str]
    known_names: Sequence[tuple[str, str]]

    @cached_property
    def _redactor(self) -> Redactor:
        former = {normalize_name(name) for real, name in self.known_names if real not in self.visible_players}
        return Redactor(
            replace(
                self.hidden_names,
                names=self.hidden_names.names | (former - self.hidden_names.visible_names - {""}),
            )
        )

    def redact_correction(self, correction: Correction) -> Correction:
        """Return the same correction, safe to be published; rows and findings have players by real id."""
        return correction._replace(
            subject=self._redact_text(correction.subject),
            rows=tuple(map(self._redact_row, correction.rows)),
            settings=tuple(
                (name, self._redact_text(old), self._redact_text(new))
                for name, old, new in correction.settings
            ),
            findings=tuple(
                self._redact_finding(finding)
                for finding in correction.findings
                if not isinstance(finding, Renamed | Decided) or finding.player in self.visible_players
            ),
            known_names=(),
        )

    def _redact_finding(self, finding: Finding) -> Finding:
        if not isinstance(finding, Recounted):
            return finding
        return finding._replace(place=make_printable(self._redactor.redact_path(finding.place)))

    def _redact_text(self, text: str) -> str:
        return make_printable(self._redactor.redact_text(text))

    def _redact_row(self, row: CorrectedRow) -> CorrectedRow:
        return row._replace(
            path=make_printable(self._redactor.redact_path(row.path)),
            before=self._redact_cells(row, row.before),
            after=self._redact_cells(row, row.after),
        )

    def _redact_cells(self, row: CorrectedRow, cells: Mapping[str, str]) -> Mapping[str, str]:
        if row.table == PLAYERS and cells.get("id") not in self.visible_players:
            cells = {name: text for name, text in cells.items() if name not in _PERSONAL_COLUMNS}
        if row.table == DECISIONS and cells.get("player") not in self.visible_players:
            cells = {name: text for name, text in cells.items() if name != "reason"}
        return {
            name: text if name in row.players else self._redact_text(text) for name, text in cells.items()
        }


def build_correction(commit: Commit, day: date, effect: Effect) -> Correction | None:
    """Return what a commit corrected of a ranking; None where nothing published changed."""
    if effect.contexts is None:
        return None
    rows = list(_find_causes(effect))
    is_undone = any(change.was_played and change.kind != "reordered" for change in rows)
    scope = CorrectionScope(effect, effect.contexts, is_undone or any(change.lateness for change in rows))
    lists = tuple(change.day for change in scope.lists)
    is_undone &= bool(effect.tables)
    if not (lists or is_undone or scope.has_list_changes or scope.changed_tables):
        return None
    list_tables = {table.name for table in effect.contexts[1].dataset.current_tables}
    other_count = sum(change.is_new for change in effect.rows) - sum(change.is_new for change in rows)
    return Correction(
        commit.id,
        day,
        commit.subject,
        tuple(map(_build_corrected_row, rows)),
        other_count,
        tuple((setting.label, setting.before, setting.after) for setting in effect.settings),
        tuple(analyze_effect(effect)),
        lists,
        tuple(table for table in scope.changed_tables if table.name not in list_tables),
        tuple(_list_known_names(effect)),
    )


def _find_causes(effect: Effect) -> Iterator[RowChange]:
    """Yield the rows that can correct something: all that did not come in time, nor wait for a result."""
    for change in effect.rows:
        is_new = change.is_new or (change.kind == "corrected" and change.was_played is False)
        is_other = change.kind in {"removed", "corrected", "reordered"} and change.was_played is not False
        if (change.expected_day is None) if is_new else is_other:
            yield change


def _build_corrected_row(change: RowChange) -> CorrectedRow:
    before, after = (_format_cells(change.columns, row) for row in (change.before, change.after))
    players = tuple(column.name for column in change.columns if column.display.style == "player")
    kind = "late" if change.lateness else change.kind
    return CorrectedRow(kind, change.table, change.row.path, change.row.line, before, after, players)


def _format_cells(columns: Any, row: SourceRow | None) -> Mapping[str, str]:
    cells: dict[str, str] = {}
    for column, value in zip(columns, row.cells, strict=True) if row else ():
        text = ("yes" if value else "") if isinstance(value, bool) else format_option(value)
        if text:
            cells[column.name] = text
    return cells


def _list_known_names(effect: Effect) -> Iterator[tuple[str, str]]:
    """Yield all names that players had in changed rows, each with the real id."""
    for change in effect.rows:
        if change.table == PLAYERS:
            for row in filter(None, (change.before, change.after)):
                cells = _format_cells(change.columns, row)
                player = cells.get("id", "")
                aliases = split_aliases(cells.get("aliases", ""))
                names = (player, cells.get("name", ""), cells.get("sort_name", ""), *aliases)
                yield from ((player, name) for name in names if player and name)
