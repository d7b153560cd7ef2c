"""The pages of a circuit: what they show beside the published tables, and who is hidden on them."""

import re
from datetime import date
from importlib import import_module
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from circuits import inputs, rated, table, tournament
from sites import render

from sitegen import testing
from sitegen.core.model import Chart, Outcome, Section
from sitegen.render.table_layout import find_visible_columns

pytestmark = pytest.mark.slow

SITE = Path(__file__).parents[1] / "sites" / "circuit"
TODAY = date(2026, 11, 21)
MORE = "2026-more,1,Catan,1,kim,1,\n2026-more,1,Catan,1,an-peeters,2,"


def sections(parts: Any) -> dict[str, Section]:
    return {section.name: section for section in parts if isinstance(section, Section)}


def topic(outcome: Outcome, key: str) -> dict[str, Section]:
    return sections(next(topic for topic in outcome.topics if topic.key == key).content.sections())


def player(outcome: Outcome, id_: str) -> dict[str, Section]:
    return sections(next(player for player in outcome.players if player.id == id_).content.sections())


def times(count: int, *others: Any) -> Outcome:
    """A year in which `a` won Catan from `b` so many times, at tables of two."""
    held = [tournament(f"t{n}", f"2016-{n:02}-01") for n in range(1, count + 1)]
    return rated(inputs([table(f"t{n} 1 A", "a 1", "b 2") for n in range(1, count + 1)], *held, *others))


def test_of_two_tournaments_on_a_day_each_is_led_to_by_its_own_key(tmp_path: Path) -> None:
    copytree(SITE, tmp_path / "site", ignore=lambda *_: ["expected"])
    kept = tmp_path / "site" / "results" / "circuit"
    for name, again in (("tournaments", "2026-more,2026-11-14,More,regular,,,"), ("results", MORE)):
        with (kept / f"{name}.csv").open("a") as file:
            file.write(again + "\n")
    (kept / "tournaments.csv").write_text(
        (kept / "tournaments.csv").read_text() + "2026-other,2026-11-21,Other,regular,,,\n"
    )
    made = render(tmp_path / "site", TODAY, lambda path: path.startswith("circuit/"))
    pages = {path: text.decode() for path, text in made.items() if path.endswith("html")}
    days = re.compile(r"[=/]([^=/>]+)/>(?:<time datetime=2026-11-14>|14 Nov<)")
    assert days.findall(pages["circuit/results/index.html"]) == ["2026-more", "2026-final"]
    _, _, tournaments = pages["circuit/players/kim/index.html"].partition("id=tournaments")
    assert list(dict.fromkeys(days.findall(tournaments))) == ["2026-more", "2026-final"]
    assert days.findall(pages["circuit/years/2026/index.html"]) == ["2026-more", "2026-final"]
    assert days.findall(pages["circuit/index.html"]) == ["2026-more"]
    for key in ("2026-more", "2026-final"):
        assert days.findall(pages[f"circuit/prizes/{key}/index.html"]) == [key]
    assert testing.find_breaches(tmp_path / "site", TODAY) == []


@pytest.mark.parametrize(
    ("played", "win", "last", "needed"),
    [
        (1, (102 + 104) / 4, 102 / 4, 0),
        (2, (204 + 104) / 4, 204 / 4, 0),
        (3, (306 + 104) / 5, 306 / 5, 306 / 4),
        (4, (408 + 104) / 6, 408 / 6, 408 / 5),
    ],
)
def test_a_player_sees_what_a_next_game_would_do(played: int, win: float, last: float, needed: float) -> None:
    (row,) = player(times(played), "a")["next"].rows
    assert (row.game, row.played, row.average) == ("Catan", played, 102)
    assert (row.win, row.last, row.needed) == pytest.approx((win, last, needed))


def test_so_many_points_do_leave_a_ranking_as_it_is() -> None:
    before = player(times(3), "b")["next"].rows[0]
    assert (before.ranking, before.needed) == (0, 0)
    (row,) = player(times(5), "a")["next"].rows
    assert row.average * row.played + row.needed == pytest.approx(row.ranking * (row.played + 2))


