"""How the ratings went, match by match: "Ratingformule" of the regulation.

Which matches count, and what each does to the ratings: "Matchen" and "Ratingformule" of the regulation.

A week or a day of play, as it was rated: what was played in it, and what that came to.
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import chain, groupby
from math import fsum, sqrt
from typing import Any, NamedTuple

from sitegen.core.columnar import Rows
from sitegen.core.entities import Moment
from sitegen.systems.fibs.calendar import (
    Register,
    RegisterChange,
    build_registers,
    choose_title,
    find_last_day,
    make_event_key,
)
from sitegen.systems.fibs.outputs import CalculatedMatch
from sitegen.systems.fibs.tables import Inputs, Match, Options
from sitegen.toolkit.course import Snapshot, group_by_day

_MATCH_CELLS = Match.make_getter("winner", "loser", "length", "date")


class FibsStanding(NamedTuple):
    """Where a player stands after some matches; `matches` and `won` are of those that count and are here.

    `highest` is the highest rating so far, on the day that it was `reached`; at the start that is None.
    """

    rating: float
    experience: int
    highest: float
    highest_day: date | None = None
    matches: int = 0
    won: int = 0

    def add_match(self, rating: float, length: int, day: date, won: int) -> "FibsStanding":
        """The standing after one more match that counts."""
        _, experience, highest, reached, matches, before = self
        if rating > highest:
            highest, reached = rating, day
        values = rating, experience + length, highest, reached, matches + 1, before + won
        return tuple.__new__(FibsStanding, values)  # three quarters of the time of `Standing(...)`


class MatchFigures(NamedTuple):
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


class MatchDay(NamedTuple):
    """What was played on a day, and why each match does not count: blank for one that does."""

    day: date
    matches: Sequence[Match]
    reasons: Sequence[str]


def list_match_days(
    inputs: Inputs, options: Options, changes: Sequence[RegisterChange], when: Moment
) -> list[MatchDay]:
    """All matches that are processed on `when.as_of`, by day; `changes` are those of the register."""
    played = list(group_by_day(inputs.matches, Moment(find_last_day(options, when.as_of))))
    names = {player.id: player.name for player in inputs.players}
    refusals = MatchConditions(build_registers(changes, [day for day, _ in played]), names, options)
    return [MatchDay(day, matches, list(map(refusals.find_reason, matches))) for day, matches in played]


def apply_matches(
    played: Iterable[tuple[Match, str]], now: dict[str, FibsStanding]
) -> Iterator[tuple[Any, ...]]:
    """The figures of each match; whom one moves stands in `now` as it leaves them."""
    for match, reason in played:
        if reason:
            yield MatchFigures(counted=False, reason=reason)
            continue
        winner, loser, length, day = _MATCH_CELLS(match)
        one, other = now[winner], now[loser]
        a, b = one.rating, other.rating
        p, s, w = compute_change(a, b, length)
        won, lost = a + w, b - w
        now[winner] = one.add_match(won, length, day, 1)
        now[loser] = other.add_match(lost, length, day, 0)
        yield True, "", a, b, p, s, w, won, lost


def compute_change(a: float, b: float, length: int) -> tuple[float, float, float]:
    """P, S and W of a match of this length that a player of rating `a` wins against one of rating `b`.

    "Ratingformule".
    """
    root = sqrt(length)
    p = compute_chance(a, b, root)
    s = 4 * root  # S = 4·√N; "Ramp-up": whatever the experience
    return p, s, (1 - p) * s  # W = (1-P)·S


def compute_chance(a: float, b: float, root: float) -> float:
    """P, the chance that a player of rating `a` beats one of rating `b`; `root` is √N of the match length N.

    "Ratingformule".
    """
    try:
        # P = 1 / (1 + 10^(-(A-B)·√N / 2000))
        return 1 / (1 + 10 ** (-(a - b) * root / 2000))
    except OverflowError:  # 10 to a power above 308: P differs from 0 by less than any float
        return 0.0


class MatchConditions(NamedTuple):
    """What "Matchen" asks of a match: the register of each day of play, and the limits of the clock."""

    registers: Mapping[date, Register]
    names: Mapping[str, str]
    options: Options

    def find_reason(self, match: Match) -> str:
        """The first condition of "Matchen" that a match does not fulfil; empty when it counts."""
        if match.online:
            return "online"
        registered = self.registers[match.date].rows
        if match.winner not in registered or match.loser not in registered:
            absent = [
                self.names[player] for player in (match.winner, match.loser) if player not in registered
            ]
            return f"not registered: {', '.join(absent)}"
        if match.kind == "friendly" and not match.agreed:
            return "not agreed beforehand"
        if match.reserve is not None and match.delay is not None:
            # B.1: 40 seconds for each point of the match
            enough = self.options.min_seconds_per_point * match.length
            if match.reserve < enough or match.delay < self.options.min_delay:  # B.2: and 11 seconds a move
                return "time control"
        return ""


class WeekTotals(NamedTuple):
    """What the matches of a week or day came to; `biggest` is the most points that were won in one."""

    first: date
    last: date
    matches: int
    counted: int
    not_counted: int
    players: int
    moved: float
    biggest: float | None
    biggest_by: str


@dataclass(frozen=True)
class Week(Snapshot[CalculatedMatch, FibsStanding]):
    """What stands after a week of play, or after a day where each is published at once."""

    rows: Rows[CalculatedMatch]

    @cached_property
    def totals(self) -> WeekTotals:
        """What its matches came to."""
        days, winners, changes = map(self.rows.get_column, ("date", "winner", "change"))
        gains = [change for change in changes if change is not None]
        biggest = max(gains, default=None)
        return WeekTotals(
            first=days[0],
            last=days[-1],
            matches=len(days),
            counted=len(gains),
            not_counted=len(days) - len(gains),
            players=len({*winners, *self.rows.get_column("loser")}),
            moved=fsum(gains),
            biggest=biggest,
            biggest_by=winners[changes.index(biggest)] if gains else "",
        )


class RatingHistory(NamedTuple):
    """What was played, and how everybody stood: at the `start`, and at the end of some days.

    `receipts` are all matches with what they did, oldest first, and `weeks` the weeks or days of publication.
    Players go by their ids.
    """

    start: Mapping[str, FibsStanding]
    matches: Rows[CalculatedMatch]
    weeks: Sequence[Week]
    standings: Mapping[date, Mapping[str, FibsStanding]]

    @property
    def event_keys(self) -> Mapping[object, str]:
        """The key of the week or day that each day of play belongs to."""
        return {day: week.key for week in self.weeks for day in {*week.rows.get_column("date")}}


def rate_matches(
    inputs: Inputs, options: Options, days: Sequence[MatchDay], asked: Collection[date]
) -> RatingHistory:
    """What the matches of these days did, and how everybody stood at the end of the days that are `asked`.

    "Initiële rating": everyone starts with the initial rating and an experience of nil, unless the club
    takes over an older list. "Ratingformule": matches are processed in order of the day.
    """
    start = {
        player.id: _create_standing(player.get_start_rating(options), player.experience)
        for player in inputs.players
    }
    now, waiting = dict(start), deque(sorted(asked))
    figures: list[tuple[Any, ...]] = []
    standings: dict[date, Mapping[str, FibsStanding]] = {}
    for day in days:
        while waiting and waiting[0] < day.day:
            standings[waiting.popleft()] = dict(now)
        figures += apply_matches(zip(day.matches, day.reasons, strict=True), now)
    standings |= {day: dict(now) for day in waiting}
    receipts = _build_matches([*chain.from_iterable(match_day.matches for match_day in days)], figures)
    return RatingHistory(start, receipts, _group_weeks(options, days, receipts), standings)


def _create_standing(rating: float, experience: int) -> FibsStanding:
    return FibsStanding(rating, experience, rating)


def _build_matches(matches: Sequence[Match], figures: Sequence[tuple[Any, ...]]) -> Rows[CalculatedMatch]:
    did = zip(*figures, strict=True) if figures else [()] * len(MatchFigures._fields)
    return Rows.from_rows(Match, matches).view(
        CalculatedMatch, **dict(zip(MatchFigures._fields, did, strict=True))
    )


def _group_weeks(options: Options, days: Sequence[MatchDay], receipts: Rows[CalculatedMatch]) -> list[Week]:
    """The weeks or days of publication."""
    weeks, first = [], 0
    for key, those in groupby(days, key=lambda item: make_event_key(options, item.day)):
        own = list(those)
        last, end = own[-1].day, first + sum(len(match_day.matches) for match_day in own)
        weeks.append(
            Week(key, last, receipts[first:end], dict[str, FibsStanding](), *choose_title(options, last))
        )
        first = end
    return weeks
