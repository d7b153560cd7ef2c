"""Every figure of a sample of the pages of the Tuesdays, recomputed from what the pages alone show."""

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from page_figures_nbb import Found, Reader
from page_reader import CALCULATION, Row

pytestmark = [pytest.mark.slow]

_SAMPLE = 12


@pytest.fixture(scope="module")
def reader(demonstration_output: Path) -> Reader:
    return Reader(demonstration_output, "tuesday")


def sampled(paths: Iterable[str]) -> list[str]:
    return Random(14).sample(sorted(paths), _SAMPLE)


def key(row: Row) -> str:
    """The key of the session that a line of the calendar leads to."""
    return row["Results"].link.strip("/").rpartition("/")[2]


def wrong(claims: Iterable[Found]) -> list[Found]:
    every = list(claims)
    assert every, "nothing was recomputed"
    return [claim for claim in every if not claim.agrees]


@pytest.mark.article(
    "nbb",
    "Basisprincipes",
    "Rankingpunten toekennen voor paren- en butlerwedstrijden",
    "Naar rato van de scores, gebalanceerd",
    "Rankingpunten toekennen voor viertallenwedstrijden",
    "Zittingen met afwijkende hoeveelheid lijnen",
    "Top-integrale uitslagen",
    "Spelers",
)
def test_every_figure_of_a_session_comes_out(reader: Reader) -> None:
    """All teams evenings and the one session that was top-integral are among them."""
    held = {key(session): session["Form"] for session in reader.calendar}
    always = [key for key, form in held.items() if form == "teams"] + ["2026-03-10"]
    keys = dict.fromkeys([*always, *sampled(held)])
    assert {held[key] for key in keys} == {"pairs", "butler", "teams"}
    assert wrong(claim for event in keys for claim in reader.session(event)) == []
    assert wrong(claim for event in keys for claim in reader.filled(event)) == []


@pytest.mark.article(
    "nbb", "Spelers", "Het speelmoment en het speelseizoen", "Clubkampioenschap (individueel)"
)
def test_every_figure_of_a_player_comes_out(reader: Reader) -> None:
    pages = (path.parent for path in (reader.root / "tuesday/players").glob("*/index.html"))
    paths = sampled(f"players/{page.name}/" for page in pages)
    assert wrong(claim for path in paths for claim in reader.player(path)) == []


@pytest.mark.article("nbb", "Spelers")
def test_every_figure_of_a_list_comes_out(reader: Reader) -> None:
    pages = (path.parent for path in (reader.root / "tuesday/lists").glob("*/index.html"))
    paths = ["", *sampled(f"lists/{page.name}/" for page in pages)]
    assert wrong(claim for path in paths for claim in reader.list(path)) == []


@pytest.mark.article(
    "nbb", "Clubkampioenschap (individueel)", "Clubkampioenschap voor paren en driemanschappen"
)
def test_every_figure_of_the_championships_comes_out(reader: Reader) -> None:
    assert wrong(reader.champions()) == []


@pytest.mark.article("nbb", "Paren", "Driemanschappen")
def test_every_figure_of_the_pairs_comes_out(reader: Reader) -> None:
    assert wrong(reader.pairs()) == []


def test_every_section_leads_to_its_articles_and_every_row_of_a_session_to_where_it_stands(
    reader: Reader,
) -> None:
    for row in reader.calendar:
        shown = reader.page(f"results/{key(row)}/")
        assert all(shown.articles.values())
        rows = [row for name in shown.sections for row in shown.rows(name)]
        assert all((row["Source"] if "Source" in row else row[CALCULATION]).link for row in rows)
