"""The tables of the board-game circuit: what a federation keeps."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal, NamedTuple

from sitegen import model
from sitegen.table import EventKey, PlayDate, PlayerId, Shown, Source, Table, Topical, column

_KEY = re.compile(r"[A-Za-z0-9_-]*[A-Za-z0-9][A-Za-z0-9_-]*")
Kind = Literal["regular", "final"]
Points = Annotated[float, Shown("number", 2)]
Total = Annotated[float, Shown("number", 2, about=True)]
Exact = Annotated[float, Shown("short")]
"""A place such as 2.5 or 1.999, or a score: as it was entered."""
Year = Annotated[int, Shown("topic")]
"""A calendar year; shown as a link to its page."""
Game = Topical


class Options(Table):
    """What a federation sets; what it leaves out goes by the regulation."""

    bonus_ceilings: Mapping[int, int] = column(
        "ceiling of the bonus by year, where it is not the mean of the year before", default={}, minimum=0
    )
    final_seats: Mapping[str, int] = column(
        "seats at the final table by game, where they are not four", default={}, minimum=1
    )


class Player(model.Player):
    """A player; how many of a club are there counts at the prize-giving."""


class Club(Table):
    """The home base of a club."""

    club: str = column("the club, as players name it", key=True)
    latitude: float | None = column("degrees, north positive", default=None, minimum=-90, maximum=90)
    longitude: float | None = column("degrees, east positive", default=None, minimum=-180, maximum=180)
    source: Source = column("where the row stands", default="", filled=True)

    def faults(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong inside the row: column, message and hint of each fault."""
        yield from _half_a_place(self.latitude, self.longitude)


class Tournament(Table):
    """A tournament, also one that is still to be played."""

    tournament: EventKey = column("the key, which is part of addresses: it never changes", key=True)
    date: PlayDate = column("the day it is played")
    name: str = column("its name")
    kind: Kind = column("regular, or the final of its year", default="regular")
    interclub: str = column("the club that won the interclub", default="")
    latitude: float | None = column("degrees, north positive", default=None, minimum=-90, maximum=90)
    longitude: float | None = column("degrees, east positive", default=None, minimum=-180, maximum=180)
    source: Source = column("where the row stands", default="", filled=True)

    @property
    def year(self) -> int:
        """The calendar year that it counts for."""
        return self.date.year

    def faults(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong inside the row: column, message and hint of each fault."""
        yield from _half_a_place(self.latitude, self.longitude)
        if not _KEY.fullmatch(self.tournament):
            message = f"{self.tournament!r} cannot be part of an address"
            yield "tournament", message, "use letters a-z, digits, '-' and '_', such as 2026-gent"


class Result(Table):
    """A player at a table."""

    tournament: str = column("the key of the tournament", key=True)
    round: int = column("the round of the day", key=True, minimum=1, maximum=3)
    game: str = column("what was played")
    table: str = column("the table, unlike all others of the round")
    player: PlayerId = column("who played", key=True)
    place: float = column("place at the table: 1, 2, 2, 4 or 1, 2.5, 2.5, 4", minimum=1)
    score: float | None = column(
        "points at the table; blank for a whole table where they were not kept", default=None, minimum=0
    )
    source: Source = column("where the row stands", default="", filled=True)


class Inputs(NamedTuple):
    """The tables a federation keeps."""

    players: list[Player]
    tournaments: list[Tournament]
    results: list[Result]
    clubs: Sequence[Club] = ()


def _half_a_place(latitude: float | None, longitude: float | None) -> Iterable[tuple[str, str, str]]:
    if (latitude is None) != (longitude is None):
        missing = "latitude" if latitude is None else "longitude"
        yield missing, f"there is no {missing} beside the other", "a place has both, or neither"
