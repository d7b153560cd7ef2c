"""The engine in a real browser: it finds every published table again, and asks no other host for anything."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from browser_copies import TODAY
from chromium import watched
from engine_questions import ask
from playwright.sync_api import Browser, Page
from run_cache import RunCache
from site_server import served
from sites import ALL, files, hide, write
from stub_worker import Engine

from sitegen.publishing import build

pytestmark = pytest.mark.slow

MEGABYTE = 2**20
KEEP = """async () => {
  const { serviceWorker } = navigator;
  const taken = new Promise((done) => serviceWorker.addEventListener("controllerchange", done));
  await serviceWorker.register("offline.js");
  await taken;
}"""
FORGET = """async (path) => {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(path);
}"""


@pytest.fixture(scope="module")
def output(run_cache: RunCache) -> Path:
    """A site with a ranking of every system, some of whose players hide, below a path."""
    return run_cache.make_folder("engine", fill) / "served"


def fill(root: Path) -> None:
    given = files(*ALL)
    settings = given["sitegen.toml"].decode().replace("[site]\n", "[site]\nengine = true\n")
    write(root / "site", {**given, "sitegen.toml": settings.encode()})
    hide(root / "site", Random(4), 0.2)
    built = build(root / "site", root / "served/rankings", TODAY)
    assert built.plan is not None, built.problems


@pytest.fixture(scope="module")
def home(output: Path) -> Iterator[str]:
    with served(output) as address:
        yield f"{address}rankings/"


@pytest.fixture(scope="module")
def started(browser: Browser, home: str) -> Iterator[Page]:
    """A page in which the engine runs, and what it fetches is kept."""
    with watched(browser) as (page, complaints):
        asked: list[str] = []
        page.context.on("request", lambda request: asked.append(request.url))
        page.goto(home)
        page.evaluate(KEEP)
        yield page
        assert [text for text in asked if not text.startswith(home)] == []
        assert [complaint for complaint in complaints if "404" not in complaint] == []


def test_every_table_is_the_published_one_and_nobody_else_is_asked(started: Page, output: Path) -> None:
    """What has come in is told in bytes, and ends where it should."""
    loaded: list[int] = []
    for name in ALL:
        found = ask(started, ask="rate", ranking=name)
        assert "error" not in found, found
        tables = {
            table: (output / f"rankings/{name}/{table}.csv").read_text("utf-8") for table in found["answer"]
        }
        assert len(tables) > 1
        assert found["answer"] == tables
        assert found["memory"] < 100 * MEGABYTE
        loaded += [message["loaded"] for message in found["said"]]
        assert not found["said"] or found["said"][-1]["loaded"] == found["said"][-1]["total"]
    assert loaded == sorted(loaded)


def test_every_question_is_answered_as_python_itself_answers_it(
    started: Page, output: Path, tmp_path: Path
) -> None:
    """Which the tests of the pages that ask rely on."""
    engine = Engine(tmp_path)
    said = (output / "rankings/engine/elo.json").read_text("utf-8")
    one, other = (row.split(",")[:2] for row in json.loads(said)["files"]["results/elo/players.csv"][1:3])
    head = "date,home,away,result\n2026-11-20"
    good = {"results/elo/games/new.csv": f"{head},{one[0]},{other[0]},1-0\n"}
    bad = {"results/elo/games/new.csv": f"{head},nobody,{other[0]},1-0\n"}
    questions: list[dict[str, Any]] = [
        {"ask": what, "files": given, "today": "2026-11-21"}
        for what in ("check", "preview")
        for given in (good, bad)
    ]
    questions += [{"ask": "digests"}, {"ask": "risers", "first": "2025-09-01", "latest": "2026-11-01"}]
    questions.append({"ask": "compare", "path": "ranking.csv", "published": "rank,player\n1,a\n"})
    answers = []
    for question in questions:
        answers.append(ask(started, ranking="elo", **question)["answer"])
        assert answers[-1] == engine.reply(said, {"ranking": "elo", **question})["answer"]
    (problem,), change = answers[1], answers[2]
    assert (problem["code"], problem["line"], problem["column"]) == ("not-a-player", 2, 12)
    assert answers[0] == change["problems"] == []
    assert any(one[1] in fact for fact in change["facts"])


def test_without_a_network_it_answers_from_what_it_kept(started: Page, home: str) -> None:
    """In another page, which starts it again; of a ranking that nobody asked for nothing was kept."""
    online = ask(started, ask="rate", ranking="ruit")
    page = started.context.new_page()
    page.goto(home)
    page.evaluate(FORGET, "engine/nbb.json")
    page.context.set_offline(True)
    assert ask(page, ask="rate", ranking="ruit")["answer"] == online["answer"]
    assert "error" in ask(page, ask="rate", ranking="nbb")
    page.context.set_offline(False)
    assert ask(page, ask="rate", ranking="nbb")["answer"]
    page.close()


def test_what_cannot_be_answered_is_told(started: Page) -> None:
    assert "404" in ask(started, ask="rate", ranking="none")["error"]["message"]
