"""What pages of the NBB-Clubranking show of sessions and players."""

import re
from datetime import date
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from sites import render
from test_nbb import FIRST, NEXT, SEASON, club, evening, rated, session

from sitegen import testing
from sitegen.core.model import Outcome, PageContent, Section
from sitegen.systems.nbb.pages.events import map_topic_addresses
from sitegen.systems.nbb.tables import Inputs, LineUp, PairsLine, Partnership, Sitting, Substitute

FOUR = club(an=80.0, bo=60.0, ci=70.0, di=70.0)


def sections(sheet: PageContent) -> dict[str, Section]:
    return {section.name: section for section in sheet.sections() if isinstance(section, Section)}


def page(outcome: Outcome, player: str) -> PageContent:
    return next(page.content for page in outcome.players if page.id == player)


def facts(sheet: PageContent) -> dict[str, Any]:
    return {fact.label: fact.value for fact in sheet.facts}


def test_a_session_that_was_drawn_shows_its_lines_in_order() -> None:
    """Inside a line the pairs stand as they were drawn."""
    drawn = session(PairsLine, FIRST, "B a b -", "A f e -", "A c d -")
    (event,) = rated(Inputs(club(**dict.fromkeys("abcdef", 60.0)), [SEASON], pairs=drawn)).events
    rows = sections(event.content)["lines"].rows
    assert [row.line + row.player1 + row.player2 for row in rows] == ["Afe", "Acd", "Bab"]


@pytest.mark.parametrize(("method", "interval"), [("balanced", "100.00 – 40.00"), ("dynamic", "70.00")])
def test_a_line_is_headed_by_its_points_or_by_those_for_an_average_score(method: str, interval: str) -> None:
    rows = session(PairsLine, FIRST, "A an bo 60", "A ci di 40")
    (event,) = rated(Inputs(FOUR, [SEASON], pairs=rows), method=method).events
    assert sections(event.content)["line-A"].params["interval"] == interval


def test_the_facts_of_a_player_are_those_of_the_season_begun_last() -> None:
    rows = [
        *session(PairsLine, FIRST, "A an bo 63.5", "A ci di 36.5"),
        *session(PairsLine, date(2026, 9, 8), "A an bo 50", "A ci di 50"),
    ]
    inputs = Inputs(FOUR, [SEASON, NEXT], pairs=rows)
    values = facts(page(rated(inputs, lines=1), "an"))
    assert (values["Average of the championship"], values["Sessions this season"]) == (80, 1)
    begun = facts(page(rated(inputs._replace(pairs=rows[:2]), lines=1), "an"))
    assert "Average of the championship" not in begun
    assert begun["Ranking"] == begun["Substitute ranking"] == pytest.approx((5 * 80 + 100) / 6)


SITE = Path(__file__).parents[1] / "sites" / "club"
LATE = "2026-10-20,early,A,,eva,gus,60,\n2026-10-20,early,A,,bo,hil,40,\n"


@pytest.mark.slow
def test_of_two_sessions_on_a_day_each_is_led_to_by_its_own_key(tmp_path: Path) -> None:
    copytree(SITE, tmp_path / "site", ignore=lambda *_: ["expected"])
    with (tmp_path / "site/results/tuesday/pairs.csv").open("a") as file:
        file.write(LATE)
    made = render(tmp_path / "site", date(2026, 11, 21), lambda path: path.startswith("tuesday/"))
    pages = {path: text.decode() for path, text in made.items() if path.endswith("html")}
    days = re.compile(r"[=/]([^=/>]+)/>(?:<time datetime=2026-10-20>|20.Oct)")
    events = ["2026-10-20-late", "2026-10-20-early"]
    assert days.findall(pages["tuesday/results/index.html"]) == events
    _, _, sessions = pages["tuesday/players/bo/index.html"].partition("id=sessions")
    assert list(dict.fromkeys(days.findall(sessions))) == events
    assert {*days.findall(pages["tuesday/players/eva/index.html"])} == {*events[1:]}
    assert days.findall(pages["tuesday/partnerships/an-bo/index.html"]) == events[:1]
    assert days.findall(pages["tuesday/lists/2026-10-20/index.html"]) == events[:1]
    assert {*days.findall(pages["tuesday/results/2026-10-27/index.html"])} == {events[1]}
    assert (
        "<h1>Pairs session of Tuesday 20 October 2026 (early)</h1>"
        in pages["tuesday/results/2026-10-20-early/index.html"]
    )
    assert testing.find_breaches(tmp_path / "site", date(2026, 11, 21)) == []


def four_evenings() -> list[Any]:
    """An and Bo are worth 100, 60, 80 and 90 points, one evening after another."""
    scores = (63.5, 36.5, 50.0, 56.75)
    return [
        row
        for number, score in enumerate(scores, 1)
        for row in session(PairsLine, evening(number), f"A an bo {score}", f"A ci di {100 - score}")
    ]


def test_a_player_sees_which_sessions_count_and_what_fell_away() -> None:
    """Two sessions count in a ranking; three are needed, so that one of four falls away."""
    inputs = Inputs(FOUR, [SEASON], pairs=four_evenings())
    outcome = rated(inputs, lines=1, sessions=2, min_=3, drop=5)
    rows = sections(page(outcome, "an"))["sessions"].rows
    assert [(row.points, row.counts, row.dropped) for row in rows] == [
        (90, True, None),
        (80, True, None),
        (60, None, True),
        (100, None, None),
    ]
    rows = sections(page(rated(inputs, lines=1, championships=("pairs",)), "an"))["sessions"].rows
    assert {row.dropped for row in rows} == {None}


