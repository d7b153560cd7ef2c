"""JSON: lists of records, in one value, within an object, or one a line."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from sitegen.commands.importing.sheets.cells import CellValue, convert_boolean, convert_text, format_number
from sitegen.commands.importing.source import (
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
from sitegen.core.problems import advise, say

PlacedRecord = tuple[str, Any]
"""A record and its place; the error of a line that is none."""

_LIST_HINT = advise("export the results as a list")
_BROKEN_RECORD = Verdict(
    "refused", say("record-broken", "the line is no record in JSON"), advise("export it again")
)
_START = re.compile(r"\s*(?:\[\s*)?[{\[]\s*[\"\[{}\]]")


def fits(file: SourceFile) -> bool:
    """Text that begins with an object, or with a list of objects or of lists."""
    return _START.match(file.text) is not None


def read(file: SourceFile) -> Document:
    """A table for each list of records, whose header is their keys."""
    facts: dict[str, str] = {}
    try:
        try:
            lists = [*_find_lists(_parse_json(file.text), "", facts)]
        except json.JSONDecodeError as error:
            lists = [("", _parse_lines(file.text, error))]
        tables = [_build_table(path, entries) for path, entries in lists if entries]
    except RecursionError:
        raise SourceError(
            say("json-too-deep", "the values lie too deep in one another"), _LIST_HINT
        ) from None
    if not tables:
        raise SourceError(say("no-records", "the file has no list of records"), _LIST_HINT)
    return Document("records", tables, facts=facts)


def _find_lists(value: Any, path: str, facts: dict[str, str]) -> Iterator[tuple[str, list[PlacedRecord]]]:
    """The lists in a value with their paths, objects by name among them; what stands alone is a fact."""
    if isinstance(value, list):
        places = (f"{path}[{at}]" if path else f"record {at + 1}" for at in range(len(value)))
        yield path, [*zip(places, value, strict=True)]
    elif isinstance(value, dict) and _are_alike([*value.values()]):
        before = f"{path}." if path else ""
        yield path, [(f"{before}{key}", {"key": key, **record}) for key, record in value.items()]
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _find_lists(inner, f"{path}.{key}" if path else key, facts)
    elif text := _convert_value(value).text:
        facts[path] = text


def _are_alike(values: Sequence[Any]) -> bool:
    """Whether these are objects, two at least, that have a key in common."""
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
    between = "." if place.endswith("]") else ", "
    return SourceRow(place, [_build_cell(record.get(key), f"{place}{between}{key}") for key in keys])


def _build_cell(value: Any, place: str) -> SourceCell:
    held = _convert_value(value)
    return SourceCell(held.text, place, held.kind)


class _JsonNumber(str):
    __slots__ = ()


def _parse_json(text: str) -> Any:
    return json.loads(
        text,
        parse_int=_JsonNumber,
        parse_float=_JsonNumber,
        parse_constant=str,
        object_pairs_hook=_build_object,
    )


def _build_object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An object, with all that it says where it names a key twice."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        found[key if key not in found else f"{key} ({len(found) + 1})"] = value
    return found


def _parse_lines(text: str, error: json.JSONDecodeError) -> list[PlacedRecord]:
    """A record of each line; where most lines are none, the text is broken JSON."""
    found: list[PlacedRecord] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                found.append((f"record {len(found) + 1}", _parse_json(line)))
            except json.JSONDecodeError as fault:
                found.append((f"line {number}", fault))
    if sum(isinstance(value, dict) for _, value in found) <= len(found) / 2:
        message = say("broken-json", "the JSON ends or breaks off in line {line}", line=error.lineno)
        raise SourceError(message, advise("export it again")) from error
    return found


def _flatten(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """The values of a record, what lies within others by its path: `white.name`, `players[0]`."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flatten(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _flatten(inner, f"{path}[{at}]")
    elif not isinstance(value, json.JSONDecodeError):
        yield path or "value", value


def _convert_value(value: Any) -> CellValue:
    """What a cell holds of a value; nothing of one with others in it."""
    if isinstance(value, bool):
        return convert_boolean(is_true=value)
    if isinstance(value, _JsonNumber):
        is_exact = value.lstrip("-").isdecimal() or "e" in value.lower() or len(value) > 16
        return CellValue(str(value) if is_exact else format_number(float(value)), "number")
    return convert_text("" if value is None or isinstance(value, list | dict) else str(value))
