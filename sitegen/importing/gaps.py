"""Formats that name their columns themselves: what they do not say is one question for a table.

A gap is a cell that is needed and blank, or one with a doubt. The answers of a table have only what is other
than the format says: a column of it, a constant, a day in the name of the file, a text for each round, or
false for rows that are left.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from sitegen.core.problems import advise, join_messages, quote_text, say
from sitegen.importing.answers import UNANSWERED, Reference
from sitegen.importing.records import LEFT_ANSWERED
from sitegen.importing.references import find_column, read_by_round, read_constant
from sitegen.importing.source import SourceCell, SourceRow, SourceTable, Verdict
from sitegen.importing.targets import Target

_LEFT = Verdict("left", LEFT_ANSWERED)
_MAX_ROUNDS = 30


class Gap(NamedTuple):
    """A column that is needed and not known for all rows, and what is known about it."""

    column: str
    evidence: Sequence[str]


def fill_gaps(
    table: SourceTable, columns: Mapping[str, Reference], answers: Mapping[str, Reference], file: str
) -> tuple[SourceTable, dict[str, Reference]]:
    """Return the table with the answers in its cells, and its columns.

    A column of the format, or a text by round, goes before what a cell says. A constant is for cells that are
    blank or in doubt, as the question was.
    """
    columns = dict(columns)
    for column, answer in answers.items():
        place = find_column(columns.get(column, column), table.header)
        chosen = find_column(answer, table.header)
        if chosen >= 0 or (place < 0 and answer is not False):
            columns[column] = answer
            rows = [_replace_cell(row, chosen, row.cells[chosen]) for row in table.rows if chosen >= 0]
            table = table._replace(rows=rows or table.rows)
        elif answer != UNANSWERED:
            table = table._replace(rows=[_fill_row(row, place, answer, table, file) for row in table.rows])
    return table, columns


def _fill_row(row: SourceRow, place: int, answer: Reference, table: SourceTable, file: str) -> SourceRow:
    is_left = row.verdict is not None and row.verdict.status == "left"
    if is_left or not 0 <= place < len(row.cells):
        return row
    old = row.cells[place]
    if isinstance(answer, Mapping):
        new = read_by_round(answer, row, table.header)
        return _replace_cell(row, place, new) if new else row
    if old.text and not old.doubt:
        return row
    if answer is False:
        return row._replace(verdict=_LEFT)
    new = read_constant(str(answer), table, file)
    return _replace_cell(row, place, new or SourceCell(str(answer), ""))


def _replace_cell(row: SourceRow, place: int, cell: SourceCell) -> SourceRow:
    return _put_cell(row, place, cell._replace(doubt=None, place="imports"))


def _put_cell(row: SourceRow, place: int, cell: SourceCell) -> SourceRow:
    return row._replace(cells=[*row.cells[:place], cell, *row.cells[place + 1 :]])


def mark_gaps(
    table: SourceTable, columns: Mapping[str, Reference], target: Target
) -> tuple[SourceTable, list[Gap]]:
    """Return the table with a doubt in each cell that is needed and blank, and its gaps."""
    gaps = []
    for column, reference in columns.items():
        place = find_column(reference, table.header)
        described = target.columns.get(column)
        is_needed = column in target.required_columns and described and not described.blank
        rows: list[SourceRow] = []
        open_rows = []
        for row in table.rows:
            cell = row.cells[place] if 0 <= place < len(row.cells) and not row.verdict else None
            is_blank = cell and is_needed and not cell.text.strip() and column not in target.name_columns
            if cell and (cell.doubt or is_blank):
                reason = say("gap", "the {column} is not known", column=quote_text(column))
                cell = cell._replace(doubt=cell.doubt or reason)
                row = _put_cell(row, place, cell)  # noqa: PLW2901
                open_rows.append(row)
            rows.append(row)
        if open_rows:
            table = table._replace(rows=rows)
            gaps.append(Gap(column, _describe(table, column, place, open_rows)))
    return table, gaps


def _describe(table: SourceTable, column: str, place: int, rows: Sequence[SourceRow]) -> list[str]:
    """Return the evidence for an answer, and the forms of answers."""
    values = {
        name: list(dict.fromkeys(row.cells[at].text for row in rows if row.cells[at].text))
        for at, name in enumerate(table.header)
        if name in {"event", "round", "first day", "last day"} or at == place
    }
    reasons = {str(row.cells[place].doubt): row.cells[place].doubt or "" for row in rows}
    share = f"{len(rows)} / {len(table.rows)}"
    facts: list[str] = [advise("{share}: {reason}", share=share, reason=join_messages(*reasons.values()))]
    facts += [f"{name}: {', '.join(texts[:_MAX_ROUNDS])}" for name, texts in values.items() if texts]
    forms: list[str] = []
    if any(row.cells[place].text for row in rows):
        heading = f'"{table.header[place]}"'
        forms.append(advise("{heading} as it says, false: left", heading=heading))
    if column == "date":
        rounds = sorted(values.get("round", []), key=lambda text: (len(text), text))[:_MAX_ROUNDS]
        ends = [*values.get("first day", [])[:1], *values.get("last day", [])[:1]]
        days = _list_days(ends, len(rounds))
        by_round = ", ".join(f'{number} = "{day}"' for number, day in zip(rounds, days, strict=True))
        forms += [f'"{days[0]}"', f"{{ {by_round} }}"] if rounds else ['"2026-05-01"']
    return [*facts, *forms]


def _list_days(ends: Sequence[str], number: int) -> list[str]:
    """Return an example of a day for each round: each day of the event where it has as many as rounds."""
    first, *_, last = [*ends, *ends] or ["2026-05-01"] * 2
    days = [date.fromisoformat(first) + timedelta(at) for at in range(number)]
    is_daily = days and days[-1] == date.fromisoformat(last)
    return [day.isoformat() for day in days] if is_daily else [first] * number
