"""Rows added to a CSV file: encoding, quotes, and what would not be read again."""

from collections.abc import Callable, Mapping

import pytest

from sitegen.core.language import Language
from sitegen.core.system import find_origin
from sitegen.core.table import Table, column
from sitegen.inputs.results.append import FileTemplate, append_rows, start_file
from sitegen.systems.keizer import tables as keizer


class Note(Table):
    remark: str = column("free text", default="")
    by: str = column("who wrote it", default="", headings=("door", "par"))


@pytest.mark.parametrize(
    ("data", "added"),
    [
        ("remark;by\r\nété;an".encode("cp1252"), "\r\nça va;€uro\r\n".encode("cp1252")),
        (b"\xef\xbb\xbfremark\tby\n", "ça va\t€uro\n".encode()),
        (b"Remark,By\n", "ça va,€uro\n".encode()),
        ("\ufeffremark\tby\r\nété\tan\r\n".encode("utf-16-le"), "ça va\t€uro\r\n".encode("utf-16-le")),
        ("\ufeffremark;by\nété;an".encode("utf-16-be"), "\nça va;€uro\n".encode("utf-16-be")),
        ("\ufeffDoor;Remark\r\n".encode(), "€uro;ça va\r\n".encode()),
    ],
    ids=[
        *("Windows-1252", "UTF-8 with a mark", "ASCII becomes UTF-8"),
        *("Unicode text of Excel", "UTF-16, the other way", "Dutch headings"),
    ],
)
def test_letters_beyond_ascii_are_written_in_the_encoding_of_the_file(data: bytes, added: bytes) -> None:
    assert append_rows(data, "notes.csv", Note, [{"remark": "ça va", "by": "€uro"}]) == data + added


@pytest.mark.parametrize(
    ("like", "begun"),
    [
        ("Door;remark\r\nan;ja\r\n".encode("utf-8-sig"), "remark;by\r\nça va;an\r\n".encode("utf-8-sig")),
        ("remark\tby\n".encode("utf-16"), "remark\tby\nça va\tan\n".encode("utf-16")),
        ("remark;by\nété;an\n".encode("cp1252"), "remark;by\nça va;an\n".encode()),
    ],
    ids=["Excel's CSV UTF-8", "Excel's Unicode text", "Windows-1252"],
)
def test_a_new_file_has_the_form_of_another(like: bytes, begun: bytes) -> None:
    rows = [{"remark": "ça va", "by": "an"}]
    assert start_file("notes.csv", Note, rows, template=FileTemplate(like, Note)) == begun


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_cells_with_delimiters_quotes_and_line_ends_stand_between_quotes(delimiter: str) -> None:
    data = f"remark{delimiter}by\n".encode()
    added = f'"a{delimiter}""b""\nc"{delimiter}an\n'.encode()
    rows = [{"remark": f'a{delimiter}"b"\nc', "by": "an"}]
    assert append_rows(data, "notes.csv", Note, rows) == data + added


def test_a_letter_that_the_file_cannot_hold_is_named() -> None:
    data = "remark;by\nété;an\n".encode("cp1252")
    with pytest.raises(ValueError, match="Windows-1252") as caught:
        append_rows(data, "notes.csv", Note, [{"remark": "Małgorzata"}])
    assert caught.value.args == ("notes.csv is Windows-1252, which has no 'ł'", "save it as CSV UTF-8")


@pytest.mark.parametrize(
    "row",
    [{"remark": "#1", "by": "an"}, {"remark": "remark", "by": "by"}, {"remark": "", "by": ""}],
    ids=["a comment", "the header", "a blank line"],
)
def test_a_row_that_would_not_be_read_again_is_not_written(row: Mapping[str, str]) -> None:
    written: Mapping[str, Callable[[], bytes]] = {
        "grown": lambda: append_rows(b"remark,by\nyes,bo\n", "notes.csv", Note, [row]),
        "begun": lambda: start_file("notes.csv", Note, [row]),
    }
    for make in written.values():
        with pytest.raises(ValueError, match="would not read back") as caught:
            make()
        assert caught.value.args == (
            "notes.csv would not read back as it is and with the new rows",
            "enter them by hand",
        )


@pytest.mark.parametrize(
    ("like", "header"),
    [
        (None, "ronde,speler,reden"),
        ("id;naam\n", "ronde;speler;reden"),
        ("id;name\n", "round;player;reason"),
    ],
)
def test_a_new_file_has_the_headings_of_the_language_unless_those_beside_it_are_english(
    like: str | None, header: str
) -> None:
    dutch = Language("nl").with_catalogues(find_origin("keizer"))
    template = FileTemplate(like.encode(), keizer.Player) if like else None
    rows = [{"round": "1", "player": "an", "reason": "excused"}]
    begun = start_file("absences.csv", keizer.Absence, rows, dutch, template)
    word = "excused" if header.startswith("round") else "afgemeld"
    assert begun.decode().splitlines() == [header, f"1{header[5]}an{header[5]}{word}"]
    more = append_rows(begun, "absences.csv", keizer.Absence, rows, dutch)
    assert more.decode().splitlines()[2:] == begun.decode().splitlines()[1:]


def test_a_cell_of_no_column_is_refused_and_not_lost() -> None:
    dutch = Language("nl").with_catalogues(find_origin("keizer"))
    rows = [{"round": "1", "player": "an", "reason": "excused", "mood": "good"}]
    for data in (b"ronde;speler;reden\n", b"round,player,reason\n"):
        with pytest.raises(ValueError, match="has no column 'mood'"):
            append_rows(data, "absences.csv", keizer.Absence, rows, dutch)
