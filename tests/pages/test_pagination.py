"""Pages whose tables are long: each row stands on one part, and each part leads to the others."""

import re
from collections.abc import Callable
from datetime import date
from itertools import chain, groupby
from operator import attrgetter
from pathlib import Path

import pytest
import small_site
from run_cache import RunCache

from sitegen.pages.page import OF_EVENT, OF_LIST, split_rows
from sitegen.publishing import build, prepare

pytestmark = pytest.mark.slow

Write = Callable[..., Path]

AS_OF = date(2026, 11, 21)
PLAYERS = [f"p{number:03}" for number in range(OF_LIST + 20)]
EVENT = "list/results/2026-11-20/"


_PLAYED = [(PLAYERS[at], PLAYERS[-1 - at]) for at in range(len(PLAYERS))]
FILES = {
    "results/list/players.csv": "id,name,club\n"
    + "".join(f"{player},Name {player},Club\n" for player in PLAYERS),
    "results/list/matches.csv": "date,winner,loser,length,score\n"
    + "".join(f"2026-11-20,{one},{other},7,5\n" for one, other in _PLAYED),
}
"""A site with a list and an evening that are a few rows too long for a page."""


@pytest.fixture(scope="module")
def built(run_cache: RunCache) -> Path:
    def make(folder: Path) -> None:
        assert build(small_site.write(folder, FILES), folder / "output", AS_OF).plan is not None

    return run_cache.make_folder("pieces", make) / "output"


def rows(page: str) -> list[str]:
    """Whom the rows of the tables of a page are about."""
    return re.findall(r"\n<tr[^>]*>.*?players/(p\d+)/>", page)


def test_each_row_of_a_list_stands_on_one_of_its_pages(built: Path) -> None:
    first, second = ((built / "list" / path / "index.html").read_text("utf-8") for path in ("", "lists/2"))
    assert sorted(rows(first) + rows(second)) == PLAYERS
    assert (len(rows(first)), len(rows(second))) == (OF_LIST, len(PLAYERS) - OF_LIST)
    ways = [re.findall(r'<li><a href="([^"]+)"[^>]*>[\d–]+</a>', page) for page in (first, second)]
    assert ways == [["./", "lists/2/"], ["../../", "./"]]
    assert f"<small>{len(PLAYERS)}</small></h2>" in first
    assert "pieces.js" in first
    assert "pieces.js" not in second


def test_the_page_of_a_player_leads_to_the_page_with_their_row(built: Path) -> None:
    for player in (PLAYERS[0], PLAYERS[-1]):
        page = built / "list" / "players" / player
        (way,) = re.findall(r'class=crumb[^>]*><a href="?([^"#]+)#', (page / "index.html").read_text("utf-8"))
        assert f"<tr id={player}" in (page / way / "index.html").read_text("utf-8")


def test_an_evening_has_parts_below_it_and_each_its_calculation(built: Path) -> None:
    found = [built / EVENT / path / "index.html" for path in ("", "2/")]
    texts = [page.read_text("utf-8") for page in found]
    told = [(len(rows(text)), text.count("</summary>P = ")) for text in texts]
    assert told == [(OF_EVENT, OF_EVENT), (len(PLAYERS) - OF_EVENT, len(PLAYERS) - OF_EVENT)]
    for path, text in zip(found, texts, strict=True):
        for way in re.findall(r"href=([^\"> ]+/)>", text):
            assert (path.parent / way / "index.html").exists(), way


def test_the_parts_and_files_of_one_list_or_evening_are_made_one_after_the_other(write_site: Write) -> None:
    planned = prepare(write_site(FILES), AS_OF).page_plan
    assert planned is not None
    below = [page for page in planned.pages if page.url.startswith(("list/lists/20", "list/results/20"))]
    runs = [[page.url for page in those] for _, those in groupby(below, attrgetter("batch_key"))]
    assert [EVENT, f"{EVENT}2/"] in runs
    folders = [{"/".join(url.split("/")[:3]) for url in run} for run in runs]
    assert all(len(folder) == 1 for folder in folders)
    assert len(folders) == len({*chain.from_iterable(folders)})


def test_what_fits_on_a_page_has_no_parts() -> None:
    assert [len(list(split_rows("list/", "list/", rows, 300))) for rows in (1, 300, 301, 900)] == [1, 1, 2, 3]
