"""Which matches count, and what each does to the ratings: "Matchen" and "Ratingformule" of the regulation."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from math import sqrt
from typing import Any, NamedTuple

from sitegen.model import When
from sitegen.systems.fibs.registers import Entry, Register, registers
from sitegen.systems.fibs.tables import Inputs, Match, Options
from sitegen.systems.fibs.timetable import through
from sitegen.toolkit.course import by_day

_PLAYED = Match.cells("winner", "loser", "length", "date")


class Standing(NamedTuple):
    """Where a player stands after some matches; `matches` and `won` are of those that count and are here.

    `highest` is the highest rating so far, on the day that it was `reached`; at the start that is None.
    """

    rating: float
    experience: int
    highest: float
    reached: date | None = None
    matches: int = 0
    won: int = 0

    def after(self, rating: float, length: int, day: date, won: int) -> "Standing":
        """The standing after one more match that counts."""
        _, experience, highest, reached, matches, before = self
        if rating > highest:
            highest, reached = rating, day
        values = rating, experience + length, highest, reached, matches + 1, before + won
        return tuple.__new__(Standing, values)  # three quarters of the time of `Standing(...)`


class Figures(NamedTuple):
    """What a match did: columns of its receipt, blank where it does not count."""

    counted: bool
    reason: str = ""
    winner_before: float | None = None
    loser_before: float | None = None
    probability: float | None = None
    stake: float | None = None
    change: float | None = None
    winner_after: float | None = None
    loser_after: float | None = None


class Day(NamedTuple):
    """What was played on a day, and why each match does not count: blank for one that does."""

    day: date
    matches: Sequence[Match]
    reasons: Sequence[str]


def days(inputs: Inputs, options: Options, changes: Sequence[Entry], when: When) -> list[Day]:
    """All matches that are processed on `when.as_of`, by day; `changes` are those of the register."""
    played = list(by_day(inputs.matches, When(through(options, when.as_of))))
    names = {each.id: each.name for each in inputs.players}
    refusals = Refusals(registers(changes, [day for day, _ in played]), names, options)
    return [Day(day, matches, list(map(refusals.reason, matches))) for day, matches in played]


def play(played: Iterable[tuple[Match, str]], now: dict[str, Standing]) -> Iterator[tuple[Any, ...]]:
    """The figures of each match; whom one moves stands in `now` as it leaves them."""
    for match, reason in played:
        if reason:
            yield Figures(counted=False, reason=reason)
            continue
        winner, loser, length, day = _PLAYED(match)
        one, other = now[winner], now[loser]
        a, b = one.rating, other.rating
        p, s, w = moved(a, b, length)
        won, lost = a + w, b - w
        now[winner] = one.after(won, length, day, 1)
        now[loser] = other.after(lost, length, day, 0)
        yield True, "", a, b, p, s, w, won, lost


def moved(a: float, b: float, length: int) -> tuple[float, float, float]:
    """P, S and W of a match of this length that a player of rating `a` wins against one of rating `b`.

    "Ratingformule".
    """
    root = sqrt(length)
    p = chance(a, b, root)
    s = 4 * root  # S = 4·√N; "Ramp-up": whatever the experience
    return p, s, (1 - p) * s  # W = (1-P)·S


def chance(a: float, b: float, root: float) -> float:
    """P, the chance that a player of rating `a` beats one of rating `b`; `root` is √N of the match length N.

    "Ratingformule".
    """
    try:
        # P = 1 / (1 + 10^(-(A-B)·√N / 2000))
        return 1 / (1 + 10 ** (-(a - b) * root / 2000))
    except OverflowError:  # 10 to a power above 308: P differs from 0 by less than any float
        return 0.0


class Refusals(NamedTuple):
    """What "Matchen" asks of a match: the register of each day of play, and the limits of the clock."""

    registers: Mapping[date, Register]
    names: Mapping[str, str]
    options: Options

    def reason(self, match: Match) -> str:
        """The first condition of "Matchen" that a match does not fulfil; empty when it counts."""
        if match.online:
            return "online"
        registered = self.registers[match.date].rows
        if match.winner not in registered or match.loser not in registered:
            absent = [self.names[each] for each in (match.winner, match.loser) if each not in registered]
            return f"not registered: {', '.join(absent)}"
        if match.kind == "friendly" and not match.agreed:
            return "not agreed beforehand"
        if match.reserve is not None and match.delay is not None:
            # B.1: 40 seconds for each point of the match
            enough = self.options.min_seconds_per_point * match.length
            if match.reserve < enough or match.delay < self.options.min_delay:  # B.2: and 11 seconds a move
                return "time control"
        return ""
