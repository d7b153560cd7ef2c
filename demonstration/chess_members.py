"""An invented chess club: its members, how strong they are, and what the club knew of that beforehand."""

import csv
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import NamedTuple

from lots import bell
from roll import slug

from sitegen.systems.ijssel.tables import AbsenceCode, Player

CLUB = "De Trekpont"
TEAM_EVENINGS = {3, 5, 8, 11, 14, 17, 20, 23, 26, 29}
"""The rounds on which the team has a match: two a period."""


class Member(NamedTuple):
    """Someone on the roll; its fields are the columns of `chess_roll.csv`, and `id`.

    `strength` is the true one, as a rating. `known` tells which ratings there are: of the last season
    (`final`), of the federation (`knsb`), `both`, one of the federation that is `doubtful`, or `none`. A
    `team` member plays matches for the club, one with a `duty` looks after the hall and the youth, a `youth`
    member is young, a `rare` one seldom comes. From the first to the last round of `away` they travel.
    """

    given: str
    family: str
    strength: int
    known: str
    part: str
    joined: int
    left: int | None
    away: range
    aliases: str
    hidden: bool
    id: str

    @property
    def name(self) -> str:
        """The name as it is written."""
        return f"{self.given} {self.family}"

    def belongs(self, round_: int) -> bool:
        """Whether they have joined, and not left."""
        return self.joined <= round_ and (self.left is None or round_ <= self.left)


def members() -> list[Member]:
    """Everyone in `chess_roll.csv`, which stands beside this file, by id."""
    with Path(__file__).with_name("chess_roll.csv").open(encoding="utf-8", newline="") as file:
        return sorted((_member(**row) for row in csv.DictReader(file)), key=attrgetter("id"))


def _member(  # noqa: PLR0913 - the columns of the roll
    *, given: str, family: str, strength: str, joined: str, left: str, away: str, hidden: str, **texts: str
) -> Member:
    first, _, last = away.partition("-")
    return Member(
        given,
        family,
        int(strength),
        joined=int(joined or 1),
        left=int(left) if left else None,
        away=range(int(first), int(last) + 1) if away else range(0),
        hidden=hidden == "yes",
        id=slug(f"{given} {family}"),
        **texts,
    )


def player(rng: Random, who: Member) -> Player:
    """The row of the table `players`, with ratings around the true strength; each of them whole."""
    final, national, guess = (_about(rng, who.strength, error) for error in (55, 45, 110))
    return Player(
        id=who.id,
        name=who.name,
        sort_name=f"{who.family}, {who.given}",
        club=CLUB,
        aliases=who.aliases,
        hidden=who.hidden,
        final_rating=float(final) if who.known in {"final", "both"} else None,
        knsb_rating=float(national) if who.known in {"knsb", "both", "doubtful"} else None,
        knsb_reliable=who.known != "doubtful",
        estimate=float(_estimated(guess)) if who.known in {"doubtful", "none"} else None,
        youth=who.part == "youth",
        joined=who.joined,
        left=who.left,
    )


def _about(rng: Random, strength: int, error: int) -> int:
    return strength + round(error * bell(rng))


def _estimated(guess: int) -> int:
    """Nobody estimates to the point."""
    return round(guess / 50) * 50


def absence(rng: Random, who: Member, round_: int, byes: int) -> AbsenceCode | None:
    """Why somebody does not come to a round, after so many byes; None when they come."""
    lot, choice = rng.random(), rng.random()
    if round_ in who.away:
        return "absent"
    if who.part == "team" and round_ in TEAM_EVENINGS:
        return "external" if lot < 0.85 else "external-moved"
    if who.part == "duty" and lot < 0.18:
        return "club"
    if lot > 1 - (0.55 if who.part == "rare" else 0.16):
        return "no-show" if choice < 0.03 else "bye" if byes < 2 and choice < 0.4 else "absent"
    return None
