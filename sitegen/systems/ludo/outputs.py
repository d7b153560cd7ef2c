"""The tables of the board-game circuit: those that are published, and those that only pages show."""

from typing import Annotated, Literal

from sitegen.core.entities import ListedPlayer
from sitegen.core.table import (
    Display,
    EventKey,
    Figure,
    HiddenEventKey,
    HiddenSource,
    Movement,
    PlayDate,
    PlayerId,
    Rank,
    Source,
    Table,
    column,
)
from sitegen.core.views import make_view_table
from sitegen.systems.ludo.tables import Exact, Game, Points, Total, Tournament, Year

Counting = Literal[
    "regular", "final", "falls away", "not among the five best", "earlier years count for less"
]


class _YearTotals(Table):
    """The totals that a LUDO total is made of."""

    two_years_ago: Points = column("total of the year before last; a third of it counts")
    last_year: Points = column("total of last year; two thirds of it count")
    this_year: Points = column("total of this year so far")


class TotalBreakdown(_YearTotals):
    """What the LUDO total of a player is the sum of."""

    player: PlayerId = column("whose", label="Player")
    best_regular: Points = column("sum of the regular tournaments that count", label="Regular")
    final: Points = column("points and bonus of the final")
    decided: Points = column("points given or taken off by the committee")
    ludo: Points = column("the LUDO total")


class ExplanationLine(Table):
    """A tournament, or the beginning of a year, in the account of a LUDO total."""

    date: PlayDate = column("the day", event="tournament")
    occasion: str = column("the tournament, or the year that began", label="Tournament", role="name")
    counts: Counting = column("its part of the total", label="Counts as", role="beside")
    rank: Rank | None = column("place in the ranking of the day", label="Place", role="optional")
    change: Annotated[float, Display("signed", 2)] = column(
        "what that does to the LUDO total", label="±", role="change"
    )
    ludo: Points = column("the LUDO total after it", label="LUDO total", role="value")
    tournament: HiddenEventKey = column("the page of the tournament")


PrizeKind = Literal["winner", "interclub", "place", "club", "lot"]


class PlacedPlayer(ListedPlayer):
    """A player in a ranking."""

    rank: Rank = column("place by total; equal totals share it", label="#", before="player")
    club: str = column("the club", role="beside")


class RankedPlayer(_YearTotals, PlacedPlayer):
    """A line of the LUDO ranking."""

    total: Total = column("what counts of the three years")
    movement: Movement | None = column(
        "places won or lost in the latest tournament", label="▲▼", default=None, in_files=False
    )


class YearRankedPlayer(PlacedPlayer):
    """A line of the ranking of a year."""

    honours = ()
    counted: int = column("regular tournaments that count, five at most")
    best_regular: Points = column("sum of these tournaments", label="Regular")
    final: Points = column("points and bonus of the final")
    total: Total = column("the regular tournaments and the final")
    movement: Movement | None = column(
        "places won or lost in the latest tournament", label="▲▼", default=None, in_files=False
    )


class DecidedYearPlayer(YearRankedPlayer):
    """A line of the ranking of a year in which the committee gave points or took them off."""

    decided: Points | None = column(
        "points given or taken off by the committee", default=None, before="total"
    )


class DayRankedPlayer(PlacedPlayer):
    """A line of the ranking of a tournament."""

    honours = ("tournament",)
    tournament: EventKey = column("the key of the tournament", before="rank")
    rank: Rank = column("place by the points of the day; equal points share it", label="#")
    points: Total = column("sum of the rounds")
    bonus: int = column("points for the place in the ranking of the day")
    total: Points = column("points and bonus, which count for the year")


class CalculatedResult(Table):
    """What a player earned at a table."""

    tournament: EventKey = column("the key of the tournament")
    round: int = column("the round of the day")
    game: Game = column("the game that was played")
    table: str = column("the table")
    player: PlayerId = column("id of the player", label="Player")
    place: Exact = column("the place p as it is used: the mean of the places that those ex aequo take up")
    players: int = column("the players x at the table")
    place_points: Figure = column("points for the place: 100 × (x − p) / (x − 1)")
    win_bonus: int = column("x for the first place, shared or not")
    share: Figure = column("share in the scores of the table")
    points: Figure = column("all three together")


