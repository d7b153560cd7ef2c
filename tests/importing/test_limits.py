"""Limits hold before a file is read, and each is named; a copy that aborts or takes too much is one line."""

import os
import signal
import struct
import time
import zlib
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from sitegen.importing import source
from sitegen.importing.source import SourceError, SourceRow, run_in_child
from sitegen.importing.xml import parse_elements

pytestmark = pytest.mark.slow


def code(caught: pytest.ExceptionInfo[SourceError]) -> str:
    return caught.value.message.code


def packed(parts: dict[str, bytes]) -> bytes:
    body = BytesIO()
    with ZipFile(body, "w", ZIP_DEFLATED) as file:
        for name, data in parts.items():
            file.writestr(name, data)
    return body.getvalue()


def test_a_zip_is_taken_apart() -> None:
    assert source.unpack_zip(packed({"XL\\a.xml": b"1", "b": b""})) == {"xl/a.xml": b"1", "b": b""}


def test_a_large_file_is_not_opened() -> None:
    with pytest.raises(SourceError, match="32 MiB") as caught:
        source.unpack_zip(b"PK\3\4".ljust(source.MAX_BYTES + 1))
    assert code(caught) == "source-too-large"


def test_a_bomb_is_counted_while_it_unpacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its directory says that it is one byte."""
    monkeypatch.setattr(source, "MAX_UNPACKED", 5 * 2**20)
    bomb = packed({"a": bytes(4 * 2**20), "b": bytes(4 * 2**20)})
    with pytest.raises(SourceError, match="5 MiB unpacked"):
        source.unpack_zip(bomb)
    size = struct.pack("<I", 4 * 2**20)
    with pytest.raises(SourceError):
        source.unpack_zip(bomb.replace(size, struct.pack("<I", 1)))


def test_many_parts_are_refused() -> None:
    with pytest.raises(SourceError, match="1,000 parts"):
        source.unpack_zip(packed({f"{number}": b"" for number in range(1_001)}))


@pytest.mark.parametrize(
    "data",
    [b"", b"PK\3\4", packed({"a": b"1" * 99})[:-30], b"PK\5\6" + bytes(17)],
    ids=["empty", "begun", "cut", "end"],
)
def test_a_broken_zip_is_told(data: bytes) -> None:
    with pytest.raises(SourceError) as caught:
        source.unpack_zip(data)
    assert code(caught) == "broken-zip"


def test_a_damaged_part_is_told() -> None:
    good = packed({"a": b"some text that is packed"})
    at = good.index(zlib.compress(b"some text that is packed")[2:6])
    with pytest.raises(SourceError):
        source.unpack_zip(good[:at] + b"\xff\xff\xff" + good[at + 3 :])


def test_rows_cells_and_sheets_are_counted() -> None:
    with pytest.raises(SourceError, match="200,000 records"):
        source.limit_rows(SourceRow("", ()) for _ in range(200_001))
    with pytest.raises(SourceError, match="XFD1048576"):
        source.check_cell(1, 16_385, "A")
    with pytest.raises(SourceError, match="2,000,000 cells"):
        source.check_range(2_000_001, "A")
    with pytest.raises(SourceError, match="200 sheets"):
        source.check_sheets(201)
    source.check_cell(1_048_576, 16_384, "A")


def parse(data: bytes) -> str:
    return parse_elements(data).raw


def test_a_document_type_is_passed_over_and_an_entity_refused() -> None:
    assert parse(b'<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a>b&amp;c</a>') == "b&c"
    bomb = b'<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;">]><a>&d;</a>'
    with pytest.raises(SourceError, match="entity 'b'"):
        parse(bomb)
    with pytest.raises(SourceError, match="entity 'b'"):
        parse(b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>')
    with pytest.raises(SourceError) as caught:
        parse(b"<a>")
    assert code(caught) == "broken-xml"


def test_a_copy_returns_what_its_work_does() -> None:
    assert run_in_child(lambda: {"a": [1, None]}) == {"a": [1, None]}
    assert run_in_child(lambda: None) is None
    assert run_in_child(lambda: "x" * 3_000_000) == "x" * 3_000_000


def _children() -> set[str]:
    """The processes that this one has started, where the system tells."""
    files = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return {process for file in files for process in file.read_text(encoding="ascii").split()}


def _raise() -> None:
    raise KeyError("one line\nand another")


def _refuse() -> None:
    source.check_sheets(201)


def _wait() -> None:
    while True:
        time.sleep(1)


def _calculate() -> None:
    while True:
        pass


def _exit() -> None:
    os._exit(7)


@pytest.mark.parametrize(
    ("work", "expected"),
    [
        (_raise, "unreadable-source"),
        (_refuse, "too-many-sheets"),
        (os.abort, "reading-aborted"),
        (_exit, "reading-aborted"),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "source-takes-too-much"),
        (lambda: bytearray(3 * 2**30), "source-takes-too-much"),
        (_wait, "source-takes-too-long"),
        (_calculate, "source-takes-too-long"),
    ],
)
def test_a_copy_that_fails_is_one_line(
    work: object, expected: str, capfd: pytest.CaptureFixture[str]
) -> None:
    before = _children()
    with pytest.raises(SourceError) as caught:
        run_in_child(work, 0.2 if expected == "source-takes-too-long" else 60)  # type: ignore[arg-type]
    assert code(caught) == expected
    assert "\n" not in caught.value.message
    assert capfd.readouterr() == ("", "")
    assert _children() == before  # nothing is left of it
