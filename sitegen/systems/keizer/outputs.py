"""The tables of a Keizer competition that are published, and those that only pages show."""

from typing import Annotated, Literal

from sitegen.core.table import Change, Display, Figure, Movement, PlayDate, PlayerId, Rank, Table, column
from sitegen.systems.keizer.tables import AbsenceKind, Reason
from sitegen.toolkit.ratings import ProjectedDrawableGame
from sitegen.toolkit.rounds import rows, scores
from sitegen.toolkit.rounds.tables import Round, Score


class RankingRow(Table):
    """A line of the ranking."""

    rank: Rank = column("place by score; nobody shares one", label="#")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    value: Figure = column("what a win against the player is worth")
    score: Score = column("own value and sum of all rounds, at today's values", role="value")
    games: int = column("games played, without forfeits")
    won: int = column("games won")
    drawn: int = column("games drawn")
    lost: int = column("games lost")
    absences: int = column("rounds without a game, with those for the club, without byes")
    rank_change: Movement | None = column("places won or lost since the round before", label="▲▼")
    change: Change | None = column(
        "points won or lost since the round before",
        label="±",
        default=None,
        in_files=False,
        before="rank_change",
    )


class RoundStanding(Table):
    """The standing of a player as it was after a round."""

    round: Round = column("the round")
    player: PlayerId = column("id of the player")
    value: Figure = column("what a win against the player was worth")
    total: Score = column("score at the values of that day")
    rank: Rank = column("place on the ranking")


class PlayerStanding(RoundStanding):
    """The standing of a player after a round, with a column that no file has."""

    day: PlayDate = column("the evening")


class TurnRow(Table):
    """A player who has not the same place in all orders that take turns."""

    player: PlayerId = column("id of the player", label="Player")
    highest: int = column("highest place in these orders", label="Highest place")
    lowest: int = column("lowest place in these orders", label="Lowest place")
    least: Figure = column("lowest of the scores at the values of each order", label="Lowest score")
    most: Figure = column("highest of these scores", label="Highest score")
    mean: Figure = column("mean of the scores in all these orders, which counts")


class AbsentPlayer(rows.AbsentPlayer):
    """A player without a game in a round to come."""

    absence: Reason = column("why the player does not play")


class PlannedAbsence(rows.PlannedAbsence):
    """A player who will not be there in a round that is still to be drawn."""

    absence: Reason = column("why the player does not play")


class ScoreStep(scores.ScoreStep):
    """The score of a player without a game in a round, now and on the day itself."""

    absence: AbsenceKind | None = column("why the player did not play")


class PlayerRound(scores.PlayerRound):
    """A round as a player sees it."""

    absence: AbsenceKind | None = column("why the player did not play")


class ProjectedGame(ProjectedDrawableGame):
    """A likely next opponent, and what each result against them would be worth."""

    rating: Figure = column("what a win against the opponent is worth", label="Value", role="beside")


_ExplanationKind = Literal[AbsenceKind, "earlier rounds, at the new values", "the own value"]


class ExplanationLine(scores.ExplanationLine):
    """A line of the explanation of a score, from the list before to the current one."""

    what: Annotated[_ExplanationKind, Display("remark")] | None = column(
        "its reason, where that is not a game", label="Remark"
    )


CALCULATION = (
    "{white_factor}×{white_value:2} = {white_score:2} ({white_then:2}, {white_since});"
    " {black_factor}×{black_value:2} = {black_score:2} ({black_then:2}, {black_since})"
)
"""3 Score, filled in for a game: in brackets the score on the day, and what has changed since."""
STEP = "{factor} × {now:2} = {score:2}"
"""3 Score, filled in for a round of a player."""
