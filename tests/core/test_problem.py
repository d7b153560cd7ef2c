"""Problems as people read them."""

import pytest

from sitegen.core.problems import Problem, Severity, quote_text, select_errors, suggest_nearest


def test_a_problem_says_where_what_and_how_to_mend_it() -> None:
    problem = Problem(
        "results/list/matches.csv", 4, 12, "'an-peters' is no player", "did you mean 'an-peeters'?"
    )
    assert str(problem) == (
        "results/list/matches.csv:4:12: 'an-peters' is no player (did you mean 'an-peeters'?)"
    )


def test_a_problem_of_a_whole_file_has_no_line_and_a_warning_says_that_it_is_one() -> None:
    warning = Problem("a.csv", 0, 0, "read as Windows-1252", severity=Severity.WARNING)
    assert str(warning) == "a.csv: warning: read as Windows-1252"
    assert select_errors([warning, Problem("b.csv", 0, 0, "is empty")]) == [
        Problem("b.csv", 0, 0, "is empty")
    ]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("a\x1b[31mb", "'a\\u001b[31mb'"),
        ("zero\u200bwidth", "'zero\\u200bwidth'"),
        ("x" * 80, "'" + "x" * 59 + "…'"),
        ("Łukasz", "'Łukasz'"),
    ],
)
def test_a_quoted_value_is_short_and_cannot_steer_a_terminal(value: str, shown: str) -> None:
    assert quote_text(value) == shown


def test_the_nearest_known_word_is_suggested_and_a_far_one_is_not() -> None:
    assert suggest_nearest("wniner", ["winner", "loser"]) == "did you mean 'winner'?"
    assert suggest_nearest("xyz", ["winner", "loser"]) == ""
