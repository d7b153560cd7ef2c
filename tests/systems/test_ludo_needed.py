"""What a player of the circuit still needs in the next tournament: enough, and just less is not."""

from collections.abc import Iterator
from datetime import date, timedelta
from random import Random
from typing import Any, get_args

import pytest
from circuits import drawn, inputs, players, table, tournament

from sitegen.core.entities import Moment
from sitegen.core.model import Outcome
from sitegen.systems import ludo
from sitegen.systems.ludo.outputs import Goal, Requirement
from sitegen.systems.ludo.tables import Inputs, Options, Result, Tournament

GUESTS = [f"guest-{number:03}" for number in range(100)]
"""They fill a table of 101, at which each place is worth a point."""


def announced(seed: int) -> tuple[Inputs, Tournament]:
    """A circuit that is to be continued: soon, with a final, or in a year to come."""
    random = Random(seed)
    circuit = drawn(random)
    last = max(tournament.date for tournament in circuit.tournaments)
    kind = random.choice(("regular", "regular", "final"))
    day = random.choice((last + timedelta(1), date(last.year + 1, 1, 9), date(last.year + 2, 1, 9)))
    if kind == "final" and any(
        tournament.kind == kind and tournament.year == day.year for tournament in circuit.tournaments
    ):
        kind = "regular"
    next_ = tournament("next", day.isoformat(), kind)
    known = [*circuit.players, *players(GUESTS)]
    return circuit._replace(players=known, tournaments=[*circuit.tournaments, next_]), next_


def made(circuit: Inputs, day: date) -> Outcome:
    """Without a bonus in the next tournament, which would depend on who else is there."""
    return ludo.rate(circuit, Options(bonus_ceilings={day.year: 0}), Moment(day))


def rows_of(outcome: Outcome, player: str) -> list[Requirement]:
    (page,) = (page for page in outcome.players if page.id == player)
    return [row for table in page.content.tables if table.name == "ahead" for row in table.rows]


def bringing(player: str, points: float, game: str) -> Iterator[Result]:
    """Rounds that bring so many points, all of them in one where that can be."""
    left, round_ = round(100 * points), 0
    while left or not round_:
        round_ += 1
        size = next((step for step in (2, 3, 4, 101) if 0 <= left - 10000 - 100 * step <= 100), 101)
        won = 10000 + 100 * size if left >= 10000 + 100 * size else 100 * min(99, left // 100)
        share = min(left - won, 99)
        left -= won + share
        place = 1 if won >= 10000 else 101 - won // 100
        places = [number for number in range(1, size + 1) if number != place]
        guests = [f"{guest} {place} 0" for guest, place in zip(GUESTS, places, strict=False)]
        guests[0] = guests[0].removesuffix(" 0") + f" {100 - share}"
        yield from table(f"next {round_} A", f"{player} {place} {share}", *guests, game=game)


def is_done(circuit: Inputs, day: date, player: str, row: Requirement, points: float) -> bool:
    results = [*circuit.results, *bringing(player, points, row.game or "Catan")]
    outcome = made(circuit._replace(results=results), day)
    (total,) = (
        line.total for line in lines(outcome, "days") if (line.tournament, line.player) == ("next", player)
    )
    assert total == pytest.approx(points, abs=1e-9)
    if row.game:
        rankings = {(line.game, line.player): line.ranking for line in lines(outcome, f"games-{day.year}")}
        return round(rankings[row.game, player], 6) > round(rankings[row.game, row.player], 6)
    name = f"year-{day.year}" if row.goal == "the next place of the year" else "ludo"
    ranks = {line.player: line.rank for line in lines(outcome, name)}
    return player in ranks if not row.player else ranks[player] < ranks[row.player]


def lines(outcome: Outcome, name: str) -> list[Any]:
    return next(list(table.rows) for table in outcome.tables if table.name == name)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(number, marks=pytest.mark.slow) for number in range(1, 10))]
)
@pytest.mark.article("ludo", "Article 4.4", "Article 4.5")
def test_what_is_needed_is_enough_and_just_less_is_not(seed: int) -> None:
    circuit, next_ = announced(seed)
    outcome, day = made(circuit, next_.date), next_.date
    requirements = [(player.id, row) for player in circuit.players for row in rows_of(outcome, player.id)]
    requirements = [(player, row) for player, row in requirements if player not in GUESTS]
    assert requirements
    for player, row in Random(seed).sample(requirements, min(6, len(requirements))):
        assert is_done(circuit, day, player, row, row.points), (player, row)
        if row.points:
            assert not is_done(circuit, day, player, row, round(row.points - 0.01, 2)), (player, row)


def test_every_goal_is_told_of() -> None:
    goals = set()
    for seed in range(10):
        circuit, next_ = announced(seed)
        outcome = made(circuit, next_.date)
        goals |= {row.goal for player in circuit.players for row in rows_of(outcome, player.id)}
    assert goals == {*get_args(Goal)}


FIVE = [
    table("t1 1 A", "a 1", "b 2", "c 3"),
    table("t2 1 A", "a 2", "b 1", "c 3"),
    table("t3 1 A", "a 1", "b 2", "c 3"),
    table("t4 1 A", "a 2", "b 1", "c 3"),
    table("t5 1 A", "a 2 4", "b 2 0", "c 1 6"),
]
HELD = [tournament(f"t{number}", f"2016-0{number}-01") for number in range(1, 6)]


def test_the_lowest_of_five_falls_away() -> None:
    """Both have 103, 50, 103, 50 and 25, and `a` 0.4 more: of `b` the 25 fall away for more than 25.4."""
    outcome = made(inputs(FIVE, *HELD, tournament("next", "2016-06-01")), date(2016, 5, 1))
    of_year = [row for row in rows_of(outcome, "b") if row.goal == "the next place of the year"]
    assert [(row.player, row.place, row.points) for row in of_year] == [("a", 1, 25.41)]


def test_the_final_is_added_to_the_five() -> None:
    outcome = made(inputs(FIVE, *HELD, tournament("next", "2016-06-01", "final")), date(2016, 5, 1))
    assert [row.points for row in rows_of(outcome, "b")] == [0.41, 0.41]


def test_where_nothing_is_announced_nothing_is_needed() -> None:
    outcome = made(inputs(FIVE, *HELD), date(2016, 5, 1))
    assert not any(rows_of(outcome, player) for player in "abc")


def test_before_the_final_nobody_needs_a_seat_any_more() -> None:
    held = [*HELD, tournament("next", "2016-06-01", "final")]
    outcome = made(inputs(FIVE, *held), date(2016, 5, 1))
    assert "a seat at the final table" not in {
        row.goal for player in "abc" for row in rows_of(outcome, player)
    }
