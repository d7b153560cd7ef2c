"""Problems as GitHub's annotations and summary and as JSON, whatever a pull request has put into them."""

import json
import re
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.commands import check
from sitegen.core.problems import Problem, Severity

pytestmark = pytest.mark.slow

BAD_DATE = Problem(
    "results/backgammon/matches.csv", 14, 3, "'31/13' is not a date", "write 2026-11-20 or 20/11/2026"
)
OLD_ENCODING = Problem(
    "results/backgammon/players.csv", 0, 0, "is read as Windows-1252", "save it as UTF-8", Severity.WARNING
)

HOSTILE = [
    "::",
    ":",
    "::error::",
    "::add-mask::a",
    "::stop-commands::x",
    "::set-env name=PATH::/tmp",
    "##[",
    "##[add-mask]a",
    "##[set-env name=PATH;]/tmp",
    "#",
    "[",
    "]",
    "%",
    "%0A",
    "%3A%3A",
    ",",
    "=",
    "\n",
    "\r",
    "\r\n",
    "\t",
    " ",
    "\x85",
    "\u2028",
    "\u2029",
    "\x0b",
    "\x0c",
    "\x00",
    "\x1b[31m",
    "\x1b]8;;https://evil.example\x07",
    "\x1b",
    "\x9b2J",
    "\u200b",
    "\u202e",
    "\ufeff",
    "\udcff",
    "`",
    "``",
    "```",
    "\\",
    "|",
    "<img src=x>",
    "@everyone",
    "[a](https://evil.example)",
    "https://evil.example",
    "#1",
    "- ",
]
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202e\u2028\u2029\ufeff\udcff]")
texts = st.lists(st.sampled_from(HOSTILE) | st.text(max_size=4), max_size=8).map("".join)
problems = st.lists(
    st.builds(Problem, texts, st.integers(0, 99), st.integers(0, 9), texts, texts, st.sampled_from(Severity)),
    max_size=30,
)


class Command(NamedTuple):
    name: str
    properties: dict[str, str]
    data: str


def obeyed(output: str) -> list[Command]:
    """What the runner takes for commands, after its ActionCommand.cs: both notations, line by line."""
    lines = re.split(r"\r\n|\r|\n", output)
    return [each for line in lines if (each := second_notation(line) or first_notation(line))]


def second_notation(line: str) -> Command | None:
    start = line.lstrip()
    if not start.startswith("::") or "::" not in start[2:]:
        return None
    info, data = start[2:].split("::", 1)
    name, _, properties = info.partition(" ")
    pairs = [part.strip().split("=", 1) for part in properties.split(",") if "=" in part]
    return Command(name, {key: unescaped(value) for key, value in pairs}, unescaped(data))


def first_notation(line: str) -> Command | None:
    found = re.search(r"##\[([^\]]*)\](.*)", line)
    return Command(found[1], {}, found[2]) if found else None


def unescaped(text: str) -> str:
    for code, character in {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%"}.items():
        text = text.replace(code, character)
    return text


def test_an_error_is_annotated_on_its_line_and_names_its_place_in_the_log() -> None:
    assert check.format_github([BAD_DATE]) == (
        "::error file=results/backgammon/matches.csv,line=14,col=3,title=sitegen check::"
        "results/backgammon/matches.csv:14:3: '31/13' is not a date (write 2026-11-20 or 20/11/2026)\n"
    )


def test_a_problem_of_a_whole_file_has_no_line() -> None:
    assert check.format_github([OLD_ENCODING]) == (
        "::warning file=results/backgammon/players.csv,title=sitegen check::"
        "results/backgammon/players.csv: warning: is read as Windows-1252 (save it as UTF-8)\n"
    )


def test_nothing_wrong_is_no_output() -> None:
    assert check.format_github([]) == ""
    assert check.format_json([]) == "[]\n"
    assert check.format_summary([]) == "### No problems found\n\n"


@pytest.mark.parametrize("prefix", ["sites/delta", "sites/delta/", "./sites/delta"])
def test_the_folder_of_the_site_comes_before_every_path(prefix: str) -> None:
    (command,) = obeyed(check.format_github([BAD_DATE], prefix=prefix))
    (parsed,) = json.loads(check.format_json([BAD_DATE], prefix=prefix))
    expected = "sites/delta/results/backgammon/matches.csv"
    assert command.properties["file"] == parsed["path"] == expected
    assert f"` {expected}:14:3: " in check.format_summary([BAD_DATE], prefix=prefix)


def test_special_characters_arrive_as_they_are() -> None:
    path, message = "results/50%, a:b/x.csv", "50%0A is, no: score of a match"
    (command,) = obeyed(check.format_github([Problem(path, 2, 1, message)]))
    assert command.properties == {"file": path, "line": "2", "col": "1", "title": "sitegen check"}
    assert command.data == f"{path}:2:1: {message}"


def test_of_five_hundred_errors_ten_are_annotated_and_all_are_told() -> None:
    many = [Problem("a.csv", line, 1, "is wrong") for line in range(500, 0, -1)]
    lines = check.format_github([OLD_ENCODING, *many]).splitlines()
    assert [command.properties.get("line") for command in obeyed("\n".join(lines))] == [
        *map(str, range(1, 11)),
        None,
    ]
    assert lines[11] == "and 490 more:"
    assert lines[12:] == [f"a.csv:{line}:1: is wrong" for line in range(11, 501)]


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("x ##[add-mask]secret", "a.csv:1: x ## [add-mask]secret"),
        ("x\n ::stop-commands::now", "a.csv:1: x  ::stop-commands::now"),
        ("\x1b[31mred\x1b[0m", "a.csv:1: red"),
        ("\x1b]8;;https://evil.example\x07here\x1b]8;;\x07", "a.csv:1: here"),
        ("#\u200b#[group]", "a.csv:1: ## [group]"),
        ("a\x85b\u2028c\u2029d\x0be", "a.csv:1: abcde"),
    ],
)
def test_commands_and_control_sequences_in_data_are_broken(message: str, shown: str) -> None:
    assert check.format_github([Problem("a.csv", 1, 0, message)]).endswith(f"::{shown}\n")


