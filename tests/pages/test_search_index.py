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

from sitegen.build import prepare
from sitegen.core.model import PageContent, PlayerPage
from sitegen.core.names import slugify
from sitegen.pages.site import SEARCH_INDEX, plan_people, plan_search_index

pytestmark = pytest.mark.slow

Write = Callable[..., Path]
TODAY = date(2026, 11, 21)
PAGE = PageContent.create((), ())
MOST_BYTES = 300_000


def board(id_: str, players: list[PlayerPage], title: str = "", sort: dict[str, str] | None = None) -> Any:
    """A ranking with these pages of players, and nothing else."""
    ranking = SimpleNamespace(id=id_, menu_title=title or id_.title())
    known = [SimpleNamespace(id=player.id, sort_name=(sort or {}).get(player.id, "")) for player in players]
    outcome, dataset = SimpleNamespace(players=players, events=[]), SimpleNamespace(positions={})
    return SimpleNamespace(ranking=ranking, players=known, outcome=outcome, dataset=dataset)


def person(name: str, club: str = "") -> PlayerPage:
    return PlayerPage(slugify(name), name, club, PAGE)


def found(boards: list[Any]) -> dict[str, Any]:
    content: Any = SimpleNamespace(pages=[], news=[])
    return dict(json.loads(plan_search_index(boards, content)[SEARCH_INDEX]()))


def shown(boards: list[Any]) -> dict[str, dict[str, Any]]:
    return {page.url: dict(page.context) for page in plan_people(boards, "")}


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
    boards = [
        board("chess", [person("An Peeters", "Pawns"), PlayerPage("jan", "Jan Peeters", "", PAGE)]),
        board("bridge", [person("An Peeters"), PlayerPage("jan", "Jan Pieters", "", PAGE)]),
    ]
    players = found(boards)["players"]
    assert [player[0] for player in players] == ["An Peeters", "Jan Peeters", "Jan Pieters"]
    assert players[0] == ["An Peeters", "an-peeters", 0, 0, 0, 1, 0]
    names = [name for _, _, them in shown(boards)["players/"]["groups"] for name, _, _ in them]
    assert names == ["An Peeters", "Jan Peeters", "Jan Pieters"]


def test_letters_are_without_accents_and_go_by_the_name_that_is_sorted_by() -> None:
    names = ["Élodie", "Łukasz", "Ömer", "Zed", "007", "Joris van den Berg"]
    boards = [board("go", [*map(person, names)], sort={"joris-van-den-berg": "Berg, Joris van den"})]
    groups = shown(boards)["players/"]["groups"]
    assert [letter for letter, _, _ in groups] == ["B", "E", "L", "O", "Z", "0-9"]


def test_thousands_get_a_page_a_letter() -> None:
    boards = [board("go", [person(f"{letter}. Nr {n}") for letter in "ABC" for n in range(1_100)])]
    pages = shown(boards)
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
    content: Any = SimpleNamespace(pages=[], news=[])
    data = plan_search_index([board("go", many)], content)[SEARCH_INDEX]()
    assert len(json.loads(data)["players"]) > 9_900
    assert len(gzip.compress(data)) < MOST_BYTES
