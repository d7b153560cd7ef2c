"""Times of clocks that are probably not in seconds, or have a digit too many."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sitegen.message import Message, advise, counted, say
from sitegen.model import Fault
from sitegen.systems.fibs.checks.matches import LONGEST
from sitegen.systems.fibs.tables import Match
from sitegen.unread import known

_LEAST_A_POINT = 10
"""Below so many seconds a point, the minutes of a match were written for its seconds."""
_MOST_A_POINT, _MOST = 300, 1200
_LEAST_DELAY = 5


class _Clock(NamedTuple):
    """A match with its clock."""

    match: Match
    reserve: int
    delay: int

    @property
    def is_in_minutes(self) -> bool:
        return 0 < self.reserve < _LEAST_A_POINT * min(self.match.length, LONGEST)

    @property
    def is_too_long(self) -> bool:
        return self.reserve > max(_MOST, _MOST_A_POINT * self.match.length)

    @property
    def is_too_quick(self) -> bool:
        return 0 < self.delay < _LEAST_DELAY


def clocks(matches: Iterable[Match]) -> Iterator[Fault]:
    """A warning of each unlikely time, where it stands first."""
    read = known(matches, "length", "reserve", "delay")
    timed = [_Clock(each, *_times(each)) for each in read if None not in {each.reserve, each.delay}]
    yield from _in_minutes([each for each in timed if each.is_in_minutes])
    yield from _too_long([each for each in timed if each.is_too_long])
    yield from _too_quick([each for each in timed if each.is_too_quick])


def _times(match: Match) -> tuple[int, int]:
    return match.reserve or 0, match.delay or 0


def _in_minutes(found: Iterable[_Clock]) -> Iterator[Fault]:
    for first, rows in _each(found, "reserve"):
        message = say(
            "reserve-in-minutes",
            "{reserve} seconds are little for a match to {length} ({rows})",
            reserve=first.reserve,
            length=first.match.length,
            rows=rows,
        )
        hint = advise(
            "the reserve is in seconds: if these are minutes, write {seconds}", seconds=60 * first.reserve
        )
        yield Fault(first.match, "reserve", message, hint, warning=True)


def _too_long(found: Iterable[_Clock]) -> Iterator[Fault]:
    for first, rows in _each(found, "reserve"):
        message = say(
            "reserve-too-long",
            "{reserve} seconds, or {minutes} minutes, are much for a match to {length} ({rows})",
            reserve=first.reserve,
            minutes=first.reserve // 60,
            length=first.match.length,
            rows=rows,
        )
        hint = advise("the reserve is what one player has for the whole match, in seconds")
        yield Fault(first.match, "reserve", message, hint, warning=True)


def _too_quick(found: Iterable[_Clock]) -> Iterator[Fault]:
    for first, rows in _each(found, "delay"):
        message = say(
            "delay-too-short", "a delay of {delay} seconds is little ({rows})", delay=first.delay, rows=rows
        )
        hint = advise("the delay is in seconds for each move, such as 11")
        yield Fault(first.match, "delay", message, hint, warning=True)


def _each(found: Iterable[_Clock], column: str) -> Iterator[tuple[_Clock, Message]]:
    """The first clock with each time, and in how many rows that stands."""
    with_time: dict[int, list[_Clock]] = {}
    for each in found:
        with_time.setdefault(getattr(each, column), []).append(each)
    for clocks in with_time.values():
        yield clocks[0], counted(len(clocks), "{number} row", "{number} rows")
