"""The tables that a system starts with: stored once, as canonical CSV, with notes in every language."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from sitegen import mishap
from sitegen.commands.new.days import moved, years
from sitegen.commands.new.refusal import NewSiteError
from sitegen.message import say
from sitegen.problem import quoted
from sitegen.read.csvfile import opened
from sitegen.system import System, kept, origin
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
    if origin(name).brought("starter"):
        try:
            found = [(starter(name, f"{each.name}.csv"), each.rows) for each in kept(of)]
            later = years(text(name, "since.txt"), today)
            return [_later(stored(path, rows, language), later) for path, rows in found if path]
        except ValueError as error:
            told = {"system": quoted(name), "error": mishap.reason(error)}
            message = say("starter-unread", "what {system} has for new sites cannot be read: {error}", **told)
            raise NewSiteError(message) from error
    needed = [each for each in kept(of) if not each.may_be_missing]
    return [Example(each.name, cell_columns(each.rows), [], []) for each in needed]


def _later(table: Example, later: int) -> Example:
    rows = [[moved(*each, later) for each in zip(row, table.columns, strict=True)] for row in table.rows]
    return table._replace(rows=rows)


def starter(name: str, file: str) -> Path | None:
    """A file that the system called `name` brings for new sites; None where it brings no such file."""
    folder = origin(name).brought("starter")
    return folder / file if folder and (folder / file).is_file() else None


def text(name: str, file: str) -> str:
    """What such a file says; blank where there is none."""
    path = starter(name, file)
    return path.read_text(encoding="utf-8") if path else ""


def stored(path: Path, table: type[Table], language: str) -> Example:
    """The table in a file that a system brings; a `ValueError` when it is not right."""
    text = path.read_text(encoding="utf-8")
    known = {each.name: each for each in cell_columns(table)}
    grid, problems = opened(text, path.name, [*known.values()])
    if grid is None:
        raise ValueError("; ".join(map(str, problems)))
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
