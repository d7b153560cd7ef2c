"""What committees decide in seasons of rounds: points, and who is out of competition."""

from datetime import date, timedelta
from typing import Any

import chess
import keizers
import pytest
from drawn_cases import CASES, ROUNDS, Case, law, rows
from hypothesis import assume
from hypothesis import strategies as st

from sitegen.core.entities import Moment
from sitegen.core.model import Outcome
from sitegen.systems import ijssel
from sitegen.toolkit.decisions import PointsDecision

OUT, IN = "out of competition", "in competition"


def decide(day: date, player: str, what: Any, figure: float | None = None) -> PointsDecision:
    return PointsDecision(day, player, what, "Why.", figure, "decisions.csv:2")


def by_player(outcome: Outcome) -> dict[str, Any]:
    return {row.player: row for row in rows(outcome, "ranking")}


def rate_keizer(*decisions: PointsDecision, through: int = 1) -> Outcome:
    """Four players of whom the first value is 4: the first beats the last, the others draw."""
    season = keizers.season(keizers.club(4), ["a 1-0 d, b ½-½ c", "a 1-0 c, b 1-0 d"][:through])
    return keizers.rated(season._replace(decisions=decisions))


@pytest.mark.article("keizer", "3 Score")
def test_points_taken_off_by_hand() -> None:
    """4 + 1, 3 + ½ × 2, 2 + ½ × 3 and 1; and with 2 points off b, c has the value 3 and b the value 2."""
    assert {id_: row.score for id_, row in by_player(rate_keizer()).items()} == {
        "a": 5.0, "b": 4.0, "c": 3.5, "d": 1.0
    }  # fmt: skip
    ranking = by_player(rate_keizer(decide(keizers.evening(1), "b", "points", -2.0)))
    assert {id_: row.score for id_, row in ranking.items()} == {"a": 5.0, "c": 4.0, "b": 1.5, "d": 1.0}
    assert [row.value for row in ranking.values()] == [4.0, 3.0, 2.0, 1.0]


@pytest.mark.article("keizer", "5 Ranking")
def test_who_is_out_of_competition_keeps_the_value_that_games_against_them_have() -> None:
    ranking = by_player(rate_keizer(decide(keizers.evening(1), "a", OUT), through=2))
    plain = by_player(rate_keizer(through=2))
    assert [*ranking] == ["b", "c", "d"]
    assert [row.rank for row in ranking.values()] == [1, 2, 3]
    assert [(row.score, row.value) for row in ranking.values()] == [
        (plain[id_].score, plain[id_].value) for id_ in ranking
    ]


@pytest.mark.parametrize(("days", "round_"), [(0, 1), (1, 2), (7, 2), (-30, 1), (8, None)])
def test_a_decision_counts_with_the_first_round_on_or_after_its_day(days: int, round_: int | None) -> None:
    day = keizers.evening(1) + timedelta(days=days)
    outcome = rate_keizer(decide(day, "b", "points", 0.25), through=2)
    assert [row.round for row in rows(outcome, "rounds") if row.result == "points"] == [round_][
        : bool(round_)
    ]
    waiting = [section.rows for section in outcome.calendar if section.name == "decisions"]
    assert [[row.player for row in decided] for decided in waiting] == ([] if round_ else [["b"]])


@pytest.mark.article("keizer", "3 Score")
def test_who_joins_later_has_points_of_before_with_their_first_round() -> None:
    season = keizers.season(keizers.club(4, d={"joined": 2}), ["a 1-0 c", "a 1-0 c, b 1-0 d"])
    decided = season._replace(decisions=[decide(keizers.evening(1), "d", "points", 5.0)])
    assert [row.round for row in rows(keizers.rated(decided), "rounds") if row.result == "points"] == [2]


def count_out(system: Any, case: Case, player: str) -> tuple[Outcome, Outcome]:
    """What is published of a season without decisions, and where a player is out of competition."""
    first = min(fixture.date for fixture in case.inputs.rounds)
    plain, out = (
        case.rated(inputs=case.inputs._replace(decisions=decisions))
        for decisions in ([], [decide(first, player, OUT)])
    )
    return plain, out


