"""Problems are collected as they are, and leave the pipeline redacted and sorted."""

from sitegen.core.problems import Problem, Severity, say
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.publishing.stages import Findings

HIDDEN = HiddenNames(frozenset({"jan jansen"}))


def problem(path: str, name: str, severity: Severity = Severity.WARNING) -> Problem:
    return Problem(path, 1, 0, say("no-such-player", "{name} is not on the list", name=name), "", severity)


def test_a_report_names_nobody_who_hides_and_is_sorted_by_place() -> None:
    findings = Findings([problem("results/b.csv", "'Jan Jansen'")], HIDDEN)
    findings = findings.add([problem("results/a.csv", "'Piet Peeters'")])
    assert [str(found) for found in findings.report] == [
        "results/a.csv:1: warning: 'Piet Peeters' is not on the list",
        "results/b.csv:1: warning: '…' is not on the list",
    ]


def test_findings_have_errors_from_the_stage_that_found_one() -> None:
    findings = Findings([problem("a.csv", "x")], HIDDEN)
    assert not findings.has_errors
    assert findings.add([problem("a.csv", "x", Severity.ERROR)]).has_errors
    assert not findings.has_errors


def test_where_names_have_moved_nothing_else_is_reported() -> None:
    moved = Problem("a.csv", 2, 0, say("names-moved", "{number} players have another name", number=9))
    assert Findings([problem("a.csv", "x"), moved], HIDDEN).report == [moved]
