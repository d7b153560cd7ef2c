"""The published tables of the board-game circuit."""

from typing import Literal

from sitegen.systems.ludo.tables import Exact, Game, Points, Total
from sitegen.table import EventKey, Figure, PlayerId, Rank, Table, column

Called = Literal["winner", "interclub", "place", "club", "lot"]


class Placed(Table):
    """A player in a ranking."""

    rank: Rank = column("place by total; equal totals share it", label="#")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    club: str = column("the club", role="beside")


class Ranked(Placed):
    """A line of the LUDO ranking."""

    two_years_ago: Points = column("total of the year before last, of which a third counts")
    last_year: Points = column("total of last year, of which two thirds count")
    this_year: Points = column("total of this year so far")
    total: Total = column("what counts of the three years")


class YearRanked(Placed):
    """A line of the ranking of a year."""

    counted: int = column("regular tournaments that count, five at most")
    best_regular: Points = column("sum of these tournaments", label="Regular")
    final: Points = column("points and bonus of the final")
    total: Total = column("the regular tournaments and the final")


class PlacedOfDay(Placed):
    """A player in the ranking of a tournament."""

    rank: Rank = column("place by the points of the day; equal points share it", label="#")
    points: Total = column("sum of the rounds")
    bonus: int = column("points for the place in the ranking of the day")
    total: Points = column("points and bonus, which count for the year")


class DayRanked(PlacedOfDay):
    """A line of the ranking of a tournament."""

    tournament: EventKey = column("the key of the tournament", before="rank")


class Receipt(Table):
    """What a player earned at a table."""

    tournament: EventKey = column("the key of the tournament")
    round: int = column("the round of the day")
    game: Game = column("what was played")
    table: str = column("the table")
    player: PlayerId = column("id of the player", label="Player")
    place: Exact = column("the place p as it is used: the mean of the places that those ex aequo take up")
    players: int = column("the players x at the table")
    place_points: Figure = column("points for the place: 100 × (x − p) / (x − 1)")
    win_bonus: int = column("x for the first place, shared or not")
    share: Figure = column("share in the scores of the table")
    points: Figure = column("all three together")


class PlacedOfGame(Table):
    """A player in the ranking of a game."""

    rank: Rank = column("place by ranking; equal rankings share it", label="#")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    played: int = column("times played in the year")
    points: Points = column("sum of the points of these rounds")
    ranking: Total = column("points divided by one more than the times played, taken to be three at least")


class GameRanked(PlacedOfGame):
    """A line of the ranking of a game in a year."""

    game: Game = column("the game", before="rank")


class Prize(Table):
    """Who is called when at the prize-giving."""

    tournament: EventKey = column("the key of the tournament")
    order: int = column("the order in which they are called", label="#")
    kind: Called = column("for what")
    recipient: str = column("id of the player, or the club")


class Seat(Table):
    """A seat at the final table of a game, or a place among the reserves."""

    year: int = column("the year of the final")
    game: Game = column("the game")
    seat: int = column("the seat; the reserves count on")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    ranking: Total = column("ranking of the game before the final")
    reserve: bool = column("whether somebody must stay away first")
