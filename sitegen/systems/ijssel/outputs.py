"""The tables of a season that are published, and those that only pages show."""

from typing import Annotated, Literal

from sitegen.core.table import (
    Chance,
    Change,
    Display,
    Figure,
    HiddenFigure,
    Movement,
    PlayDate,
    PlayerId,
    Rank,
    Rating,
    Source,
    Table,
    column,
)
from sitegen.systems.ijssel.tables import AbsenceCode, PriorRating
from sitegen.toolkit.rounds import rows, scores
from sitegen.toolkit.rounds.tables import Gain, Round, Score


class RankingRow(Table):
    """A line of the ranking."""

    honours = ()
    rank: Rank = column("place by score; nobody shares one", label="#")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    score: Score = column("sum of the round scores, all at today's values", role="value")
    club_rating: Rating = column("club rating after the last round", label="Rating")
    value: Annotated[float, Display("number", 0)] = column("what a win against the player is worth")
    start_rating: Rating = column("rating at the start of the season", label="Start")
    played: int = column("games played, without forfeits")
    won: int = column("games won")
    drawn: int = column("games drawn")
    lost: int = column("games lost")
    absent: int = column("rounds without any game")
    rank_change: Movement | None = column("places won or lost since the round before", label="▲▼")
    qualifies: bool = column(
        "whether the player has the games that the champion needs, team matches among them",
        label="Enough games",
    )
    change: Change | None = column(
        "points won or lost since the round before",
        label="±",
        default=None,
        in_files=False,
        before="rank_change",
    )


class RoundStanding(Table):
    """The standing of a player after a round."""

    round: Round = column("the round")
    player: PlayerId = column("id of the player")
    club_rating: Rating = column("club rating after the round", label="Rating")
    value: Figure = column("what a win against the player was worth")
    total: Score = column("sum of the round scores at the values of that day")
    rank: Rank = column("place on the ranking")


class PlayerStanding(RoundStanding):
    """The standing of a player after a round, with columns that no file has."""

    day: PlayDate = column("the evening")
    start_rating: Rating = column("rating at the start of the season")


class GroupRankingRow(Table):
    """A line of a group in a period ranking."""

    rank: Rank = column("place in the group", label="#")
    player: PlayerId = column("id of the player", label="Player")
    score: Score = column("sum of the round scores of the period", role="value")
    champion: bool = column("whether the player is champion of the group in this period")


class PeriodRankingRow(GroupRankingRow):
    """A line of a period ranking."""

    honours = ("period", "group")
    period: int = column("the period", before="rank")
    group: int = column("the group; 1 has the highest club ratings", before="rank")
    name: str = column("name of the player", before="score")


class StartRating(Table):
    """A line of the start ratings."""

    rank: Rank = column("place by basis", label="#")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    basis: Rating = column("the larger of the final rating and a reliable national rating, or an estimate")
    start_rating: Rating = column("rating at the start", label="Start")


class TeamPlace(Table):
    """A place in a team that a player has earned."""

    honours = ("competition",)
    competition: str = column("cup, first team or second team")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")


CALCULATION = (
    "R {white_rating:0}–{black_rating:0}; {white_factor}×{white_value:2} = {white_score:2}"
    " ({white_then:2}, {white_since}); {black_factor}×{black_value:2} = {black_score:2}"
    " ({black_then:2}, {black_since})"
)
"""2.2 Rondescore, filled in for a game: in brackets the score on the day, and what has changed since."""


class PairedGame(rows.PairedGame):
    """A game of a round, paired or played."""

    white_rating: Rating | None = column(
        "club rating of white before the round", label="Rating", before="result"
    )
    black_rating: Rating | None = column(
        "club rating of black before the round", label="Rating", before="board"
    )


class RoundGame(rows.RoundGame):
    """A game of a round that was played, with the figures of its calculation."""

    white_rating: HiddenFigure | None = column("club rating of white before the round", before="white_factor")
    black_rating: HiddenFigure | None = column("club rating of black before the round", before="black_factor")


