"""Rating lists: the ranked and the provisional players, with the changes since the list before.

Also what pages of players show of a rating: why it changed, what the next game would do, and its chart.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from itertools import chain
from operator import attrgetter, itemgetter
from types import MappingProxyType
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

from sitegen.core.columnar import Cells, Rows, make_cell_getters
from sitegen.core.entities import Balance, Player, RatingExplanation
from sitegen.core.model import Chart, Fact, PublishedTable, Section
from sitegen.core.table import Display, PlayDate, PlayerId, Rating, Table, column
from sitegen.toolkit.order import (
    compute_movement,
    group_by,
    group_companions,
    index_players,
    rank_players,
    sort_alphabetically,
)

LIST_TITLE = "List of {day}"
START_TITLE = "At the start"


def make_opening(day: date | None, value: float | None, first: date) -> Balance:
    """Return the balance on the list of `day`; without a day that at the start, before the `first` row."""
    return Balance(LIST_TITLE, day, value) if day else Balance(START_TITLE, first, value)


def build_explanation(  # noqa: PLR0913 - each is a part of an explanation, and all are named at the call
    table: type[Table],
    rows: Sequence[Any],
    *,
    steps: Sequence[Any],
    before: Balance,
    after: Balance,
    calculations: Mapping[type[Any], str] = {},
    note: str = "",
    articles: Sequence[str] = (),
    is_rank: bool = False,
) -> Section:
    """Return the section that explains the change of a figure, of which `is_rank` says that less is better.

    `rows` are the results that were played, and `steps` has the calculation of each, whose formulas are
    `calculations`. Their changes add up to the difference between the balances `before` and `after`.
    """
    change = None if before.value is None or after.value is None else after.value - before.value
    change = -change if change is not None and is_rank else change
    explanation = RatingExplanation(before, after, change, steps, calculations)
    return Section("why", "Why it changed", table, rows, note, articles=articles, explanation=explanation)


S = TypeVar("S", bound=Any)
RECENT_PERIOD = timedelta(days=365)
_MAX_OPPONENTS = 5
PointGain = Annotated[float, Display("signed", 1)]


class ProjectedResult(Table):
    """Somebody to play, and what each result against them would do to the figure of a player."""

    opponent: PlayerId = column("the other player")


class ProjectedGame(ProjectedResult):
    """A game with a likely next opponent."""

    rating: Rating = column("rating of the opponent now", role="beside")
    won: PointGain = column("what a win would bring", label="If won")
    lost: PointGain = column("what a loss would bring", label="If lost")


class ProjectedDrawableGame(ProjectedGame):
    """A projected game that can be drawn."""

    drawn: PointGain = column("what a draw would bring", label="If drawn", before="lost")


RESULTS_TO_COME = {name: ProjectedDrawableGame._column_specs[name] for name in ("won", "drawn", "lost")}  # noqa: SLF001
"""What is declared of the columns of projected results, by their names."""


def build_projection(  # noqa: PLR0913 - each is a part of a section, and all but two are named at the call
    table: type[Table],
    rows: Sequence[Any],
    *,
    note: str,
    title: str = "The next game",
    params: Mapping[str, object] | None = None,
    articles: Sequence[str] = (),
) -> Iterator[Section]:
    """Yield the section with projected games; nothing without any."""
    if rows:
        yield Section("ahead", title, table, rows, note, params=params or {}, articles=articles)


def find_recent_opponents(rows: Sequence[Any], day: date, *sides: str) -> dict[str, list[str]]:
    """Return the opponents of each player in the twelve months through `day`, once for each game.

    `rows` stand in order of their `date`, and `sides` are the two columns that name players.
    """
    first = bisect_right(rows, day - RECENT_PERIOD, key=attrgetter("date"))
    pairs = [*map(attrgetter(*sides), rows[first:])]
    both_ways = [*pairs, *((second, first) for first, second in pairs)]
    return {
        player: [opponent for _, opponent in player_pairs]
        for player, player_pairs in group_by(both_ways, itemgetter(0)).items()
    }


def select_likely(candidates: Iterable[str], eligible: Container[str]) -> list[str]:
    """Return the first few of the candidates who are eligible, each once."""
    opponents: list[str] = []
    for candidate in candidates:
        if candidate in eligible and candidate not in opponents:
            opponents.append(candidate)
            if len(opponents) == _MAX_OPPONENTS:
                break
    return opponents


def find_neighbours(order: Sequence[str], place: int) -> Iterator[str]:
    """Yield the players nearest to a place in an order, by turns above and below it."""
    for distance in range(1, len(order)):
        yield from (order[index] for index in (place - distance, place + distance) if 0 <= index < len(order))


@dataclass(frozen=True)
class LikelyOpponents(Generic[S]):
    """The likely next opponents of each player: those met most of late, then those nearest by rating.

    `standings` has everybody, by id; `recent_opponents` is the result of `find_recent_opponents`; only
    players in `eligible` are opponents.
    """

    players: Sequence[Player]
    standings: Mapping[str, S]
    recent_opponents: Mapping[str, Sequence[str]]
    eligible: Container[str]

    def find_opponents(self, player: str) -> dict[str, S]:
        """Return the likely next opponents of a player, with their standings."""
        recent = group_companions(self.recent_opponents.get(player, ()), str, self._alphabet)
        candidates = chain(
            (opponent for opponent, _ in recent), find_neighbours(self._ranking_order, self._places[player])
        )
        return {opponent: self.standings[opponent] for opponent in select_likely(candidates, self.eligible)}

    @cached_property
    def _ranking_order(self) -> list[str]:
        ratings = {player: standing.rating for player, standing in self.standings.items()}
        return [player.id for _, player in rank_players(self.players, ratings)]

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {player: place for place, player in enumerate(self._ranking_order)}

    @cached_property
    def _alphabet(self) -> Mapping[str, int]:
        return index_players(self.players)


def make_requirement(
    label: str, compute_shortfall: Callable[[S], float], cell_type: Any = int
) -> Callable[[S], Sequence[Fact]]:
    """Return a function that gives the fact of what a player lacks to be ranked; no fact where it is 0."""

    def describe(standing: S) -> list[Fact]:
        shortfall = compute_shortfall(standing)
        return [Fact(label, shortfall, cell_type)] if shortfall > 0 else []

    return describe


class RatingLists(NamedTuple):
    """The rows of the two lists."""

    ranked_rows: Rows[Any]
    provisional_rows: Rows[Any]

    @property
    def rows_by_player(self) -> Mapping[str, Any]:
        """The row of each player on one of the lists."""
        return {row.player: row for rows in self for row in rows}


class Placement(NamedTuple, Generic[S]):
    """The players on the two lists with some standings, and the ranks on the rating list."""

    standings: Mapping[str, S]
    players: Sequence[Player]
    ratings: Mapping[str, float]
    ranks: Sequence[tuple[int, Player]]


@dataclass(frozen=True)
class RatingList(Generic[S]):
    """Describes which players are ranked by rating, and which are on a separate list of provisional ratings.

    `ranked_table` and `provisional_table` have a column for each figure of a standing that they show.
    `limits` are the facts above the lists on who is ranked; `facts` returns further facts on the page of a
    player, such as what is still needed to be ranked. Players are ranked by `get_figure` of a standing; who
    `is_out` of competition is on neither list.
    """

    ranked_table: type[Table]
    provisional_table: type[Table]
    is_provisional: Callable[[S], bool]
    is_listed: Callable[[S], bool] = field(default=lambda standing: standing.games > 0)
    limits: Sequence[Fact] = ()
    facts: Callable[[S], Iterable[Fact]] = field(default=lambda _: ())
    get_figure: Callable[[S], float] = attrgetter("rating")

    def build_lists(
        self,
        players: Sequence[Player],
        standings: Mapping[str, S],
        previous_standings: Mapping[str, S] | None = None,
    ) -> RatingLists:
        """Return both lists, with the changes since the previous standings; see `compare_lists`."""
        previous = self.place_players(players, previous_standings) if previous_standings else None
        return self.compare_lists(previous, self.place_players(players, standings))

    def place_players(self, players: Sequence[Player], standings: Mapping[str, S]) -> Placement[S]:
        """Return the players on the lists with these standings, and their ranks."""
        listed_players = [
            player
            for player in players
            if player.id in standings
            if self.is_listed(standings[player.id])
            and not getattr(standings[player.id], "is_out", False)  # a system may know no decisions
        ]
        ranked_players = [
            player for player in listed_players if not self.is_provisional(standings[player.id])
        ]
        ratings = {player.id: self.get_figure(standings[player.id]) for player in listed_players}
        return Placement(standings, listed_players, ratings, rank_players(ranked_players, ratings))

    def compare_lists(self, previous: Placement[S] | None, current: Placement[S]) -> RatingLists:
        """Return both current lists, with the changes since the previous lists.

        The change of a rating is since either of the previous lists, and the movement of a rank since the
        previous rating list; both are None for players who were not on it. Provisional ratings stand in
        alphabetical order.
        """
        provisional = sort_alphabetically(
            player for player in current.players if self.is_provisional(current.standings[player.id])
        )
        ranked, ranks = [player for _, player in current.ranks], [rank for rank, _ in current.ranks]
        previous_ranks = {player.id: rank for rank, player in previous.ranks} if previous else {}

        def movements() -> Cells:
            pairs = zip(ranks, ranked, strict=True)
            return [compute_movement(rank, previous_ranks.get(player.id)) for rank, player in pairs]

        rank_cells: Mapping[str, Cells | Callable[[], Cells]] = {"rank": ranks, "rank_change": movements}
        return RatingLists(
            _build_rows(self.ranked_table, ranked, current, previous, rank_cells),
            _build_rows(self.provisional_table, provisional, current, previous),
        )

    def publish(self, lists: RatingLists) -> list[PublishedTable]:
        """Return both lists as files."""
        return [
            PublishedTable("rating-list", self.ranked_table, lists.ranked_rows),
            PublishedTable("provisional", self.provisional_table, lists.provisional_rows),
        ]

    def describe_standing(self, standing: S, row: Any = None) -> Iterator[Fact]:
        """Yield the facts of a standing on the page of a player; `row` is their row on the current lists."""
        label = "Provisional rating" if self.is_provisional(standing) else "Rating"
        yield Fact.from_cell(row, "rating", label) if row else Fact(label, standing.rating, Rating)
        if hasattr(row, "rank"):
            yield Fact.from_cell(row, "rank")
        if getattr(row, "change", None) is not None:
            yield Fact.from_cell(row, "change", note="since the list before")
        yield from self.facts(standing)


def _build_rows(
    table: type[Table],
    players: Sequence[Player],
    current: Placement[Any],
    previous: Placement[Any] | None,
    cells: Mapping[str, Cells | Callable[[], Cells]] = MappingProxyType({}),
) -> Rows[Any]:
    """Return the rows of a list: the columns of players and of their standings, changes, and `cells`."""
    ids = [player.id for player in players]
    ratings = previous.ratings if previous else {}

    def changes() -> Cells:
        return [current.ratings[player] - ratings[player] if player in ratings else None for player in ids]

    standings = [current.standings[player] for player in ids]
    cells = {"player": ids, "change": changes, **cells}
    return Rows.join(table, len(ids), make_cell_getters(players), make_cell_getters(standings), cells)


def describe_highest(rating: float, day: date | None) -> Iterator[Fact]:
    """Yield the facts of a player's highest rating; `day` is None where it is the rating at the start."""
    yield Fact("Highest rating", rating, Rating, figure="highest")
    if day:
        yield Fact("Reached on", day, PlayDate)


def make_rating_chart(start: float, ratings: Collection[tuple[date, float]]) -> list[Chart]:
    """Return the chart of a player's ratings after each day of play; no chart without any."""
    return [Chart("Rating", list(ratings), {"Rating at the start": start})] if ratings else []
