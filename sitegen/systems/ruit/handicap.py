"""The formulas of the regulation: handicaps, victory points, and what a score does to a rating.

The pairs and teams of an evening: how strong they and their opponents are, and what they scored.

Evenings, and what they do to the ratings: all changes of an evening happen at once.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import fsum, pow, sqrt  # noqa: A004 - of floats alone, which it says
from statistics import fmean
from typing import Any, NamedTuple

from sitegen.core.entities import Moment
from sitegen.systems.ruit.outputs import Receipt
from sitegen.systems.ruit.tables import ButlerLine, Form, Inputs, Line, LineUp, Match, Options, find_opponents
from sitegen.toolkit.course import Snapshot, group_by_day
from sitegen.toolkit.order import group_by, round_for_ranking

_TAU = (sqrt(5) - 1) / 2


class Scale(NamedTuple):
    """What a form makes of ratings, and ratings of its scores: per cent, IMPs or victory points.

    `points` of difference are one per cent or IMP of handicap, and `gain` rating points are for each one that
    a score after handicap lies above the `average`: "RUIT butleravond", "RUIT parenavond" and
    "RUIT viertallenschema".
    """

    points: float
    gain: float
    average: float

    def compute_handicap(self, own: float, opposition: float) -> float:
        """What a pair or team starts with, in a match or on the whole evening."""
        return -(own - opposition) / self.points

    def score_pair(self, own: float, opposition: float, score: float) -> tuple[float, float, float]:
        """What a pair starts with, its score after that, and the rating points for it."""
        handicap = self.compute_handicap(own, opposition)
        after = score + handicap
        return handicap, after, self.compute_change(after)

    def compute_change(self, after: float, matches: int = 1) -> float:
        """Rating points for a score after handicap, in so many matches together."""
        return self.gain * (after - self.average * matches)


PAIRS_SCALE = Scale(points=40, gain=1.5, average=50)
"""RUIT parenavond."""
BUTLER_SCALE = Scale(points=10, gain=0.4, average=0)
"""RUIT butleravond."""
TEAMS_SCALE = Scale(points=20, gain=1, average=10)
"""RUIT viertallenschema: the handicap is in IMPs a match, and the score in victory points."""
PAIR_SCALES: Mapping[str, Scale] = {"pairs": PAIRS_SCALE, "butler": BUTLER_SCALE}
"""The forms in which a pair has a score of its own."""


def compute_victory_points(margin: float, boards: int) -> float:
    """The victory points of a side that won by `margin` IMPs, or lost by them, in a match of `boards` boards.

    The WBF continuous scale ("RUIT viertallenschema"); both sides have 20 together.
    """
    if margin < 0:
        return 20 - compute_victory_points(-margin, boards)
    # VP = min(20, 10 + 10·(1 - τ^(3M/B)) / (1 - τ³)), B = 15·√N
    exponent = 3 * margin / (15 * sqrt(boards))
    return min(20.0, 10 + 10 * (1 - pow(_TAU, exponent)) / (1 - pow(_TAU, 3)))


def compute_subsidy(before: float, partners: float) -> float:
    """What a player gets from, or hands to, a partner of another rating ("Partnersubsidie")."""
    own, other = round_for_ranking(before), round_for_ranking(partners)
    return float((own < other) - (own > other))


Ratings = Mapping[str, float]


class TeamMatch(NamedTuple):
    """A match of one team, in whose IMPs the figures are; without IMPs only its victory points are known."""

    row: Match
    own: float
    opposition: float
    points: float
    handicap: float | None = None
    raw: float | None = None
    margin: float | None = None


class Unit(NamedTuple):
    """A pair or a team on one evening; `couples` are its partners, and `opponents` what the pairs are called.

    `source` is where a pair stands, or the line-up of a team.
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
    form: Form, played: Sequence[Any], line_ups: Sequence[LineUp], ratings: Ratings, by: Options
) -> list[Unit]:
    """The pairs or teams of an evening, by its rows."""
    if form == "teams":
        return _score_teams(played, line_ups, ratings)
    if form == "butler":
        return _score_pairs(played, ratings, BUTLER_SCALE, sum)
    return _score_pairs(played, ratings, PAIRS_SCALE, fmean if by.pairs_strength == "mean" else sum)


def _score_pairs(
    lines: Sequence[Line], ratings: Ratings, scale: Scale, strength: Callable[[Iterable[float]], float]
) -> list[Unit]:
    """The pairs of an evening; those met are all that there were to meet where nothing else is said.

    "RUIT parenavond" and "RUIT butleravond".
    """
    own = {(line.section, line.seat): strength([ratings[id_] for _, id_ in line.players]) for line in lines}
    called = {key: str(key[1]) for key in own}
    made = []
    for line, ((section, seat), mine) in zip(lines, own.items(), strict=True):
        met = find_opponents(seat, line.opponent_seats, [other for there, other in own if there == section])
        opposition = fmean(own[section, other] for other in met)
        handicap, after, change = scale.score_pair(mine, opposition, line.score)
        figures = mine, opposition, handicap, line.score, after, change
        couples, names = [(line.player1, line.player2)], " ".join(called[section, other] for other in met)
        made.append(Unit(called[section, seat], couples, *figures, line.source, section, names))
    return made


