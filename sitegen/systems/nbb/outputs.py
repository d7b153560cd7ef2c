"""The tables of the NBB-Clubranking: those that are published, and those that only pages show."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Literal

from sitegen.core.entities import ListedPlayer
from sitegen.core.table import (
    Display,
    EventKey,
    Figure,
    HiddenEventKey,
    HiddenSource,
    PlayDate,
    PlayerId,
    Rank,
    Source,
    Table,
    TopicName,
    column,
)
from sitegen.core.views import make_view_table
from sitegen.systems.nbb.tables import Form, Gain, Options, Ranking, Sitting

ChangeKind = Literal["comes in", "falls away", "substitute ranking falls away", "new substitute ranking"]
_HiddenText = Annotated[str, Display("text", is_on_pages=False)]
_HiddenDay = Annotated[date, Display("text", is_on_pages=False)]


_REPLACED = (
    "what they take the place of in the mean: the points of the session that no longer counts, or the"
    " substitute ranking"
)
_REPLACED_DAY = "the day of the session that no longer counts; blank: the substitute ranking"


class PairStanding(Table):
    """A pair in the standing of a line or group, with the calculation of its points."""

    rank: Rank = column("place by score; equal scores share it", label="#")
    player1: PlayerId = column("who played", label="Player")
    points: Figure = column("the points that the score is worth")
    player2: PlayerId = column("the partner", label="Partner")
    score: Figure = column("per cent, or IMPs")
    line: str = column("the letter of the line, where several are calculated together")
    partnership: TopicName = column("the partnership that played with a substitute", label="For")
    middle: Figure = column("points for an average score", label="R̄")
    width: Figure = column("width of the line or group", label="B")
    form: _HiddenText = column("pairs or butler")
    date: _HiddenDay = column("the day of the session")
    average: Figure = column("the average score")
    top_score: Figure = column("the score that is worth the top of the line or group")
    place: Figure | None = column("mean of the places that equal scores take up; blank for one pair alone")
    pairs: int = column("pairs in the line or group")
    best: Figure | None = column("the best score of the line or group; blank where all are equal")
    worst: Figure = column("the worst score of the line or group")
    lines: Annotated[int, Display("number", is_on_pages=False)] = column(
        "lines that the session was played in"
    )
    source: Source = column("where the row stands")


class SessionPair(PairStanding):
    """A pair in a line, with what the session did to the rankings of both."""

    after1: Ranking = column("ranking after the session", label="After", role="beside")
    change1: Gain = column("what the session did to the ranking of the player", label="±", role="change")
    after2: Ranking = column("ranking after the session", label="After", role="beside")
    change2: Gain = column("what the session did to the ranking of the partner", label="±", role="change")
    before1: Ranking = column("ranking before the session", label="Before")
    before2: Ranking = column("ranking before the session", label="Before")
    replaced1: Figure = column(_REPLACED, label="Replaces")
    replaced2: Figure = column(_REPLACED, label="Replaces")
    of1: PlayDate | None = column(_REPLACED_DAY, label="Player replaces", event="outgoing1")
    of2: PlayDate | None = column(_REPLACED_DAY, label="Partner replaces", event="outgoing2")
    outgoing1: HiddenEventKey = column("the session that no longer counts")
    outgoing2: HiddenEventKey = column("the session that no longer counts")


class TeamStanding(Table):
    """A team in the standing of a day, with the calculation of its points."""

    rank: Rank = column("place by victory points; equal ones share it", label="#")
    team: str = column("the team", role="name")
    score: Figure = column("mean victory points of its sittings")
    points: Figure = column("the points that each of its players earned")
    strength: Figure = column("mean ranking of its players before the day")
    opposition: Figure = column("mean strength of the teams it met")
    form: _HiddenText = column("teams")
    date: _HiddenDay = column("the day of the session")
    average: Figure = column("the average score")
    top_score: Figure = column("the score that is worth the top of the interval")
    width: Figure = column("width of the interval")
    source: Source = column("where its line-up stands")


class ListedSitting(Sitting):
    """A sitting of a team."""

    team: str = column("the team", role="name")
    opponent: str = column("the team it played against", role="name")
    vp: Figure | None = column("victory points of the sitting", label="VP", default=None, role="value")
    strength: Figure | None = column("mean ranking of the players of that team before the day", default=None)


LISTED_SITTING = make_view_table(ListedSitting, "sitting team opponent strength vp source")
"""What pages show of a sitting."""


class ListedLineUp(Table):
    """The players of a team that has been drawn."""

    team: str = column("the team")
    player1: PlayerId = column("the players", label="Player")
    player2: PlayerId = column("the players", label="Player")
    player3: PlayerId = column("the players", label="Player")
    player4: PlayerId = column("the players", label="Player")
    player5: PlayerId | None = column("who plays as well", label="Player")
    player6: PlayerId | None = column("who plays as well", label="Player")
    source: Source = column("where the row stands")


OPENED_PAIR = (
    *("line", "partnership", "middle", "width", "of1", "of2"),
    *("before1", "replaced1", "before2", "replaced2"),
)
OPENED_TEAM = ("strength", "opposition")
OPENED_RANKING = ("team", "of", "points", "replaced", "before")
"""The columns that stand with the calculation of a pair, a team and a ranking."""

_PAIR_CALCULATIONS = {
    "place": "{middle:2} + {width:2} / 2 − {width:2} × ({place:1} − 1) / ({pairs} − 1)",
    "proportional": (
        "{middle:2} + {width:2} / 2 − {width:2} × ({best:2} − {score:(2)}) / ({best:2} − {worst:(2)})"
    ),
    "balanced": "{middle:2} + ({score:2} − {average:0}) / ({top_score:2} − {average:0}) × {width:2} / 2",
}
TEAM_CALCULATION = (
    "{opposition:2} + ({score:2} − {average:0}) / ({top_score:2} − {average:0}) × {width:2} / 2 = {points:2}"
)
"""Viertallenwedstrijden, filled in for a team."""


def write_pair_calculation(options: Options) -> str:
    """Return the formula of the points of a pair, by the method of the club."""
    return _PAIR_CALCULATIONS.get(options.method, _PAIR_CALCULATIONS["balanced"]) + " = {points:2}"


def write_ranking_calculation(sessions: int, number: int | str = "") -> str:
    """Return the formula of a ranking, the mean of the points of so many sessions.

    `number` is that of one of a pair.
    """
    return (
        f"{{before{number}:2}} + ({{points:2}} − {{replaced{number}:2}}) / {sessions} = {{after{number}:2}}"
    )


def write_session_calculation(options: Options, sessions: int) -> str:
    """Return the formula of a pair in a session: of its points, then of the ranking of each."""
    rankings = [
        f"; [{word}][:] {write_ranking_calculation(sessions, number)}"
        for number, word in enumerate(("Player", "Partner"), 1)
    ]
    return write_pair_calculation(options) + "".join(rankings)


def get_calculations(options: Options) -> Mapping[type[Table], str]:
    """Return the formulas of a session by table, each behind whom it is about."""
    return {
        PairStanding: f"<bdi>{{player1}}</bdi> – <bdi>{{player2}}</bdi>[:] {write_pair_calculation(options)}",
        TeamStanding: f"<bdi>{{team}}</bdi>[:] {TEAM_CALCULATION}",
        SessionScore: f"<bdi>{{player}}</bdi>[:] {write_ranking_calculation(options.sessions)}",
    }


class ExplanationLine(Table):
    """A session that came into a ranking or fell away, in the account of that ranking."""

    date: PlayDate | None = column("the day", event="session")
    kind: ChangeKind = column("its effect on the mean of the latest sessions", label="Session", role="name")
    partner: PlayerId = column("who played with the player", role="beside")
    team: str = column("the team")
    score: Figure | None = column("per cent, IMPs, or mean victory points")
    points: Figure | None = column("the points that the score is worth, or the substitute ranking")
    change: Gain = column("what that does to the ranking", label="±", role="change")
    ranking: Ranking | None = column("ranking after it", role="value")
    source: Source = column("where the result stands")
    session: HiddenEventKey = column("the session")


class UpcomingPair(Table):
    """A pair in a session that has been drawn."""

    line: str = column("the letter of the line", role="rank")
    player1: PlayerId = column("the players", label="Player")
    player2: PlayerId = column("the partner", label="Partner")
    source: Source = column("where the row stands")


class CalendarSession(Table):
    """A session, as the calendar shows it."""

    session: EventKey = column("the page of the session", label="Results", role="name")
    date: PlayDate = column("the day", event="session")
    season: str = column("the season")
    form: Form = column("pairs, butler or teams")
    lines: int | None = column("lines that were played")
    players: int = column("players who played", role="value")


class Partner(Table):
    """All sessions with one partner."""

    partner: PlayerId = column("who played with the player")
    sessions: int = column("sessions together")
    average: Figure = column("mean of the points earned in them")


class PlayerSeason(Table):
    """A season of a player."""

    season: str = column("the season")
    sessions: int = column("sessions played")
    average: Figure = column("mean of all points earned")
    best: Figure = column("most points for a session")
    substitute: Ranking = column("substitute ranking of the season")
    ranking: Ranking = column("ranking at the end, or now")
    source: Source = column(
        "where the substitute ranking stands; blank: that at the end of the season before, or an option"
    )


class RankedPlayer(ListedPlayer):
    """A line of the ranking of the current season."""

    rank: Rank = column("place by ranking; equal rankings share it", label="#", before="player")
    ranking: Ranking = column("mean of the points of the latest sessions", role="value")
    sessions: int = column("own results in that mean")
    substituted: int = column("substitute rankings in it, for sessions not yet played", label="Substitutes")
    change: Gain | None = column("what the latest day of play changed", label="±", role="change")


class CalculatedScore(Table):
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


class PartnershipResult(CalculatedScore):
    """A result of a pair or trio, with each other or with a substitute."""

    date: PlayDate = column("the day", event="key")
    player1: PlayerId = column("who played", label="Player")
    player2: PlayerId = column("the partner", label="Partner")
    points: Figure = column("the points that each earned", role="value")
    substitute: bool | None = column("whether one of them was a substitute", label="With a substitute")
    counts: bool = column("whether the points count for the championship")
    source: Source = column("where the result stands")
    key: HiddenEventKey = column("the session")


PARTNERSHIP_RESULT = make_view_table(
    PartnershipResult, "date form player1 player2 team points substitute counts source"
)
"""What pages show of such a result."""


class RankedScore(CalculatedScore):
    """A score with what it did to the ranking: columns that no file has."""

    date: PlayDate = column("the day", event="key")
    change: Gain = column("what the session changed", label="±", role="change")
    partner: PlayerId = column("who played with the player")
    replaced: Figure = column(_REPLACED, label="Replaces")
    of: PlayDate | None = column(_REPLACED_DAY, label="Replaces", event="outgoing")
    outgoing: HiddenEventKey = column("the session that no longer counts")
    key: HiddenEventKey = column("the session")


class SessionScore(RankedScore):
    """The same, with where the score was read."""

    source: HiddenSource = column("where the result stands")


class PlayedScore(SessionScore):
    """A score as its player looks back on it."""

    points: Figure = column("the points that the score was worth")
    after: Ranking = column("ranking after the session", label="Ranking")
    counts: bool | None = column(
        "whether it counts in the ranking at the end of the season, or now", label="In the ranking"
    )
    dropped: bool | None = column(
        "whether it falls away for the championship, being among the worst", label="Falls away"
    )
    substitute: Ranking = column("substitute ranking of the season")
    substitute_source: Source = column("where the substitute ranking stands")


class Champion(ListedPlayer):
    """A line of the individual championship."""

    honours = ("season",)
    season: str = column("the season", before="player")
    rank: Rank | None = column("place by average among the eligible", label="#", before="player")
    average: Figure = column("mean of the points that count", role="value")
    played: int = column("sessions played")
    counted: int = column("sessions that count")
    dropped: int = column("worst scores that fall away")
    eligible: bool = column("whether enough has been played")
    still_needed: int = column("sessions still needed")


class DecidedChampion(Champion):
    """A line of the individual championship in which the committee gave points or took them off."""

    average: Figure = column("mean of the points that count, with those by decision", role="value")
    decided: Gain | None = column("points given or taken off by the committee", default=None, before="played")


class _PartnershipColumns(Table):
    """The columns of a partnership and its players."""

    partnership: TopicName = column("the pair or trio")
    player1: PlayerId = column("one of them", label="Player")
    player2: PlayerId = column("another", label="Player")
    player3: PlayerId = column("the third of a trio", label="Player")


class RankedPair(_PartnershipColumns):
    """The ranking of a partnership."""

    honours = ()
    rank: Rank = column("place by ranking; equal rankings share it", label="#", before="partnership")
    ranking: Ranking = column("sum of the rankings of a pair; of a trio two thirds of it", role="value")


class _ListedPartnership(_PartnershipColumns):
    """A partnership that is named on pages, where files have its key."""

    partnership: TopicName = column("the pair or trio", label="Pair or trio", role="name")


class ListedPair(_ListedPartnership, RankedPair):
    """The ranking of a partnership, with those of its players."""

    ranking1: Ranking = column("ranking of the first", label="Ranking 1")
    ranking2: Ranking = column("ranking of the second", label="Ranking 2")
    ranking3: Ranking | None = column("ranking of the third", label="Ranking 3")
    source: Source = column("where the partnership stands")


LISTED_PAIR = make_view_table(ListedPair, "rank partnership ranking1 ranking2 ranking3 ranking source")
"""What pages show of a partnership."""


class PairChampion(_PartnershipColumns):
    """A line of the championship of pairs and trios."""

    honours = ("season",)
    season: str = column("the season", before="partnership")
    rank: Rank | None = column("place by average among the eligible", label="#", before="partnership")
    average: Figure = column("mean of the points that count", role="value")
    together: int = column("results with each other")
    substituted: int = column("results with a substitute that count")
    dropped: int = column("worst scores that fall away")
    eligible: bool = column("whether there are enough results")


class ListedPairChampion(_ListedPartnership, PairChampion):
    """A line of the championship of pairs and trios, with their name."""


LISTED_PAIR_CHAMPION = make_view_table(
    ListedPairChampion, "rank partnership season average together substituted dropped eligible"
)
"""What pages show of the championship of pairs and trios."""