def test_a_player_sees_which_tournaments_count_in_the_year() -> None:
    last = tournament("last", "2016-12-01", "final")
    held = [tournament(f"t{n}", f"2016-{n:02}-01") for n in range(1, 8)]
    played = [table(f"t{n} 1 A", *(["a 1", "b 2"] if n != 4 else ["b 1", "a 2"])) for n in range(1, 8)]
    outcome = rated(inputs([*played, table("last 1 A", "b 1", "a 2")], *held, last))
    counted = {row.tournament: row.counted for row in player(outcome, "a")["tournaments"].rows}
    assert counted == {**{f"t{n}": n not in {4, 7} for n in range(1, 8)}, "last": True}


def test_the_course_of_a_player_begins_with_their_first_tournament() -> None:
    held = [tournament("one", "2015-03-01"), tournament("two", "2016-03-01")]
    outcome = rated(inputs([table("one 1 A", "a 1", "b 2"), table("two 1 A", "a 1", "c 2")], *held))
    charts = {
        player.id: next(part for part in player.content.sections() if isinstance(part, Chart))
        for player in outcome.players
    }
    assert charts["c"].points == [(date(2016, 3, 1), 0.0)]
    assert charts["a"].points == [
        (date(2015, 3, 1), 104),
        (date(2016, 3, 1), pytest.approx(104 * 2 / 3 + 102)),
    ]


def test_every_table_stands_apart_with_its_own_calculation() -> None:
    outcome = rated(inputs([table("spring 1 A", "a 1 6", "b 2 3"), table("spring 1 B", "c 1", "d 1")]))
    round_ = sections(outcome.events[0].content.sections())["round-1"]
    assert round_.shared_columns == ("game", "table")
    cells = (
        "table",
        "player",
        "given",
        "place",
        "players",
        "win_bonus",
        "score",
        "scores",
        "points",
        "source",
    )
    assert [tuple(getattr(row, cell) for cell in cells) for row in round_.rows] == [
        ("A", "a", 1, 1, 2, 2, 6, 9, pytest.approx(102 + 2 / 3), "results.csv:A1"),
        ("A", "b", 2, 2, 2, 0, 3, 9, pytest.approx(1 / 3), "results.csv:A2"),
        ("B", "c", 1, 1.5, 2, 2, None, 1, 52, "results.csv:B1"),
        ("B", "d", 1, 1.5, 2, 2, None, 1, 52, "results.csv:B2"),
    ]


def test_a_day_shows_the_points_of_each_round() -> None:
    tables = [table("spring 1 A", "a 1", "b 2"), table("spring 3 A", "a 2", "c 1")]
    section = sections(rated(inputs(tables)).events[0].content.sections())["day"]
    assert [(row.player, row.round_1, row.round_2, row.round_3) for row in section.rows] == [
        ("a", 102, None, 0),
        ("c", None, None, 102),
        ("b", 0, None, None),
    ]


def test_the_sheet_of_a_prize_giving_leaves_out_what_there_is_not() -> None:
    prizes = topic(rated(inputs([table("spring 1 A", "a 1", "b 2")])), "prizes/spring")
    assert list(prizes) == ["winner", "lot"]


def test_years_games_and_final_tables_are_entries_and_each_year_and_game_lies_below() -> None:
    outcome = times(2)
    assert [topic.key for topic in outcome.topics if topic.is_menu_entry] == [
        "years",
        "games",
        "final-tables",
    ]
    assert [topic.key for topic in outcome.topics if not topic.is_menu_entry] == [
        "years/2016",
        "games/catan",
        "prizes/t1",
        "prizes/t2",
    ]
    assert outcome.topic_keys == {2016: "years/2016", "Catan": "games/catan"}


def test_a_game_that_was_not_played_this_year_keeps_its_page() -> None:
    held = [tournament("one", "2015-03-01"), tournament("two", "2016-03-01")]
    played = [table("one 1 A", "a 1", "b 2", game="Azul"), table("two 1 A", "a 1", "c 2")]
    game = topic(rated(inputs(played, *held)), "games/azul")
    assert [(name, len(section.rows)) for name, section in game.items()] == [
        ("ranking-2016", 0),
        ("seats", 0),
        ("ranking-2015", 2),
    ]


