"""The people of a federation: one page each with all their clubs, from wherever they play and back."""

import json
import re
import shutil
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from urllib.parse import urljoin

import pytest
import sites

from sitegen.publishing import build

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
FEDERATION = Path(__file__).parents[1] / "sites" / "federation"
PEOPLE = {"an-peeters", "bo-thys", "cas-maes", "eva-nys", "jan-smit-1", "jan-smit-2"}
LINK = re.compile(r'href="?([^"\s>]+)')


def copy_site(folder: Path) -> Path:
    """The federation of the golden sites, to be changed."""
    return shutil.copytree(FEDERATION, folder / "site", ignore=shutil.ignore_patterns("expected"))


def publish(root: Path) -> Mapping[str, bytes]:
    """What a site becomes."""
    result = build(root, root.parent / "output", TODAY)
    assert result.plan is not None, result.problems
    return sites.published(root.parent / "output")


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """What the federation becomes."""
    return publish(copy_site(tmp_path_factory.mktemp("people")))


def list_targets(published: Mapping[str, bytes], path: str) -> set[str]:
    """The pages that the main part of a page leads to."""
    main = published[f"{path}index.html"].decode().partition("<main")[2].partition("</main>")[0]
    return {urljoin(f"/{path}", link).removeprefix("/") for link in LINK.findall(main)}


def list_people(published: Mapping[str, bytes]) -> set[str]:
    """Who has a page over all rankings."""
    found = (re.fullmatch("players/([^/]+)/index.html", path) for path in published)
    return {match[1] for match in found if match}


def test_everybody_who_is_in_two_rankings_has_a_page(published: Mapping[str, bytes]) -> None:
    assert list_people(published) == PEOPLE


def test_a_transfer_keeps_the_history_of_both_clubs_on_one_page(published: Mapping[str, bytes]) -> None:
    targets = list_targets(published, "players/bo-thys/")
    assert {"rating/players/bo-thys/", "clubs/toren/players/bo/", "clubs/fou/players/bo/"} <= targets
    page = published["players/bo-thys/index.html"].decode()
    assert "De Toren until 2026, Le Fou since 2026" in page
    assert "clubs/fou/club/" in targets


def test_links_lead_both_ways(published: Mapping[str, bytes]) -> None:
    ways = 0
    for person in PEOPLE:
        for target in list_targets(published, f"players/{person}/"):
            if re.fullmatch(r".+/players/[^/]+/", target):
                ways += 1
                assert f"players/{person}/" in list_targets(published, target), (person, target)
    assert ways == 15


def test_search_and_the_page_of_all_players_have_a_person_once(published: Mapping[str, bytes]) -> None:
    found = [player[:2] for player in json.loads(published["search.json"])["players"]]
    assert sorted(id_ for _, id_ in found) == sorted([*PEOPLE, "gil"])
    assert ["Cas Maes", "cas-maes"] in found  # whom one of the clubs calls C. Maes
    assert {f"players/{person}/" for person in PEOPLE} <= list_targets(published, "players/")


def test_nobody_who_hides_is_on_a_page_of_people(tmp_path: Path) -> None:
    root = copy_site(tmp_path)
    path = root / "results/clubs/fou/players.csv"
    path.write_text(path.read_text().replace("cas,Cas Maes,", "cas,Cas Maes,yes"))
    published = publish(root)
    assert list_people(published) == PEOPLE - {"cas-maes"}
    assert not any(b"Cas Maes" in data for data in published.values())


def test_two_people_with_one_id_have_one_page_and_links_that_lead_somewhere(tmp_path: Path) -> None:
    root = copy_site(tmp_path)
    for club, name in (("toren", "Kim Claes"), ("fou", "Kim Claes"), ("rebond", "Kim Desmet")):
        folder = root / "results/clubs" / club
        with (folder / "players.csv").open("a") as file:
            file.write(f"kim,{name},\n")
        with (folder / "games.csv").open("a") as file:
            file.write(f"2026-11-17,kim,{'jan' if club == 'rebond' else 'bo'},1-0\n")
    published = publish(root)
    assert list_people(published) == {*PEOPLE, "kim"}
    assert {"clubs/toren/players/kim/", "clubs/fou/players/kim/"} <= list_targets(published, "players/kim/")
    assert "players/kim/" not in list_targets(published, "clubs/rebond/players/kim/")
