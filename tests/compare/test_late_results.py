"""Results that come after the day on which they were due are told as such, each row of them; no others."""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
import small_site
from commits import commit

from sitegen.commands.diff import data
from sitegen.commands.diff.compare import compare_revision
from sitegen.compare.analysis import analyze_effect
from sitegen.compare.effect import Effect
from sitegen.compare.findings import Finding
from sitegen.compare.result_findings import Redated, Undone
from sitegen.compare.table_findings import Late, Outstanding
from sitegen.core.language import Language

Write = Callable[..., Path]

WEEKLY = (
    small_site.SITE
    + """
    [ranking.options]
    publication = "weekly"
"""
)
FRIDAY, SATURDAY = date(2026, 11, 20), date(2026, 11, 21)
DUE = (SATURDAY, FRIDAY)


def added(root: Path, day: str, as_of: date) -> Effect:
    """What a match of a day does that is written down on another."""
    commit(root)
    file = root / "results/list/matches.csv"
    file.write_text(file.read_text() + f"{day},an,cleo,5,3\n")
    now = datetime(as_of.year, as_of.month, as_of.day, 12, tzinfo=UTC)
    with compare_revision(root, "HEAD", now, as_of) as comparison:
        (effect,) = comparison.steps[0].difference.effects
        assert [row.kind for row in effect.rows] == ["added"]
        list(analyze_effect(effect))  # read while the files are there
        return effect


@pytest.mark.article("fibs", "Registratie van matchresultaten")
@pytest.mark.parametrize(
    ("played", "as_of", "late"),
    [
        ("2026-11-09", FRIDAY, None),
        ("2026-11-15", FRIDAY, None),
        ("2026-11-09", SATURDAY, DUE),
        ("2026-11-15", SATURDAY, DUE),
        ("2026-11-16", SATURDAY, None),
        ("2026-11-08", FRIDAY, (date(2026, 11, 14), date(2026, 11, 13))),
    ],
)
def test_results_of_a_week_are_due_by_the_friday_of_the_next(
    write_site: Write, played: str, as_of: date, late: tuple[date, date] | None
) -> None:
    root = write_site({"sitegen.toml": WEEKLY})
    effect = added(root, played, as_of)
    (row,) = effect.rows
    assert row.lateness == late
    told = [finding for finding in analyze_effect(effect) if isinstance(finding, Late)]
    assert told == ([Late(1, *late)] if late else [])


def test_a_match_of_before_the_first_list_is_late_by_its_deadline(
    write_site: Write,
) -> None:
    root = write_site({"sitegen.toml": WEEKLY})
    (row,) = added(root, "2026-10-26", SATURDAY).rows
    assert row.lateness == (date(2026, 11, 14), date(2026, 11, 6))


def test_what_is_published_at_once_has_no_deadline_and_goes_by_the_next_list(write_site: Write) -> None:
    root = write_site()
    (row,) = added(root, "2026-11-08", SATURDAY).rows
    assert row.lateness == (date(2026, 11, 9), None)


def test_a_match_of_the_last_day_is_in_time_where_each_is_published_at_once(
    write_site: Write,
) -> None:
    (row,) = added(write_site(), "2026-11-09", SATURDAY).rows
    assert row.lateness is None


def test_what_was_played_yesterday_is_in_time_where_a_day_is_published_at_once(write_site: Write) -> None:
    (row,) = added(write_site(), "2026-11-20", SATURDAY).rows
    assert row.lateness is None


def test_programs_are_told_by_when_it_had_to_be_there(write_site: Write) -> None:
    root = write_site({"sitegen.toml": WEEKLY})
    commit(root)
    file = root / "results/list/matches.csv"
    file.write_text(file.read_text() + "2026-11-10,an,cleo,5,3\n2026-11-17,an,cleo,5,3\n")
    with compare_revision(root, "HEAD", datetime(2026, 11, 21, tzinfo=UTC), SATURDAY) as comparison:
        (step,) = json.loads(data.dump_comparison(comparison, Language("en")))["steps"]
    rows = step["rankings"][0]["rows"]
    assert [row["late"] for row in rows] == [{"published": "2026-11-21", "due": "2026-11-20"}, None]


def test_a_row_that_is_corrected_is_not_late(write_site: Write) -> None:
    root = write_site({"sitegen.toml": WEEKLY})
    commit(root)
    file = root / "results/list/matches.csv"
    file.write_text(file.read_text().replace("cleo,an,5,2", "cleo,an,5,3"))
    with compare_revision(root, "HEAD", datetime(2026, 11, 21, tzinfo=UTC), SATURDAY) as comparison:
        (effect,) = comparison.steps[0].difference.effects
        assert [(row.kind, row.lateness) for row in effect.rows] == [("corrected", None)]


def test_the_result_of_a_game_that_was_put_off_does_not_come_too_late(tmp_path: Path) -> None:
    """The list of the evening could not have it."""
    root = season(tmp_path, "games", "1,an,di,1-0", "1,an,di,")
    assert told_of(root, "games", "1,an,di,", "1,an,di,1-0") == [Outstanding(1, date(2026, 10, 8))]


def test_results_of_a_round_that_has_another_date_are_told_by_both_days(tmp_path: Path) -> None:
    root = season(tmp_path, "rounds", "4,2026-10-22", "4,2026-10-22")
    moved = Redated(2, date(2026, 10, 22), date(2026, 10, 23))
    assert told_of(root, "rounds", "4,2026-10-22", "4,2026-10-23") == [moved]


def season(folder: Path, table: str, was: str, now: str) -> Path:
    """The season of the small site, with another row."""
    root = folder / "site"
    copytree(Path(__file__).parents[1] / "sites/values", root, ignore=ignore_patterns("expected"))
    change(root, table, was, now)
    commit(root)
    return root


def change(root: Path, table: str, was: str, now: str) -> None:
    """Another row in a table of the season."""
    file = root / f"results/keizer/{table}.csv"
    file.write_text(file.read_text("utf-8").replace(was, now), "utf-8")


def told_of(root: Path, table: str, was: str, now: str) -> list[Finding]:
    """What another row makes of results: late, outstanding, of another day, gone or new."""
    change(root, table, was, now)
    kinds = Late | Outstanding | Redated | Undone
    with compare_revision(root, "HEAD", datetime(2026, 11, 21, 12, tzinfo=UTC), SATURDAY) as comparison:
        (effect,) = comparison.steps[0].difference.effects
        return [finding for finding in analyze_effect(effect) if isinstance(finding, kinds)]
