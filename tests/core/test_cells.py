"""What cells mean, and what is said of those that mean nothing."""

import re
import unicodedata
from datetime import date
from typing import Any, Literal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sitegen.core.cells import describe_character, make_parser, parse_line, parse_text
from sitegen.core.table import Table, get_columns
from sitegen.core.table import column as declared
from sitegen.toolkit.rounds.tables import Game


class Cells(Table):
    day: date = declared("a day")
    whole: int = declared("a whole number", minimum=-5, maximum=10**15)
    number: float = declared("a number")
    share: float = declared("a percentage", unit="%")
    choice: Literal["club", "½-½"] = declared("a choice")
    text: str = declared("a text")
    optional: int | None = declared("may be left out", default=None)
    yes: bool = declared("yes or no", default=True)
    paired: Literal["1-0"] | None = declared("must be a column, and may be blank")


PARSE = {column.name: make_parser(column, ".") for column in get_columns(Cells)}
PARSE |= {
    f"{name}, with a decimal comma": make_parser(column, ".,")
    for name, column in zip(PARSE, get_columns(Cells), strict=True)
}


@pytest.mark.parametrize(
    ("column", "cell", "value"),
    [
        ("day", "2026-11-20", date(2026, 11, 20)),
        ("day", " 20/11/2026 ", date(2026, 11, 20)),
        ("day", "20-11-2026", date(2026, 11, 20)),
        ("day", "5.1.2026", date(2026, 1, 5)),
        ("day", "05/1/2199", date(2199, 1, 5)),
        ("day", "29/02/2024", date(2024, 2, 29)),
        ("day", "1900-01-01", date(1900, 1, 1)),
        ("day", "2026-1-5", date(2026, 1, 5)),
        ("day", "20/11/26", date(2026, 11, 20)),
        ("day", "20-11-99", date(2099, 11, 20)),
        ("day", "20 november 2026", date(2026, 11, 20)),
        ("day", "20-nov-26", date(2026, 11, 20)),
        ("day", "1 août 2026", date(2026, 8, 1)),
        ("day", "3-FÉVR.-2026", date(2026, 2, 3)),
        ("day", "7-mrt-26", date(2026, 3, 7)),
        ("day", "21 mei  2026", date(2026, 5, 21)),
        ("day", "donderdag 5 februari 2026", date(2026, 2, 5)),
        ("day", "do. 5 feb. 2026", date(2026, 2, 5)),
        ("day", "Thursday, February 5, 2026", date(2026, 2, 5)),
        ("day", "Feb 5 2026", date(2026, 2, 5)),
        ("day", "1er février 2026", date(2026, 2, 1)),
        ("day", "mardi 3 mars 2026", date(2026, 3, 3)),
        ("day", "mar. 3 mar. 2026", date(2026, 3, 3)),
        ("day", "5th February 2026", date(2026, 2, 5)),
        ("day", "2026-11-20 00:00:00", date(2026, 11, 20)),
        ("day", "20/11/2026 0:00", date(2026, 11, 20)),
        ("whole", "+3", 3),
        ("whole", "3.0", 3),
        ("whole", "3,00", 3),
        ("number", "+7.25", 7.25),
        ("choice", "½ : ½", "½-½"),
        ("whole", "7", 7),
        ("whole", "-5", -5),
        ("whole", "007", 7),
        ("whole", "999999999999999", 999999999999999),
        ("whole", "1 000", 1000),
        ("whole", "1\xa0234\xa0567", 1_234_567),
        ("number", "\u22121 234.5", -1234.5),
        ("number", "12\u2019345.5", 12345.5),
        ("number, with a decimal comma", "1\u202f234,5", 1234.5),
        ("number, with a decimal comma", "1\u2009234,5", 1234.5),
        ("number, with a decimal comma", "+1 234 567,25", 1_234_567.25),
        ("number, with a decimal comma", "1 234.567", 1234.567),
        ("number", "7", 7.0),
        ("number", "-7.25", -7.25),
        ("number", "−7.25", -7.25),
        ("number", "1.612", 1.612),
        ("number, with a decimal comma", "1,612", 1.612),
        ("number, with a decimal comma", "0.125", 0.125),
        ("number, with a decimal comma", "1612.125", 1612.125),
        ("share", "54.17 %", 54.17),
        ("share, with a decimal comma", "54,17%", 54.17),
        ("number, with a decimal comma", "7,25", 7.25),
        ("number, with a decimal comma", "7.25", 7.25),
        ("choice", "CLUB", "club"),
        ("choice", " ½-½", "½-½"),
        ("choice", "1/2-1/2", "½-½"),
        ("choice", "½ \u2013 ½", "½-½"),
        ("text", "== final ==", "== final =="),
        ("text", "#1 Hearts", "#1 Hearts"),
        ("text", " a  b ", "a  b"),
        ("text", "e\u0301", "é"),
        ("text", "a\r\nb\rc", "a\nb\nc"),
        ("text", "🎲 Ωmega نص", "🎲 Ωmega نص"),
        ("text", "x" * 200, "x" * 200),
        ("optional", "", None),
        ("optional", " \xa0", None),
        ("optional", "3", 3),
        ("yes", "", True),
        ("paired", "", None),
        ("paired", "1-0", "1-0"),
    ],
)
def test_a_cell_means(column: str, cell: str, value: Any) -> None:
    found = PARSE[column](cell)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("word", ["yes", "y", "true", "1", "ja", "J", "oui", "x", "YES", "Oui", " X "])
