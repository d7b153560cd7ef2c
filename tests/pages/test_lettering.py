"""What stands on shared pictures: every sign of the program, and names in the letters of many scripts."""

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from io import BytesIO
from pathlib import Path

import pytest
import small_site
from PIL import Image

from sitegen import publishing
from sitegen.core.language import LANGUAGES, Language
from sitegen.pages import cards, lettering, shaping, theme
from sitegen.pages.card_content import PlayerCard

AS_OF = date(2026, 11, 21)
CARD = PlayerCard("Club", "List", "An Peeters", "North", "1 / 3", "1512", "+3.5", (1500.0, 1496.5, 1512.0))
Write = Callable[[Mapping[str, str | None]], Path]


def iter_formats(language: Language) -> Iterator[str]:
    """All that a language makes of numbers and days."""
    numbers = (-1234.5, 0.0, 7.25, 1_000_000.0)
    for decimals in range(4):
        yield from language.format_numbers(numbers, decimals)
        yield from language.format_numbers(numbers, decimals, signed=True)
    for month in range(1, 13):
        day = date(2026, month, month)
        yield from (language.format_long_date(day), language.format_short_date(day))
        yield from (language.format_ordinal(month), language.colon, language.semicolon)


def test_every_sign_that_the_program_writes_is_drawn() -> None:
    package = Path(lettering.__file__).parents[1]
    sources = [
        *package.rglob("*.po"),
        *package.rglob("*.html"),
        *theme.get_templates_folder().rglob("*.html"),
    ]
    signs = {sign for path in sources for sign in path.read_text(encoding="utf-8") if sign != "\n"}
    for code in LANGUAGES:
        signs |= {sign for text in iter_formats(Language(code)) for sign in text}
    assert {*"−½▲▼×σ′–\u202f\xa0"} <= signs
    texts = {f"x{sign}" if unicodedata.combining(sign) else sign for sign in {*signs, "≤", "≥", "…"}}
    assert [text for text in texts if lettering.find_missing_letters(text)] == []


def test_plain_text_needs_no_other_font() -> None:
    plain = [letter for letter in map(chr, range(0x3000)) if shaping.PLAIN_TEXT.fullmatch(letter)]
    assert len(plain) > 300
    for fonts in (lettering._REGULAR, lettering._BOLD):
        assert [
            letter for letter in plain if letter != " " and not lettering._has_glyph(fonts[0], letter)
        ] == []
        assert [letter for letter in plain if unicodedata.normalize("NFC", letter) != letter] == []


@pytest.mark.parametrize("change", ["−3.5", "½", "▼2", "≤ 5"])
def test_a_loss_is_drawn_like_a_gain(change: str) -> None:
    blank, plain = CARD._replace(change=""), CARD._replace(change=change.strip("−½▼≤ "))
    assert cards.draw_card(CARD._replace(change=change)) not in {*map(cards.draw_card, (blank, plain))}


@pytest.mark.parametrize(
    "name",
    [
        *("Łukasz Wiśniewski", "Ömer Karadağ", "Ștefan Țăran", "Ĳsbrand Őry", "Жанна", "Νίκος", "Nguyễn Đức"),
        *(
            "Ẹ́kọ́ Ọlá",
            "M̧ejatto x̌",
            "דוד כהן",
            "محمد العلي",
            "لیلا حسینی",
            "გიორგი",
            "สมชาย ที่รัก",
            "♔ Rex ★",
            "A\u200bn\ufe0f",
        ),
    ],
)
def test_letters_that_one_font_lacks_come_from_another(name: str) -> None:
    assert lettering.find_missing_letters(name) == []
    assert lettering.find_missing_letters(unicodedata.normalize("NFD", name)) == []
    nameless = cards.draw_card(CARD._replace(name=""))
    assert nameless not in [cards.draw_card(CARD._replace(name=word)) for word in name.split()]


