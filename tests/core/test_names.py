"""Names: what counts as the same name, and what an address makes of one."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.names import extract_letters, is_device_name, slugify

WORDS = st.text(st.characters(categories=["L", "Nd"]), min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Catan", "catan"),
        ("7 Wonders: Duel", "7-wonders-duel"),
        ("Orléans", "orleans"),
        ("  Ticket to  Ride – Europe!", "ticket-to-ride-europe"),
        ("snake_case", "snake-case"),
    ],
)
def test_the_letters_of_a_name_are_its_address(name: str, expected: str) -> None:
    assert extract_letters(name) == slugify(name) == expected


@pytest.mark.parametrize("name", ["将棋", "Łódź", "Шахматы 2"])
def test_letters_that_an_address_does_not_have_are_told_by_a_digest(name: str) -> None:
    assert re.fullmatch(r"(?:[a-z0-9]+-)*[0-9a-f]{8}", slugify(name))


@given(WORDS, WORDS)
def test_names_with_other_letters_have_other_addresses(one: str, other: str) -> None:
    assert (slugify(one) == slugify(other)) == (extract_letters(one) == extract_letters(other))
    assert re.fullmatch(r"[a-z0-9-]+", slugify(one))


def test_a_name_without_letters_has_none() -> None:
    assert extract_letters("!?") == slugify("!?") == ""


@pytest.mark.parametrize("name", ["Con", "nul", "PRN", "Aux", "COM1", "lpt9"])
def test_a_name_that_windows_keeps_for_itself_is_no_address(name: str) -> None:
    assert is_device_name(name)
    assert re.fullmatch(rf"{extract_letters(name)}-[0-9a-f]{{8}}", slugify(name))


@pytest.mark.parametrize("name", ["con.txt", "NUL.tar.gz", "com\u00b2", "CONIN$", "con .a", "nul:x", "lpt0"])
def test_no_disk_of_windows_has_a_file_of_these_names(name: str) -> None:
    assert is_device_name(name)


@pytest.mark.parametrize("name", ["constance", "con-2", "com", "com10", "lpt", "null", "a.con", "auxiliary"])
def test_other_names_are_for_everybody(name: str) -> None:
    assert not is_device_name(name)
