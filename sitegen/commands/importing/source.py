"""What a file that a club brings holds: tables of cells with their places, and the sums that it states.

Reading that may take too much time or memory, or abort: done by a copy of this process.

How much of a file is read: limits that hold before a library sees it, each named when it is met.

The rows of tables that are written as text: places by line, and cells in one line with single blanks.
"""

import faulthandler
import gc
import os
import pickle
import re
import select
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import BinaryIO, NamedTuple, TypeVar
from zipfile import BadZipFile, ZipFile, ZipInfo
from zlib import error as ZlibError  # noqa: N812 - a class, whatever its name

from sitegen.core.problems import Message, advise, quote_text, say
from sitegen.core.workers import ChildProcess, block_interrupts
from sitegen.inputs.results.records import BOM, UTF_16, decode_csv


class SourceError(Exception):
    """Why a whole file is refused: a message, and a hint that says what to do or to export instead."""

    def __init__(self, message: Message, hint: Message | str = "") -> None:
        super().__init__(message, hint)
        self.message, self.hint = message, hint


def decode(data: bytes, *encodings: str) -> str:
    """UTF-16 where its mark says so, else the first of these that fits; at last Windows-1252."""
    if data.startswith(UTF_16):
        return data.decode("utf-16", "replace")
    body = data.removeprefix(BOM)
    for encoding in encodings:
        with suppress(LookupError, ValueError):
            return body.decode(encoding)
    return body.decode("cp1252", "replace")


@dataclass(frozen=True)
class SourceFile:
    """A file as it was given: its name, without the folder, and its bytes."""

    name: str
    data: bytes

    @cached_property
    def text(self) -> str:
        """The file as text: UTF-8, UTF-16 or Windows-1252; empty when it is no text."""
        if b"\0" in self.data[:4096] and not self.data.startswith(UTF_16):
            return ""
        return decode_csv(self.data, self.name)[0] or ""

    @cached_property
    def start(self) -> bytes:
        """Its first bytes, by which a kind is known; of text in UTF-16 as UTF-8."""
        data = self.text.encode() if self.data.startswith(UTF_16) else self.data
        return data[: 1 << 20].removeprefix(BOM)

    def decode_lines(self, legacy: str = "cp1252") -> list[str]:
        """The lines of an old format, as an editor counts them: one that is spoilt spoils no other."""
        data = self.data.decode("utf-16", "replace").encode() if self.data.startswith(UTF_16) else self.data
        data = data.removeprefix(BOM).replace(b"\0", b" ").replace(b"\r\n", b"\n")
        return [decode(line, "utf-8", legacy) for line in data.replace(b"\r", b"\n").split(b"\n")]


class Verdict(NamedTuple):
    """What a kind itself knows of a record: `left`, `doubtful` or `refused`, and why."""

    status: str
    reason: Message
    hint: Message | str = ""


class SourceCell(NamedTuple):
    """A cell as text, written as in our own tables, and its place as its program names it.

    Days are `2026-02-05`, numbers have a point and no needless decimals (`7`, `54.5`), truth is `yes` or
    `no`. `kind` says what the program took it for. A cell with a `fault` (an error value, a formula without
    a value) has no text that may be used.
    """

    text: str
    place: str
    kind: str = "text"  # text, number, day, truth or blank
    fault: Message | None = None


def make_cell(value: object, place: str, kind: str = "text") -> SourceCell:
    """A cell that holds a value as text, or nothing."""
    text = str(value)
    return SourceCell(text, place, kind if text else "blank")


@cache
def get_column_letters(column: int) -> str:
    """The letters of a column, counted from 1."""
    before, last = divmod(column - 1, 26)
    return (get_column_letters(before) if before else "") + chr(65 + last)


@cache
def get_column_number(name: str) -> int:
    """The number of a column, from its letters."""
    number = 0
    for letter in name.upper():
        number = number * 26 + ord(letter) - 64
    return number


class SourceRow(NamedTuple):
    """A record: its place (`Uitslagen!14`, `line 12`), its cells by column, and a verdict of the kind."""

    place: str
    cells: Sequence[SourceCell]
    verdict: Verdict | None = None


class SourceTable(NamedTuple):
    """A sheet, a table of a page, or a list of records of one sort; a hidden one is taken only by its name.

    `header` is empty where a heading has to be looked for among the rows.
    """

    name: str
    rows: Sequence[SourceRow]
    header: Sequence[str] = ()
    is_hidden: bool = False


class Statement(NamedTuple):
    """A sum that the source states of somebody, what its records make of it, and how far they may differ."""

    what: str
    who: str
    stated: float
    computed: float
    place: str
    tolerance: float = 0.0


