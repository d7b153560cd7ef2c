"""One cause is told once: what only follows from it is not."""

# ruff: noqa: E501 - what is said stands on one line, as it is printed

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from toy_system import TOY, Inputs, Match, Options, faults

from sitegen.core.entities import EventDate, Fault, declare_error

HEADER = "date,winner,loser,length\n"
EVENING = "".join(f"2026-03-09,{pair},7\n" for pair in ("an,bo", "bo,cy", "cy,an", "bo,an", "cy,bo", "an,cy"))
ALONE = declare_error("alone", "nobody else played on {day}", "correct the day")


def check_evenings(inputs: Inputs, _: Options) -> Iterator[Fault]:
    """Yield each match that is alone on its day."""
    counts = Counter(match.date for match in inputs.matches)
    for match in inputs.matches:
        if counts[match.date] == 1:
            yield ALONE(match, "date", day=match.date)


def list_days(inputs: Inputs) -> Iterator[EventDate]:
    """Yield the day of each match."""
    for match in inputs.matches:
        yield EventDate(match, "date", match.date, is_played=True)


def check_against(inputs: Inputs, _: Options) -> Iterator[Fault]:
    """Yield two errors for each match that stands twice."""
    seen: dict[object, Match] = {}
    for match in inputs.matches:
        if seen.setdefault((match.date, match.winner, match.loser), match) is not match:
            yield Fault(match, "winner", "they have played", "take it out")
            yield Fault(match, "loser", "they have played", "take it out")


def said(root: Path, matches: str) -> list[str]:
    return [fault.replace("results/toy/", "") for fault in faults(root, {"matches.csv": matches})]


def test_a_doubtful_day_without_which_nothing_is_wrong_is_the_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TOY, "check", check_evenings)
    monkeypatch.setattr(TOY, "event_dates", list_days, raising=False)
    rows = EVENING.splitlines(keepends=True)
    assert said(tmp_path, HEADER + "".join([*rows[:3], "2025-03-09,an,bo,7\n", *rows[3:]])) == [
        "matches.csv:5:1: 2025-03-09 stands beside rows of 2026-03-09 (correct the date: nothing else is wrong)"
    ]


def test_a_doubtful_day_beside_another_error_is_a_doubt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TOY, "check", check_evenings)
    monkeypatch.setattr(TOY, "event_dates", list_days, raising=False)
    rows = EVENING.splitlines(keepends=True)
    text = HEADER + "".join([*rows[:3], "2025-03-09,an,bo,7\n", *rows[3:], "2026-04-06,an,bo,7\n"])
    assert said(tmp_path, text) == [
        "matches.csv:5:1: warning: 2025-03-09 stands beside rows of 2026-03-09 (if 2026-03-09 is meant, correct the date; else leave it)",
        "matches.csv:9:1: nobody else played on 2026-04-06 (correct the day)",
    ]


def test_a_row_that_stands_twice_is_one_error_where_it_makes_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TOY, "check", check_against)
    assert said(tmp_path, HEADER + EVENING + "2026-03-09,an,bo,7\n") == [
        "matches.csv:8: 1 row repeats an earlier one exactly (take out what was entered twice)"
    ]
    monkeypatch.setattr(TOY, "check", check_evenings)
    assert said(tmp_path, HEADER + EVENING + "2026-03-09,an,bo,7\n") == []


def test_what_is_wrong_with_both_of_two_equal_rows_is_told_of_both(tmp_path: Path) -> None:
    told = said(tmp_path, HEADER + EVENING + "2026-03-09,an,an,7\n" * 2)
    assert told == [
        f"matches.csv:{line}:15: a player against themselves (name two players)" for line in (8, 9)
    ]


def test_what_most_rows_have_is_told_once(tmp_path: Path) -> None:
    (told,) = said(tmp_path, HEADER + "".join(f"2026-03-0{day},an,an,7\n" for day in range(1, 8)))
    assert told == "matches.csv:2:15: a player against themselves (name two players)"


def test_of_a_file_with_a_wrong_heading_nothing_else_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TOY, "check", check_evenings)
    text = "date,winner,loser,length,Column1\n2026-03-09,an,bo,7,\n2026-03-10,an,an,7,\n"
    (told,) = said(tmp_path, text)
    assert told.startswith("matches.csv:1:26: 'Column1' is not a column of this table")


def test_doubts_wait_until_all_rows_can_be_read(tmp_path: Path) -> None:
    seasons = {"past-seasons.csv": "season,start,end\n2025,2025-09-01,2025-09-01\n"}
    (doubt,) = faults(tmp_path, seasons)
    assert "the season is one day long" in doubt
    (error,) = faults(tmp_path, {**seasons, "matches.csv": HEADER + "2026-03-09,an,bo,x\n"})
    assert "'x' is not a whole number" in error
