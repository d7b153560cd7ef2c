"""What a club corrects is a correction of each list over clubs too, under the names of that list."""

import html
import re
import shutil
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest
from commits import commit

from sitegen import publishing

pytestmark = pytest.mark.slow

TODAY = date(2026, 12, 31)
FEDERATION = Path(__file__).parents[1] / "sites" / "federation"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """The pages of corrections as texts, by ranking, after three commits of two clubs."""
    root = tmp_path_factory.mktemp("corrected")
    site = shutil.copytree(FEDERATION, root / "site", ignore=shutil.ignore_patterns("expected"))
    commit(site, "First")
    for club, old, new, message in (
        ("rebond", "2026-10-06,jan,cas,=", "2026-10-06,jan,cas,1-0", "Jan won"),
        ("fou", "2026-02-03,cas,dirk,1-0", "2026-02-03,cas,dirk,0-1", "Cas lost"),
        ("rebond", "cas,C. Maes,", "cas,Cas M.,", "Another name"),
    ):
        for file in (site / "results" / "clubs" / club).glob("*.csv"):
            file.write_text(file.read_text("utf-8").replace(old, new), encoding="utf-8")
        commit(site, message)
    assert publishing.build(site, root / "output", TODAY, history=True).problems != []  # two wrote one game
    return {
        ranking: html.unescape(re.sub(r"<[^>]+>", " ", page.partition("<main")[2]))
        for ranking in ("rating", "clubs/fou", "clubs/rebond", "clubs/toren")
        for page in [(root / "output" / ranking / "corrections" / "index.html").read_text("utf-8")]
    }


def list_corrections(told: Mapping[str, str], ranking: str) -> list[str]:
    """The subjects of the commits that a page has, the latest first."""
    return re.findall("Jan won|Cas lost|Another name", told[ranking])


def test_a_correction_of_a_club_is_one_of_the_list_over_clubs(told: Mapping[str, str]) -> None:
    """A name that only the club has is none of the list."""
    assert list_corrections(told, "rating") == ["Cas lost", "Jan won"]
    assert list_corrections(told, "clubs/fou") == ["Cas lost"]
    assert list_corrections(told, "clubs/rebond") == ["Another name", "Jan won"]
    assert list_corrections(told, "clubs/toren") == []


def test_players_have_the_names_of_each_list_and_who_hides_has_none(told: Mapping[str, str]) -> None:
    assert "Jan Smit beats Cas M., instead of" in told["clubs/rebond"]
    assert "Jan Smit beats Cas Maes, instead of" in told["rating"]
    for ranking in ("rating", "clubs/fou"):
        assert re.search(r"Player \d+ beats Cas Maes, instead of: Cas Maes beats Player", told[ranking])
        assert "Dirk" not in told[ranking]
        assert "dirk" not in told[ranking]
