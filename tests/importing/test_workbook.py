"""Workbooks of other programs as tables of cells: values as people see them, nothing taken for blank."""

import datetime as dt
import struct
import sys
from contextlib import suppress
from io import BytesIO
from itertools import pairwise

import openpyxl
import pytest
from examples import times
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.worksheet.worksheet import Worksheet
from workbooks import container, ods, packed, record, xls, xlsx

from sitegen.importing.kinds import read_document, workbook
from sitegen.importing.source import Document, SourceError, SourceFile


def read(data: bytes) -> Document:
    file = SourceFile("x.xlsx", data)
    assert workbook.fits(file)
    return workbook.read(file)


def cells(data: bytes) -> dict[str, str]:
    """The texts of the first table by their places, with the codes of faults."""
    return {
        cell.place: cell.fault.code if cell.fault else cell.text
        for row in read(data).tables[0].rows
        for cell in row.cells
        if cell.text or cell.fault
    }


def refusal(data: bytes) -> str:
    with pytest.raises(SourceError) as caught:
        read(data)
    assert "\n" not in caught.value.message
    return caught.value.message.code


def saved(rows: list[list[object]]) -> tuple[openpyxl.Workbook, Worksheet]:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Uitslagen 2026"
    for row in rows:
        sheet.append(row)
    return book, sheet


def written(book: openpyxl.Workbook) -> bytes:
    body = BytesIO()
    book.save(body)
    return body.getvalue()


def test_values_are_what_a_person_sees() -> None:
    moment = dt.datetime.fromisoformat("2026-02-05T19:30")
    book, sheet = saved(
        [
            ["Datum", "Wit\nspeler", "  Zwart\u00a0 naam ", None, None],
            [dt.date(2026, 2, 5), 7, 54.5, 0.1 + 0.2, 1e20],
            [
                moment,
                moment.replace(hour=0, minute=0),
                dt.time(19, 30),
                True,
            ],
            [],
            ["<é&>", "1-0", "007", 0.5432, -0.0, dt.timedelta(hours=26)],
        ]
    )
    sheet["D5"].number_format = "0%"
    table = read(written(book)).tables[0]
    assert (table.name, table.header, table.is_hidden) == ("Uitslagen 2026", (), False)
    assert [row.place for row in table.rows] == [f"Uitslagen 2026!{number}" for number in (1, 2, 3, 5)]
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["Datum", "Wit speler", "Zwart naam"],
        ["2026-02-05", "7", "54.5", "0.3", "100000000000000000000"],
        ["2026-02-05 19:30", "2026-02-05", "19:30", "yes"],
        ["<é&>", "1-0", "007", "54.32%", "0", "26:00"],
    ]
    assert [cell.kind for cell in table.rows[1].cells] == ["day", "number", "number", "number", "number"]
    assert [cell.kind for cell in table.rows[2].cells] == ["day", "day", "text", "text"]
    assert table.rows[3].cells[4].place == "Uitslagen 2026!E5"


@pytest.mark.parametrize(
    ("number", "style", "expected"),
    [
        ("1", 1, "1900-01-01"),
        ("59", 1, "1900-02-28"),
        ("60", 1, "60"),
        ("61", 1, "1900-03-01"),
        ("46058.999999", 1, "2026-02-06"),
        ("0.8125", 1, "19:30"),
        ("46058.8125", 3, "2026-02-05 19:30"),
        ("3000000", 1, "3000000"),
        ("-3", 1, "-3"),
        ("1.25", 5, "30:00"),
        ("1E-2", 2, "1%"),
        ("54.320000000000001", 0, "54.32"),
        ("NaN", 0, "cell-unreadable"),
        ("x", 0, "cell-unreadable"),
        ("7", 99, "7"),
    ],
)
def test_a_number_is_read_by_its_format(number: str, style: int, expected: str) -> None:
    row = f'<row r="1"><c r="A1" s="{style}"><v>{number}</v></c></row>'
    assert cells(xlsx(row)) == {"Blad!A1": expected}


def test_days_since_1904() -> None:
    row = '<row r="1"><c r="A1" s="1"><v>44596</v></c></row>'
    assert cells(xlsx(row, book='<workbookPr date1904="1"/>')) == {"Blad!A1": "2026-02-05"}


