"""Small leagues for tests, written as short as they can be read, and honest ones drawn by lot."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from random import Random
from typing import Any

from sitegen.systems.fibs.tables import Inputs, Match, Player, Registration

PLAYERS = [
    Player(id=name, name=name.title(), alphabet=place) for place, name in enumerate(["ann", "bob", "cas"])
]
CLUBS = {"De Dobbelsteen": 0, "Le Double Six": 2, "Zenne": 4}
"""The clubs of a league by lot, and the day of the week on which each plays."""


def day(text: str) -> date:
    return date.fromisoformat(text)


def match(when: str, winner: str, loser: str, length: int, **cells: Any) -> Match:
    return Match(day(when), winner, loser, length, **cells)


def registered(player: str, first: str, last: str, club: str = "") -> Registration:
    return Registration(player, day(first), day(last), club)


def drawn(random: Random) -> Inputs:
    """An honest league drawn by lot: two years of evenings, tournaments, friendly and online matches."""
    ids = {club: [f"{club[-3:].lower()}{n}" for n in range(random.randrange(4, 9))] for club in CLUBS}
    everyone = [
        Player(id=id_, name=id_.title(), club=club, rating=_older(random), source=f"players.csv:{id_}")
        for club, own in ids.items()
        for id_ in own
    ]
    played = [*_evenings(random, ids), *_tournaments(random, [player.id for player in everyone])]
    rows = [game.replace(source=f"matches.csv:{line}") for line, game in enumerate(played, 2)]
    return Inputs(everyone, rows, list(_registrations(random, ids)))


def _older(random: Random) -> float | None:
    return random.choice((None, 1400.0, 1723.5))


def _evenings(random: Random, ids: dict[str, list[str]]) -> Iterator[Match]:
    first = date(2025, 1, 6)  # a Monday
    for week in range(100):
        for club, weekday in CLUBS.items():
            moved = 1 if random.random() < 0.02 else 0
            when = first + timedelta(weeks=week, days=weekday + moved)
            for _ in range(random.randrange(6) + 2 * moved):
                winner, loser = random.sample(ids[club], 2)
                length = random.choice((3, 5, 7))
                score = random.choice((None, random.randrange(length)))
                kind: Any = "friendly" if random.random() < 0.05 else "club"
                online = random.random() < 0.02
                yield Match(when, winner, loser, length, score, kind, kind == "friendly", online, club=club)


def _tournaments(random: Random, ids: Sequence[str]) -> Iterator[Match]:
    for number in range(8):
        when = date(2025, 3, 1) + timedelta(days=91 * number)
        per_point = random.choice((40, 60, 120))
        for round_ in range(3):
            present = random.sample(ids, len(ids))
            for winner, loser in zip(present[::2], present[1::2], strict=False):
                length = random.choice((9, 11)) if round_ else 5
                clock = (per_point * length, random.choice((11, 12))) if random.random() < 0.9 else (240, 10)
                yield Match(when, winner, loser, length, None, "tournament", False, False, *clock, "Open")


def _registrations(random: Random, ids: dict[str, list[str]]) -> Iterator[Registration]:
    for club, own in ids.items():
        for player in own:
            for year in (2025, 2026):
                first = date(year, 1, 1) + timedelta(days=random.choice((0, 0, 0, random.randrange(365))))
                if random.random() < 0.95:
                    yield Registration(player, first, date(year, 12, 31), club, source="registrations.csv:2")