def test_yes_is_said_in_three_languages(word: str) -> None:
    assert PARSE["yes"](word) is True


@pytest.mark.parametrize("word", ["no", "N", "false", "0", "nee", "non", "No", "FALSE"])
def test_no_is_said_in_three_languages(word: str) -> None:
    assert PARSE["yes"](word) is False


DATE = "write it as 2026-11-20 or 20/11/2026"
EXCHANGED = "the month and the day are exchanged: write 2026-11-20"
DAY_OR_MONTH = "correct the day or the month"
WEEKDAY = "correct the day of the week or the date"
WHOLE = "write it in digits, such as 12"
NUMBER = "write it in digits, such as 12.5"
SERIAL = "format the column as a date, and save it again"
SLIP = "is a digit or a decimal mark missing, or one too many?"
SHORTENED = "the spreadsheet shortened it: format the column as a number, and save it again"
MADE_A_TIME = "the spreadsheet made a time of it: format the column as text, and type it again"
MADE_A_DATE = "the spreadsheet made a date of it: format the column as text, and type it again"
TYPE = "type the right value there, and save the file again"
PASTE = "copy the cell, and paste its value alone"


@pytest.mark.parametrize(
    ("column", "cell", "message", "hint"),
    [
        ("day", "20261120", "'20261120' is not a date", DATE),
        ("day", "vrijdag 19 november 2026", "'vrijdag 19 november 2026' is another day of the week", WEEKDAY),
        ("day", "di 19/11/2026", "'di 19/11/2026' is another day of the week", WEEKDAY),
        ("day", "gisteren 19/11/2026", "'gisteren 19/11/2026' is not a date", DATE),
        ("day", "Brumaire 20, 2026", "'Brumaire 20, 2026' is not a date", DATE),
        ("whole", "4,5", "'4,5' is not a whole number", WHOLE),
        ("whole", "7-3", "'7-3' is not a whole number", "write one number, not two"),
        ("whole", "7:30", "'7:30' is not a whole number", "write one number, not two"),
        ("day", "2026-W01-1", "'2026-W01-1' is not a date", DATE),
        ("day", "20/11-2026", "'20/11-2026' is not a date", DATE),
        ("day", "20 brumaire 2026", "'20 brumaire 2026' is not a date", DATE),
        ("day", "46347", "'46347' is 2026-11-21, as a spreadsheet counts days", SERIAL),
        ("day", "46347,5", "'46347,5' is 2026-11-21, as a spreadsheet counts days", SERIAL),
        ("day", "14:30", "'14:30' is a time of the day, not a date", DATE),
        (
            "day",
            "2026-11-20T19:30:00Z",
            "'2026-11-20T19:30:00Z' has a time behind the date",
            "write the date alone: 2026-11-20",
        ),
        ("day", "\u0662\u0660/11/2026", "'\u0662\u0660/11/2026' is not a date", DATE),
        ("day", "30-02-2024", "'30-02-2024' is not in the calendar", DAY_OR_MONTH),
        ("day", "2023-02-29", "'2023-02-29' is not in the calendar", DAY_OR_MONTH),
        ("day", "11/20/2026", "'11/20/2026' is not in the calendar", EXCHANGED),
        ("day", "1026-11-20", "'1026-11-20' is not between 1900 and 2199", "correct the year"),
        ("day", "01/01/2200", "'01/01/2200' is not between 1900 and 2199", "correct the year"),
        ("day", "", "the cell is blank, and every row needs 'day'", "fill it in"),
        ("whole", "1_000", "'1_000' is not a whole number", WHOLE),
        ("whole", "0x10", "'0x10' is not a whole number", WHOLE),
        ("whole", "1.612", "'1.612' is not a whole number", "write 1612"),
        ("whole", "0 100", "'0 100' is not a whole number", WHOLE),
        ("whole", "1000 000", "'1000 000' is not a whole number", WHOLE),
        ("whole", "\uff17", "'\uff17' is not a whole number", WHOLE),
        ("whole", "1234567890123456", "'1234567890123456' has more than 15 digits", "shorten it"),
        ("whole", "-6", "'-6' is less than -5, the least that is possible", SLIP),
        ("whole", "-07", "'-07' is less than -5, the least that is possible", SLIP),
        ("number", "nan", "'nan' is not a number", NUMBER),
        ("number", "inf", "'inf' is not a number", NUMBER),
        ("number", "1e3", "'1e3' is not a number", SHORTENED),
        ("number", "1,6E+05", "'1,6E+05' is not a number", SHORTENED),
        ("number", "12:30", "'12:30' is not a number", MADE_A_TIME),
        ("number", "12-nov", "'12-nov' is not a number", MADE_A_DATE),
        ("number", "54%", "'54%' is not a number", "write it without '%'"),
        ("number", "#N/B", "'#N/B' is an error of the spreadsheet", TYPE),
        ("text", "#VERW!", "'#VERW!' is an error of the spreadsheet", TYPE),
        ("text", "#NOM?", "'#NOM?' is an error of the spreadsheet", TYPE),
        ("text", "#DEEL/0!", "'#DEEL/0!' is an error of the spreadsheet", TYPE),
        ("text", "#####", "'#####' is an error of the spreadsheet", TYPE),
        ("number", "=SOM(A1:A3)", "'=SOM(A1:A3)' is a formula, not its value", PASTE),
        ("text", "\uff1dA1", "'\uff1dA1' is a formula, not its value", PASTE),
        ("number", ".5", "'.5' is not a number", NUMBER),
        ("number", "5.", "'5.' is not a number", NUMBER),
        (
            "number",
            "7,25",
            "'7,25' is not a number",
            "in this file commas part the cells, and a point the decimals: 7.25",
        ),
        ("number", "1,612", "'1,612' is not a number", "write 1612 or 1.612"),
        ("number, with a decimal comma", "1.234,5", "'1.234,5' is not a number", "write 1234,5"),
        (
            "number, with a decimal comma",
            "1.234\u202f567",
            "'1.234\u202f567' is not a number",
            "write 1234567",
        ),
        ("number", "1\u202f234,5", "'1\u202f234,5' is not a number", "write 1234.5"),
        ("whole", "1\u2009234,5", "'1\u2009234,5' is not a whole number", "write it in digits, such as 12"),
        ("whole", "1.234.567,00", "'1.234.567,00' is not a whole number", "write 1234567"),
        ("number", "12 34", "'12 34' is not a number", NUMBER),
        ("number", "Infinity", "'Infinity' is not a number", NUMBER),
        ("number, with a decimal comma", "1.234.567", "'1.234.567' is not a number", "write 1234567"),
        ("number, with a decimal comma", "1.612", "'1.612' can be read in two ways", "write 1612 or 1,612"),
        (
            "number, with a decimal comma",
            "-12.500",
            "'-12.500' can be read in two ways",
            "write -12500 or -12,500",
        ),
        (
            "number, with a decimal comma",
            "twelve",
            "'twelve' is not a number",
            "write it in digits, such as 12,5",
        ),
        ("number", "0.1234567890123456", "'0.1234567890123456' has more than 15 digits", "shorten it"),
        ("choice", "clib", "'clib' is none of club, ½-½", "did you mean 'club'?"),
        ("choice", "1-feb", "'1-feb' is none of club, ½-½", MADE_A_DATE),
        ("choice", "févr.-26", "'févr.-26' is none of club, ½-½", MADE_A_DATE),
        ("choice", "", "the cell is blank, and every row needs 'choice'", "fill it in"),
        ("text", "x" * 201, f"'{'x' * 59}…' has 201 characters, more than 200", "shorten it"),
        ("text", "a\tb", "'a\\u0009b' holds U+0009, which is not seen", "take it out"),
        (
            "text",
            "\u202eabc",
            "'\\u202eabc' holds U+202E RIGHT-TO-LEFT OVERRIDE, which is not seen",
            "take it out",
        ),
        (
            "text",
            "a\ufeff",
            "'a\\ufeff' holds U+FEFF ZERO WIDTH NO-BREAK SPACE, which is not seen",
            "take it out",
        ),
        ("text", "\u3164", "'\u3164' holds U+3164 HANGUL FILLER, which is not seen", "take it out"),
    ],
)
def test_a_cell_is_refused(column: str, cell: str, message: str, hint: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the arguments are compared whole
        PARSE[column](cell)
    assert caught.value.args == (message, hint)


def test_five_thousand_digits_are_refused_before_they_are_counted_with() -> None:
    with pytest.raises(ValueError, match="more than 15 digits"):
        PARSE["whole"]("9" * 5000)


def test_minus_nothing_is_nothing() -> None:
    assert str(PARSE["number"]("-0.0")) == "0.0"


def test_a_name_stands_on_one_line() -> None:
    with pytest.raises(ValueError, match="line break"):
        parse_line("An\nPeeters")


@given(st.characters(categories=["Cc", "Cf", "Zl", "Zp"], exclude_characters="\n\r"))
def test_every_control_and_format_character_is_refused_by_its_code_point(character: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is looked at below
        parse_text(f"a{character}b")
    assert describe_character(character) in caught.value.args[0]


@given(
    st.text(
        st.characters(
            codec="utf-8",
            exclude_categories=["C", "Z", "M"],
            exclude_characters="\u115f\u1160\u3164\uffa0\u2800",
        ),
        min_size=1,
        max_size=200,
    )
)
def test_what_can_be_seen_is_read_in_nfc(value: str) -> None:
    assert parse_text(f" {value} ") == unicodedata.normalize("NFC", value)


@given(st.text("0123456789-+_., eE\u0663\uff17\u00bd", min_size=1))
def test_what_is_read_as_a_number_is_written_in_ascii_digits_alone(cell: str) -> None:
    assume(cell.strip())
    try:
        found = PARSE["optional"](cell)
    except ValueError:
        return
    written = re.sub(r"[.,]0{1,2}$", "", cell.strip())
    assert set(written) <= set("0123456789-+")
    assert found == int(written)


@given(
    st.dates(date(1900, 1, 1), date(2199, 12, 31)),
    st.sampled_from(["%Y-%m-%d", "%d/%m/%Y", "%d-%m-%Y", "%d.%m.%Y"]),
)
def test_every_day_is_read_in_every_form(day: date, form: str) -> None:
    assert PARSE["day"](day.strftime(form)) == day


class Board(Table):
    result: Literal["1-0", "½-½", "0-1"] = declared(
        "what came of it", synonyms=(("=", "½-½"), ("Remis", "½-½"))
    )


RESULT = make_parser(get_columns(Board)[0], ".")


@pytest.mark.parametrize("cell", ["½-½", "=", " = ", "remis", "REMIS"])
def test_a_synonym_means_the_choice_that_it_stands_for(cell: str) -> None:
    assert RESULT(cell) == "½-½"


def test_what_is_told_are_the_choices_without_their_synonyms() -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the arguments are compared whole
        RESULT("later")
    assert caught.value.args == (
        "'later' is none of 1-0, ½-½, 0-1",
        "write one of them, or take the row out if nothing was played",
    )


@pytest.mark.parametrize("cell", ["=", "0.5-0.5", "½-½"])
def test_a_draw_at_chess_is_written_in_three_ways(cell: str) -> None:
    (result,) = (column for column in get_columns(Game) if column.name == "result")
    assert make_parser(result, ".")(cell) == "½-½"
