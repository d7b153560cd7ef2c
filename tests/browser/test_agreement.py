"""What `make verify-browser` looks for, in a short form; and that it would find it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import agreement
import canaries
import hidden_names
import pytest
from agreement import Entered
from chromium import watched
from playwright.sync_api import Browser, Page, Request
from site_server import served
from sites import ALL, files
from stub_worker import Engine

pytestmark = pytest.mark.slow

NEW = ("engine/elo.json", "engine/sitegen.modules.json")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("agreement")


@pytest.fixture(scope="module")
def started(browser: Browser, folder: Path) -> Iterator[tuple[Page, list[str]]]:
    """A page beside an engine of every system, and what the browser complained of.

    A host lets browsers keep files for a while: what is published now is asked for all the same.
    """
    agreement.serve_rankings(folder)
    with watched(browser) as (page, complaints), served(folder / "served") as home:
        asked: list[Request] = []
        page.context.on("request", lambda item: asked.append(item) if item.url.endswith(NEW) else None)
        page.goto(home)
        yield page, complaints
        ages = {
            request.url.removeprefix(home): request.all_headers().get("cache-control") for request in asked
        }
        assert ages == dict.fromkeys(NEW, "max-age=0")


@pytest.mark.night  # test_worker.py asks the same engine for the tables of every system
def test_browser_and_program_say_the_same(started: tuple[Page, list[str]], folder: Path) -> None:
    """Of a file of every system, and of a site; `make verify-browser` looks at a thousand."""
    page, complaints = started
    assert [told for told, holds in agreement.files_compared(page, len(ALL), 12) if not holds] == []
    assert [told for told, holds in agreement.sites_compared(page, folder, 1, 12) if not holds] == []
    assert complaints == []


@pytest.mark.night  # of what finds differences in the night
def test_what_one_of_the_two_says_alone_is_found(started: tuple[Page, list[str]]) -> None:
    """The browser is given another file than the program."""
    page, _ = started
    path = "results/elo/players.csv"
    right = files("elo")[path].decode()
    assert agreement.compared(page, Entered("elo", path, right, "")) is None
    told = agreement.compared(page, Entered("elo", path, right, ""), f"{right}x,y,z,0,0,0,0\n")
    assert told is not None
    assert (told.only_check, [problem[0] for problem in told.only_browser]) == ([], [path])


def test_nobody_who_hides_is_named_in_any_ranking(tmp_path: Path) -> None:
    """As Python itself answers; `make verify-browser` asks more, in a browser."""
    output, engine = hidden_names.built(tmp_path, canaries.rankings()), Engine(tmp_path / "engine")

    def asked(**question: Any) -> Any:
        said = (output / f"engine/{question['ranking']}.json").read_text("utf-8")
        return engine.reply(said, question)

    assert [told for told, holds in hidden_names.looked_for(asked, output, "rankings", 8) if not holds] == []


def test_a_name_that_stands_somewhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine/elo.json").write_text("… \\u00fcnzyq1 …, É zq003KX-wq3", encoding="utf-8")
    assert {place.partition(":")[0] for place in hidden_names.in_bytes(tmp_path)} == {"engine/elo.json"}
