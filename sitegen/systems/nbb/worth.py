"""What the scores of a session are worth: the regulation's chapters on pairs and on teams."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from sitegen.systems.nbb.points import Interval, balanced, by_place, intervals, proportional, units
from sitegen.systems.nbb.sessions import Session
from sitegen.systems.nbb.tables import Form, Line, LineUp, Options

_AVERAGE = {"pairs": 50.0, "butler": 0.0, "teams": 10.0}
_Rankings = Mapping[str, float]


class Worth(NamedTuple):
    """What a score is worth, and the interval that it comes from; without bounds where there is none."""

    score: float
    top: float | None
    bottom: float | None
    middle: float
    width: float
    points: float


def of_session(
    session: Session, before: _Rankings, options: Options
) -> Iterator[tuple[Line | LineUp, Worth]]:
    """The rows of a session, or the line-ups of a teams evening, as they stand, by the rankings `before`."""
    return (_of_teams if session.form == "teams" else _of_lines)(session, before, options)


def _of_lines(session: Session, before: _Rankings, options: Options) -> Iterator[tuple[Line, Worth]]:
    bounds = intervals(session.groups, options)
    found: dict[Line, Worth] = {}
    for letters in units(session.groups):
        rows = [row for row in session.lines if row.line in letters]
        found |= zip(rows, _worth(session.form, rows, bounds[letters[0]], before, options), strict=True)
    return ((row, found[row]) for row in session.lines)


def _worth(
    form: Form, rows: Sequence[Line], interval: Interval, before: _Rankings, options: Options
) -> list[Worth]:
    """What the scores of a line, or of a top-integral group, are worth by the method of the club."""
    scores = [row.score or 0.0 for row in rows]
    bounds: tuple[float | None, float | None] = interval.top, interval.bottom
    middle, width = interval.middle, interval.width
    if options.method == "dynamic":
        # R̄ is the mean ranking of who play in the line, and the width the nominal one, whatever the lines.
        middle, width = fmean(before[player] for row in rows for _, player in row.players), options.width
        bounds = None, None
    if options.method == "place":
        points = by_place(scores, interval)
    elif options.method == "proportional":
        points = proportional(scores, interval)
    else:
        top_score = options.top_score_pairs if form == "pairs" else options.top_score_butler
        points = [balanced(each, middle, _AVERAGE[form], top_score, width) for each in scores]
    return [Worth(score, *bounds, middle, width, each) for score, each in zip(scores, points, strict=True)]


def _of_teams(session: Session, before: _Rankings, options: Options) -> Iterator[tuple[LineUp, Worth]]:
    """All sittings of a teams evening count together, once.

    R_V = W + the mean of (S - 10) / (S_T - 10)·Bₙ / 2. W is the mean strength of the opposing teams, and the
    strength K of a team the mean ranking of its players.

    "Rankingpunten toekennen voor viertallenwedstrijden".
    """
    strength = {each.team: fmean(before[id_] for _, id_ in each.players) for each in session.line_ups}
    for line_up in session.line_ups:
        mine = [row for row in session.sittings if row.team == line_up.team]
        opposition = fmean(strength[row.opponent] for row in mine)
        score = fmean(row.vp or 0.0 for row in mine)
        points = balanced(score, opposition, _AVERAGE["teams"], options.top_score_teams, options.width)
        yield line_up, Worth(score, None, None, opposition, options.width, points)
