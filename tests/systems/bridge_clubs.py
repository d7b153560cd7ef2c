"""Honest seasons of bridge clubs, drawn by lot, in the tables of nbb and of ruit."""

from collections.abc import Callable
from datetime import date
from random import Random
from typing import Any

from bridge import field_of
from test_nbb import NEXT, SEASON, evening

from sitegen.systems import nbb, ruit
from sitegen.systems.nbb import tables as nbb_tables
from sitegen.systems.ruit import tables as ruit_tables

_IDS = [f"p{number}" for number in range(120)]


def draw_nbb(random: Random) -> nbb.Inputs:
    """A season of twenty sessions in all forms, of one to four lines; the last is drawn."""
    players = [nbb_tables.Player(name, name, ranking=70.0) for name in _IDS]
    pairs = [nbb_tables.Partnership("pair", "p0", "p1"), nbb_tables.Partnership("trio", "p2", "p3", "p4")]
    inputs = nbb.Inputs(players, [SEASON, NEXT], [], pairs, [], [], [], [])
    _play(random, inputs, 0.2, _add_session, _add_sittings)
    first = (row for row in inputs.pairs if row.date == inputs.pairs[0].date)
    drawn = (row.replace(date=evening(22), score=None) for row in first)
    return inputs._replace(pairs=[*inputs.pairs, *drawn])


def draw_ruit(random: Random) -> ruit.Inputs:
    """A club of twenty evenings in all forms, with sections, partial movements and Mitchell movements."""
    players = [
        ruit_tables.Player(name, name, **({"rating": 200.0} if place % 2 else {"class_": "main"}))
        for place, name in enumerate(_IDS)
    ]
    inputs = ruit.Inputs(players, [], [], [], [])
    _play(random, inputs, 0.25, _add_evening, _add_matches)
    return inputs


def _play(
    random: Random, inputs: Any, teams: float, add_pairs: Callable[..., None], add_teams: Callable[..., None]
) -> None:
    """Add twenty evenings, of which this share is of teams."""
    for number in range(1, 21):
        day, ids = evening(number), random.sample(_IDS, len(_IDS))
        table = random.choice((inputs.pairs, inputs.butler))
        if random.random() < teams:
            add_teams(random, day, ids, inputs)
        else:
            add_pairs(random, day, ids, table, is_butler=table is inputs.butler)


def _add_session(random: Random, day: date, ids: list[str], table: list[Any], *, is_butler: bool) -> None:
    letters = "ABCD"[: random.randint(1, 4)]
    together = random.random() < 0.2
    kind = nbb_tables.ButlerLine if is_butler else nbb_tables.PairsLine
    rows: list[Any] = []
    for letter in letters:
        for pair in field_of(random, random.randint(4, 14), mitchell=random.random() < 0.3):
            score = round(pair.imps_a_board if is_butler else pair.percentage, 2)
            group = "TI" if together and len(letters) > 1 else ""
            rows.append(kind(day, letter, ids.pop(), ids.pop(), "", group, score))
    if together and not is_butler:  # scored across: the lines are of different strength
        shifts = {letter: (len(letters) - 1) / 2 - place for place, letter in enumerate(letters)}
        counts = {letter: sum(row.line == letter for row in rows) for letter in letters}
        rows = [row.replace(score=row.score + 40 * shifts[row.line] / counts[row.line]) for row in rows]
    table += rows


def _add_sittings(random: Random, day: date, ids: list[str], inputs: Any) -> None:
    names = [f"Team {number}" for number in range(random.choice((2, 3, 4, 6)))]
    inputs.lineups.extend(
        nbb_tables.LineUp(day, name, *(ids.pop() for _ in range(random.choice((4, 5))))) for name in names
    )
    if len(names) == 3:  # a triangle over two sittings
        inputs.teams.extend(
            nbb_tables.Sitting(day, turn, name, names[(place + turn) % 3], 10.0)
            for turn in (1, 2)
            for place, name in enumerate(names)
        )
        return
    for sitting in (1, 2):
        present = random.sample(names, len(names))
        for home, away in zip(present[::2], present[1::2], strict=True):
            points = round(random.uniform(0, 20), 2)
            inputs.teams.append(nbb_tables.Sitting(day, sitting, home, away, points))
            inputs.teams.append(nbb_tables.Sitting(day, sitting, away, home, round(20 - points, 2)))


def _add_evening(random: Random, day: date, ids: list[str], table: list[Any], *, is_butler: bool) -> None:
    sections = random.choice(([""], [""], ["A", "B"]))
    has_lists = random.random() < 0.7
    kind = ruit_tables.ButlerLine if is_butler else ruit_tables.PairsLine
    for section in sections:
        for pair in field_of(random, random.randint(4, 20), mitchell=random.random() < 0.3):
            score = float(sum(pair.imps)) if is_butler else round(pair.percentage, 2)
            met = " ".join(other.label for other in pair.met) if has_lists else ""
            table.append(kind(day, pair.label, ids.pop(), ids.pop(), score, section, met))


def _add_matches(random: Random, day: date, ids: list[str], inputs: Any) -> None:
    names = [f"Team {number}" for number in range(random.randint(2, 5))]
    playing = set[str]()
    for match in (1, 2):
        present = random.sample(names, len(names))
        for home, away in zip(present[::2], present[1::2], strict=False):
            playing |= {home, away}
            imps = float(random.randint(-50, 50))
            inputs.teams.append(ruit_tables.Match(day, match, home, away, imps, 12))
    inputs.lineups.extend(
        ruit_tables.LineUp(day, name, *(ids.pop() for _ in range(4))) for name in names if name in playing
    )
