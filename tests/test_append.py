"""Rows added to a CSV file: encoding, quotes, and what would not be read again."""

from collections.abc import Callable, Mapping

import pytest

from sitegen.read.append import appended, started
from sitegen.table import Table, column


class Note(Table):
    remark: str = column("free text", default="")
    by: str = column("who wrote it", default="")


@pytest.mark.parametrize(
    ("data", "added"),
    [
        ("remark;by\r\nété;an".encode("cp1252"), "\r\nça va;€uro\r\n".encode("cp1252")),
        (b"\xef\xbb\xbfremark\tby\n", "ça va\t€uro\n".encode()),
        (b"Remark,By\n", "ça va,€uro\n".encode()),
    ],
    ids=["Windows-1252", "UTF-8 with a mark", "ASCII becomes UTF-8"],
)
def test_letters_beyond_ascii_are_written_in_the_encoding_of_the_file(data: bytes, added: bytes) -> None:
    assert appended(data, "notes.csv", Note, [{"remark": "ça va", "by": "€uro"}]) == data + added


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_cells_with_delimiters_quotes_and_line_ends_stand_between_quotes(delimiter: str) -> None:
    data = f"remark{delimiter}by\n".encode()
    added = f'"a{delimiter}""b""\nc"{delimiter}an\n'.encode()
    rows = [{"remark": f'a{delimiter}"b"\nc', "by": "an"}]
    assert appended(data, "notes.csv", Note, rows) == data + added


def test_a_letter_that_the_file_cannot_hold_is_named() -> None:
    data = "remark;by\nété;an\n".encode("cp1252")
    with pytest.raises(ValueError, match="Windows-1252") as caught:
        appended(data, "notes.csv", Note, [{"remark": "Małgorzata"}])
    assert caught.value.args == ("notes.csv is Windows-1252, which has no 'ł'", "save it as CSV UTF-8")


@pytest.mark.parametrize(
    "row",
    [{"remark": "#1", "by": "an"}, {"remark": "remark", "by": "by"}, {"remark": "", "by": ""}],
    ids=["a comment", "the header", "a blank line"],
)
def test_a_row_that_would_not_be_read_again_is_not_written(row: Mapping[str, str]) -> None:
    written: Mapping[str, Callable[[], bytes]] = {
        "grown": lambda: appended(b"remark,by\nyes,bo\n", "notes.csv", Note, [row]),
        "begun": lambda: started("notes.csv", Note, [row]),
    }
    for make in written.values():
        with pytest.raises(ValueError, match="would not read back") as caught:
            make()
        assert caught.value.args == (
            "notes.csv would not read back as it is and with the new rows",
            "enter them by hand",
        )