def test_an_error_and_a_formula_without_a_value_are_never_blank() -> None:
    """Formulas are not evaluated; a text of no characters is a value."""
    rows = (
        '<row><c t="e"><v>#REF!</v></c><c><f>1+1</f></c><c><f>1+1</f><v/></c><c><f>1+1</f><v>2</v></c>'
        '<c t="str"><f>""</f><v></v></c><c t="s"><v>7</v></c><c t="s"><v></v></c></row>'
        '<row r="3"><c r="B3" t="b"><v>0</v></c><c t="inlineStr"><is><r><t>An </t></r><r><t>Aa</t></r>'
        '<rPh sb="0"><t>x</t></rPh></is></c><c t="d"><v>2026-02-05T19:30:00</v></c>'
        '<c t="str"><v>a_x000D_b</v></c></row>'
    )
    assert cells(xlsx(rows)) == {
        "Blad!A1": "spreadsheet-error",
        "Blad!B1": "formula-without-value",
        "Blad!C1": "formula-without-value",
        "Blad!D1": "2",
        "Blad!F1": "cell-unreadable",
        "Blad!B3": "no",
        "Blad!C3": "An Aa",
        "Blad!D3": "2026-02-05 19:30",
        "Blad!E3": "a b",
    }


def test_what_is_hidden_is_told_of_and_left_out() -> None:
    book, sheet = saved([["a", "b", "c"], ["d", "e", "f"], ["g", None, "h"]])
    sheet.column_dimensions["B"].hidden = True
    sheet.row_dimensions[2].hidden = True
    sheet.row_dimensions[9].hidden = True
    hidden = book.create_sheet("Geheim")
    hidden["A1"] = "x"
    hidden.sheet_state = "veryHidden"
    book.create_sheet("Leeg")
    document = read(written(book))
    shown, secret = document.tables
    assert [[cell.text for cell in row.cells] for row in shown.rows] == [["a", "", "c"], [], ["g", "", "h"]]
    assert shown.rows[1].verdict is not None
    assert (shown.rows[1].place, shown.rows[1].verdict.status) == ("Uitslagen 2026!2", "left")
    assert shown.rows[2].cells[2].place == "Uitslagen 2026!C3"
    assert (secret.name, secret.is_hidden) == ("Geheim", True)
    assert [str(note) for note in document.notes] == [
        "'Uitslagen 2026': 1 hidden row is left out",
        "'Uitslagen 2026': the hidden column B is left out",
        "the sheet 'Geheim' is hidden",
    ]


def test_merged_cells_have_one_value() -> None:
    """A format painter leaves what lay under them."""
    rows = "".join(
        f'<row r="{row}"><c r="A{row}"><v>{row}</v></c><c r="B{row}"><v>9</v></c></row>' for row in (1, 2)
    )
    found = xlsx(rows + '</sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells><sheetData>')
    assert cells(found) == {"Blad!A1": "1"}


def test_macros_and_links_are_notes() -> None:
    row = '<row><c t="str"><v>a</v></c></row>'
    document = read(xlsx(row, **{"xl/vbaProject.bin": "x", "xl/externalLinks/e1.xml": "<a/>"}))
    assert [note.code for note in document.notes] == ["macros-left", "links-left"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (xlsx('<row r="1"><c r="XFE1"><v>1</v></c></row>'), "cell-too-far"),
        (xlsx('<row r="1048577"><c r="A1048577"><v>1</v></c></row>'), "cell-too-far"),
        (xlsx('<row><c r="A1"><v>1</v></c><c r="XFD1048576"><v>1</v></c></row>'), "range-too-large"),
        (xlsx("<row><c><v>1</v></c></row>")[:-40], "broken-zip"),
        (xlsx("<row>"), "broken-xml"),
        (xlsx("<row><c><v>&x;</v></c></row>"), "broken-xml"),
        (xlsx(""), "workbook-empty"),
        (packed({"xl/workbook.bin": b""}), "workbook-binary"),
        (packed({"xl/workbook.xml": "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"}), "entity-declared"),
        (packed({"xl/workbook.xml": "<a/>"}), "workbook-empty"),
        (packed({"content.xml": ""}), "broken-xml"),
        (ods("", manifest="<encryption-data/>"), "source-encrypted"),
        (container({"EncryptedPackage": b"x"}), "source-encrypted"),
        (container({"Workbook": b""}), "broken-workbook"),
        (xls([], more=record(0x2F, bytes(6))), "source-encrypted"),
    ],
)
def test_a_file_that_cannot_be_taken_says_why(data: bytes, expected: str) -> None:
    assert refusal(data) == expected


