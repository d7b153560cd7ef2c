"""The tables of a season that are published, and those that only pages show."""

from typing import Annotated, Literal

from sitegen.core.entities import ListedPlayer
from sitegen.core.table import (
    Chance,
    Display,
    Figure,
    PlayerId,
    Rank,
    Rating,
    Source,
    Table,
    column,
)
from sitegen.core.views import make_view_table
from sitegen.systems.ijssel.tables import AbsenceCode, Player, PriorRating
from sitegen.toolkit.rounds import rows, scores
from sitegen.toolkit.rounds.tables import Gain, Score


class RankingRow(rows.RankingRow):
    """A line of the ranking."""

    honours = ()
    score: Score = column("sum of the round scores, all at today's values", role="value", before="value")
    club_rating: Rating = column("club rating after the last round", label="Rating", before="value")
    value: Annotated[float, Display("number", 0)]
    start_rating: Rating = column("rating at the start of the season", label="Start", before="won")
    played: int = column("games played, without forfeits", before="won")
    absent: int = column("rounds without any game", before="change")
    qualifies: bool = column(
        "whether the player has the games that the champion needs, team matches among them",
        label="Enough games",
    )


class RoundStanding(rows.RoundStanding):
    """The standing of a player after a round."""

    club_rating: Rating = column("club rating after the round", label="Rating", before="value")
    total: Score = column("sum of the round scores at the values of that day")
    start_rating: Rating = column("rating at the start of the season", in_files=False)


class PeriodRankingRow(ListedPlayer):
    """A line of a period ranking."""

    honours = ("period", "group")
    period: int = column("the period", before="player")
    group: int = column("the group; 1 has the highest club ratings", before="player")
    rank: Rank = column("place in the group", label="#", before="player")
    score: Score = column("sum of the round scores of the period", role="value")
    champion: bool = column("whether the player is champion of the group in this period")


class StartRating(ListedPlayer):
    """A line of the start ratings."""

    rank: Rank = column("place by basis", label="#", before="player")
    basis: Rating = column("the larger of the final rating and a reliable national rating, or an estimate")
    start_rating: Rating = column("rating at the start", label="Start")


class TeamPlace(ListedPlayer):
    """A place in a team that a player has earned."""

    honours = ("competition",)
    competition: str = column("cup, first team or second team", before="player")


CALCULATION = (
    "R {white_rating:0}–{black_rating:0}; {white_factor}×{white_value:2} = {white_score:2}"
    " ({white_then:2}, {white_since}); {black_factor}×{black_value:2} = {black_score:2}"
    " ({black_then:2}, {black_since})"
)
"""2.2 Rondescore, filled in for a game: in brackets the score on the day, and what has changed since."""


class RoundGame(rows.RoundGame):
    """A game of a round, with the club ratings before it."""

    white_rating: Rating | None = column("club rating of white before the round", label="Rating")
    black_rating: Rating | None = column("club rating of black before the round", label="Rating")


class UpcomingRound(rows.UpcomingRound):
    """A round to come."""

    period: int = column("the period", before="source")


class CalendarRound(rows.CalendarRound, UpcomingRound):
    """A round that was played, as the calendar shows it."""


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


class PlayerRound(scores.PlayerRound):
    """A round as a player sees it."""

    absence: Literal[AbsenceCode, "pending"] | None
    club_rating: Rating = column("club rating after the round", label="Rating")
    rating_change: Gain = column("what the round changed of it")


class PeriodTitle(PeriodRankingRow):
    """A period championship."""

    player: PlayerId = column("who is champion", label="Champion")
    score: Score = column("sum of the round scores of the period")


class GroupRankingRow(PeriodRankingRow):
    """A line of a period ranking, with the rating by which the groups were made."""

    before: Figure = column("club rating before the period, by which the groups were made", label="Before")


class StartRatingView(Player, StartRating):
    """A line of the start ratings, with the ratings it comes from; these are blank for hidden players."""

    knsb_reliable: bool | None  # type: ignore[misc, assignment]  # blank without a rating
    basis: PriorRating
    start_rating: Figure
    source: Source = column("where the player stands", default="")


PERIOD_TITLE = make_view_table(PeriodTitle, "period group player score")
GROUP_RANKING = make_view_table(GroupRankingRow, "rank player score champion before")
START_RATINGS = make_view_table(
    StartRatingView,
    "rank player name final_rating knsb_rating knsb_reliable estimate basis start_rating joined source",
)
"""What pages show of these."""


class PlaceHolder(Table):
    """A player among the first after each of the last rounds."""

    rank: Rank = column("place on the ranking", label="#")
    player: PlayerId = column("id of the player", label="Player")
    score: Score = column("sum of the round scores")
