"""The games of all players as they see them, held by column, and the careers that they make."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, partial
from itertools import chain
from math import fsum
from operator import itemgetter
from typing import Any, NamedTuple

from sitegen.core.cache import keep_results
from sitegen.core.columnar import Cells, Rows, index_cells
from sitegen.core.entities import Balance, Point, Result
from sitegen.core.model import Section
from sitegen.core.table import Table, get_field_names
from sitegen.toolkit import order
from sitegen.toolkit.decisions import merge_decisions
from sitegen.toolkit.history import History
from sitegen.toolkit.order import group_companions
from sitegen.toolkit.ratings import LIST_TITLE, build_explanation, make_opening


class GameColumns(NamedTuple):
    """The names of the columns of games: those of the players of both sides, and whether a game counts.

    A column that begins with the name of a side, such as `home_before`, has what belongs to that side.
    """

    first: str
    second: str
    counted: str


BothSides = tuple[Iterable[Any], Iterable[Any]]
"""The cells of a column for the first side of each game, and for the second."""
SplitCells = Callable[[Rows[Any]], BothSides]
"""Makes the cells of a column for both sides from games."""


class RatingPeriod(NamedTuple):
    """The days of play whose games explain a rating: those after `since`, through `last_day`.

    `list_before` and `list_after` are the days of the lists before and after them; without a list before, the
    explanation begins at the start.
    """

    list_after: date
    list_before: date | None = None
    since: date | None = None
    last_day: date = date.max

    def find_bounds(self, days: Cells) -> tuple[int, int]:
        """Return where the days of play of the period begin and end among `days`, which stand in order."""
        return bisect_right(days, self.since) if self.since else 0, bisect_right(days, self.last_day)


@dataclass(frozen=True)
class PlayerGames:
    """The games of all players as they see them: each stands twice, and those of a player together.

    `games` are those of the `history`, or some of them, in order of play. A column of `kind` is that of the
    side in `games`: `after` is `winner_after` to the winner, and `opponent_before` is `loser_before`. Where
    sides have none, `computed` makes it; and others are the same in both tables.
    """

    history: History[Any, Any]
    games: Rows[Any]
    columns: GameColumns
    kind: type[Table]
    computed: Mapping[str, SplitCells]

    def take(self, places: range) -> "PlayerGames":
        """Return the same of the games at these places alone."""
        return replace(self, games=self.games[places.start : places.stop])

    @keep_results(1)
    def select(self, player: str) -> Rows[Any]:
        """Return the games of a player, oldest first; all parts of a page ask for the same."""
        return self.rows.take(self._sides.get(player, ()))

    def get_games(self, player: str, first: int = 0, end: int | None = None) -> Rows[Any]:
        """Return games of a player with their calculation, by their places among those of the player."""
        return self.games.take([side // 2 for side in self._sides.get(player, ())[first:end]])

    def build_ratings(self, player: str) -> Rows[Point]:
        """Return the rating of a player after each day on which a game counted, or a decision changed it."""
        rows = self.list_history(player)
        pairs = zip(rows.get_column("date"), rows.get_column("after"), strict=True)
        ratings = {day: rating for day, rating in pairs if rating is not None}
        return Rows(Point, len(ratings), [[*ratings], [*ratings.values()]])

    def explain_rating(
        self, player: str, period: RatingPeriod, make_steps: Callable[[Rows[Any]], Any], **fields: Any
    ) -> Section:
        """Return the section with the games of a player in a period, and the ratings before and after them.

        `make_steps` makes the steps of the explanation from these games; `fields` are those of the section.
        """
        rows, start = self.list_history(player), self.history.start[player].rating
        days, ratings = rows.get_column("date"), rows.get_column("after")
        first, end = period.find_bounds(days)
        rating_before = _find_last_rating(ratings[:first], start)
        games = self.get_games(player, *period.find_bounds(self.select(player).get_column("date")))
        return build_explanation(
            rows.kind,
            rows[first:end],
            steps=make_steps(games) if games else (),
            before=make_opening(period.list_before, rating_before, days[first]),
            after=Balance(LIST_TITLE, period.list_after, _find_last_rating(ratings[:end], start)),
            **fields,
        )

    def list_history(self, player: str) -> Rows[Any]:
        """Return the games of a player and the decisions about them, in the order in which they count.

        The table of who has no decision is `kind`.
        """
        games, decisions = self.select(player), self.history.decisions_by_player.get(player)
        return merge_decisions(games, decisions) if decisions else games

    @cached_property
    def rows(self) -> Rows[Any]:
        """All games, those of the first and of the second side by turns."""
        columns = (partial(self._build_column, name) for name in get_field_names(self.kind))
        return Rows(self.kind, 2 * len(self.games), columns)

    def _build_column(self, name: str) -> Cells:
        return [*self.interleave(name)]

    def interleave(self, name: str) -> Iterator[Any]:
        """Return the cells of a column in order of play, those of the first and the second side by turns."""
        if not self.games:  # their table may be without the columns
            return iter(())
        columns = self._find_columns(name)
        if columns[0] in get_field_names(self.games.kind):
            sides: Sequence[Iterable[Any]] = [self.games.get_column(column) for column in columns]
        elif name in self.computed:
            sides = self.computed[name](self.games)
        else:
            sides = [self.games.get_column(name)] * 2
        return chain.from_iterable(zip(*sides, strict=True))

    def _find_columns(self, name: str) -> tuple[str, str]:
        """Return the columns of games that hold a column of players, where each side has its own."""
        first, second, _ = self.columns
        if name == "opponent":
            return second, first
        if name.startswith("opponent_"):
            first, second, name = second, first, name.removeprefix("opponent_")
        return f"{first}_{name}", f"{second}_{name}"

    @cached_property
    def players(self) -> Cells:
        """The players of all games, those of the first and of the second side by turns."""
        first, second = (self.games.get_column(column) for column in self.columns[:2])
        return [*chain.from_iterable(zip(first, second, strict=True))]

    @cached_property
    def _sides(self) -> Mapping[str, Sequence[int]]:
        """The places of each player's games among all rows."""
        return index_cells(self.players)

    @cached_property
    def _scores(self) -> Cells:
        """The score of each row, where the table has none."""
        return self._build_column("score")

    @cached_property
    def _opponents(self) -> Mapping[str, tuple[str]]:
        return {player: (player,) for player in self.history.start}

    def get_results(self, player: str) -> Rows[Result]:
        """Return the games of a player for their career; those that do not count have no result."""
        rows = self.select(player)
        get_column = rows.get_column

        def results() -> Cells:
            counted = self.get_games(player).get_column(self.columns.counted)
            pairs = zip(get_column("result"), counted, strict=True)
            return [result if is_counted else "" for result, is_counted in pairs]

        def scores() -> Cells:
            return [self._scores[side] for side in self._sides.get(player, ())]

        return rows.view(
            Result,
            day=lambda: get_column("date"),
            event=lambda: [self.history.event_keys[day] for day in get_column("date")],
            ended=results,
            opponents=lambda: [self._opponents[opponent] for opponent in get_column("opponent")],
            **({} if "score" in get_field_names(self.kind) else {"score": scores}),
            occasion=lambda: get_column("event"),
        )


