"""Why the rating of a player changed: their latest games that count, from one list to the next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from sitegen.model import Balance, Section
from sitegen.toolkit.account import BEFORE, opening, why
from sitegen.toolkit.course import After, Course
from sitegen.toolkit.duel.more import More
from sitegen.toolkit.duel.outputs import Looked, Receipt

S = TypeVar("S", bound=Any)


class Latest(NamedTuple):
    """The place of an event and its day, the day of the list before, and the calculation that is apart."""

    place: int
    day: date
    since: date | None
    steps: Sequence[Any]


@dataclass(frozen=True)
class Accounts(Generic[S]):
    """What accounts are made from: the course, and the calculation of an event where its games have none."""

    course: Course[Receipt, S]
    more: Sequence[More]

    def latest(self, player: str, mine: Sequence[Receipt]) -> Latest | None:
        """The last event in which a game of the player counted; None without any."""
        last = next((row for row in reversed(mine) if row.rated), None)
        if last is None:
            return None
        place = self.place_of[last.date]
        steps = [each.step(place, player) for each in self.more[:1]]
        return Latest(place, self.course.events[place].day, self._before[place], steps)

    def account(self, player: str, mine: Sequence[Receipt], looked: Sequence[Looked]) -> Iterator[Section]:
        """The games of that event; nothing where a system does not say what each did."""
        latest = self.latest(player, mine)
        if latest is None or not hasattr(looked[0], "change"):
            return
        played = [each for each, row in enumerate(mine) if self.place_of[row.date] == latest.place]
        after: After[Receipt, S] = self.course.events[latest.place]
        rows = [mine[each] for each in played]
        first = next(row for row in rows if row.rated)
        was = first.home_before if first.home == player else first.away_before
        stood = after.left[player].games > sum(row.rated for row in rows)
        yield why(
            type(looked[0]),
            [looked[each] for each in played],
            steps=latest.steps or rows,
            before=opening(latest.since if stood else None, was, first.date),
            after=Balance(BEFORE, latest.day, after.left[player].rating),
        )

    @cached_property
    def place_of(self) -> dict[date, int]:
        """The place of the event that each day of play is of."""
        return {row.date: place for place, after in enumerate(self.course.events) for row in after.rows}

    @cached_property
    def _before(self) -> list[date | None]:
        """The day of the list before each event."""
        days: list[date | None] = [None]
        for each in self.course.events:
            days.append(each.day if each.is_listed else days[-1])
        return days
