"""The season: its calendar and periods, the entries of all players in all rounds, and start ratings.

Start ratings, performances and values are those of articles 1, 1.1 and 2.1 of the regulation.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from math import exp, fsum, log10

from sitegen.systems.ijssel.tables import Options, Player
from sitegen.toolkit.order import group_by, sort_players
from sitegen.toolkit.rounds.season import Season

_DP = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800),
)
"""FIDE Rating Regulations 8.1.1: the rating difference dp for a score of 0.50, 0.51, … 1.00."""
_MAX_DIFFERENCE = 800


def get_basis(player: Player) -> float:
    """Return the rating from which a start rating is calculated (article 1.1 Startratings)."""
    if player.basis is None:
        raise ValueError(f"{player.id} has no rating to start with: the reader lets no such row through")
    return player.basis


def sort_by_basis(players: Iterable[Player]) -> list[Player]:
    """Return the players in the order of the list at the start."""
    players = list(players)
    return sort_players(players, {player.id: get_basis(player) for player in players})


def compute_start_ratings(players: Collection[Player]) -> dict[str, float]:
    """Return the start ratings by id, highest first: of those there from round 1, then of who joins later.

    Article 1.1 Startratings: the first on the list gets the mean of the upper quarter, the last that of the
    lower, and the others are spaced evenly between. A quarter is rounded half up; who joins later starts with
    their basis.
    """
    starters = sort_by_basis(player for player in players if player.joined == 1)
    joiners = sorted(
        sort_by_basis(player for player in players if player.joined > 1), key=lambda item: item.joined
    )
    bases = [get_basis(player) for player in starters]
    quarter = max(1, (len(starters) + 2) // 4)
    # 1.1 Startratings: from the mean of the upper quarter to that of the lower, in even steps
    top = fsum(bases[:quarter]) / quarter
    bottom = fsum(bases[-quarter:]) / quarter
    steps = max(1, len(starters) - 1)
    spaced = {player.id: top - (top - bottom) * place / steps for place, player in enumerate(starters)}
    return spaced | {player.id: get_basis(player) for player in joiners}


def compute_difference(half_points: int, games: int, performance: str) -> float:
    """Return dp(p), the rating difference for a score of `half_points` / 2 out of `games`.

    Article 1 Clubrating: p is rounded to 0.01 half up, by whole numbers. With `logistic` it is not rounded.
    """
    if performance == "logistic":
        # 1 Clubrating, as a curve: dp = 400·log10(p / (1-p))
        return max(
            -_MAX_DIFFERENCE, min(_MAX_DIFFERENCE, 400 * log10(half_points / (2 * games - half_points)))
        )
    # 1 Clubrating, by FIDE's table: dp(1-p) = -dp(p)
    percent = (100 * half_points + games) // (2 * games)
    return float(_DP[percent - 50] if percent >= 50 else -_DP[50 - percent])


def compute_value(rating: float) -> float:
    """Return the value of a club rating (article 2.1 Waardecijfer): 100 for 2000, 51 for 1500."""
    # 2.1 Waardecijfer: V = 100·e^((R-2000) / 2000·2.7)
    return 100 * exp((rating - 2000) / 2000 * 2.7)


class Competition(Season[Player]):
    """The competition as of a day; a round that was put off keeps its period too."""

    @cached_property
    def start_ratings(self) -> Mapping[str, float]:
        """The start ratings by id: see `compute_start_ratings`."""
        return compute_start_ratings(self.players)

    def get_period(self, round_: int) -> int:
        """Return the period of a round."""
        return find_period(round_, self.round_count, self.options)

    @cached_property
    def rounds_by_period(self) -> Mapping[int, Sequence[int]]:
        """The rounds of each period, in the order in which they are played."""
        return group_by(self.round_order, self.get_period)

    def find_latest_period(self, round_: int) -> int:
        """Return the latest period of which a round was played by the end of this round."""
        return max(map(self.get_period, self.played_rounds[: self.played_rounds.index(round_) + 1]))

    def find_met_pairs(self, round_: int) -> set[frozenset[str]]:
        """Return the pairs of the period of a round so far, who do not meet in it again (5.1 Limitering).

        Pairs of a forfeit and of a game that is still to be played are among them.
        """
        known_rounds = {*self.played_rounds, *self.paired_rounds}
        rounds = known_rounds.intersection(self.rounds_by_period[self.get_period(round_)])
        return {game.pair for number in rounds for game in self.get_games(number)}

    def list_other_rounds_to_draw(self, round_: int) -> Sequence[int]:
        """Return the rounds of the period of a round that are to be drawn besides it, in order."""
        period = self.rounds_by_period[self.get_period(round_)]
        return [
            number
            for number in period
            if number in self.upcoming_rounds and number not in {round_, *self.paired_rounds}
        ]


def find_period(round_: int, length: int, options: Options) -> int:
    """Return the period of a round in a season of `length` rounds, divided evenly (5.1 Limitering)."""
    return (round_ - 1) * options.periods // length + 1
