"""Names: what counts as the same name, and what an address makes of one."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.names import letters, slug

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
    assert letters(name) == slug(name) == expected


@pytest.mark.parametrize("name", ["将棋", "Łódź", "Шахматы 2"])
def test_letters_that_an_address_does_not_have_are_told_by_a_digest(name: str) -> None:
    assert re.fullmatch(r"(?:[a-z0-9]+-)*[0-9a-f]{8}", slug(name))


@given(WORDS, WORDS)
def test_names_with_other_letters_have_other_addresses(one: str, other: str) -> None:
    assert (slug(one) == slug(other)) == (letters(one) == letters(other))
    assert re.fullmatch(r"[a-z0-9-]+", slug(one))


def test_a_name_without_letters_has_none() -> None:
    assert letters("!?") == slug("!?") == ""
