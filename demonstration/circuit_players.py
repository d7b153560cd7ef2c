"""The invented players and clubs of the board-game circuit."""

from random import Random
from typing import NamedTuple

from lots import bell, below, pick
from roll import distinct, roll, slug

_COUNT = 250
_HIDDEN = {17, 140}
"""Those, by their number on the roll, who would rather not be named."""


class Home(NamedTuple):
    """A club with its home base, and the tournament that it holds."""

    club: str
    town: str
    latitude: str
    longitude: str
    event: str


CLUBS = (
    Home("Spelkring Artevelde", "Gent", "51.0543", "3.7174", "Arteveldetornooi"),
    Home("De Meeple", "Leuven", "50.8798", "4.7005", "Leuven Plays"),
    Home("Het Groene Laken", "Antwerpen", "51.2194", "4.4025", "Scheldecup"),
    Home("Ludothèque du Parc", "Liège", "50.6326", "5.5797", "Tournoi de la Meuse"),
    Home("Dobbel & Co", "Hasselt", "50.9307", "5.3325", "Haspengouwcup"),
    Home("Domstad Spelers", "Utrecht", "52.0907", "5.1214", "Domtoernooi"),
    Home("De Zesde Zijde", "Brugge", "51.2093", "3.2247", "Bruges Board Game Day"),
    Home("Les Pions Blancs", "Namur", "50.4674", "4.8720", "Citadelle"),
)


class Person(NamedTuple):
    """A player: how strong, how keen, and from which year until which they take part."""

    id: str
    name: str
    sort_name: str
    club: str
    hidden: str
    strength: float
    keenness: float
    since: int
    until: int


def people(random: Random) -> list[Person]:
    """Everyone who ever took part, by name; given and family names come from the roll of the federation."""
    named = names(random, _COUNT)
    ids = distinct(slug(f"{given} {family}") for given, family in named)
    return [
        Person(
            id_,
            f"{given} {family}",
            f"{family}, {given}",
            ""
            if random.random() < 0.04
            else CLUBS[min(below(random, 9), below(random, 10)) % len(CLUBS)].club,
            "yes" if number in _HIDDEN else "",
            0.6 * bell(random),
            max(0.08, min(0.8, 0.45 + 0.2 * bell(random))),
            2023 + max(0, below(random, 8) - 4),
            2026 - max(0, below(random, 12) - 9),
        )
        for number, (id_, (given, family)) in enumerate(zip(ids, named, strict=True))
    ]


def names(random: Random, count: int) -> list[tuple[str, str]]:
    """So many names in order that nobody on the roll has, so that nobody who hides there is named here."""
    known = roll()
    taken = {(each.given, each.family) for each in known}
    families = [each.family for each in known if each.family]
    found: set[tuple[str, str]] = set()
    while len(found) < count:
        name = pick(random, known).given, pick(random, families)
        if name not in taken:
            found.add(name)
    return sorted(found)