def test_movement_is_that_since_the_tournament_before_and_a_year_begins_anew() -> None:
    held = [tournament("a", "2015-03-01"), tournament("b", "2015-04-01"), tournament("c", "2016-03-01")]
    played = [
        table("a 1 A", "x 1", "y 2"),
        table("b 1 A", "y 1", "z 2", "x 3"),
        table("c 1 A", "z 1", "x 2"),
    ]
    outcome = rated(inputs(played, *held))
    lists = [sections(listing.content.sections()) for listing in outcome.archive]
    moved = [[(row.player, row.movement) for row in tables["ludo"].rows] for tables in lists]
    assert moved == [
        [("x", None), ("y", None)],
        [("y", 1), ("x", -1), ("z", None)],
        [("z", 2), ("y", -1), ("x", -1)],
    ]
    assert [row.movement for row in lists[2]["year"].rows] == [None, None]


def test_all_games_stand_in_alphabetical_order() -> None:
    names = ["Zooloretto", "Évora", "azul", "Catan", "7 Wonders"]
    played = [table(f"spring 1 {n}", f"a{n} 1", f"b{n} 2", game=game) for n, game in enumerate(names, 1)]
    (games,) = topic(rated(inputs(played)), "games").values()
    assert [row.game for row in games.rows] == ["7 Wonders", "azul", "Catan", "Évora", "Zooloretto"]


def test_what_is_to_come_is_announced_from_today_on_in_order_of_day_and_key() -> None:
    played, days = (
        tournament("spring", "2026-03-12"),
        ("2026-12-05", "2026-11-21", "2026-11-20", "2026-12-05"),
    )
    held = [tournament(key, day) for key, day in zip(("late", "now", "cancelled", "gala"), days, strict=True)]
    announced, _ = rated(inputs([table("spring 1 A", "a 1", "b 2")], played, *held), TODAY).calendar
    assert [row.name for row in announced.rows] == ["Now", "Gala", "Late"]


def test_a_tournament_to_come_stands_in_the_calendar_and_one_with_later_results_does_not_exist() -> None:
    held = [
        tournament("old", "2016-03-01"),
        tournament("new", "2016-06-01"),
        tournament("next", "2016-07-01"),
    ]
    played = [table("old 1 A", "a 1", "b 2"), table("new 1 A", "a 1", "b 2")]
    outcome = rated(inputs(played, *held), date(2016, 5, 1))
    announced, held_ = outcome.calendar
    assert [row.name for row in announced.rows] == ["Next"]
    assert "tournament" in [column.name for column in find_visible_columns(held_.table)]
    assert [(row.tournament, row.winner) for row in held_.rows] == [("old", "a")]


def two_years(*second: str) -> Outcome:
    """Seven at a table of Catan in 2015, and a table of 2016 that ends as told."""
    held = [tournament("one", "2015-03-01"), tournament("two", "2016-03-01")]
    seven = (f"{player} {place}" for place, player in enumerate("abcdefg", 1))
    return rated(inputs([table("one 1 A", *seven), table("two 1 A", *second)], *held))


def test_a_player_sees_their_seat_of_this_year() -> None:
    outcome = two_years("a 6", "b 5", "c 4", "d 3", "e 2", "f 1")
    assert [(row.seat, row.reserve) for row in player(outcome, "a")["next"].rows] == [(6, True)]
    assert [(row.seat, row.reserve) for row in player(outcome, "f")["next"].rows] == [(1, False)]
    assert player(outcome, "g")["next"].rows == []
    facts = {
        player.id: {fact.label: fact.value for fact in player.content.facts} for player in outcome.players
    }
    assert facts["f"]["Seats at final tables"] == 1
    assert "Seats at final tables" not in facts["a"]
    assert (facts["f"]["LUDO place"], facts["f"]["Place of the year"]) == (1, 1)


def test_a_player_looks_back_on_tournaments_and_rounds_the_latest_first() -> None:
    page = player(two_years("a 1", "b 2"), "a")
    assert [row.tournament for row in page["tournaments"].rows] == ["two", "one"]
    assert [(row.tournament, row.place, row.players) for row in page["rounds"].rows] == [
        ("two", 1, 2),
        ("one", 1, 7),
    ]
    assert [tuple(row) for row in page["games"].rows] == [("Catan", 2, 2, (102 + 107) / 2, 107)]
    assert [(row.year, row.rank, row.tournaments) for row in page["years"].rows] == [
        (2016, 1, 1),
        (2015, 1, 1),
    ]


