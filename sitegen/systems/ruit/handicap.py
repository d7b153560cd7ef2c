"""The formulas of the regulation: handicaps, victory points, and the changes of ratings on an evening.

All changes of an evening happen at once, on the ratings before it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain
from math import fsum, pow, sqrt  # noqa: A004 - of floats alone, which it says
from statistics import fmean
from typing import Any, NamedTuple

from sitegen.core.entities import Moment
from sitegen.systems.ruit.outputs import CalculatedScore
from sitegen.systems.ruit.tables import (
    ButlerLine,
    Form,
    Inputs,
    Line,
    LineUp,
    Match,
    Options,
    Seat,
    Strength,
    find_opponents,
)
from sitegen.toolkit.decisions import apply_decisions, list_decisions
from sitegen.toolkit.history import Snapshot, group_decided_days
from sitegen.toolkit.order import group_by, round_for_ranking

_TAU = (sqrt(5) - 1) / 2
"""τ in the WBF scale of victory points."""


class Scale(NamedTuple):
    """How a form of evening turns ratings into handicaps, and scores into rating points.

    A difference of `points` is one per cent or IMP of handicap. Each per cent, IMP or victory point of a
    score after handicap above the `average` is `gain` rating points.

    "RUIT butleravond", "RUIT parenavond" and "RUIT viertallenschema".
    """

    points: float
    gain: float
    average: float

    def compute_handicap(self, own: float, opposition: float) -> float:
        """Return the handicap of a pair or team, for a match or for the whole evening."""
        # H = -(S - T) / points, where S is the own strength and T that of the opposition
        return -(own - opposition) / self.points

    def score_pair(self, own: float, opposition: float, score: float) -> tuple[float, float, float]:
        """Return the handicap of a pair, its score after handicap, and the rating points for that."""
        handicap = self.compute_handicap(own, opposition)
        after = score + handicap
        return handicap, after, self.compute_change(after)

    def compute_change(self, after: float, matches: int = 1) -> float:
        """Return the rating points for a score after handicap, of so many matches together."""
        # pairs 1.5·(score - 50), butler 0.4·score, teams 1·(score - 10·matches)
        return self.gain * (after - self.average * matches)


PAIRS_SCALE = Scale(points=40, gain=1.5, average=50)
"""RUIT parenavond."""
BUTLER_SCALE = Scale(points=10, gain=0.4, average=0)
"""RUIT butleravond."""
TEAMS_SCALE = Scale(points=20, gain=1, average=10)
"""RUIT viertallenschema: the handicap is in IMPs a match, and the score in victory points."""
PAIR_SCALES: Mapping[str, Scale] = {"pairs": PAIRS_SCALE, "butler": BUTLER_SCALE}
"""The scales of the forms in which a pair has a score of its own."""


def compute_victory_points(margin: float, boards: int) -> float:
    """Return the victory points of a side that won or lost a match by `margin` IMPs.

    The WBF continuous scale ("RUIT viertallenschema"); both sides have 20 together.
    """
    if margin < 0:
        return 20 - compute_victory_points(-margin, boards)
    # VP = min(20, 10 + 10·(1 - τ^(3M/B)) / (1 - τ³)), B = 15·√N
    exponent = 3 * margin / (15 * sqrt(boards))
    return min(20.0, 10 + 10 * (1 - pow(_TAU, exponent)) / (1 - pow(_TAU, 3)))


def compute_subsidy(rating: float, partner_rating: float) -> float:
    """Return the point that a player gets from, or hands to, an unequal partner ("Partnersubsidie")."""
    rounded_rating, partner_rounded = round_for_ranking(rating), round_for_ranking(partner_rating)
    return float((rounded_rating < partner_rounded) - (rounded_rating > partner_rounded))


Ratings = Mapping[str, float]


class TeamMatch(NamedTuple):
    """A match from the side of one team, in IMPs; without IMPs only its victory points are known."""

    row: Match
    own: float
    opposition: float
    points: float
    handicap: float | None = None
    raw: float | None = None
    margin: float | None = None


class Unit(NamedTuple):
    """A pair or a team on one evening.

    `couples` are its partners, and `opponents` the pairs that it met. `source` is the row of a pair, or the
    line-up of a team.
    """

    team: str
    couples: Sequence[tuple[str, str]]
    own: float
    opposition: float
    handicap: float | None
    raw: float | None
    after: float
    change: float
    source: str
    section: str = ""
    opponents: str = ""
    meetings: Sequence[TeamMatch] = ()


def score_units(
    form: Form, rows: Sequence[Any], line_ups: Sequence[LineUp], ratings: Ratings, strength: Strength
) -> list[Unit]:
    """Return the pairs or teams of an evening, from its rows."""
    if form == "teams":
        return _score_teams(rows, line_ups, ratings)
    return _score_pairs(rows, ratings, PAIR_SCALES[form], get_strength_function(form, strength))


def get_strength_function(form: Form, strength: Strength) -> Callable[[Iterable[float]], float]:
    """Return what makes the strength of a pair of its ratings: in pairs as the option says, or their sum."""
    return fmean if form == "pairs" and strength == "mean" else fsum


def _score_pairs(
    lines: Sequence[Line], ratings: Ratings, scale: Scale, strength: Callable[[Iterable[float]], float]
) -> list[Unit]:
    """Return the pairs of an evening ("RUIT parenavond" and "RUIT butleravond").

    A pair that names no opponents met all of its section that it could meet.
    """
    strengths = {
        (line.section, line.seat): strength([ratings[id_] for _, id_ in line.players]) for line in lines
    }
    names = {key: str(key[1]) for key in strengths}
    seats = defaultdict[str, dict[Seat, None]](dict)  # a set of each section, in the order of the lines
    for section, seat in strengths:
        seats[section][seat] = None
    units = []
    for line, ((section, seat), own_strength) in zip(lines, strengths.items(), strict=True):
        opponents = find_opponents(seat, line.opponent_seats, seats[section])
        opposition = fmean(strengths[section, other] for other in opponents)
        handicap, after, change = scale.score_pair(own_strength, opposition, line.score)
        figures = own_strength, opposition, handicap, line.score, after, change
        couples = [(line.player1, line.player2)]
        opponent_names = " ".join(names[section, other] for other in opponents)
        units.append(Unit(names[section, seat], couples, *figures, line.source, section, opponent_names))
    return units


def _score_teams(matches: Sequence[Match], line_ups: Sequence[LineUp], ratings: Ratings) -> list[Unit]:
    """Return the teams of an evening, in the order of their line-ups ("RUIT viertallenschema")."""
    strengths = {line_up.team: fsum(ratings[id_] for _, id_ in line_up.players) for line_up in line_ups}
    units = []
    for line_up in line_ups:
        own_matches = [row for row in matches if line_up.team in (row.team_a, row.team_b)]
        meetings = [_score_match(row, line_up.team, strengths) for row in own_matches]
        opposition = fmean(strengths[row.find_opponent(line_up.team)] for row in own_matches)
        points = fsum(meeting.points for meeting in meetings)
        handicap = _sum_figures([meeting.handicap for meeting in meetings])
        raw = _sum_figures([meeting.raw for meeting in meetings])
        change = TEAMS_SCALE.compute_change(points, len(meetings))
        figures = strengths[line_up.team], opposition, handicap, raw, points, change
        couples = [(line_up.player1, line_up.player2), (line_up.player3, line_up.player4)]
        units.append(Unit(line_up.team, couples, *figures, line_up.source, meetings=meetings))
    return units


def _score_match(match: Match, team: str, strengths: Mapping[str, float]) -> TeamMatch:
    """Return a match as it counts for a team ("RUIT viertallenschema")."""
    is_a, both_strengths = team == match.team_a, (strengths[team], strengths[match.find_opponent(team)])
    if match.imps_a is None or match.boards is None:
        return TeamMatch(match, *both_strengths, float((match.vp_a if is_a else match.vp_b) or 0))
    handicap = TEAMS_SCALE.compute_handicap(*both_strengths)
    raw = match.imps_a if is_a else -match.imps_a
    margin = raw + handicap
    return TeamMatch(
        match, *both_strengths, compute_victory_points(margin, match.boards), handicap, raw, margin
    )


def _sum_figures(figures: Sequence[float | None]) -> float | None:
    """Return the sum of figures; None when one of them is unknown."""
    return None if None in figures else fsum(figure or 0.0 for figure in figures)


_ROW_FORMS: Mapping[type[Any], Form] = {Match: "teams", ButlerLine: "butler"}
_TITLES = {
    "pairs": "Pairs evening of {day}",
    "butler": "Butler evening of {day}",
    "teams": "Teams evening of {day}",
}


class RuitStanding(NamedTuple):
    """A player after some evenings."""

    rating: float
    sessions: int = 0
    is_out: bool = False

    def add_evening(self, rating: float) -> "RuitStanding":
        """Return the standing after one more evening."""
        return self._replace(rating=rating, sessions=self.sessions + 1)


class PlayedEvening(NamedTuple):
    """An evening of a player, with the pair or team in which they played."""

    evening: "Evening"
    unit: Unit
    score: CalculatedScore


@dataclass(frozen=True, kw_only=True)
class Evening(Snapshot[CalculatedScore, RuitStanding]):
    """The state after an evening, with its form, and its units in the order of the rows.

    `strength` is what the strength of a pair was of its two ratings.
    """

    form: Form
    units: Sequence[Unit]
    strength: Strength

    @property
    def played_evenings(self) -> Iterator[PlayedEvening]:
        """The evening as each of its players played it, in the order of the rows."""
        units = [unit for unit in self.units for _ in chain.from_iterable(unit.couples)]
        return (PlayedEvening(self, unit, row) for unit, row in zip(units, self.rows, strict=True))


def rate_days(
    inputs: Inputs, options: Options, when: Moment, start: Mapping[str, RuitStanding]
) -> Iterator[Snapshot[CalculatedScore, RuitStanding]]:
    """Yield all evenings up to the day of the build, each on the ratings after the day before.

    A day on which only the committee decided is no evening.
    """
    standings, line_ups = dict(start), group_by(inputs.lineups, lambda lineup: lineup.date)
    results = [*inputs.pairs, *inputs.butler, *inputs.teams]
    for day, decisions, rows in group_decided_days(list_decisions(inputs), results, when):
        decided = apply_decisions(decisions, standings)
        changed = {decision.player: standings[decision.player] for decision in decided}
        if not rows:
            yield Snapshot(day.isoformat(), day, [], changed, decisions=decided)
            continue
        form = _ROW_FORMS.get(type(rows[0]), "pairs")
        ratings = {player: standing.rating for player, standing in standings.items()}
        strength = options.on(day).pairs_strength
        units = score_units(form, rows, line_ups.get(day, []), ratings, strength)
        scores = list(_calculate_scores(day, form, units, ratings, options))
        changed |= {row.player: standings[row.player].add_evening(row.rating) for row in scores}
        standings |= changed
        yield Evening(
            day.isoformat(), day, scores, changed, _TITLES[form], decisions=decided, form=form, units=units,
            strength=strength,
        )  # fmt: skip


def apply_change(
    rating: float, partner_rating: float, change: float, day: date, options: Options
) -> tuple[float, float]:
    """Return the subsidy of a player, and the rating after it and `change` ("Partnersubsidie", "Overig")."""
    subsidy = compute_subsidy(rating, partner_rating) if day >= options.subsidy_from else 0.0
    # A rating does not become negative: max(0, rating + change + subsidy).
    return subsidy, max(0.0, rating + change + subsidy)


def _calculate_scores(
    day: date, form: Form, units: Sequence[Unit], ratings: Ratings, options: Options
) -> Iterator[CalculatedScore]:
    """Yield the calculated score of each player, in the order of the units."""
    for unit in units:
        for player1, player2 in unit.couples:
            for player, partner in ((player1, player2), (player2, player1)):
                before = ratings[player]
                subsidy, rating = apply_change(before, ratings[partner], unit.change, day, options)
                yield CalculatedScore.combine(
                    unit, date=day, form=form, player=player, partner=partner, before=before, subsidy=subsidy,
                    rating=rating,
                )  # fmt: skip
