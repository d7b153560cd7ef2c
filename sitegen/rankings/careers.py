"""The careers of all players as numbers: what lists, records and pages ask about figures and results."""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import compress, pairwise
from operator import sub
from types import MappingProxyType
from typing import NamedTuple

from sitegen.core.entities import Career, Careers, Player
from sitegen.core.language import Language
from sitegen.toolkit.order import index_players

YEAR_PAGES_THRESHOLD = 200
"""Results from which on a player has a page for each year."""
_FORM_LENGTH = 10
_MAX_NAME_LENGTH = 34  # letters of a name that has room in a chart
_DATE_KEY = re.compile(r"\d{4}-(W\d\d|\d\d-\d\d)")  # of an event that is a day of play or a week
_WINNING_SERIES = re.compile("ww+")  # a single win is no series
_RESULT_LETTERS = {"won": "w", "drawn": "d", "lost": "l", "": ""}
_FIRST_ORDINAL = date.min.toordinal()


class FigureSeries(NamedTuple):
    """Figures, each with the day (an ordinal) after which it held; oldest first."""

    days: Sequence[int]
    figures: Sequence[float]

    def find_highest(self, start: int, end: int) -> tuple[float, date]:
        """Return the highest figure between two places, with the first day on which it held."""
        top = max(self.figures[start:end])
        return top, date.fromordinal(self.days[self.figures.index(top, start)])


class FigureHistory(NamedTuple):
    """A player's figure after each day (an ordinal) on which it changed.

    `start` and `ranked_from` are those of the career; `lowest` and `highest` include the start. `set_anew`
    has the figures that the committee set, by the day after whose results they show.
    """

    days: Sequence[int]
    figures: Sequence[float]
    start: float | None
    ranked_from: date
    lowest: float
    highest: float
    set_anew: Mapping[int, float] = MappingProxyType({})

    @classmethod
    def from_career(cls, career: Career) -> "FigureHistory":
        """Return the history of a career; figures are an array where all are floats, to keep integers."""
        days, figures = career.points.columns
        all_figures = figures if career.start is None else [*figures, career.start]
        set_anew = {days[bisect_left(days, day)].toordinal(): figure for day, figure in career.set_anew}
        return cls(
            array("i", map(date.toordinal, days)),
            array("d", figures) if {*map(type, figures)} <= {float} else [*figures],
            career.start,
            career.ranked_from,
            min(all_figures, default=0.0),
            max(all_figures, default=0.0),
            set_anew,
        )

    @property
    def ranked_figures(self) -> FigureSeries:
        """The figures from the first day on which the player was ranked."""
        first = bisect_left(self.days, self.ranked_from.toordinal())
        return FigureSeries(self.days[first:], self.figures[first:])

    @property
    def figures_with_start(self) -> FigureSeries:
        """The same after the starting figure, dated `date.min`, where that is not provisional."""
        days, figures = self.ranked_figures
        if self.start is None or self.ranked_from != date.min:
            return FigureSeries(days, figures)
        return FigureSeries([_FIRST_ORDINAL, *days], [float(self.start), *figures])

    @property
    def stretches(self) -> Iterator[FigureSeries]:
        """The same in parts, of which each but the first begins with a figure that the committee set."""
        days, figures = self.figures_with_start
        places = {bisect_left(days, day): day for day in self.set_anew if day in days}
        yield FigureSeries(days[: min([*places, len(days)])], figures[: min([*places, len(days)])])
        for first, end in pairwise([*places, len(days)]):
            day = places[first]
            yield FigureSeries([day, *days[first:end]], [self.set_anew[day], *figures[first:end]])

    def get_figure_before(self, day: date) -> float | None:
        """Return the figure before a day; None where there was none yet."""
        place = bisect_left(self.days, day.toordinal())
        return self.figures[place - 1] if place else self.start

    def find_endpoints(self, after: date, through: date) -> tuple[float, float] | None:
        """Return the figures after one day and through another; None where it did not change.

        A player without a figure by then begins with the start, or else with the first figure; who has had
        one set anew in between with the last of these.
        """
        first = bisect_right(self.days, after.toordinal())
        end = bisect_right(self.days, through.toordinal())
        if first >= end:
            return None
        start_figure = self.figures[first - 1] if first else self.start
        for day, figure in self.set_anew.items():
            if self.days[first] <= day <= self.days[end - 1]:
                start_figure = figure
        return self.figures[0] if start_figure is None else start_figure, self.figures[end - 1]


class ResultTally(NamedTuple):
    """How many results that count were played, and how they ended."""

    played: int
    won: int
    drawn: int
    lost: int


class WinningSeries(NamedTuple):
    """Consecutive wins, and whether the series can still become longer."""

    length: int
    first: date
    last: date
    is_ongoing: bool


