"""How much of a file is read: limits that hold before a library sees it, each named when it is met."""

from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from typing import NoReturn
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile, ZipInfo
from zlib import error as ZlibError  # noqa: N812 - a class, whatever its name

from sitegen.commands.importing.source import SourceError, SourceRow
from sitegen.message import advise, say
from sitegen.problem import quoted

MOST_BYTES = 32 * 2**20
MOST_UNPACKED = 256 * 2**20
MOST_PARTS = 1_000
MOST_SHEETS = 200
MOST_CELLS = 2_000_000
LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
MOST_RECORDS = 200_000
_CHUNK = 2**20

_SMALLER = advise("take out what is no result, or divide it over several files")
_SAVE_ANEW = advise("open it in the program that made it, and save it again")


def check_size(size: int) -> None:
    """Refuse a file of too many bytes."""
    if size > MOST_BYTES:
        message = say("source-too-large", "the file is larger than {most} MiB", most=MOST_BYTES >> 20)
        raise SourceError(message, _SMALLER)


def check_sheets(number: int) -> None:
    """Refuse a workbook with too many sheets."""
    if number > MOST_SHEETS:
        message = say("too-many-sheets", "the workbook has more than {most} sheets", most=MOST_SHEETS)
        raise SourceError(message, _SMALLER)


def check_cell(row: int, column: int, sheet: str) -> None:
    """Refuse a cell, counted from 1, that no sheet has."""
    if not (0 < row <= LAST_ROW and 0 < column <= LAST_COLUMN):
        message = say("cell-too-far", "a cell of {sheet} lies beyond XFD1048576", sheet=quoted(sheet))
        raise SourceError(message, _SAVE_ANEW)


def check_range(cells: int, sheet: str) -> None:
    """Refuse sheets whose used ranges have too many cells, up to this sheet."""
    if cells > MOST_CELLS:
        most = f"{MOST_CELLS:,}"
        message = say(
            "range-too-large",
            "the used range has more than {most} cells at {sheet}",
            most=most,
            sheet=quoted(sheet),
        )
        hint = advise("a cell far from the others, or a copied column, may hold something: clear it")
        raise SourceError(message, hint)


def too_many() -> SourceError:
    """That a file has too many records."""
    message = say("too-many-records", "the file has more than {most} records", most=f"{MOST_RECORDS:,}")
    return SourceError(message, _SMALLER)


def limited(rows: Iterable[SourceRow]) -> list[SourceRow]:
    """All the rows of a table, unless there are too many."""
    found: list[SourceRow] = []
    for row in rows:
        if len(found) == MOST_RECORDS:
            raise too_many()
        found.append(row)
    return found


def unpack(data: bytes) -> Mapping[str, bytes]:
    """The parts of a zip by their names, in lower case; their bytes are summed as they are unpacked."""
    check_size(len(data))
    found: dict[str, bytes] = {}
    left = MOST_UNPACKED
    try:
        with ZipFile(BytesIO(data)) as packed:
            parts = packed.infolist()
            if len(parts) > MOST_PARTS:
                most = f"{MOST_PARTS:,}"
                message = say("too-many-parts", "the file has more than {most} parts", most=most)
                raise SourceError(message, _SAVE_ANEW)
            for part in parts:
                name = part.filename.replace("\\", "/").lstrip("/").lower()
                found[name] = _unpack_part(packed, part, left)
                left -= len(found[name])
    except (BadZipFile, ZlibError, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        message = say("broken-zip", "the file is damaged, or was not copied to its end")
        raise SourceError(message, _SAVE_ANEW) from error
    return found


def _unpack_part(packed: ZipFile, part: ZipInfo, most: int) -> bytes:
    """One part, read no further than `most` bytes."""
    chunks: list[bytes] = []
    with packed.open(part) as file:
        while chunk := file.read(_CHUNK):
            chunks.append(chunk)
            most -= len(chunk)
            if most < 0:
                size = MOST_UNPACKED >> 20
                message = say("unpacked-too-large", "the file is larger than {most} MiB unpacked", most=size)
                raise SourceError(message, _SAVE_ANEW)
    return b"".join(chunks)


def parse_xml(
    data: bytes,
    start: Callable[[str, dict[str, str]], None],
    end: Callable[[str], None],
    text: Callable[[str], None],
) -> None:
    """Go through XML, calling these; a document type is passed over, and a declared entity is refused."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.buffer_size = 2**16
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.EntityDeclHandler = _refuse_entity
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError) as error:
        message = say("broken-xml", "the file is damaged: {reason}", reason=str(error))
        raise SourceError(message, _SAVE_ANEW) from error


def _refuse_entity(name: str, *_: object) -> NoReturn:
    message = say("entity-declared", "the file declares the entity {name}", name=quoted(name))
    raise SourceError(message, advise("no program writes this into a file of results: ask who made it"))
