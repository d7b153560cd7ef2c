"""Dates and numbers as the language of a site writes them."""

from datetime import date

import pytest
from babel import Locale
from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_decimal
from hypothesis import given
from hypothesis import strategies as st

from sitegen.language import LANGUAGES, Language
from sitegen.model import Month, Quarter

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
    assert (Language(code).long_date(day), Language(code).short_date(day)) == (long, short)


@pytest.mark.parametrize("code", LANGUAGES)
@given(day=st.dates())
def test_dates_are_those_of_babel(code: str, day: date) -> None:
    language = Language(code)
    ours = {
        "EEEE d MMMM y": language.long_date(day),
        "d MMMM y": language.full_date(day),
        "d MMM y": language.short_date(day),
        "d MMMM": language.day_of_month(day),
        "d MMM": language.day_and_month(day),
        "MMM y": language.month(day),
        "LLL": language.month_alone(day),
        "MMMM y": language.titled("{month}", {"month": Month(day.year, day.month)}),
        "QQQQ y": language.titled("{quarter}", {"quarter": Quarter(day.year, (day.month + 2) // 3)}),
    }
    assert ours == {pattern: format_date(day, pattern, locale=BABELS[code]) for pattern in ours}


@pytest.mark.parametrize("code", LANGUAGES)
def test_lists_and_names_are_those_of_babel(code: str) -> None:
    lists = [["An", "Bo", "Cy", "Dé"][:length] for length in range(5)]
    assert [Language(code).listed(each) for each in lists] == [
        format_list(each, locale=BABELS[code]) for each in lists
    ]
    name = BABELS[code].get_language_name() or ""
    assert Language(code).name == name[0].upper() + name[1:]


def test_a_change_has_its_sign_and_zero_has_none() -> None:
    changes = Language("nl").numbers([3.25, -0.5, 0.04, -0.04, 0.0, None, 10.0], 1, signed=True)
    assert changes == ["+3,2", "−0,5", "0,0", "0,0", "0,0", "", "+10,0"]


@pytest.mark.parametrize("code", LANGUAGES)
@given(value=st.integers(-999_999, 999_999))
def test_numbers_are_those_of_babel(code: str, value: int) -> None:
    ours = Language(code).number(2)(value / 100)
    babels = format_decimal(value / 100, "0.00", locale=BABELS[code])
    assert ours == babels.replace("-", "−")