def test_final_tables_show_seats_and_reserves_apart_and_those_of_the_latest_year() -> None:
    finals = topic(two_years("a 6", "b 5", "c 4", "d 3", "e 2", "f 1"), "final-tables")
    assert [(row.seat, row.player) for row in finals["seats"].rows] == [
        (1, "f"),
        (2, "e"),
        (3, "d"),
        (4, "c"),
    ]
    assert [(row.seat, row.player) for row in finals["reserves"].rows] == [(5, "b"), (6, "a")]


def test_a_year_keeps_its_final_tables_without_reserves() -> None:
    year = topic(two_years("f 1", "g 2"), "years/2015")
    assert [(row.seat, row.player) for row in year["seats"].rows] == list(enumerate("abcd", 1))


def test_games_are_counted_this_year_and_in_all() -> None:
    held = [tournament("one", "2015-03-01"), tournament("two", "2016-03-01")]
    tables = [table("two 1 A", "a 1", "b 2"), table("two 2 A", "a 2", "b 1")]
    outcome = rated(inputs([table("one 1 A", "a 1", "b 2"), *tables], *held))
    (row,) = topic(outcome, "games")["games"].rows
    assert (row.game, row.tables, row.ever, row.players, row.leader) == ("Catan", 2, 3, 2, "a")
    assert row.ranking == 102 / 4
    ranked = topic(outcome, "games/catan")["ranking-2016"].rows
    assert [(row.player, row.played, row.points, row.average) for row in ranked] == [
        ("a", 2, 102, 51),
        ("b", 2, 102, 51),
    ]


def test_an_earlier_list_looks_back_to_the_first_day_of_the_year_before_last() -> None:
    held = [tournament(f"t{day[:4]}", day) for day in ("2013-12-31", "2014-01-01", "2016-12-31")]
    played = [table(f"{row.tournament} 1 A", "a 1", "b 2") for row in held]
    outcome = rated(inputs(played, *held), bonus_ceilings={2014: 0, 2015: 0, 2016: 0})
    first = [sections(listing.content.sections())["ludo"].rows[0] for listing in outcome.archive]
    assert [(row.two_years_ago, row.last_year, row.this_year) for row in first] == [
        (0, 0, 104),
        (0, 104, 102),
        (102, 0, 102),
    ]


def test_the_ranking_of_a_day_is_made_once_for_all_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    module, calls = import_module("sitegen.systems.ludo.circuit"), []
    rank = module.build_ludo_ranking

    def ranked(players: Any, standings: Any, year: int) -> Any:
        calls.append(year)
        return rank(players, standings, year)

    monkeypatch.setattr(module, "build_ludo_ranking", ranked)
    outcome = times(6)
    for listing in [*outcome.archive, *outcome.archive]:
        assert sections(listing.content.sections())["ludo"].rows
    assert calls == [2016] * 6


def test_a_list_tells_how_many_tournaments_there_were_in_its_year_and_the_one_before_it() -> None:
    days = {"a": "2015-12-31", "b": "2016-01-01", "c": "2016-02-01"}
    held = [tournament(*day) for day in days.items()]
    outcome = rated(inputs([table(f"{day} 1 A", "x 1", "y 2") for day in days], *held))
    facts = [{fact.label: fact for fact in listing.content.facts} for listing in outcome.archive]
    assert [fact["Tournaments this year"].value for fact in facts] == [1, 1, 2]
    assert [fact["Movement since"].event for fact in facts[1:]] == ["a", "b"]


def test_a_day_of_play_counts_on_that_day() -> None:
    tables = inputs([table("spring 1 A", "a 1", "b 2")])
    assert [len(rated(tables, date(2016, 3, day)).events) for day in (11, 12)] == [0, 1]


def test_the_page_of_a_year_tells_its_ceiling_where_it_has_one() -> None:
    outcome = two_years("f 1", "g 2")
    facts = {
        topic.key: {fact.label: fact.value for fact in topic.content.facts}.get("Ceiling of the bonus")
        for topic in outcome.topics
        if topic.kind == "years" and not topic.is_menu_entry
    }
    assert facts == {"years/2015": None, "years/2016": 10}


def test_years_are_told_with_their_ceilings_and_winners() -> None:
    years = topic(two_years("f 1", "g 2"), "years")["years"].rows
    assert [tuple(row) for row in years] == [
        (2016, 1, 2, 2.0, 10, "f", "f"),
        (2015, 1, 7, 7.0, None, "a", "a"),
    ]
