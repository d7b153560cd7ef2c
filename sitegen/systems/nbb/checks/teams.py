"""Teams evenings: every team has a line-up, and both of a match say the same of it."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.problem import quoted
from sitegen.systems.bridge.evenings import whole
from sitegen.systems.bridge.teams import line_ups
from sitegen.systems.nbb.tables import Inputs, Sitting

_POINTS = 20  # victory points of a sitting, shared between two teams


def teams(inputs: Inputs) -> Iterator[Fault]:
    """All faults of teams evenings."""
    yield from line_ups(inputs.teams, inputs.lineups, ("team", "opponent"), ("team",))
    for rows in whole(inputs.teams, ["date"], "sitting", "team", "opponent", "vp").values():
        yield from _matches(rows)


def _matches(rows: Sequence[Sitting]) -> Iterator[Fault]:
    """The two rows of each match, one a side, in whatever sittings: three teams may play in a triangle."""
    met: dict[tuple[str, str], list[Sitting]] = {}
    for row in sorted(rows, key=lambda row: row.sitting):
        met.setdefault((row.team, row.opponent), []).append(row)
    playing = {row.team for row in rows}
    for (team, opponent), mine in met.items():
        theirs = met.get((opponent, team), [])
        if team < opponent or not theirs:
            for one, other in zip_longest(mine, theirs):
                if one and other:
                    yield from _shared(one, other)
                elif opponent in playing and team != opponent:
                    yield _one_sided(one or other)


def _shared(one: Sitting, other: Sitting) -> Iterator[Fault]:
    """Two teams share the victory points."""
    if one.vp is not None and other.vp is not None and round(one.vp + other.vp, 6) != _POINTS:
        told = say(
            "points-not-shared",
            "the victory points are {sum} together with those at {source}",
            sum=f"{round(one.vp + other.vp, 6):g}",
            source=one.source,
        )
        hint = advise(
            "two teams share {points} in a sitting: compare both rows with the result", points=_POINTS
        )
        yield Fault(other, "vp", told, hint, warning=True)


def _one_sided(row: Sitting) -> Fault:
    told = say(
        "match-one-sided",
        "{opponent} has no row against {team} on {day}",
        opponent=quoted(row.opponent),
        team=quoted(row.team),
        day=row.date,
    )
    hint = advise("a match has a row for each of the two teams: add the other, or correct the opponent")
    return Fault(row, "opponent", told, hint, warning=True)
