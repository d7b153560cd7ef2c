"""What became of rows of results, in words: those of one kind in one file are told together."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen.difference.matching import grouped
from sitegen.difference.rows import Kind, RowChange
from sitegen.difference.some import Some, some
from sitegen.difference.wording import Wording, spans
from sitegen.message import Message, advise, counted, plain

_ORDER: Sequence[Kind] = ("reordered", "corrected", "removed", "entered", "added", "moved", "rewritten")
_SHORT = frozenset({"moved", "rewritten"})


class Cell(NamedTuple):
    """A cell of a row: under which head, what stood there, and what stands there."""

    label: str
    before: str
    after: str


class Line(NamedTuple):
    """A row: the number of its line, and what its cells are; of a corrected one those that differ.

    `values` stand below the heads of their group; of a corrected row they are what stays. `note` says that a
    row comes too late.
    """

    number: int
    values: Sequence[str]
    cells: Sequence[Cell] = ()
    note: str = ""


class Group(NamedTuple):
    """Rows of one kind in one file; `path` and `version` say where they stand, blank where that is secret."""

    kind: Kind
    said: str
    path: str
    version: str
    heads: Sequence[str]
    lines: Some[Line]


def groups(wording: Wording, most: int) -> Iterator[Group]:
    """The rows of a ranking, what matters most first."""
    for kind in _ORDER:
        of_kind = [each for each in wording.effect.rows if each.kind == kind and _is_seen(wording, each)]
        for rows in grouped(of_kind, _files).values():
            yield _group(wording, kind, rows, most)


def _is_seen(wording: Wording, change: RowChange) -> bool:
    """Whether anything of a change is to be told: another label of somebody who hides is none."""
    if change.before is None or change.after is None or change.kind != "corrected":
        return True
    return wording.row(change.before, change) != wording.row(change.after, change)


def _files(change: RowChange) -> tuple[str, ...]:
    return (change.table, *(each.path if each else "" for each in (change.before, change.after)))


def _group(wording: Wording, kind: Kind, rows: Sequence[RowChange], most: int) -> Group:
    path, told = rows[0].row.path, wording.path(rows[0].row.path)
    kept = some(rows, most) if kind not in _SHORT else Some[RowChange]([])
    heads, lines = _corrected(wording, kept) if kind == "corrected" else _table(wording, kept)
    return Group(
        kind=kind,
        said=plain(wording.teller.said(_said(wording, kind, rows))),
        path=path if told == path else "",
        version="before" if kind == "removed" else "after",
        heads=heads,
        lines=Some(lines, kept.left),
    )


def _corrected(wording: Wording, rows: Some[RowChange]) -> tuple[list[str], list[Line]]:
    return [], [_correction(wording, each) for each in rows.shown]


def _correction(wording: Wording, change: RowChange) -> Line:
    labels = [wording.label(each) for each in change.columns]
    rows = [wording.row(each, change) for each in (change.before, change.after) if each]
    cells = [Cell(*each) for each in zip(labels, *rows, strict=True)]
    differs = [each for each in cells if each.before != each.after]
    same = [
        told for told, cell in zip(_said_of(wording, change), cells, strict=True) if cell.before == cell.after
    ]
    return Line(change.row.line, [each for each in same if each], differs)


def _said_of(wording: Wording, change: RowChange) -> list[str]:
    """The cells of a row that say something: what goes without saying is left out."""
    cells = zip(change.columns, change.row.cells, wording.row(change.row, change), strict=True)
    return ["" if value == column.default else told for column, value, told in cells]


def _table(wording: Wording, rows: Some[RowChange]) -> tuple[list[str], list[Line]]:
    """The columns in which something stands, and the rows."""
    values = [_said_of(wording, each) for each in rows.shown]
    filled = [n for n, column in enumerate(zip(*values, strict=True)) if any(column)]
    heads = [wording.label(rows.shown[0].columns[n]) for n in filled]
    pairs = zip(rows.shown, values, strict=True)
    late = wording.language.told(advise("late"))
    lines = [
        Line(each.row.line, [cells[n] for n in filled], note=late if each.late else "")
        for each, cells in pairs
    ]
    return heads, lines


def _said(wording: Wording, kind: Kind, rows: Sequence[RowChange]) -> Message:
    """How many rows of which file; all sentences have the same names to fill in."""
    told = {"place": _place(wording, rows), "other": wording.path((rows[0].before or rows[0].row).path)}
    number = len(rows)
    if kind == "added":
        return counted(number, "One row added: {place}", "{number} rows added: {place}", **told)
    if kind == "removed":
        return counted(number, "One row removed: {place}", "{number} rows removed: {place}", **told)
    if kind == "entered":
        return counted(
            number,
            "One result of what was drawn: {place}",
            "{number} results of what was drawn: {place}",
            **told,
        )
    if kind == "corrected":
        return counted(number, "One row corrected: {place}", "{number} rows corrected: {place}", **told)
    return _elsewhere(kind, number, told)


def _elsewhere(kind: Kind, number: int, told: Mapping[str, str]) -> Message:
    """How many rows say what they said, and stand elsewhere or are written otherwise."""
    if kind == "reordered":
        return counted(
            number, "One row in another order: {place}", "{number} rows in another order: {place}", **told
        )
    if kind == "moved":
        return counted(
            number,
            "One row moved from {other} to {place}",
            "{number} rows moved from {other} to {place}",
            **told,
        )
    return counted(
        number,
        "One row written in another way: {place}",
        "{number} rows written in another way: {place}",
        **told,
    )


def _place(wording: Wording, rows: Sequence[RowChange]) -> str:
    return f"{wording.path(rows[0].row.path)}:{spans(each.row.line for each in rows)}"
