"""The pictures of the guide can be taken, and those that it shows are of the same pages at the same size."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from guide import PAGES
from pictures import PICTURES, README, SHOTS, phone, photograph, shoot
from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

HEADER = slice(16, 24)  # of a PNG: width and height


@pytest.fixture(scope="module")
def guided(browser: Browser) -> Iterator[Page]:
    with phone(browser) as page:
        yield page


def test_the_pictures_that_the_guide_has_are_those_that_are_taken(demonstration: Path) -> None:
    assert {path.stem for path in PAGES.glob("*.png")} == {*PICTURES}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_taken_of_a_page_that_is_there(
    guided: Page, site: Path, name: str, tmp_path: Path
) -> None:
    taken = photograph(guided, site, name, tmp_path).read_bytes()
    assert taken[HEADER] == (PAGES / f"{name}.png").read_bytes()[HEADER], "say: make pictures"


@pytest.mark.parametrize("name", SHOTS)
def test_the_readme_shows_pages_that_are_there(
    browser: Browser, site: Path, name: str, tmp_path: Path
) -> None:
    taken = shoot(browser, site, name, tmp_path).read_bytes()
    assert taken[HEADER] == (README / f"{name}.png").read_bytes()[HEADER], "say: make pictures"
    assert f".github/pictures/{name}.png" in README.parents[1].joinpath("README.md").read_text(
        encoding="utf-8"
    )
