"""The engine in a real browser: it finds every published table again, and asks no other host for anything."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from asking import ask, bare, policy
from copies import TODAY, lay_out, made
from playwright.sync_api import Page
from served import served
from sites import ALL, files, hide, write

from sitegen.build import build

pytestmark = pytest.mark.slow

MEGABYTE = 2**20


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with a ranking of every system, some of whose players hide, below a path."""
    root = tmp_path_factory.mktemp("engine")
    given = files(*ALL)
    settings = given["sitegen.toml"].decode().replace("[site]\n", "[site]\nengine = true\n")
    write(root / "site", {**given, "sitegen.toml": settings.encode()})
    hide(root / "site", Random(4), 0.2)
    built = build(root / "site", root / "served/rankings", TODAY)
    assert built.plan is not None, built.problems
    return root / "served"


@pytest.fixture(scope="module")
def home(output: Path) -> Iterator[str]:
    with served(output) as address:
        yield f"{address}rankings/"


def test_every_table_is_the_published_one_and_nobody_else_is_asked(
    page: Page, home: str, output: Path, complaints: list[str]
) -> None:
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.goto(home)
    for name in ALL:
        found = ask(page, ask="rate", ranking=name)
        assert "error" not in found, found
        tables = {
            each: (output / f"rankings/{name}/{each}.csv").read_text("utf-8") for each in found["answer"]
        }
        assert len(tables) > 1
        assert found["answer"] == tables
        assert found["memory"] < 100 * MEGABYTE
    assert [each for each in asked if not each.startswith(home)] == []
    assert complaints == []


def test_so_is_every_table_of_the_demonstration(
    page: Page, demonstration: Path, tmp_path: Path, complaints: list[str]
) -> None:
    lay_out(made(demonstration), tmp_path / "rankings")
    bare(tmp_path / "rankings", policy())
    different, tables = list[str](), 0
    with served(tmp_path) as address:
        page.goto(f"{address}rankings/")
        for each in sorted(path.name for path in tmp_path.glob("rankings/*/") if path.name != "engine"):
            found = ask(page, ask="rate", ranking=each)
            assert "error" not in found, found
            there = {path.stem: path.read_text("utf-8") for path in tmp_path.glob(f"rankings/{each}/*.csv")}
            assert found["answer"].keys() == there.keys()
            different += [f"{each}/{name}" for name, text in found["answer"].items() if text != there[name]]
            tables += len(there)
    assert different == []
    assert tables > 30
    assert complaints == []


def test_progress_is_told_in_bytes_and_ends_where_it_should(page: Page, home: str) -> None:
    page.goto(home)
    said = ask(page, ask="rate", ranking="elo")["said"]
    loaded = [each["loaded"] for each in said]
    assert loaded == sorted(loaded)
    assert said[-1]["loaded"] == said[-1]["total"] > 12 * MEGABYTE


def test_files_are_checked_and_what_they_do_is_told(page: Page, home: str, output: Path) -> None:
    copy = json.loads((output / "rankings/engine/elo.json").read_text("utf-8"))
    one, other = (row.split(",")[:2] for row in copy["files"]["results/elo/players.csv"][1:3])
    page.goto(home)
    head = "date,home,away,result\n2026-11-20"
    good = {"results/elo/games/new.csv": f"{head},{one[0]},{other[0]},1-0\n"}
    bad = {"results/elo/games/new.csv": f"{head},nobody,{other[0]},1-0\n"}
    (problem,) = ask(page, ask="check", ranking="elo", files=bad, today="2026-11-21")["answer"]
    assert (problem["code"], problem["line"], problem["column"]) == ("not-a-player", 2, 12)
    assert ask(page, ask="check", ranking="elo", files=good, today="2026-11-21")["answer"] == []
    found = ask(page, ask="change", ranking="elo", files=good, today="2026-11-21")["answer"]
    assert found["problems"] == []
    assert any(one[1] in each for each in found["facts"])


def test_without_a_network_it_answers_from_what_it_kept(page: Page, home: str) -> None:
    page.goto(home)
    page.evaluate(
        """async () => {
          const { serviceWorker } = navigator;
          const taken = new Promise((done) => serviceWorker.addEventListener("controllerchange", done));
          await serviceWorker.register("offline.js");
          await taken;
        }"""
    )
    online = ask(page, ask="rate", ranking="ruit")
    page.evaluate("() => { worker.terminate(); delete window.worker; }")
    page.context.set_offline(True)
    assert ask(page, ask="rate", ranking="ruit")["answer"] == online["answer"]
    assert "error" in ask(page, ask="rate", ranking="nbb")
    page.context.set_offline(False)
    assert ask(page, ask="rate", ranking="nbb")["answer"]


def test_what_cannot_be_answered_is_told(page: Page, home: str) -> None:
    page.goto(home)
    assert "404" in ask(page, ask="rate", ranking="none")["error"]["message"]
