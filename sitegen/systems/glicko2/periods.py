"""The periods of the calendar in which games count at once: months, ISO weeks or quarters."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from sitegen.model import Month, Quarter, When
from sitegen.systems.glicko2.outputs import Receipt
from sitegen.systems.glicko2.steps import Standing
from sitegen.toolkit.course import After


class Period(NamedTuple):
    """A period by its key, such as `2026-11`, with its last day and what it is called."""

    key: str
    last: date
    title: str
    named: Mapping[str, object]

    def after(
        self, rows: Sequence[Receipt], left: Mapping[str, Standing], when: When, *, is_listed: bool
    ) -> After[Receipt, Standing]:
        """What stands after it, or so far while it runs."""
        is_over = self.last <= when.as_of
        title = self.title if is_over else f"{self.title} so far"
        day = min(self.last, when.as_of)
        return After(self.key, day, rows, left, title, self.named, is_listed, is_over)


def month(day: date) -> Period:
    """The month of a day."""
    next_month = (day.replace(day=1) + timedelta(31)).replace(day=1)
    named = {"month": Month(day.year, day.month)}
    return Period(f"{day:%Y-%m}", next_month - timedelta(1), "{month}", named)


def quarter(day: date) -> Period:
    """The quarter of a day."""
    number = (day.month + 2) // 3
    last = month(day.replace(month=3 * number, day=1)).last
    return Period(f"{day.year}-Q{number}", last, "{quarter}", {"quarter": Quarter(day.year, number)})


def week(day: date) -> Period:
    """The week of a day, from Monday, of the year in which its Thursday lies (ISO 8601)."""
    year, number, weekday = day.isocalendar()
    named = {"week": number, "year": year}
    return Period(f"{year}-W{number:02}", day + timedelta(7 - weekday), "Week {week} of {year}", named)


OF: Mapping[str, Callable[[date], Period]] = {"month": month, "week": week, "quarter": quarter}
"""The period of a day, by the option `period`."""


def through(first: date, last: date, of: Callable[[date], Period]) -> Iterator[Period]:
    """The periods from that of one day through that of another."""
    while first <= last:
        yield (period := of(first))
        first = period.last + timedelta(1)
