"""What the current list tells of how its players did of late: a course, a form, who played; from careers.

Only that list has these columns, which no file has: an earlier one stands as it was published.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Annotated, NamedTuple

from sitegen.board import Board
from sitegen.career import WITH_WINNERS
from sitegen.derived.chronicle import Course as Curve
from sitegen.model import Careers, Section, Sheet
from sitegen.pages.played import changed, stilled
from sitegen.table import Course, Form, Rows, Shown, Table, by_column, cells, column, names

_SAMPLES, _APART = 27, 14
"""So many moments, and days from one to the next, make a course of twelve months."""
_Hidden = Annotated[bool, Shown("text", on_pages=False)]


class _Late(NamedTuple):
    """What is said of one player; `year` is None for who was not there twelve months ago."""

    course: Sequence[float]
    year: float | None
    form: str
    played: bool


_NOTHING = _Late((), None, "", played=False)


@dataclass(frozen=True)
class _Lately:
    """What careers say on the day of the current list."""

    board: Board
    careers: Careers

    @cached_property
    def known(self) -> dict[str, _Late]:
        """What is said of each player."""
        chronicle = self.board.derived.chronicle
        if chronicle is None:
            return {}
        there = self._there
        return {
            player: self._late(course, chronicle.of(player).form, player in there)
            for player, course in chronicle.courses.items()
        }

    @cached_property
    def _there(self) -> Collection[str]:
        return self.board.derived.played_for(self.board.outcome.listing)

    def extended(self, section: Section) -> Section:
        """A list with these columns."""
        if not section.rows:
            return section
        players = cells(section.rows, names(section.table).index("player"))
        late = [self.known.get(player, _NOTHING) for player in players]
        still = stilled(section, self._there)
        table = _extended(section.table, self.careers.decimals, self.careers.plays)
        rows = Rows(table, len(late), [*by_column(still.rows), *zip(*late, strict=True)])
        return still._replace(table=table, rows=rows)

    def _late(self, course: Curve, form: str, played: bool) -> _Late:
        moments = self._moments(course)
        year = moments[-1] - moments[0] if len(moments) == _SAMPLES else None
        return _Late(moments, year, form, played)

    def _moments(self, course: Curve) -> list[float]:
        """The figure at each moment, from the first at which there was one."""
        places = map(partial(bisect_right, course.days), self._days)
        return [course.figures[each - 1] for each in places if each]

    @cached_property
    def _days(self) -> Sequence[int]:
        today = self.board.outcome.listing.day.toordinal()
        return [today - _APART * back for back in reversed(range(_SAMPLES))]


def current(board: Board) -> Callable[[Sheet], Sheet]:
    """What makes the sheet of the current list, or a part of it, tell what its players did of late."""
    careers = board.outcome.careers
    if careers is None:
        return lambda sheet: sheet
    late = _Lately(board, careers)
    return lambda sheet: changed(sheet, late.extended)


@cache
def _extended(table: type[Table], decimals: int, plays: str) -> type[Table]:
    """A table with the columns of a `_Late` behind its own."""
    won = "the latest ten results, the last at the right: up is won, down is lost"
    rose = "the latest ten results, the last at the right: up is risen, down is fallen"
    told = won if plays in WITH_WINNERS else rose
    year = Annotated[float, Shown("signed", decimals, role="course")]
    kinds = {
        "lately_course": Course,
        "lately_year": year | None,
        "lately_form": Form,
        "lately_played": _Hidden,
    }
    declared = {
        "lately_course": column("the figure over twelve months; the dot is this list", label="12 months"),
        "lately_year": column("what was won or lost in these twelve months", label="In a year"),
        "lately_form": column(told, label="Last ten", unit=plays),
        "lately_played": column("whether the player played since the list before"),
    }
    return type(table.__name__, (table,), {"__slots__": (), "__annotations__": kinds, **declared})
