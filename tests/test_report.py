"""A mistake is reported from the row itself, in the repository's form: whatever a row says stays a value."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from html import escape, unescape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit
from xml.etree.ElementTree import Element

import html5lib
import pytest
from golden import SITES, made
from hypothesis import given
from hypothesis import strategies as st
from sites import published

from sitegen.build import build
from sitegen.language import Language
from sitegen.render.report import FORM, LONGEST, Report
from sitegen.table import column_of

Write = Callable[..., Path]

AS_OF = date(2026, 11, 21)
REPORT = Report("delta/rankings", "list", "https://delta.example/list/results/1/", date(2026, 11, 28))
PLACE = "results/list/matches.csv:2"
WINNER = column_of("Winner", str)
HOSTILE = [
    "&labels=urgent&assignees=an",
    "#fragment",
    "100% + 1 = ?",
    "a\r\nb%0Aright=c",
    'O\'Neil <b>"bold"</b>',
    "Małgorzata Žižková 名前 😀",
    "@everyone ```",
    "&amp;right=c",
]


def fields(address: str) -> Mapping[str, str]:
    """What the form is filled in with, each field once, as GitHub takes an address apart."""
    parts = urlsplit(address)
    assert (parts.scheme, parts.netloc, parts.fragment) == ("https", "github.com", "")
    asked = parse_qs(parts.query, strict_parsing=True)
    assert {len(values) for values in asked.values()} == {1}
    return {name: value for name, (value,) in asked.items()}


def address_of(name: str) -> str:
    """What a row with this name in it leads to."""
    (flag,) = REPORT.flags([PLACE], [(WINNER, [f"<td>{escape(name)}"])], Language("en"))
    (address,) = re.findall(r'href="([^"]*)"', flag)
    return unescape(address)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_never_more_than_a_value(name: str) -> None:
    assert fields(address_of(name)) == {
        "template": FORM,
        "ranking": "list",
        "page": "https://delta.example/list/results/1/",
        "until": "2026-11-28",
        "row": PLACE,
        "published": f"Winner: {' '.join(name.split())}".strip(),
    }


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=3000))
def test_an_address_is_never_too_long_and_nothing_in_it_is_broken(name: str) -> None:
    address, whole = address_of(name), f"Winner: {' '.join(name.split())}"
    assert len(address) <= LONGEST
    assert re.fullmatch(r"[!-~]+", address)
    told = fields(address).get("published", "")
    assert told == whole or whole.startswith(told.removesuffix(" …"))


def test_what_is_cut_is_cut_between_letters() -> None:
    told = fields(address_of("名" * 1000))["published"]
    assert re.fullmatch("Winner: 名{100,} …", told)


class Row(NamedTuple):
    """A row of a page that says where it stands: what it says, and what it leads to."""

    text: str
    source: str
    asked: Mapping[str, str]
    name: str


def rows(page: bytes) -> Iterator[Row]:
    """The rows of the tables of a page that say where they stand."""
    tree = html5lib.parse(page, namespaceHTMLElements=False)
    for row in tree.iter("tr"):
        links = list(row.iter("a"))
        places = [each for each in links if each.find("span[@class='source']") is not None]
        if places:
            (flag,) = [each for each in links if each.get("class") == "flag"]
            cells = [text(each) for each in row if flag not in each.iter()]
            source = unquote(places[0].get("href", "").partition("/blob/HEAD/")[2]).replace("?plain=1#L", ":")
            yield Row(" ".join(cells), source, fields(flag.get("href", "")), flag.get("aria-label", ""))


def text(element: Element) -> str:
    """What an element says."""
    return " ".join("".join(element.itertext()).split())


@pytest.mark.parametrize("site", SITES, ids=lambda each: each.name)
def test_every_row_of_results_leads_to_the_form_filled_in_with_it(site: Path, tmp_path: Path) -> None:
    pages = {path: page for path, page in made(site, tmp_path).items() if re.search("/results/.+/", path)}
    found = [(path, row) for path, page in pages.items() for row in rows(page)]
    assert found
    for path, row in found:
        ranking, address = path.partition("/")[0], row.asked["page"]
        assert (row.asked["template"], row.asked["ranking"]) == (FORM, ranking)
        assert address.endswith(f"/{path.removesuffix('index.html')}")
        assert row.asked["row"] == row.source
        file, _, line = row.source.rpartition(":")
        assert (site / file).read_text("utf-8-sig").splitlines()[int(line) - 1].strip()
        said = [each.partition(":")[2].strip() for each in row.asked["published"].splitlines()]
        assert " ".join(said) == " ".join(row.text.split())
        assert row.name.endswith(f": {file.rpartition('/')[2].removesuffix('.csv')}:{line}")


@pytest.fixture
def club(write_site: Write) -> Path:
    """A small site with a repository and a player who is not named."""
    settings = """
        [site]
        title = "Test club"
        url = "https://club.example/rankings"
        repository = "club/rankings"

        [[ranking]]
        id = "list"
        system = "fibs"
        title = "Rating list"
    """
    players = "id,name,club,hidden\nan,An Peeters,North,\nbob,Bob Claes,South,yes\ncleo,Cléo Dupont,North,\n"
    return write_site({"sitegen.toml": settings, "results/list/players.csv": players})


def pages(root: Path) -> dict[str, str]:
    """The pages of a site by path."""
    built = build(root, root / "output", AS_OF)
    assert built.plan is not None
    return {
        path: page.decode() for path, page in published(root / "output").items() if path.endswith(".html")
    }


def test_the_line_is_that_of_the_row_and_a_hidden_player_stays_hidden(club: Path) -> None:
    page = pages(club)["list/results/2026-11-02/index.html"]
    (first, second) = [each.asked for each in rows(page.encode())]
    assert (first["row"], second["row"]) == (PLACE, "results/list/matches.csv:3")
    lines = (club / "results/list/matches.csv").read_text("utf-8").splitlines()
    assert (lines[1], lines[2]) == ("2026-11-02,an,bob,7,5", "2026-11-02,cleo,an,5,2")
    assert "Winner: Cléo Dupont\nLoser: An Peeters" in second["published"]
    assert "Winner: An Peeters\nLoser: Player 1" in first["published"]
    assert not re.search(r"\bbob\b|claes", page.lower())
    assert {first["until"], second["until"]} == {"2026-11-09"}


def test_every_match_of_a_player_leads_to_the_form(club: Path) -> None:
    page = pages(club)["list/players/an/index.html"]
    flags = re.findall(r'<a class="flag" href="([^"]*)" aria-label="Report a mistake">', page)
    asked = [fields(unescape(each)) for each in flags]
    assert {name for each in asked for name in each} == {"template", "ranking", "row"}, "a script adds more"
    assert {each["ranking"] for each in asked} == {"list"}
    assert [each["row"][-1] for each in asked] == ["2", "3", "3", "2"], "those of the account, then all"


def test_as_long_as_complaints_count_a_match_of_a_player_says_until_when(club: Path) -> None:
    row = "2026-11-20,an,cleo,7,5\n"
    with (club / "results/list/matches.csv").open("a", encoding="utf-8") as file:
        file.write(row)
    page = pages(club)["list/players/an/index.html"]
    asked = [fields(unescape(each)) for each in re.findall(r'class="flag" href="([^"]*)"', page)]
    until = {each["row"].rpartition(":")[2]: each.get("until") for each in asked}
    assert until == {"5": "2026-11-27", "3": None, "2": None}


def test_nothing_opens_a_blank_issue(club: Path) -> None:
    opened = [re.findall(r'"([^"]*/issues/new[^"]*)"', page) for page in pages(club).values()]
    assert any(opened)
    asked = {urlsplit(each).query.partition("&")[0] for found in opened for each in found}
    assert asked == {f"template={FORM}"}


def test_without_a_repository_nothing_is_asked(write_site: Write) -> None:
    told = "".join(pages(write_site()).values())
    assert "issues/new" not in told
    assert 'class="flag"' not in told
