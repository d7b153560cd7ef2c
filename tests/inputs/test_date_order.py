"""The choice of a site between the day and the month first: asked for once, where it matters."""

from datetime import date
from pathlib import Path

import pytest
from games import SITE, TODAY, Told, find_in

from sitegen.core.cache import BuildCache
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.results.results import ResultFiles

ROWS = "2/5/2026,a,b,1-0\n3/5/2026,c,d,0-1\n"
QUESTION: list[Told] = [("a.csv", 2, "date-two-ways", False)]


def read(root: Path, setting: str, rows: str = ROWS) -> list[Told]:
    return find_in(root, {"a.csv": rows}, SITE.replace("[[ranking]]", f"{setting}\n[[ranking]]"))


def test_an_english_site_is_asked_once(tmp_path: Path) -> None:
    assert read(tmp_path, "") == QUESTION
    assert read(tmp_path, 'dates = "day first"') == []
    assert read(tmp_path, 'dates = "month first"') == []


@pytest.mark.parametrize("rows", ["5/5/2026,a,b,1-0\n", "20/5/2026,a,b,1-0\n", "2026-05-02,a,b,1-0\n"])
def test_what_is_read_in_one_way_is_not_asked(tmp_path: Path, rows: str) -> None:
    assert read(tmp_path, "", rows) == []


def test_a_site_in_another_language_is_not_asked(tmp_path: Path) -> None:
    assert find_in(tmp_path, {"a.csv": ROWS}, SITE.replace('"en"', '"nl"')) == []


def test_the_month_is_read_first_where_the_site_says_so(tmp_path: Path) -> None:
    rows = "12/31/2026,a,b,1-0\n"
    assert [code for _, _, code, _ in read(tmp_path, 'dates = "month first"', rows)] == ["result-to-come"]
    assert [code for _, _, code, _ in read(tmp_path, 'dates = "day first"', rows)] == ["not-in-calendar"]
    late = "20/11/2026,a,b,1-0\n"
    assert [code for _, _, code, _ in read(tmp_path, 'dates = "month first"', late)] == ["not-in-calendar"]


def test_a_preview_reads_the_dates_anew_when_the_site_says_otherwise(tmp_path: Path) -> None:
    cache, days = BuildCache(), []
    for order in ("day first", "month first"):
        read(tmp_path, f'dates = "{order}"')
        site, _ = load_site(tmp_path, cache)
        assert site is not None
        inputs, _ = ResultFiles.open(site, cache=cache).read_inputs(TODAY)
        days.append(inputs["b"].games[0].date)
    assert days == [date(2026, 5, 2), date(2026, 2, 5)]
