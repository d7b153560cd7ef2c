"""The plan of players' pages: marks that hold still, years apart, and what a career amounts to."""

from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.entities import Career, Careers, Player, Result, ResultOutcome
from sitegen.core.language import Language
from sitegen.core.model import Fact, PageContent, Section
from sitegen.core.table import Change, EventKey, PlayDate, PlayerId, Rank, Rating, Table, column, make_column
from sitegen.pages.page import Page
from sitegen.pages.players import (
    Achievements,
    PlayerYears,
    split_head_facts,
    split_main_facts,
)
from sitegen.publishing import prepare
from sitegen.rankings.careers import (
    YEAR_PAGES_THRESHOLD,
    CareerSummaries,
    CareerSummary,
    find_biggest_change,
    name_days,
)
from sitegen.rankings.positions import Distribution, Position

ENGLISH = Language("en")
START = date(2020, 1, 6)
RATING = make_column("Rating", Rating)


class Row(Table):
    date: PlayDate = column("when")
    opponent: PlayerId = column("against whom")


class Keyed(Table):
    round: EventKey = column("which")


def ranked(values: Sequence[float]) -> dict[str, Position]:
    return {
        f"p{n}": Position("list", value, rank=n, ranked_count=len(values), column=RATING)
        for n, value in enumerate(values, 1)
    }


def test_the_axis_of_all_values_holds_still_when_the_leader_moves() -> None:
    one, other = (Distribution(ranked([leader, 1500.0, 1480.0, 1300.0])) for leader in (1712.0, 1755.0))
    assert one.scale == other.scale
    assert one.values != other.values


def test_there_is_no_distribution_of_a_few_or_of_all_level() -> None:
    for values in ([1500.0, 1490.0], [1500.0, 1500.0, 1500.0], []):
        positions = ranked(values)
        assert not Distribution(positions).is_shown
        assert not Distribution(positions).includes(positions.get("p1"))


def test_who_has_no_rank_or_stands_elsewhere_is_not_in_it() -> None:
    positions = ranked([1700.0, 1600.0, 1500.0])
    everybody = Distribution(positions | {"q": Position("provisional", 1650.0)})
    assert everybody.values == [1500.0, 1600.0, 1700.0]
    assert everybody.includes(positions["p2"])
    assert not everybody.includes(Position("provisional", 1650.0))
    assert not everybody.includes(Position("list", 1650.0))
    assert not everybody.includes(None)


def test_half_of_all_is_between_the_ends_of_the_middle() -> None:
    everybody = Distribution(ranked([1000.0 + 10 * number for number in range(12)]))
    assert everybody.half == (1030.0, 1080.0)
    assert everybody.count_around(1050.0) == (5, 6)
    assert Distribution(ranked([3.0, 2.0, 2.0, 1.0])).count_around(2.0) == (1, 1), "who is level is neither"


@given(st.lists(st.floats(-500, 4000), min_size=3, max_size=60), st.integers(1, 50))
def test_every_value_is_in_one_part_of_the_axis(values: list[float], count: int) -> None:
    everybody = Distribution(ranked(values))
    if everybody.is_shown:
        parts = everybody.count_parts(count)
        assert (len(parts), sum(parts)) == (count, len(values))
        assert all(parts[everybody.find_part(value, count)] for value in values)


def career(*ended: ResultOutcome, opponents: Sequence[str] = ("bo",), apart: int = 7) -> Career:
    played = [
        Result(START + timedelta(apart * n), f"w{n}", outcome, tuple(opponents[n % 2 :][:1] or opponents[:1]))
        for n, outcome in enumerate(ended)
    ]
    return Career([(result.day, 1500.0 + 10 * n) for n, result in enumerate(played)], played, 1500.0)


def facts(
    own: Career, others: dict[str, Career], plays: Any = "matches", shown: Sequence[str] = ()
) -> dict[str, Fact]:
    every = {"an": own, **others}
    players = [Player(id=player, name=player) for player in every]
    chronicle = CareerSummaries(Careers(every.__getitem__, plays), players)
    return {fact.label: fact for fact in Achievements(chronicle, ENGLISH).build_facts("an", own, shown)}


def note(fact: Fact) -> str:
    return ENGLISH.format_title(fact.note, fact.params)


def test_a_career_tells_its_best_and_its_worst() -> None:
    strong = Career([(START, 1800.0), (START + timedelta(30), 1900.0)], (), 1750.0)
    weak = Career([(START, 1300.0)], (), 1310.0)
    found = facts(
        career("won", "lost", "won", "won", "won", opponents=("bo", "cy")), {"bo": strong, "cy": weak}
    )
    assert (found["Won"].value, note(found["Won"])) == ("4 of 5", "80\N{NO-BREAK SPACE}%")
    assert (found["Best win"].value, note(found["Best win"])) == ("bo", "rated 1800, 20 Jan 2020")
    assert (found["Worst loss"].value, note(found["Worst loss"])) == ("cy", "rated 1300, 13 Jan 2020")
    assert (found["Highest"].value, note(found["Highest"])) == (1540.0, "3 Feb 2020, now")
    assert (found["Longest winning series"].value, note(found["Longest winning series"])) == (
        3,
        "3 Feb 2020, now",
    )


