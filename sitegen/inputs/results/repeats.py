"""Rows that stand twice: a file or an evening that was copied, a key again, a row that was entered again.

A copy is one error, and its rows are taken out: whatever else is found in them would only repeat it.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sitegen.core.problems import (
    Problem,
    Severity,
    advise,
    merge_repeated,
    pluralize,
    quote_heading,
    quote_text,
    say,
    select_errors,
)
from sitegen.core.table import get_columns, get_input_columns
from sitegen.inputs.results.files import is_named_as_copy
from sitegen.inputs.results.rows import ColumnBatch

_MIN_OF_FILE, _MIN_OF_EVENING = 3, 5
"""Fewer rows can stand twice by chance: two rounds of an evening may have the same pairs and winners."""


_REPEAT_CODES = {"key-again", "row-repeated"}


class _Repeat(NamedTuple):
    """A row that equals an earlier one, with the files of both; its first cell is the day, round or event."""

    row: int
    first: int
    path: str
    first_path: str
    event: Any


class _Copy(NamedTuple):
    """The rows of a copy, and what is said of them."""

    rows: Sequence[int]
    problem: Problem


def find_repeats(batch: ColumnBatch) -> list[Problem]:
    """Return what stands twice in a table, and remove the rows of copies from it."""
    columns = get_input_columns(batch.table)
    names = [column.name for column in columns]
    repeats = [_describe(batch, names[0], *pair) for pair in _iter_repeats(batch, names)]
    copies = [*_find_copied_files(batch, repeats)]
    copied_rows = {row for copy in copies for row in copy.rows}
    copies += _find_copied_evenings(batch, [repeat for repeat in repeats if repeat.row not in copied_rows])
    batch.remove_rows({row for copy in copies for row in copy.rows})
    problems = [copy.problem for copy in copies]
    if keys := [column.name for column in columns if column.key]:
        return [*problems, *_find_repeated_keys(batch, keys)]
    return [*problems, *_find_repeated_rows(batch, names)]


def _describe(batch: ColumnBatch, event: str, row: int, first: int) -> _Repeat:
    path, first_path = (batch.get_file(number).path for number in (row, first))
    return _Repeat(row, first, path, first_path, batch.values[event][row])


def _group(repeats: Iterable[_Repeat], *fields: str) -> list[list[_Repeat]]:
    groups: defaultdict[tuple[Any, ...], list[_Repeat]] = defaultdict(list)
    for repeat in repeats:
        groups[tuple(getattr(repeat, name) for name in fields)].append(repeat)
    return list(groups.values())


def _find_copied_files(batch: ColumnBatch, repeats: Iterable[_Repeat]) -> Iterator[_Copy]:
    """Yield each file of which two thirds of the rows stand in another file."""
    spans = zip(batch.files, [0, *batch.ends], batch.ends, strict=False)
    rows_by_path = {csv_file.path: range(start, end) for csv_file, start, end in spans}
    elsewhere = (repeat for repeat in repeats if repeat.path != repeat.first_path)
    for group in _group(elsewhere, "path", "first_path"):
        path, rows = group[0].path, rows_by_path[group[0].path]
        is_enough = len(group) >= _MIN_OF_FILE or is_named_as_copy(path)
        if is_enough and 3 * len(group) >= 2 * len(rows):
            message = say(
                "file-copied",
                "{number} of {all} rows of this file stand in {path} already",
                number=len(group),
                all=len(rows),
                path=group[0].first_path,
            )
            hint = advise("take this file out: it is a copy, and its rows would count twice")
            yield _Copy(rows, Problem(path, 0, 0, message, hint, is_cause=True))


def _find_copied_evenings(batch: ColumnBatch, repeats: Sequence[_Repeat]) -> Iterator[_Copy]:
    """Yield each day, round or tournament of which most rows stand twice."""
    column = get_input_columns(batch.table)[0]
    event = column.name
    counts = Counter(zip(batch.iter_paths(), batch.values[event], strict=True)) if repeats else Counter()
    for group in _group(repeats, "path", "first_path", "event"):
        is_in_other_file = group[0].path != group[0].first_path
        first_rows = {repeat.first for repeat in group}
        all_rows = counts[group[0].path, group[0].event]
        count = all_rows if is_in_other_file else all_rows - len(group)
        is_enough = len(first_rows) >= _MIN_OF_EVENING or (
            is_in_other_file and len(group) == count >= _MIN_OF_FILE
        )
        if is_enough and 2 * len(first_rows) >= count:
            message = say(
                "event-copied",
                "{number} of {all} rows with this {column} stand from {place} on already",
                number=len(first_rows),
                all=count,
                column=quote_heading(column.heading),
                place=batch.format_place(min(first_rows)),
            )
            hint = advise(
                "take the copy out: it would count twice; rows that were played twice differ in some cell"
            )
            rows = [repeat.row for repeat in group]
            yield _Copy(rows, batch.make_problem(rows[0], event, message, hint)._replace(is_cause=True))


def _find_repeated_keys(batch: ColumnBatch, keys: Sequence[str]) -> Iterator[Problem]:
    """Yield an error for each row whose key an earlier row has."""
    for row, first in _iter_repeats(batch, keys):
        values = [(name, batch.values[name][row]) for name in keys]
        cells = [
            f"{name} {quote_text(value) if isinstance(value, str) else value}"
            for name, value in values
            if value not in ("", None)
        ]
        message = say(
            "key-again",
            "{key} stands in {place} already",
            key=", ".join(cells),
            place=batch.format_place(first),
        )
        hint = advise("correct one of the two rows, or take it out")
        yield batch.make_problem(row, keys[0], message, hint)


def _find_repeated_rows(batch: ColumnBatch, names: Sequence[str]) -> Iterator[Problem]:
    """Yield one warning for all rows that repeat an earlier one."""
    repeated_rows = [row for row, _ in _iter_repeats(batch, names) if not _may_repeat(batch, row)]
    message = pluralize(
        len(repeated_rows),
        "{number} row repeats an earlier one exactly",
        "{number} rows repeat an earlier one exactly",
        code="row-repeated",
    )
    hint = advise("take out rows that were entered twice; leave games that were played twice")
    places = [(batch.get_file(row).path, batch.lines[row]) for row in repeated_rows]
    yield from merge_repeated([Problem(*place, 0, message, hint, Severity.WARNING) for place in places])


def merge_with_repeats(problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems of a ranking without the errors that only follow from a row that stands twice.

    A repeated row with such an error cannot be meant, so that it is an error itself.
    """
    repeats = [problem for problem in problems if problem.code in _REPEAT_CODES]
    places = {place for problem in repeats for place in _list_places(problem)}
    following = {
        problem
        for problem in select_errors(problems if places else ())
        if problem.code not in _REPEAT_CODES and f"{problem.path}:{problem.line}" in places
    }
    wrong_places = {place for problem in following for place in _list_places(problem)}
    hint = advise("take out what was entered twice")
    return [
        problem._replace(severity=Severity.ERROR, hint=hint)
        if problem.code == "row-repeated" and not wrong_places.isdisjoint(_list_places(problem))
        else problem
        for problem in problems
        if problem not in following
    ]


def _list_places(problem: Problem) -> Sequence[str]:
    return [f"{problem.path}:{problem.line}", *problem.other_places]


def _may_repeat(batch: ColumnBatch, row: int) -> bool:
    """Whether the table allows a row like this one more than once."""
    may_repeat: Callable[[Any], bool] | None = getattr(batch.table, "may_repeat", None)
    values = [
        batch.values[column.name][row] if column.name in batch.values else None
        for column in get_columns(batch.table)
    ]
    return bool(may_repeat and may_repeat(*batch.table.make_rows([values])))


def _iter_repeats(batch: ColumnBatch, names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield each row that equals an earlier one in the columns `names`, and the first that it equals."""
    missing = set().union(*(batch.missing_rows.get(name, ()) for name in names))
    rows = list(zip(*(batch.values[name] for name in names), strict=True))
    if not missing and len(set(rows)) == len(rows):
        return
    first_rows: dict[Any, int] = {}
    for row, values in enumerate(rows):
        if row not in missing and first_rows.setdefault(values, row) != row:
            yield row, first_rows[values]
