"""What all players of a ranking did, gone through once for everything that is derived of it.

Careers are made when they are asked for, and of thousands of players too large to be kept: what is looked up
again and again is kept of each in two arrays, its course.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from sitegen.derived.feats import days_that_count, form, of_years
from sitegen.model import Career, Careers, Player
from sitegen.toolkit.order import places


class Course(NamedTuple):
    """How a figure stood after each day on which it moved; the days are ordinals.

    `start` and `ranked_from` are those of the career; `lowest` and `highest` are of figures and start.
    """

    days: Sequence[int]
    figures: Sequence[float]
    start: float | None
    ranked_from: date
    lowest: float
    highest: float

    @classmethod
    def of(cls, career: Career) -> "Course":
        """That of a career."""
        days = array("i", [day.toordinal() for day, _ in career.course])
        figures = [figure for _, figure in career.course]
        every = figures if career.start is None else [*figures, career.start]
        ends = min(every, default=0.0), max(every, default=0.0)
        return cls(days, _small(figures), career.start, career.ranked_from, *ends)

    def before(self, day: date) -> float | None:
        """The figure before a day; None of who had none yet."""
        place = bisect_left(self.days, day.toordinal())
        return self.figures[place - 1] if place else self.start

    def ends(self, after: date, through: date) -> tuple[float, float] | None:
        """From which figure to which it went after a day, through another; None where it did not move.

        Who had none yet begins with the start, else with the first that they got.
        """
        first = bisect_right(self.days, after.toordinal())
        end = bisect_right(self.days, through.toordinal())
        if first >= end:
            return None
        low = self.figures[first - 1] if first else self.start
        return self.figures[0] if low is None else low, self.figures[end - 1]


def _small(figures: Sequence[float]) -> Sequence[float]:
    """The same, in an array where all are floats: a whole number stays one."""
    return array("d", figures) if {*map(type, figures)} <= {float} else figures


class Told(NamedTuple):
    """What is kept of a career: its course, the latest results as letters, how much was played in each year.

    The years are those with a page each, the latest first, and of each it is told how much was won, too;
    `days` are those on which something was played that counts, as ordinals, oldest first.
    """

    course: Course
    form: str
    years: Sequence[tuple[int, int, int]]
    days: Sequence[int]
    has_begun: bool

    @classmethod
    def of(cls, career: Career) -> "Told":
        """That of a career."""
        days = array("i", sorted({day.toordinal() for day in {*days_that_count(career)}}))
        has_begun = bool(career.played or career.course)
        return cls(Course.of(career), form(career), of_years(career), days, has_begun)


class Seen(dict[str, Told]):
    """What is kept of the players who were asked for: whoever is not seen yet is seen then."""

    def __init__(self, careers: Careers, players: Iterable[Player]) -> None:
        self._careers = careers
        self._known = {each.id for each in players}

    def __missing__(self, player: str) -> Told:
        self[player] = found = Told.of(self._careers.of(player) if player in self._known else Career())
        return found


@dataclass(frozen=True)
class Chronicle:
    """The careers of all `players`; those of who did nothing are empty."""

    careers: Careers
    players: Sequence[Player]

    @cached_property
    def seen(self) -> Seen:
        """What is kept of those who were asked for, by id."""
        return Seen(self.careers, self.players)

    @cached_property
    def courses(self) -> Mapping[str, Course]:
        """How the figure of each player went, by id."""
        return {each.id: self.seen[each.id].course for each in self.players}

    @cached_property
    def forms(self) -> Mapping[str, str]:
        """The latest results of each player as letters, by id."""
        return {each.id: self.seen[each.id].form for each in self.players}

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The place of each player where the order only shows, by id."""
        return places(self.players)

    @cached_property
    def has_begun(self) -> bool:
        """Whether anything was played."""
        return any(self.seen[each.id].has_begun for each in self.players)

    @property
    def has_provisional(self) -> bool:
        """Whether anybody was not ranked from the beginning."""
        return any(each.ranked_from != date.min for each in self.courses.values())

    @property
    def has_winners(self) -> bool:
        """Whether who plays can win; elsewhere a figure rises or falls."""
        return self.careers.has_winners

    def played(self, after: date | None, through: date) -> frozenset[str]:
        """Who played what counts after a day (None: from the first on), through another."""
        first, last = after.toordinal() if after else 0, through.toordinal()
        return frozenset(
            player for player, days in self._days if bisect_right(days, first) < bisect_right(days, last)
        )

    @cached_property
    def _days(self) -> Sequence[tuple[str, Sequence[int]]]:
        return [(each.id, self.seen[each.id].days) for each in self.players]

    @cached_property
    def days(self) -> Sequence[date]:
        """The days on which a figure moved, oldest first."""
        days = {*chain.from_iterable(each.days for each in self.courses.values())}
        return [*map(date.fromordinal, sorted(days))]