def _score_teams(matches: Sequence[Match], line_ups: Sequence[LineUp], ratings: Ratings) -> list[Unit]:
    """The teams of an evening, in the order of their line-ups ("RUIT viertallenschema")."""
    own = {line_up.team: fsum(ratings[id_] for _, id_ in line_up.players) for line_up in line_ups}
    made = []
    for line_up in line_ups:
        mine = [row for row in matches if line_up.team in (row.team_a, row.team_b)]
        meetings = [_score_match(row, line_up.team, own) for row in mine]
        opposition = fmean(own[row.find_opponent(line_up.team)] for row in mine)
        points = fsum(meeting.points for meeting in meetings)
        handicap = _sum_figures([meeting.handicap for meeting in meetings])
        raw = _sum_figures([meeting.raw for meeting in meetings])
        figures = (
            own[line_up.team],
            opposition,
            handicap,
            raw,
            points,
            TEAMS_SCALE.compute_change(points, len(meetings)),
        )
        couples = [(line_up.player1, line_up.player2), (line_up.player3, line_up.player4)]
        made.append(Unit(line_up.team, couples, *figures, line_up.source, meetings=meetings))
    return made


def _score_match(match: Match, team: str, own: Mapping[str, float]) -> TeamMatch:
    """A match as it counts for a team ("RUIT viertallenschema")."""
    is_a, strengths = team == match.team_a, (own[team], own[match.find_opponent(team)])
    if match.imps_a is None or match.boards is None:
        return TeamMatch(match, *strengths, float((match.vp_a if is_a else match.vp_b) or 0))
    handicap = TEAMS_SCALE.compute_handicap(*strengths)
    raw = match.imps_a if is_a else -match.imps_a
    margin = raw + handicap
    return TeamMatch(match, *strengths, compute_victory_points(margin, match.boards), handicap, raw, margin)


def _sum_figures(figures: Sequence[float | None]) -> float | None:
    """The sum, None when one of them is not known."""
    known = [figure for figure in figures if figure is not None]
    return fsum(known) if len(known) == len(figures) else None


_ROW_FORMS: Mapping[type[Any], Form] = {Match: "teams", ButlerLine: "butler"}
_TITLES = {
    "pairs": "Pairs evening of {day}",
    "butler": "Butler evening of {day}",
    "teams": "Teams evening of {day}",
}


class RuitStanding(NamedTuple):
    """A player after some evenings; `change` is what the latest of them brought, all told."""

    rating: float
    sessions: int = 0
    change: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Evening(Snapshot[Receipt, RuitStanding]):
    """What stands after an evening: its form, and its units in the order of the rows."""

    form: Form
    units: Sequence[Unit]


def rate_evenings(
    inputs: Inputs, options: Options, when: Moment, start: Mapping[str, RuitStanding]
) -> Iterator[Evening]:
    """All evenings through the day of the build, each on the ratings after the one before."""
    now, line_ups = dict(start), group_by(inputs.lineups, lambda lineup: lineup.date)
    for day, played in group_by_day([*inputs.pairs, *inputs.butler, *inputs.teams], when):
        form = _ROW_FORMS.get(type(played[0]), "pairs")
        ratings = {player: own.rating for player, own in now.items()}
        scored = score_units(form, played, line_ups.get(day, []), ratings, options)
        rows = list(_build_receipts(day, form, scored, ratings, options))
        left = {row.player: RuitStanding(row.rating, now[row.player].sessions + 1, row.gain) for row in rows}
        now |= left
        yield Evening(day.isoformat(), day, rows, left, _TITLES[form], form=form, units=scored)


def apply_change(
    before: float, partners: float, change: float, day: date, options: Options
) -> tuple[float, float]:
    """What a player gets from a partner of another rating, and the rating after it and the `change`.

    "Partnersubsidie", "Overig".
    """
    subsidy = compute_subsidy(before, partners) if day >= options.subsidy_from else 0.0
    return subsidy, max(0.0, before + change + subsidy)  # a rating does not become negative


def _build_receipts(
    day: date, form: Form, scored: Sequence[Unit], ratings: Ratings, options: Options
) -> Iterator[Receipt]:
    """A row for each player, in the order of the units."""
    for unit in scored:
        for one, other in unit.couples:
            for player, partner in ((one, other), (other, one)):
                before = ratings[player]
                subsidy, rating = apply_change(before, ratings[partner], unit.change, day, options)
                yield Receipt.combine(
                    unit, date=day, form=form, player=player, partner=partner, before=before, subsidy=subsidy,
                    rating=rating,
                )  # fmt: skip
