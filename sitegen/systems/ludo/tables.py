"""The tables of the board-game circuit: what a federation keeps."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from sitegen import model
from sitegen.message import advise, say
from sitegen.problem import device, quoted
from sitegen.table import EventKey, PlayDate, PlayerId, Shown, Source, Table, Topical, column
from sitegen.unread import known

_KEY = re.compile(r"[A-Za-z0-9_-]*[A-Za-z0-9][A-Za-z0-9_-]*")
Kind = Literal["regular", "final"]
Points = Annotated[float, Shown("number", 2)]
Total = Annotated[float, Shown("number", 2, about=True)]
Exact = Annotated[float, Shown("short")]
"""A place such as 2.5 or 1.999, or a score: as it was entered."""
Year = Annotated[int, Shown("topic")]
"""A calendar year; shown as a link to its page."""
Game = Topical


_TOURNAMENT = ("toernooi", "tornooi", "tournoi")
_LATITUDE: Any = column(
    "degrees, north positive",
    default=None,
    minimum=-90,
    maximum=90,
    headings=("breedtegraad", "breedte", "lat"),
)
_LONGITUDE: Any = column(
    "degrees, east positive",
    default=None,
    minimum=-180,
    maximum=180,
    headings=("lengtegraad", "lengte", "long", "lon"),
)


def plain(number: float) -> str:
    """A number as people write it: 22 and not 22.0."""
    return f"{number:.12g}"


class Spot(NamedTuple):
    """A place on the map, in degrees."""

    latitude: float
    longitude: float


class Options(Table):
    """What a federation sets; what it leaves out goes by the regulation."""

    bonus_ceilings: Mapping[int, int] = column(
        "ceiling of the bonus by year, where it is not the mean of the year before",
        default={},
        minimum=0,
        maximum=1000,
        keys=(1900, 2199),
    )
    final_seats: Mapping[str, int] = column(
        "seats at the final table by game, where they are not four", default={}, minimum=1, maximum=20
    )


class Player(model.Player):
    """A player; how many of a club are there counts at the prize-giving."""


class Club(Table):
    """The home base of a club."""

    club: str = column("the club, as players name it", key=True, headings=("vereniging", "cercle"))
    latitude: float | None = _LATITUDE
    longitude: float | None = _LONGITUDE
    source: Source = column("where the row stands", default="", filled=True)

    def faults(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong inside the row: column, message and hint of each fault."""
        yield from _half_a_place(self)


class Tournament(Table):
    """A tournament, also one that is still to be played."""

    tournament: EventKey = column(
        "the key, which is part of addresses: it never changes",
        key=True,
        headings=_TOURNAMENT,
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
    latitude: float | None = _LATITUDE
    longitude: float | None = _LONGITUDE
    source: Source = column("where the row stands", default="", filled=True)

    @property
    def year(self) -> int:
        """The calendar year that it counts for."""
        return self.date.year

    def faults(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong inside the row: column, message and hint of each fault."""
        yield from _half_a_place(self)
        if known([self], "tournament") and not _KEY.fullmatch(self.tournament):
            message = say(
                "key-not-in-address",
                "{tournament} cannot be part of an address",
                tournament=quoted(self.tournament),
            )
            yield "tournament", message, advise("use letters a-z, digits, '-' and '_', such as 2026-gent")
        elif told := known([self], "tournament") and device(self.tournament):
            yield "tournament", told, advise("choose another key")


class Result(Table):
    """A player at a table."""

    tournament: str = column("the key of the tournament", key=True, headings=_TOURNAMENT)
    round: int = column(
        "the round of the day", key=True, minimum=1, maximum=3, headings=("ronde", "manche", "tour")
    )
    game: str = column("what was played", headings=("spel", "jeu"))
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

    def faults(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong inside the row: column, message and hint of each fault."""
        return [self._below_nothing(self.score)] if self.score is not None and self.score < 0 else ()

    def _below_nothing(self, score: float) -> tuple[str, str, str]:
        message = say(
            "score-below-nothing",
            "a score of {score}, below 0, gives nobody a share of the points at the table",
            score=plain(score),
        )
        hint = advise("leave the scores of this whole table blank: the places alone count then")
        return "score", message, hint


Located = Club | Tournament
"""What may have a place on the map."""


def spot(row: Located) -> Spot | None:
    """The place of a row on the map, where both of its cells are filled in."""
    return None if row.latitude is None or row.longitude is None else Spot(row.latitude, row.longitude)


def _half_a_place(row: Located) -> Iterable[tuple[str, str, str]]:
    if (row.latitude is None) != (row.longitude is None):
        missing = "latitude" if row.latitude is None else "longitude"
        message = say("half-a-place", "there is no {coordinate} beside the other", coordinate=missing)
        yield missing, message, advise("a place has both, or neither")


class Inputs(NamedTuple):
    """The tables a federation keeps."""

    players: list[Player]
    tournaments: list[Tournament]
    results: list[Result]
    clubs: Sequence[Club] = ()
