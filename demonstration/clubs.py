"""Write a federation of many bridge clubs, which is too large to keep in this repository.

    python demonstration/clubs.py FOLDER [CLUBS]

FOLDER becomes a site with so many clubs (default: 300), of forty players and forty sessions each. Some people
play in two clubs. The same bytes come out every time.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import tuesday
from bridge_club import Member
from lots import bell, pick
from roll import distinct, roll, slug
from sheets import write_text

PLAYERS, SESSIONS = 40, 40
_SEED = 80
_EXTREME = 2.0
"""So many standard deviations the best and the weakest players are from the middle."""
_SHARING = 10
"""Of so many clubs one shares a pair with the club before it."""
_SUITS = ("Troef", "Harten", "Ruiten", "Klaver", "Schoppen", "Slem", "Dummy", "Singleton", "Bod", "Snit")
_PLACES = ("Brug", "Dijk", "Hoek", "Kade", "Kerk", "Laan", "Linde", "Molen", "Poort", "Sluis")
_SIDES = ("Noord", "Oost", "Zuid", "West", "Midden")

_CONFIG = """[site]
title = "Federation of {clubs} clubs"
url = "https://federation.example/"
language = "en"
cards = "rankings"

[[ranking]]
folder = "results/clubs/*"
system = "nbb"

[ranking.options]
lines = 3
"""
_CLUB = """title = "{title}"
region = "{region}"
keepers = ["@keeper-{number}"]
"""
_HOME = """# Federation of {clubs} clubs

Forty people of each club play bridge, one evening a week. Everything here is invented.
"""


def write_site(folder: Path, clubs: int) -> None:
    """Write the site of a federation with so many clubs; what stands in `folder` already stays."""
    write_text(folder / "sitegen.toml", _CONFIG.format(clubs=clubs))
    write_text(folder / "content" / "index.md", _HOME.format(clubs=clubs))
    ids = distinct(slug(member.name) for number in range(clubs) for member in _draw_members(number))
    members = list[Member]()
    for number in range(clubs):
        suit, place = _SUITS[number % 10], _PLACES[number // 10 % 10]
        title = f"{suit} {place} {number // 100 + 1}".removesuffix(" 1")
        club = folder / "results" / "clubs" / f"{slug(title)}"
        region = _SIDES[number % len(_SIDES)]
        write_text(club / "ranking.toml", _CLUB.format(title=title, region=region, number=number + 1))
        others = members[:2] if number % _SHARING == _SHARING - 1 else []  # a pair that plays there too
        members = [*others, *(member._replace(id=next(ids)) for member in _draw_members(number))][:PLAYERS]
        for path, text in tuesday.files(_SEED + number, members, title, SESSIONS, number % len(_SIDES)):
            write_text(club / path, text)


def _draw_members(number: int) -> Iterator[Member]:
    """Yield the members of a club, by their numbers; who stand beside each other are partners."""
    random, people = Random(_SEED + number), [person for person in roll() if person.family]
    names = dict[str, str]()
    while len(names) < PLAYERS:
        given, family = pick(random, people), pick(random, people)
        names[f"{given.given} {family.family}"] = f"{family.family}, {given.given}"
    for name, sort_name in names.items():
        strength = 250 + 80 * max(-_EXTREME, min(_EXTREME, bell(random)))
        yield Member("", name, sort_name, "", "", strength, "", "")


if __name__ == "__main__":
    write_site(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 300)
