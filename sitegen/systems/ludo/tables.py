"""The tables that a federation keeps for the board-game circuit, and the articles of its regulation.

Results and rules pages name the articles.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from math import asin, cos, radians, sin, sqrt
from typing import Annotated, Any, Literal, NamedTuple

from sitegen.core import model
from sitegen.core.entities import declare_error
from sitegen.core.missing import select_complete
from sitegen.core.options import ChangingOptions
from sitegen.core.problems import advise, check_device_name, quote_text
from sitegen.core.table import Display, EventKey, PlayDate, PlayerId, Source, Table, TopicName, column
from sitegen.toolkit.decisions import PointsDecision
from sitegen.toolkit.memberships import Membership

ROUND_ARTICLE = "Article 4.1"
DAY_ARTICLE = "Article 4.2"
PRIZE_ARTICLE = "Article 4.3"
YEAR_ARTICLE = "Article 4.4"
GAME_ARTICLE = "Article 4.5"

articles: Mapping[str, str] = {
    ROUND_ARTICLE: (
        "What a round brings: 100 × (x − p) / (x − 1) points for place p at a table of x, who is ex aequo at "
        "the mean of their places; x points more for who is first, also shared; and the share in the scores "
        "of the table."
    ),
    DAY_ARTICLE: (
        "The ranking of the day, by the points of its rounds, and the bonus X − P + 1 for place P of X, "
        "which does not count in it. From 2014 X is not more than the mean participants of the year before, "
        "rounded to a multiple of 10."
    ),
    PRIZE_ARTICLE: (
        "The order of the prize-giving: the winner of the day, the club that wins the interclub, the places "
        "through a tenth of the participants, ten at most, the clubs with eight players or more, and "
        "everybody else by lot."
    ),
    YEAR_ARTICLE: (
        "The ranking of the year, the sum of the five best regular tournaments and the final; and LUDO, a "
        "third of the year before last, two thirds of last year and this year so far."
    ),
    GAME_ARTICLE: (
        "The ranking of a game in a year, its points divided by one more than the times played, which are "
        "taken to be three at least; it says who sits at the final table."
    ),
}


_KEY_PATTERN = re.compile(r"[A-Za-z0-9_-]*[A-Za-z0-9][A-Za-z0-9_-]*")
Kind = Literal["regular", "final"]
Points = Annotated[float, Display("number", 2)]
Total = Annotated[float, Display("number", 2, is_main=True)]
Exact = Annotated[float, Display("short")]
"""A place such as 2.5 or 1.999, or a score: as it was entered."""
Year = Annotated[int, Display("topic")]
"""A calendar year; shown as a link to its page."""
Game = TopicName


_EARTH_RADIUS = 6371.0088
"""The mean radius of the earth in km (IUGG)."""
_TOURNAMENT_HEADINGS = ("toernooi", "tornooi", "tournoi")
_LATITUDE_COLUMN: Any = column(
    "degrees, north positive",
    default=None,
    minimum=-90,
    maximum=90,
    headings=("breedtegraad", "breedte", "lat"),
)
_LONGITUDE_COLUMN: Any = column(
    "degrees, east positive",
    default=None,
    minimum=-180,
    maximum=180,
    headings=("lengtegraad", "lengte", "long", "lon"),
)


def format_number(number: float) -> str:
    """Return a number as people write it: 22 and not 22.0."""
    return f"{number:.12g}"


class Options(ChangingOptions):
    """The settings of a federation. Where it sets nothing, the regulation holds."""

    bonus_ceilings: Mapping[int, int] = column(
        "ceiling of the bonus by year, where it is not the mean of the year before",
        default={},
        minimum=0,
        maximum=1000,
        keys=(1900, 2199),
        stays="each year has its own already",
    )
    final_seats: Mapping[str, int] = column(
        "seats at the final table by game, where they are not four",
        default={},
        minimum=1,
        maximum=20,
        changes="for finals from that day on",
    )


class Player(model.Player):
    """A player; how many of a club are there counts at the prize-giving."""


class Club(Table):
    """The home base of a club."""

    club: str = column("the club, as players name it", key=True, headings=("vereniging", "cercle"))
    latitude: float | None = _LATITUDE_COLUMN
    longitude: float | None = _LONGITUDE_COLUMN
    source: Source = column("where the row stands", default="", filled=True)

    def find_faults(self) -> Iterable[tuple[str, str, str]]:
        """Yield the column, message and hint of each fault inside the row."""
        yield from _check_location(self)


_NOT_IN_ADDRESS = declare_error(
    "key-not-in-address",
    "{tournament} cannot be part of an address",
    "use letters a-z, digits, '-' and '_', such as 2026-gent",
)


class Tournament(Table, records=("tournaments",)):
    """A tournament, also one that is still to be played."""

    tournament: EventKey = column(
        "the key, which is part of addresses: it never changes",
        key=True,
        headings=_TOURNAMENT_HEADINGS,
    )
    date: PlayDate = column("the day it is played", headings=("datum", "jour"))
    name: str = column("its name", headings=("naam", "nom"))
    kind: Kind = column(
        "regular, or the final of its year",
        default="regular",
        headings=("soort", "type", "genre"),
        synonyms=(
            *(("gewoon", "regular"), ("gewoon toernooi", "regular"), ("regulier", "regular")),
            *(("ordinaire", "regular"), ("régulier", "regular"), ("normal", "regular")),
            *(("finale", "final"), ("eindtoernooi", "final")),
        ),
    )
    interclub: str = column(
        "the club that won the interclub",
        default="",
        headings=("winnaar interclub", "interclubs", "vainqueur interclub"),
    )
    latitude: float | None = _LATITUDE_COLUMN
    longitude: float | None = _LONGITUDE_COLUMN
    source: Source = column("where the row stands", default="", filled=True)

    @property
    def year(self) -> int:
        """The calendar year that it counts for."""
        return self.date.year

    def find_faults(self) -> Iterable[tuple[str, str, str]]:
        """Yield the column, message and hint of each fault inside the row."""
        yield from _check_location(self)
        if select_complete([self], "tournament") and not _KEY_PATTERN.fullmatch(self.tournament):
            yield "tournament", *_NOT_IN_ADDRESS.fill(tournament=quote_text(self.tournament))
        elif select_complete([self], "tournament") and (reserved := check_device_name(self.tournament)):
            yield "tournament", reserved, advise("choose another key")


_SCORE_BELOW_NOTHING = declare_error(
    "score-below-nothing",
    "a score of {score}, below 0, gives nobody a share of the points at the table",
    "leave the scores of this whole table blank: the places alone count then",
)


class Result(Table, records=("plays",)):
    """A player at a table."""

    tournament: str = column("the key of the tournament", key=True, headings=_TOURNAMENT_HEADINGS)
    round: int = column(
        "the round of the day", key=True, minimum=1, maximum=3, headings=("ronde", "manche", "tour")
    )
    game: str = column("the game that was played", headings=("spel", "jeu"))
    table: str = column("the table, unlike all others of the round", headings=("tafel",), counts="1")
    player: PlayerId = column("who played", key=True, headings=("speler", "joueur", "joueuse"))
    place: float = column(
        "place at the table: 1, 2, 2, 4 or 1, 2.5, 2.5, 4",
        minimum=1,
        maximum=50,
        headings=("plaats", "rang", "positie", "position"),
        counts="1",
    )
    score: float | None = column(
        "points at the table, 0 or more; blank for a whole table where they were not kept",
        default=None,
        minimum=-10_000_000,
        maximum=10_000_000,
        headings=("punten", "points"),
    )
    source: Source = column("where the row stands", default="", filled=True)

    def find_faults(self) -> Iterable[tuple[str, str, str]]:
        """Yield the column, message and hint of each fault inside the row."""
        if self.score is not None and self.score < 0:
            yield "score", *_SCORE_BELOW_NOTHING.fill(score=format_number(self.score))


LocatedRow = Club | Tournament
"""A row that may have a place on the map."""


def measure_distance(first: LocatedRow, second: LocatedRow) -> float | None:
    """Return the distance of two places along a great circle in km; None where one is not known."""
    if None in {first.latitude, first.longitude, second.latitude, second.longitude}:
        return None
    latitude, other_latitude = radians(first.latitude or 0), radians(second.latitude or 0)
    longitudes = radians((second.longitude or 0) - (first.longitude or 0))
    # d = 2R·asin(√(sin²((φ₂ - φ₁) / 2) + cos φ₁·cos φ₂·sin²((λ₂ - λ₁) / 2)))
    # This haversine formula keeps its digits where two places are near each other.
    haversine = (
        sin((other_latitude - latitude) / 2) ** 2
        + cos(latitude) * cos(other_latitude) * sin(longitudes / 2) ** 2
    )
    return 2 * _EARTH_RADIUS * asin(min(1.0, sqrt(haversine)))


_HALF_A_PLACE = declare_error(
    "half-a-place", "of latitude and longitude only one is filled in", "a place has both, or neither"
)


def _check_location(row: LocatedRow) -> Iterable[tuple[str, str, str]]:
    if (row.latitude is None) != (row.longitude is None):
        missing = "latitude" if row.latitude is None else "longitude"
        yield missing, *_HALF_A_PLACE.fill()


class Inputs(NamedTuple):
    """The tables a federation keeps."""

    players: list[Player]
    tournaments: list[Tournament]
    results: list[Result]
    clubs: Sequence[Club] = ()
    memberships: Sequence[Membership] = ()
    decisions: Sequence[PointsDecision] = ()
