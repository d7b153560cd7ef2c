"""Pages as people save them: tables within tables, spans, open tags and old encodings."""

import pytest

from sitegen.importing.kinds import page
from sitegen.importing.source import Document, SourceError, SourceFile


def read(html: str | bytes) -> Document:
    file = SourceFile("x.html", html if isinstance(html, bytes) else html.encode())
    assert page.fits(file)
    return page.read(file)


def rows(document: Document, at: int = 0) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in document.tables[at].rows]


def test_the_places_and_texts_of_cells() -> None:
    document = read(
        "<!DOCTYPE html><title>Stand</title><script>'<table><tr><td>no</table>'</script>"
        "<h2>Ronde&nbsp;3</h2>"
        "<TABLE border=1><thead><tr><th>Wit<th>Score</thead><tbody><tr><td></td></tr>"
        "<tr><td><a href='x'>An</a>&nbsp;<b>A</b>a<br>jr</td><td> 54,5\n</td>"
        "<td>&frac12;&lt;</td></tr></table>"
        "<table><caption>Twee</caption><tr><td>x</table>"
    )
    assert rows(document) == [["Wit", "Score"], ["An Aa jr", "54,5", "½<"]]
    assert [row.place for row in document.tables[0].rows] == ["table 1, row 1", "table 1, row 3"]
    assert document.tables[0].rows[1].cells[1].place == "table 1, row 3, column 2"
    assert [table.name for table in document.tables] == ["table 1", "table 2"]


def test_a_table_within_a_table_for_the_layout() -> None:
    document = read("<table><tr><td><table><tr><td>1<td>2</tr></table><td>menu</tr></table><table></table>")
    assert rows(document, 0) == [["", "menu"]]
    assert rows(document, 1) == [["1", "2"]]


def test_a_cell_of_several_columns_or_rows_stands_in_the_first() -> None:
    html = "<table><tr><td rowspan=2>a<td colspan=2>b<td rowspan=3>c<tr><td>d<td>e<td>f"
    html += "<tr><td>g<td rowspan=x>h</table>"
    assert rows(read(html)) == [["a", "b", "", "c"], ["", "d", "e", "", "f"], ["g", "h"]]


def test_what_a_page_hides_is_left() -> None:
    document = read(
        '<table><tr><td>a<td style="Display: none">x<td>b<tr hidden><td>c</tr></table>'
        '<table style="display:none"><tr><td>y</table>'
    )
    assert rows(document) == [["a", "", "b"], []]
    assert document.tables[0].rows[1].verdict is not None
    assert [table.is_hidden for table in document.tables] == [False, True]


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        ("", "utf-8"),
        ("", "cp1252"),
        ("", "utf-16"),
        ('<meta charset="utf-8">', "utf-8"),
        ('<meta charset="utf-8">', "cp1252"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">', "cp1252"),
        ('<?xml version="1.0" encoding="ISO-8859-2"?>', "iso-8859-2"),
        ("<meta charset=utf-16>", "utf-8"),
        ("<meta charset=nothing>", "utf-8"),
    ],
)
def test_the_encoding_of_a_page(head: str, encoding: str) -> None:
    assert rows(read(f"{head}<table><tr><td>Dévé</table>".encode(encoding))) == [["Dévé"]]


def test_an_archive_of_a_page() -> None:
    start = (
        'From: <Saved by Blink>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n'
    )
    part = "--b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    assert rows(read(start + part + "<table><tr><td>D=C3=A9v=\r\n=C3=A9</table>\r\n--b--")) == [["Dévé"]]


def test_pages_that_cannot_be_taken_say_why() -> None:
    for html, code in {
        "<table><tr><td> </table>": "page-empty",
        "<table>" + "<tr><td colspan=999><td>a" * 3_000 + "</table>": "range-too-large",
    }.items():
        with pytest.raises(SourceError) as caught:
            read(html)
        assert caught.value.message.code == code


@pytest.mark.slow
def test_a_page_nested_without_end_is_read() -> None:
    assert len(read("<table><tr><td>a" * 3_000).tables) == 3_000
