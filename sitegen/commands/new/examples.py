"""The tables that a system starts with: stored once, as canonical CSV, with notes in every language.

The days of the examples: of this year, or of last year where they would lie in the future.

Why no site is made.

A new folder: it comes whole or not at all.

The texts of a new site, one folder a language, and what is filled in between `<<` and `>>`.

A table as the Excel of a language opens and saves it.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sitegen.core.language import Language
from sitegen.core.problems import describe_error, quote_text, say
from sitegen.core.system import System, find_origin, list_input_tables
from sitegen.core.table import Column, Table, get_input_columns
from sitegen.inputs.results.header import open_csv
from sitegen.inputs.results.records import BOM
from sitegen.pages import theme

EXAMPLE_DATE = date(2026, 11, 21)
"""When the examples were written, of that year."""
_YEAR = re.compile(r"\b20\d\d\b")


def count_years(since: str, today: date) -> int:
    """How many years later than they are written examples are, which have all been played by `since`.

    That is a day as they are written, `2026-09-19`; where it is blank they keep their years.
    """
    if not since:
        return 0
    year, _, day = since.strip().partition("-")
    has_been = f"{today:%m-%d}" >= day
    return today.year - int(year) - (not has_been)


def shift_cell(cell: str, column: Column, later: int) -> str:
    """A cell of the examples as many years later; a club plays on the same day of the week in every year."""
    if column.kind is date and cell:
        day = date.fromisoformat(cell)
        there = day.replace(year=day.year + later)
        if column.display.style == "event":
            there += timedelta((day.weekday() - there.weekday() + 3) % 7 - 3)
        return there.isoformat()
    if column.kind is str and not column.choices:
        return _YEAR.sub(lambda found: str(int(found[0]) + later), cell)
    return cell


class NewSiteError(Exception):
    """Why no site was made, and what to do about it."""


def create_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write `files` as the new folder `folder`: all of them, or nothing at all.

    Raises `NewSiteError` when something stands there already, or when it cannot be written.
    """
    place = folder.resolve()
    try:
        _refuse_occupied(place, folder)
        place.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=f".{place.name}-", dir=place.parent) as beside:
            staged = Path(beside) / "site"
            _write_files(staged, files)
            staged.rename(place)
    except OSError as error:
        message = say(
            "new-folder-not-written",
            "{folder}: nothing was written: {reason}",
            folder=folder,
            reason=error.strerror,
        )
        raise NewSiteError(message) from error


def _refuse_occupied(place: Path, named: Path) -> None:
    if place == Path.cwd():
        # It would be put in the place of the folder that the shell is in, which would then be in none.
        raise NewSiteError(
            say(
                "new-folder-is-this-one",
                "{folder}: is the folder you are in; name one that does not exist yet",
                folder=named,
            )
        )
    found = sorted(path.name for path in place.iterdir()) if place.is_dir() else []
    if found:
        shown = ", ".join(map(quote_text, found[:3])) + (" …" if found[3:] else "")
        raise NewSiteError(
            say(
                "new-folder-not-empty",
                "{folder}: is not empty ({found}); name a folder that does not exist yet",
                folder=named,
                found=shown,
            )
        )
    if place.exists() and not place.is_dir():
        raise NewSiteError(
            say(
                "new-folder-is-file",
                "{folder}: is a file; name a folder that does not exist yet",
                folder=named,
            )
        )


def _write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


_PLACEHOLDER = re.compile(r"<<(\w+)>>")


def get_starter_folder() -> Path:
    """The folder with all that a new site is made of."""
    return theme.get_templates_folder() / "new"


def read_part(name: str, language: str, **values: str) -> str:
    """One of the small texts that others are put together from, without its last line end."""
    text = (get_starter_folder() / "parts" / language / name).read_text(encoding="utf-8")
    return fill_template(text, values).removesuffix("\n")


def fill_template(text: str, values: Mapping[str, str]) -> str:
    """The text with every `<<name>>` replaced by its value."""
    return _PLACEHOLDER.sub(lambda found: values[found[1]], text)


def read_site_files(language: str, today: date) -> Iterator[tuple[str, str]]:
    """The files of a site in `language`: path and text of each; its first news is of `today`."""
    for folder in (get_starter_folder() / "site" / "all", get_starter_folder() / "site" / language):
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                name = path.relative_to(folder).as_posix().replace("YYYY-MM-DD", today.isoformat())
                yield name, path.read_text(encoding="utf-8")


def quote_string(text: str) -> str:
    """A basic string of TOML, or one of YAML; what JSON escapes, both escape alike."""
    return json.dumps(text, ensure_ascii=False)


