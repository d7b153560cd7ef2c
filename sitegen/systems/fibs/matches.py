"""Which matches count, and what each does to the ratings: "Matchen" and "Ratingformule" of the regulation."""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby, pairwise
from math import sqrt
from operator import attrgetter
from typing import NamedTuple

from sitegen.systems.fibs.lists import State
from sitegen.systems.fibs.outputs import Processed
from sitegen.systems.fibs.tables import Match, Options, Player, starting_rating
from sitegen.systems.fibs.timetable import Entry, Register, registers

_BLANK = (None,) * 7  # the figures of a match that does not count

_COLUMNS = [attrgetter(each) for each in ("rating", "experience", "matches")]


@dataclass(slots=True)
class Career:
    """A player after some matches; `rows` are the numbers of theirs, also of those that do not count."""

    rating: float
    experience: int
    highest: float
    reached: date | None = None
    matches: int = 0
    won: int = 0
    rows: list[int] = field(default_factory=list)


class Calculated(NamedTuple):
    """The rows of all matches, every player's career by id, and the state after each day asked for."""

    rows: list[Processed]
    careers: dict[str, Career]
    states: dict[date, State]


def refusals(
    players: Iterable[Player], matches: Iterable[Match], changes: Sequence[Entry], options: Options
) -> list[str]:
    """Why each of `matches`, which are in order of date, does not count; empty where it does."""
    names = {player.id: player.name for player in players}
    by_day = [(day, list(group)) for day, group in groupby(matches, key=lambda match: match.date)]
    days = registers(changes, [day for day, _ in by_day])
    return [
        refusal(match, register, names, options)
        for (_, group), register in zip(by_day, days, strict=True)
        for match in group
    ]


def refusal(match: Match, register: Register, names: Mapping[str, str], options: Options) -> str:
    """The first condition of "Matchen" that a match does not fulfil; empty when it counts."""
    if match.online:
        return "online"
    if match.winner not in register.rows or match.loser not in register.rows:
        absent = [names[each] for each in (match.winner, match.loser) if each not in register.rows]
        return f"not registered: {', '.join(absent)}"
    if match.kind == "friendly" and not match.agreed:
        return "not agreed beforehand"
    if match.reserve is not None and match.delay is not None:
        enough = options.min_seconds_per_point * match.length  # B.1: 40 seconds for each point of the match
        if match.reserve < enough or match.delay < options.min_delay:  # B.2: and 11 seconds a move
            return "time control"
    return ""


def chance(a: float, b: float, root: float) -> float:
    """P, the chance that a player of rating `a` beats one of rating `b`; `root` is √N of the match length N.

    "Ratingformule".
    """
    try:
        # P = 1 / (1 + 10^(-(A-B)·√N / 2000))
        return 1 / (1 + 10 ** (-(a - b) * root / 2000))
    except OverflowError:  # 10 to a power above 308: P differs from 0 by less than any float
        return 0.0


def calculate(
    players: Iterable[Player],
    matches: Sequence[Match],
    reasons: Sequence[str],
    options: Options,
    days: Iterable[date],
) -> Calculated:
    """All `matches`, which are in order of date; `reasons` say why one does not count.

    "Initiële rating": everyone starts with the initial rating and an experience of nil, unless the club takes
    over an older list.
    """
    careers = {player.id: _newcomer(player, options) for player in players}
    dates = [match.date for match in matches]
    cuts = {day: bisect_right(dates, day) for day in days}
    rows: list[Processed] = []
    states: dict[int, State] = {}
    for start, end in pairwise([0, *sorted({*cuts.values(), len(matches)})]):
        rows += Processed.rows(_play(matches[start:end], reasons[start:end], careers, start))
        states[end] = _state(careers.values())
    return Calculated(rows, careers, {day: states[cut] for day, cut in cuts.items()})


def _play(
    matches: Sequence[Match], reasons: Iterable[str], careers: Mapping[str, Career], start: int
) -> Iterator[tuple[object, ...]]:
    """The values of a row for each match; `careers` go along, and the rows are numbered from `start`."""
    roots = {length: sqrt(length) for length in {match.length for match in matches}}
    for number, (match, reason) in enumerate(zip(matches, reasons, strict=True), start):
        day, winner, loser, length, score, kind, _, _, _, _, event, _, source = match
        one, other = careers[winner], careers[loser]
        one.rows.append(number)
        other.rows.append(number)
        if reason:
            yield day, winner, loser, length, score, kind, event, False, reason, *_BLANK, source
            continue
        a, b, root = one.rating, other.rating, roots[length]
        p = chance(a, b, root)
        s = 4 * root  # S = 4·√N; "Ramp-up": whatever the experience
        w = (1 - p) * s  # W = (1-P)·S
        one.rating, other.rating = a + w, b - w
        one.experience += length
        other.experience += length
        one.matches += 1
        other.matches += 1
        one.won += 1
        if a + w > one.highest:
            one.highest, one.reached = a + w, day
        yield day, winner, loser, length, score, kind, event, True, "", a, b, p, s, w, a + w, b - w, source


def _newcomer(player: Player, options: Options) -> Career:
    rating = starting_rating(player, options)
    return Career(rating, player.experience, highest=rating)


def _state(careers: Collection[Career]) -> State:
    return State(*(list(map(each, careers)) for each in _COLUMNS))
