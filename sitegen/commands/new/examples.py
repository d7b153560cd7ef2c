"""The tables that a system starts with: stored once, as canonical CSV, with notes in every language."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from sitegen.commands.new.days import moved, years
from sitegen.commands.new.texts import starters
from sitegen.read.csvfile import opened
from sitegen.system import System, kept
from sitegen.table import Column, Table, cell_columns

_NOTE = re.compile(r"# (\w\w): (.+)")


class Example(NamedTuple):
    """A table as a new site has it: its columns, notes for who fills it in, and the cells of its rows.

    Cells are canonical: ISO dates, a decimal point. Rows that are invented are to be replaced.
    """

    name: str
    columns: Sequence[Column]
    notes: Sequence[str]
    rows: Sequence[Sequence[str]]
    is_invented: bool = False

    @property
    def header(self) -> Sequence[str]:
        """The names of the columns."""
        return [each.name for each in self.columns]


def examples(name: str, of: System, language: str, today: date) -> list[Example]:
    """The tables of the system called `name`, in its own order; without examples, those to be filled in.

    What they say was played before `today`.

    Of these one with a default is left out: a table that may be missing can mean something else when empty.
    """
    if folder(name).is_dir():
        files = [(folder(name) / f"{each.name}.csv", each.rows) for each in kept(of)]
        later = years((folder(name) / "since.txt").read_text(encoding="utf-8").strip(), today)
        found = [stored(path, rows, language) for path, rows in files if path.is_file()]
        return [_later(each, later) for each in found]
    needed = [each for each in kept(of) if not each.may_be_missing]
    return [Example(each.name, cell_columns(each.rows), [], []) for each in needed]


def _later(table: Example, later: int) -> Example:
    rows = [[moved(*each, later) for each in zip(row, table.columns, strict=True)] for row in table.rows]
    return table._replace(rows=rows)


def folder(name: str) -> Path:
    """Where the examples of a system stand, if it has any."""
    return starters() / "systems" / name


def stored(path: Path, table: type[Table], language: str) -> Example:
    """The table in a file that is our own, and right."""
    text = path.read_text(encoding="utf-8")
    known = {each.name: each for each in cell_columns(table)}
    grid, problems = opened(text, path.name, [*known.values()])
    if grid is None:
        raise ValueError(problems)
    rows = [row for block in grid.blocks() for row in block.rows]
    return Example(
        path.stem, [known[each] for each in grid.names], [*noted(text, language)], rows, is_invented=True
    )


def noted(text: str, language: str) -> Iterator[str]:
    """What the notes `# nl: …` of a text say in a language."""
    for line in text.splitlines():
        found = _NOTE.fullmatch(line)
        if found and found[1] == language:
            yield found[2]
