"""A message is an English text that can be said in another language."""

import pickle
from gettext import NullTranslations
from unittest.mock import patch

import pytest

from sitegen.core.entities import declare_error
from sitegen.core.language import Language
from sitegen.core.problems import Message, Number, Problem, Severity, advise, join_messages, pluralize, say
from sitegen.core.terminal import format_problem

DUTCH = {
    "{cell} is not a date": "{cell} is geen datum",
    "{number} row": "{number} rij",
    "{number} rows": "{number} rijen",
    "{rows} of {place}": "{rows} van {place}",
    "leave it out": "laat het weg",
}


class _Dutch(NullTranslations):
    def gettext(self, message: str) -> str:
        return DUTCH.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return DUTCH[msgid1 if n == 1 else msgid2]


@pytest.fixture
def dutch() -> Language:
    language = Language("nl")
    with patch.object(Language, "translations", _Dutch()):
        yield language


def test_it_is_the_english_text() -> None:
    assert say("not-a-date", "{cell} is not a date", cell="'x'") == "'x' is not a date"


def test_it_is_said_anew_with_all_that_is_filled_in(dutch: Language) -> None:
    assert (
        dutch.format_message(say("not-a-date", "{cell} is not a date", cell="'{x}'")) == "'{x}' is geen datum"
    )


def test_a_message_inside_another_is_said_anew_too(dutch: Language) -> None:
    inner = pluralize(2, "{number} row", "{number} rows")
    assert dutch.format_message(advise("{rows} of {place}", rows=inner, place="a.csv")) == "2 rijen van a.csv"


@pytest.mark.parametrize(("number", "told"), [(0, "0 rows"), (1, "1 row"), (2, "2 rows")])
def test_a_number_chooses_the_text(number: int, told: str) -> None:
    assert pluralize(number, "{number} row", "{number} rows") == told


def test_parts_are_joined_and_blank_ones_left_out(dutch: Language) -> None:
    assert dutch.format_message(
        join_messages("", advise("leave it out"), "", pluralize(1, "{number} row", "{number} rows"))
    ) == ("laat het weg; 1 rij")
    assert join_messages("", "") == ""


def test_a_number_has_the_decimal_mark_of_the_language(dutch: Language) -> None:
    told = advise("{a} {b} {c:g} {d} {e}", a=Number(0.0001), b=Number(2 / 3, ".2f"), c=1.5, d=100.0, e=7)
    assert told == "0.0001 0.67 1.5 100.0 7"
    assert dutch.format_message(told) == "0,0001 0,67 1,5 100,0 7"
    back = pickle.loads(pickle.dumps(told))  # noqa: S301 - our own
    assert dutch.format_message(back) == "0,0001 0,67 1,5 100,0 7"


def test_what_has_no_hint_has_none_in_another_language(dutch: Language) -> None:
    """The translation of nothing is the head of the catalogue."""
    _, hint = declare_error("season-over", "all rounds of the calendar have been played").fill()
    assert dutch.format_message(hint) == Language("nl").format_message(hint) == ""


def test_french_has_a_space_before_the_sign_between_parts() -> None:
    french, told = Language("fr"), join_messages("a", "b", "c")
    assert told == "a; b; c"
    assert french.format_message(told) == "a\N{NO-BREAK SPACE}; b\N{NO-BREAK SPACE}; c"
    problem = Problem("a.csv", 1, 2, "x", severity=Severity.WARNING, other_places=("a.csv:3",))
    line = format_problem(problem, french).replace("\N{NO-BREAK SPACE}", "_")
    assert line == "a.csv:1:2: avertissement_: x_; la même chose à 1 autre endroit"


def test_a_plain_text_is_looked_up_as_it_is(dutch: Language) -> None:
    assert dutch.format_message("leave it out") == "laat het weg"


def test_it_survives_the_way_between_processes() -> None:
    sent = say("not-a-date", "{cell} is not a date", cell="'x'")
    back = pickle.loads(pickle.dumps(sent))  # noqa: S301 - our own
    assert isinstance(back, Message)
    assert (back, back.code, back.text, back.params) == (sent, sent.code, sent.text, sent.params)
