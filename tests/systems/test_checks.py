"""What the checks of each system say of rows, right and wrong: a table of cases a system, in `checks/`."""

from pathlib import Path

import pytest
from cases import Case, read_cases

CASES = [
    pytest.param(path.stem, case, id=f"{path.stem}-{case.title}")
    for path in sorted(Path(__file__).with_name("checks").glob("*.txt"))
    for case in read_cases(path)
]


@pytest.mark.parametrize(("system", "case"), CASES)
def test_what_is_said_of_rows(system: str, case: Case) -> None:
    assert case.find_differences() == "", "\n".join(case.lines)
