"""The ranks of the leaders of a list over the twelve months before it: what a rank chart draws.

A list that appears often is not drawn each time: its first of each month is, besides both ends of the chart.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from sitegen.rankings.positions import RankHistories

MIN_LISTS = 5
"""The fewest lists that make a course: fewer points look like signs, not like a line."""
_MIN_LINES = 3
_PERIOD = timedelta(days=366)
_MAX_COLUMNS = 13
_MIN_MONTHS = 6  # in fewer months, lists are left out evenly


class RankLine(NamedTuple):
    """The course of a player: on each list of a chart the row, and the rank, None where there is none.

    The row is 0 for the first of the list, None for one below the leaders. Who shares a rank has a row of
    their own all the same.
    """

    player: str
    rows: Sequence[int | None]
    ranks: Sequence[int | None]

    @property
    def start(self) -> int:
        """The place of the first list that the player is on."""
        return next(place for place, rank in enumerate(self.ranks) if rank is not None)

    @property
    def has_moved(self) -> bool:
        """Whether the row is not the same on all lists."""
        return len({*self.rows}) > 1

    @property
    def rise(self) -> int:
        """How many places the player won from the first rank to the last; negative for who fell."""
        return (self.ranks[self.start] or 0) - (self.ranks[-1] or 0)


class RankChart(NamedTuple):
    """The lines of the leaders of a list, in its order, on lists of these days, the last of which is its own.

    `former` are the lines of who led the first of them and does so no longer. `list_count` is the number of
    all lists in that time.
    """

    days: Sequence[date]
    list_count: int
    lines: Sequence[RankLine]
    former: Sequence[RankLine]

    @property
    def all_lines(self) -> Sequence[RankLine]:
        """The lines of the leaders, then those of former ones."""
        return [*self.lines, *self.former]

    @property
    def first_leaders(self) -> Sequence[RankLine]:
        """The lines of the leaders of the first list, in its order."""
        lines = [line for line in self.all_lines if line.rows[0] is not None]
        return sorted(lines, key=lambda line: line.rows[0] or 0)

    @property
    def followed(self) -> RankLine:
        """The line of who rose most, the one that is followed at first."""
        return max(self.lines, key=lambda line: line.rise)


def build_rank_chart(histories: RankHistories, day: date) -> RankChart | None:
    """Return the chart of the list of a day; None without a course: few lists, few players, nobody moved."""
    known_days = [other for other, leaders in histories.leaders.items() if leaders]
    days = [other for other in known_days if day - _PERIOD <= other <= day]
    if len(days) < MIN_LISTS or days[-1] != day:
        return None
    columns = _choose_days(days)
    first, last = histories.leaders[columns[0]], histories.leaders[day]
    lines = [_build_line(histories, player, columns) for player in last]
    if len(lines) < _MIN_LINES or not any(line.has_moved for line in lines):
        return None
    former = [player for player in first if player not in last]
    return RankChart(
        columns, len(days), lines, [_build_line(histories, player, columns) for player in former]
    )


def _choose_days(days: Sequence[date]) -> Sequence[date]:
    if len(days) <= _MAX_COLUMNS:
        return days
    month_starts = [day for before, day in pairwise(days) if before.month != day.month]
    if len(month_starts) >= _MIN_MONTHS:
        return sorted({days[0], *month_starts, days[-1]})
    step = ceil((len(days) - 1) / (_MAX_COLUMNS - 1))
    return sorted({days[0], *days[::-step]})


def _build_line(histories: RankHistories, player: str, days: Sequence[date]) -> RankLine:
    ranks: Mapping[date, int] = dict(histories.get_history(player))
    rows = [
        leaders.index(player) if player in leaders else None
        for leaders in (histories.leaders[day] for day in days)
    ]
    return RankLine(player, rows, [ranks.get(day) for day in days])
