"""The preview in a real browser: pages reload, errors show and go, all within the pages' own policy."""

import asyncio
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from chromium import PATIENCE
from playwright.sync_api import Page, expect
from processes import find_port

from sitegen.commands.serve.preview import BuildFunction, PreviewBuilder, list_watched_paths, run_preview
from sitegen.commands.serve.server import GeneratedSite
from sitegen.core.problems import Problem

pytestmark = pytest.mark.slow

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
PAGE = """<!doctype html>
<html lang="en"><head><meta http-equiv="Content-Security-Policy" content="{policy}">
<meta charset="utf-8"><link rel="icon" href="data:,"><title>A page</title></head>
<body><main>{text}</main></body></html>
"""


class Source:
    """A folder of texts, each of which becomes a page; a text that starts with "wrong" is an error."""

    def __init__(self, folder: Path) -> None:
        self.texts = folder / "texts"
        self.output = folder / "output"
        self.texts.mkdir()
        self.output.mkdir()

    def save(self, name: str, text: str) -> None:
        (self.texts / f"{name}.txt").write_text(text, encoding="utf-8")

    def build(self, *_: object) -> list[GeneratedSite]:
        texts = {path.stem: path.read_text("utf-8") for path in self.texts.iterdir()}
        wrong = [
            Problem(f"{name}.txt", 1, 7, text) for name, text in texts.items() if text.startswith("wrong")
        ]
        if wrong:
            return [GeneratedSite(self.output, frozenset(), wrong)]
        for name, text in texts.items():
            (self.output / f"{name}.html").write_text(PAGE.format(policy=POLICY, text=text), encoding="utf-8")
        return [GeneratedSite(self.output, frozenset(f"{name}.html" for name in texts), [], "/rankings/")]


@contextmanager
def previewing(build: BuildFunction, *watched: Path, port: int = 0) -> Iterator[str]:
    """The address of a preview that runs in a thread of its own."""
    announced, stop = queue.Queue[str](), threading.Event()

    async def until_stopped() -> None:
        running = asyncio.create_task(run_preview(build, watched, port, announced.put))
        await asyncio.to_thread(stop.wait)
        running.cancel()
        await asyncio.wait([running])
        assert running.cancelled()

    with ThreadPoolExecutor(1) as thread:
        ended = thread.submit(asyncio.run, until_stopped())
        try:
            yield announced.get(timeout=PATIENCE / 1000)
        finally:
            stop.set()
        ended.result()


