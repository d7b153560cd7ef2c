"""Evenings, and what they do to the ratings: all changes of an evening happen at once."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from math import fsum
from statistics import fmean
from typing import NamedTuple, TypeVar

from sitegen.systems.ruit.handicap import (
    butler_change,
    butler_handicap,
    pairs_change,
    pairs_handicap,
    teams_change,
    teams_handicap,
    victory_points,
)
from sitegen.systems.ruit.outputs import Played
from sitegen.systems.ruit.seats import opponents
from sitegen.systems.ruit.tables import (
    ButlerLine,
    Form,
    Inputs,
    Line,
    LineUp,
    Match,
    Options,
    PairsLine,
    Player,
)
from sitegen.toolkit.order import comparable

Ratings = Mapping[str, float]
R = TypeVar("R", Line, PairsLine, ButlerLine, Match, LineUp)


class Meeting(NamedTuple):
    """A match of one team: the handicap and result before it (None when only victory points were given)."""

    match: Match
    handicap: float | None
    raw: float | None
    points: float


class Unit(NamedTuple):
    """A pair or a team on one evening; `couples` are its partners."""

    team: str
    couples: Sequence[tuple[str, str]]
    own: float
    opposition: float
    handicap: float | None
    raw: float | None
    after: float
    change: float
    section: str = ""
    meetings: Sequence[Meeting] = ()


class Evening(NamedTuple):
    """An evening with its units in the order of the rows, and a row for each of their players."""

    day: date
    form: Form
    units: Sequence[Unit]
    rows: Sequence[Played]


def evenings(inputs: Inputs, options: Options, as_of: date) -> list[Evening]:
    """All evenings through `as_of`, each on the ratings after the one before."""
    ratings = start(inputs.players)
    made: list[Evening] = []
    for day, form, units_of in sorted(_nights(inputs, options), key=lambda each: each[0]):
        if day > as_of:
            break
        units = units_of(ratings)
        made.append(Evening(day, form, units, list(_rows(day, form, units, ratings, options))))
        ratings |= {row.player: row.rating for row in made[-1].rows}
    return made


def start(players: Iterable[Player]) -> dict[str, float]:
    """The ratings that everyone starts with."""
    return {each.id: each.start or 0.0 for each in players}


_Night = tuple[date, Form, Callable[[Ratings], list[Unit]]]


def _nights(inputs: Inputs, options: Options) -> Iterator[_Night]:
    """Every evening: its day, its form, and what makes its units from the ratings before it."""
    strength = fmean if options.pairs_strength == "mean" else sum
    for day, pairs in _by_day(inputs.pairs).items():
        yield day, "pairs", partial(_pairs, pairs, strength, pairs_handicap, pairs_change)
    for day, butler in _by_day(inputs.butler).items():
        yield day, "butler", partial(_pairs, butler, sum, butler_handicap, butler_change)
    line_ups = _by_day(inputs.lineups)
    for day, matches in _by_day(inputs.teams).items():
        yield day, "teams", partial(_teams, matches, line_ups.get(day, []))


def _by_day(rows: Iterable[R]) -> dict[date, list[R]]:
    days: dict[date, list[R]] = {}
    for row in rows:
        days.setdefault(row.date, []).append(row)
    return days


def _pairs(
    lines: Sequence[Line],
    strength: Callable[[Iterable[float]], float],
    handicap_of: Callable[[float, float], float],
    change_of: Callable[[float], float],
    ratings: Ratings,
) -> list[Unit]:
    """The pairs of an evening; those met are all that there were to meet where nothing else is said."""
    own = {(each.section, each.seat): strength([ratings[id_] for _, id_ in each.players]) for each in lines}
    units = []
    for line in lines:
        there = [each for section, each in own if section == line.section]
        met = opponents(line.seat, line.met, there)
        opposition = fmean(own[line.section, each] for each in met)
        mine = own[line.section, line.seat]
        handicap = handicap_of(mine, opposition)
        after = line.score + handicap
        couple = (line.player1, line.player2)
        figures = mine, opposition, handicap, line.score, after, change_of(after)
        units.append(Unit(str(line.seat), [couple], *figures, line.section))
    return units


def _teams(matches: Sequence[Match], line_ups: Sequence[LineUp], ratings: Ratings) -> list[Unit]:
    """The teams of an evening, in the order of their line-ups."""
    own = {each.team: fsum(ratings[id_] for _, id_ in each.players) for each in line_ups}
    units = []
    for each in line_ups:
        mine = [row for row in matches if each.team in (row.team_a, row.team_b)]
        meetings = [_meeting(row, each.team, own) for row in sorted(mine, key=lambda row: row.match)]
        opposition = fmean(own[other_side(row, each.team)] for row in mine)
        points = fsum(meeting.points for meeting in meetings)
        couples = [(each.player1, each.player2), (each.player3, each.player4)]
        handicap = _sum([meeting.handicap for meeting in meetings])
        raw = _sum([meeting.raw for meeting in meetings])
        figures = own[each.team], opposition, handicap, raw, points, teams_change(points, len(meetings))
        units.append(Unit(each.team, couples, *figures, meetings=meetings))
    return units


def other_side(match: Match, team: str) -> str:
    """The team that `team` meets in a match."""
    return match.team_b if team == match.team_a else match.team_a


def _meeting(match: Match, team: str, own: Mapping[str, float]) -> Meeting:
    is_a = team == match.team_a
    if match.imps_a is None or match.boards is None:
        return Meeting(match, None, None, float((match.vp_a if is_a else match.vp_b) or 0))
    handicap = teams_handicap(own[team], own[other_side(match, team)])
    raw = match.imps_a if is_a else -match.imps_a
    return Meeting(match, handicap, raw, victory_points(raw + handicap, match.boards))


def _sum(figures: Sequence[float | None]) -> float | None:
    """The sum, None when one of them is not known."""
    known = [each for each in figures if each is not None]
    return fsum(known) if len(known) == len(figures) else None


def _rows(
    day: date, form: Form, units: Iterable[Unit], ratings: Ratings, options: Options
) -> Iterator[Played]:
    """A row for each player, in the order of the units."""
    for unit in units:
        for one, other in unit.couples:
            for player, partner in ((one, other), (other, one)):
                before = ratings[player]
                subsidy = partner_subsidy(before, ratings[partner]) if day >= options.subsidy_from else 0.0
                # "Overig": a rating does not become negative.
                rating = max(0.0, before + unit.change + subsidy)
                score = unit.own, unit.opposition, unit.handicap, unit.raw, unit.after, unit.change
                yield Played(day, form, unit.team, player, partner, before, *score, subsidy, rating)


def partner_subsidy(before: float, partners: float) -> float:
    """What a player gets from, or hands to, a partner of another rating ("Partnersubsidie")."""
    own, other = comparable(before), comparable(partners)
    return float((own < other) - (own > other))