class CareerSummary(NamedTuple):
    """The numbers of a career: the history of the figure, and the results, oldest first.

    For results that count, `days` (ordinals) and `letters` say when and how they ended: `w`, `d` or `l`.
    `result_count` includes results that do not count. `years` has each year with its results and wins, the
    latest first; it is empty below `YEAR_PAGES_THRESHOLD` results.
    """

    figure_history: FigureHistory
    days: Sequence[int]
    letters: str
    result_count: int
    years: Sequence[tuple[int, int, int]]

    @classmethod
    def from_career(cls, career: Career) -> "CareerSummary":
        """Return the numbers of a career."""
        played, ended = career.results.get_column("day"), career.results.get_column("ended")
        days = array("i", map(date.toordinal, played))
        letters = "".join([_RESULT_LETTERS[result] for result in ended])
        spans = split_years(days) if len(days) >= YEAR_PAGES_THRESHOLD else ()
        years = [(year, end - start, ended[start:end].count("won")) for year, start, end in spans]
        return cls(
            FigureHistory.from_career(career),
            array("i", compress(days, ended)),
            letters,
            len(days),
            years[::-1],
        )

    @property
    def form(self) -> str:
        """How the latest ten results that count ended."""
        return self.letters[-_FORM_LENGTH:]

    @property
    def series(self) -> Iterator[WinningSeries]:
        """Every series of wins; a result that does not count breaks none."""
        for run in _WINNING_SERIES.finditer(self.letters):
            yield self._build_series(*run.span())

    @property
    def longest_series(self) -> WinningSeries | None:
        """The longest series of wins, the first of equals; None without any."""
        spans = (run.span() for run in _WINNING_SERIES.finditer(self.letters))
        span = max(spans, key=lambda span: span[1] - span[0], default=None)
        return span and self._build_series(*span)

    def _build_series(self, first: int, end: int) -> WinningSeries:
        first_day, last_day = date.fromordinal(self.days[first]), date.fromordinal(self.days[end - 1])
        return WinningSeries(end - first, first_day, last_day, end == len(self.letters))

    def count_results(self, start: int = 0, end: int | None = None) -> ResultTally:
        """Return how the results that count ended, from one place to another."""
        end = len(self.letters) if end is None else end
        return ResultTally(end - start, *[self.letters.count(letter, start, end) for letter in "wdl"])


def describe_form(letters: str, language: Language, *, wins: bool) -> str:
    """Return a form in words."""
    text = "won {number} of the last {of}" if wins else "rose in {number} of the last {of}"
    return language.translate(text).format(number=letters.count("w"), of=len(letters))


def split_years(days: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield each year of some days (ordinals, oldest first), its first place and that after its last."""
    end = 0
    while end < len(days):
        start, year = end, date.fromordinal(days[end]).year
        end = bisect_right(days, date(year, 12, 31).toordinal(), start)
        yield year, start, end


_EMPTY_SUMMARY = CareerSummary.from_career(Career())


@dataclass(frozen=True)
class CareerSummaries:
    """The careers of all `players`, each computed once; that of an inactive player is empty."""

    careers: Careers
    players: Sequence[Player]

    def get_summary(self, player: str) -> CareerSummary:
        """Return the numbers of a player's career; empty for anybody else."""
        return self.summaries.get(player, _EMPTY_SUMMARY)

    @cached_property
    def summaries(self) -> Mapping[str, CareerSummary]:
        """The numbers of each player's career, by id."""
        return {
            player.id: CareerSummary.from_career(self.careers.get_career(player.id))
            for player in self.players
        }

    @cached_property
    def figure_histories(self) -> Mapping[str, FigureHistory]:
        """The history of each player's figure, by id."""
        return {player: summary.figure_history for player, summary in self.summaries.items()}

    @cached_property
    def display_order(self) -> Mapping[str, int]:
        """The place of each player where the order is for display alone, by id."""
        return index_players(self.players)

    @cached_property
    def has_begun(self) -> bool:
        """Whether anything was played, or any figure changed."""
        return any(summary.result_count or summary.figure_history.days for summary in self.summaries.values())

    @property
    def has_provisional(self) -> bool:
        """Whether any player was not ranked from the beginning."""
        return any(history.ranked_from != date.min for history in self.figure_histories.values())

    @property
    def has_winners(self) -> bool:
        """Whether players can win; elsewhere a figure rises or falls."""
        return self.careers.has_winners

    def find_active_players(self, after: date | None, through: date) -> frozenset[str]:
        """Return who played a result that counts after one day, or ever, through another."""
        days = list(self._players_by_day)
        first = bisect_right(days, after.toordinal()) if after else 0
        span = days[first : bisect_right(days, through.toordinal())]
        return frozenset().union(*(self._players_by_day[day] for day in span))

    @cached_property
    def _players_by_day(self) -> Mapping[int, Sequence[str]]:
        """The players with a result that counts on each day (an ordinal), oldest first."""
        players: defaultdict[int, list[str]] = defaultdict(list)
        for player, summary in self.summaries.items():
            for day in dict.fromkeys(summary.days):
                players[day].append(player)
        return dict(sorted(players.items()))

    @cached_property
    def days(self) -> Sequence[date]:
        """The days on which a figure changed, oldest first."""
        days = {day for history in self.figure_histories.values() for day in history.days}
        return list(map(date.fromordinal, sorted(days)))


def find_biggest_change(career: Career) -> date | None:
    """Return the day on which the figure moved most, None without two days to tell apart."""
    if len(career.history) < 2:
        return None
    days, figures = career.points.columns
    if career.start is not None:
        days, figures = [date.min, *days], [career.start, *figures]
    day: date = max(zip(map(abs, map(sub, figures[1:], figures)), days[1:], strict=True))[1]
    return day


def name_days(career: Career, titles: Mapping[str, str]) -> dict[date, str]:
    """Return the name of what was played by day: of the result that moved the figure most, if it has one.

    `titles` are the titles of the events, by their keys: that of a day or a week says no more than the day
    itself. Of two names one has room in a chart.
    """
    names: dict[date, str] = {}
    largest: dict[date, float] = {}
    columns = map(career.results.get_column, ("day", "change", "occasion", "event"))
    for day, change, occasion, event in zip(*columns, strict=True):
        own = [name for name in (occasion, not _DATE_KEY.fullmatch(event) and titles.get(event)) if name]
        if own and abs(change or 0) >= largest.get(day, 0):
            largest[day] = abs(change or 0)
            names[day] = next((name for name in own if len(name) <= _MAX_NAME_LENGTH), own[0])
    return names
