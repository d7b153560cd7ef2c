"""The published tables of the NBB-Clubranking."""

from sitegen.systems.nbb.tables import Form, Gain, Ranking
from sitegen.table import Figure, PlayDate, PlayerId, Rank, Table, Topical, column


class Ranked(Table):
    """A line of the ranking of the current season."""

    rank: Rank = column("place by ranking; equal rankings share it", label="#")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    ranking: Ranking = column("mean of the points of the latest sessions", role="value")
    sessions: int = column("own results in that mean")
    substituted: int = column("substitute rankings in it, for sessions not yet played", label="Substitutes")
    change: Gain | None = column("what the latest day of play changed", label="±", role="change")


class Receipt(Table):
    """The points of a player for a session, and the ranking around it."""

    season: str = column("the season")
    date: PlayDate = column("the day")
    session: str = column("the session, where a day has several")
    form: Form = column("pairs, butler or teams")
    line: str = column("the letter of the line")
    group: str = column("the top-integral group")
    player: PlayerId = column("id of the player", label="Player")
    partner: PlayerId = column("who played with the player; blank for a team")
    team: str = column("the team")
    score: Figure = column("per cent, IMPs, or mean victory points")
    top: Figure | None = column("the top of the interval")
    bottom: Figure | None = column("the bottom of the interval")
    middle: Figure = column("the middle: of the interval, of the rankings in the line, or of the opposition")
    points: Figure = column("the points that the score is worth")
    before: Ranking = column("ranking before the session")
    after: Ranking = column("ranking after the session")


class Champion(Table):
    """A line of the individual championship."""

    season: str = column("the season")
    rank: Rank | None = column("place by average, of who is eligible", label="#")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    average: Figure = column("mean of the points that count", role="value")
    played: int = column("sessions played")
    counted: int = column("sessions that count")
    dropped: int = column("worst scores that fall away")
    eligible: bool = column("whether enough has been played")
    still_needed: int = column("sessions still needed")


class _Together(Table):
    partnership: Topical = column("the pair or trio")
    player1: PlayerId = column("one of them", label="Player")
    player2: PlayerId = column("another", label="Player")
    player3: PlayerId = column("the third of a trio", label="Player")


class PairRanked(_Together):
    """The ranking of a partnership."""

    rank: Rank = column("place by ranking; equal rankings share it", label="#", before="partnership")
    ranking: Ranking = column("sum of the rankings of a pair; of a trio two thirds of it")


class PairChampion(_Together):
    """A line of the championship of pairs and trios."""

    season: str = column("the season", before="partnership")
    rank: Rank | None = column("place by average, of who is eligible", label="#", before="partnership")
    average: Figure = column("mean of the points that count")
    together: int = column("results with each other")
    substituted: int = column("results with a substitute that count")
    dropped: int = column("worst scores that fall away")
    eligible: bool = column("whether there are enough results")
