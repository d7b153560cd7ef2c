"""Published data files compared with what is calculated again, cell by cell as who opens them has them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, islice, zip_longest
from typing import Any, NamedTuple

from sitegen.board import Board
from sitegen.datafiles import Files
from sitegen.derived.data import as_data
from sitegen.model import Listing
from sitegen.read import cells
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
    """The data files of a ranking as they are calculated again: each table, and each list shown in full."""

    board: Board
    _latest: dict[str, Mapping[str, Files]] = field(default_factory=dict)
    """The tables of the folder that was asked for last: those of a list are made when they are needed."""

    @cached_property
    def paths(self) -> Sequence[str]:
        """Where all of them stand, from the folder of the ranking."""
        tables = [f"{name}.{kind}" for name in self.board.files for kind in ("csv", "json")]
        return [*tables, *(f"{at}{name}.csv" for at in self._lists for name in self.board.derived.data)]

    def compared(self, path: str, published: str) -> dict[str, Any]:
        """How many `figures` a file has, in how many cells it `differs`, and the first of these `cells`."""
        if path not in self._known:
            return {"figures": 0, "differs": 1, "cells": [Cell(0, "", "", path, "")._asdict()]}
        stem, _, kind = path.rpartition(".")
        at, _, name = stem.rpartition("/")
        table = self._tables(at and f"{at}/")[name]
        found = differences(table, published, kind)
        first = list(islice(found, _SHOWN))
        count = len(first) + sum(1 for _ in found)
        return {"figures": figures(table), "differs": count, "cells": [each._asdict() for each in first]}

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.paths)

    @cached_property
    def _lists(self) -> Mapping[str, Listing]:
        """The lists that are shown in full, by the folders of their files."""
        return {f"lists/{each.day}/": each for each in self.board.outcome.archive}

    def _tables(self, at: str) -> Mapping[str, Files]:
        if not at:
            return self.board.files
        if at not in self._latest:
            self._latest.clear()
            made = as_data(self.board.derived.data, self._lists[at])
            self._latest[at] = {each.name: Files(each) for each in made}
        return self._latest[at]


def figures(table: Files) -> int:
    """How many numbers a table tells."""
    pieces = chain.from_iterable(table.published.pieces())
    numbers = (values for column, values in pieces if column.kind in (int, float))
    return sum(len(values) - values.count(None) for values in numbers)


def differences(table: Files, published: str, kind: str = "csv") -> Iterator[Cell]:
    """The cells that are published otherwise; where all are the same, the first line that is written so."""
    calculated = (table.csv() if kind == "csv" else table.json()).decode()
    if published == calculated:
        return
    there, here = _cut(published, calculated, kind)
    found = _rows(there, here, _who(table)) if there != here else _lines(published, calculated)
    for each in found:
        yield each._replace(published=_short(each.published), calculated=_short(each.calculated))


_Rows = Sequence[Sequence[str]]


def _cut(published: str, calculated: str, kind: str) -> tuple[_Rows, _Rows]:
    """The rows of both; where a sign spoils what is published, the lines of both."""
    rows, lines = (cells.rows, cells.lines) if kind == "csv" else (_json_rows, _json_lines)
    there, here = rows(published), rows(calculated)
    if there is None or here is None:
        return lines(published), lines(calculated)
    return there, here


def _json_rows(text: str) -> _Rows | None:
    """The names of the columns and the rows of a JSON file; nothing of one in which something else stands."""
    try:
        read = json.loads(text)
        described, found = read["columns"], read["rows"]
        named = [[each["name"] for each in described], *found]
        return [[each if isinstance(each, str) else json.dumps(each) for each in row] for row in named]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _json_lines(text: str) -> _Rows:
    """Every line as a row of its own, below a head without names."""
    return [[""], *([each] for each in text.splitlines()[1:])]


def _who(table: Files) -> int | None:
    """The column that says of which player a row is."""
    styles = [each.shown.style for each in columns(table.published.table)]
    return styles.index("player") if "player" in styles else None


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
