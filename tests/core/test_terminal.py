"""Problems as lines of text, in a language, with the other places of the same."""

from collections.abc import Iterator
from gettext import NullTranslations

import pytest
from translations import translate_by

from sitegen.commands import check
from sitegen.core.language import Language
from sitegen.core.problems import Problem, Severity, advise, say
from sitegen.core.terminal import format_problem, format_problem_lines

TEXTS = {
    "warning": "waarschuwing",
    "{cell} stands twice": "{cell} staat er twee keer",
    "take one out": "haal er een weg",
    "the same at {number} other place": "hetzelfde op {number} andere plaats",
    "the same at {number} other places": "hetzelfde op {number} andere plaatsen",
    "and {number} more:": "en nog {number}:",
}
TWICE = Problem(
    "a.csv",
    3,
    7,
    say("stands-twice", "{cell} stands twice", cell="'an'"),
    advise("take one out"),
    Severity.WARNING,
    other_places=("a.csv:9", "b.csv:4"),
)


class _Dutch(NullTranslations):
    def gettext(self, message: str) -> str:
        return TEXTS.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture
def dutch() -> Iterator[Language]:
    with translate_by(lambda code: _Dutch() if code == "nl" else NullTranslations()):
        yield Language("nl")


def test_a_problem_is_one_line_with_the_number_of_its_other_places(dutch: Language) -> None:
    assert (
        format_problem(TWICE)
        == "a.csv:3:7: warning: 'an' stands twice (take one out); the same at 2 other places"
    )
    assert format_problem(TWICE, dutch) == (
        "a.csv:3:7: waarschuwing: 'an' staat er twee keer (haal er een weg); hetzelfde op 2 andere plaatsen"
    )


def test_every_place_is_a_line_of_its_own_on_demand(dutch: Language) -> None:
    said = "waarschuwing: 'an' staat er twee keer (haal er een weg)"
    assert format_problem_lines(TWICE, dutch) == [
        f"{place}: {said}" for place in ("a.csv:3:7", "a.csv:9", "b.csv:4")
    ]


def test_in_english_it_is_the_text_of_the_problem() -> None:
    error = Problem("a.csv", 0, 0, say("odd", "odd"), "mend it")
    assert format_problem(error) == str(error) == "a.csv: odd (mend it)"


def test_what_programs_read_is_in_the_language_too_and_its_code_in_none(dutch: Language) -> None:
    assert "'an' staat er twee keer" in check.format_github([TWICE], language=dutch)
    assert "en nog 1:" in check.format_github([TWICE] * 11, language=dutch)
    for text in (check.format_json([TWICE]), check.format_json([TWICE], language=dutch)):
        assert '"code": "stands-twice"' in text
    assert '"also": [\n      "site/a.csv:9",' in check.format_json([TWICE], prefix="site")
