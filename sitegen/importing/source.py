"""Source files: their cells, tables and stated sums, with limits on size, time and memory.

A file is checked against the limits before a library parses it, and parsed in a child process, because a
damaged file can make a library hang, exhaust memory or abort.
"""

import os
import pickle
import re
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeVar
from zipfile import BadZipFile, ZipFile
from zlib import error as ZlibError  # noqa: N812 - a class, whatever its name

from sitegen.core import machine
from sitegen.core.problems import Message, Number, advise, quote_text, say
from sitegen.core.workers import ChildProcess, block_interrupts
from sitegen.inputs.results.records import BOM, UTF_16, decode_csv


class SourceError(Exception):
    """A whole file is refused: a message, and a hint on what to do or to export instead."""

    def __init__(self, message: Message, hint: Message | str = "") -> None:
        super().__init__(message, hint)
        self.message, self.hint = message, hint


def decode(data: bytes, *encodings: str) -> str:
    """Decode as UTF-16 by its byte order mark, else by the first encoding that fits, else as Windows-1252."""
    if data.startswith(UTF_16):
        return data.decode("utf-16", "replace")
    body = data.removeprefix(BOM)
    for encoding in encodings:
        with suppress(LookupError, ValueError):
            return body.decode(encoding)
    return body.decode("cp1252", "replace")


@dataclass(frozen=True)
class SourceFile:
    """A source file: its name, without the folder, and its bytes."""

    name: str
    data: bytes

    @cached_property
    def text(self) -> str:
        """The file as text (UTF-8, UTF-16 or Windows-1252); empty for a binary file."""
        if b"\0" in self.data[:4096] and not self.data.startswith(UTF_16):
            return ""
        return decode_csv(self.data, self.name)[0] or ""

    @cached_property
    def start(self) -> bytes:
        """The first bytes, for detecting the format; UTF-16 text is recoded as UTF-8."""
        data = self.text.encode() if self.data.startswith(UTF_16) else self.data
        return data[: 1 << 20].removeprefix(BOM)

    def decode_lines(self, legacy: str = "cp1252") -> list[str]:
        """Return the lines as an editor counts them, each decoded by itself to confine errors to a line."""
        data = self.data.decode("utf-16", "replace").encode() if self.data.startswith(UTF_16) else self.data
        data = data.removeprefix(BOM).replace(b"\0", b" ").replace(b"\r\n", b"\n")
        return [decode(line, "utf-8", legacy) for line in data.replace(b"\r", b"\n").split(b"\n")]


class Verdict(NamedTuple):
    """A decision on a record by its file format: `left`, `doubtful` or `refused`, and why."""

    status: str
    reason: Message
    hint: Message | str = ""


class SourceCell(NamedTuple):
    """A cell as text, written as in our own tables, and its place as its program names it.

    Days are `2026-02-05`, numbers have a point and no needless decimals (`7`, `54.5`), truth is `yes` or
    `no`. `kind` says what the program took it for. A cell with a `fault` (an error value, a formula without
    a value) has no text that may be used; one with a `doubt` may be used once the user agrees to it.
    """

    text: str
    place: str
    kind: str = "text"  # text, number or day
    fault: Message | None = None
    doubt: Message | None = None


@cache
def get_column_letters(column: int) -> str:
    """Return the letters of a column, counted from 1: 28 is `AB`."""
    prefix, last = divmod(column - 1, 26)
    return (get_column_letters(prefix) if prefix else "") + chr(65 + last)


@cache
def get_column_number(name: str) -> int:
    """Return the number of a column from its letters: `AB` is 28."""
    number = 0
    for letter in name.upper():
        number = number * 26 + ord(letter) - 64
    return number


class SourceRow(NamedTuple):
    """A row: its place (`Uitslagen!14`, `line 12`), its cells, and a verdict by the file format."""

    place: str
    cells: Sequence[SourceCell]
    verdict: Verdict | None = None


def make_row(
    place: str, words: Iterable[object], verdict: Verdict | None = None, *, cells_at: str = ""
) -> SourceRow:
    """Return a row whose cells are all at one place, that of the row or another; a word may be a cell."""
    cells_at = cells_at or place
    cells = [word if isinstance(word, SourceCell) else SourceCell(str(word), cells_at) for word in words]
    return SourceRow(place, cells, verdict)


class SourceTable(NamedTuple):
    """A sheet, a table of a page, or a list of records of one sort.

    A hidden table is imported only when the user names it.

    `header` is empty where a heading has to be looked for among the rows. `titles` stand above the table in
    its page, the nearest first.
    """

    name: str
    rows: Sequence[SourceRow]
    header: Sequence[str] = ()
    is_hidden: bool = False
    titles: Sequence[SourceCell] = ()


