"""Lines, and what a score in them is worth: the regulation's chapters on points and on flexible lines.

The sessions that were played or drawn, in order, with what each is made of.

What the scores of a session are worth: the regulation's chapters on pairs and on teams.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from math import floor
from operator import attrgetter
from statistics import fmean
from typing import NamedTuple

from sitegen.systems.nbb.tables import Form, Inputs, Line, LineUp, Options, Season, Sitting
from sitegen.toolkit.order import group_by, round_for_ranking


@dataclass(frozen=True)
class Session:
    """A session: of pairs or butler with its `lines`, of teams with its `sittings` and line-ups."""

    season: Season
    day: date
    label: str
    form: Form
    lines: Sequence[Line] = ()
    sittings: Sequence[Sitting] = ()
    line_ups: Sequence[LineUp] = ()

    @property
    def is_played(self) -> bool:
        """Whether there is a score; a session without any has been drawn and not played."""
        scores = [row.score for row in self.lines] + [row.vp for row in self.sittings]
        return any(score is not None for score in scores)

    @property
    def key(self) -> str:
        """The key of its results page."""
        return make_session_key(self.day, self.label)

    @cached_property
    def players(self) -> frozenset[str]:
        """Everyone who played in it."""
        rows: list[Line | LineUp] = [*self.lines, *self.line_ups]
        return frozenset(player for row in rows for _, player in row.players)

    @cached_property
    def groups(self) -> Mapping[str, str]:
        """The group of each line, by letter; blank for a line on its own."""
        return {row.line: row.group for row in self.lines}


def make_session_key(day: date, label: str) -> str:
    """The key of the results page of the session of a day with this label, which may be blank."""
    return f"{day}-{label}" if label else day.isoformat()


def list_seasons(inputs: Inputs, as_of: date) -> list[Season]:
    """The seasons that have begun, in order."""
    return sorted((season for season in inputs.seasons if season.start <= as_of), key=attrgetter("start"))


def list_sessions(inputs: Inputs, as_of: date) -> list[Session]:
    """All sessions by day, then label, blank first; a later one that has scores does not exist yet."""
    there = (session for session in _build_sessions(inputs) if session.day <= as_of or not session.is_played)
    return sorted(there, key=attrgetter("day", "label"))


def find_season(day: date, known: Iterable[Season]) -> Season | None:
    """The season that a day lies in; None outside all."""
    return next((season for season in known if season.start <= day <= season.end), None)


def _build_sessions(inputs: Inputs) -> Iterator[Session]:
    forms: Mapping[Form, Sequence[Line]] = {"pairs": inputs.pairs, "butler": inputs.butler}
    for form, rows in forms.items():
        for (day, label), lines in group_by(rows, attrgetter("date", "session")).items():
            if season := find_season(day, inputs.seasons):
                yield Session(season, day, label, form, lines)
    line_ups = group_by(inputs.lineups, attrgetter("date"))
    for day, sittings in group_by(inputs.teams, attrgetter("date")).items():
        if season := find_season(day, inputs.seasons):
            yield Session(season, day, "", "teams", (), sittings, line_ups.get(day, []))


class Interval(NamedTuple):
    """The points of a line, or of a group of lines that are top-integral."""

    top: float
    width: float

    @property
    def bottom(self) -> float:
        """R_b."""
        return self.top - self.width

    @property
    def middle(self) -> float:
        """R̄, what an average score is worth."""
        return self.top - self.width / 2


def compute_nominal_interval(options: Options) -> Interval:
    """The points of all lines that are usual together, which lie between G and g ("Basisprincipes")."""
    return Interval(options.average_a + options.width / 2, (options.lines - 1) * options.step + options.width)


def compute_intervals(groups: Mapping[str, str], options: Options) -> dict[str, Interval]:
    """The interval of each line of a session, from its letter and its group (blank: on its own).

    Each line lies a step below the one above it ("Basisprincipes"), by the figures of the club
    ("Afwijkende toekenning van rankingpunten"). More or fewer than is usual are stretched over the same
    points ("Zittingen met afwijkende hoeveelheid lijnen"). A top-integral group stands where its first letter
    does ("Top-integrale uitslagen").
    """
    count = len(groups)
    top, whole = compute_nominal_interval(options)
    # R = ((Lₙ - 1)·Sₙ + Bₙ) / ((L_z - 1)·Sₙ + Bₙ)
    stretched = whole / ((count - 1) * options.step + options.width)
    width, step = options.width * stretched, options.step * stretched
    found: dict[str, Interval] = {}
    for letters in group_lines(groups):
        interval = Interval(top - step * len(found), width + (len(letters) - 1) * step)
        found |= dict.fromkeys(letters, interval)
    return found


def group_lines(groups: Mapping[str, str]) -> list[list[str]]:
    """The letters of each line or group, the strongest first ("Lijnen met willekeurige letters")."""
    return [*group_by(sorted(groups), lambda letter: groups[letter] or f"line {letter}").values()]


def compute_place_points(scores: Sequence[float], interval: Interval) -> list[float]:
    """R_p = R_t - (R_t - R_b) / (P - 1)·(p - 1), rounded half up ("Evenredig naar plaats in de lijn").

    Equal scores share the mean of their places.
    """
    if len(scores) == 1:
        return [_round_half_up(interval.middle)]
    step = interval.width / (len(scores) - 1)
    return [_round_half_up(interval.top - step * (place - 1)) for place in _find_places(scores)]


def _find_places(scores: Iterable[float]) -> list[float]:
    compared = [round_for_ranking(score) for score in scores]
    best_first = sorted(compared, reverse=True)
    return [best_first.index(score) + (best_first.count(score) + 1) / 2 for score in compared]


def _round_half_up(points: float) -> float:
    return float(floor(round_for_ranking(points) + 0.5))


def compute_proportional_points(scores: Sequence[float], interval: Interval) -> list[float]:
    """R_R = R_t - (R_t - R_b)·(S_t - S) / (S_t - S_b) ("Naar rato van de scores")."""
    top, bottom = max(scores), min(scores)
    if round_for_ranking(top) == round_for_ranking(bottom):
        return [interval.middle] * len(scores)
    return [interval.top - interval.width * (top - score) / (top - bottom) for score in scores]


def compute_balanced_points(
    score: float, middle: float, average: float, top_score: float, width: float
) -> float:
    """R_B = R̄ + (S - S̄) / (S_T - S̄)·B / 2.

    "Naar rato van de scores, gebalanceerd", and "Dynamisch, per lijn".
    """
    return middle + (score - average) / (top_score - average) * width / 2


_AVERAGE_SCORES = {"pairs": 50.0, "butler": 0.0, "teams": 10.0}
_Rankings = Mapping[str, float]


class ScoreValue(NamedTuple):
    """What a score is worth, and the interval that it comes from; without bounds where there is none."""

    score: float
    top: float | None
    bottom: float | None
    middle: float
    width: float
    points: float


def score_session(
    session: Session, before: _Rankings, options: Options
) -> Iterator[tuple[Line | LineUp, ScoreValue]]:
    """The rows of a session, or the line-ups of a teams evening, as they stand, by the rankings `before`."""
    return (_score_teams if session.form == "teams" else _score_lines)(session, before, options)


def _score_lines(session: Session, before: _Rankings, options: Options) -> Iterator[tuple[Line, ScoreValue]]:
    bounds = compute_intervals(session.groups, options)
    found: dict[Line, ScoreValue] = {}
    for letters in group_lines(session.groups):
        rows = [row for row in session.lines if row.line in letters]
        found |= zip(rows, _score_unit(session.form, rows, bounds[letters[0]], before, options), strict=True)
    return ((row, found[row]) for row in session.lines)


def _score_unit(
    form: Form, rows: Sequence[Line], interval: Interval, before: _Rankings, options: Options
) -> list[ScoreValue]:
    """What the scores of a line, or of a top-integral group, are worth by the method of the club."""
    scores = [row.score or 0.0 for row in rows]
    bounds: tuple[float | None, float | None] = interval.top, interval.bottom
    middle, width = interval.middle, interval.width
    if options.method == "dynamic":
        # R̄ is the mean ranking of who play in the line, and the width the nominal one, whatever the lines.
        middle, width = fmean(before[player] for row in rows for _, player in row.players), options.width
        bounds = None, None
    if options.method == "place":
        points = compute_place_points(scores, interval)
    elif options.method == "proportional":
        points = compute_proportional_points(scores, interval)
    else:
        top_score = options.top_score_pairs if form == "pairs" else options.top_score_butler
        points = [
            compute_balanced_points(score, middle, _AVERAGE_SCORES[form], top_score, width)
            for score in scores
        ]
    return [
        ScoreValue(score, *bounds, middle, width, score_points)
        for score, score_points in zip(scores, points, strict=True)
    ]


def _score_teams(
    session: Session, before: _Rankings, options: Options
) -> Iterator[tuple[LineUp, ScoreValue]]:
    """All sittings of a teams evening count together, once.

    R_V = W + the mean of (S - 10) / (S_T - 10)·Bₙ / 2. W is the mean strength of the opposing teams, and the
    strength K of a team the mean ranking of its players.

    "Rankingpunten toekennen voor viertallenwedstrijden".
    """
    strength = {
        line_up.team: fmean(before[id_] for _, id_ in line_up.players) for line_up in session.line_ups
    }
    for line_up in session.line_ups:
        mine = [row for row in session.sittings if row.team == line_up.team]
        opposition = fmean(strength[row.opponent] for row in mine)
        score = fmean(row.vp or 0.0 for row in mine)
        points = compute_balanced_points(
            score, opposition, _AVERAGE_SCORES["teams"], options.top_score_teams, options.width
        )
        yield line_up, ScoreValue(score, None, None, opposition, options.width, points)
