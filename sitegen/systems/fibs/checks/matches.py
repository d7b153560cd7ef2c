"""Matches that may be reported twice, with another length than was played, or on another day."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from operator import attrgetter, itemgetter

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.names import letters
from sitegen.systems.fibs.tables import Match
from sitegen.toolkit.rows import grouped
from sitegen.unread import known

LONGEST = 25
"""The longest match that is ordinary."""
_MANY = 50
"""So many matches or evenings say what is usual."""
_EVENINGS = 20
_WEEKS = 35
"""Days of five weeks."""
_CLUB, _DATE, _LENGTH = map(attrgetter, ("club", "date", "length"))
_REPORTED = Match.cells("date", "length", "winner", "loser")


def reported_twice(matches: Iterable[Match]) -> Iterator[Fault]:
    """Two clubs may report one match, and may not agree on who won it."""
    read = known(matches, "date", "winner", "loser", "length", "score", "club")
    if len({*map(_CLUB, read)}) < 2:
        return
    keyed = zip((_day_and_pair(*cells) for cells in map(_REPORTED, read)), read, strict=True)
    first: dict[object, Match] = {}
    again = [(key, match) for key, match in keyed if first.setdefault(key, match) is not match]
    for key, later in grouped(again, itemgetter(0)).items():
        reports = [first[key], *(match for _, match in later)]
        for place, match in enumerate(reports):
            others = [each for each in reports[:place] if _may_be_one(each, match)]
            if others:
                other = min(others, key=lambda each: each.winner != match.winner)
                yield _disputed(match, other) if match.winner != other.winner else _twice(match, other)


def _day_and_pair(day: date, length: int, winner: str, loser: str) -> tuple[object, ...]:
    """What two reports of a match have in common, whoever won."""
    return (day, length, winner, loser) if winner < loser else (day, length, loser, winner)


def _may_be_one(one: Match, other: Match) -> bool:
    """Whether two clubs may mean one match; of a winner who won twice, the scores say that there were two."""
    if not one.club or not other.club or letters(one.club) == letters(other.club):
        return False
    is_disputed = one.winner != other.winner
    return is_disputed or one.score == other.score or None in {one.score, other.score}


def _twice(match: Match, other: Match) -> Fault:
    message = say(
        "match-of-two-clubs",
        "{club} reports the match that {other} reports at {place}",
        club=match.club,
        other=other.club,
        place=other.source,
    )
    hint = advise("keep one of the two rows if it is the same match")
    return Fault(match, "club", message, hint, warning=True)


def _disputed(match: Match, other: Match) -> Fault:
    message = say(
        "match-with-two-winners",
        "{club} reports as the winner who lost as {other} reports it at {place}",
        club=match.club,
        other=other.club,
        place=other.source,
    )
    hint = advise("if it is the same match, ask who won, and keep one of the two rows")
    return Fault(match, "winner", message, hint, warning=True)


def lengths(matches: Iterable[Match]) -> Iterator[Fault]:
    """A length that no other match has, and that is long, or even where others are odd."""
    read = known(matches, "length")
    counts = Counter(map(_LENGTH, read))
    is_usually_odd = len(read) >= _MANY and sum(counts[each] for each in counts if each % 2 == 0) == 1
    strange = {
        each
        for each in counts
        if counts[each] == 1 and (each > LONGEST or (is_usually_odd and each % 2 == 0))
    }
    for each in read if strange else ():
        if each.length in strange:
            message = say("unusual-length", "no other match is to {length} points", length=each.length)
            hint = advise("correct it, unless it was played to so many")
            yield Fault(each, "length", message, hint, warning=True)


def days(matches: Sequence[Match]) -> Iterator[Fault]:
    """A match alone on a day of the week on which its club does not play.

    While there is a row that may be of that evening, nobody can tell.
    """
    read = known(matches, "date", "kind", "club")
    if len(read) == len(matches):
        by_name = grouped((each for each in read if each.kind != "tournament"), _CLUB)
        for names in grouped(by_name, letters).values():
            yield from _on_other_days([each for name in names for each in by_name[name]])


def _on_other_days(reported: Sequence[Match]) -> Iterator[Fault]:
    matches_on = Counter(map(_DATE, reported))
    played = [each for each in reported if each.kind == "club" and not each.online]
    evenings = {*map(_DATE, played)}
    on_day = Counter(day.weekday() for day in evenings)
    usual, count = max(on_day.items(), key=itemgetter(1), default=(0, 0))
    others = {day for day in evenings if day.weekday() != usual}
    if count < _EVENINGS or len(others) > max(1, count // _MANY):
        return
    for each in played:
        if each.date in others and matches_on[each.date] == 1 and _is_in_season(each.date, evenings):
            message = say(
                "unusual-day-of-week",
                "{day} is another day of the week than {evenings} evenings of this club",
                day=each.date,
                evenings=count,
            )
            hint = advise("correct the date, unless this one match was played on another day")
            yield Fault(each, "date", message, hint, warning=True)


def _is_in_season(day: date, evenings: Iterable[date]) -> bool:
    """Whether the club played in the weeks around; a day far from all others is told by all systems."""
    return any(0 < abs((each - day).days) <= _WEEKS for each in evenings)
