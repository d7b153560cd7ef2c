"""A table as the Excel of a language opens and saves it."""

from collections.abc import Sequence

from sitegen.commands.new.examples import Example
from sitegen.commands.new.texts import part
from sitegen.language import Language
from sitegen.read.encoding import BOM
from sitegen.table import Column


def written(table: Example, language: str) -> bytes:
    """The file: UTF-8 with its mark, without which Excel takes `Léa` for something else, and CRLF.

    Where numbers have a decimal comma the cells stand between semicolons.
    """
    cells = [line(table.header, language), *(row(table, each, language) for each in table.rows)]
    return BOM + "".join(f"{each}\r\n" for each in [*_notes(table, language), *cells]).encode()


def first_line(table: Example, language: str) -> int:
    """The line of the file in which its first row stands, below the header."""
    return len(_notes(table, language)) + 2


def row(table: Example, cells: Sequence[str], language: str) -> str:
    """One row, with its numbers as the language writes them."""
    mark = Language(language).decimal_mark
    return line([_cell(*each, mark) for each in zip(cells, table.columns, strict=True)], language)


def line(cells: Sequence[str], language: str) -> str:
    """Cells with the delimiter of the language between them."""
    delimiter = ";" if Language(language).decimal_mark == "," else ","
    return delimiter.join(_quoted(each, delimiter) for each in cells)


def _notes(table: Example, language: str) -> list[str]:
    """Lines that Excel leaves in one cell: no note has a delimiter or a quote in it."""
    examples = [part("examples.txt", language)] if table.is_invented else []
    return [f"# {each}" for each in [*examples, *table.notes]]


def _cell(cell: str, column: Column, mark: str) -> str:
    return cell.replace(".", mark) if column.kind is float else cell


def _quoted(cell: str, delimiter: str) -> str:
    if not any(each in cell for each in (delimiter, '"', "\n")):
        return cell
    doubled = cell.replace('"', '""')
    return f'"{doubled}"'
