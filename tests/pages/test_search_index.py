"""The search index and the page of all players: who stands in them, who does not, and how large it gets."""

import gzip
import json
import random
from collections.abc import Callable
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sitegen.core.names import slugify
from sitegen.pages.overview import PlayerEntry
from sitegen.pages.page import SiteShell
from sitegen.pages.people import plan_people
from sitegen.pages.site import SEARCH_INDEX, plan_search_index
from sitegen.publishing import prepare
from sitegen.rankings.people import NOBODY

pytestmark = pytest.mark.slow

Write = Callable[..., Path]
TODAY = date(2026, 11, 21)
MOST_BYTES = 300_000


Boards = dict[str, list[PlayerEntry]]
"""Rankings with nothing but players who have a page, by id."""


def person(name: str, club: str = "", sort_name: str = "") -> PlayerEntry:
    return identify(PlayerEntry(slugify(name), name, sort_name or name, club, 0, ("", "")), slugify(name))


def identify(player: PlayerEntry, id_: str) -> PlayerEntry:
    """The player with an id."""
    return player._replace(id=id_, person_key=(id_, player.name))


def split(boards: Boards) -> tuple[list[Any], list[Any]]:
    """The rankings and their summaries."""
    rankings = [SimpleNamespace(id=id_, title=id_.title(), menu_title=id_.title()) for id_ in boards]
    return rankings, [SimpleNamespace(players=players, events=[]) for players in boards.values()]


def indexed(boards: Boards) -> bytes:
    content: Any = SimpleNamespace(pages=[], news=[])
    shell = SiteShell([], has_check_page=False, has_fonts=False)
    return plan_search_index(*split(boards), shell, content)[SEARCH_INDEX]()


def shown(boards: Boards) -> dict[str, dict[str, Any]]:
    rankings, summaries = split(boards)
    site: Any = SimpleNamespace(prefix="", site=SimpleNamespace(rankings=rankings))
    return {page.url: dict(page.context) for page in plan_people(site, summaries, NOBODY)}


def test_it_has_everyone_who_has_a_page_and_nobody_who_hides(write_site: Write) -> None:
    players = """
        id,name,club,hidden
        an,An Peeters,North,
        bob,Bob Secret,South,yes
        cleo,Cléo Dupont,North,
        """
    root = write_site({"results/list/players.csv": players, "content/about.md": "# About us\n"})
    planned = prepare(root, TODAY).page_plan
    assert planned is not None
    said = planned.files[SEARCH_INDEX]().decode()
    told = json.loads(said)
    assert [player[0] for player in told["players"]] == ["An Peeters", "Cléo Dupont"]
    assert ["About us", "about/"] in told["pages"]
    assert "Secret" not in said
    assert "Player " not in said


def test_the_same_id_and_name_in_two_rankings_is_one_person_and_others_are_not() -> None:
    boards = {
        "chess": [person("An Peeters", "Pawns"), identify(person("Jan Peeters"), "jan")],
        "bridge": [person("An Peeters"), identify(person("Jan Pieters"), "jan")],
    }
    players = json.loads(indexed(boards))["players"]
    assert [player[0] for player in players] == ["An Peeters", "Jan Peeters", "Jan Pieters"]
    assert players[0] == ["An Peeters", "an-peeters", 0, 0, 0, 1, 0]
    names = [name for _, _, them in shown(boards)["players/"]["groups"] for name, *_ in them]
    assert names == ["An Peeters", "Jan Peeters", "Jan Pieters"]


def test_letters_are_without_accents_and_go_by_the_name_that_is_sorted_by() -> None:
    people = [*map(person, ["Élodie", "Łukasz", "Ömer", "Zed", "007"])]
    people.append(person("Joris van den Berg", sort_name="Berg, Joris van den"))
    groups = shown({"go": people})["players/"]["groups"]
    assert [letter for letter, _, _ in groups] == ["B", "E", "L", "O", "Z", "0-9"]


def test_thousands_get_a_page_a_letter() -> None:
    pages = shown({"go": [person(f"{letter}. Nr {n}") for letter in "ABC" for n in range(1_100)]})
    assert [*pages] == ["players/", "players/a/", "players/b/", "players/c/"]
    assert pages["players/"]["groups"] == []
    assert pages["players/"]["count"] == 3_300
    assert len(pages["players/b/"]["groups"][0][2]) == 1_100


def test_ten_thousand_players_take_less_than_300_kb() -> None:
    """Of letters by chance: real names, which share their parts, take a third less."""
    draw = random.Random(15)

    def word(most: int) -> str:
        return "".join(draw.choices("aaeeiioounnrrtlsdmkvbghjpcw", k=draw.randint(4, most))).title()

    first, last = [word(8) for _ in range(500)], [word(11) for _ in range(3_000)]
    clubs = [f"{word(8)} {word(10)}" for _ in range(200)]
    many = [
        person(f"{draw.choice(first)} {draw.choice(last)} {n % 7 or ''}".strip(), draw.choice(clubs))
        for n in range(10_000)
    ]
    data = indexed({"go": many})
    assert len(json.loads(data)["players"]) > 9_900
    assert len(gzip.compress(data)) < MOST_BYTES
