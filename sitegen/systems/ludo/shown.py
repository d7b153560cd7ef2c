"""The tables that only pages show."""

from typing import Annotated

from sitegen.systems.ludo.outputs import PlacedOfDay, PlacedOfGame, Ranked, YearRanked
from sitegen.systems.ludo.tables import Exact, Game, Kind, Points, Year
from sitegen.table import (
    EventKey,
    EventOf,
    Figure,
    Movement,
    PlayDate,
    PlayerId,
    Rank,
    Shown,
    Source,
    SourceOf,
    Table,
    column,
)

_Unseen = Annotated[int, Shown("number", on_pages=False)]
NOTHING_YET = "No tournament has been played yet."
"""What stands in the place of a table before the first tournament."""


class Moved(Ranked):
    """A line of the LUDO ranking, beside that of the tournament before."""

    movement: Movement | None = column("places won or lost in the latest tournament", label="▲▼")


class YearMoved(YearRanked):
    """A line of the ranking of a year, beside that of the tournament before."""

    movement: Movement | None = column("places won or lost in the latest tournament", label="▲▼")


class ByRound(PlacedOfDay):
    """A line of the ranking of a tournament, round by round."""

    round_1: Points | None = column("points of the first round", label="R1", before="bonus")
    round_2: Points | None = column("points of the second round", label="R2", before="bonus")
    round_3: Points | None = column("points of the third round", label="R3", before="bonus")
    players: _Unseen = column("who took part")
    ceiling: _Unseen | None = column("ceiling of the bonus")


class Step(Table):
    """A player at a table, with every step of the calculation."""

    table: str = column("the table")
    player: PlayerId = column("who played", label="Player")
    given: Exact = column("the place as it was entered", label="Place")
    points: Figure = column("for the place, for the win and the share together")
    game: Game = column("what was played")
    place: Exact = column(
        "the place p as it is used: the mean of the places that those ex aequo take up", label="p"
    )
    players: int = column("the players x at the table", label="x")
    place_points: Figure = column("points for the place: 100 × (x − p) / (x − 1)", label="For the place")
    win_bonus: int = column("x for the first place, shared or not", label="Win")
    score: Exact | None = column("points at the table, where they were kept")
    scores: Exact | None = column("sum of the scores at the table", label="Of")
    share: Figure = column("share in the scores of the table")
    source: Source = column("where the row stands")
    round: _Unseen = column("the round of the day")


class Individual(Table):
    """A player who is called at the prize-giving."""

    rank: Rank = column("place in the ranking of the day", label="Place")
    player: PlayerId = column("who is called", label="Player")
    club: str = column("the club")
    points: Points = column("sum of the rounds")
    order: int = column("the order in which all are called, players and clubs", label="Called")


class Collective(Table):
    """A club that is called at the prize-giving."""

    club: str = column("the club that is called")
    players: int | None = column("players of the club that were there")
    distance: float | None = column("km from its home base to the tournament", label="Distance (km)")
    latitude: Exact | None = column("degrees of its home base, north positive")
    longitude: Exact | None = column("degrees of its home base, east positive")
    order: int = column("the order in which all are called, players and clubs", label="Called")
    source: Source = column("where the row of its home base stands")


class Announced(Table):
    """A tournament that is still to be played."""

    tournament: EventOf = column("the page of the tournament, once there is one")
    date: PlayDate = column("the day", event="tournament")
    called: str = column("its name", label="Name")
    kind: Kind = column("regular, or the final of its year")
    source: Source = column("where the row stands")


class Held(Table):
    """A tournament that was played."""

    tournament: EventKey = column("the page of the tournament")
    date: PlayDate = column("the day", event="tournament")
    kind: Kind = column("regular, or the final of its year")
    players: int = column("who took part")
    winner: PlayerId = column("who won; of several the first by the alphabet")
    interclub: str = column("the club that won the interclub")
    source: Source = column("where the row stands")


class YearHeld(Table):
    """A year of the circuit."""

    year: Year = column("the year")
    tournaments: int = column("tournaments that were played, the final among them")
    players: int = column("who took part in one at least")
    mean: Figure = column("mean participants of a tournament")
    ceiling: int | None = column("ceiling of the bonus")
    winner: PlayerId = column("first of the ranking of the year, or so far", label="First of the year")
    ludo: PlayerId = column("first of the LUDO ranking at its end, or so far", label="First of LUDO")


class GameOfYear(Table):
    """A game in the latest year."""

    game: Game = column("the game")
    tables: int = column("tables at which it was played this year")
    players: int = column("who played it this year")
    leader: PlayerId | None = column("first of its ranking this year", label="First")
    ranking: Points | None = column("the ranking of that player")
    ever: int = column("tables at which it was played since the beginning", label="Tables in all")


class GameLine(PlacedOfGame):
    """A line of the ranking of a game, with the mean."""

    average: Points = column("mean points of a round", before="ranking")


class Seated(Table):
    """A seat at a final table, or a place among the reserves."""

    game: Game = column("the game")
    player: PlayerId = column("who sits there", label="Player")
    seat: int = column("the seat; the reserves count on")
    ranking: Points = column("ranking of the game before the final")


class InLine(Table):
    """A seat at the final table of one game, or a place among the reserves."""

    seat: int = column("the seat; the reserves count on")
    player: PlayerId = column("who sits there", label="Player")
    ranking: Points = column("ranking of the game before the final")
    reserve: bool = column("whether somebody must stay away first")


class Visit(Table):
    """A tournament as a player looks back on it."""

    tournament: EventKey = column("the page of the tournament")
    date: PlayDate = column("the day", event="tournament")
    rank: Rank = column("place in the ranking of the day", label="Place")
    players: int = column("who took part", label="Of")
    points: Points = column("sum of the rounds")
    bonus: int = column("points for the place")
    total: Points = column("points and bonus")
    counted: bool = column("whether it is in the sum of its year", label="Counts")


class Looked(Table):
    """A round as a player looks back on it."""

    tournament: EventKey = column("the page of the tournament")
    round: int = column("the round of the day")
    game: Game = column("what was played")
    place: Exact = column("the place at the table; ex aequo the mean of the places", label="Place")
    players: int = column("the players at the table", label="Of")
    points: Figure = column("what the round brought")
    source: SourceOf = column("where the row stands")


class NextGame(Table):
    """A game of a player this year, and what playing it once more would do."""

    game: Game = column("the game")
    rank: Rank = column("place in the ranking of the game", label="Place")
    ranking: Points = column("points divided by one more than the times played, taken to be three at least")
    played: int = column("times played this year")
    average: Points = column("mean points of a round")
    win: Points = column("the ranking after one more game, won at a table of four", label="After a win")
    last: Points = column("the ranking after one more game that brings nothing", label="After a last place")
    needed: Points = column("points in one more game that leave the ranking as it is", label="To keep it")
    seat: int | None = column("the seat at the final table; the reserves count on")
    reserve: bool | None = column("whether somebody must stay away first")


class Ever(Table):
    """A game of a player, in all years."""

    game: Game = column("the game")
    played: int = column("times played")
    won: int = column("times first, also shared")
    average: Points = column("mean points of a round")
    best: Points = column("most points in a round")


class Campaign(Table):
    """A year of a player."""

    year: Year = column("the year")
    rank: Rank = column("place in the ranking of the year", label="Place")
    total: Points = column("total of the year")
    tournaments: int = column("tournaments played, the final among them")
    ludo_rank: Rank = column("place in the LUDO ranking at its end, or now", label="LUDO place")
    ludo: Points = column("LUDO total at its end, or now")
