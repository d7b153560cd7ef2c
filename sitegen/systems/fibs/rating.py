"""Which matches count and what each does to the ratings: "Matchen" and "Ratingformule" of the regulation."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from itertools import compress, groupby
from math import fsum, sqrt
from typing import Any, NamedTuple

from sitegen.core.columnar import Rows
from sitegen.core.entities import Moment
from sitegen.systems.fibs.calendar import (
    Register,
    build_registers,
    describe_event,
    find_last_day,
)
from sitegen.systems.fibs.outputs import CalculatedMatch, CalendarWeek
from sitegen.systems.fibs.tables import Inputs, Match, Options
from sitegen.toolkit.decisions import (
    Applied,
    AppliedDecision,
    RatingDecision,
    apply_decisions,
    list_decisions,
)
from sitegen.toolkit.history import History, Snapshot, group_decided_days

_MATCH_CELLS = Match.make_getter("winner", "loser", "length", "date")


class FibsStanding(NamedTuple):
    """The rating and experience of a player after a match.

    `matches` and `won` are the numbers of those since the start that count. `highest` is the highest rating
    so far, reached on `highest_day`; None for the rating at the start.
    """

    rating: float
    experience: int
    highest: float
    highest_day: date | None = None
    matches: int = 0
    won: int = 0
    is_out: bool = False

    def mark_highest(self, day: date) -> "FibsStanding":
        """Return the standing with the rating that it has had since a day among the highest."""
        return self._replace(highest=self.rating, highest_day=day) if self.rating > self.highest else self

    def add_match(self, rating: float, length: int, day: date, won: int) -> "FibsStanding":
        """Return the standing after one more match that counts."""
        _, experience, highest, highest_day, matches, won_before, is_out = self
        if rating > highest:
            highest, highest_day = rating, day
        values = rating, experience + length, highest, highest_day, matches + 1, won_before + won, is_out
        return tuple.__new__(FibsStanding, values)  # three quarters of the time of `FibsStanding(...)`


class MatchFigures(NamedTuple):
    """The columns of `CalculatedMatch` with the calculation, blank for a match that does not count."""

    counted: bool
    reason: str = ""
    winner_before: float | None = None
    loser_before: float | None = None
    probability: float | None = None
    stake: float | None = None
    change: float | None = None
    winner_after: float | None = None
    loser_after: float | None = None


class DayOfPlay(NamedTuple):
    """The matches of a day in order of play; the decisions of the committee count before them."""

    day: date
    matches: Sequence[Match]
    decisions: Sequence[RatingDecision]


WeekOfPlay = Sequence[DayOfPlay]
"""The days of a week, or one day where each is published at once."""


class RatedWeek(NamedTuple):
    """The matches of a week through its last day of play, with their figures, and its decisions.

    `standings` has the new standing of each player whom they changed.
    """

    day: date
    matches: Sequence[Match]
    figures: Sequence[tuple[Any, ...]]
    standings: Mapping[str, FibsStanding]
    decisions: Sequence[AppliedDecision]


def list_weeks(inputs: Inputs, options: Options, when: Moment) -> list[WeekOfPlay]:
    """Return all matches and decisions that are processed on `when.as_of`."""
    decisions = list_decisions(inputs)
    last_day = Moment(find_last_day(options, when.as_of))
    days = [
        DayOfPlay(day, matches, decided)
        for day, decided, matches in group_decided_days(decisions, inputs.matches, last_day)
    ]
    return [[*week] for _, week in groupby(days, lambda day: describe_event(options, day.day)[0])]


def apply_matches(
    matches: Iterable[tuple[Match, str]],
    standings: dict[str, FibsStanding],
    changed: dict[str, FibsStanding],
) -> Iterator[tuple[Any, ...]]:
    """Yield the figures of each match, which comes with its reason not to count.

    The new standings are put into `standings`, and into `changed`.
    """
    for match, reason in matches:
        if reason:
            yield MatchFigures(counted=False, reason=reason)
            continue
        winner, loser, length, day = _MATCH_CELLS(match)
        winner_standing, loser_standing = standings[winner], standings[loser]
        a, b = winner_standing.rating, loser_standing.rating
        p, s, w = compute_change(a, b, length)
        # "Ratingformule": the winner has A + W after the match, the loser B - W
        winner_after, loser_after = a + w, b - w
        standings[winner] = changed[winner] = winner_standing.add_match(winner_after, length, day, 1)
        standings[loser] = changed[loser] = loser_standing.add_match(loser_after, length, day, 0)
        yield True, "", a, b, p, s, w, winner_after, loser_after


def compute_change(a: float, b: float, length: int) -> tuple[float, float, float]:
    """Return P, S and W of a match of `length` points that rating `a` wins against rating `b`.

    P is the chance that the winner had, S what is at stake, and W what the winner wins and the loser loses.
    """
    root = sqrt(length)
    p = compute_chance(a, b, root)
    # "Ratingformule": S = 4·√N; "Ramp-up": whatever the experience
    s = 4 * root
    # "Ratingformule": W = (1-P)·S
    return p, s, (1 - p) * s


def compute_chance(a: float, b: float, root: float) -> float:
    """Return P, the chance that rating `a` beats rating `b`; `root` is √N of the match length N."""
    try:
        # "Ratingformule": P = 1 / (1 + 10^(-(A-B)·√N / 2000))
        return 1 / (1 + 10 ** (-(a - b) * root / 2000))
    except OverflowError:  # 10 to a power above 308: P differs from 0 by less than any float
        return 0.0


class MatchConditions(NamedTuple):
    """The conditions of "Matchen" for a match: the register of each day of play, and the limits of clocks."""

    registers: Mapping[date, Register]
    names: Mapping[str, str]
    options: Options

    def find_reason(self, match: Match) -> str:
        """Return the first condition of "Matchen" that a match does not fulfil; empty when it counts."""
        if match.online:
            return "online"
        registered = self.registers[match.date]
        if match.winner not in registered or match.loser not in registered:
            absent = [
                self.names[player] for player in (match.winner, match.loser) if player not in registered
            ]
            return f"not registered: {', '.join(absent)}"
        if match.kind == "friendly" and not match.agreed:
            return "not agreed beforehand"
        if match.reserve is not None and match.delay is not None:
            # "Matchen", B.1: 40 seconds for each point of the match; B.2: and 11 seconds a move
            options = self.options.on(match.date)
            min_reserve = options.min_seconds_per_point * match.length
            if match.reserve < min_reserve or match.delay < options.min_delay:
                return "time control"
        return ""


@dataclass(frozen=True)
class Week(Snapshot[CalculatedMatch, FibsStanding]):
    """A week of play, or a day where each is published at once."""

    rows: Rows[CalculatedMatch]

    def find_start(self, decision: Applied) -> date:
        """Return the day before whose matches a decision counts, which is its own."""
        return decision.date

    @cached_property
    def totals(self) -> CalendarWeek:
        """The row of the calendar."""
        days, winners, changes = map(self.rows.get_column, ("date", "winner", "change"))
        all_days = days or [decision.date for decision in self.decisions]
        gains = [change for change in changes if change is not None]
        biggest = max(gains, default=None)
        return CalendarWeek(
            event=self.key,
            first=all_days[0],
            last=all_days[-1],
            matches=len(days),
            counted=len(gains),
            not_counted=len(days) - len(gains),
            players=len({*winners, *self.rows.get_column("loser")}),
            moved=fsum(gains),
            biggest=biggest,
            biggest_by=winners[changes.index(biggest)] if gains else "",
        )


@dataclass(frozen=True)
class RatingHistory(History[CalculatedMatch, FibsStanding]):
    """The weeks or days of publication, and all matches with their calculation, oldest first."""

    events: Sequence[Week]
    matches: Rows[CalculatedMatch]

    @property
    def counted_days(self) -> set[date]:
        """The days with a match that counts, or a decision."""
        days = compress(self.matches.get_column("date"), self.matches.get_column("counted"))
        return {*days, *(decision.date for week in self.events for decision in week.decisions)}

    @cached_property
    def event_keys(self) -> Mapping[object, str]:
        """The key of the week or day that each day of play belongs to."""
        return {
            day: week.key
            for week in self.events
            for day in {*week.rows.get_column("date"), *(decision.date for decision in week.decisions)}
        }


def rate_matches(inputs: Inputs, options: Options, when: Moment) -> tuple[RatingHistory, Sequence[RatedWeek]]:
    """Return the history of all matches that are processed on `when.as_of`, and the weeks that it is made of.

    "Initiële rating": everyone starts with the initial rating and an experience of nil, unless the club
    takes over an older list. "Ratingformule": matches are processed in order of the day.
    """
    start = {}
    for player in inputs.players:
        rating = player.get_start_rating(options)
        start[player.id] = FibsStanding(rating, player.experience, highest=rating)
    weeks = list_weeks(inputs, options, when)
    rated_weeks = when.cache.resume(
        "weeks",
        (inputs.players, inputs.registrations, options),
        weeks,
        partial(_rate_weeks, inputs, options, start, weeks),
    )
    rows = _build_matches(rated_weeks)
    events, end = list[Week](), 0
    for week in rated_weeks:
        first, end = end, end + len(week.matches)
        key, title, params = describe_event(options, week.day)
        events.append(
            Week(key, week.day, rows[first:end], week.standings, title, params, decisions=week.decisions)
        )
    return RatingHistory(start, events, rows), rated_weeks


def _rate_weeks(
    inputs: Inputs,
    options: Options,
    start: Mapping[str, FibsStanding],
    weeks: Sequence[WeekOfPlay],
    rated_weeks: Sequence[RatedWeek],
) -> Iterator[RatedWeek]:
    """Yield the weeks after those that are rated already."""
    standings = dict(start)
    for rated in rated_weeks:
        standings.update(rated.standings)
    new_weeks = weeks[len(rated_weeks) :]
    registers = build_registers(
        inputs.players, inputs.registrations, [day.day for week in new_weeks for day in week]
    )
    conditions = MatchConditions(registers, {player.id: player.name for player in inputs.players}, options)
    for week in new_weeks:
        changed, figures = dict[str, FibsStanding](), list[tuple[Any, ...]]()
        decided = list[AppliedDecision]()
        for day, matches, decisions in week:
            decided += apply_decisions(decisions, standings)
            for id_ in {decision.player for decision in decisions}:
                standings[id_] = changed[id_] = standings[id_].mark_highest(day)
            reasons = map(conditions.find_reason, matches)
            figures += apply_matches(zip(matches, reasons, strict=True), standings, changed)
        all_matches = [match for day in week for match in day.matches]
        yield RatedWeek(week[-1].day, all_matches, figures, changed, decided)


def _build_matches(weeks: Sequence[RatedWeek]) -> Rows[CalculatedMatch]:
    matches = [match for week in weeks for match in week.matches]
    figures = [figures for week in weeks for figures in week.figures]
    columns = zip(*figures, strict=True) if figures else [()] * len(MatchFigures._fields)
    return Rows.from_rows(Match, matches).view(
        CalculatedMatch, **dict(zip(MatchFigures._fields, columns, strict=True))
    )
