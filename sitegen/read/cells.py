"""The cells of a published file, as whoever opens it has them."""

import csv
from collections.abc import Iterable
from io import StringIO


def rows(text: str) -> list[list[str]] | None:
    """Every row of a file; nothing of one that is not written by the rules of csv."""
    try:
        return _cut(StringIO(text, newline=""), strict=True)
    except csv.Error:
        return None


def lines(text: str) -> list[list[str]]:
    """Every line of a file as a row of its own, whatever is quoted in it."""
    return [row for line in text.splitlines() for row in _cut([line], strict=False) or [[]]]


def _cut(source: Iterable[str], *, strict: bool) -> list[list[str]]:
    return list(csv.reader(source, strict=strict))