@pytest.mark.parametrize(
    ("name", "missing"), [("日本 Taro", "日本"), ("अमित", "अमित"), ("Արամ An", "Արամ"), ("ھەژار", "\u06d5")]
)
def test_a_box_stands_for_a_letter_that_no_font_has(name: str, missing: str) -> None:
    assert "".join(lettering.find_missing_letters(name)) == missing
    rest = "".join(letter for letter in name if letter not in missing)
    assert cards.draw_card(CARD._replace(name=name)) != cards.draw_card(CARD._replace(name=rest))


@pytest.mark.parametrize(
    ("text", "shaped"),
    [
        ("An (2)", "An (2)"),
        ("דוד כהן", "ןהכ דוד"),
        ("דוד 12,5 (א)", "(א) 12,5 דוד"),
        ("דוד de Vries (2)", "de Vries (2) דוד"),
        ("דוד (FC) Club", "Club (FC) דוד"),
        ("David (דוד כהן) 2", "David (ןהכ דוד) 2"),
        ("Club דוד (ש) x", "Club (ש) דוד x"),
        ("12 דוד כהן", "12 ןהכ דוד"),
        ("محمد", "ﺪﻤﺤﻣ"),
        ("علي بلا", "ﻼﺑ ﻲﻠﻋ"),
        ("می\u200cروم", "مور\ufbfd\ufee3"),
    ],
)
def test_letters_stand_in_the_order_and_shape_in_which_they_are_read(text: str, shaped: str) -> None:
    assert "".join(shaping.shape_text(text)) == shaped


@pytest.mark.parametrize("letter", ["m̄", "X̌", "Ẹ́", "x̂́", "ที่"])
def test_a_mark_is_above_the_middle_of_its_letter(letter: str) -> None:
    (*_, run) = lettering.set_text(letter, 60, bold=True).runs
    base, *marks = lettering._place_marks(run.text, run.font)
    left, highest, right, _ = lettering._measure_ink(base[2], run.font)
    for across, down, mark in marks:
        mark_left, mark_top, mark_right, mark_bottom = lettering._measure_ink(mark, run.font)
        assert abs(mark_left + mark_right + 2 * across - left - right) <= 1
        assert mark_bottom + down < highest
        highest = mark_top + down


GAMES = "date,home,away,result\n2026-11-02,an,bob,1-0\n2026-11-09,cleo,an,1-0\n"
PLAYERS = (
    "id,name,club,rating,games\n"
    "an,An Peeters,{club},1500,40\nbob,{name},South,1600,40\ncleo,Cléo Dupont,,1700,40\n"
)


@pytest.mark.parametrize(
    ("cards_of", "name", "club", "lines"),
    [
        ("all", "李明", "道場", [2, 3]),
        ("rankings", "李明", "道場", [3]),
        ("none", "李明", "道場", []),
        ("all", "דוד כהן", "Ẹ́kọ́ −½", []),
    ],
)
def test_what_cannot_be_drawn_is_told_with_its_place(
    write_site: Write, cards_of: str, name: str, club: str, lines: list[int]
) -> None:
    settings = small_site.SITE.replace('cards = "none"', f'cards = "{cards_of}"')
    files = {"players": PLAYERS.format(name=name, club=club), "games": GAMES, "matches": None}
    tables = {f"results/list/{table}.csv": text for table, text in files.items()}
    root = write_site({"sitegen.toml": settings.replace("fibs", "elo"), **tables})
    problems = publishing.rate_site(root, AS_OF).problems
    places = [f"{problem.path}:{problem.line}" for problem in problems]
    places += [place for problem in problems for place in problem.other_places]
    assert places == [f"results/list/players.csv:{line}" for line in lines]
    assert {problem.code for problem in problems} <= {"letters-not-drawn"}
    built = publishing.build(root, root / "output", AS_OF)
    assert built.problems == problems
    for path in (root / "output").rglob("card.png"):
        with Image.open(BytesIO(path.read_bytes())) as picture:
            picture.verify()
