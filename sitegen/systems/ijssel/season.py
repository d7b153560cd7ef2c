"""The season: its calendar and periods, the entries of all players in all rounds, and start ratings.

Start ratings, performances and values are those of articles 1, 1.1 and 2.1 of the regulation.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import takewhile
from math import exp, fsum, log10
from operator import attrgetter
from typing import NamedTuple, Self

from sitegen.systems.ijssel.tables import FORFEITS, Absence, Fixture, Game, Inputs, Options, Player
from sitegen.toolkit.order import group_by, sort_players

WON_BY_FORFEIT = "1f"
HALF_POINTS = {"1": 2, "½": 1, "0": 0}
"""The points of a game that was played, doubled so that they are whole; a forfeit is not played."""


class RoundEntry(NamedTuple):
    """The game or the absence of a player in a round.

    `result` is 1, ½, 0, 1f, 0f or the code of the absence. `counts` is false for a win by forfeit of a player
    who was then paired again, or left over (article 5.2 Definitieve indeling). `opponent` is also blank for a
    forfeit whose other side was not written down. `points` are those of an external game, and `source` is the
    row.
    """

    round: int
    player: str
    opponent: str
    colour: str
    result: str
    counts: bool = True
    points: str = ""
    source: str = ""

    @property
    def is_played(self) -> bool:
        """Whether it is a game that was played."""
        return self.result in HALF_POINTS

    @property
    def is_game(self) -> bool:
        """Whether it is a game, played or forfeited."""
        return self.colour != ""


def list_entries(inputs: Inputs) -> list[RoundEntry]:
    """Return all entries, those of one player together; a player has one in a round that counts.

    A win by forfeit does not count beside another entry in the round (article 5.2 Definitieve indeling).
    """
    entries = [*_list_game_entries(inputs.games), *_list_absence_entries(inputs.absences)]
    numbers = Counter((entry.round, entry.player) for entry in entries)
    marked = (
        entry._replace(counts=entry.result != WON_BY_FORFEIT or numbers[entry.round, entry.player] == 1)
        for entry in entries
    )
    return sorted(marked, key=attrgetter("player", "counts"))


def _list_game_entries(games: Iterable[Game]) -> Iterator[RoundEntry]:
    for game in games:
        if game.result:
            (white, black), mark = game.players, "f" if game.result in FORFEITS else ""
            of_white, of_black = game.result.removesuffix("f").split("-")
            if white:
                yield RoundEntry(game.round, white, black, "w", f"{of_white}{mark}", source=game.source)
            if black:
                yield RoundEntry(game.round, black, white, "b", f"{of_black}{mark}", source=game.source)


def _list_absence_entries(absences: Iterable[Absence]) -> Iterator[RoundEntry]:
    return (
        RoundEntry(
            absence.round,
            absence.player,
            "",
            "",
            absence.code,
            points=absence.result or "",
            source=absence.source,
        )
        for absence in absences
    )


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


@dataclass(frozen=True)
class Competition:
    """The competition as of a day; `entries` has those of each round so far, in order of play.

    Rounds are played in the order of their dates, and of their numbers on one date: one that was put off
    keeps its number and its period.
    """

    inputs: Inputs
    options: Options
    fixtures: Sequence[Fixture]
    entries: Mapping[int, Sequence[RoundEntry]]

    @classmethod
    def build(cls, inputs: Inputs, options: Options, as_of: date) -> Self:
        """Return the competition as of a day: a later round that has a result does not exist yet."""
        fixtures = sorted(inputs.rounds, key=attrgetter("round"))
        started_rounds, entries = (
            _find_started_rounds(inputs),
            group_by(list_entries(inputs), attrgetter("round")),
        )
        played_fixtures = [
            fixture for fixture in fixtures if fixture.date <= as_of and fixture.round in started_rounds
        ]
        played_fixtures.sort(key=attrgetter("date", "round"))
        return cls(
            inputs, options, fixtures, {fixture.round: entries[fixture.round] for fixture in played_fixtures}
        )

    @property
    def players(self) -> Sequence[Player]:
        """All players of the season."""
        return self.inputs.players

    @cached_property
    def players_by_id(self) -> Mapping[str, Player]:
        """The players by their ids."""
        return {player.id: player for player in self.players}

    @cached_property
    def start_ratings(self) -> Mapping[str, float]:
        """The start ratings by id: see `compute_start_ratings`."""
        return compute_start_ratings(self.players)

    @property
    def round_count(self) -> int:
        """The number of rounds of the season."""
        return len(self.fixtures)

    @cached_property
    def played_rounds(self) -> Sequence[int]:
        """The rounds that have been played, in order of play."""
        return [*self.entries]

    @property
    def is_over(self) -> bool:
        """Whether the last round of the season has been played."""
        return 0 < self.round_count == len(self.entries)

    @cached_property
    def round_order(self) -> Sequence[int]:
        """All rounds, in the order in which they are played."""
        return [fixture.round for fixture in sorted(self.fixtures, key=attrgetter("date", "round"))]

    @cached_property
    def round_positions(self) -> Mapping[int, int]:
        """The place of each round in `round_order`."""
        return {round_: place for place, round_ in enumerate(self.round_order)}

    @cached_property
    def next_rounds(self) -> Sequence[int]:
        """The rounds that come after the last one that has been played."""
        return (
            self.round_order[self.round_positions[self.played_rounds[-1]] + 1 :]
            if self.played_rounds
            else self.round_order
        )

    @cached_property
    def upcoming_rounds(self) -> Sequence[int]:
        """The rounds that have not been played, in the order of their dates."""
        return [round_ for round_ in self.round_order if round_ not in self.entries]

    def get_day(self, round_: int) -> date:
        """Return the evening of a round."""
        return self.fixtures[round_ - 1].date

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

    def is_member(self, player: Player, round_: int) -> bool:
        """Whether a player had joined, and not left, in a round."""
        return player.joined <= round_ <= (player.left or self.round_count)

    @cached_property
    def paired_rounds(self) -> Sequence[int]:
        """The rounds to come that have been drawn."""
        return [round_ for round_ in self._foreseeable_rounds if self.get_games(round_)]

    @cached_property
    def planned_absences(self) -> Sequence[Absence]:
        """The absences in rounds to come that have not been drawn, by round."""
        rounds = [round_ for round_ in self._foreseeable_rounds if round_ not in self.paired_rounds]
        return [row for round_ in rounds for row in self.get_absences(round_)]

    @property
    def _foreseeable_rounds(self) -> Sequence[int]:
        """The rounds to come that can have pairings on this day: those before the next with a result."""
        started_rounds = _find_started_rounds(self.inputs)
        return list(takewhile(lambda round_: round_ not in started_rounds, self.upcoming_rounds))

    def get_games(self, round_: int) -> Sequence[Game]:
        """Return the games of a round, by board as far as it is known."""
        return self._games_by_round.get(round_, [])

    def get_absences(self, round_: int) -> Sequence[Absence]:
        """Return the absences of a round."""
        return self._absences_by_round.get(round_, [])

    def find_met_pairs(self, period: int) -> set[frozenset[str]]:
        """Return the pairs of a period so far, who do not meet in it again (article 5.1 Limitering).

        Pairs of a forfeit and of a game that is still to be played are among them.
        """
        rounds = [
            round_
            for round_ in (*self.played_rounds, *self.paired_rounds)
            if self.get_period(round_) == period
        ]
        return {game.pair for round_ in rounds for game in self.get_games(round_)}

    @cached_property
    def _games_by_round(self) -> Mapping[int, Sequence[Game]]:
        games = sorted(self.inputs.games, key=lambda game: (game.board is None, game.board))
        return group_by(games, attrgetter("round"))

    @cached_property
    def _absences_by_round(self) -> Mapping[int, Sequence[Absence]]:
        return group_by(self.inputs.absences, attrgetter("round"))


def find_period(round_: int, length: int, options: Options) -> int:
    """Return the period of a round in a season of `length` rounds, divided evenly (5.1 Limitering)."""
    return (round_ - 1) * options.periods // length + 1


def _find_started_rounds(inputs: Inputs) -> set[int]:
    """Return the rounds of which a game has a result."""
    return {game.round for game in inputs.games if game.result}