@dataclass(frozen=True)
class Document:
    """All that was read of a file; `facts` are such as the `name` of a tournament, its `start` and `end`."""

    kind: str
    tables: Sequence[SourceTable]
    statements: Sequence[Statement] = ()
    notes: Sequence[Message] = ()
    facts: Mapping[str, str] = field(default_factory=dict)


T = TypeVar("T")
WorkResult = SourceError | tuple[T]
"""What came of some work: why it could not be done, or its result."""

MAX_MEMORY = 2 * 2**30
MAX_SECONDS = 60.0
_OUT_OF_MEMORY = SourceError(
    say("source-takes-too-much", "the file could not be read: it takes too much memory")
)


def run_in_child(work: Callable[[], T], seconds: float = MAX_SECONDS, memory: int = MAX_MEMORY) -> T:
    """What `work` returns within this time, and so much more memory than this process has.

    A `SourceError` where it raises anything, takes more, or is killed. Not for a process with threads, which
    are not copied; where none can be copied the work is done here.
    """
    outcome = _run_forked(work, seconds, memory) if hasattr(os, "fork") else _run_work(work)
    if isinstance(outcome, SourceError):
        raise outcome
    return outcome[0]


def _run_forked(work: Callable[[], T], seconds: float, memory: int) -> WorkResult[T]:
    with block_interrupts():
        copy = ChildProcess.start(partial(_run_child, work, seconds, memory))
    try:
        outcome: WorkResult[T] | None = _receive_result(copy, seconds)
        with copy.pipe:
            status = copy.wait()
    except BaseException:
        copy.end()
        raise
    return outcome or _describe_exit(status, seconds)


