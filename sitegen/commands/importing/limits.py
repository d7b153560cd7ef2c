"""How much of a file is read: limits that hold before a library sees it, each named when it is met."""

from collections.abc import Iterable, Mapping
from io import BytesIO
from itertools import islice
from zipfile import BadZipFile, ZipFile, ZipInfo
from zlib import error as ZlibError  # noqa: N812 - a class, whatever its name

from sitegen.commands.importing.source import SourceError, SourceRow
from sitegen.message import Message, advise, say
from sitegen.problem import quoted

MOST_BYTES = 32 * 2**20
MOST_UNPACKED = 256 * 2**20
MOST_PARTS = 1_000
MOST_SHEETS = 200
MOST_CELLS = 2_000_000
LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
MOST_RECORDS = 200_000

_SMALLER = advise("take out what is no result, or divide it over several files")
SAVE_ANEW = advise("open it in the program that made it, and save it again")
_CLEAR = advise("a cell far from the others, or a copied column, may hold something: clear it")


def _check(is_so: bool, message: Message, hint: Message) -> None:
    if is_so:
        raise SourceError(message, hint)


def check_size(size: int) -> None:
    """Refuse a file of too many bytes."""
    message = say("source-too-large", "the file is larger than {most} MiB", most=MOST_BYTES >> 20)
    _check(size > MOST_BYTES, message, _SMALLER)


def check_sheets(number: int) -> None:
    """Refuse a workbook with too many sheets."""
    message = say("too-many-sheets", "the workbook has more than {most} sheets", most=MOST_SHEETS)
    _check(number > MOST_SHEETS, message, _SMALLER)


def check_cell(row: int, column: int, sheet: str) -> None:
    """Refuse a cell, counted from 1, that no sheet has."""
    if not (0 < row <= LAST_ROW and 0 < column <= LAST_COLUMN):
        message = say("cell-too-far", "a cell of {sheet} lies beyond XFD1048576", sheet=quoted(sheet))
        raise SourceError(message, SAVE_ANEW)


def check_range(cells: int, sheet: str) -> None:
    """Refuse sheets whose used ranges have too many cells, up to this sheet."""
    if cells > MOST_CELLS:
        told = {"most": f"{MOST_CELLS:,}", "sheet": quoted(sheet)}
        message = say("range-too-large", "the used range has more than {most} cells at {sheet}", **told)
        raise SourceError(message, _CLEAR)


def check_records(number: int) -> None:
    """Refuse a file of too many records."""
    message = say("too-many-records", "the file has more than {most} records", most=f"{MOST_RECORDS:,}")
    _check(number > MOST_RECORDS, message, _SMALLER)


def limited(rows: Iterable[SourceRow]) -> list[SourceRow]:
    """All the rows of a table, unless there are too many."""
    found = [*islice(rows, MOST_RECORDS + 1)]
    check_records(len(found))
    return found


def unpack(data: bytes) -> Mapping[str, bytes]:
    """The parts of a zip by their names, in lower case; their bytes are summed as they are unpacked."""
    check_size(len(data))
    found: dict[str, bytes] = {}
    left = MOST_UNPACKED
    try:
        with ZipFile(BytesIO(data)) as packed:
            parts = packed.infolist()
            message = say("too-many-parts", "the file has more than {most} parts", most=f"{MOST_PARTS:,}")
            _check(len(parts) > MOST_PARTS, message, SAVE_ANEW)
            for part in parts:
                name = part.filename.replace("\\", "/").lstrip("/").lower()
                found[name] = _unpack_part(packed, part, left)
                left -= len(found[name])
    except (BadZipFile, ZlibError, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        message = say("broken-zip", "the file is damaged, or was not copied to its end")
        raise SourceError(message, SAVE_ANEW) from error
    return found


def _unpack_part(packed: ZipFile, part: ZipInfo, most: int) -> bytes:
    with packed.open(part) as file:
        found = file.read(most + 1)
    size = MOST_UNPACKED >> 20
    message = say("unpacked-too-large", "the file is larger than {most} MiB unpacked", most=size)
    _check(len(found) > most, message, SAVE_ANEW)
    return found
