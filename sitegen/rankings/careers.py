"""What all players of a ranking did: of each career the numbers that lists, records and pages ask for."""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import compress
from typing import NamedTuple

from sitegen.core.entities import Career, Careers, Player
from sitegen.core.language import Language
from sitegen.toolkit.order import index_players

YEAR_PAGES_THRESHOLD = 200
"""From so many results on there is a page a year."""
_FORM_LENGTH = 10
_WINNING_SERIES = re.compile("ww+")  # one alone is no series
_RESULT_LETTERS = {"won": "w", "drawn": "d", "lost": "l", "": ""}
_FIRST_ORDINAL = date.min.toordinal()


class FigureSeries(NamedTuple):
    """Figures, each with the day (an ordinal) after which it stood; oldest first."""

    days: Sequence[int]
    figures: Sequence[float]

    def find_highest(self, start: int, end: int) -> tuple[float, date]:
        """The highest figure between two places, with the first day on which it stood so."""
        top = max(self.figures[start:end])
        return top, date.fromordinal(self.days[self.figures.index(top, start)])


class FigureHistory(NamedTuple):
    """How a figure stood after each day (an ordinal) on which it moved.

    `start` and `ranked_from` are those of the career; `lowest` and `highest` are of figures and start.
    """

    days: Sequence[int]
    figures: Sequence[float]
    start: float | None
    ranked_from: date
    lowest: float
    highest: float

    @classmethod
    def from_career(cls, career: Career) -> "FigureHistory":
        """That of a career; the figures are an array where all are floats: a whole number stays one."""
        days, figures = career.points.columns
        every = figures if career.start is None else [*figures, career.start]
        return cls(
            array("i", map(date.toordinal, days)),
            array("d", figures) if {*map(type, figures)} <= {float} else [*figures],
            career.start,
            career.ranked_from,
            min(every, default=0.0),
            max(every, default=0.0),
        )

    @property
    def ranked_figures(self) -> FigureSeries:
        """The figures from the day on which the player was ranked first."""
        first = bisect_left(self.days, self.ranked_from.toordinal())
        return FigureSeries(self.days[first:], self.figures[first:])

    @property
    def figures_with_start(self) -> FigureSeries:
        """The same behind the figure at the start, where that is not provisional, on the first day of all."""
        days, figures = self.ranked_figures
        if self.start is None or self.ranked_from != date.min:
            return FigureSeries(days, figures)
        return FigureSeries([_FIRST_ORDINAL, *days], [float(self.start), *figures])

    def get_figure_before(self, day: date) -> float | None:
        """The figure before a day; None of who had none yet."""
        place = bisect_left(self.days, day.toordinal())
        return self.figures[place - 1] if place else self.start

    def find_endpoints(self, after: date, through: date) -> tuple[float, float] | None:
        """From which figure to which it went after a day, through another; None where it did not move.

        Who had none yet begins with the start, else with the first that they got.
        """
        first = bisect_right(self.days, after.toordinal())
        end = bisect_right(self.days, through.toordinal())
        if first >= end:
            return None
        low = self.figures[first - 1] if first else self.start
        return self.figures[0] if low is None else low, self.figures[end - 1]


class ResultTally(NamedTuple):
    """How much was played that counts, and how it ended."""

    played: int
    won: int
    drawn: int
    lost: int


class WinningSeries(NamedTuple):
    """Results won one after the other, and whether it `goes_on`: it can still become longer."""

    length: int
    first: date
    last: date
    is_ongoing: bool


