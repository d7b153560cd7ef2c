"""A browser, and sites that are built once for all tests that need them."""

import threading
from collections.abc import Iterator
from datetime import date
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from chromium import PATIENCE, PHONE, NoBrowserError, launched, listen
from playwright.sync_api import Browser, Page, expect
from run_cache import RunCache
from site_server import served
from sites import files, mark_hidden, write
from stub_worker import KEEPS_NOTHING

from sitegen.publishing import build

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests; each takes a `page` of its own in it."""
    try:
        with launched() as browser:
            yield browser
    except NoBrowserError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page with no history, no cookies and nothing kept from an earlier test."""
    with browser.new_context() as context:
        yield context.new_page()


@pytest.fixture(scope="module")
def _tab(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        yield context.new_page()


@pytest.fixture
def tab(_tab: Page) -> Iterator[Page]:
    """A page that the tests of a file have one after another: it starts a browser's process once for all."""
    yield _tab
    _tab.unroute_all()
    _tab.emulate_media(media="null", color_scheme="null")
    _tab.set_viewport_size({"width": 1280, "height": 720})


@pytest.fixture(scope="session")
def phone(browser: Browser) -> Iterator[Page]:
    """A page on a phone on the day of the demonstration, for all tests: a new one is half of their time."""
    with browser.new_context(viewport=PHONE, locale="nl-BE", timezone_id="Europe/Brussels") as context:
        context.add_init_script(KEEPS_NOTHING)
        page = context.new_page()
        page.clock.set_fixed_time("2026-11-21T20:12:00Z")
        yield page


@pytest.fixture(scope="session")
def site(demonstration_output: Path) -> Path:
    """The folder of the demonstration site, to be read only."""
    return demonstration_output


class _Quiet(SimpleHTTPRequestHandler):
    """Serves a folder, with its own page for what is missing, and writes no log."""

    def log_message(self, *_: object) -> None:
        """Nothing: what a test asks for is in the test."""

    def send_error(self, code: int, *_: object, **__: object) -> None:
        """The site's own 404.html, as a web host shows it."""
        page = Path(self.directory, "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The address that the demonstration site is served at."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def fibs_output(run_cache: RunCache) -> Path:
    """A Dutch site of one ranking that calculates in the browser; one player in it hides."""

    def fill(root: Path) -> None:
        given = files("fibs")
        settings = given["sitegen.toml"].decode().replace('language = "en" ', 'language = "nl" ')
        more = '[site]\nengine = true\nrepository = "delta/rankings"\n'
        more += 'contact = "results@delta.example"\n'
        rows = given["results/fibs/players.csv"].decode().splitlines()[-7:]
        players = [*mark_hidden(rows, lambda row: "tom-claes" in row), ""]
        settings = settings.replace("[site]\n", more)
        changed = {"sitegen.toml": settings, "results/fibs/players.csv": "\n".join(players)}
        write(root / "site", {**given, **{path: text.encode() for path, text in changed.items()}})
        built = build(root / "site", root / "served", date(2026, 11, 21))
        assert built.plan is not None, built.problems

    return run_cache.make_folder("fibs", fill) / "served"


@pytest.fixture(scope="session")
def fibs(fibs_output: Path) -> Iterator[str]:
    """The address of that site."""
    with served(fibs_output) as address:
        yield address


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What the browser reports of the page, its policy among it, as long as the test runs."""
    found: list[str] = []
    listen(page, found)
    return found
