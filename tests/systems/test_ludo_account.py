"""What the circuit tells of each player, and the answers above its lists."""

from datetime import date
from pathlib import Path

import pytest
from accounts import account
from circuits import inputs, rated, table, tournament

from sitegen.core.entities import Highlights
from sitegen.core.language import Language
from sitegen.core.model import Chart, Outcome, Section
from sitegen.core.system import Origin
from sitegen.systems import ludo
from sitegen.systems.ludo.outputs import ExplanationLine, TotalBreakdown


def why(outcome: Outcome, player: str) -> Section:
    career = account(next(page for page in outcome.players if page.id == player))
    assert career is not None
    return career


def held(*keys: str, final: bool = False) -> Outcome:
    """Tournaments of two players, `a` before `b`, keyed by their days."""
    tournaments = [
        tournament(f"t{key}", key, "final" if final and key == keys[-1] else "regular") for key in keys
    ]
    return rated(inputs([table(f"t{key} 1 A", "a 1", "b 2") for key in keys], *tournaments))


def counts(section: Section) -> list[str]:
    return [row.counts for row in section.rows]


def test_a_sixth_tournament_takes_the_place_of_one_of_the_five_best() -> None:
    days = [f"2016-0{month}-01" for month in range(1, 7)]
    rows = [table(f"t{day} 1 A", "a 1", "b 2") for day in days[1:]]
    rows.append(table("t2016-01-01 1 A", "a 2", "b 1"))
    outcome = rated(inputs(rows, *(tournament(f"t{day}", day) for day in days)))
    section = why(outcome, "a")
    assert counts(section) == ["falls away", "regular"]
    gone, come = section.rows
    assert (gone.tournament, come.tournament) == ("t2016-01-01", "t2016-06-01")
    assert (gone.change, come.change) == (-1, 104)
    assert counts(why(outcome, "b")) == ["not among the five best"]


def test_a_new_year_is_a_line_of_its_own() -> None:
    section = why(held("2016-03-01", "2017-03-01"), "a")
    aged, come = section.rows
    assert (aged.counts, aged.occasion) == ("earlier years count for less", "2017")
    assert aged.change == pytest.approx(-104 / 3)
    assert come.change == pytest.approx(102)  # the ceiling of the bonus is 0
    assert section.note


def test_who_stays_away_in_a_new_year_sees_why_the_total_fell() -> None:
    days = ("2016-03-01", "2017-03-01", "2018-03-01")
    rows = [table("t2016-03-01 1 A", "a 1", "b 2", "c 3")]
    rows += [table(f"t{day} 1 A", "a 1", "b 2") for day in days[1:]]
    outcome = rated(inputs(rows, *(tournament(f"t{day}", day) for day in days)))
    section = why(outcome, "c")
    assert counts(section) == ["regular", *["earlier years count for less"] * 2]
    assert section.explanation is not None
    assert section.explanation.closing.day == date(2018, 3, 1)


def test_the_final_counts_beside_the_five_best() -> None:
    assert counts(why(held("2016-03-01", "2016-11-01", final=True), "a")) == ["final"]


def test_the_calculation_has_the_tables_the_bonus_and_the_total() -> None:
    section = why(held("2016-03-01"), "a")
    assert section.explanation is not None
    assert [type(step).__name__ for step in section.explanation.steps] == [
        "RoundStep",
        "DayResultByRound",
        "TotalBreakdown",
    ]
    (total,) = (step for step in section.explanation.steps if isinstance(step, TotalBreakdown))
    assert total.ludo == section.explanation.closing.value
    assert all(isinstance(row, ExplanationLine) for row in section.rows)


def test_a_career_has_the_place_of_the_day_and_what_it_brought() -> None:
    outcome = held("2016-03-01", "2017-03-01")
    assert outcome.careers is not None
    career = outcome.careers.get_career("a")
    assert [row.score for row in career.result_rows] == ["1/2", "1/2"]
    assert [row.change for row in career.result_rows] == [104, pytest.approx(102)]
    assert [row.ended for row in career.result_rows] == ["won", "won"]
    assert career.history[-1][1] == pytest.approx(102 + 104 * 2 / 3)
    assert outcome.careers.plays == "tournaments"


def test_a_chart_says_why_all_totals_fall_in_a_new_year() -> None:
    outcome = held("2016-03-01")
    (chart,) = (section for section in outcome.players[0].content.sections() if isinstance(section, Chart))
    assert chart.note


def test_a_list_answers_who_won_who_leads_and_how_much_was_played() -> None:
    outcome = held("2016-03-01", "2016-04-01")
    (strip,) = (section for section in outcome.listing.content.sections() if isinstance(section, Highlights))
    won, first, attendance = strip.highlights
    assert (won.player, won.params) == ("a", {"tournament": "T2016-04-01"})
    assert (first.player, first.figure) == ("a", 208)
    assert (attendance.figure, attendance.params) == (2, {"tables": 1, "games": 1})


def test_tournaments_of_the_calendar_are_coming() -> None:
    played = table("old 1 A", "a 1", "b 2")
    known = [tournament("old", "2016-03-01"), tournament("next", "2016-07-01")]
    outcome = rated(inputs([played], *known), date(2016, 5, 1))
    assert [(event.day, event.params) for event in outcome.upcoming_events] == [
        (date(2016, 7, 1), {"name": "Next"})
    ]


@pytest.mark.parametrize(("language", "word"), [("nl", "Spellen"), ("fr", "Jeux"), ("en", "Games")])
def test_the_games_of_the_circuit_are_what_stands_on_the_table(language: str, word: str) -> None:
    """In other rankings a game is what two have played against each other."""
    origin = Origin(code=Path(ludo.__file__).parent)
    assert Language(language).with_catalogues(origin).translate("Games") == word
    assert Language(language).translate("Games") in {"Partijen", "Parties", "Games"}
