"""What a new site is made from: templates of its texts, and the example tables of each system.

Texts are in one folder a language, with `<<name>>` for each value to fill in. Example tables are stored
once, as canonical CSV with notes in every language, and written as the spreadsheet of a language saves them.
Their days are of this year, or of last year where they would lie in the future.
"""

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sitegen.core.language import Language
from sitegen.core.problems import describe_error, quote_text, say
from sitegen.core.system import System, find_origin, list_input_tables
from sitegen.core.table import Column, Table, get_input_columns
from sitegen.inputs.results.append import list_choice_words
from sitegen.inputs.results.files import PLAYERS
from sitegen.inputs.results.header import list_headings, open_csv
from sitegen.inputs.results.records import BOM
from sitegen.pages import theme

EXAMPLE_DATE = date(2026, 11, 21)
"""The day on which the examples were written; their dates are of its year."""
_YEAR = re.compile(r"\b20\d\d\b")


def count_years(since: str, today: date) -> int:
    """Return how many years to add to the dates of examples, so that none lies after `today`.

    `since` is the last of these dates, as `2026-09-19`; where it is blank they keep their years.
    """
    if not since:
        return 0
    year, _, day = since.strip().partition("-")
    is_past = f"{today:%m-%d}" >= day
    return today.year - int(year) - (not is_past)


def shift_cell(cell: str, column: Column, years: int) -> str:
    """Return a cell of the examples some years later; the day of an event stays on its day of the week."""
    if column.kind is date and cell:
        day = date.fromisoformat(cell)
        shifted = day.replace(year=day.year + years)
        if column.display.style == "event":
            shifted += timedelta((day.weekday() - shifted.weekday() + 3) % 7 - 3)
        return shifted.isoformat()
    if column.kind is str and not column.choices:
        return _YEAR.sub(lambda year: str(int(year[0]) + years), cell)
    return cell


class NewSiteError(Exception):
    """No site was made; the message says why, and what to do about it."""


def create_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write `files` as the new folder `folder`: all of them, or nothing at all.

    Raises `NewSiteError` when there is something already, or when it cannot be written.
    """
    place = folder.resolve()
    try:
        _refuse_occupied(place, folder)
        place.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=f".{place.name}-", dir=place.parent) as staging_folder:
            staged_site = Path(staging_folder) / "site"
            for path, content in files.items():
                (staged_site / path).parent.mkdir(parents=True, exist_ok=True)
                (staged_site / path).write_bytes(content)
            staged_site.rename(place)
    except OSError as error:
        message = say(
            "new-folder-not-written",
            "{folder}: nothing was written: {reason}",
            folder=folder,
            reason=error.strerror,
        )
        raise NewSiteError(message) from error


def _refuse_occupied(place: Path, folder: Path) -> None:
    """Raise `NewSiteError` when a folder cannot be new; `folder` is its path as it was typed."""
    if place == Path.cwd():
        # The new folder would replace the one that the shell is in, which would then be in none.
        raise NewSiteError(
            say(
                "new-folder-is-this-one",
                "{folder}: is the folder you are in; name one that does not exist yet",
                folder=folder,
            )
        )
    names = sorted(path.name for path in place.iterdir()) if place.is_dir() else []
    if names:
        first = ", ".join(map(quote_text, names[:3])) + (" …" if names[3:] else "")
        raise NewSiteError(
            say(
                "new-folder-not-empty",
                "{folder}: is not empty ({found}); name a folder that does not exist yet",
                folder=folder,
                found=first,
            )
        )
    if place.exists() and not place.is_dir():
        raise NewSiteError(
            say(
                "new-folder-is-file",
                "{folder}: is a file; name a folder that does not exist yet",
                folder=folder,
            )
        )


_PLACEHOLDER = re.compile(r"<<(\w+)>>")


def get_starter_folder() -> Path:
    """Return the folder with everything that a new site is made from."""
    return theme.get_templates_folder() / "new"


def read_part(name: str, language: str, **values: str) -> str:
    """Return one of the small texts that others are composed of, filled in, without its last line end."""
    text = (get_starter_folder() / "parts" / language / name).read_text(encoding="utf-8")
    return fill_template(text, values).removesuffix("\n")


def fill_template(text: str, values: Mapping[str, str]) -> str:
    """Return the text with every `<<name>>` replaced by its value."""
    return _PLACEHOLDER.sub(lambda name: values[name[1]], text)


def read_site_files(language: str, today: date) -> Iterator[tuple[str, str]]:
    """Yield path and text of the files of a site in `language`; its first news is dated `today`."""
    for folder in (get_starter_folder() / "site" / "all", get_starter_folder() / "site" / language):
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                name = path.relative_to(folder).as_posix().replace("YYYY-MM-DD", today.isoformat())
                yield name, path.read_text(encoding="utf-8")


def read_package_files(module: str) -> Iterator[tuple[str, str]]:
    """Yield path and text of the files of a package with a ranking system, whose code is in `module`."""
    folder = get_starter_folder() / "system"
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            name = path.relative_to(folder).as_posix().replace("package/", f"{module}/")
            yield name, path.read_text(encoding="utf-8")


def quote_string(text: str) -> str:
    """Return a text as a string of TOML or YAML, which both escape what JSON escapes."""
    return json.dumps(text, ensure_ascii=False)


def escape_string(text: str) -> str:
    """Return the same without the quotes around it."""
    return quote_string(text)[1:-1]


_NOTE = re.compile(r"# (\w\w): (.+)")


class ExampleTable(NamedTuple):
    """A table of a new site: its columns, notes for whoever fills it in, and the cells of its rows.

    Cells are canonical: ISO dates, a decimal point. Invented rows are for the club to replace.
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

    def find_year(self) -> int | None:
        """Return the year of the newest row, where a column is a date."""
        dates = [index for index, column in enumerate(self.columns) if column.kind is date]
        days = [row[index] for row in self.rows for index in dates if row[index]]
        return date.fromisoformat(max(days)).year if days else None


