"""Rows that stand twice: a file or an evening that was copied, a key again, a row that was entered again.

A copy is a block: the same rows in the same order, right after or elsewhere. Rows that merely occur twice are
play, since two may meet again with the same result. A certain copy is one error, and its rows are taken out:
whatever else is found in them would only repeat it. Where nobody can know it is a warning, which a cell that
differs answers.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any, NamedTuple

from sitegen.core.problems import (
    Problem,
    Severity,
    advise,
    join_messages,
    merge_repeated,
    pluralize,
    quote_heading,
    quote_text,
    say,
    select_errors,
)
from sitegen.core.table import get_columns, get_input_columns
from sitegen.inputs.results.files import is_named_as_copy
from sitegen.inputs.results.meetings import Meetings, collect_meetings, list_players
from sitegen.inputs.results.rows import ColumnBatch

_MIN_OF_FILE, _MIN_OF_EVENING = 3, 5
"""Fewer rows can stand twice by chance: two rounds of an evening may have the same pairs and winners."""
_MIN_CERTAIN = 10
"""So many games do not all end alike once more, unless few players all meet each other."""


_REPEAT_CODES = {"key-again", "row-repeated", "event-copied"}


_Players = Sequence[frozenset[Any]]
"""The players of each row."""


class _Segment(NamedTuple):
    """Rows of one day, round or tournament that stand one behind the other in a file."""

    path: str
    event: Any
    rows: range


class _Copy(NamedTuple):
    """The rows of a segment that stand in an earlier one or before in the same, and the first of those.

    `contradicted` are rows of the same players whose other cells differ, with those that they contradict.
    """

    segment: _Segment
    rows: Sequence[int]
    first: int
    contradicted: Mapping[int, int] = {}


def find_repeats(batch: ColumnBatch) -> list[Problem]:
    """Return what stands twice in a table, and remove the rows of certain copies from it.

    Rows that two may have played again are told where an error follows from them: they are `doubts` of
    the batch.
    """
    columns = get_input_columns(batch.table)
    names = [column.name for column in columns]
    keys = [column.name for column in columns if column.key]
    repeats = dict(_iter_repeats(batch, names))
    problems: list[Problem] = []
    removed_rows, told_rows = set[int](), set[int]()
    if repeats:
        copies = _find_copies(batch, names, repeats)
        problems, removed_rows = _report_copied_files(batch, copies)
        meetings = collect_meetings(batch, removed_rows)
        for copy in copies:
            if removed_rows.isdisjoint(copy.rows) and _is_large(copy, meetings):
                problems += (told := _report_copied_event(batch, copy))
                rows = removed_rows if told[0].severity is Severity.ERROR else told_rows
                rows.update(copy.rows)
        if not keys:
            rest = {row: repeats[row] for row in repeats.keys() - removed_rows - told_rows}
            _report_repeated_rows(batch, dict(sorted(rest.items())), meetings, problems)
    problems += _find_repeated_keys(batch, keys, removed_rows) if keys else ()
    batch.remove_rows(removed_rows)
    return problems


def _find_copies(batch: ColumnBatch, names: Sequence[str], repeats: Mapping[int, int]) -> list[_Copy]:
    """Return what may be copies: the rows of a segment that stand in another, or right before in the same."""
    segments = list(_iter_segments(batch, names[0]))
    places = {row: segment for segment in segments for row in segment.rows}
    groups: defaultdict[tuple[_Segment, _Segment], list[int]] = defaultdict(list)
    for row, first in repeats.items():
        groups[places[row], places[first]].append(row)
    keys, players = list(zip(*(batch.values[name] for name in names), strict=True)), list_players(batch)
    return [
        _find_block(players, segment, keys, Counter(row - repeats[row] for row in rows))
        if segment == first_segment
        else _match_segments(players, keys, segment, first_segment)
        for (segment, first_segment), rows in groups.items()
    ]


def _iter_segments(batch: ColumnBatch, event: str) -> Iterator[_Segment]:
    """Yield the segments of all files, in their order."""
    start = 0
    for (path, value), rows in groupby(zip(batch.iter_paths(), batch.values[event], strict=True)):
        end = start + sum(1 for _ in rows)
        yield _Segment(path, value, range(start, end))
        start = end


def _match_segments(
    players: _Players, keys: Sequence[Hashable], segment: _Segment, first_segment: _Segment
) -> _Copy:
    """Return the rows of a segment that stand in another: once in each, or with their neighbours."""
    first_keys, own_keys = [keys[row] for row in first_segment.rows], [keys[row] for row in segment.rows]
    first_counts, counts = Counter(first_keys), Counter(own_keys)
    first_places = {key: place for place, key in enumerate(first_keys) if first_counts[key] == 1}
    pairs = {
        place: first_places[key]
        for place, key in enumerate(own_keys)
        if counts[key] == 1 and key in first_places
    }
    if len(pairs) < len(counts):
        for first, own, size in SequenceMatcher(None, first_keys, own_keys, False).get_matching_blocks():
            if size >= _MIN_OF_FILE:
                pairs |= {own + step: first + step for step in range(size)}
    matched = {*pairs.values()}
    others = {players[row]: row for place, row in enumerate(first_segment.rows) if place not in matched}
    contradicted = {
        row: others[players[row]]
        for place, row in enumerate(segment.rows)
        if place not in pairs and players[row] and players[row] in others
    }
    rows = [segment.rows[place] for place in sorted(pairs)]
    first_row = first_segment.rows[min(pairs.values(), default=0)]
    return _Copy(segment, rows, first_row, contradicted)


def _find_block(
    players: _Players, segment: _Segment, keys: Sequence[Hashable], counts: Mapping[int, int]
) -> _Copy:
    """Return the rows of a segment that follow right after the same rows, in the same order.

    `counts` says how many rows stand so far below the first that they equal: less than a block are no block.
    """
    half = len(segment.rows) / 2
    for size in sorted(
        offset
        for offset, count in counts.items()
        if count >= (_MIN_OF_FILE if offset == half else _MIN_OF_EVENING)
    ):
        row = segment.rows.start
        while row + 2 * size <= segment.rows.stop:
            count = 0
            while row + size + count < segment.rows.stop and keys[row + count] == keys[row + size + count]:
                count += 1
            block = range(row, row + size)
            is_round = count == size == len(segment.rows) - size and not _is_group(players, block)
            if count >= size and len({*keys[row : row + size]}) >= (
                _MIN_OF_FILE if is_round else _MIN_OF_EVENING
            ):
                return _Copy(segment, range(row + size, row + size + count), row)
            row += count + 1
    return _Copy(segment, [], segment.rows.start)


def _is_group(players: _Players, rows: Collection[int]) -> bool:
    """Whether most of the players in these rows meet each other, so that they may all do so twice."""
    meetings = {players[row] for row in rows}
    size = len(frozenset[Any]().union(*meetings))
    return size > 0 and 4 * len(meetings) > size * (size - 1)


def _report_copied_files(batch: ColumnBatch, copies: Sequence[_Copy]) -> tuple[list[Problem], set[int]]:
    """Return a problem for each file of which two thirds of the rows stand in another file, and its rows."""
    spans = zip(batch.files, [0, *batch.ends], batch.ends, strict=False)
    rows_by_path = {csv_file.path: range(start, end) for csv_file, start, end in spans}
    copies_by_paths: defaultdict[tuple[str, str], list[_Copy]] = defaultdict(list)
    for copy in copies:
        copies_by_paths[copy.segment.path, batch.get_file(copy.first).path].append(copy)
    problems, removed_rows = [], set[int]()
    for (path, first_path), group in copies_by_paths.items():
        count = sum(len(copy.rows) for copy in group)
        is_certain = count >= _MIN_OF_FILE and (len(group) > 1 or _is_certain(batch, group[0]))
        is_enough = (is_certain or is_named_as_copy(path)) and 3 * count >= 2 * len(rows_by_path[path])
        if path != first_path and is_enough:
            message = say(
                "file-copied",
                "{number} of {all} rows of this file stand in {path} already",
                number=count,
                all=len(rows_by_path[path]),
                path=first_path,
            )
            hint = advise("take this file out: it is a copy, and its rows would count twice")
            problems.append(Problem(path, 0, 0, message, hint, is_cause=True))
            removed_rows.update(rows_by_path[path])
    return problems, removed_rows


def _is_large(copy: _Copy, meetings: Meetings | None) -> bool:
    """Whether so many rows of a segment stand twice that they are a copy, not single rows."""
    count, all_rows = len(copy.rows), len(copy.segment.rows)
    if copy.first in copy.segment.rows:
        is_usual = count > 0 and meetings is not None and meetings.are_repeated(copy.segment.event)
        return count >= (_MIN_CERTAIN if is_usual else 1)
    is_whole = count >= _MIN_OF_FILE and count + len(copy.contradicted) == all_rows
    return is_whole or (count >= _MIN_OF_EVENING and 2 * count >= all_rows)


def _report_copied_event(batch: ColumnBatch, copy: _Copy) -> list[Problem]:
    """Return the problem of a copied day, round or tournament, and those of rows that contradict it."""
    column = get_input_columns(batch.table)[0]
    row, *others = copy.rows
    is_right_after = copy.first in copy.segment.rows
    message = say(
        "event-copied",
        "{number} of {all} rows with this {column} stand from {place} on already",
        number=row - copy.first if is_right_after else len(copy.rows),
        all=len(copy.segment.rows) - len(copy.rows) * is_right_after,
        column=quote_heading(column.heading),
        place=batch.format_place(copy.first),
    )
    problem = batch.make_problem(row, column.name, message, _advise_on_repeats(batch))
    problem = problem._replace(other_places=tuple(map(batch.format_place, others)))
    if not _is_certain(batch, copy):
        return [problem._replace(severity=Severity.WARNING)]
    hint = advise("take the copy out: it would count twice; rows that were played twice differ in some cell")
    return [problem._replace(hint=hint, is_cause=True), *_report_contradicted(batch, copy)]


def _report_contradicted(batch: ColumnBatch, copy: _Copy) -> Iterator[Problem]:
    for row, first in copy.contradicted.items():
        message = say(
            "copy-differs", "{place} has these players too, and another cell", place=batch.format_place(first)
        )
        name = next(
            column.name
            for column in get_input_columns(batch.table)
            if batch.values[column.name][row] != batch.values[column.name][first]
        )
        yield batch.make_problem(row, name, message, advise("keep the row that is right"))


def _is_certain(batch: ColumnBatch, copy: _Copy) -> bool:
    """Whether the rows of a copy cannot have been played again: by their key, or by how many they are.

    A group of players who all meet may do so twice, and where all results are alike one side is stronger.
    """
    columns = get_input_columns(batch.table)
    if any(column.key for column in columns):
        return True
    is_right_after = copy.first in copy.segment.rows
    rows = range(copy.first, copy.rows[0]) if is_right_after else copy.rows
    is_many, is_group = len(rows) >= _MIN_CERTAIN, _is_group(list_players(batch), rows)
    if not is_right_after:
        return is_many or not is_group
    others = [column.name for column in columns if column.display.style != "player"]
    results = {tuple(batch.values[name][row] for name in others) for row in rows}
    return is_many and not is_group and len(results) > 1


def _advise_on_repeats(batch: ColumnBatch) -> str:
    """Return a hint that names the column whose cells can tell two equal games apart."""
    for column in get_input_columns(batch.table):
        if column.kind is str and not (column.is_required or column.choices):
            return advise(
                "take out what was entered twice; if it was played twice, write a word in {column} of the"
                " later row, such as '2'",
                column=quote_heading(column.heading),
            )
    return advise("take out rows that were entered twice; leave games that were played twice")


def _find_repeated_keys(
    batch: ColumnBatch, keys: Sequence[str], removed_rows: Collection[int]
) -> Iterator[Problem]:
    """Yield an error for each row whose key an earlier row has."""
    for row, first in _iter_repeats(batch, keys):
        if row in removed_rows:
            continue
        headings = {column.name: column.heading for column in get_input_columns(batch.table)}
        values = [(headings[name], batch.values[name][row]) for name in keys]
        cells = [
            advise(
                "{column} {value}",
                column=column,
                value=quote_text(value) if isinstance(value, str) else value,
            )
            for column, value in values
            if value not in ("", None)
        ]
        message = say(
            "key-again",
            "{key} stands in {place} already",
            key=join_messages(*cells, between=", "),
            place=batch.format_place(first),
        )
        hint = advise("correct one of the two rows, or take it out")
        yield batch.make_problem(row, keys[0], message, hint)


def _report_repeated_rows(
    batch: ColumnBatch, repeats: Mapping[int, int], meetings: Meetings | None, problems: list[Problem]
) -> None:
    """Add one warning of all rows that repeat an earlier one; those that may be play are doubts."""
    rows = [row for row in repeats if not _may_repeat(batch, row)]
    is_unusual = meetings is None or meetings.are_single
    is_told = {row: is_unusual or batch.get_file(row) is not batch.get_file(repeats[row]) for row in rows}
    problems += _merge_repeated_rows(batch, [row for row in rows if is_told[row]])
    batch.doubts += _merge_repeated_rows(batch, [row for row in rows if not is_told[row]])


def _merge_repeated_rows(batch: ColumnBatch, rows: Sequence[int]) -> list[Problem]:
    message = pluralize(
        len(rows),
        "{number} row repeats an earlier one exactly",
        "{number} rows repeat an earlier one exactly",
        code="row-repeated",
    )
    hint = _advise_on_repeats(batch)
    places = [(batch.get_file(row).path, batch.lines[row]) for row in rows]
    return merge_repeated([Problem(*place, 0, message, hint, Severity.WARNING) for place in places])


def merge_with_repeats(problems: Sequence[Problem], doubts: Sequence[Problem]) -> list[Problem]:
    """Return the problems of a ranking without the errors that only follow from a row that stands twice.

    A repeated row with such an error cannot be meant, so that it is an error itself; also among `doubts`.
    What is wrong with other rows too does not follow from it.
    """
    repeats = [problem for problem in (*problems, *doubts) if problem.code in _REPEAT_CODES]
    places = {place for problem in repeats for place in _list_places(problem)}
    errors = [
        problem for problem in select_errors(problems if places else ()) if problem.code not in _REPEAT_CODES
    ]
    elsewhere = {error.message for error in errors if f"{error.path}:{error.line}" not in places}
    following = {
        error for error in errors if f"{error.path}:{error.line}" in places and error.message not in elsewhere
    }
    wrong_places = {place for problem in following for place in _list_places(problem)}
    hint = advise("take out what was entered twice")
    wrong_repeats = {
        problem
        for problem in repeats
        if problem.severity is Severity.WARNING and not wrong_places.isdisjoint(_list_places(problem))
    }
    return [
        problem._replace(severity=Severity.ERROR, hint=hint) if problem in wrong_repeats else problem
        for problem in (*problems, *wrong_repeats.intersection(doubts))
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