@pytest.fixture
def source(tmp_path: Path) -> Source:
    return Source(tmp_path)


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What the browser reports of the page, its policy among it, as long as the test runs."""
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def test_every_change_is_shown_also_right_after_another(
    page: Page, source: Source, complaints: list[str]
) -> None:
    source.save("index", "text 0")
    with previewing(source.build, source.texts) as address:
        page.goto(address)
        for number in range(3):
            expect(page.locator("main")).to_have_text(f"text {number}")
            source.save("index", f"text {number + 1}")
        expect(page.locator("main")).to_have_text("text 3")
    assert complaints == []


def test_an_error_covers_the_last_good_page_until_it_is_mended(
    page: Page, source: Source, complaints: list[str]
) -> None:
    source.save("index", "good")
    with previewing(source.build, source.texts) as address:
        page.goto(address + "rankings/#there")
        source.save("news", "wrong <img src=x onerror=alert(1)> & more")
        shown = page.get_by_role("alert")
        expect(shown.get_by_role("listitem")).to_have_text(
            ["news.txt:1:7: wrong <img src=x onerror=alert(1)> & more"]
        )
        expect(page.locator("main")).to_have_text("good")
        expect(page.locator("img")).to_have_count(0)
        expect(shown).to_have_css("position", "fixed")
        source.save("news", "mended")
        expect(shown).to_have_count(0)
        expect(page.locator("main")).to_have_text("good")
        assert page.url == address + "rankings/#there"
    assert complaints == []


def test_after_a_first_build_that_fails_the_page_comes_by_itself(page: Page, source: Source) -> None:
    source.save("index", "wrong from the start")
    with previewing(source.build, source.texts) as address:
        answer = page.goto(address)
        assert answer
        assert answer.status == 500
        expect(page.get_by_role("listitem")).to_have_text(["index.txt:1:7: wrong from the start"])
        source.save("index", "good at last")
        expect(page.locator("main")).to_have_text("good at last")
        expect(page.get_by_role("alert")).to_have_count(0)


def test_a_missing_page_comes_by_itself_when_it_is_made(page: Page, source: Source) -> None:
    source.save("index", "home")
    source.save("404", "not here")
    with previewing(source.build, source.texts) as address:
        answer = page.goto(address + "news.html")
        assert answer
        assert answer.status == 404
        expect(page.locator("main")).to_have_text("not here")
        source.save("news", "here now")
        expect(page.locator("main")).to_have_text("here now")


def test_a_page_left_open_is_reloaded_by_the_next_run_of_the_preview(page: Page, source: Source) -> None:
    source.save("index", "before")
    port = find_port()
    with previewing(source.build, source.texts, port=port) as address:
        page.goto(address)
        expect(page.locator("main")).to_have_text("before")
    source.save("index", "after")
    with previewing(source.build, source.texts, port=port):
        expect(page.locator("main")).to_have_text("after")


FROM_ELSEWHERE = """async (address) => {
  const outcome = (good, bad) => new Promise((resolve) => {
    good(() => resolve("let in"));
    bad(() => resolve("refused"));
  });
  const script = document.createElement("script");
  script.src = address + "livereload.js";
  document.head.append(script);
  const socket = new WebSocket(address.replace("http", "ws") + "livereload");
  return Promise.all([
    fetch(address).then(() => "let in", () => "refused"),
    fetch(address, { mode: "no-cors" }).then(() => "let in", () => "refused"),
    outcome((done) => { script.onload = done; }, (done) => { script.onerror = done; }),
    outcome((done) => { socket.onopen = done; }, (done) => { socket.onerror = done; }),
  ]);
}"""


def test_a_page_from_elsewhere_neither_reads_nor_connects(page: Page, source: Source) -> None:
    source.save("index", "ours")
    with previewing(source.build, source.texts) as address:
        page.goto("about:blank")
        assert page.evaluate(FROM_ELSEWHERE, address) == ["refused"] * 4


AS_OF = date(2026, 11, 21)
ROW = "2026-11-16,{},{},7,{}"


def test_a_row_that_is_saved_is_on_the_page_that_is_open_and_a_wrong_one_is_told(
    page: Page, tmp_path: Path, write_site: Callable[..., Path], complaints: list[str]
) -> None:
    root = write_site()
    builder = PreviewBuilder(root, tmp_path / "output", AS_OF, lambda: datetime(2026, 11, 21, tzinfo=UTC))
    matches = root / "results" / "list" / "matches.csv"
    rows = matches.read_text("utf-8").rstrip()
    with previewing(builder, *list_watched_paths(root)) as address:
        page.goto(f"{address}list/players/bob/")
        row = page.locator("tbody tr").filter(has=page.locator('a[href*="2026-11-16"]'))
        expect(row).to_have_count(0)
        for winner, other, lost in (("bob", "an", 5), ("an", "bob", 4), ("bob", "cleo", 3)):
            matches.write_text(f"{rows}\n{ROW.format(winner, other, lost)}\n", "utf-8")
            score = f"7–{lost}" if winner == "bob" else f"{lost}–7"
            expect(row.first).to_contain_text(f"{'won' if winner == 'bob' else 'lost'}{score}")
        matches.write_text(f"{rows}\n{ROW.format('bob', 'nobody', 5)}\n", "utf-8")
        expect(page.get_by_role("alert").get_by_role("listitem")).to_have_count(1)
        matches.write_text(f"{rows}\n", "utf-8")
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(row).to_have_count(0)
        page.goto(f"{address}list/")
        expect(page.get_by_role("table").first).to_be_visible()
    assert complaints == []