def _run_child(work: Callable[[], T], seconds: float, memory: int, pipe: BinaryIO) -> int:
    """The life of the copy: it limits itself, so that it ends also where nobody is left to end it."""
    faulthandler.disable()
    gc.disable()  # what is read is kept
    silence = os.open(os.devnull, os.O_RDWR)
    for descriptor in (1, 2):  # a library that aborts tells it at length
        os.dup2(silence, descriptor)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    _limit_resources(seconds, memory)
    try:
        come = pickle.dumps(_run_work(work), protocol=pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        come = pickle.dumps(_OUT_OF_MEMORY)
    pipe.write(come)
    return 0


def _limit_resources(seconds: float, memory: int) -> None:
    with suppress(ImportError, OSError, ValueError):
        import resource

        most_of = {resource.RLIMIT_CPU: int(seconds) + 1, resource.RLIMIT_AS: _measure_memory() + memory}
        for what, most in {resource.RLIMIT_CORE: 0, **most_of}.items():
            hard = resource.getrlimit(what)[1]
            resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _measure_memory() -> int:
    """The bytes of addresses that this process has, libraries among them; 0 where no system tells."""
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
    except BaseException as error:  # noqa: BLE001 - a library may raise what is no Exception
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        return SourceError(say("unreadable-source", "the file could not be read: {reason}", reason=reason))


def _receive_result(copy: ChildProcess, seconds: float) -> WorkResult[T] | None:
    """What a copy sends within these seconds; None where it sends nothing whole."""
    deadline, chunks, descriptor = monotonic() + seconds, list[bytes](), copy.pipe.fileno()
    while (left := deadline - monotonic()) > 0:
        if select.select([descriptor], [], [], left)[0]:
            chunk = os.read(descriptor, 2**20)
            if not chunk:
                break
            chunks.append(chunk)
    else:
        os.kill(copy.pid, signal.SIGALRM)
        return None
    try:
        outcome: WorkResult[T] = pickle.loads(b"".join(chunks))  # noqa: S301 - from a copy of this very process
    except (EOFError, pickle.UnpicklingError):
        return None
    return outcome


def _describe_exit(status: int, seconds: float) -> SourceError:
    if status in {-signal.SIGALRM, -signal.SIGXCPU}:
        return SourceError(
            say(
                "source-takes-too-long",
                "the file could not be read: it takes longer than {seconds} seconds",
                seconds=f"{seconds:g}",
            )
        )
    if status == -signal.SIGKILL:  # which a system sends to who takes too much memory
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

_SPLIT_HINT = advise("take out what is no result, or divide it over several files")
SAVE_AGAIN_HINT = advise("open it in the program that made it, and save it again")
_CLEAR_HINT = advise("a cell far from the others, or a copied column, may hold something: clear it")


def _refuse_if(is_so: bool, message: Message, hint: Message) -> None:
    if is_so:
        raise SourceError(message, hint)


def check_size(size: int) -> None:
    """Refuse a file of too many bytes."""
    message = say("source-too-large", "the file is larger than {most} MiB", most=MAX_BYTES >> 20)
    _refuse_if(size > MAX_BYTES, message, _SPLIT_HINT)


def check_sheets(number: int) -> None:
    """Refuse a workbook with too many sheets."""
    message = say("too-many-sheets", "the workbook has more than {most} sheets", most=MAX_SHEETS)
    _refuse_if(number > MAX_SHEETS, message, _SPLIT_HINT)


def check_cell(row: int, column: int, sheet: str) -> None:
    """Refuse a cell, counted from 1, that no sheet has."""
    if not (0 < row <= LAST_ROW and 0 < column <= LAST_COLUMN):
        message = say("cell-too-far", "a cell of {sheet} lies beyond XFD1048576", sheet=quote_text(sheet))
        raise SourceError(message, SAVE_AGAIN_HINT)


def check_range(cells: int, sheet: str) -> None:
    """Refuse sheets whose used ranges have too many cells, up to this sheet."""
    if cells > MAX_CELLS:
        told = {"most": f"{MAX_CELLS:,}", "sheet": quote_text(sheet)}
        message = say("range-too-large", "the used range has more than {most} cells at {sheet}", **told)
        raise SourceError(message, _CLEAR_HINT)


def check_records(number: int) -> None:
    """Refuse a file of too many records."""
    message = say("too-many-records", "the file has more than {most} records", most=f"{MAX_RECORDS:,}")
    _refuse_if(number > MAX_RECORDS, message, _SPLIT_HINT)


def limit_rows(rows: Iterable[SourceRow]) -> list[SourceRow]:
    """All the rows of a table, unless there are too many."""
    found = [*islice(rows, MAX_RECORDS + 1)]
    check_records(len(found))
    return found


def unpack_zip(data: bytes) -> Mapping[str, bytes]:
    """The parts of a zip by their names, in lower case; their bytes are summed as they are unpacked."""
    check_size(len(data))
    found: dict[str, bytes] = {}
    left = MAX_UNPACKED
    try:
        with ZipFile(BytesIO(data)) as packed:
            parts = packed.infolist()
            message = say("too-many-parts", "the file has more than {most} parts", most=f"{MAX_PARTS:,}")
            _refuse_if(len(parts) > MAX_PARTS, message, SAVE_AGAIN_HINT)
            for part in parts:
                name = part.filename.replace("\\", "/").lstrip("/").lower()
                found[name] = _unpack_part(packed, part, left)
                left -= len(found[name])
    except (BadZipFile, ZlibError, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        message = say("broken-zip", "the file is damaged, or was not copied to its end")
        raise SourceError(message, SAVE_AGAIN_HINT) from error
    return found


def _unpack_part(packed: ZipFile, part: ZipInfo, most: int) -> bytes:
    with packed.open(part) as file:
        found = file.read(most + 1)
    size = MAX_UNPACKED >> 20
    message = say("unpacked-too-large", "the file is larger than {most} MiB unpacked", most=size)
    _refuse_if(len(found) > most, message, SAVE_AGAIN_HINT)
    return found


_QUOTED_TEXT = re.compile(r'="([^"]*)"')
"""How a program writes a text that Excel is not to take for a number."""
ROW_HIDDEN = Verdict("left", say("row-hidden", "the row is hidden"), advise("show it, and import again"))
_SAMPLE_LENGTH = 100_000
_MARKUP_SIGNS = "{[<"
"""What JSON, PGN and XML begin with."""


def read_sample(file: SourceFile) -> list[str]:
    """The first lines that are not blank, by which a kind is known; none where signs say what is what."""
    start = file.text[:_SAMPLE_LENGTH]
    lines = [line for line in start.splitlines() if line.strip()]
    is_marked = start.strip()[:1] in {"", *_MARKUP_SIGNS}
    return [] if is_marked else lines[: max(1, len(lines) - (len(start) < len(file.text)))]


def number_lines(file: SourceFile) -> list[tuple[int, str]]:
    """The lines of a file that are not blank, with their numbers."""
    return [(number, line) for number, line in enumerate(file.text.splitlines(), 1) if line.strip()]


def make_text_row(place: str, texts: Sequence[str], verdict: Verdict | None = None) -> SourceRow:
    """A row at a place, without the blank cells at its right."""
    clean = [" ".join(_QUOTED_TEXT.sub(r"\1", text).split()) for text in texts]
    while clean and not clean[-1]:
        clean.pop()
    cells = [make_cell(text, f"{place}, column {column}") for column, text in enumerate(clean, 1)]
    return SourceRow(place, cells, verdict)


def make_document(kind: str, rows: Iterator[SourceRow]) -> Document:
    """A file that is one table."""
    return Document(kind, [SourceTable("table 1", limit_rows(row for row in rows if row.cells))])
