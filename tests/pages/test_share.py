"""What stands beside a link that somebody shares: texts, pictures, and what a page is for programs."""

import json
from collections.abc import Callable, Mapping
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import elements
import pytest
import small_site
from lxml.etree import _Element
from PIL import Image, ImageDraw

from sitegen.pages import cards as pictures
from sitegen.pages.card_content import PlayerCard, Poster, build_touch_icon
from sitegen.publishing import build

pytestmark = pytest.mark.slow

AS_OF = date(2026, 11, 21)
URL = "https://delta.example/"
Write = Callable[..., Path]
CARD = PlayerCard("Club", "List", "An Peeters", "North", "1 / 3", "1512", "+3.5", (1500.0, 1496.5, 1512.0))


def head(output: Path, path: str) -> _Element:
    text = (output / path / "index.html").read_text(encoding="utf-8")
    (found,) = elements.read(text).iter("head")
    return found


def meta(output: Path, path: str) -> Mapping[str, str]:
    """What the head of a page says, by name and by property."""
    found = head(output, path).iter("meta")
    return {
        name: element.get("content") or ""
        for element in found
        for name in (element.get("name"), element.get("property"))
        if name
    }


def linked(output: Path, path: str) -> Mapping[str, Any]:
    (script,) = [script for script in head(output, path).iter("script") if script.get("type")]
    return json.loads(script.text or "")


@pytest.mark.parametrize(
    ("path", "title", "description", "card"),
    [
        (
            "backgammon",
            "Backgammon rating list, 21 November 2026",
            "Players: 76. 1 Olivier Poncelette 1776, 2 Dries Impens 1719, 3 Juul Nieuwlaat 1716.",
            "backgammon/card.png",
        ),
        (
            "backgammon/players/nico-plugboer",
            "Nico Plugboer, 1559 – Backgammon rating list",
            "Nico Plugboer (De Blokkade): Rating 1559, place 22 of 76, +16.2 since 14 November 2026.",
            "backgammon/players/nico-plugboer/card.png",
        ),
        ("", "Delta federation", "Delta federation: Backgammon", "card.png"),
        ("chess/rules", None, "", "chess/card.png"),
    ],
)
def test_a_page_says_what_it_is_where_it_is_shared(
    demonstration_output: Path, path: str, title: str | None, description: str, card: str
) -> None:
    told = meta(demonstration_output, path)
    assert told.get("og:title") == title, "the title of the page says as much of the others"
    assert told.get("description") == told.get("og:description")
    assert told.get("description", "").startswith(description)
    assert ("description" in told) == bool(description), "the title of the others says all"
    assert told["og:image"] == URL + card
    assert told.get("twitter:card") == ("summary_large_image" if title else None)


def test_every_page_has_one_lasting_address(demonstration_output: Path) -> None:
    for path in sorted(demonstration_output.rglob("index.html"))[::23]:
        way = path.parent.relative_to(demonstration_output).as_posix()
        assert len(meta(demonstration_output, way).get("description", "")) <= 300, way
        found = [
            link for link in head(demonstration_output, way).iter("link") if link.get("rel") == "canonical"
        ]
        assert [link.get("href") for link in found] == [f"{URL}{way}/".replace("/./", "/")]


def test_every_picture_is_there_small_and_of_its_size(demonstration_output: Path) -> None:
    found = sorted(demonstration_output.rglob("card.png"))
    players = [*demonstration_output.glob("*/players/*/index.html")]
    assert len(found) == 1 + 5 + len(players)
    assert sum(path.stat().st_size for path in found) / len(found) < 11_000
    for path in found[::50]:
        with Image.open(path) as picture:
            assert picture.size == (1200, 630)
            assert picture.info == {}
    with Image.open(demonstration_output / "static/touch.png") as icon:
        assert icon.size == (180, 180)


@pytest.mark.parametrize(("colour", "accent"), [("", (11, 93, 87)), ("#7a1f3d", (122, 31, 61))])
def test_the_icon_is_what_would_be_drawn_in_the_colours_of_a_site(
    colour: str, accent: tuple[int, ...]
) -> None:
    drawn = Image.new("RGB", (180, 180), accent)
    for left, top in ((39, 84), (76, 45), (113, 101)):
        ImageDraw.Draw(drawn).rectangle((left, top, left + 28, 135), fill="white")
    with Image.open(BytesIO(build_touch_icon(colour))) as icon:
        icon.verify()
    with Image.open(BytesIO(build_touch_icon(colour))) as icon:
        assert icon.convert("RGB").tobytes() == drawn.tobytes()


def test_a_card_is_a_function_of_what_it_shows() -> None:
    assert pictures.draw_card(CARD) == pictures.draw_card(CARD)
    changed = [CARD._replace(**{name: "9"}) for name in ("name", "place", "figure", "change", "ranking")]
    assert len({pictures.draw_card(card) for card in [CARD, *changed, CARD._replace(line=(1.0, 2.0))]}) == 7


def test_a_long_name_fits() -> None:
    with Image.open(BytesIO(pictures.draw_card(CARD._replace(name="Wim " * 60)))) as picture:
        right = picture.convert("L").crop((1150, 100, 1200, 380))
        assert right.getextrema() == (255, 255)


