"""A mistake is reported from the row itself, in the repository's form: whatever a row says stays a value."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from html import unescape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

import lxml.html
import pytest
from golden import SITES, read_output
from sites import published

from sitegen.core.language import Language
from sitegen.publishing import build
from sitegen.render.calculations import ISSUE_FORM, IssueReport

pytestmark = pytest.mark.slow

Write = Callable[..., Path]

AS_OF = date(2026, 11, 21)
REPORT = IssueReport(
    "delta/rankings",
    "list",
    "https://delta.example/list/players/an/",
    open_deadlines={"1": date(2026, 11, 28)},
)
PLACE = "results/list/matches.csv:2"
HOSTILE = [
    "&labels=urgent&assignees=an.csv",
    "#fragment.csv",
    "100% + 1 = ?.csv",
    'O\'Neil <b>"bold"</b>.csv',
    "Małgorzata Žižková 名前 😀.csv",
    "&amp;right=c.csv",
]


def fields(address: str) -> Mapping[str, str]:
    """What the form is filled in with, each field once, as GitHub takes an address apart."""
    parts = urlsplit(address)
    assert (parts.scheme, parts.netloc, parts.fragment) == ("https", "github.com", "")
    asked = parse_qs(parts.query, strict_parsing=True)
    assert {len(values) for values in asked.values()} == {1}
    return {name: value for name, (value,) in asked.items()}


@pytest.mark.parametrize("name", HOSTILE)
def test_the_name_of_a_file_is_never_more_than_a_value(name: str) -> None:
    place = f"results/list/{name}:2"
    (flag,) = REPORT.render_flags([(place, "1")], Language("en"))
    (link,) = lxml.html.fromstring(flag).iter("a")
    assert fields(link.get("href", "")) == {
        "template": ISSUE_FORM,
        "ranking": "list",
        "row": place,
        "until": "2026-11-28",
    }


class Row(NamedTuple):
    """A row of a page that says where it stands: what it says, and what it leads to."""

    text: str
    source: str
    asked: Mapping[str, str]


def rows(page: str) -> Iterator[Row]:
    """The rows of the tables of a page that say where they stand."""
    for row in lxml.html.fromstring(page).iter("tr"):
        links = list(row.iter("a"))
        places = [link for link in links if "/blob/HEAD/" in link.get("href", "")]
        if places:
            (flag,) = [link for link in links if link.get("class") == "flag"]
            cells = [text(cell) for cell in row if flag not in cell.iter()]
            source = unquote(places[0].get("href", "").partition("/blob/HEAD/")[2]).replace("?plain=1#L", ":")
            assert flag.get("aria-label") or flag.text
            yield Row(" ".join(cells), source, fields(flag.get("href", "")))


def text(element: lxml.html.HtmlElement) -> str:
    """What an element says."""
    return " ".join("".join(element.itertext()).split())


@pytest.mark.parametrize("site", SITES, ids=lambda item: item.name)
def test_every_row_of_results_leads_to_the_form_filled_in_with_it(
    site: Path, golden_output: Callable[[str], Path]
) -> None:
    output_files = read_output(golden_output(site.name))
    pages = {path: page for path, page in output_files.items() if re.search("/results/.+/", path)}
    found = [(path, row) for path, page in pages.items() for row in rows(page.decode())]
    assert found
    for path, row in found:
        assert row.asked == {
            "template": ISSUE_FORM,
            "ranking": path.partition("/results/")[0],
            "row": row.source,
        }
        file, _, line = row.source.rpartition(":")
        assert (site / file).read_text("utf-8-sig").splitlines()[int(line) - 1].strip()


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
    (first, second) = [row.asked for row in rows(page)]
    assert (first["row"], second["row"]) == (PLACE, "results/list/matches.csv:3")
    lines = (club / "results/list/matches.csv").read_text("utf-8").splitlines()
    assert (lines[1], lines[2]) == ("2026-11-02,an,bob,7,5", "2026-11-02,cleo,an,5,2")
    assert not re.search(r"\bbob\b|claes", page.lower())
    assert {*first, *second} == {"template", "ranking", "row"}, "a script adds more"


def test_every_match_of_a_player_leads_to_the_form(club: Path) -> None:
    page = pages(club)["list/players/an/index.html"]
    flags = re.findall(r'<a class=flag href="([^"]*)" aria-label="Report a mistake">', page)
    asked = [fields(unescape(flag)) for flag in flags]
    assert {name for address in asked for name in address} == {"template", "ranking", "row"}, (
        "a script adds more"
    )
    assert {address["ranking"] for address in asked} == {"list"}
    assert [address["row"][-1] for address in asked] == ["2", "3", "3", "2"], "those of the account, then all"


def test_as_long_as_complaints_count_a_match_of_a_player_says_until_when(club: Path) -> None:
    row = "2026-11-20,an,cleo,7,5\n"
    with (club / "results/list/matches.csv").open("a", encoding="utf-8") as file:
        file.write(row)
    page = pages(club)["list/players/an/index.html"]
    asked = [fields(unescape(address)) for address in re.findall(r'class=flag href="([^"]*)"', page)]
    until = {address["row"].rpartition(":")[2]: address.get("until") for address in asked}
    assert until == {"5": "2026-11-27", "3": None, "2": None}


def test_nothing_opens_a_blank_issue(club: Path) -> None:
    opened = [re.findall(r'"([^"]*/issues/new[^"]*)"', page) for page in pages(club).values()]
    assert any(opened)
    asked = {urlsplit(address).query.partition("&")[0] for found in opened for address in found}
    assert asked == {f"template={ISSUE_FORM}"}


def test_without_a_repository_nothing_is_asked(write_site: Write) -> None:
    told = "".join(pages(write_site()).values())
    assert "issues/new" not in told
    assert "class=flag" not in told