def load_examples(name: str, system: System, language: str, today: date) -> list[ExampleTable]:
    """Return the tables of the system called `name`, in its own order, with examples played before `today`.

    Where it has no examples the tables are empty, and those that may be missing are left out: an empty one
    can mean something else than none.
    """
    if find_origin(name).find_folder("starter"):
        try:
            years = count_years(read_starter_text(name, "since.txt"), today)
            tables = [
                _shift_table(read_example(path, table.rows, language), years)
                for table in list_input_tables(system)
                if (path := find_starter_file(name, f"{table.name}.csv"))
            ]
            return [_add_hidden_column(table, system) for table in tables]
        except ValueError as error:
            message = say(
                "starter-unread",
                "what {system} has for new sites cannot be read: {error}",
                system=quote_text(name),
                error=describe_error(error),
            )
            raise NewSiteError(message) from error
    required = [table for table in list_input_tables(system) if not table.may_be_missing]
    return [ExampleTable(table.name, get_input_columns(table.rows), [], []) for table in required]


HIDDEN = "hidden"


def _add_hidden_column(table: ExampleTable, system: System) -> ExampleTable:
    """Return a table; that of the players with a column to hide them, which a club may need at once."""
    if table.name != PLAYERS or HIDDEN in table.header:
        return table
    rows = next(each.rows for each in list_input_tables(system) if each.name == PLAYERS)
    hidden = next(column for column in get_input_columns(rows) if column.name == HIDDEN)
    return table._replace(columns=[*table.columns, hidden], rows=[[*row, ""] for row in table.rows])


def _shift_table(table: ExampleTable, years: int) -> ExampleTable:
    rows = [[shift_cell(*pair, years) for pair in zip(row, table.columns, strict=True)] for row in table.rows]
    return table._replace(rows=rows)


def find_starter_file(name: str, file: str) -> Path | None:
    """Return a file that the system called `name` has for new sites, None where there is none."""
    folder = find_origin(name).find_folder("starter")
    return folder / file if folder and (folder / file).is_file() else None


def read_starter_text(name: str, file: str) -> str:
    """Return the text of such a file, blank where there is none."""
    path = find_starter_file(name, file)
    return path.read_text(encoding="utf-8") if path else ""


def read_example(path: Path, table: type[Table], language: str) -> ExampleTable:
    """Return the table in a file of a system; raise `ValueError` when it is wrong."""
    text = path.read_text(encoding="utf-8")
    columns = {column.name: column for column in get_input_columns(table)}
    file, problems = open_csv(text, path.name, [*columns.values()])
    if file is None or "" in file.names:  # a column that the table does not have
        raise ValueError("; ".join(map(str, problems)))
    return ExampleTable(
        name=path.stem,
        columns=[columns[name] for name in file.names],
        notes=[*read_notes(text, language)],
        rows=[row for block in file.iter_blocks() for row in block.rows],
        is_invented=True,
    )


def read_notes(text: str, language: str) -> Iterator[str]:
    """Yield the notes of a text in a language: the lines `# nl: …`."""
    for line in text.splitlines():
        note = _NOTE.fullmatch(line)
        if note and note[1] == language:
            yield note[2]


def format_csv(table: ExampleTable, language: Language) -> bytes:
    """Return the file of a table: UTF-8 with its mark, without which Excel misreads `Léa`, and CRLF.

    Where numbers have a decimal comma, cells are separated by semicolons.
    """
    rows = [format_row(table, cells, language) for cells in table.rows]
    header = format_line(list_headings(table.columns, language), language.code)
    lines = [*_format_notes(table, language.code), header, *rows]
    return BOM + "".join(f"{line}\r\n" for line in lines).encode()


def find_first_line(table: ExampleTable, language: str) -> int:
    """Return the number of the line of the first row in the file."""
    return len(_format_notes(table, language)) + 2


def format_row(table: ExampleTable, cells: Sequence[str], language: Language) -> str:
    """Return one row, with its numbers and choices as files of the language have them."""
    pairs = zip(cells, table.columns, strict=True)
    return format_line([_localize_cell(cell, column, language) for cell, column in pairs], language.code)


def _localize_cell(cell: str, column: Column, language: Language) -> str:
    if column.kind is float:
        return cell.replace(".", language.decimal_mark)
    return list_choice_words(column, language).get(cell, cell)


def format_line(cells: Sequence[str], language: str) -> str:
    """Return cells with the delimiter of the language between them."""
    text = StringIO()
    delimiter = ";" if Language(language).decimal_mark == "," else ","
    csv.writer(text, delimiter=delimiter, lineterminator="").writerow(cells)
    return text.getvalue()


def _format_notes(table: ExampleTable, language: str) -> list[str]:
    """Return the notes as comments, which Excel leaves in one cell: none has a delimiter or a quote."""
    examples = [read_part("examples.txt", language)] if table.is_invented else []
    return [f"# {note}" for note in [*examples, *table.notes]]
