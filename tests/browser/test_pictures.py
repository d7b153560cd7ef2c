"""The pictures of the guide can be taken, and those that it shows are of the same pages at the same size."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from guide import PAGES
from pictures import EVENING, PICTURES, README, ROOT, SHOTS, phone, photograph, shoot, shoot_evening
from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

HEADER = slice(16, 24)  # of a PNG: width and height
MAX_SIZE = 60_000


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
    assert_shown(shoot(browser, site, name, tmp_path))


def test_the_readme_shows_an_evening_that_can_be_entered(
    browser: Browser, demonstration: Path, tmp_path: Path
) -> None:
    paths = shoot_evening(browser, tmp_path)
    assert tuple(path.stem for path in paths) == EVENING
    for path in paths:
        assert_shown(path)


def assert_shown(path: Path) -> None:
    """The README has a picture of this size, which is small."""
    kept = (README / path.name).read_bytes()
    assert path.read_bytes()[HEADER] == kept[HEADER], "say: make pictures"
    assert len(kept) <= MAX_SIZE, path.name
    assert f".github/pictures/{path.name}" in (ROOT / "README.md").read_text(encoding="utf-8")
