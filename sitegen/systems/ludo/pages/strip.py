"""What everybody asks of a tournament first: who climbed, who won, who leads, and how much was played."""

from collections.abc import Sequence
from typing import Any

from sitegen.model import Highlight, Strip
from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.outputs import DayRanked
from sitegen.systems.ludo.tables import Points
from sitegen.systems.ludo.years import Standing
from sitegen.table import Movement
from sitegen.toolkit.course import Stood
from sitegen.toolkit.strip import ahead, strip


def highlights(circuit: Circuit, rows: Sequence[Any], stood: Stood[DayRanked, Standing]) -> list[Strip]:
    """Those of the tournament that a list is published after, by `rows` of LUDO; none before the first."""
    if stood.last is None:
        return []
    day = {row.player: row for row in stood.last.rows}
    name = str(stood.last.named["name"])
    winner, named = stood.last.rows[0], {"tournament": name}
    won = Highlight(
        "Winner of the day", winner.player, "", winner.points, Points, "{tournament}", named, stood.last.key
    )
    climbed = _climber([row for row in rows if row.player in day], day)
    return strip(climbed, won, ahead("At the top", rows, "total", Points), _played(circuit, stood.last.key))


def _climber(rows: Sequence[Any], day: dict[str, DayRanked]) -> Highlight | None:
    """Who won most places in the LUDO ranking, of who took part."""
    climbed = [each for each in rows if (each.movement or 0) > 0]
    if not climbed:
        return None
    best = max(climbed, key=lambda each: (each.movement, -each.rank))
    named = {"points": day[best.player].total, "rank": best.rank}
    note = "{points} points won, to place {rank}"
    return Highlight("Biggest climb", best.player, "", best.movement, Movement, note, named)


def _played(circuit: Circuit, tournament: str) -> Highlight:
    """How many players there were, at how many tables and of which number of games."""
    players, tables, games = circuit.sizes[tournament]
    named = {"tables": tables, "games": games}
    note = "at {tables} tables, of {games} different games"
    return Highlight("Players there", "", "", players, int, note, named)
