"""What is said has a code that stays, and words that can be found and translated."""

import re
from string import Formatter

import codes
import pytest

pytestmark = pytest.mark.slow


def test_the_codes_are_those_that_programs_know() -> None:
    """See tests/codes.py; a code that goes or is another one breaks what others have written."""
    assert codes.format_codes().splitlines() == codes.CODES_FILE.read_text(encoding="utf-8").splitlines()


def test_a_code_says_one_thing() -> None:
    assert {code: texts for code, texts in codes.texts().items() if len(texts) > 1} == {}


def test_a_code_is_words_in_lower_case() -> None:
    assert [code for code in codes.texts() if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", code)] == []


def test_what_is_said_stands_in_full_where_it_is_said() -> None:
    """No text is put together before: it could not be found to be translated."""
    assert [call.place for call in codes.calls() if None in call.words or not call.words] == []


def test_what_is_filled_in_has_a_name() -> None:
    """A translation may need another order."""
    words = [word for call in codes.calls() for word in call.words if word]
    named = [(word, name) for word in words for _, name, _, _ in Formatter().parse(word) if name is not None]
    assert [word for word, name in named if not re.fullmatch("[a-z_0-9]+", name)] == []
