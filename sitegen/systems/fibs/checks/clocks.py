"""Times of clocks that are probably not in seconds, or have a digit too many."""

from collections.abc import Iterable, Iterator
from operator import attrgetter

from sitegen.message import Message, advise, counted, say
from sitegen.model import Fault
from sitegen.systems.fibs.checks.matches import LONGEST
from sitegen.systems.fibs.tables import Match
from sitegen.toolkit.rows import grouped
from sitegen.unread import known

_LEAST_A_POINT = 10
"""Below so many seconds a point, the minutes of a match were written for its seconds."""
_MOST_A_POINT, _MOST = 300, 1200
_LEAST_DELAY = 5


def clocks(matches: Iterable[Match]) -> Iterator[Fault]:
    """A warning of each unlikely time, where it stands first."""
    read = known(matches, "length", "reserve", "delay")
    timed = [each for each in read if each.reserve is not None and each.delay is not None]
    for column, is_unlikely, told in (
        ("reserve", _is_in_minutes, _in_minutes),
        ("reserve", _is_too_long, _too_long),
        ("delay", _is_too_quick, _too_quick),
    ):
        for rows in grouped(filter(is_unlikely, timed), attrgetter(column)).values():
            message, hint = told(rows[0], counted(len(rows), "{number} row", "{number} rows"))
            yield Fault(rows[0], column, message, hint, warning=True)


def _is_in_minutes(match: Match) -> bool:
    return 0 < (match.reserve or 0) < _LEAST_A_POINT * min(match.length, LONGEST)


def _is_too_long(match: Match) -> bool:
    return (match.reserve or 0) > max(_MOST, _MOST_A_POINT * match.length)


def _is_too_quick(match: Match) -> bool:
    return 0 < (match.delay or 0) < _LEAST_DELAY


def _in_minutes(match: Match, rows: Message) -> tuple[Message, Message]:
    reserve, length = match.reserve or 0, match.length
    message = say(
        "reserve-in-minutes",
        "{reserve} seconds are little for a match to {length} ({rows})",
        reserve=reserve,
        length=length,
        rows=rows,
    )
    return message, advise(
        "the reserve is in seconds: if these are minutes, write {seconds}", seconds=60 * reserve
    )


def _too_long(match: Match, rows: Message) -> tuple[Message, Message]:
    reserve = match.reserve or 0
    message = say(
        "reserve-too-long",
        "{reserve} seconds, or {minutes} minutes, are much for a match to {length} ({rows})",
        reserve=reserve,
        minutes=reserve // 60,
        length=match.length,
        rows=rows,
    )
    return message, advise("the reserve is what one player has for the whole match, in seconds")


def _too_quick(match: Match, rows: Message) -> tuple[Message, Message]:
    message = say(
        "delay-too-short", "a delay of {delay} seconds is little ({rows})", delay=match.delay, rows=rows
    )
    return message, advise("the delay is in seconds for each move, such as 11")