class GameRankedPlayer(ListedPlayer):
    """A line of the ranking of a game in a year."""

    honours = ("game",)
    game: Game = column("the game", before="player")
    rank: Rank = column("place by ranking; equal rankings share it", label="#", before="player")
    played: int = column("times played in the year")
    points: Points = column("sum of the points of these rounds")
    ranking: Total = column("points divided by one more than the times played, taken to be three at least")


class Prize(Table):
    """Who is called when at the prize-giving."""

    tournament: EventKey = column("the key of the tournament")
    order: int = column("the order in which they are called", label="#")
    kind: PrizeKind = column("for what")
    recipient: str = column("id of the player, or the club")


class Seat(ListedPlayer):
    """A seat at the final table of a game, or a place among the reserves."""

    honours = ("year", "game")
    year: int = column("the year of the final", before="player")
    game: Game = column("the game", before="player")
    seat: int = column("the seat; the reserves count on", before="player")
    ranking: Total = column("ranking of the game before the final")
    reserve: bool = column("whether somebody must stay away first")


_HiddenInt = Annotated[int, Display("number", is_on_pages=False)]
NO_TOURNAMENT = "No tournament has been played yet."
"""The text in the place of a table before the first tournament."""


class DayResultByRound(DayRankedPlayer):
    """A line of the ranking of a tournament, round by round."""

    round_1: Points | None = column("points of the first round", label="R1", before="bonus")
    round_2: Points | None = column("points of the second round", label="R2", before="bonus")
    round_3: Points | None = column("points of the third round", label="R3", before="bonus")
    players: _HiddenInt = column("who took part")
    ceiling: _HiddenInt | None = column("ceiling of the bonus")


class RoundStep(CalculatedResult):
    """A player at a table, with the calculation of the points."""

    given: Exact = column("the place as it was entered", label="#", role="rank")
    score: Exact | None = column("points at the table, where they were kept")
    points: Figure = column("for the place, for the win and the share together")
    own: Exact = column("points at the table; 0 where none were kept")
    scores: Exact = column("sum of the scores at the table; 1 where it is nothing")
    source: Source = column("where the row stands")


ROUND_CALCULATION = (
    "100 × ({players} − {place}) / ({players} − 1) + {win_bonus} + {own} / {scores} = {points:2}"
)
"""The points of a player at a table, filled in: for the place, for the win, and the share in the scores."""


class PrizePlayer(DayRankedPlayer):
    """A player who is called at the prize-giving."""

    rank: Rank = column("place in the ranking of the day", label="#")
    points: Points = column("sum of the rounds", role="value")
    order: int = column("the order in which all are called, players and clubs", label="Called")


PRIZE_PLAYER = make_view_table(PrizePlayer, "rank player club points order")
"""What pages show of such a player."""


class PrizeClub(Table):
    """A club that is called at the prize-giving."""

    club: str = column("the club that is called", role="name")
    players: int | None = column("players of the club that were there", role="value")
    distance: float | None = column("km from its home base to the tournament", label="Distance (km)")
    latitude: Exact | None = column("degrees of its home base, north positive")
    longitude: Exact | None = column("degrees of its home base, east positive")
    order: int = column("the order in which all are called, players and clubs", label="Called")
    source: Source = column("where the row of its home base stands")


class CalendarTournament(Tournament):
    """A tournament, with what came of it."""

    tournament: EventKey = column("the page of the tournament", role="name")
    date: PlayDate = column("the day", event="tournament")
    players: int = column("who took part", default=0, role="value")
    winner: PlayerId = column("the winner; of several the first by the alphabet", default="")


PLAYED_TOURNAMENTS = make_view_table(
    CalendarTournament, "tournament date kind players winner interclub source"
)
UPCOMING_TOURNAMENTS = make_view_table(CalendarTournament, "date name kind source")
"""What pages show of those that were played, and of those to come."""


