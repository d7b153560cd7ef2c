"""Dates and numbers as the language of a site writes them."""

from datetime import date
from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel import Locale
from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_decimal
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.entities import Month, Quarter
from sitegen.core.language import LANGUAGES, Language, compile_catalogues

BABELS = {"en": Locale("en", "GB"), "nl": Locale("nl"), "fr": Locale("fr")}
"""The languages as CLDR has them; English is that of Europe."""


@pytest.mark.parametrize(
    ("code", "long", "short"),
    [
        ("en", "Saturday 14 November 2026", "14 Nov 2026"),
        ("nl", "zaterdag 14 november 2026", "14 nov 2026"),
        ("fr", "samedi 14 novembre 2026", "14 nov. 2026"),
    ],
)
def test_dates(code: str, long: str, short: str) -> None:
    day = date(2026, 11, 14)
    assert (Language(code).format_long_date(day), Language(code).format_short_date(day)) == (long, short)


@pytest.mark.parametrize("code", LANGUAGES)
@given(day=st.dates())
def test_dates_are_those_of_babel(code: str, day: date) -> None:
    language = Language(code)
    ours = {
        "EEEE d MMMM y": language.format_long_date(day),
        "d MMMM y": language.format_full_date(day),
        "d MMM y": language.format_short_date(day),
        "d MMMM": language.format_day_of_month(day),
        "d MMM": language.format_short_day(day),
        "MMM y": language.format_month(day),
        "LLL": language.format_month_name(day),
        "MMMM y": language.format_title("{month}", {"month": Month(day.year, day.month)}),
        "QQQQ y": language.format_title("{quarter}", {"quarter": Quarter(day.year, (day.month + 2) // 3)}),
    }
    assert ours == {pattern: format_date(day, pattern, locale=BABELS[code]) for pattern in ours}


@pytest.mark.parametrize("code", LANGUAGES)
def test_lists_and_names_are_those_of_babel(code: str) -> None:
    lists = [["An", "Bo", "Cy", "Dé"][:length] for length in range(5)]
    assert [Language(code).format_list(table) for table in lists] == [
        format_list(table, locale=BABELS[code]) for table in lists
    ]
    name = BABELS[code].get_language_name() or ""
    assert Language(code).name == name[0].upper() + name[1:]


def test_a_change_has_its_sign_and_zero_has_none() -> None:
    changes = Language("nl").format_numbers([3.25, -0.5, 0.04, -0.04, 0.0, None, 10.0], 1, signed=True)
    assert changes == ["+3,2", "−0,5", "0,0", "0,0", "0,0", "", "+10,0"]


@pytest.mark.parametrize("code", LANGUAGES)
@given(value=st.integers(-999_999, 999_999))
def test_numbers_are_those_of_babel(code: str, value: int) -> None:
    ours = Language(code).make_number_formatter(2)(value / 100)
    babels = format_decimal(value / 100, "0.00", locale=BABELS[code])
    assert ours == babels.replace("-", "−")


def test_words_are_compiled_to_the_same_bytes_at_any_time() -> None:
    found = [
        GNUTranslations(BytesIO(catalogue)).info()["pot-creation-date"]
        for catalogue in compile_catalogues().values()
    ]
    assert {*found} == {"1980-01-01 00:00+0000"}
