"""JSON as records: numbers as they are written, and values within others by their path."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from sitegen.commands.importing.sheets.cells import Value, number_text, text_value, truth_value
from sitegen.commands.importing.source import SourceError
from sitegen.message import advise, say

Entry = tuple[str, Any]
"""A record and its place; the error of a line that is none."""


class _Number(str):
    """A number as it is written."""

    __slots__ = ()


def parse(text: str) -> Any:
    """The value that a text says."""
    return json.loads(
        text, parse_int=_Number, parse_float=_Number, parse_constant=str, object_pairs_hook=_object
    )


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An object, with all that it says where it names a key twice."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        found[key if key not in found else f"{key} ({len(found) + 1})"] = value
    return found


def lines(text: str, error: json.JSONDecodeError) -> list[Entry]:
    """A record of each line; where most lines are none, the text is broken JSON."""
    found: list[Entry] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                found.append((f"record {len(found) + 1}", parse(line)))
            except json.JSONDecodeError as fault:
                found.append((f"line {number}", fault))
    if sum(isinstance(value, dict) for _, value in found) <= len(found) / 2:
        message = say("broken-json", "the JSON ends or breaks off in line {line}", line=error.lineno)
        raise SourceError(message, advise("export it again")) from error
    return found


def flat(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """The values of a record, what lies within others by its path: `white.name`, `players[0]`."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flat(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from flat(inner, f"{path}[{at}]")
    elif not isinstance(value, json.JSONDecodeError):
        yield path or "value", value


def value_of(value: Any) -> Value:
    """What a cell holds of a value; nothing of one with others in it."""
    if isinstance(value, bool):
        return truth_value(is_true=value)
    if isinstance(value, _Number):
        is_exact = value.lstrip("-").isdecimal() or "e" in value.lower() or len(value) > 16
        return Value(str(value) if is_exact else number_text(float(value)), "number")
    return text_value("" if value is None or isinstance(value, list | dict) else str(value))