@pytest.mark.article("ijssel", "7 Overige bepalingen")
@pytest.mark.article("keizer", "5 Ranking")
@law(ROUNDS)
def test_out_of_competition_changes_no_figure_of_anybody(name: str, data: st.DataObject) -> None:
    case = data.draw(CASES[name])
    player = data.draw(st.sampled_from(case.inputs.players)).id
    plain, out = count_out(case.system, case, player)
    assume(rows(plain, "course"))  # with no round nothing is decided yet
    courses = [[row.replace(rank=None) for row in rows(each, "course")] for each in (plain, out)]
    assert courses[0] == courses[1]
    listed = [[row.player for row in rows(each, "ranking")] for each in (plain, out)]
    assert listed[1] == [id_ for id_ in listed[0] if id_ != player]
    dealt = [{row.player for row in rows(each, "periods")} for each in (plain, out)]
    assert dealt[1] == dealt[0] - {player}
    assert player not in {row.player for row in rows(out, "places")}


@pytest.mark.article("ijssel", "6.1 Totaalranglijst")
@law(["ijssel"])
def test_points_change_the_sum_alone_until_the_place_counts(name: str, data: st.DataObject) -> None:
    """Of the evening on which they are given or taken off no rating moves, and no other score."""
    case = data.draw(CASES[name])
    course = rows(case.rated(inputs=case.inputs._replace(decisions=[])), "course")
    assume(course)
    last, points = max(row.round for row in course), -7.5
    player = data.draw(st.sampled_from([row.player for row in course if row.round == last]))
    (day,) = (fixture.date for fixture in case.inputs.rounds if fixture.round == last)
    plain, decided = (
        case.rated(inputs=case.inputs._replace(decisions=decisions), as_of=day)
        for decisions in ([], [decide(day, player, "points", points)])
    )
    assume(rows(plain, "course")[-1].round == last)
    was, now = by_player(plain), by_player(decided)
    for id_, row in now.items():
        given = points if id_ == player else 0.0
        assert row.score == pytest.approx(was[id_].score + given)
        assert row.club_rating == was[id_].club_rating


@pytest.mark.article("ijssel", "6.2 Periode ranglijst")
def test_points_count_in_the_period_of_their_round() -> None:
    season = chess.season(chess.level("an bo ci"), ["an 1-0 bo, ci bye", "bo 1-0 ci, an bye"])
    days = [fixture.date for fixture in season.rounds]
    decided = season._replace(decisions=[decide(days[1], "an", "points", -3.0)])
    options = ijssel.Options(periods=2)
    plain, now = (ijssel.rate(each, options, Moment(days[1])) for each in (season, decided))
    differences = [
        (row.period, row.player, round(row.score - then.score, 9))
        for row, then in zip(rows(now, "periods"), rows(plain, "periods"), strict=True)
        if row.score != then.score
    ]
    assert differences == [(2, "an", -3.0)]


@pytest.mark.article("ijssel", "6.1 Totaalranglijst")
def test_who_is_out_of_competition_in_the_end_is_no_champion() -> None:
    season = chess.season(chess.level("an bo"), ["an 1-0 bo", "an 1-0 bo"])
    options = ijssel.Options(periods=1, min_games=1)
    last = season.rounds[-1].date
    champions = []
    for decisions in ([], [decide(last, "an", OUT)]):
        outcome = ijssel.rate(season._replace(decisions=decisions), options, Moment(last))
        facts = {fact.label: fact.value for fact in outcome.listing.content.facts}
        champions.append(facts["Club champion"])
    assert champions == ["an", "bo"]


@pytest.mark.article("ijssel", "6.1 Totaalranglijst")
def test_who_has_left_de_ijssel_stays_on_the_ranking_until_a_committee_decides_otherwise() -> None:
    """The rounds after it are no absences."""
    players = chess.club(an=2000, bo=2000, ci={"final_rating": 2000.0, "left": 1}, di=2000)
    season = chess.season(players, ["an 1-0 ci, bo ½-½ di", "an 1-0 bo, di club", "di 1-0 bo, an absent"])
    last = season.rounds[-1].date
    decided = season._replace(decisions=[decide(last, "ci", OUT)])
    plain, out = (
        by_player(ijssel.rate(each, ijssel.Options(periods=1), Moment(last))) for each in (season, decided)
    )
    assert (plain["ci"].played, plain["ci"].absent) == (1, 0)
    assert [*out] == [id_ for id_ in plain if id_ != "ci"]