def test_a_part_that_is_missing_is_named() -> None:
    book = xlsx("<row><c><v>1</v></c></row>", **{"xl/_rels/workbook.xml.rels": ""})
    assert refusal(book) == "broken-xml"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK\3\4",
        b"%PDF-1.7",
        b"a;b\n1;2\n",
        packed({"word/document.xml": b"<a/>"}),
        container({"WordDocument": b""}),
    ],
)
def test_what_is_no_workbook_does_not_fit(data: bytes) -> None:
    assert not workbook.fits(SourceFile("x.xlsx", data))


ODS = """<table:table table:name="Stand" table:style-name="t1">
<table:table-column/><table:table-column table:visibility="collapse"/>
<table:table-column table:number-columns-repeated="9"/>
<table:table-row table:number-rows-repeated="2">
<table:table-cell table:number-columns-repeated="16384"/></table:table-row>
<table:table-row><table:table-cell office:value-type="string"><text:p>An <text:span>Aa</text:span></text:p>
<office:annotation><text:p>a remark</text:p></office:annotation></table:table-cell>
<table:table-cell office:value-type="float" office:value="1"/>
<table:table-cell office:value-type="percentage" office:value="0.5432"><text:p>54%</text:p></table:table-cell>
<table:table-cell office:value-type="date" office:date-value="2026-02-05"/>
<table:table-cell office:value-type="date" office:date-value="2026-02-05T19:30:00"/>
<table:table-cell office:value-type="time" office:time-value="PT19H30M00S"/>
<table:table-cell office:value-type="boolean" office:boolean-value="true"/>
<table:table-cell office:value-type="float" office:value="54.5" table:number-columns-repeated="2"/>
</table:table-row><table:table-row table:visibility="filter">
<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell table:formula="of:=A1"/>
<table:covered-table-cell office:value-type="float" office:value="3"/>
<table:table-cell table:formula="of:=1/0" office:value-type="string" calcext:value-type="error">
<text:p>#DIV/0!</text:p></table:table-cell>
<table:table-cell table:formula="of:=X" office:value-type="float" office:value="0">
<text:p>Err:508</text:p></table:table-cell>
<table:table-cell table:formula="of:=A" office:value-type="string" office:string-value=""/></table:table-row>
</table:table>"""


def test_a_workbook_of_libreoffice() -> None:
    style = '<style:style style:name="t2"><style:table-properties table:display="false"/></style:style>'
    document = read(ods(ODS + ODS.replace('"t1"', '"t2"').replace("Stand", "Weg"), style))
    assert [table.is_hidden for table in document.tables] == [False, True]
    rows = document.tables[0].rows
    assert [row.place for row in rows] == ["Stand!3", "Stand!4", "Stand!5"]
    assert [cell.text for cell in rows[0].cells] == [
        *("An Aa", "", "54.32%", "2026-02-05", "2026-02-05 19:30", "19:30", "yes", "54.5", "54.5")
    ]
    assert rows[1].verdict is not None
    assert [cell.fault and cell.fault.code for cell in rows[2].cells] == [
        *("formula-without-value", None, "spreadsheet-error", "spreadsheet-error")
    ]
    assert [note.code for note in document.notes] == ["rows-hidden", "columns-hidden", "sheet-hidden"]


def test_a_repeated_row_is_not_a_bomb() -> None:
    row = '<table:table-row table:number-rows-repeated="1000000"><table:table-cell office:value-type="float"'
    row += ' office:value="1" table:number-columns-repeated="16000"/></table:table-row>'
    assert refusal(ods(f'<table:table table:name="A">{row}</table:table>')) == "range-too-large"


def cell(kind: int, row: int, column: int, body: bytes, style: int = 0) -> bytes:
    return record(kind, struct.pack("<HHH", row, column, style) + body)


