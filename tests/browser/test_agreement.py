"""What `make verify-browser` looks for, in a short form; and that it would find it."""

from collections.abc import Iterator
from pathlib import Path

import agreement
import canaries
import pytest
import veiled
from agreement import Entered
from playwright.sync_api import Page
from served import served
from sites import files

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("agreement")


@pytest.fixture(scope="module")
def home(folder: Path) -> Iterator[str]:
    agreement.serve_rankings(folder)
    with served(folder / "served") as address:
        yield address


def test_browser_and_program_say_the_same(page: Page, home: str, folder: Path, complaints: list[str]) -> None:
    page.goto(home)
    assert [told for told, holds in agreement.files_compared(page, 140, 12) if not holds] == []
    assert [told for told, holds in agreement.sites_compared(page, folder, 8, 12) if not holds] == []
    assert complaints == []


def test_what_one_of_the_two_says_alone_is_found(page: Page, home: str) -> None:
    """The browser is given another file than the program."""
    page.goto(home)
    path = "results/elo/players.csv"
    right = files("elo")[path].decode()
    assert agreement.compared(page, Entered("elo", path, right, "")) is None
    told = agreement.compared(page, Entered("elo", path, right, ""), f"{right}x,y,z,0,0,0,0\n")
    assert told is not None
    assert (told.only_check, [each[0] for each in told.only_browser]) == ([], [path])


def test_nobody_who_hides_is_named_in_any_ranking(page: Page, tmp_path: Path, complaints: list[str]) -> None:
    output = veiled.built(tmp_path, canaries.rankings())
    assert [told for told, holds in veiled.looked_for(page, output, "rankings") if not holds] == []
    assert complaints == []


def test_a_name_that_stands_somewhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine/elo.json").write_text("… \\u00fcnzyq1 …, É zq003KX-wq3", encoding="utf-8")
    assert {each.partition(":")[0] for each in veiled.in_bytes(tmp_path)} == {"engine/elo.json"}
