"""Small sites by each system in three languages: nothing on their Dutch and French pages is in English."""

import csv
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from shutil import copytree

import golden
import pytest
from texts import TRANSLATION_LANGUAGES, catalog

from sitegen.publishing import prepare
from sitegen.render import MEMORY_SINK, render_site

pytestmark = pytest.mark.slow
BY_DAY = ("ladder", "periods")
"""By elo and glicko2, of which the demonstration in test_translations.py has none; others in the night."""
_FILLED = re.compile(r"%\(\w+\)s|\{\w+\}")
_AS_IT_STANDS = re.compile(r'<(code|h1|title|bdi)\b.*?</\1>|<span class="source">.*?</span>', re.DOTALL)
"""What is not said by the program: names of options, and of what a club calls its own."""
_ATTRIBUTES = frozenset({"title", "alt", "aria-label", "placeholder"})


class _Said(HTMLParser):
    """All that a page says."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.feed(_AS_IT_STANDS.sub("", page))

    def handle_data(self, data: str) -> None:
        """A text between tags."""
        self.said.append(" ".join(data.split()))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        """The texts in the attributes of a tag."""
        self.said += [" ".join(value.split()) for name, value in attrs if name in _ATTRIBUTES and value]


@cache
def english(language: str) -> frozenset[str]:
    """The English texts that are others in `language`, with nothing to be filled in."""
    found = (
        message
        for message in catalog(language)
        if isinstance(message.id, str) and message.id != message.string
    )
    return frozenset(message.id for message in found if not _FILLED.search(message.id))


def told(site: Path, folder: Path) -> Iterator[tuple[str, str, str]]:
    """Each text of a site that is made in every language, but for its own words: language, page and text."""
    copytree(site, folder, ignore=lambda *_: ["expected", "content"])
    settings = (folder / "sitegen.toml").read_text("utf-8")
    settings = re.sub(r'^language = ".*\n', "", settings, flags=re.MULTILINE)
    languages = f"languages = {['en', *TRANSLATION_LANGUAGES]}".replace("'", '"')
    (folder / "sitegen.toml").write_text(settings.replace("[site]", f"[site]\n{languages}", 1), "utf-8")
    prepared = prepare(folder, golden.AS_OF)
    assert prepared.site is not None
    assert prepared.page_plan is not None
    rendered, problems = render_site(prepared.site, prepared.page_plan, MEMORY_SINK)
    assert problems == []
    own = {ranking.title for ranking in prepared.site.rankings} | set(_cells(folder))
    for page in prepared.page_plan.pages:
        if page.path.endswith(".html"):
            said = _Said(rendered[page.path].decode()).said
            yield from ((page.language, page.path, text) for text in said if text not in {"", *own})


def _cells(folder: Path) -> Iterator[str]:
    """What the club itself wrote into its tables, and the parts of it that pages show apart."""
    for path in folder.rglob("*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            yield from (
                part.strip() for row in csv.reader(file) for cell in row for part in (cell, *cell.split(","))
            )


@pytest.mark.parametrize(
    "site",
    [pytest.param(site, marks=[] if site.name in BY_DAY else pytest.mark.night) for site in golden.SITES],
    ids=lambda site: site.name,
)
def test_no_page_says_in_english_what_has_a_translation(site: Path, tmp_path: Path) -> None:
    every = list(told(site, tmp_path / "site"))
    wrong = [(path, text) for language, path, text in every if language != "en" and text in english(language)]
    assert sorted(set(wrong)) == []
    assert any(text in english("fr") for language, _, text in every if language == "en")
