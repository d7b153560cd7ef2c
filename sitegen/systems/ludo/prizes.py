"""In which order prizes are given at a tournament: Article 4.3 of the regulation."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import asin, cos, radians, sin, sqrt
from typing import NamedTuple

from sitegen.names import alphabetical
from sitegen.systems.ludo.outputs import Called, DayRanked, Prize
from sitegen.systems.ludo.tables import Club, Player, Spot, Tournament, spot
from sitegen.toolkit.order import comparable

MOST_PLACES = 10
FEWEST_OF_A_CLUB = 8
_EARTH = 6371.0088
"""The mean radius of the earth in km (IUGG)."""


class Group(NamedTuple):
    """A club that is called for its number of players; its distance in km, None where a place is unknown."""

    club: str
    players: int
    distance: float | None


def prizes(
    players: Mapping[str, Player], clubs: Sequence[Club], tournament: Tournament, day: Sequence[DayRanked]
) -> list[Prize]:
    """Everyone who is called at a tournament, from the ranking of its day: Article 4.3.

    `players` are those of the circuit by id, `clubs` the home bases.
    """
    called = _called(players, clubs, tournament, day)
    return Prize.rows((tournament.tournament, order, *each) for order, each in enumerate(called, 1))


def _called(
    players: Mapping[str, Player], clubs: Sequence[Club], tournament: Tournament, day: Sequence[DayRanked]
) -> Iterator[tuple[Called, str]]:
    last = max(1, last_place(len(day)))
    # Who may choose first depends on nobody's hiding: a shared place goes by the real names here.
    best = sorted(
        (row for row in day if row.rank <= last), key=lambda row: (row.rank, players[row.player].alphabet)
    )
    yield from (("winner", row.player) for row in best if row.rank == 1)
    if tournament.interclub:
        yield "interclub", tournament.interclub
    yield from (("place", row.player) for row in best if row.rank > 1)
    yield from (("club", each.club) for each in groups(clubs, tournament, day))
    others = [players[row.player] for row in day if row.rank > last]
    yield from (("lot", each.id) for each in drawn(others, tournament.tournament))


def last_place(participants: int) -> int:
    """By Article 4.3 the last place called: a tenth of the participants, rounded half up, ten at most."""
    return min(MOST_PLACES, (participants + 5) // 10)


def groups(clubs: Sequence[Club], tournament: Tournament, day: Sequence[DayRanked]) -> list[Group]:
    """Article 4.3: the clubs with eight players or more, most players first, then the farthest from home."""
    homes = {each.club: each for each in clubs}
    counts = Counter(row.club for row in day if row.club)
    found = [
        Group(club, players, distance(homes.get(club), tournament))
        for club, players in counts.items()
        if players >= FEWEST_OF_A_CLUB
    ]
    return sorted(found, key=_farthest)


def _farthest(group: Group) -> tuple[int, bool, float, str]:
    away = comparable(group.distance or 0.0)
    return -group.players, group.distance is None, -away, alphabetical(group.club)


def distance(home: Club | None, tournament: Tournament) -> float | None:
    """The way from a home base to a tournament along a great circle in km; None where either is unknown."""
    here, there = home and spot(home), spot(tournament)
    return great_circle(here, there) if here and there else None


def great_circle(one: Spot, other: Spot) -> float:
    """The way between two places in km."""
    south, north = radians(one.latitude), radians(other.latitude)
    east = radians(other.longitude - one.longitude)
    # The haversine keeps its digits where two places are near each other.
    chord = sin((north - south) / 2) ** 2 + cos(south) * cos(north) * sin(east / 2) ** 2
    return 2 * _EARTH * asin(min(1.0, sqrt(chord)))


def drawn(players: Sequence[Player], tournament: str) -> list[Player]:
    """The order by lot of Article 4.3, which nobody can choose: ascending SHA-256 of `tournament/player`."""
    return sorted(players, key=lambda each: each.lot(tournament))