class Statement(NamedTuple):
    """A total stated by the source, the total computed from its records, and the tolerance."""

    what: str
    subject: str
    stated: float
    computed: float
    place: str
    tolerance: float = 0.0

    @property
    def is_deviating(self) -> bool:
        """Whether the two differ by more than the tolerance."""
        return abs(self.stated - self.computed) > self.tolerance + 1e-9


@dataclass(frozen=True)
class Document:
    """The content of a file."""

    kind: str
    tables: Sequence[SourceTable]
    statements: Sequence[Statement] = ()
    notes: Sequence[Message] = ()
    saved: str = ""


T = TypeVar("T")
WorkResult = SourceError | tuple[T]
"""The result of work in a child process, or the error that prevented it."""

MAX_MEMORY = 2 * 2**30
MAX_SECONDS = 60.0
_OUT_OF_MEMORY = SourceError(
    say("source-takes-too-much", "the file could not be read: it takes too much memory")
)


def run_in_child(work: Callable[[], T], seconds: float = MAX_SECONDS) -> T:
    """Return the result of `work`, done in a forked child with limits on time and extra memory.

    Raise a `SourceError` where `work` raises anything, exceeds a limit, or is killed. Do not call this from a
    process with threads, because a fork copies only one. Without `os.fork` the work is done in this process.
    """
    outcome = _run_forked(work, seconds) if machine.CAN_FORK else _run_work(work)
    if isinstance(outcome, SourceError):
        raise outcome
    return outcome[0]


def _run_forked(work: Callable[[], T], seconds: float) -> WorkResult[T]:
    with block_interrupts():
        copy = ChildProcess.start(partial(_run_child, work, seconds))
    try:
        with copy.pipe:
            payload = copy.pipe.read()
            status = copy.wait()
    except BaseException:
        copy.end()
        raise
    if status:
        return _describe_exit(status, seconds)
    outcome: WorkResult[T] = pickle.loads(payload)  # noqa: S301 - from a copy of this very process
    return outcome


