"""Random clubs with the NBB-Clubranking: two seasons of sessions with all that their tables can say."""

from datetime import date, timedelta
from random import Random
from string import ascii_uppercase
from typing import Any

from committees import decide

from sitegen.systems.nbb.tables import (
    ButlerLine,
    Inputs,
    LineUp,
    Options,
    PairsLine,
    Partnership,
    Player,
    Season,
    Sitting,
)
from sitegen.toolkit.decisions import PointsDecision


def made(seed: int) -> tuple[Inputs, Options]:
    """A club of two seasons with all that its tables can say."""
    random = Random(seed)
    count = random.choice((8, 12, 16))
    ids = [f"p{number}" for number in range(count)]
    players = [
        Player(id_, id_.upper(), alphabet=number, ranking=random.choice((None, 60.0, 80.0)))
        for number, id_ in enumerate(ids)
    ]
    seasons = [
        Season("one", date(2025, 1, 1), date(2025, 6, 30)),
        Season("two", date(2025, 7, 1), date(2025, 12, 31)),
    ]
    partnerships = [Partnership("pair", "p0", "p1"), Partnership("trio", "p2", "p3", "p4")]
    inputs = Inputs(players, seasons, [], partnerships, [], [], [], [])
    for number in range(random.randint(1, 14)):
        day = date(2025, 1, 7) + timedelta(weeks=3 * number)
        _session(random, day, random.sample(ids, count), inputs)
    method = random.choice(("place", "proportional", "balanced", "dynamic"))
    options = Options(
        lines=random.randint(1, 4), method=method, sessions=random.randint(1, 4), start_ranking=55.0
    )
    days = sorted({row.date for row in (*inputs.pairs, *inputs.butler, *inputs.teams)})
    decisions = [
        row
        for row in decide(random, PointsDecision, ids, days, {"points": (1.5, -4.25, 20.0)})
        if row.figure is None or seasons[0].start <= row.date <= seasons[-1].end
    ]
    return inputs._replace(decisions=decisions), options


def _session(random: Random, day: date, ids: list[str], inputs: Inputs) -> None:
    pairs: Any = inputs.pairs
    butler: Any = inputs.butler
    teams: Any = inputs.teams
    lineups: Any = inputs.lineups
    if random.random() < 0.2:
        lineups.extend([LineUp(day, "X", *ids[:4]), LineUp(day, "Y", *ids[4:8])])
        for sitting in (1, 2):
            points = random.randint(0, 20) * 1.0
            teams.append(Sitting(day, sitting, "X", "Y", points))
            teams.append(Sitting(day, sitting, "Y", "X", 20 - points))
        return
    table, kind = random.choice(((pairs, PairsLine), (butler, ButlerLine)))
    lines = sorted(random.sample(ascii_uppercase, random.randint(1, 3)))
    groups = {line: random.choice(("", "", "x")) for line in lines}
    low, high = (30, 70) if kind is PairsLine else (-3, 3)
    for player, partner in zip(ids[::2], ids[1::2], strict=True):
        line = random.choice(lines)
        table.append(kind(day, line, player, partner, "", groups[line], round(random.uniform(low, high), 2)))