def test_a_ranking_of_nobody_has_a_card() -> None:
    assert pictures.draw_poster(Poster("Club", "List", []))


@pytest.mark.parametrize(("said", "expected"), [("all", 5), ("rankings", 2), ("none", 0)])
def test_a_site_says_what_has_a_picture(write_site: Write, said: str, expected: int) -> None:
    text = (
        f'[site]\ntitle = "Club"\nurl = "https://club.example/"\ncards = "{said}"\n\n'
        '[[ranking]]\nid = "list"\nsystem = "fibs"\ntitle = "Rating list"\n'
    )
    root = write_site({"sitegen.toml": text})
    assert build(root, root / "output", AS_OF).problems == []
    assert len([*(root / "output").rglob("card.png")]) == expected
    shared = meta(root / "output", "list/players/an")
    own = {"all": "list/players/an/card.png", "rankings": "list/card.png"}
    assert shared.get("og:image", "") == (f"https://club.example/{own[said]}" if said in own else "")


def test_only_the_cards_that_change_are_drawn_again(
    write_site: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = "id,name,club\n" + "".join(
        f"p{number},Player {number}\n".replace("\n", ",\n") for number in range(6)
    )
    matches = "date,winner,loser,length,score\n2026-11-02,p0,p1,7,5\n2026-11-03,p2,p3,7,5\n"
    tables = {"results/list/players.csv": players, "results/list/matches.csv": matches}
    root = write_site({"sitegen.toml": small_site.DRAWN, **tables})
    build(root, root / "output", AS_OF)
    drawn: list[str] = []
    draw = pictures.draw_card
    monkeypatch.setattr(pictures, "draw_card", lambda shown: drawn.append(shown.name) or draw(shown))
    build(root, root / "output", AS_OF)
    assert drawn == []
    (root / "results/list/matches.csv").write_text(f"{matches}2026-11-09,p4,p5,7,5\n")
    build(root, root / "output", AS_OF)
    assert {"Player 4", "Player 5"} <= {*drawn}
    assert not {"Player 0", "Player 1"} & {*drawn}


def test_programs_are_told_what_a_page_is(demonstration_output: Path) -> None:
    home = linked(demonstration_output, "")
    assert home["@type"] == "SportsOrganization"
    listed = linked(demonstration_output, "backgammon")
    assert listed["@type"] == "Dataset"
    for download in listed["distribution"]:
        assert (demonstration_output / download["contentUrl"].removeprefix(URL)).is_file()


def test_a_page_names_the_feed_that_is_nearest(demonstration_output: Path) -> None:
    player = "backgammon/players/nico-plugboer"
    feeds = {
        "": "./feed.xml",
        "clubs": "../feed.xml",
        "backgammon": "feed.xml",
        "chess/results/22": "../../feed.xml",
        player: "feed.xml",
    }
    for path, feed in feeds.items():
        links = head(demonstration_output, path).iter("link")
        assert [link.get("href") for link in links if link.get("type") == "application/atom+xml"] == [feed]
        assert (demonstration_output / path / feed).is_file()


def test_the_size_of_a_picture_is_told_once(demonstration_output: Path) -> None:
    """Whoever shows one keeps it by its address."""
    told = {path: meta(demonstration_output, path) for path in ("", "chess", "chess/rules", "clubs")}
    sizes = {path: (page.get("og:image:width"), page.get("og:image:height")) for path, page in told.items()}
    assert sizes == {
        "": ("1200", "630"),
        "chess": ("1200", "630"),
        "chess/rules": (None, None),
        "clubs": (None, None),
    }


def test_a_title_cannot_end_the_data_inside_a_page(write_site: Write) -> None:
    title = "An </script><b>&amp; Co"
    root = write_site({"sitegen.toml": small_site.DRAWN.replace('title = "Test club"', f'title = "{title}"')})
    assert build(root, root / "output", AS_OF).problems == []
    assert linked(root / "output", "")["name"] == title


def test_each_list_that_is_shown_in_full_is_there_as_data(demonstration_output: Path) -> None:
    ranking = demonstration_output / "backgammon"
    pages = {page.parent for page in ranking.glob("lists/*/index.html")}
    full = {page for page in pages if "rating-list" in (page / "index.html").read_text()}
    assert {path.parent for path in ranking.glob("lists/*/rating-list.csv")} == full
    latest = max(full)
    for name in ("rating-list", "provisional", "not-registered"):
        assert (latest / f"{name}.csv").read_bytes() == (ranking / f"{name}.csv").read_bytes()
        assert (ranking / f"{name}.json").exists()
    assert [*ranking.glob("lists/**/*.json")] == []
    assert "rating-list.json" not in (latest / "index.html").read_text()
    first = (min(full) / "rating-list.csv").read_text().splitlines()
    assert first[0] == (ranking / "rating-list.csv").read_text().splitlines()[0]


def test_a_search_engine_is_told_where_the_addresses_are(demonstration_output: Path) -> None:
    assert f"Sitemap: {URL}sitemap.xml" in (demonstration_output / "robots.txt").read_text()


def test_a_card_has_the_colour_of_the_site() -> None:
    with Image.open(BytesIO(pictures.draw_card(CARD._replace(colour="#7a1f3d")))) as picture:
        assert picture.convert("RGB").getpixel((4, 4)) == (0x7A, 0x1F, 0x3D)
