"""Wrong memberships, decisions and changes of options: each is told at its place, and its cure mends it.

The cases stand in wrong_changes.txt. A section is about a file of a new site by a system, with its header, or
about what stands at the end of its settings; there lines count from what is added. In a case `-` is what is
wrong, `<` the line, the column and the code of what is said, and `+` is the same after the cure.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

import pytest
import sites

from sitegen.commands.check import check

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
SETTINGS = "sitegen.toml"


class Case(NamedTuple):
    """Lines of a file that are wrong, what is said of them, and the lines after the cure."""

    title: str
    system: str
    path: str
    header: str
    wrong: Sequence[str]
    said: Sequence[str]
    mended: Sequence[str]


def read_cases() -> Iterator[Case]:
    """The cases of the table."""
    for section in Path(__file__).with_name("wrong_changes.txt").read_text("utf-8").split("\n# ")[1:]:
        head, *blocks = section.split("\n* ")
        about, _, header = head.strip().partition(": ")
        system, file = about.split()
        path = SETTINGS if file == "settings" else f"results/{system}/{file}"
        for block in blocks:
            title, *lines = block.split("\n")
            wrong, said, mended = (
                [line[2:] for line in lines if line.startswith(f"{mark} ")] for mark in "-<+"
            )
            yield Case(f"{about}: {title}", system, path, header, wrong, said, mended)


CASES = [*read_cases()]


def list_problems(root: Path, case: Case, lines: Sequence[str]) -> list[tuple[str, str, str]]:
    """What is said of a new site with these lines: the file, the place with the code, and the cure."""
    files = {path: data for path, data in sites.files(case.system).items() if not path.startswith("content/")}
    # Without this line, days such as 01/10/2026 can be read in two ways.
    settings = files[SETTINGS].decode().replace('dates = "day first"', "").rstrip() + "\n"
    files[SETTINGS] = settings.encode()
    text = "".join(f"{line}\n" for line in lines)
    above = settings if case.path == SETTINGS else f"{case.header}\n" if case.header else ""
    if text or lines is case.wrong:
        files[case.path] = f"{above}{text}".encode()
    sites.write(root, files)
    first = settings.count("\n") if case.path == SETTINGS else 0
    return [
        (problem.path, f"{problem.line - first}:{problem.column} {problem.code}", str(problem.hint))
        for problem in check(root, TODAY, TODAY)
    ]


@pytest.mark.parametrize("case", CASES, ids=[case.title for case in CASES])
def test_what_is_wrong_is_told_at_its_place_and_its_cure_mends(tmp_path: Path, case: Case) -> None:
    problems = list_problems(tmp_path / "wrong", case, case.wrong)
    assert [(path, said) for path, said, _ in problems] == [(case.path, said) for said in case.said]
    assert all(hint for *_, hint in problems)
    assert list_problems(tmp_path / "mended", case, case.mended) == []


def test_all_three_are_tried_in_all_systems_that_have_them() -> None:
    tried = {(case.path.rpartition("/")[2], case.system) for case in CASES}
    assert {(name, system) for name in ("memberships.csv", SETTINGS) for system in sites.ALL} <= tried
    assert len(CASES) > 60
