"""Registrations whose days cannot be or are probably slips, and what comes from an older list."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.names import letters
from sitegen.systems.fibs.tables import Player, Registration
from sitegen.toolkit.rows import grouped
from sitegen.unread import known

_YEAR = timedelta(days=366)
_FEW = 3
"""What stands fewer times than this is no custom."""


def older_lists(players: Iterable[Player]) -> Iterator[Fault]:
    """Who brings an experience from an older list brings a rating too, where others do."""
    read = known(players, "rating", "experience")
    has_ratings = any(each.rating is not None for each in read)
    for each in read:
        if has_ratings and each.experience and each.rating is None:
            message = say(
                "experience-without-rating",
                "an experience of {experience} comes without a rating",
                experience=each.experience,
            )
            hint = advise("fill in the rating of the older list too, or take the experience out")
            yield Fault(each, "rating", message, hint, warning=True)


def registrations(rows: Iterable[Registration]) -> Iterator[Fault]:
    """Registrations that end before they begin, are short, long or far from all others, or overlap."""
    read = known(rows, "from_", "until")
    yield from _turned_around(read)
    sound = [each for each in read if each.from_ <= each.until]
    yield from _of_a_day(sound)
    yield from _long(sound)
    yield from _far(sound)
    yield from _in_two_clubs(known(sound, "player", "club"))


def _turned_around(rows: Iterable[Registration]) -> Iterator[Fault]:
    for row in rows:
        if row.from_ > row.until:
            message = say(
                "registration-turned-around",
                "the registration ends on {until}, before it begins on {first}",
                until=row.until,
                first=row.from_,
            )
            yield Fault(row, "until", message, advise("'until' is the last day of the registration"))


def _of_a_day(rows: Sequence[Registration]) -> Iterator[Fault]:
    """Of one day; on the day on which others end too, somebody may well have joined."""
    ends = Counter(row.until for row in rows)
    found = [row for row in rows if row.from_ == row.until and ends[row.until] == 1]
    for row in found if len(found) < _FEW else ():
        message = say("registration-of-a-day", "the registration is for one day, {day}", day=row.from_)
        hint = advise("'until' is the last day of the registration: correct it, unless one day is meant")
        yield Fault(row, "until", message, hint, warning=True)


def _long(rows: Sequence[Registration]) -> Iterator[Fault]:
    """Longer than two years and than three times what is usual."""
    if not rows:
        return
    from statistics import median  # noqa: PLC0415 - many clubs have no registrations

    usual = median((row.until - row.from_).days + 1 for row in rows)
    for row in rows:
        days = (row.until - row.from_).days + 1
        if days > max(2 * _YEAR.days, 3 * usual):
            message = say(
                "registration-long",
                "the registration is from {first} to {until}, {times} times as long as is usual",
                first=row.from_,
                until=row.until,
                times=round(days / usual),
            )
            yield Fault(row, "until", message, advise("correct the year, unless it is meant"), warning=True)


def _far(rows: Sequence[Registration]) -> Iterator[Fault]:
    """Ended more than a year before all others begin, or begins more than a year after they end."""
    if len(rows) < _FEW:
        return
    first, second, *_ = sorted(row.from_ for row in rows)
    *_, last_but_one, last = sorted(row.until for row in rows)
    for row in rows:
        others_from = second if row.from_ == first else first
        others_until = last_but_one if row.until == last else last
        if row.until + _YEAR < others_from or row.from_ - _YEAR > others_until:
            message = say(
                "registration-far",
                "the registration from {first} to {until} is more than a year away from all others",
                first=row.from_,
                until=row.until,
            )
            yield Fault(row, "from", message, advise("correct the year, unless it is meant"), warning=True)


def _in_two_clubs(rows: Iterable[Registration]) -> Iterator[Fault]:
    """Registrations of one player through two clubs for the same days: the one that begins last holds."""
    in_order = sorted(rows, key=lambda row: row.from_)
    for own in grouped(in_order, lambda row: row.player).values():
        for number, row in enumerate(own):
            earlier = next((each for each in own[:number] if _is_elsewhere(each, row)), None)
            if earlier:
                yield _overlapping(row, earlier)


def _is_elsewhere(earlier: Registration, row: Registration) -> bool:
    """Whether two registrations, of which the first begins first, name two clubs for a day."""
    is_named = earlier.club and row.club and letters(earlier.club) != letters(row.club)
    return row.from_ <= earlier.until and bool(is_named)


def _overlapping(row: Registration, earlier: Registration) -> Fault:
    message = say(
        "registrations-overlap",
        "the player is registered through {club} until {until}: {place}",
        club=earlier.club,
        until=earlier.until,
        place=earlier.source,
    )
    before = row.from_ - timedelta(days=1)
    hint = advise("let that registration end on {day}, or take one of the two out", day=before)
    return Fault(row, "from", message, hint, warning=True)