def test_a_workbook_of_excel_97() -> None:
    """A text goes on in the next record, where its letters are two bytes wide."""
    first = struct.pack("<IIHB", 2, 2, 5, 0) + b"An Aa" + struct.pack("<HB", 6, 0) + b"Bob"
    texts = [record(0xFC, first), record(0x3C, b"\1" + " É€".encode("utf-16-le"))]
    formula = bytes(8)
    found = xls(
        [
            record(0x208, struct.pack("<H10xB3x", 3, 0x20)),
            cell(0xFD, 0, 0, struct.pack("<I", 0)),
            cell(0xFD, 0, 1, struct.pack("<I", 1)),
            cell(0x203, 1, 0, struct.pack("<d", 46058), style=1),
            cell(0x27E, 1, 1, struct.pack("<I", (7 << 2) | 2)),
            cell(0x27E, 1, 2, struct.pack("<i", (-150 << 2) | 3)),
            cell(0x203, 1, 3, struct.pack("<d", 0.5432), style=2),
            record(0xBD, struct.pack("<HHHIHIH", 1, 4, 0, (1 << 2) | 2, 0, (2 << 2) | 2, 5)),
            cell(0x205, 2, 0, b"\1\0"),
            cell(0x205, 2, 1, b"\x17\1"),
            cell(0x06, 2, 2, b"\2\0\x2a\0\0\0\xff\xff" + formula),
            cell(0x06, 2, 3, b"\0\0\0\0\0\0\xff\xff" + formula),
            record(0x207, struct.pack("<HB", 3, 0) + b"1-0"),
            cell(0x06, 2, 4, struct.pack("<d", 11.5) + formula),
            cell(0x203, 3, 0, struct.pack("<d", 9)),
        ],
        texts=texts,
    )
    document = read(found)
    rows = document.tables[0].rows
    assert [[cell.text for cell in row.cells] for row in rows] == [
        ["An Aa", "Bob É€"],
        ["2026-02-05", "7", "-1.5", "54.32%", "1", "2"],
        ["yes", "", "", "1-0", "11.5"],
        [],
    ]
    assert [cell.fault and str(cell.fault) for cell in rows[2].cells[1:3]] == [
        "'#REF!' is an error of the spreadsheet",
        "'#N/A' is an error of the spreadsheet",
    ]
    assert rows[2].cells[4].place == "Blad!E3"
    assert [note.code for note in document.notes] == ["rows-hidden"]
    assert read(xls([cell(0x203, 0, 0, bytes(8))], state=1)).tables[0].is_hidden


def test_a_library_that_is_missing_is_named_with_how_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xlrd", None)
    monkeypatch.delitem(sys.modules, "sitegen.importing.sheets.xls", raising=False)
    with pytest.raises(SourceError) as caught:
        read_document(SourceFile("x.xls", xls([cell(0x203, 0, 0, bytes(8))])))
    assert caught.value.message == (
        'xlrd is not installed here, and this needs it: `python -m pip install "sitegen-rankings[import]"`'
    )


SAMPLES = [
    xlsx('<row><c t="str"><v>a</v></c><c s="1"><v>46058</v></c></row>'),
    ods(ODS),
    xls([cell(0xFD, 0, 0, bytes(4))], texts=[record(0xFC, struct.pack("<IIHB", 1, 1, 2, 0) + b"An")]),
]


@times(2)
@given(
    st.sampled_from(SAMPLES),
    st.lists(st.tuples(st.floats(0, 1), st.binary(max_size=3)), max_size=6),
    st.floats(0, 1),
)
def test_damage_is_a_refusal_or_a_reading(
    sample: bytes, changes: list[tuple[float, bytes]], end: float
) -> None:
    data = bytearray(sample)
    for place, new in changes:
        at = 8 + int(place * (len(data) - 8))
        data[at : at + len(new)] = new
    damaged = bytes(data[: int(len(data) * max(end, 0.3))])
    with suppress(SourceError):
        document = workbook.read(SourceFile("x", damaged))
        numbers = [int(row.place.rpartition("!")[2]) for table in document.tables for row in table.rows]
        assert all(before < after for before, after in pairwise(numbers))
