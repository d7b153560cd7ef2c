"""What can be followed: feeds of the site, of each ranking and of each player, as Atom asks (RFC 4287)."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from pathlib import Path

import pytest

from sitegen.core.entities import Career, Result
from sitegen.pages.feeds import collect_entries
from sitegen.publishing import build

pytestmark = pytest.mark.slow

ATOM = "{http://www.w3.org/2005/Atom}"
AS_OF = date(2026, 11, 21)
Write = Callable[..., Path]


def feeds(output: Path) -> Mapping[str, ET.Element]:
    """Every feed of a site, by its path."""
    paths = sorted(output.rglob("feed.xml"))
    return {path.relative_to(output).as_posix(): ET.fromstring(path.read_bytes()) for path in paths}


def text(element: ET.Element, name: str) -> str:
    return element.findtext(f"{ATOM}{name}") or ""


@pytest.fixture(scope="module")
def found(demonstration_output: Path) -> Mapping[str, ET.Element]:
    return feeds(demonstration_output)


def test_the_site_each_ranking_and_each_player_with_a_career_has_one(
    found: Mapping[str, ET.Element], demonstration_output: Path
) -> None:
    rankings = ("backgammon", "chess", "bridge", "tuesday", "circuit")
    assert {"feed.xml", *(f"{ranking}/feed.xml" for ranking in rankings)} <= found.keys()
    players = {path.parent.name for path in demonstration_output.glob("backgammon/players/*/index.html")}
    followed = {path.split("/")[2] for path in found if path.startswith("backgammon/players/")}
    assert followed == players


def test_each_is_valid_atom_and_of_no_day_to_come(found: Mapping[str, ET.Element]) -> None:
    ids = [text(feed, "id") for feed in found.values()]
    assert len(set(ids)) == len(ids)
    for path, feed in found.items():
        assert feed.tag == f"{ATOM}feed"
        entries = feed.findall(f"{ATOM}entry")
        assert len(entries) <= 20, path
        for element in [feed, *entries]:
            assert all(text(element, name) for name in ("id", "title", "updated")), path
            assert date.fromisoformat(text(element, "updated").removesuffix("T00:00:00Z")) <= AS_OF
        keys = [text(entry, "id") for entry in entries]
        assert len(set(keys)) == len(keys), path
        days = [text(entry, "updated") for entry in entries]
        assert days == sorted(days, reverse=True), path
        assert not entries or text(feed, "updated") == days[0]
        itself = feed.find(f"{ATOM}link[@rel='self']")
        assert itself is not None
        assert itself.get("href") == f"https://delta.example/{path}"


def test_a_link_of_a_feed_leads_to_a_page(
    found: Mapping[str, ET.Element], demonstration_output: Path
) -> None:
    links = {link.get("href", "") for feed in found.values() for link in feed.iter(f"{ATOM}link")}
    ways = {link.removeprefix("https://delta.example/") for link in links}
    gone = {way for way in ways if way.endswith("/") and not (demonstration_output / way).is_dir()}
    assert gone == set()


def test_the_feed_of_a_player_tells_by_event_what_moved_and_to_what(write_site: Write) -> None:
    root = write_site()
    assert build(root, root / "output", AS_OF).problems == []
    feed = feeds(root / "output")["list/players/an/feed.xml"]
    (entry,) = feed.findall(f"{ATOM}entry")
    assert text(feed, "title") == "An Peeters, Rating list"
    assert text(entry, "id") == "https://club.example/rankings/list/players/an/#2026-11-02"
    parts = text(entry, "summary").split("; ")
    assert [part.split(" · ")[:3] for part in parts] == [
        ["won", "Bob Claes", "7–5"],
        ["lost", "Cléo Dupont", "2–5"],
    ]
    moved, _, after = text(entry, "title").partition(": ")[2].partition(" → ")
    changes = [float(part.split(" · ")[-1].replace("−", "-")) for part in parts]
    assert float(moved.replace("−", "-")) == pytest.approx(sum(changes), abs=0.11)
    rating = (root / "output/list/provisional.csv").read_text().partition("\nan,")[2].split(",")[2]
    assert float(after) == pytest.approx(float(rating), abs=0.5)


@pytest.mark.parametrize(("days_apart", "count"), [(0.5, 10), (4, 8), (7, 5), (40, 5)])
def test_the_feed_of_a_player_has_a_month_and_at_least_five_events(days_apart: float, count: int) -> None:
    days = [AS_OF - timedelta(days=int(days_apart * number)) for number in reversed(range(20))]
    results = [Result(day, f"event {number}", "won") for number, day in enumerate(days)]
    entries = collect_entries(Career(result_rows=results))
    assert [entry.key for entry in entries] == [f"event {19 - number}" for number in range(count)]


def test_a_summary_says_a_change_where_the_title_has_the_sum_of_several(
    found: Mapping[str, ET.Element],
) -> None:
    said = set[tuple[bool, bool]]()
    for path, feed in found.items():
        if path.startswith("backgammon/players/"):
            for entry in feed.findall(f"{ATOM}entry"):
                summary = text(entry, "summary")
                said.add(("; " in summary, bool(re.search(r"· [+−]\d+\.\d", summary))))
    assert (True, True) in said
    assert (False, True) not in said


def test_a_page_leads_to_its_own_feed(demonstration_output: Path) -> None:
    page = (demonstration_output / "backgammon/players/nico-plugboer/index.html").read_text()
    assert " href=feed.xml>" in page


def test_a_feed_is_written_again_only_when_it_changes(write_site: Write) -> None:
    root = write_site()
    build(root, root / "output", AS_OF)
    again = build(root, root / "output", AS_OF)
    assert again.plan is not None
    assert again.plan.is_empty
