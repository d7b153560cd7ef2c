"""A backgammon league of any size drawn by lot: who comes, who wins, and the files that record it.

It is drawn as the demonstration is, from the same roll: one seed, the same bytes everywhere.
"""

import csv
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import NamedTuple

from lots import bell, below, pick
from play import FIRST, LAST, TOURNAMENTS, chance, loser_points
from roll import distinct, roll, slug
from sheets import Cell, csv_text, write_text

_WEEKS = ((LAST - FIRST).days + 1) // 7
_HEADER = ("date", "winner", "loser", "length", "score", "kind", "event", "club")

_CONFIG = """[site]
title = "League of {players} players"
url = "https://league.example/"
language = "en"
cards = "rankings"  # a generator of pages draws no pictures; what those of players cost is measured apart

[[ranking]]
id = "backgammon"
system = "fibs"
title = "Backgammon rating list"

[ranking.options]
publication = "weekly"
"""
_FRONT = """# League of {players} players

{matches} matches of five years in {clubs} clubs, drawn by lot.
The [list](backgammon/) appears every Saturday.
"""
_RULES = """# How the list is made

The winner of a match to $N$ points gains $W = (1 - P) \\times 4\\sqrt{N}$ points,
the loser loses as many, where

$$P = \\frac{1}{1 + 10^{-(A-B)\\sqrt{N}/2000}}.$$
"""


def write_site(folder: Path, *, players: int, matches: int, clubs: int, seed: int) -> None:
    """Write a whole site with a league of this size over five years; every club has at least two players.

    The same arguments give the same bytes. `folder` is created; what stands in it already stays.
    """
    rng = Random(seed)
    league = _league(rng, players, clubs)
    results = folder / "results" / "backgammon"
    rows = [(each.id, each.name, each.sort_name, each.club) for each in league]
    write_text(results / "players.csv", csv_text(("id", "name", "sort_name", "club"), rows))
    by_year: dict[int, list[Sequence[Cell]]] = {}
    for row in _matches(rng, league, matches, clubs):
        by_year.setdefault(row[0].year, []).append(row)
    for year, played in by_year.items():
        write_text(results / "matches" / f"{year}.csv", csv_text(_HEADER, played))
    write_text(folder / "sitegen.toml", _CONFIG.format(players=players))
    write_text(folder / "content" / "index.md", _FRONT.format(players=players, matches=matches, clubs=clubs))
    write_text(folder / "content" / "backgammon.md", _RULES)


class _Player(NamedTuple):
    id: str
    name: str
    sort_name: str
    club: str
    strength: float


_Row = tuple[date, str, str, int, int | str, str, str, str]


def _league(rng: Random, players: int, clubs: int) -> list[_Player]:
    """Players in the order in which they join; the clubs take them by turns."""
    people = roll()
    named = [pick(rng, people)._replace(family=pick(rng, people).family) for _ in range(players)]
    ids = distinct(slug(each.name) for each in named)
    return [
        _Player(id_, each.name, each.sort_name, f"Club {place % clubs + 1}", 1500 + 150 * bell(rng))
        for place, (id_, each) in enumerate(zip(ids, named, strict=True))
    ]


def _matches(rng: Random, league: Sequence[_Player], matches: int, clubs: int) -> Iterator[_Row]:
    """The matches week after week, by date, without a row that occurs twice."""
    members = [league[number::clubs] for number in range(clubs)]
    for week in range(_WEEKS):
        rows: dict[_Row, None] = {}  # in the order drawn, which a set does not keep
        while len(rows) < matches * (week + 1) // _WEEKS - matches * week // _WEEKS:
            rows[_match(rng, league, members, week)] = None
        yield from sorted(rows, key=itemgetter(0))


def _match(rng: Random, league: Sequence[_Player], members: Sequence[Sequence[_Player]], week: int) -> _Row:
    """Six of seven matches are played at the club, on its evening; the others at the Sunday tournament."""
    number = below(rng, len(members))
    at_club = rng.random() * 7 < 6
    one, other = _pair(rng, members[number] if at_club else league, week)
    length = pick(rng, (5, 7, 7, 9))
    if rng.random() >= chance(one.strength, other.strength, length):
        one, other = other, one
    score = loser_points(rng, length) if rng.random() < 0.8 else ""
    day = FIRST + timedelta(7 * week + (number % 5 if at_club else 6))
    event = "" if at_club else f"{TOURNAMENTS[day.month - 1]} {day.year}, round {1 + below(rng, 5)}"
    return day, one.id, other.id, length, score, "club" if at_club else "tournament", event, one.club


def _pair(rng: Random, candidates: Sequence[_Player], week: int) -> tuple[_Player, _Player]:
    """Two of those who have joined by `week`: three of five at the start, all at the end."""
    present = max(2, len(candidates) * (3 * _WEEKS + 2 * week) // (5 * _WEEKS))
    one = below(rng, present)
    other = (one + 1 + below(rng, present - 1)) % present
    return candidates[one], candidates[other]


def latest(site: Path) -> tuple[Path, str]:
    """The last file of matches in the first ranking that has some, and what it says."""
    last = max((site / "results").glob("*/matches/*.csv"))
    return last, last.read_text(encoding="utf-8")


def with_return_match(text: str) -> str:
    """A file of matches with the return match of its last one, on the same day."""
    day, winner, loser, *others = next(csv.reader(text.splitlines()[-1:]))
    return text + csv_text((day, loser, winner, *others), [])
