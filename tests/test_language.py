"""Dates and numbers as the language of a site writes them."""

from datetime import date

import pytest
from babel.numbers import format_decimal
from hypothesis import given
from hypothesis import strategies as st

from sitegen.language import LANGUAGES, Language


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


def test_a_change_has_its_sign_and_zero_has_none() -> None:
    changes = Language("nl").numbers([3.25, -0.5, 0.04, -0.04, 0.0, None, 10.0], 1, signed=True)
    assert changes == ["+3,2", "−0,5", "0,0", "0,0", "0,0", "", "+10,0"]


@pytest.mark.parametrize("code", LANGUAGES)
@given(value=st.integers(-999_999, 999_999))
def test_numbers_are_those_of_babel(code: str, value: int) -> None:
    ours = Language(code).number(2)(value / 100)
    babels = format_decimal(value / 100, "0.00", locale=Language(code).locale)
    assert ours == babels.replace("-", "−")
