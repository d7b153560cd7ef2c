"""Sessions and the points for their scores: the regulation's chapters on points, lines, pairs and teams."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from math import floor
from operator import attrgetter
from statistics import fmean
from string import ascii_uppercase
from typing import NamedTuple

from sitegen.systems.nbb.tables import (
    METHOD_ARTICLES,
    Form,
    Inputs,
    Line,
    LineUp,
    Options,
    Season,
    Sitting,
)
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
        """Whether there is a score; a session without any was drawn and not played."""
        scores = [row.score for row in self.lines] + [row.vp for row in self.sittings]
        return any(score is not None for score in scores)

    @cached_property
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
    """Return the key of the results page of a session of a day; `label` may be blank."""
    return f"{day}-{label}" if label else day.isoformat()


def list_seasons(inputs: Inputs, as_of: date) -> list[Season]:
    """Return the seasons that have begun, in order."""
    return sorted((season for season in inputs.seasons if season.start <= as_of), key=attrgetter("start"))


def list_sessions(inputs: Inputs, as_of: date) -> list[Session]:
    """Return all sessions by day, then label, blank first; without those played after `as_of`."""
    sessions = (
        session for session in _build_sessions(inputs) if session.day <= as_of or not session.is_played
    )
    return sorted(sessions, key=attrgetter("day", "label"))


def find_season(day: date, seasons: Iterable[Season]) -> Season | None:
    """Return the season that a day lies in; None outside all."""
    return next((season for season in seasons if season.start <= day <= season.end), None)


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
    """Return the interval of all usual lines together."""
    # G - g = (L_z - 1)·Sₙ + Bₙ ("Basisprincipes")
    return Interval(options.average_a + options.width / 2, (options.lines - 1) * options.step + options.width)


def compute_intervals(groups: Mapping[str, str], options: Options) -> dict[str, Interval]:
    """Return the interval of each line of a session, by its letter.

    `groups` has the group of each line, blank for one on its own. Each line lies a step below the one above
    ("Basisprincipes"), by the figures of the club ("Afwijkende toekenning van rankingpunten"). More or fewer
    lines than usual are stretched over the same points ("Zittingen met afwijkende hoeveelheid lijnen"). A
    top-integral group stands where its first letter does ("Top-integrale uitslagen").
    """
    line_count = len(groups)
    top, nominal_width = compute_nominal_interval(options)
    # R = ((Lₙ - 1)·Sₙ + Bₙ) / ((L_z - 1)·Sₙ + Bₙ) ("Zittingen met afwijkende hoeveelheid lijnen")
    factor = nominal_width / ((line_count - 1) * options.step + options.width)
    width, step = options.width * factor, options.step * factor
    intervals: dict[str, Interval] = {}
    for letters in group_lines(groups):
        interval = Interval(top - step * len(intervals), width + (len(letters) - 1) * step)
        intervals |= dict.fromkeys(letters, interval)
    return intervals


def find_line_articles(letters: Sequence[str], groups: Mapping[str, str], options: Options) -> Iterator[str]:
    """Yield the articles by which the scores of a line or of a top-integral group became points.

    `letters` are its lines, `groups` is as for `compute_intervals`. An article about what is unusual stands
    only where that was so.
    """
    yield "Rankingpunten toekennen voor paren- en butlerwedstrijden"
    yield METHOD_ARTICLES[options.method]
    if len(letters) > 1:
        yield "Top-integrale uitslagen"
    if options.method == "dynamic":
        return
    yield "Basisprincipes"
    if len(groups) != options.lines:
        yield "Zittingen met afwijkende hoeveelheid lijnen"
    if sorted(groups) != [*ascii_uppercase[: len(groups)]] or "".join(letters) not in ascii_uppercase:
        yield "Lijnen met willekeurige letters"
    usual = Options(lines=options.lines)
    if any(getattr(options, name) != getattr(usual, name) for name in ("average_a", "width", "step")):
        yield "Afwijkende toekenning van rankingpunten"


def group_lines(groups: Mapping[str, str]) -> list[list[str]]:
    """Return the letters of each line or group, the strongest first ("Lijnen met willekeurige letters")."""
    return [*group_by(sorted(groups), lambda letter: groups[letter] or f"line {letter}").values()]


def compute_place_points(scores: Sequence[float], interval: Interval) -> list[float]:
    """Return the points of scores by their places, rounded half up ("Evenredig naar plaats in de lijn").

    Equal scores share the mean of their places.
    """
    if len(scores) == 1:
        return [_round_half_up(interval.middle)]
    rounded_scores = [round_for_ranking(score) for score in scores]
    best_first = sorted(rounded_scores, reverse=True)
    places = (best_first.index(score) + (best_first.count(score) + 1) / 2 for score in rounded_scores)
    # R_p = R_t - (R_t - R_b) / (P - 1)·(p - 1)
    step = interval.width / (len(scores) - 1)
    return [_round_half_up(interval.top - step * (place - 1)) for place in places]


def _round_half_up(points: float) -> float:
    return float(floor(round_for_ranking(points) + 0.5))


def compute_proportional_points(scores: Sequence[float], interval: Interval) -> list[float]:
    """Return the points of scores in proportion to the best and the worst ("Naar rato van de scores")."""
    top, bottom = max(scores), min(scores)
    if round_for_ranking(top) == round_for_ranking(bottom):
        return [interval.middle] * len(scores)
    # R_R = R_t - (R_t - R_b)·(S_t - S) / (S_t - S_b)
    return [interval.top - interval.width * (top - score) / (top - bottom) for score in scores]


class ScoreScale(NamedTuple):
    """The average score of a form, and the score that is worth the top of an interval."""

    average: float
    top_score: float


def get_scale(form: Form, options: Options) -> ScoreScale:
    """Return the scale of the scores of a form: per cent, IMPs or victory points."""
    return {
        "pairs": ScoreScale(50.0, options.top_score_pairs),
        "butler": ScoreScale(0.0, options.top_score_butler),
        "teams": ScoreScale(10.0, options.top_score_teams),
    }[form]


def compute_balanced_points(score: float, middle: float, scale: ScoreScale, width: float) -> float:
    """Return the points of a score by how far it lies from an average score.

    "Naar rato van de scores, gebalanceerd", "Dynamisch, per lijn" and "Rankingpunten toekennen voor
    viertallenwedstrijden".
    """
    # R_B = R̄ + (S - S̄) / (S_T - S̄)·B / 2
    return middle + (score - scale.average) / (scale.top_score - scale.average) * width / 2


_Rankings = Mapping[str, float]


class ScoreValue(NamedTuple):
    """The points of a score, with the interval that they come from; it may have no bounds."""

    score: float
    top: float | None
    bottom: float | None
    middle: float
    width: float
    points: float


def score_session(
    session: Session, rankings: _Rankings, options: Options
) -> Iterator[tuple[Line | LineUp, ScoreValue]]:
    """Yield each row of a session, or line-up of a teams evening, with the value of its score.

    `rankings` are those of the players before the session.
    """
    return (_score_teams if session.form == "teams" else _score_lines)(session, rankings, options)


def _score_lines(
    session: Session, rankings: _Rankings, options: Options
) -> Iterator[tuple[Line, ScoreValue]]:
    intervals = compute_intervals(session.groups, options)
    values: dict[Line, ScoreValue] = {}
    for letters in group_lines(session.groups):
        rows = [row for row in session.lines if row.line in letters]
        values |= zip(
            rows, _score_unit(session.form, rows, intervals[letters[0]], rankings, options), strict=True
        )
    return ((row, values[row]) for row in session.lines)


def _score_unit(
    form: Form, rows: Sequence[Line], interval: Interval, rankings: _Rankings, options: Options
) -> list[ScoreValue]:
    """Return the values of the scores of a line, or of a top-integral group, by the method of the club."""
    scores = [row.score or 0.0 for row in rows]
    bounds: tuple[float | None, float | None] = interval.top, interval.bottom
    middle, width = interval.middle, interval.width
    if options.method == "dynamic":
        # R̄ is the mean ranking of who play in the line, and the width the nominal one, whatever the lines.
        middle, width = fmean(rankings[player] for row in rows for _, player in row.players), options.width
        bounds = None, None
    if options.method == "place":
        points = compute_place_points(scores, interval)
    elif options.method == "proportional":
        points = compute_proportional_points(scores, interval)
    else:
        scale = get_scale(form, options)
        points = [compute_balanced_points(score, middle, scale, width) for score in scores]
    return [
        ScoreValue(score, *bounds, middle, width, score_points)
        for score, score_points in zip(scores, points, strict=True)
    ]


def _score_teams(
    session: Session, rankings: _Rankings, options: Options
) -> Iterator[tuple[LineUp, ScoreValue]]:
    """Yield each line-up with the value of its sittings, which count together, once.

    "Rankingpunten toekennen voor viertallenwedstrijden".
    """
    # K, the strength of a team, is the mean ranking of its players.
    strengths = {
        line_up.team: fmean(rankings[id_] for _, id_ in line_up.players) for line_up in session.line_ups
    }
    for line_up in session.line_ups:
        sittings = [row for row in session.sittings if row.team == line_up.team]
        opposition = fmean(strengths[row.opponent] for row in sittings)
        score = fmean(row.vp or 0.0 for row in sittings)
        # R_V = W + (S - 10) / (S_T - 10)·Bₙ / 2, where W is the mean strength of the opposing teams
        scale = get_scale("teams", options)
        points = compute_balanced_points(score, opposition, scale, options.width)
        yield line_up, ScoreValue(score, None, None, opposition, options.width, points)
