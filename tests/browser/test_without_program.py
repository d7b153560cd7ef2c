"""A site that does not calculate in browsers: the same pages, which promise nothing that is not there."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from browser_copies import TODAY
from sites import files, write

from sitegen.publishing import build

pytestmark = pytest.mark.slow

SYSTEMS = ("elo", "ruit")
BROUGHT = re.compile(r"engine/|offline\.js$|check/|\w+/what-if/")
CALCULATING = re.compile(r"two-days|wasm-unsafe-eval|engine/|between\.js|offline\.js|check/|data-engine")
ASKING = re.compile(r"<section>\s*<h2 id=between>.*?</two-days>\s*</section>", re.DOTALL)
LOADING = re.compile(
    r"""<script src=[./]*static/(?:engine|between)\.js defer></script>| 'wasm-unsafe-eval'"""
)
CHECKING = re.compile(r'<a href="[./]*check/">[^<]*</a> ')


def built(root: Path, engine: str) -> dict[str, bytes]:
    given = files(*SYSTEMS)
    settings = given["sitegen.toml"].decode().replace("[site]\n", f"[site]\nengine = {engine}\n")
    write(root / engine, {**given, "sitegen.toml": settings.encode()})
    output = root / engine / "output"
    assert build(root / engine, output, TODAY).problems == []
    found = (path for path in output.rglob("*") if path.is_file())
    return {path.relative_to(output).as_posix(): path.read_bytes() for path in found}


@pytest.fixture(scope="module")
def calculating(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    return built(tmp_path_factory.mktemp("with"), "true")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    return built(tmp_path_factory.mktemp("without"), "false")


def test_it_has_all_else(calculating: Mapping[str, bytes], plain: Mapping[str, bytes]) -> None:
    """Feed, calendar, tables and pictures to the byte; what only those browsers need is not there."""
    assert plain.keys() == {path for path in calculating if not BROUGHT.match(path)}
    told = (".html", "SHA256SUMS", ".sitegen.json", "sitemap.xml")
    assert [text for text in plain if not text.endswith(told) and plain[text] != calculating[text]] == []
    assert {"feed.xml", "elo/calendar.ics"} <= plain.keys()


def test_no_page_promises_it(plain: Mapping[str, bytes]) -> None:
    pages = {path: data.decode() for path, data in plain.items() if path.endswith(".html")}
    assert [path for path, text in pages.items() if CALCULATING.search(text)] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_won_what_stands_there_all_the_same(
    calculating: Mapping[str, bytes], plain: Mapping[str, bytes], system: str
) -> None:
    """Of ready periods: what is missing is where two days are picked, and what that needs."""
    asked, ready = (of[f"{system}/risers/index.html"].decode() for of in (calculating, plain))
    assert "<tbody>" in ready
    assert ASKING.search(asked)
    for text in (ASKING, LOADING, CHECKING):
        asked = text.sub("", asked)
    assert asked.split() == ready.split()
