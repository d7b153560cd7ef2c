"""Every figure of the circuit of the demonstration can be recomputed from its pages alone."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import page_figures_ludo_pages as followed
import pytest
from page_figures_ludo import Circuit
from page_figures_ludo_pages import Checked

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def circuit(demonstration_output: Path) -> Circuit:
    return Circuit(demonstration_output, "circuit")


def hold(checks: Iterable[Checked], fewest: int) -> None:
    """All of them come out, and there are so many at least."""
    every = list(checks)
    assert [claim for claim in every if not claim.holds] == []
    assert len(every) > fewest


@pytest.mark.article("ludo", "Article 4.1", "Article 4.2")
def test_tournaments(circuit: Circuit) -> None:
    for tournament in [circuit.tournaments[0], *Random(4).sample(circuit.tournaments, 9)]:
        hold(followed.of_tournament(circuit, tournament), 1000)
        hold(followed.filled_in(circuit, f"results/{tournament.key}"), 60)


@pytest.mark.article("ludo", "Article 4.4")
def test_lists(circuit: Circuit) -> None:
    first, second, *rest = [tournament.day for tournament in circuit.tournaments]
    for day in [first, second, *Random(4).sample(rest, 6)]:
        hold(followed.of_list(circuit, day), 500)
    hold(followed.of_list(circuit, rest[-1], "."), 500)


@pytest.mark.article("ludo", "Article 4.2", "Article 4.4")
def test_years(circuit: Circuit) -> None:
    for year in sorted({tournament.year for tournament in circuit.tournaments}):
        hold(followed.of_year(circuit, year), 1000)


@pytest.mark.article("ludo", "Article 4.5")
def test_games(circuit: Circuit) -> None:
    for line in Random(4).sample(circuit.page("games/").rows("games"), 8):
        hold(followed.of_game(circuit, line), 100)


@pytest.mark.article("ludo", "Article 4.5")
def test_final_tables(circuit: Circuit) -> None:
    for line in Random(4).sample(circuit.page("games/").rows("games"), 8):
        hold(followed.of_final(circuit, str(line["Game"])), 10)


@pytest.mark.article("ludo", "Article 4.3")
def test_prizes(circuit: Circuit) -> None:
    for tournament in Random(4).sample(circuit.tournaments, 10):
        hold(followed.of_prizes(circuit, tournament), 200)


@pytest.mark.article("ludo", "Article 4.1", "Article 4.2", "Article 4.4", "Article 4.5")
def test_players(circuit: Circuit) -> None:
    players = sorted(path.name for path in (circuit.root / "circuit/players").iterdir() if path.is_dir())
    for player in Random(4).sample(players, 15):
        hold(followed.of_player(circuit, player), 10)


def test_a_small_circuit_with_options_and_hidden_players_as_a_whole(
    golden_output: Callable[[str], Path],
) -> None:
    hold(followed.everything(Circuit(golden_output("circuit"), "circuit")), 4000)


def test_every_section_that_is_calculated_leads_to_an_article_that_is_there(circuit: Circuit) -> None:
    articles = {*re.findall(r'id="(article-[^"]*)"', circuit.text("rules"))}
    key = circuit.tournaments[-1].key
    for path in (
        "",
        "results/",
        "years/",
        "years/2026/",
        "games/",
        "games/catan/",
        f"results/{key}/",
        f"prizes/{key}/",
    ):
        for name, links in circuit.page(path).articles.items():
            assert links or name == "to-come", (path, name)
            assert {link.rpartition("#")[2] for link in links} <= articles
