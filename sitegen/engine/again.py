"""Published tables compared with what is calculated again, cell by cell as who opens the files has them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from typing import Any, NamedTuple

from sitegen.datafiles import Files
from sitegen.read.cells import lines, rows
from sitegen.table import columns

_SHOWN = 10
"""Of the cells that differ so many are told; of each so many characters."""
_LONGEST = 200


class Cell(NamedTuple):
    """A cell that is published otherwise; `row` counts from the header, which is 1, and is `of` a player.

    Without a `column` it is a whole row, of which one side may have none.
    """

    row: int
    of: str
    column: str
    published: str
    calculated: str


@dataclass(frozen=True)
class Again:
    """The tables of a ranking as they are calculated again, by their names."""

    ranking: str
    tables: Mapping[str, Files]

    def compared(self, name: str, published: str) -> dict[str, Any]:
        """How many `figures` a table has, in how many cells it `differs`, and the first of these `cells`."""
        if name not in self.tables:
            return {"figures": 0, "differs": 1, "cells": [Cell(0, "", "", name, "")._asdict()]}
        table = self.tables[name]
        found = differences(table, published, table.csv().decode())
        first = list(islice(found, _SHOWN))
        count = len(first) + sum(1 for _ in found)
        return {"figures": figures(table), "differs": count, "cells": [each._asdict() for each in first]}


def figures(table: Files) -> int:
    """How many numbers a table tells."""
    cells = chain.from_iterable(table.published.pieces())
    numbers = (values for column, values in cells if column.kind in (int, float))
    return sum(len(values) - values.count(None) for values in numbers)


def differences(table: Files, published: str, calculated: str) -> Iterator[Cell]:
    """The cells that are published otherwise; where all are the same, the first line that is written so."""
    if published == calculated:
        return
    there, here = _cut(published, calculated)
    found = _rows(there, here, _who(table)) if there != here else _lines(published, calculated)
    for each in found:
        yield each._replace(published=_short(each.published), calculated=_short(each.calculated))


def _cut(published: str, calculated: str) -> "tuple[_Rows, _Rows]":
    """The rows of both; where a quote spoils what is published, the lines of both."""
    there, here = rows(published), rows(calculated)
    if there is None or here is None:
        return lines(published), lines(calculated)
    return there, here


def _who(table: Files) -> int | None:
    """The column that says of which player a row is."""
    styles = [each.shown.style for each in columns(table.published.table)]
    return styles.index("player") if "player" in styles else None


_Rows = Sequence[Sequence[str]]


def _rows(there: _Rows, here: _Rows, who: int | None) -> Iterator[Cell]:
    """Row by row; what is the same at the end is so wherever rows are missing or too many above it."""
    end = _same_at_the_end(there, here) if len(there) != len(here) else 0
    pairs = zip_longest(there[: len(there) - end], here[: len(here) - end])
    for number, (old, new) in enumerate(pairs, 1):
        if old == new:
            continue
        of = "" if who is None else [*(new or old or ()), *[""] * (who + 1)][who]
        if old is None or new is None:
            yield Cell(number, of, "", ",".join(old or ()), ",".join(new or ()))
        else:
            yield from _cells(Cell(number, of, "", "", ""), here[0], old, new)


def _same_at_the_end(there: _Rows, here: _Rows) -> int:
    pairs = zip(reversed(there), reversed(here), strict=False)
    return next((number for number, (old, new) in enumerate(pairs) if old != new), min(len(there), len(here)))


def _cells(at: Cell, heads: Sequence[str], old: Sequence[str], new: Sequence[str]) -> Iterator[Cell]:
    for place, (was, now) in enumerate(zip_longest(old, new, fillvalue="")):
        if was != now or place >= min(len(old), len(new)):
            column = heads[place] if place < len(heads) else f"{place + 1}"
            yield at._replace(column=column, published=was, calculated=now)


def _lines(published: str, calculated: str) -> Iterator[Cell]:
    """The first line of files with the same cells that are written in different bytes."""
    written = (each.splitlines(keepends=True) for each in (published, calculated))
    for number, (old, new) in enumerate(zip_longest(*written, fillvalue=""), 1):
        if old != new:
            yield Cell(number, "", "", repr(old), repr(new))
            return


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
