"""What git and make are told of this repository: line ends, what a command makes, what is no file."""

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
MADE = [
    *(
        "sitegen/locale/nl.po",
        "sitegen/systems/elo/locale/fr.po",
        "requirements/test.txt",
        "tests/lowest.txt",
    ),
    *("templates/new/site/all/vendor/requirements.txt", "tests/codes.txt", "content/columns.md"),
    *("content/conformance/elo.md", "tests/sites/club/expected/index.html"),
]
WRITTEN = [
    *(
        "sitegen/commands/cli.py",
        "README.md",
        "results/backgammon/players.csv",
        "tests/sites/club/sitegen.toml",
    ),
    *("content/about.md", "templates/base.html", "sitegen/locale/glossary.tsv"),
]


def git(*arguments: str) -> str:
    command = ["git", "-C", ROOT, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout


def read_attribute(name: str, paths: list[str]) -> Mapping[str, str]:
    lines = git("check-attr", name, "--", *paths).splitlines()
    return {path: value for path, _, value in (line.split(": ") for line in lines)}


def test_what_a_command_makes_is_folded_in_a_pull_request_and_nothing_else() -> None:
    assert set(read_attribute("linguist-generated", MADE).values()) == {"set"}
    assert set(read_attribute("linguist-generated", WRITTEN).values()) == {"unspecified"}


def test_texts_have_one_line_end_in_the_repository_and_beside_it() -> None:
    lines = (line.split("\t") for line in git("ls-files", "--eol").splitlines())
    others = [path for ends, path in lines if re.match("i/(crlf|mixed)|i/lf +w/(crlf|mixed)", ends)]
    assert others, "a calendar has the line ends of its own format"
    assert [path for path in others if not path.startswith("tests/sites/")] == []
    assert read_attribute("eol", ["README.md", "Makefile"]) == {"README.md": "lf", "Makefile": "lf"}
    assert read_attribute("text", ["results/backgammon/players.csv"]).popitem()[1] == "unset"


def test_no_target_of_make_that_is_no_file_is_taken_for_one() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8").replace("\\\n", " ")
    (phony,) = re.findall(r"^\.PHONY: (.+)", makefile, re.MULTILINE)
    targets = re.findall(r"^([a-z][a-z-]*):", makefile, re.MULTILINE)
    assert sorted(targets) == sorted(phony.split())
