"""What the Ruit rating tells of each player, and the answers above its lists."""

from datetime import date
from typing import Any

import pytest
from accounts import account
from test_ruit import LATER, MONDAY, club, lines

from sitegen.core.entities import Highlights, Moment, UpcomingEvent
from sitegen.core.model import Outcome
from sitegen.systems import ruit
from sitegen.systems.ruit.outputs import ScoredPair
from sitegen.systems.ruit.tables import ButlerLine, Inputs, LineUp, Match, Options, PairsLine

NEXT = date(2026, 11, 9)
FOUR = club(an=300, bo=300, ci=300, di=300)
INPUTS = Inputs(
    FOUR,
    pairs=lines(PairsLine, MONDAY, "1 an bo 60", "2 ci di 40"),
    butler=lines(ButlerLine, NEXT, "1 an ci -10", "2 bo di 10"),
)


def rated(inputs: Inputs, when: Moment = LATER) -> Outcome:
    return ruit.rate(inputs, Options(), when)


def career(outcome: Outcome, player: str) -> Any:
    assert outcome.careers is not None
    return outcome.careers.get_career(player)


def test_a_career_has_every_evening_with_partner_opponents_and_change() -> None:
    career_ = career(rated(INPUTS), "an")
    assert career_.start == 300
    assert career_.history == [(MONDAY, 315), (NEXT, pytest.approx(310))]
    first, second = career_.result_rows
    assert (first.day, first.event, first.ended, first.score) == (MONDAY, "2026-11-02", "won", "60.00 %")
    assert (first.partners, first.opponents, first.change) == (("bo",), ("ci", "di"), 15)
    assert (second.ended, second.score, second.partners) == ("lost", "-10 IMP", ("ci",))


def test_of_a_pair_that_met_several_nobody_is_the_opponent() -> None:
    six = club(**dict.fromkeys(["an", "bo", "ci", "di", "ed", "fa"], 300.0))
    rows = lines(PairsLine, MONDAY, "1 an bo 60", "2 ci di 40", "3 ed fa 50")
    assert career(rated(Inputs(six, pairs=rows)), "an").result_rows[0].opponents == ()


def test_an_account_leads_from_list_to_list_and_has_the_calculation_of_the_pair() -> None:
    outcome = rated(INPUTS)
    section = account(next(player for player in outcome.players if player.id == "an"))
    assert section is not None
    assert section.explanation is not None
    assert (section.explanation.opening.title, section.explanation.opening.day) == ("List of {day}", MONDAY)
    assert (section.explanation.opening.value, section.explanation.closing.day) == (315, NEXT)
    assert [row.partner for row in section.rows] == ["ci"]
    steps = [step for step in section.explanation.steps if isinstance(step, ScoredPair)]
    assert [(step.player1, step.player2, step.form, step.source) for step in steps] == [
        ("an", "ci", "butler", "ButlerLine.csv:2"),
    ]


def test_who_never_played_has_no_account() -> None:
    outcome = rated(Inputs(club(an=300, bo=300, ci=300, di=300, ed=300), pairs=INPUTS.pairs))
    assert account(next(player for player in outcome.players if player.id == "ed")) is None


def test_a_list_answers_who_rose_who_played_best_who_leads_and_how_many_played() -> None:
    (strip,) = (
        section for section in rated(INPUTS).listing.content.sections() if isinstance(section, Highlights)
    )
    rose, best, first, played = strip.highlights
    assert (rose.player, best.player, first.player) == ("di", "bo", "bo")
    assert best.params["partner"] == ("di",)
    assert (played.figure, played.params) == (2, {"players": 4, "listed": 4})


def test_line_ups_of_an_evening_to_come_announce_it() -> None:
    line_ups = [LineUp(NEXT, "A", "an", "bo", "ci", "di", "lineups.csv:2")]
    outcome = rated(Inputs(FOUR, lineups=line_ups), Moment(MONDAY))
    assert outcome.upcoming_events == [UpcomingEvent(NEXT, "Teams evening", key=str(NEXT))]
    assert rated(INPUTS).upcoming_events == []


def test_a_team_that_met_one_other_played_against_its_players() -> None:
    eight = club(**dict.fromkeys(["an", "bo", "ci", "di", "ed", "fa", "gi", "ha"], 300.0))
    line_ups = [
        LineUp(MONDAY, "A", "an", "bo", "ci", "di", "lineups.csv:2"),
        LineUp(MONDAY, "B", "ed", "fa", "gi", "ha", "lineups.csv:3"),
    ]
    matches = [Match(MONDAY, 1, "A", "B", 10.0, 24, source="teams.csv:2")]
    outcome = rated(Inputs(eight, teams=matches, lineups=line_ups))
    assert career(outcome, "an").result_rows[0].opponents == ("ed", "fa", "gi", "ha")
    section = account(outcome.players[0])
    assert section is not None
    assert section.explanation is not None
    assert [type(step).__name__ for step in section.explanation.steps] == [
        "EveningMatch",
        *["ScoredPair"] * 2,
    ]
