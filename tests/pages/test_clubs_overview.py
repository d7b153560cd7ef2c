"""The pages of all clubs and of people, in a federation whose registers name the club that they are of."""

import re
from collections.abc import Mapping
from datetime import date

import pytest
import sites

from sitegen.publishing import build

pytestmark = pytest.mark.slow

SETTINGS = """\
[site]
title = "Federation"
url = "https://federation.example/"
cards = "none"

[[ranking]]
folder = "results/clubs/*"
system = "nbb"

[ranking.options]
lines = 1
"""
SEASONS = "season,start,end\n2026-2027,2026-09-01,2027-08-31\n"
CLUBS = {"Ruit": ["An Peeters", "Bo Thys", "Cy Claes", "Di Maes"], "Troef": ["An Peeters", "Eva Nys"]}


def list_files() -> dict[str, bytes]:
    """Two clubs, one of which has drawn its next session; An plays in both."""
    files = {"sitegen.toml": SETTINGS}
    for club, names in CLUBS.items():
        folder = f"results/clubs/{club.lower()}"
        ids = [name.lower().replace(" ", "-") for name in names]
        players = "".join(f"{id_},{name},{club},60\n" for id_, name in zip(ids, names, strict=True))
        files[f"{folder}/ranking.toml"] = f'title = "{club}"\n'
        files[f"{folder}/players.csv"] = f"id,name,club,ranking\n{players}"
        files[f"{folder}/seasons.csv"] = SEASONS
    ruit = "an-peeters,bo-thys", "cy-claes,di-maes"
    rows = [f"2026-11-17,A,{ruit[0]},55\n2026-11-17,A,{ruit[1]},45\n"]
    rows += [f"2026-11-24,A,{pair},\n" for pair in ruit]
    files["results/clubs/ruit/pairs.csv"] = f"date,line,player1,player2,score\n{''.join(rows)}"
    return {path: text.encode() for path, text in files.items()}


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """What they become."""
    root = tmp_path_factory.mktemp("clubs") / "site"
    sites.write(root, list_files())
    result = build(root, root.parent / "output", date(2026, 11, 21))
    assert result.plan is not None, result.problems
    return sites.published(root.parent / "output")


def read_main(published: Mapping[str, bytes], path: str) -> str:
    """The text of the main part of a page, without its markup."""
    main = published[f"{path}index.html"].decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())


def test_a_session_that_was_drawn_is_not_the_latest_result_of_a_club(published: Mapping[str, bytes]) -> None:
    clubs = read_main(published, "clubs/")
    assert "Ruit 4 players 17 Nov 2026 Troef 2 players" in clubs
    assert "24 Nov" not in clubs
    assert "clubs/ruit/results/2026-11-24/index.html" in published


def test_a_club_that_is_a_ranking_is_named_once_beside_a_player(published: Mapping[str, bytes]) -> None:
    people = read_main(published, "players/")
    assert "Bo Thys Ruit" in people
    assert "Ruit · Ruit" not in people


def test_of_two_clubs_none_is_called_the_club_of_a_person(published: Mapping[str, bytes]) -> None:
    person = read_main(published, "players/an-peeters/")
    assert re.search(r"All players Ranking Place Figure Ruit .* Troef", person), person
