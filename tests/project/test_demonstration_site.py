"""The demonstration site as a whole: what must hold for every page, whatever it shows."""

import csv
import re
from itertools import groupby
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree as ET

import pytest
from sites import published

from sitegen.inputs.config.settings import load_site

pytestmark = [pytest.mark.usefixtures("demonstration"), pytest.mark.slow]

ROOT = Path(__file__).parents[2]
HERE = "https://here.example/"


@pytest.fixture(scope="module")
def site(demonstration_output: Path) -> dict[str, bytes]:
    """Every file of the site by path, made by two processes."""
    return published(demonstration_output)


def links(path: str, text: bytes) -> set[str]:
    """The addresses that a page leads to, resolved against its own, without what comes after `#` or `?`."""
    page = HERE + path.removesuffix("index.html")
    return {urljoin(page, match.decode()) for match in {*re.findall(rb'(?:href|src)="?([^"#?\s>]*)', text)}}


def test_every_internal_link_leads_to_a_file(site: dict[str, bytes]) -> None:
    known = {HERE + path.removesuffix("index.html") for path in site}
    dead = {
        (path, link)
        for path, text in site.items()
        if path.endswith(".html")
        for link in links(path, text)
        if link.startswith(HERE) and unquote(link) not in known
    }
    assert dead == set()


_SHOWN = re.compile(rb"<code>.*?</code>", re.DOTALL)
"""Text that is to be copied into another site, not part of the page."""
_TRANSLATION = re.compile(rb"<link rel=alternate hreflang[^>]*>")
_LINK = re.compile(rb'(?<!rel=canonical )(?:href|src)="?((?:[a-z]+:)?/[^"\s>]*)')
_FORBIDDEN = re.compile(rb"<script(?! src=| type=application/ld.json)|\son[a-z]+=|\sstyle=|<style")


@pytest.fixture(scope="module")
def shown(site: dict[str, bytes]) -> dict[str, bytes]:
    """Every page, without such text."""
    return {path: _SHOWN.sub(b"", text) for path, text in site.items() if path.endswith(".html")}


def test_every_link_is_relative_but_those_to_the_repository_and_of_the_page_for_unknown_addresses(
    shown: dict[str, bytes],
) -> None:
    """And those that tell search engines of translations, which must be whole, and of an installer."""
    texts = [_TRANSLATION.sub(b"", text) for path, text in shown.items() if path != "404.html"]
    links = {match for text in texts for match in _LINK.findall(text)}
    absolute = {urlsplit(link.decode()).netloc or "a path from the root" for link in links}
    assert absolute == {"github.com", "pipx.pypa.io"}


def test_every_page_forbids_what_it_does_not_need_before_anything_else(shown: dict[str, bytes]) -> None:
    policy = b"<head>\n<meta http-equiv=Content-Security-Policy content=\"default-src 'none';"
    assert [path for path, text in shown.items() if policy not in text] == []
    assert [path for path, text in shown.items() if _FORBIDDEN.search(text)] == []


def test_no_byte_tells_who_is_hidden(site: dict[str, bytes]) -> None:
    tables = [path.read_text("utf-8").splitlines() for path in sorted(ROOT.glob("results/*/players.csv"))]
    hidden = [row for table in tables for row in csv.DictReader(table) if row["hidden"] == "yes"]
    secrets = {
        (row.get(name) or "").encode() for row in hidden for name in ("id", "name", "sort_name", "aliases")
    } - {b""}
    assert len(hidden) == 8
    assert [(secret, path) for path, text in site.items() for secret in secrets if secret in text] == []


def test_the_sitemap_and_the_feed_tell_whole_addresses_of_pages_that_are_there(
    site: dict[str, bytes],
) -> None:
    settings, _ = load_site(ROOT)
    assert settings is not None
    pages = {settings.url + path.removesuffix("index.html") for path in site if path.endswith("index.html")}
    told = {
        element.text for element in ET.fromstring(site["sitemap.xml"]).iter() if element.tag.endswith("loc")
    }
    embedded = {page for page in pages if page.endswith("/embed/")}  # part of a list, on another site
    assert told == pages - embedded
    feed = ET.fromstring(site["feed.xml"])
    atom = "{http://www.w3.org/2005/Atom}"
    entries = [
        (element.findtext(f"{atom}updated"), element.find(f"{atom}link"))
        for element in feed.iter(f"{atom}entry")
    ]
    assert [day for day, _ in entries] == sorted((day for day, _ in entries), reverse=True)
    assert {link.get("href") for _, link in entries if link is not None} <= pages


def test_the_list_holds_its_promises(site: dict[str, bytes]) -> None:
    """Ranked by rating, ranks shared, provisional players apart and in alphabetical order."""
    ranked = list(csv.DictReader(site["backgammon/rating-list.csv"].decode().splitlines()))
    ratings = [float(row["rating"]) for row in ranked]
    assert ratings == sorted(ratings, reverse=True)
    assert [int(row["rank"]) for row in ranked] == [
        1 + sum(other_rating > rating for other_rating in ratings) for rating in ratings
    ]
    provisional = list(csv.DictReader(site["backgammon/provisional.csv"].decode().splitlines()))
    assert all(int(row["experience"]) < 100 for row in provisional)
    assert all(int(row["experience"]) >= 100 for row in ranked)
    assert not {row["player"] for row in ranked} & {row["player"] for row in provisional}


def test_among_equals_hidden_players_stand_last(site: dict[str, bytes]) -> None:
    """The place of a label between two names would tell between which the real one lies."""
    seen = 0
    for path, text in site.items():
        rows = list(csv.DictReader(text.decode().splitlines())) if path.endswith(".csv") else []
        columns = [*rows[0]] if rows else []
        if "rank" in columns and "player" in columns:
            until = columns[: columns.index("rank") + 1]
            ranked = [row for row in rows if row["rank"]]
            for _, group in groupby(ranked, key=lambda row: [row[column] for column in until]):
                hide = [re.fullmatch(r"player-\d+", row["player"]) is not None for row in group]
                assert hide == sorted(hide), path
                seen += len({*hide}) > 1
    assert seen


def test_the_rules_stand_once_at_the_foot_of_a_page_and_say_their_language(site: dict[str, bytes]) -> None:
    pages = {path: text for path, text in site.items() if path.endswith(".html")}
    found = {path: text.count(b"<p class=articles>") for path, text in pages.items()}
    assert {*found.values()} == {0, 1}
    (foot,) = re.findall("<p class=articles>(.*)</p>", pages["chess/results/22/index.html"].decode())
    assert re.findall('lang=nl title="[^"]*">§\N{NO-BREAK SPACE}([^<]*)<', foot)[:3] == ["2.2", "3", "5"]


def test_who_is_not_registered_is_offered_with_the_word(site: dict[str, bytes]) -> None:
    rows = csv.DictReader(site["backgammon/not-registered.csv"].decode().splitlines())
    page = site["backgammon/enter/index.html"].decode()
    offered = {*re.findall(r'data-id="([^"]+)"[^>]* data-note="Not registered"', page)}
    shown = {row["player"] for row in rows} & {*re.findall(r'data-id="([^"]+)"', page)}
    assert offered == shown != set()
