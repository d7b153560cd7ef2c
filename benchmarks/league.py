"""A backgammon league drawn by lot: who comes, who wins, and the files that record it.

The demonstration's results come from here, and the sites of any size that the speed benchmark builds.
Lots are drawn with `random.Random.random` alone, which Python promises to keep the same for a seed, and
floats are never added with `sum`, which rounds differently since 3.12: one seed, the same bytes everywhere.
"""

import csv
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from io import StringIO
from math import sqrt
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

Drawn = TypeVar("Drawn")
Cell = str | int | date

FIRST = date(2021, 11, 1)
"""The Monday on which the league begins."""
LAST = date(2026, 11, 15)
"""The Sunday that closes it."""
TOURNAMENTS = (
    "New Year Cup", "Winter Cup", "Spring Cup", "Polder Cup", "Delta Open", "Midsummer Cup",
    "Lighthouse Cup", "Harbour Cup", "Harvest Cup", "Autumn Cup", "Estuary Trophy", "Candlelight Cup",
)  # fmt: skip
"""The tournament of each month, January first."""

_WEEKS = ((LAST - FIRST).days + 1) // 7
_UNDECOMPOSED = str.maketrans({"ł": "l", "\N{LATIN SMALL LETTER DOTLESS I}": "i", "'": ""})
_HEADER = ("date", "winner", "loser", "length", "score", "kind", "event", "club")

_CONFIG = """[site]
title = "League of {players} players"
url = "https://league.example/"
language = "en"

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


def below(rng: Random, limit: int) -> int:
    """A whole number from 0 up to, not including, `limit`; each equally likely."""
    return int(rng.random() * limit)


def pick(rng: Random, things: Sequence[Drawn]) -> Drawn:
    """One of `things`; each equally likely."""
    return things[below(rng, len(things))]


def shuffled(rng: Random, things: Iterable[Drawn]) -> list[Drawn]:
    """`things` in an order drawn by lot."""
    return sorted(things, key=lambda _: rng.random())


def bell(rng: Random) -> float:
    """A draw from (nearly) the standard normal distribution: twelve uniform ones, added as whole numbers."""
    return sum(below(rng, 1000) for _ in range(12)) / 1000 - 5.994


def chance(own: float, other: float, length: int) -> float:
    """The chance that strength `own` beats `other` in a match to `length` points (regulation, Ratingformule).

    Rounded to 9 decimals, because the last digit of a power differs between C libraries.
    """
    return round(1 / (1 + 10 ** (-(own - other) * sqrt(length) / 2000)), 9)


def loser_points(rng: Random, length: int) -> int:
    """How far the loser came, 0 to `length` - 1: more often close than not."""
    return max(below(rng, length), below(rng, length))


def slug(name: str) -> str:
    """`name` as a player's id: lower-case ASCII letters, digits and `-`."""
    plain = unicodedata.normalize("NFKD", name.lower().translate(_UNDECOMPOSED))
    letters = "".join(each for each in plain if not unicodedata.combining(each))
    return "-".join("".join(each if each.isalnum() else " " for each in letters).split())


def distinct(ids: Iterable[str]) -> Iterator[str]:
    """The same ids, with `-2`, `-3` … behind those that occurred before."""
    times: dict[str, int] = {}
    for each in ids:
        times[each] = times.get(each, 0) + 1
        yield each if times[each] == 1 else f"{each}-{times[each]}"


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Cell]], delimiter: str = ",") -> str:
    """The text of a CSV file, lines ending in LF."""
    text = StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def write_text(path: Path, text: str) -> None:
    """Write a file (UTF-8, LF), and the folders it stands in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


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


class Person(NamedTuple):
    """Someone on the roll: invented people, in the order in which their clubs write them down.

    `family` is empty where one word is the whole name. In the demonstration a `late` one registers after
    three weeks, a `new` one has yet to play, a `guest` never registers, and a `hidden` one is not named.
    """

    given: str
    family: str
    club: str
    aliases: str
    part: str
    hidden: str

    @property
    def name(self) -> str:
        """The name as it is written."""
        return f"{self.given} {self.family}".strip()

    @property
    def sort_name(self) -> str:
        """The family name first; empty where one word is the whole name."""
        return f"{self.family}, {self.given}" if self.family else ""


def roll() -> list[Person]:
    """Everyone in `roll.csv`, which stands beside this file."""
    with Path(__file__).with_name("roll.csv").open(encoding="utf-8", newline="") as file:
        return [Person(*row) for row in csv.reader(file)][1:]


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
