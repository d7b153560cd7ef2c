"""The course of a figure on the list of a young ranking: none of a few lists, and else from the first."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest
import small_site

from sitegen.publishing import build

FIRST = date(2026, 1, 5)
WEEKLY = small_site.SITE + '    [ranking.options]\n    publication = "weekly"\n'


def build_list(folder: Path, weeks: int, write: Callable[..., Path]) -> str:
    """The list of a club after so many weeks, in each of which two of the three play."""
    names = ["an", "bob", "cleo"]
    played = [
        f"{FIRST + timedelta(7 * week)},{names[week % 3]},{names[(week + 1) % 3]},11,5"
        for week in range(weeks)
    ]
    matches = "\n".join(["date,winner,loser,length,score", *played, ""])
    site = write({"sitegen.toml": WEEKLY, "results/list/matches.csv": matches})
    as_of = FIRST + timedelta(7 * weeks - 2)
    assert build(site, folder, as_of).problems == []
    return (folder / "list/index.html").read_text("utf-8")


def read_lines(html: str) -> list[list[float]]:
    """Where each course is at its beginning, and where its dot is, from the left."""
    starts = re.findall(r'class=spark [^>]*><path d="M(\d+) ', html)
    ends = re.findall(r"<circle cx=(\d+)", html)
    return [[float(start), float(end)] for start, end in zip(starts, ends, strict=True)]


@pytest.mark.parametrize("weeks", [3, 4])
def test_there_is_no_stroke_after_a_few_lists(
    tmp_path: Path, write_site: Callable[..., Path], weeks: int
) -> None:
    html = build_list(tmp_path / "out", weeks, write_site)
    assert "<th class=s>" not in html
    assert "<svg class=ticks" in html
    assert "charts.css" not in html
    assert "first-places" not in html


def test_the_axis_of_a_young_ranking_begins_with_its_first_list(
    tmp_path: Path, write_site: Callable[..., Path]
) -> None:
    """The lines of eight weeks are as wide as the column."""
    html = build_list(tmp_path / "out", 8, write_site)
    assert "<th class=s>So far" in html
    assert "In a year" not in html.partition("<tbody>")[0]
    assert read_lines(html) == [[0, 104]] * 3


def test_the_rows_of_the_current_list_alone_can_be_led_to(
    tmp_path: Path, write_site: Callable[..., Path]
) -> None:
    current = build_list(tmp_path / "out", 4, write_site)
    earlier = (tmp_path / "out/list/lists/2026-01-31/index.html").read_text("utf-8")
    tags = [re.findall(r"\n(<tr[^>]*>)<t.*?players/\w+/>", page) for page in (current, earlier)]
    assert tags[0] == ["<tr id=an data-played>", "<tr id=bob>", "<tr id=cleo data-played>"]
    assert tags[1] == ["<tr>"] * 3


def test_the_axis_of_an_older_ranking_is_twelve_months(
    tmp_path: Path, write_site: Callable[..., Path]
) -> None:
    html = build_list(tmp_path / "out", 60, write_site)
    assert "<th class=s>12 months" in html
    assert read_lines(html) == [[0, 104]] * 3
