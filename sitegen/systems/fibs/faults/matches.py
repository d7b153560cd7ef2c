"""Matches that may be reported twice, with another length than was played, or on another day."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.names import letters
from sitegen.systems.fibs.tables import Match
from sitegen.unread import known

_LONGEST = 25
"""The longest match that is ordinary."""
_MANY = 50
"""So many matches or evenings say what is usual."""
_EVENINGS = 20


def reported_twice(matches: Iterable[Match]) -> Iterator[Fault]:
    """Two clubs may report one match, and may not agree on who won it."""
    met: dict[tuple[object, ...], list[Match]] = {}
    for match in known(matches, "date", "winner", "loser", "length", "score", "club"):
        if match.club:
            pair = frozenset((match.winner, match.loser))
            earlier = met.setdefault((match.date, match.length, pair), [])
            other = next((each for each in earlier if _may_be_one(each, match)), None)
            if other:
                yield _disputed(match, other) if match.winner != other.winner else _twice(match, other)
            earlier.append(match)


def _may_be_one(one: Match, other: Match) -> bool:
    """Whether two clubs may mean one match; of a winner who won twice, the scores say that there were two."""
    is_disputed = one.winner != other.winner
    same_score = one.score == other.score or None in {one.score, other.score}
    return letters(one.club) != letters(other.club) and (is_disputed or same_score)


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
    counts = Counter(each.length for each in read)
    is_usually_odd = len(read) >= _MANY and sum(counts[each] for each in counts if each % 2 == 0) == 1
    for each in read:
        is_odd_one_out = is_usually_odd and each.length % 2 == 0
        if counts[each.length] == 1 and (each.length > _LONGEST or is_odd_one_out):
            message = say("unusual-length", "no other match is to {length} points", length=each.length)
            hint = advise("correct it, unless it was played to so many")
            yield Fault(each, "length", message, hint, warning=True)


def days(matches: Sequence[Match]) -> Iterator[Fault]:
    """A match alone on a day of the week on which its club does not play.

    While there is a row that may be of that evening, nobody can tell.
    """
    reports: dict[str, list[Match]] = {}
    read = known(matches, "date", "kind", "club")
    for each in read if len(read) == len(matches) else ():
        if each.kind != "tournament":
            reports.setdefault(letters(each.club), []).append(each)
    for reported in reports.values():
        yield from _on_other_days(reported)


def _on_other_days(reported: Sequence[Match]) -> Iterator[Fault]:
    matches_on = Counter(each.date for each in reported)
    (usual, evenings), *_ = Counter(day.weekday() for day in matches_on).most_common()
    others = {day: count for day, count in matches_on.items() if day.weekday() != usual}
    if evenings < _EVENINGS or len(others) > max(1, evenings // _MANY):
        return
    for each in reported:
        if others.get(each.date) == 1 and each.kind == "club" and not each.online:
            message = say(
                "unusual-day-of-week",
                "{day} is another day of the week than {evenings} evenings of this club",
                day=each.date,
                evenings=evenings,
            )
            hint = advise("correct the date, unless this one match was played on another day")
            yield Fault(each, "date", message, hint, warning=True)
