"""What all players of a ranking did: of each career what is looked up again and again."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
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


@dataclass(frozen=True)
class Summary:
    """What the career of a player comes to, each found when it is asked for."""

    careers: Callable[[str], Career]
    player: str

    @property
    def career(self) -> Career:
        """The career itself, of which thousands are too large to be kept."""
        return self.careers(self.player)

    @cached_property
    def course(self) -> Course:
        """How the figure went."""
        return Course.of(self.career)

    @cached_property
    def form(self) -> str:
        """The latest results, a letter each."""
        return form(self.career)

    @cached_property
    def years(self) -> Sequence[tuple[int, int, int]]:
        """The years with a page each, latest first, with how much was played and won in each."""
        return of_years(self.career)

    @cached_property
    def days(self) -> Sequence[int]:
        """The days on which something was played that counts, as ordinals, oldest first."""
        return sorted({day.toordinal() for day in {*days_that_count(self.career)}})

    @property
    def has_begun(self) -> bool:
        """Whether anything was played, or any figure moved."""
        return bool(self.career.played or self.career.course)


@dataclass(frozen=True)
class Chronicle:
    """The careers of all `players`; those of who did nothing are empty."""

    careers: Careers
    players: Sequence[Player]

    @cached_property
    def of(self) -> Callable[[str], Summary]:
        """What the career of a player comes to, by id."""
        known = {each.id for each in self.players}

        def career(player: str) -> Career:
            return self.careers.of(player) if player in known else Career()

        return cache(lambda player: Summary(career, player))

    @cached_property
    def courses(self) -> Mapping[str, Course]:
        """How the figure of each player went, by id."""
        return {each.id: self.of(each.id).course for each in self.players}

    @cached_property
    def forms(self) -> Mapping[str, str]:
        """The latest results of each player as letters, by id."""
        return {each.id: self.of(each.id).form for each in self.players}

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The place of each player where the order only shows, by id."""
        return places(self.players)

    @cached_property
    def has_begun(self) -> bool:
        """Whether anything was played."""
        return any(self.of(each.id).has_begun for each in self.players)

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
        return [(each.id, self.of(each.id).days) for each in self.players]

    @cached_property
    def days(self) -> Sequence[date]:
        """The days on which a figure moved, oldest first."""
        days = {*chain.from_iterable(each.days for each in self.courses.values())}
        return [*map(date.fromordinal, sorted(days))]
