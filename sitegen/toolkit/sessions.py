"""Sessions of bridge: columns of their tables, and checks that hold whatever is calculated from them.

A session has one form and no player twice, was not entered twice, and its teams have line-ups. What one pair
wins, others lose: percentages are 50 on average and IMPs cancel out, whatever the movement. They do so
nearly, not exactly: scores are rounded, an adjusted score may give both sides more than their share, and a
pair that sat out or came late counts as much as one that played all boards.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache
from math import fsum, sqrt
from operator import attrgetter
from statistics import fmean
from typing import Any, NamedTuple, TypeVar

from sitegen.core.columnar import index_cells
from sitegen.core.entities import Fault, FaultKind, declare_error, declare_warning
from sitegen.core.missing import select_complete
from sitegen.core.problems import Message, Number, advise, quote_text, suggest_nearest
from sitegen.core.table import Table
from sitegen.toolkit.order import has_no_missing

R = TypeVar("R")
FORM_NAMES = {"pairs": advise("pairs"), "butler": advise("butler"), "teams": advise("teams")}
"""The name of each form in messages, by its table."""


_TWO_FORMS = declare_error("two-forms", "{day} is played as {form} already: {source}")


def check_one_form(inputs: Any, get_session: Callable[[Any], Hashable], advice: Message) -> Iterator[Fault]:
    """Yield a fault for each further form of a session, at its first row; `get_session` gives its key."""
    first_rows: dict[Hashable, dict[str, Any]] = {}
    for form in FORM_NAMES:
        for row in select_complete(getattr(inputs, form), "date"):
            first_rows.setdefault(get_session(row), {}).setdefault(form, row)
    for rows in first_rows.values():
        (first_form, first), *others = rows.items()
        for _, row in others:
            params: dict[str, Any] = {"form": FORM_NAMES[first_form], "source": first.source}
            yield _TWO_FORMS(row, "date", advice=advice, day=row.date, **params)


def check_repeated_players(
    inputs: Any, get_session: Callable[[Any], Hashable], kind: FaultKind
) -> Iterator[Fault]:
    """Yield a fault of `kind` for each player in an earlier row of the same session and table."""
    names = {player.id: player.name for player in select_complete(inputs.players, "id", "name")}
    for rows in (inputs.pairs, inputs.butler, inputs.lineups):
        first_rows: dict[Hashable, Any] = {}
        for row in select_complete(rows, "date"):
            session = get_session(row)
            for column, player in row.players:
                first = first_rows.setdefault((session, player), row)
                if first is not row:
                    name = names.get(player, player)
                    yield kind(row, column, name=name, day=row.date, source=first.source)


def group_complete(rows: Sequence[R], key: Sequence[str], *columns: str) -> dict[tuple[Any, ...], list[R]]:
    """Return the rows by the columns of `key`, without groups in which a cell of `columns` could not be read.

    Where a cell of `key` could not be read there are none, since its row may be of any group: no fault is
    reported that only follows from a row that was not read.
    """
    if not has_no_missing(rows, *key):
        return {}
    places_by_key = index_cells(zip(*(map(attrgetter(column), rows) for column in key), strict=True))
    groups = {values: [rows[place] for place in places] for values, places in places_by_key.items()}
    if has_no_missing(rows, *key, *columns):
        return groups
    return {values: group for values, group in groups.items() if has_no_missing(group, *key, *columns)}


PLAYER_HEADINGS = [(f"speler{number}", f"joueur{number}") for number in range(1, 7)]
PAIR_HEADINGS = "paar", "paarnummer", "paarnr", "paire", "numéro de paire", "numero de paire"
TEAM_HEADINGS = "viertal", "ploeg", "équipe", "equipe"
"""Headings in files for the columns of players, pairs and teams."""


SAME_PLAYERS = declare_error("player-with-themselves", "both players are the same", "a pair has two players")
"""What is wrong with a row of a pair whose players are one."""


class RowWithPlayers(Table):
    """A row that names players, in columns called `player1`, `player2` and so on."""

    @property
    def players(self) -> Sequence[tuple[str, str]]:
        """The columns with a player, each with that player, as far as they are filled in and were read."""
        return [(name, self[place]) for name, place in _list_player_columns(type(self)) if self[place]]


@cache
def _list_player_columns(table: type[RowWithPlayers]) -> Sequence[tuple[str, int]]:
    """Return the columns of a table that name players, each with its place in a row."""
    return [(name, place) for place, name in enumerate(table._fields) if name.startswith("player")]


_NO_LINE_UP = declare_error("no-line-up", "there is no line-up of {team} on {day}")
_LINE_UP_IDLE = declare_error(
    "line-up-idle", "{team} does not play on {day}", "add its results to teams.csv, or take the line-up out"
)
_PLAYER_TWICE_IN_TEAM = declare_error(
    "player-twice-in-team", "a player stands twice in the line-up of {team}"
)


def check_line_ups(
    results: Sequence[Any],
    line_ups: Sequence[Any],
    team_columns: Sequence[str],
    result_columns: Sequence[str],
) -> Iterator[Fault]:
    """Yield teams without a line-up, and line-ups without a result, each once.

    `team_columns` are all columns of a result with a team; `result_columns` are those of the teams whose
    result it is. Where a team without a line-up and a line-up without a result have nearly the same name,
    only the first is reported.
    """
    dated_line_ups = select_complete(line_ups, "date", "team")
    with_line_up = {(line_up.date, line_up.team) for line_up in dated_line_ups}
    playing = {(row.date, team) for row, _, team in _list_teams(results, result_columns)}
    unknown: dict[tuple[Any, str], tuple[Any, str]] = {}
    if len(dated_line_ups) == len(line_ups):
        for row, column, team in _list_teams(results, team_columns):
            if (row.date, team) not in with_line_up:
                unknown.setdefault((row.date, team), (row, column))
    for (day, team), (row, column) in unknown.items():
        teams = [name for other_day, name in sorted(with_line_up) if other_day == day]
        idle = [name for name in teams if (day, name) not in playing]
        advice = suggest_nearest(team, idle) or suggest_nearest(team, teams) or _line_ups_hint(teams)
        yield _NO_LINE_UP(row, column, advice=advice, team=quote_text(team), day=day)
    for line_up in dated_line_ups if has_no_missing(results, "date", *result_columns) else ():
        unknown_teams = [team for day, team in unknown if day == line_up.date]
        is_idle = (line_up.date, line_up.team) not in playing
        if is_idle and not suggest_nearest(line_up.team, unknown_teams):
            yield _LINE_UP_IDLE(line_up, "team", team=quote_text(line_up.team), day=line_up.date)


def _list_teams(results: Sequence[Any], columns: Sequence[str]) -> Iterator[tuple[Any, str, str]]:
    """Yield each row with a column and the team in it, as far as they were read."""
    for row in select_complete(results, "date"):
        for column in columns:
            if select_complete([row], column):
                yield row, column, getattr(row, column)


def _line_ups_hint(teams: Sequence[str]) -> Message:
    if not teams:
        return advise("that day has no line-ups: add them to lineups.csv")
    return advise("line-ups of that day: {teams}", teams=", ".join(teams))


def check_line_up_players(line_ups: Sequence[Any], advice: Message) -> Iterator[Fault]:
    """Yield line-ups in which a player stands twice."""
    for line_up in select_complete(line_ups, "date"):
        if len({player for _, player in line_up.players}) < len(line_up.players):
            yield _PLAYER_TWICE_IN_TEAM(line_up, "team", advice=advice, team=quote_text(line_up.team))


class ScoreKind(NamedTuple):
    """The mean of a kind of scores, and how far the sum of a field may be from it.

    `average` is the mean. `adjustment` is how much adjusted scores may add in all, `sit_out` how much each
    part with an odd number of pairs may add, and `per_pair` what is ordinary for each pair of a large field.
    Nobody comes further than `extreme` from the average.
    """

    average: float
    adjustment: float
    sit_out: float
    per_pair: float
    extreme: float


PERCENTAGES = ScoreKind(average=50, adjustment=5, sit_out=8, per_pair=0.2, extreme=25)
IMPS = ScoreKind(average=0, adjustment=8, sit_out=6, per_pair=0.4, extreme=100)
IMPS_A_BOARD = ScoreKind(average=0, adjustment=0.7, sit_out=1.4, per_pair=0.03, extreme=4)
"""As wide as one in a thousand honest evenings needs, by a simulation of some thousands."""


_MIN_PAIRS = 2  # pairs that can play


class Field(NamedTuple):
    """The scores of pairs that played each other.

    `odd_parts` is how many parts of the field have an odd number of pairs, so that not all played as much.
    """

    scores: Sequence[float]
    odd_parts: int = 0

    @classmethod
    def from_rows(cls, rows: Sequence[Any], part_column: str) -> "Field":
        """Return the scores of rows, of which those with the same value in a column are a part."""
        counts = Counter(getattr(row, part_column) for row in rows)
        return cls([row.score for row in rows], sum(count % 2 for count in counts.values()))


def compute_surplus(kind: ScoreKind, field: Field) -> float:
    """Return how much the scores of a field exceed the average together; 0 where that is ordinary."""
    count = len(field.scores)
    if count < _MIN_PAIRS:
        return 0.0
    surplus = fsum(score - kind.average for score in field.scores)
    decimals = max(len(repr(score).partition(".")[2].rstrip("0")) for score in field.scores)
    # Rounding errors add up as their number's root: three and a half standard deviations.
    rounding = sqrt(count) / 10**decimals if decimals else 0.0
    tolerance = max(kind.adjustment + kind.sit_out * field.odd_parts, kind.per_pair * count) + rounding
    return surplus if abs(surplus) > tolerance else 0.0


_PERCENTAGES_ARE_FRACTIONS = declare_warning(
    "percentages-are-fractions",
    "no percentage of {where} is above 1: they are {mean} on average, and should be 50",
    "write 56.25 where 0.5625 stands, which is what Excel keeps of 56.25%",
)
_PERCENTAGES_NOT_FIFTY = declare_warning(
    "percentages-not-fifty", "the percentages of {where} are {mean} on average, and should be 50"
)
_IMPS_DO_NOT_CANCEL_OUT = declare_warning(
    "imps-do-not-cancel-out", "the IMPs of {where} are {sum} together, and should cancel out"
)


def check_percentages(rows: Sequence[Any], where: object, field: Field) -> Iterator[Fault]:
    """Yield a warning for percentages of a field that are not 50 on average; `rows` are those of the scores.

    It stands at the row whose score is probably wrong, else at the first.
    """
    surplus = compute_surplus(PERCENTAGES, field)
    params: dict[str, Any] = {"where": where, "mean": Number(fmean(field.scores), ".2f")}
    if surplus and max(field.scores) <= 1:
        yield _PERCENTAGES_ARE_FRACTIONS(rows[0], "score", **params)
    elif surplus:
        place, advice = _locate_error(PERCENTAGES, field, surplus)
        yield _PERCENTAGES_NOT_FIFTY(rows[place], "score", advice=advice, **params)


def check_imps(rows: Sequence[Any], where: object, field: Field, kind: ScoreKind) -> Iterator[Fault]:
    """Yield a warning for IMPs of a field that do not cancel out; `rows` are those of the scores."""
    if not (surplus := compute_surplus(kind, field)):
        return
    place, advice = _locate_error(kind, field, surplus)
    if are_like_percentages(field.scores):
        place, advice = 0, PERCENTAGES_ADVICE
    elif min(field.scores) >= 0:
        place, advice = 0, advise("write a minus before the IMPs of who lost")
    total = _format_figure(fsum(field.scores))
    yield _IMPS_DO_NOT_CANCEL_OUT(rows[place], "score", advice=advice, where=where, sum=total)


PERCENTAGES_ADVICE = advise("percentages belong in the table pairs")
"""What to do with IMPs that are percentages, see `are_like_percentages`."""


def are_like_percentages(scores: Sequence[float]) -> bool:
    """Whether scores that should be IMPs are percentages."""
    return min(scores) > 0 and abs(fmean(scores) - PERCENTAGES.average) < PERCENTAGES.adjustment


def _locate_error(kind: ScoreKind, field: Field, surplus: float) -> tuple[int, Message]:
    """Return the place of the score that is probably wrong, else of the first, and what to do about it.

    Wrong is the only score that is further off than anybody comes, and would not be without the surplus.
    """
    suspects = [
        place
        for place, score in enumerate(field.scores)
        if abs(score - kind.average) > kind.extreme >= abs(score - surplus - kind.average)
    ]
    if len(suspects) == 1:
        score = _format_figure(field.scores[suspects[0]] - surplus)
        hint = advise("about {score} here would be right: compare it with the result", score=score)
        return suspects[0], hint
    excess = _format_figure(abs(surplus))
    if surplus > 0:
        return 0, advise("compare them with the result: one may be {by} too high", by=excess)
    return 0, advise("compare them with the result: one may be {by} too low", by=excess)


def _format_figure(figure: float) -> Number:
    return Number(round(figure, 2), "g")
