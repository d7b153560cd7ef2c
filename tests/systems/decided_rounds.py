"""Decisions of the committee of a season, drawn by lot, and with which round each counts, found plainly."""

from collections.abc import Sequence
from datetime import date, timedelta
from random import Random
from typing import Any

from sitegen.toolkit.decisions import IN, OUT, PointsDecision

POINTS = (-10.0, -0.5, 0.25, 3.0, 12.5)


def decided(random: Random, players: Sequence[Any], evenings: Sequence[date]) -> list[PointsDecision]:
    """What is decided of some of them between the first evening and the last, mostly nothing.

    Nobody is told why, as of who hides: so nothing else changes where somebody does.
    """
    rows: list[tuple[date, str, Any, float | None]] = []
    for player in random.sample(players, min(len(players), random.choice((0, 0, 1, 3)))):
        first, last = sorted(random.choices(evenings[: player.left], k=2))
        first -= timedelta(days=random.choice((0, 0, 1, 20)))
        what = random.choice(("points", "points", "both", OUT, IN))
        if what in {"points", "both"}:
            rows.append((first, player.id, "points", random.choice(POINTS)))
        if what == "both":
            rows.append((first, player.id, "points", random.choice(POINTS)))
        if what in {OUT, IN}:
            rows.append((first, player.id, OUT, None))
        if what == IN and last > first:
            rows.append((last, player.id, IN, None))
    return [
        PointsDecision(day, player, what, "", figure, f"decisions.csv:{line}")
        for line, (day, player, what, figure) in enumerate(rows, start=2)
    ]


def find_round(decision: Any, inputs: Any, played: Sequence[int]) -> int | None:
    """The round with which a decision counts, of those that were played; None for one that waits."""
    days = {fixture.round: fixture.date for fixture in inputs.rounds}
    joined = {player.id: player.joined for player in inputs.players}
    for number in played:
        if decision.date <= days[number] and number >= joined[decision.player]:
            return number
    return None


def is_out(player: str, inputs: Any, round_: int) -> bool:
    """Whether a player is out of competition after a round: the last decision of its evening or before."""
    (day,) = (fixture.date for fixture in inputs.rounds if fixture.round == round_)
    states = [row for row in inputs.decisions if row.player == player and row.what != "points"]
    said = [row for row in sorted(states, key=lambda row: row.date) if row.date <= day]
    return bool(said) and said[-1].what == OUT


def list_published(inputs: Any, played: Sequence[int]) -> list[tuple[Any, ...]]:
    """The table of decisions: those that count, by round and then by day."""
    return [
        (row.date, row.player, row.what, row.figure, row.reason, row.source)
        for number in played
        for row in sorted(inputs.decisions, key=lambda row: row.date)
        if find_round(row, inputs, played) == number
    ]
