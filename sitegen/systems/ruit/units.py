"""The pairs and teams of an evening: how strong they and their opponents are, and what they scored."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import fsum
from statistics import fmean
from typing import Any, NamedTuple

from sitegen.systems.ruit.handicap import BUTLER, PAIRS, TEAMS, Scale, victory_points
from sitegen.systems.ruit.seats import opponents
from sitegen.systems.ruit.tables import Form, Line, LineUp, Match, Options

Ratings = Mapping[str, float]


class Meeting(NamedTuple):
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
    meetings: Sequence[Meeting] = ()


def units(
    form: Form, played: Sequence[Any], line_ups: Sequence[LineUp], ratings: Ratings, by: Options
) -> list[Unit]:
    """The pairs or teams of an evening, by its rows."""
    if form == "teams":
        return _teams(played, line_ups, ratings)
    if form == "butler":
        return _pairs(played, ratings, BUTLER, sum)
    return _pairs(played, ratings, PAIRS, fmean if by.pairs_strength == "mean" else sum)


def _pairs(
    lines: Sequence[Line], ratings: Ratings, scale: Scale, strength: Callable[[Iterable[float]], float]
) -> list[Unit]:
    """The pairs of an evening; those met are all that there were to meet where nothing else is said.

    "RUIT parenavond" and "RUIT butleravond".
    """
    own = {(each.section, each.seat): strength([ratings[id_] for _, id_ in each.players]) for each in lines}
    called = {key: str(key[1]) for key in own}
    made = []
    for line, ((section, seat), mine) in zip(lines, own.items(), strict=True):
        met = opponents(seat, line.met, [each for there, each in own if there == section])
        opposition = fmean(own[section, each] for each in met)
        handicap, after, change = scale.scored(mine, opposition, line.score)
        figures = mine, opposition, handicap, line.score, after, change
        couples, names = [(line.player1, line.player2)], " ".join(called[section, each] for each in met)
        made.append(Unit(called[section, seat], couples, *figures, line.source, section, names))
    return made


def _teams(matches: Sequence[Match], line_ups: Sequence[LineUp], ratings: Ratings) -> list[Unit]:
    """The teams of an evening, in the order of their line-ups ("RUIT viertallenschema")."""
    own = {each.team: fsum(ratings[id_] for _, id_ in each.players) for each in line_ups}
    made = []
    for each in line_ups:
        mine = [row for row in matches if each.team in (row.team_a, row.team_b)]
        meetings = [_meeting(row, each.team, own) for row in mine]
        opposition = fmean(own[row.opponent(each.team)] for row in mine)
        points = fsum(meeting.points for meeting in meetings)
        handicap = _sum([meeting.handicap for meeting in meetings])
        raw = _sum([meeting.raw for meeting in meetings])
        figures = own[each.team], opposition, handicap, raw, points, TEAMS.change(points, len(meetings))
        couples = [(each.player1, each.player2), (each.player3, each.player4)]
        made.append(Unit(each.team, couples, *figures, each.source, meetings=meetings))
    return made


def _meeting(match: Match, team: str, own: Mapping[str, float]) -> Meeting:
    """A match as it counts for a team ("RUIT viertallenschema")."""
    is_a, strengths = team == match.team_a, (own[team], own[match.opponent(team)])
    if match.imps_a is None or match.boards is None:
        return Meeting(match, *strengths, float((match.vp_a if is_a else match.vp_b) or 0))
    handicap = TEAMS.handicap(*strengths)
    raw = match.imps_a if is_a else -match.imps_a
    margin = raw + handicap
    return Meeting(match, *strengths, victory_points(margin, match.boards), handicap, raw, margin)


def _sum(figures: Sequence[float | None]) -> float | None:
    """The sum, None when one of them is not known."""
    known = [each for each in figures if each is not None]
    return fsum(known) if len(known) == len(figures) else None
