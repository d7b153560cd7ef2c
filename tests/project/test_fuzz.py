"""Damaged sites are told of, or stand whole: a few here, more by night, and any number by `make fuzz`."""

from datetime import date
from pathlib import Path

import fuzz
import pytest
import sites

from sitegen.commands.check import check
from sitegen.core.problems import select_errors

pytestmark = pytest.mark.slow

SEED, CASES, AT_ONCE = 45, 40, 10


@pytest.mark.parametrize(
    "first", [0, 10, *(pytest.param(first, marks=pytest.mark.night) for first in (20, 30))]
)
def test_a_damaged_site_is_told_of_or_stands_whole(first: int) -> None:
    cases = [fuzz.case(SEED, number) for number in range(first, first + AT_ONCE)]
    assert "\n\n".join(fuzz.reproducer(case) for case in cases if fuzz.fault(case)) == ""


def test_what_is_damaged_was_sound(tmp_path: Path) -> None:
    sites.write(tmp_path, sites.files(*sites.ALL))
    assert select_errors(check(tmp_path, date(2026, 11, 21))) == []


def test_a_case_can_be_repeated_from_its_text() -> None:
    cases = [fuzz.case(SEED, number) for number in range(CASES)]
    assert [fuzz.Case.read(str(case)) for case in cases] == cases
    assert [fuzz.case(SEED, number) for number in range(CASES)] == cases
    assert [case.files() for case in cases[:20]] == [fuzz.Case.read(str(case)).files() for case in cases[:20]]


def test_a_failure_is_shown_with_the_fewest_damages(monkeypatch: pytest.MonkeyPatch) -> None:
    damages = [fuzz.Damage(f"results/{name}/players.csv", "cell", 1) for name in ("fibs", "nbb", "ludo")]
    whole = fuzz.Case(("fibs", "ludo", "nbb"), date(2026, 11, 21), tuple(damages))
    monkeypatch.setattr(fuzz, "fault", lambda case: "wrong" if damages[1] in case.damages else "")
    assert fuzz.smallest(whole) == fuzz.Case(("nbb",), date(2026, 11, 21), (damages[1],))
    command, wrong, file, *_ = fuzz.reproducer(whole).splitlines()
    assert command == "python tests/fuzz.py 'nbb@2026-11-21 results/nbb/players.csv:cell:1'"
    assert (wrong, file) == ("wrong", "--- 'results/nbb/players.csv'")


def test_a_site_that_never_ends_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr(fuzz, "LONGEST", 0.2)
    monkeypatch.setattr("sitegen.commands.check.check", endless)
    assert fuzz.fault(fuzz.case(SEED, 0)) == "it does not end in time"