def the_runner_obeys_nothing_but_the_annotations(found: list[Problem]) -> None:
    output = check.format_github(found)
    expected = [
        severity.value for severity in Severity for _ in [p for p in found if p.severity is severity][:10]
    ]
    commands = obeyed(output)
    assert [command.name for command in commands] == expected
    assert all(command.properties.keys() <= {"file", "line", "col", "title"} for command in commands)
    assert all(command.properties["title"] == "sitegen check" for command in commands)
    assert not [obeyed_command for command in commands for obeyed_command in obeyed(command.data)]


def every_problem_stands_on_one_line_without_a_control_character(found: list[Problem]) -> None:
    output = check.format_github(found)
    lines = output.splitlines()
    headings = [line for line in lines if re.fullmatch(r"and \d+ more:", line)]
    assert len(lines) - len(headings) == len(found)
    assert not UNPRINTABLE.search(output)
    output.encode()


def json_keeps_every_value_and_holds_no_command(found: list[Problem]) -> None:
    text = check.format_json(found, prefix="site")
    told = [(e["line"], e["column"], e["severity"], e["message"], e["hint"]) for e in json.loads(text)]
    known = [(e.line, e.column, e.severity.value, e.message, e.hint) for e in found]
    assert sorted(told) == sorted(known)
    assert text.isascii()
    assert not obeyed(text)


def the_summary_is_a_list_of_unbroken_code_spans(found: list[Problem]) -> None:
    heading, blank, *items = check.format_summary(found).splitlines()
    assert re.fullmatch(r"### (No problems found|\d+ (error|warning)s?(, \d+ warnings?)?)", heading)
    assert blank == ""
    assert len(items) == len(found)
    for item in items:
        fence, inside = re.fullmatch(r"- (`+) (.*) \1", item).groups()  # type: ignore[union-attr]
        assert fence not in re.findall("`+", inside)


@pytest.mark.slow
@given(problems)
def test_whatever_a_problem_says_every_form_holds_it_and_none_obeys_it(found: list[Problem]) -> None:
    the_runner_obeys_nothing_but_the_annotations(found)
    every_problem_stands_on_one_line_without_a_control_character(found)
    json_keeps_every_value_and_holds_no_command(found)
    the_summary_is_a_list_of_unbroken_code_spans(found)


def test_the_summary_counts_errors_and_warnings() -> None:
    assert check.format_summary([OLD_ENCODING, BAD_DATE, OLD_ENCODING]).startswith(
        "### 1 error, 2 warnings\n"
    )


def test_a_summary_is_cut_below_what_github_takes() -> None:
    many = [Problem("ё.csv", line, 1, "ж" * 900) for line in range(1, 1001)]
    text = check.format_summary(many)
    *items, last = text.splitlines()[2:]
    assert 990_000 < len(text.encode()) < 1024 * 1024
    assert last == f"- and {1000 - len(items)} more"
    assert items[-1].startswith(f"- ` ё.csv:{len(items)}:1: ")