def escape_string(text: str) -> str:
    """The same without the quotes around it."""
    return quote_string(text)[1:-1]


_NOTE = re.compile(r"# (\w\w): (.+)")


class ExampleTable(NamedTuple):
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
        return [column.name for column in self.columns]


def load_examples(name: str, of: System, language: str, today: date) -> list[ExampleTable]:
    """The tables of the system called `name`, in its own order; without examples, those to be filled in.

    What they say was played before `today`.

    Of these one with a default is left out: a table that may be missing can mean something else when empty.
    """
    if find_origin(name).find_folder("starter"):
        try:
            found = [
                (find_starter_file(name, f"{table.name}.csv"), table.rows) for table in list_input_tables(of)
            ]
            later = count_years(read_starter_text(name, "since.txt"), today)
            return [_shift_table(read_example(path, rows, language), later) for path, rows in found if path]
        except ValueError as error:
            told = {"system": quote_text(name), "error": describe_error(error)}
            message = say("starter-unread", "what {system} has for new sites cannot be read: {error}", **told)
            raise NewSiteError(message) from error
    needed = [table for table in list_input_tables(of) if not table.may_be_missing]
    return [ExampleTable(table.name, get_input_columns(table.rows), [], []) for table in needed]


def _shift_table(table: ExampleTable, later: int) -> ExampleTable:
    rows = [[shift_cell(*pair, later) for pair in zip(row, table.columns, strict=True)] for row in table.rows]
    return table._replace(rows=rows)


def find_starter_file(name: str, file: str) -> Path | None:
    """A file that the system called `name` brings for new sites; None where it brings no such file."""
    folder = find_origin(name).find_folder("starter")
    return folder / file if folder and (folder / file).is_file() else None


def read_starter_text(name: str, file: str) -> str:
    """What such a file says; blank where there is none."""
    path = find_starter_file(name, file)
    return path.read_text(encoding="utf-8") if path else ""


def read_example(path: Path, table: type[Table], language: str) -> ExampleTable:
    """The table in a file that a system brings; a `ValueError` when it is not right."""
    text = path.read_text(encoding="utf-8")
    known = {column.name: column for column in get_input_columns(table)}
    grid, problems = open_csv(text, path.name, [*known.values()])
    if grid is None:
        raise ValueError("; ".join(map(str, problems)))
    rows = [row for block in grid.iter_blocks() for row in block.rows]
    return ExampleTable(
        path.stem, [known[name] for name in grid.names], [*read_notes(text, language)], rows, is_invented=True
    )


def read_notes(text: str, language: str) -> Iterator[str]:
    """What the notes `# nl: …` of a text say in a language."""
    for line in text.splitlines():
        found = _NOTE.fullmatch(line)
        if found and found[1] == language:
            yield found[2]


def format_csv(table: ExampleTable, language: str) -> bytes:
    """The file: UTF-8 with its mark, without which Excel takes `Léa` for something else, and CRLF.

    Where numbers have a decimal comma the cells stand between semicolons.
    """
    cells = [
        format_line(table.header, language),
        *(format_row(table, row_cells, language) for row_cells in table.rows),
    ]
    return BOM + "".join(f"{text}\r\n" for text in [*_format_notes(table, language), *cells]).encode()


def find_first_line(table: ExampleTable, language: str) -> int:
    """The line of the file in which its first row stands, below the header."""
    return len(_format_notes(table, language)) + 2


def format_row(table: ExampleTable, cells: Sequence[str], language: str) -> str:
    """One row, with its numbers as the language writes them."""
    mark = Language(language).decimal_mark
    return format_line(
        [_format_cell(*pair, mark) for pair in zip(cells, table.columns, strict=True)], language
    )


def format_line(cells: Sequence[str], language: str) -> str:
    """Cells with the delimiter of the language between them."""
    delimiter = ";" if Language(language).decimal_mark == "," else ","
    return delimiter.join(_quote_cell(cell, delimiter) for cell in cells)


def _format_notes(table: ExampleTable, language: str) -> list[str]:
    """Lines that Excel leaves in one cell: no note has a delimiter or a quote in it."""
    examples = [read_part("examples.txt", language)] if table.is_invented else []
    return [f"# {note}" for note in [*examples, *table.notes]]


def _format_cell(cell: str, column: Column, mark: str) -> str:
    return cell.replace(".", mark) if column.kind is float else cell


def _quote_cell(cell: str, delimiter: str) -> str:
    if not any(sign in cell for sign in (delimiter, '"', "\n")):
        return cell
    doubled = cell.replace('"', '""')
    return f'"{doubled}"'