def _run_child(work: Callable[[], T], seconds: float, pipe: BinaryIO) -> int:
    """Run in the child: it limits itself, so that it ends even when its parent is gone."""
    silence = os.open(os.devnull, os.O_RDWR)
    for descriptor in (1, 2):  # a library that aborts prints a long trace
        os.dup2(silence, descriptor)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    with suppress(ImportError, OSError, ValueError):  # a system without limits, or with a lower one
        import resource

        limit = _measure_memory() + MAX_MEMORY
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    try:
        payload = pickle.dumps(_run_work(work), protocol=pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        payload = pickle.dumps(_OUT_OF_MEMORY)
    pipe.write(payload)
    return 0


def _measure_memory() -> int:
    """Return the address space of this process in bytes; 0 on a system without /proc."""
    with suppress(OSError, ValueError):
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
        return int(pages) * os.sysconf("SC_PAGESIZE")
    return 0


def _run_work(work: Callable[[], T]) -> WorkResult[T]:
    try:
        return (work(),)
    except SourceError as error:
        return error
    except MemoryError:
        return _OUT_OF_MEMORY
    except ModuleNotFoundError as error:
        return SourceError(machine.describe_missing_library(error))
    except BaseException as error:  # noqa: BLE001 - a library may raise what is no Exception
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        return SourceError(say("unreadable-source", "the file could not be read: {reason}", reason=reason))


def _describe_exit(status: int, seconds: float) -> SourceError:
    if status == -signal.SIGALRM:
        return SourceError(
            say(
                "source-takes-too-long",
                "the file could not be read: it takes longer than {seconds} seconds",
                seconds=Number(seconds, "g"),
            )
        )
    if status == -signal.SIGKILL:  # sent by the system to a process that takes too much memory
        return _OUT_OF_MEMORY
    reason = signal.Signals(-status).name if status < 0 else str(status)
    message = say("reading-aborted", "the file could not be read: reading ended with {reason}", reason=reason)
    return SourceError(message)


MAX_BYTES = 32 * 2**20
MAX_UNPACKED = 256 * 2**20
MAX_PARTS = 1_000
MAX_SHEETS = 200
MAX_CELLS = 2_000_000
LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
MAX_RECORDS = 200_000

_SPLIT_HINT = advise("take out everything that is no result, or divide the rows over several files")
SAVE_AGAIN_HINT = advise("open it in the program that made it, and save it again")
_CLEAR_HINT = advise("a cell far from the others, or a copied column, may hold something: clear it")


def check_size(size: int) -> None:
    """Refuse a file of too many bytes."""
    if size > MAX_BYTES:
        message = say("source-too-large", "the file is larger than {most} MiB", most=MAX_BYTES >> 20)
        raise SourceError(message, _SPLIT_HINT)


def check_sheets(number: int) -> None:
    """Refuse a workbook with too many sheets."""
    if number > MAX_SHEETS:
        message = say("too-many-sheets", "the workbook has more than {most} sheets", most=MAX_SHEETS)
        raise SourceError(message, _SPLIT_HINT)


def check_cell(row: int, column: int, sheet: str) -> None:
    """Refuse a cell beyond the last row or column of Excel; both count from 1."""
    if not (0 < row <= LAST_ROW and 0 < column <= LAST_COLUMN):
        message = say("cell-too-far", "a cell of {sheet} lies beyond XFD1048576", sheet=quote_text(sheet))
        raise SourceError(message, SAVE_AGAIN_HINT)


def check_range(cells: int, sheet: str) -> None:
    """Refuse a workbook whose used ranges have too many cells; `cells` is the sum up to this sheet."""
    if cells > MAX_CELLS:
        params = {"most": f"{MAX_CELLS:,}", "sheet": quote_text(sheet)}
        message = say("range-too-large", "the used range has more than {most} cells at {sheet}", **params)
        raise SourceError(message, _CLEAR_HINT)


def check_records(number: int) -> None:
    """Refuse a file of too many records."""
    if number > MAX_RECORDS:
        message = say("too-many-records", "the file has more than {most} records", most=f"{MAX_RECORDS:,}")
        raise SourceError(message, _SPLIT_HINT)


def limit_rows(rows: Iterable[SourceRow]) -> list[SourceRow]:
    """Return the rows of a table as a list; refuse too many."""
    records = [*islice(rows, MAX_RECORDS + 1)]
    check_records(len(records))
    return records


def unpack_zip(data: bytes) -> Mapping[str, bytes]:
    """Return the parts of a zip by name in lower case; refuse a file that unpacks to too many bytes."""
    check_size(len(data))
    contents: dict[str, bytes] = {}
    bytes_left = MAX_UNPACKED
    try:
        with ZipFile(BytesIO(data)) as packed:
            parts = packed.infolist()
            if len(parts) > MAX_PARTS:
                message = say("too-many-parts", "the file has more than {most} parts", most=f"{MAX_PARTS:,}")
                raise SourceError(message, SAVE_AGAIN_HINT)
            for part in parts:
                name = part.filename.replace("\\", "/").lstrip("/").lower()
                with packed.open(part) as file:
                    contents[name] = file.read(bytes_left + 1)
                bytes_left -= len(contents[name])
                if bytes_left < 0:
                    params = {"most": MAX_UNPACKED >> 20}
                    message = say(
                        "unpacked-too-large", "the file is larger than {most} MiB unpacked", **params
                    )
                    raise SourceError(message, SAVE_AGAIN_HINT)
    except (BadZipFile, ZlibError, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        message = say("broken-zip", "the file is damaged, or was not copied to its end")
        raise SourceError(message, SAVE_AGAIN_HINT) from error
    return contents


_QUOTED_TEXT = re.compile(r'="([^"]*)"')
"""Programs write `="007"` to keep Excel from reading a text as a number."""
ROW_HIDDEN = Verdict("left", say("row-hidden", "the row is hidden"), advise("show it, and import again"))
_SAMPLE_LENGTH = 100_000
_MARKUP_SIGNS = "{[<"
"""The first characters of JSON, PGN and XML."""


def read_sample(file: SourceFile) -> list[str]:
    """Return the first lines that are not blank, for detecting the format; none for JSON, PGN and XML."""
    start = file.text[:_SAMPLE_LENGTH]
    lines = [line for line in start.splitlines() if line.strip()]
    is_marked = start.strip()[:1] in {"", *_MARKUP_SIGNS}
    return [] if is_marked else lines[: max(1, len(lines) - (len(start) < len(file.text)))]


def number_lines(file: SourceFile) -> list[tuple[int, str]]:
    """Return the lines that are not blank, with their numbers."""
    return [(number, line) for number, line in enumerate(file.text.splitlines(), 1) if line.strip()]


def make_text_row(place: str, texts: Sequence[str], verdict: Verdict | None = None) -> SourceRow:
    """Return a row at a place, without blank cells at its end; runs of blanks become one."""
    clean = [" ".join(_QUOTED_TEXT.sub(r"\1", text).split()) for text in texts]
    while clean and not clean[-1]:
        clean.pop()
    cells = [SourceCell(text, f"{place}, column {column}") for column, text in enumerate(clean, 1)]
    return SourceRow(place, cells, verdict)


def make_document(kind: str, rows: Iterator[SourceRow]) -> Document:
    """Return a document with one table, without blank rows."""
    return Document(kind, [SourceTable("table 1", limit_rows(row for row in rows if row.cells))])
