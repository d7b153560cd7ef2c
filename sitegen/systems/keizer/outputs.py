"""The tables of a Keizer competition that are published, and those that only pages show."""

from sitegen.core.table import Figure, PlayerId, Table, column
from sitegen.systems.keizer.tables import AbsenceKind
from sitegen.toolkit.ratings import ProjectedDrawableGame
from sitegen.toolkit.rounds import rows, scores
from sitegen.toolkit.rounds.tables import Score


class RankingRow(rows.RankingRow):
    """A line of the ranking."""

    score: Score = column("own value and sum of all rounds, at today's values", role="value", before="won")
    games: int = column("games played, without forfeits", before="won")
    absences: int = column("rounds without a game, with those for the club, without byes", before="change")


class TurnRow(Table):
    """A player who has not the same place in all orders that take turns."""

    player: PlayerId = column("id of the player", label="Player")
    highest: int = column("highest place in these orders", label="Highest place")
    lowest: int = column("lowest place in these orders", label="Lowest place")
    least: Figure = column("lowest of the scores at the values of each order", label="Lowest score")
    most: Figure = column("highest of these scores", label="Highest score")
    mean: Figure = column("mean of the scores in all these orders, which counts")


class PlayerRound(scores.PlayerRound):
    """A round as a player sees it."""

    absence: AbsenceKind | None


class ProjectedGame(ProjectedDrawableGame):
    """A likely next opponent, and what each result against them would be worth."""

    rating: Figure = column("what a win against the opponent is worth", label="Value", role="beside")


CALCULATION = (
    "{white_factor}×{white_value:2} = {white_score:2} ({white_then:2}, {white_since});"
    " {black_factor}×{black_value:2} = {black_score:2} ({black_then:2}, {black_since})"
)
"""3 Score, filled in for a game: in brackets the score on the day, and what has changed since."""
STEP = "{factor} × {now:2} = {score:2}"
"""3 Score, filled in for a round of a player."""
