"""The choice of a site between the day and the month first: asked for once, where it matters."""

from pathlib import Path

import pytest
from games import SITE, Told, find_in

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