class YearSummary(Table):
    """A year of the circuit."""

    year: Year = column("the year", role="name")
    tournaments: int = column("tournaments that were played, the final among them")
    players: int = column("who took part in one at least", role="value")
    mean: Figure | None = column("mean participants of a tournament")
    ceiling: int | None = column("ceiling of the bonus")
    winner: PlayerId | None = column("first of the ranking of the year, or so far", label="First of the year")
    ludo: PlayerId | None = column(
        "first of the LUDO ranking at its end, or so far", label="First of LUDO", role="optional"
    )


class GameSummary(Table):
    """A game in the latest year."""

    game: Game = column("the game")
    tables: int = column("tables at which it was played this year")
    players: int = column("who played it this year")
    leader: PlayerId | None = column("first of its ranking this year", label="First")
    ranking: Points | None = column("the ranking of that player")
    ever: int = column("tables at which it was played since the beginning", label="Tables in all")


class GameListedPlayer(GameRankedPlayer):
    """A line of the ranking of a game, with the mean."""

    average: Points = column("mean points of a round", before="ranking")


class ListedSeat(Seat):
    """A seat at a final table, or a place among the reserves, on a page of several games."""

    game: Game = column("the game", role="name")
    seat: int = column("the seat; the reserves count on", role="rank")


class GameListedSeat(Seat):
    """A seat at the final table of one game, or a place among the reserves."""

    ranking: Points


Goal = Literal[
    "a place in LUDO", "the next place in LUDO", "the next place of the year", "a seat at the final table"
]


class Requirement(Table):
    """The points that are enough for a goal in the next tournament."""

    goal: Goal = column("what they are needed for", label="For", role="name")
    game: Game = column("the game of the final table", default="")
    player: PlayerId = column(
        "the player who has the place or the seat", label="Ahead of", default="", role="optional"
    )
    place: Rank | None = column("that place or seat", default=None, role="optional")
    points: Points = column(
        "points that are enough: those of the day with its bonus, for a seat those of one game; 0: any",
        default=0.0,
        role="value",
    )
    own_place: Rank | None = column(
        "the place of the player by then, where a new year makes it another than today's",
        label="Own place by then",
        default=None,
        role="optional",
    )


class PlayedTournament(DayRankedPlayer):
    """A tournament as a player looks back on it."""

    tournament: EventKey = column("the page of the tournament")
    date: PlayDate = column("the day", event="tournament")
    rank: Rank = column("place in the ranking of the day", label="Place")
    players: int = column("who took part", label="Of")
    points: Points
    bonus: int = column("points for the place")
    total: Points = column("points and bonus")
    counted: bool = column("whether it is in the sum of its year", label="Counts")


class PlayedRound(CalculatedResult):
    """A round as a player looks back on it."""

    tournament: EventKey = column("the page of the tournament")
    place: Exact = column("the place at the table; ex aequo the mean of the places", label="Place")
    players: int = column("the players at the table", label="Of")
    points: Figure = column("what the round brought")
    source: HiddenSource = column("where the row stands")


class PlayedGame(GameListedPlayer):
    """A game of a player this year, and what playing it once more would do."""

    rank: Rank = column("place in the ranking of the game", label="Place")
    ranking: Points
    played: int = column("times played this year")
    win: Points = column("the ranking after one more game, won at a table of four", label="After a win")
    last: Points = column("the ranking after one more game that brings nothing", label="After a last place")
    needed: Points = column("points in one more game that leave the ranking as it is", label="To keep it")
    seat: int | None = column("the seat at the final table; the reserves count on")
    reserve: bool | None = column("whether somebody must stay away first")


class PlayerGameTotals(Table):
    """A game of a player, in all years."""

    game: Game = column("the game")
    played: int = column("times played")
    won: int = column("times first, also shared")
    average: Points = column("mean points of a round")
    best: Points = column("most points in a round")


class PlayedYear(PlacedPlayer):
    """A year of a player."""

    year: Year = column("the year")
    rank: Rank = column("place in the ranking of the year", label="Place")
    total: Points = column("total of the year")
    tournaments: int = column("tournaments played, the final among them")
    ludo_rank: Rank = column("place in the LUDO ranking at its end, or now", label="LUDO place")
    ludo: Points = column("LUDO total at its end, or now")