class AbsentPlayer(rows.AbsentPlayer):
    """A player without a game in a round to come."""

    absence: AbsenceCode = column("why the player does not play")


class PlannedAbsence(rows.PlannedAbsence):
    """A player who will not be there in a round that is still to be drawn."""

    absence: AbsenceCode = column("why the player does not play")


class UpcomingRound(rows.UpcomingRound):
    """A round to come."""

    period: int = column("the period", before="source")


class CalendarRound(rows.CalendarRound):
    """A round that was played, as the calendar shows it."""

    period: int = column("the period", before="games")


class ClubRatingRow(Table):
    """A club rating with its calculation."""

    player: PlayerId = column("id of the player", label="Player")
    games: int = column("games played so far, without forfeits", label="g")
    points: Annotated[float, Display("short")] = column("points from those games", label="s")
    opponents: Figure | None = column(
        "mean rating of the opponents in those games, as it stands in the column Uncapped", label="Opponents"
    )
    met: Annotated[tuple[tuple[str, float], ...], Display("text", is_on_pages=False)] = column(
        "the opponents in those games, in order of play, each with that rating"
    )
    place: Rank = column("place on the ranking before the round", label="#")
    fictitious: Figure = column(
        "club rating that stood so high after the round before: one fictitious draw", label="F"
    )
    draws: int = column("draws against the own start rating, up to the minimum number of games", label="d")
    start: Figure = column("start rating", label="Start")
    expected: Chance = column("score p from all these games, per game", label="p")
    dp: Figure = column("the rating difference that such a score stands for", label="dp")
    uncapped: Figure = column("mean of all these ratings, plus dp")
    rating: Figure = column(
        "club rating after the round, outliers at both ends of the ranking capped", role="value"
    )
    change: Gain = column("points won or lost since the round before", label="±", role="change")
    value: Figure = column("what a win against the player is worth")


ExplanationKind = Literal[
    AbsenceCode, "pending", "earlier rounds, at the new values", "unused byes, in the place of absences"
]
"""What a line of an explanation is for, where that is not a game."""


class ScoreStep(scores.ScoreStep):
    """The score of a player without a game in a round, now and on the day itself."""

    absence: Literal[AbsenceCode, "pending"] | None = column("why the player did not play")


class PlayerRound(scores.PlayerRound):
    """A round as a player sees it."""

    absence: Literal[AbsenceCode, "pending"] | None = column("why the player did not play")
    club_rating: Rating = column("club rating after the round", label="Rating")
    rating_change: Gain = column("what the round changed of it")


class ExplanationLine(scores.ExplanationLine):
    """A line of the explanation of a score, from the list before to the current one."""

    what: Annotated[ExplanationKind, Display("remark")] | None = column(
        "its reason, where that is not a game", label="Remark"
    )


class PeriodTitle(Table):
    """A period championship."""

    period: int = column("the period")
    group: int = column("the group; 1 has the highest club ratings")
    player: PlayerId = column("who is champion", label="Champion")
    score: Score = column("sum of the round scores of the period")


class GroupRankingView(GroupRankingRow):
    """A line of a group in a period ranking, with the rating by which the groups were made."""

    before: Figure = column("club rating before the period, by which the groups were made", label="Before")


class StartRatingView(StartRating):
    """A line of the start ratings, with the ratings it comes from; these are blank for hidden players."""

    final_rating: PriorRating | None = column("club rating at the end of the last season", before="basis")
    knsb_rating: PriorRating | None = column("rating of the national federation", before="basis")
    knsb_reliable: bool | None = column("whether that rating is reliable", before="basis")
    estimate: PriorRating | None = column("estimated rating of a player without any other", before="basis")
    basis: PriorRating = column(
        "the larger of the final rating and a reliable national rating, or an estimate"
    )
    start_rating: Figure = column("rating at the start", label="Start")
    joined: int = column("the first round")
    source: Source = column("where the player stands")


class PlaceHolder(Table):
    """A player among the first after each of the last rounds."""

    rank: Rank = column("place on the ranking", label="#")
    player: PlayerId = column("id of the player", label="Player")
    score: Score = column("sum of the round scores")
