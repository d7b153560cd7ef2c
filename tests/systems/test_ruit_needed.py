"""The score that a player of the Ruit rating still needs: enough, and just less is not."""

from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from test_ruit import club, lines

from sitegen.core.entities import Moment
from sitegen.core.model import Outcome
from sitegen.systems import ruit
from sitegen.systems.ruit.ratings import Requirement
from sitegen.systems.ruit.tables import ButlerLine, Inputs, Options, PairsLine

pytestmark = pytest.mark.slow

FIRST = date(2026, 9, 7)
TODAY = date(2026, 11, 21)
PLAYERS = "abcdefghij"
KINDS: dict[str, Any] = {"pairs": PairsLine, "butler": ButlerLine}


def drawn(seed: int) -> Inputs:
    """Some evenings of both forms, of four players to eight."""
    random = Random(seed)
    played: dict[str, list[Any]] = {"pairs": [], "butler": []}
    for number in range(random.randint(1, 8)):
        present, form = random.sample(PLAYERS, random.choice((4, 6, 8))), random.choice((*KINDS,))
        bounds = (40, 60) if form == "pairs" else (-40, 40)
        couples = enumerate(zip(present[::2], present[1::2], strict=True), 1)
        rows = [f"{pair} {player} {partner} {random.randint(*bounds)}" for pair, (player, partner) in couples]
        played[form] += lines(KINDS[form], FIRST + timedelta(weeks=number), *rows)
    return Inputs(club(**{player: float(random.randint(0, 60)) for player in PLAYERS}), **played)


def made(inputs: Inputs, options: Options, as_of: date = TODAY) -> Outcome:
    return ruit.rate(inputs, options, Moment(as_of))


def rows_of(outcome: Outcome, player: str) -> list[Requirement]:
    (page,) = (page for page in outcome.players if page.id == player)
    return [row for table in page.content.tables if table.name == "ahead" for row in table.rows]


def after(inputs: Inputs, player: str, row: Requirement, score: float, options: Options) -> float:
    """The rating of a player after the evening of a row is played once more, with this score of the pair."""
    again = [
        line.replace(date=TODAY, score=score if player in (line.player1, line.player2) else line.score)
        for line in getattr(inputs, row.form)
        if line.date == row.date
    ]
    more = inputs._replace(**{row.form: [*getattr(inputs, row.form), *again]})
    return ratings(made(more, options))[player]


def ratings(outcome: Outcome) -> dict[str, float]:
    return {row.player: row.rating for row in outcome.tables[0].rows}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.article("ruit", "RUIT parenavond", "RUIT butleravond", "Partnersubsidie", "Overig")
def test_the_score_that_is_needed_is_enough_and_just_less_is_not(seed: int) -> None:
    inputs = drawn(seed)
    options = Options(pairs_strength=("mean", "sum")[seed % 2], subsidy_from=(FIRST, TODAY)[seed % 3 == 1])
    outcome = made(inputs, options)
    now = ratings(outcome)
    requirements = [(player, row) for player in PLAYERS for row in rows_of(outcome, player)]
    assert requirements
    for player, row in requirements:
        beyond = round(now[row.player or player], 6)
        assert round(after(inputs, player, row, row.score, options), 6) > beyond, (player, row)
        if row.score > 0 or row.form == "butler":
            less = round(row.score - 0.01, 2)
            assert round(after(inputs, player, row, less, options), 6) <= beyond, (player, row)


def test_both_goals_are_told_of_in_both_forms() -> None:
    seen = set()
    for seed in range(12):
        outcome = made(drawn(seed), Options())
        seen |= {(row.form, row.goal) for player in PLAYERS for row in rows_of(outcome, player)}
    assert seen == {(form, goal) for form in KINDS for goal in ("a higher rating", "the next place")}


def test_who_never_played_with_a_score_of_their_own_needs_none() -> None:
    outcome = made(Inputs(club(a=100.0, b=50.0)), Options())
    assert rows_of(outcome, "a") == []


def test_no_score_leads_past_the_own_partner_and_none_that_nobody_ever_had() -> None:
    played = lines(PairsLine, FIRST, "1 a b 50", "2 c d 50")
    for ratings_ in (
        {"a": 101.0, "b": 100.0, "c": 50.0, "d": 50.0},
        {"a": 90.0, "b": 10.0, "c": 50.0, "d": 50.0},
    ):
        outcome = made(Inputs(club(**ratings_), pairs=played), Options())
        assert [row.goal for row in rows_of(outcome, "b")] == ["a higher rating"]


def test_what_is_needed_goes_by_the_rating_of_who_stands_next() -> None:
    """`c` did not play with or against `a`, and nothing else of `a` changes."""
    played = lines(PairsLine, FIRST, "1 a b 60", "2 d e 40")
    start = {"a": 50.0, "b": 90.0, "d": 20.0, "e": 20.0}
    outcomes = [made(Inputs(club(**start, c=rating), pairs=played), Options()) for rating in (70.0, 71.0)]
    shown = [rows_of(outcome, "a") for outcome in outcomes]
    assert shown[0] != shown[1]