def _find_last_rating(ratings: Cells, default: float) -> float:
    """Return the last rating that is not None, which is that after a game that counts."""
    return next((rating for rating in reversed(ratings) if rating is not None), default)


def mirror(column: str, reflect: Callable[[float], float]) -> SplitCells:
    """Return what makes cells of a column of games for the first side, and reflected for the second.

    None stays what it is.
    """

    def split(games: Rows[Any]) -> BothSides:
        cells = games.get_column(column)
        return cells, [None if cell is None else reflect(cell) for cell in cells]

    return split


def complement(chance: float) -> float:
    """Return the chance of the other side."""
    return 1 - chance


def build_head_to_head(
    rows: Rows[Any], table: type[Table], places: Mapping[str, int], **fields: Any
) -> Section:
    """Return the section with a row for each opponent, from the games of a player.

    `table` has the columns of an opponent, of the games played and of those of each result, in this order,
    and may have their `change` behind. `places` is the result of `index_players`; `fields` are further fields
    of the section.
    """
    names = get_field_names(table)
    results, has_change = [name for name in names if name in {"won", "drawn", "lost"}], "change" in names
    columns = (rows.get_column(name) for name in ("opponent", "result", *["change"] * has_change))
    opponents = []
    for opponent, games in group_companions(zip(*columns, strict=True), itemgetter(0), places):
        _, results_of_games, *changes = zip(*games, strict=True)
        sums = [fsum(filter(None, column)) for column in changes]
        counts = [results_of_games.count(result) for result in results]
        opponents.append((opponent, len(games), *counts, *sums))
    return order.build_head_to_head(table, table.make_rows(opponents), **fields)