def test_on_the_first_day_an_opponent_is_as_before_it() -> None:
    weak = Career([(START, 1300.0)], (), 1310.0)
    assert note(facts(career("won"), {"bo": weak})["Best win"]) == "rated 1310, 6 Jan 2020"
    unknown = Career()
    assert "Best win" not in facts(career("won"), {"bo": unknown})


def test_an_opponent_counts_as_they_stood_then_and_of_equals_the_first() -> None:
    later = Career([(START + timedelta(300), 2000.0), (START + timedelta(310), 1000.0)], (), 1400.0)
    steady = Career((), (), 1500.0)
    own = career(*(["won"] * 4 + ["lost"] * 4), opponents=("bo", "cy"))
    found = facts(own, {"bo": later, "cy": steady})
    assert (found["Best win"].value, note(found["Best win"])) == ("cy", "rated 1500, 13 Jan 2020")
    assert (found["Worst loss"].value, note(found["Worst loss"])) == ("bo", "rated 1400, 3 Feb 2020")


def test_where_nobody_wins_it_is_told_how_far_the_figure_moved() -> None:
    own = career("won", "won", "won", "lost", opponents=())
    moved = [
        result._replace(change=change)
        for result, change in zip(own.result_rows, (3.0, 9.5, 1.0, -4.0), strict=True)
    ]
    found = facts(own._replace(result_rows=moved), {}, "evenings")
    assert (found["Largest rise"].value, found["Largest fall"].value) == (9.5, -4.0)
    assert found["Most rises in a row"].value == 3
    assert "Won" not in found


def test_nothing_is_told_of_who_did_nothing() -> None:
    assert facts(Career(), {}) == {}


def test_the_largest_step_has_a_day_and_days_are_named_by_what_was_played() -> None:
    own = career("won", "won", "lost")
    days = [result.day for result in own.result_rows]
    own = own._replace(history=[*zip(days, (1504.0, 1544.0, 1530.0), strict=True)])
    assert find_biggest_change(own) == days[1]
    assert find_biggest_change(Career()) is None
    assert name_days(own, {"w1": "Week 3"}) == {days[1]: "Week 3"}
    assert name_days(own, {}) == {}
    weeks = [result._replace(event="2026-W03") for result in own.result_rows]
    assert name_days(own._replace(result_rows=weeks), {"2026-W03": "Week 3 of 2026"}) == {}
    final = [result._replace(occasion="Final", day=days[0]) for result in own.result_rows]
    assert name_days(own._replace(result_rows=final), {"w1": "Week 3"}) == {days[0]: "Final"}


def test_a_day_has_the_name_of_the_result_that_moved_most_or_the_short_one() -> None:
    own = career("won", "lost")
    small, large = own.result_rows
    rows = [small._replace(change=2.0, occasion="Small"), large._replace(change=-9.0, occasion="L" * 40)]
    rows = [row._replace(day=small.day) for row in rows]
    assert name_days(own._replace(result_rows=rows), {"w1": "Week 3"}) == {small.day: "Week 3"}
    assert name_days(own._replace(result_rows=rows), {}) == {small.day: "L" * 40}


def test_from_so_many_results_on_there_is_a_page_a_year() -> None:
    few, many = (
        career(*["won"] * number, apart=2) for number in (YEAR_PAGES_THRESHOLD - 1, YEAR_PAGES_THRESHOLD)
    )
    assert CareerSummary.from_career(few).years == []
    found = CareerSummary.from_career(many).years
    assert [year for year, *_ in found] == [2021, 2020]
    assert sum(played for _, played, _ in found) == YEAR_PAGES_THRESHOLD


def test_the_rows_of_a_year_go_by_their_day_or_by_that_of_their_event() -> None:
    days = [date(2020, 5, 1), date(2021, 5, 1), date(2021, 6, 1)]
    events = [SimpleNamespace(key=f"r{n}", day=day) for n, day in enumerate(days)]
    outcome: Any = SimpleNamespace(events=events, event_keys={n: f"r{n}" for n in range(3)})
    years = PlayerYears.from_outcome(outcome)
    dated = Section("history", "H", Row, [Row(day, "bo") for day in days], is_yearly=True)
    keyed = Section("rounds", "R", Keyed, [Keyed("r0"), Keyed("r2")], is_yearly=True)
    other = dated._replace(name="other", is_yearly=False)
    sheet = PageContent.create((Fact("Rating", 3),), lambda: [dated, keyed, other])
    assert [
        len(section.rows)
        for section in years.filter_rows(sheet, 2021).sections()
        if isinstance(section, Section)
    ] == [
        2,
        1,
        3,
    ]
    of_2020 = years.select_year(sheet, 2020)
    assert [len(section.rows) for section in of_2020.sections() if isinstance(section, Section)] == [1, 1]
    assert of_2020.facts == []


