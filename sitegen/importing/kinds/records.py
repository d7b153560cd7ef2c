"""JSON: lists of records, as one value, within an object, or with a record on each line."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from sitegen.core.problems import advise, say
from sitegen.importing.sheets.cells import CellValue, convert_boolean, convert_text, format_number
from sitegen.importing.source import (
    Document,
    SourceCell,
    SourceError,
    SourceFile,
    SourceRow,
    SourceTable,
    Verdict,
    check_range,
    limit_rows,
)

PlacedRecord = tuple[str, Any]
"""A place and its record, or the error of a line that is no JSON."""

_LIST_HINT = advise("export the results as a list")
_BROKEN_RECORD = Verdict(
    "refused", say("record-broken", "the line is no record in JSON"), advise("export it again")
)
_START = re.compile(r"\s*(?:\[\s*)?[{\[]\s*[\"\[{}\]]")


def fits(file: SourceFile) -> bool:
    """Whether the text begins with an object, or with a list of objects or lists."""
    return _START.match(file.text) is not None


def read(file: SourceFile) -> Document:
    """Read a table for each list of records; its header is their keys."""
    try:
        try:
            lists = [*_find_lists(json.loads(file.text), "")]
        except json.JSONDecodeError as error:
            lists = [("", _parse_lines(file.text, error))]
        tables = [_build_table(path, entries) for path, entries in lists if entries]
    except RecursionError:
        raise SourceError(
            say("json-too-deep", "the values lie too deep in one another"), _LIST_HINT
        ) from None
    if not tables:
        raise SourceError(say("no-records", "the file has no list of records"), _LIST_HINT)
    return Document("records", tables)


def _find_lists(value: Any, path: str) -> Iterator[tuple[str, list[PlacedRecord]]]:
    """Yield the lists in a value with their paths, also similar objects by name."""
    if isinstance(value, list):
        places = (f"{path}[{at}]" if path else f"record {at + 1}" for at in range(len(value)))
        yield path, [*zip(places, value, strict=True)]
    elif isinstance(value, dict) and _are_alike([*value.values()]):
        prefix = f"{path}." if path else ""
        yield path, [(f"{prefix}{key}", {"key": key, **record}) for key, record in value.items()]
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _find_lists(inner, f"{path}.{key}" if path else key)


def _are_alike(values: Sequence[Any]) -> bool:
    """Whether these are two or more objects with a common key."""
    are_objects = len(values) > 1 and all(isinstance(value, dict) for value in values)
    return are_objects and bool(set.intersection(*map(set, values)))


def _build_table(path: str, entries: Sequence[PlacedRecord]) -> SourceTable:
    name = path or "records"
    if all(
        isinstance(value, list) and not any(isinstance(item, list | dict) for item in value)
        for _, value in entries
    ):
        rows = (
            SourceRow(
                place, [_build_cell(value, f"{place}, column {at}") for at, value in enumerate(values, 1)]
            )
            for place, values in entries
        )
        return SourceTable(name, limit_rows(rows))
    records = [(place, value, dict(_flatten(value, ""))) for place, value in entries]
    keys = list(dict.fromkeys(key for _, _, record in records for key in record))
    check_range(len(keys) * len(records), name)
    return SourceTable(name, limit_rows(_build_row(*record, keys) for record in records), keys)


def _build_row(place: str, value: Any, record: dict[str, Any], keys: Sequence[str]) -> SourceRow:
    if isinstance(value, json.JSONDecodeError):
        return SourceRow(place, (), _BROKEN_RECORD)
    separator = "." if place.endswith("]") else ", "
    return SourceRow(place, [_build_cell(record.get(key), f"{place}{separator}{key}") for key in keys])


def _build_cell(value: Any, place: str) -> SourceCell:
    converted = _convert_value(value)
    return SourceCell(converted.text, place, converted.kind)


def _parse_lines(text: str, error: json.JSONDecodeError) -> list[PlacedRecord]:
    """Parse each line as a record; raise a `SourceError` for broken JSON where most lines are none."""
    records: list[PlacedRecord] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                records.append((f"record {len(records) + 1}", json.loads(line)))
            except json.JSONDecodeError as fault:
                records.append((f"line {number}", fault))
    if sum(isinstance(value, dict) for _, value in records) <= len(records) / 2:
        message = say("broken-json", "the JSON ends or breaks off in line {line}", line=error.lineno)
        raise SourceError(message, advise("export it again")) from error
    return records


def _flatten(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the values of a record, nested ones by their path: `white.name`, `players[0]`."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flatten(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _flatten(inner, f"{path}[{at}]")
    elif not isinstance(value, json.JSONDecodeError):
        yield path or "value", value


def _convert_value(value: Any) -> CellValue:
    """Return a value as a cell; a blank cell for a list or an object."""
    if isinstance(value, bool):
        return convert_boolean(is_true=value)
    if isinstance(value, int | float):
        return CellValue(str(value) if isinstance(value, int) else format_number(value), "number")
    return convert_text("" if value is None or isinstance(value, list | dict) else str(value))