def test_a_step_says_what_the_points_replace() -> None:
    """A substitute ranking of 80 as long as two sessions are not played, then the session two before."""
    outcome = rated(Inputs(FOUR, [SEASON], pairs=four_evenings()), lines=1, sessions=2)
    lines = [row for event in outcome.events for row in sections(event.content)["line-A"].rows]
    own = [row for row in lines if "an" in {row.player1, row.player2}]
    steps = [
        (row.replaced1, row.of1, row.outgoing1)
        if row.player1 == "an"
        else (row.replaced2, row.of2, row.outgoing2)
        for row in own
    ]
    assert steps == [
        (80, None, ""),
        (80, None, ""),
        (100, evening(1), str(evening(1))),
        (60, evening(2), str(evening(2))),
    ]
    assert [row.source for row in own] == [f"{evening(number)}.csv:2" for number in (1, 2, 3, 4)]


def test_a_season_says_where_its_substitute_ranking_stands() -> None:
    """In a row of the club's own for it, in that of the player, or nowhere, where it was calculated."""
    players = [
        player.replace(source=f"players.csv:{player.id}")
        for player in club(an=80.0, bo=60.0, ci=70.0, di=None)
    ]
    own = [Substitute("2026", "an", 55.0, "substitutes.csv:2")]
    rows = [
        *session(PairsLine, FIRST, "A an bo 60", "A ci di 40"),
        *session(PairsLine, date(2026, 9, 8), "A an bo 50", "A ci di 50"),
    ]
    outcome = rated(Inputs(players, [SEASON, NEXT], own, pairs=rows), lines=1, start_ranking=40.0)
    messages = {
        player: [(row.season, row.source) for row in sections(page(outcome, player))["seasons"].rows]
        for player in ("an", "bo", "di")
    }
    assert messages == {
        "an": [("2026", "substitutes.csv:2"), ("2025", "players.csv:an")],
        "bo": [("2026", ""), ("2025", "players.csv:bo")],
        "di": [("2026", ""), ("2025", "")],
    }
    assert sections(page(outcome, "an"))["seasons"].rows[0].substitute == 55


def teams(*scores: float | None) -> Inputs:
    """A teams evening of one sitting."""
    players = club(**dict.fromkeys("abcd", 80.0), **dict.fromkeys("efgh", 60.0))
    line_ups = [
        LineUp(FIRST, "X", *"abcd", source="lineups.csv:2"),
        LineUp(FIRST, "Y", *"efgh", source="lineups.csv:3"),
    ]
    sittings = [
        Sitting(FIRST, 1, "X", "Y", scores[0], "teams.csv:2"),
        Sitting(FIRST, 1, "Y", "X", scores[1], "teams.csv:3"),
    ]
    return Inputs(players, [SEASON], teams=sittings, lineups=line_ups)


def test_a_teams_evening_shows_its_sittings_and_where_they_stand() -> None:
    (event,) = rated(teams(17.0, 3.0)).events
    shown = sections(event.content)
    assert [(row.team, row.opponent, row.strength, row.vp, row.source) for row in shown["sittings"].rows] == [
        ("X", "Y", 60, 17, "teams.csv:2"),
        ("Y", "X", 80, 3, "teams.csv:3"),
    ]
    assert [(row.team, row.source) for row in shown["teams"].rows] == [
        ("X", "lineups.csv:2"),
        ("Y", "lineups.csv:3"),
    ]


def test_a_teams_evening_to_come_shows_who_meets_whom() -> None:
    (event,) = rated(teams(None, None)).events
    shown = sections(event.content)
    assert [(row.team, row.opponent, row.vp, row.source) for row in shown["sittings"].rows] == [
        ("X", "Y", None, "teams.csv:2"),
        ("Y", "X", None, "teams.csv:3"),
    ]
    assert [(row.team, row.player1, row.player5, row.source) for row in shown["line-ups"].rows] == [
        ("X", "a", None, "lineups.csv:2"),
        ("Y", "e", None, "lineups.csv:3"),
    ]


def test_the_page_of_a_pair_says_which_results_count() -> None:
    """Two are needed and one was played together, so that the better one with a substitute is added."""
    rows = [
        *session(PairsLine, evening(1), "A an ci 40 for=p", "A bo di 60"),
        *session(PairsLine, evening(2), "A an bo 50", "A ci di 50"),
        *session(PairsLine, evening(3), "A an ci 55", "A bo di 45 for=p"),
    ]
    inputs = Inputs(FOUR, [SEASON], partnerships=[Partnership("p", "an", "bo")], pairs=rows)
    outcome = rated(inputs, lines=1, min_=2, pair_substitutes=1)
    (topic,) = (topic for topic in outcome.topics if topic.key == "partnerships/p")
    messages = [
        (row.date, row.player1, row.player2, row.substitute, row.counts, row.source)
        for row in sections(topic.content)["season-1"].rows
    ]
    assert messages == [
        (evening(3), "bo", "di", True, True, f"{evening(3)}.csv:3"),
        (evening(2), "an", "bo", None, True, f"{evening(2)}.csv:2"),
        (evening(1), "an", "ci", True, False, f"{evening(1)}.csv:2"),
    ]
    assert facts(topic.content) == {"Player": "an", "Partner": "bo"}


def test_partnerships_that_differ_in_signs_alone_have_pages_of_their_own() -> None:
    names = ["1 a", "1-a", "2", "-"]
    addresses = map_topic_addresses(
        [Partnership(name, "an", "bo") for name in names], {name: name for name in names}
    )
    assert len({*addresses.values()}) == 4
    assert addresses["2"] == "partnerships/2"
    assert all(
        re.fullmatch(r"partnerships/[0-9a-z]+(-[0-9a-z]+)*", address) for address in addresses.values()
    )