def test_what_takes_longer_is_made_with_the_page() -> None:
    one = Page("an/", "player.html", {"id": "an"}, load_context=partial(dict, rank=1)).complete
    assert one.context == {"id": "an", "rank": 1}
    assert one.complete is one


class Listed(Table):
    rank: Rank = column("place", label="#")
    player: PlayerId = column("who")
    rating: Rating = column("figure", role="value")
    best: Rating = column("the highest figure ever", label="Rating")
    change: Change | None = column("points won", label="±")


ROW = Listed(7, "an", 1500.0, 1500.0, 3.0)


def test_a_fact_of_a_cell_has_the_type_and_the_label_of_its_column_which_is_no_sign() -> None:
    assert Fact.from_cell(ROW, "best").label == "Rating"
    rank, change = Fact.from_cell(ROW, "rank"), Fact.from_cell(ROW, "change", "Gain", note="today")
    assert rank == Fact("Rank", 7, Rank, table=Listed, column="rank")
    assert change == Fact("Gain", 3.0, Change | None, "today", table=Listed, column="change")


def test_the_head_of_a_page_takes_the_facts_that_repeat_the_row_of_the_list() -> None:
    rating, rank, change = (Fact.from_cell(ROW, name) for name in ("rating", "rank", "change"))
    position = Position("list", 1500.0, change=3.0, rank=7, column=RATING)
    alike = [rating._replace(table=Row), rating._replace(column="best"), Fact("Rating", 1500.0, Rating)]
    gain = Fact("Change", 3.0, Change)
    head, others = split_head_facts([*alike, gain, change, rank, rating], position, Listed)
    assert head == {"value": rating, "rank": rank, "move": None, "change": change}
    assert others == [*alike, gain]


def test_the_head_of_a_page_takes_from_the_list_what_no_fact_says() -> None:
    position = Position("list", 1500.0, change=3.0, column=RATING)
    head, others = split_head_facts([Fact("Games", 12, int), Fact("Own", 1500.0, Rating)], position, Listed)
    assert [(role, fact.label, fact.value) for role, fact in head.items() if fact] == [
        ("value", "Rating", 1500.0),
        ("change", "Change", 3.0),
    ]
    assert [fact.label for fact in others] == ["Games", "Own"]
    assert split_head_facts(others, None, None) == (dict.fromkeys(head), others)


@pytest.mark.parametrize(
    ("figures", "shown", "is_told"),
    [
        ((1500.5, 1510.5), (), True),
        ((1500.5, 1510.5), ("highest",), False),
        ((1500.5, 1510.5), ("now",), False),
        ((1510.5, 1500.5), ("now",), True),
        ((1510.5, 1500.5), ("now", "highest"), False),
    ],
)
def test_the_highest_figure_is_told_unless_a_fact_is_declared_to_show_it(
    figures: Sequence[float], shown: Sequence[str], *, is_told: bool
) -> None:
    own = Career(
        [(START + timedelta(n), figure) for n, figure in enumerate(figures)], career("won").result_rows
    )
    assert ("Highest" in facts(own, {}, shown=shown)) == is_told


def test_the_head_has_what_a_career_comes_to_and_the_foot_the_rest() -> None:
    won, best, worst = Fact("Won", "4 of 5"), Fact("Best win", "bo"), Fact("Worst loss", "cy")
    games, peak = Fact("Games", 9, int), Fact("Highest rating", 1540.0, Rating, figure="highest")
    facts = [worst, won, best, games, peak]
    assert split_main_facts(facts, 1500.0) == ([won, best, peak], [worst, games])
    assert split_main_facts(facts, 1540.0) == ([won, best], [worst, games, peak])


def test_who_has_no_rank_is_told_what_is_needed_for_one() -> None:
    won, needed, until = Fact("Won", "1 of 1"), Fact("Still needed", 88, int), Fact("Until", "2026")
    assert split_main_facts([won, until, needed], None, [needed, until])[0] == [won, needed, until]
    many = [Fact(f"Fact {number}", number, int) for number in range(6)]
    assert split_main_facts(many, None, many) == (many[:4], many[4:])


def test_equal_figures_of_different_meaning_are_both_told() -> None:
    plan = prepare(Path(__file__).parents[1] / "sites" / "club", date(2026, 11, 21)).page_plan
    assert plan is not None
    page = next(page for page in plan.pages if page.url == "tuesday/players/gus/").complete
    told = {fact.label: fact.value for fact in (*page.context["main"], *page.context["more"])}
    assert told["Highest"] == told["Average of the championship"] == pytest.approx(86.16, abs=0.01)
