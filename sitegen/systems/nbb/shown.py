"""The tables that only pages show."""

from sitegen.systems.nbb.tables import Form, Gain, Ranking
from sitegen.table import EventKey, Figure, PlayDate, PlayerId, Rank, Source, Table, column


class Placed(Table):
    """A pair in the standing of a line or group."""

    rank: Rank = column("place by score; equal scores share it", label="#")
    player1: PlayerId = column("who played", label="Player")
    player2: PlayerId = column("the partner", label="Partner")
    score: Figure = column("per cent, or IMPs")
    points: Figure = column("the points that the score is worth")
    middle: Figure = column("points for an average score", label="R̄")
    width: Figure = column("width of the line or group", label="B")
    line: str = column("the letter of the line, where several are calculated together")
    partnership: str = column("the partnership that played with a substitute", label="For")
    source: Source = column("where the row stands")


class Teamed(Table):
    """A team in the standing of a day."""

    rank: Rank = column("place by victory points; equal ones share it", label="#")
    team: str = column("the team")
    strength: Figure = column("mean ranking of its players before the day")
    opposition: Figure = column("mean strength of the teams it met")
    score: Figure = column("mean victory points of its sittings")
    points: Figure = column("the points that each of its players earned")


class Step(Table):
    """How the ranking of a player changed in a session."""

    player: PlayerId = column("id of the player", label="Player")
    partner: PlayerId = column("who played with the player")
    team: str = column("the team")
    score: Figure = column("per cent, IMPs, or mean victory points")
    points: Figure = column("the points that the score is worth")
    before: Ranking = column("ranking before the session")
    after: Ranking = column("ranking after the session")
    change: Gain = column("what the session changed", label="±")


class Seated(Table):
    """A pair in a session that has been drawn."""

    line: str = column("the letter of the line")
    player1: PlayerId = column("who plays", label="Player")
    player2: PlayerId = column("the partner", label="Partner")
    source: Source = column("where the row stands")


class Held(Table):
    """A session, as the calendar shows it."""

    session: EventKey = column("the page of the session", label="Results")
    date: PlayDate = column("the day")
    season: str = column("the season")
    form: Form = column("pairs, butler or teams")
    lines: int | None = column("lines that were played")
    players: int = column("players who played")


class Looked(Table):
    """A session as a player looks back on it."""

    date: PlayDate = column("the day")
    season: str = column("the season")
    form: Form = column("pairs, butler or teams")
    line: str = column("the letter of the line")
    partner: PlayerId = column("who played with the player")
    team: str = column("the team")
    score: Figure = column("per cent, IMPs, or mean victory points")
    points: Figure = column("the points that the score was worth")
    ranking: Ranking = column("ranking after the session")


class Partner(Table):
    """All sessions with one partner."""

    partner: PlayerId = column("who played with the player")
    sessions: int = column("sessions together")
    average: Figure = column("mean of the points earned in them")


class Campaign(Table):
    """A season of a player."""

    season: str = column("the season")
    sessions: int = column("sessions played")
    average: Figure = column("mean of all points earned")
    best: Figure = column("most points for a session")
    ranking: Ranking = column("ranking at the end, or now")
