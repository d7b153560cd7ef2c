"""The tables of the account of a LUDO total."""

from typing import Annotated, Literal

from sitegen.systems.ludo.tables import Points
from sitegen.table import EventOf, PlayDate, PlayerId, Rank, Shown, Table, column

Counting = Literal[
    "regular", "final", "falls away", "not among the five best", "earlier years count for less"
]


class Summed(Table):
    """What the LUDO total of a player is the sum of."""

    player: PlayerId = column("whose", label="Player")
    best_regular: Points = column("sum of the regular tournaments that count", label="Regular")
    final: Points = column("points and bonus of the final")
    this_year: Points = column("total of this year so far")
    last_year: Points = column("total of last year, of which two thirds count")
    two_years_ago: Points = column("total of the year before last, of which a third counts")
    ludo: Points = column("the LUDO total")


class Entry(Table):
    """A tournament, or the beginning of a year, in the account of a LUDO total."""

    date: PlayDate = column("the day", event="tournament")
    occasion: str = column("the tournament, or the year that began", label="Tournament", role="name")
    counts: Counting = column("what it is to the total", label="Counts as", role="beside")
    rank: Rank | None = column("place in the ranking of the day", label="Place", role="optional")
    change: Annotated[float, Shown("signed", 2)] = column(
        "what that does to the LUDO total", label="±", role="change"
    )
    ludo: Points = column("the LUDO total after it", label="LUDO total", role="value")
    tournament: EventOf = column("the page of the tournament")
