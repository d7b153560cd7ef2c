"""The Chromium or Chrome that the system has: for the tests that need a browser, and for pictures."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserType, Page, ViewportSize, sync_playwright

NAMES = (
    "chromium-headless-shell",  # without windows: the tests take two thirds of the time
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-gpu-compositing",  # with --single-threaded a fifth of the time less
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--liftoff-only,--single-threaded",  # compiling WebAssembly again is a third of each start
]


PHONE: ViewportSize = {"width": 360, "height": 740}
PATIENCE = 60_000
"""Milliseconds for what is expected of a page; only a failing test waits that long."""


class NoBrowserError(Exception):
    """The system has none of the browsers that are looked for."""


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser that is closed at the end; a `NoBrowserError` where there is none."""
    with sync_playwright() as playwright, another(playwright.chromium) as browser:
        yield browser


@contextmanager
def another(kind: BrowserType, *flags: str) -> Iterator[Browser]:
    """The same with more flags, also beside one that runs already."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        raise NoBrowserError(f"a browser is needed; none of these was found: {', '.join(NAMES)}")
    browser = kind.launch(executable_path=program, args=[*FLAGS, *flags])
    yield browser
    browser.close()


@contextmanager
def watched(browser: Browser, **settings: Any) -> Iterator[tuple[Page, list[str]]]:
    """A page, and what the browser has complained of while it was there, the policy of a page among it."""
    found: list[str] = []
    with browser.new_context(**settings) as context:
        page = context.new_page()
        listen(page, found)
        yield page, found


@contextmanager
def anew(page: Page, address: str) -> Iterator[Page]:
    """A page that many tests have, as one of them wants it: nothing is kept of an earlier one there."""
    page.goto("about:blank")
    kept = {"origin": address, "storageTypes": "local_storage"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", kept)
    page.set_viewport_size(PHONE)
    yield page
    page.unroute_all()
    page.context.unroute_all()
    page.context.set_offline(offline=False)


def listen(page: Page, found: list[str]) -> None:
    """Note what the browser complains of."""
    serious = {"error", "warning"}
    page.on("console", lambda message: found.append(message.text) if message.type in serious else None)
    page.on("pageerror", lambda error: found.append(str(error)))