class CareerSummary(NamedTuple):
    """The numbers of a career: the `course` of the figure, and what was played, oldest first.

    Of results that count these are the `days` (ordinals), and how each `ended` as a letter: `w`, `d` or `l`.
    `number` is how many results there are, also of those that count for nothing; `years` has how many there
    are in each year, and how many of them were won, latest first: nothing of who played less.
    """

    figure_history: FigureHistory
    days: Sequence[int]
    letters: str
    result_count: int
    years: Sequence[tuple[int, int, int]]

    @classmethod
    def from_career(cls, career: Career) -> "CareerSummary":
        """That of a career."""
        played, ended = map(career.results.get_column, ("day", "ended"))
        days = array("i", map(date.toordinal, played))
        letters = "".join(map(_RESULT_LETTERS.__getitem__, ended))
        found = split_years(days) if len(days) >= YEAR_PAGES_THRESHOLD else ()
        won = [(year, end - start, ended[start:end].count("won")) for year, start, end in found]
        return cls(
            FigureHistory.from_career(career),
            array("i", compress(days, ended)),
            letters,
            len(days),
            won[::-1],
        )

    @property
    def form(self) -> str:
        """How the latest ten results that count ended."""
        return self.letters[-_FORM_LENGTH:]

    @property
    def series(self) -> Iterator[WinningSeries]:
        """Every series of results won one after the other; what counts for nothing breaks none."""
        for run in _WINNING_SERIES.finditer(self.letters):
            first, end = run.span()
            begun, ended = (date.fromordinal(self.days[place]) for place in (first, end - 1))
            yield WinningSeries(end - first, begun, ended, end == len(self.letters))

    def count_results(self, start: int = 0, end: int | None = None) -> ResultTally:
        """How the results that count ended, from one place to another."""
        end = len(self.letters) if end is None else end
        return ResultTally(end - start, *[self.letters.count(letter, start, end) for letter in "wdl"])


def describe_form(letters: str, language: Language, *, wins: bool) -> str:
    """What a form says, in words."""
    text = "won {number} of the last {of}" if wins else "rose in {number} of the last {of}"
    return language.translate(text).format(number=letters.count("w"), of=len(letters))


def split_years(days: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """The years of days (ordinals, oldest first): the places of the first day of each, and after its last."""
    end = 0
    while end < len(days):
        start, year = end, date.fromordinal(days[end]).year
        end = bisect_right(days, date(year, 12, 31).toordinal(), start)
        yield year, start, end


_EMPTY_SUMMARY = CareerSummary.from_career(Career())


@dataclass(frozen=True)
class CareerSummaries:
    """The careers of all `players`, each gone through once; those of who did nothing are empty."""

    careers: Careers
    players: Sequence[Player]

    def get_summary(self, player: str) -> CareerSummary:
        """The numbers of the career of a player; nothing of one who is not among them."""
        return self.summaries.get(player, _EMPTY_SUMMARY)

    @cached_property
    def summaries(self) -> Mapping[str, CareerSummary]:
        """The numbers of the career of each player, by id."""
        return {
            player.id: CareerSummary.from_career(self.careers.get_career(player.id))
            for player in self.players
        }

    @cached_property
    def figure_histories(self) -> Mapping[str, FigureHistory]:
        """How the figure of each player went, by id."""
        return {player: own.figure_history for player, own in self.summaries.items()}

    @cached_property
    def display_order(self) -> Mapping[str, int]:
        """The place of each player where the order only shows, by id."""
        return index_players(self.players)

    @cached_property
    def has_begun(self) -> bool:
        """Whether anything was played, or any figure moved."""
        return any(own.result_count or own.figure_history.days for own in self.summaries.values())

    @property
    def has_provisional(self) -> bool:
        """Whether anybody was not ranked from the beginning."""
        return any(history.ranked_from != date.min for history in self.figure_histories.values())

    @property
    def has_winners(self) -> bool:
        """Whether who plays can win; elsewhere a figure rises or falls."""
        return self.careers.has_winners

    def find_active_players(self, after: date | None, through: date) -> frozenset[str]:
        """Who played what counts after a day (None: from the first on), through another."""
        days, last = list(self._players_by_day), through.toordinal()
        first = bisect_right(days, after.toordinal()) if after else 0
        return frozenset().union(
            *map(self._players_by_day.__getitem__, days[first : bisect_right(days, last)])
        )

    @cached_property
    def _players_by_day(self) -> Mapping[int, Sequence[str]]:
        """Who played what counts on each day (an ordinal), oldest first."""
        found: defaultdict[int, list[str]] = defaultdict(list)
        for player, own in self.summaries.items():
            for day in dict.fromkeys(own.days):
                found[day].append(player)
        return dict(sorted(found.items()))

    @cached_property
    def days(self) -> Sequence[date]:
        """The days on which a figure moved, oldest first."""
        return [
            *map(
                date.fromordinal,
                sorted({day for history in self.figure_histories.values() for day in history.days}),
            )
        ]
