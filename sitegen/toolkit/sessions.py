"""Sessions of bridge: columns of their tables, and checks that hold whatever is calculated from them.

A session has one form and no player twice, was not entered twice, and its teams have line-ups. What one pair
wins, others lose: percentages are 50 on average and IMPs cancel out, whatever the movement. They do so
nearly, not exactly: scores are rounded, an adjusted score may give both sides more than their share, and a
pair that sat out or came late counts as much as one that played all boards.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from math import fsum, sqrt
from statistics import fmean
from typing import Any, NamedTuple, TypeVar

from sitegen.core.entities import Fault, FaultKind, declare_error, declare_warning
from sitegen.core.missing import select_complete
from sitegen.core.problems import Message, Number, advise, quote_text, suggest_nearest
from sitegen.core.table import Table, get_column_names
from sitegen.toolkit.order import find_duplicates

E = TypeVar("E", bound=Hashable)
R = TypeVar("R")
FORM_NAMES = {"pairs": advise("pairs"), "butler": advise("butler"), "teams": advise("teams")}
"""The name of each form in messages, by its table."""


_TWO_FORMS = declare_error("two-forms", "{day} is played as {form} already: {source}")


def check_one_form(inputs: Any, get_session: Callable[[Any], Hashable], advice: Message) -> Iterator[Fault]:
    """Yield a fault for each further form of a session, at its first row; `get_session` gives its key."""
    first: dict[Hashable, tuple[str, str]] = {}
    reported: set[tuple[Hashable, str]] = set()
    for form in FORM_NAMES:
        for row in select_complete(getattr(inputs, form), "date"):
            session = get_session(row)
            first_form, source = first.setdefault(session, (form, row.source))
            if first_form != form and (session, form) not in reported:
                reported.add((session, form))
                params: dict[str, Any] = {"day": row.date, "form": FORM_NAMES[first_form], "source": source}
                yield _TWO_FORMS(row, "date", advice=advice, **params)


def check_repeated_players(
    inputs: Any, get_session: Callable[[Any], Hashable], kind: FaultKind
) -> Iterator[Fault]:
    """Yield a fault of `kind` for each player in an earlier row of the same session and table."""
    names = {player.id: player.name for player in select_complete(inputs.players, "id", "name")}
    for rows in (inputs.pairs, inputs.butler, inputs.lineups):
        cells = [(row, *cell) for row in select_complete(rows, "date") for cell in row.players]
        for (row, column, player), (first, *_) in find_duplicates(
            cells, lambda cell: (get_session(cell[0]), cell[2])
        ):
            if first is not row:
                name = names.get(player, player)
                yield kind(row, column, name=name, day=row.date, source=first.source)


class EveningResult(NamedTuple):
    """The score of some players on an evening."""

    players: frozenset[str]
    score: float


_MIN_COPIED_PAIRS = 4  # pairs whose scores are not the same twice by chance


def find_copies(evenings: Mapping[E, Iterable[EveningResult]]) -> Iterator[tuple[E, E]]:
    """Yield each evening with the same pairs and scores as an earlier one, with that one."""
    first: dict[frozenset[EveningResult], E] = {}
    for evening, evening_results in evenings.items():
        results = frozenset(evening_results)
        if len(results) >= _MIN_COPIED_PAIRS and len({result.score for result in results}) > 1:
            earlier = first.setdefault(results, evening)
            if earlier != evening:
                yield evening, earlier


def group_complete(rows: Iterable[R], key: Sequence[str], *columns: str) -> dict[tuple[Any, ...], list[R]]:
    """Return the rows by the columns of `key`, without groups in which a cell could not be read.

    All cells of `key` and `columns` must be read, so that no fault is reported of an evening that only
    follows from a row that was not. A row whose key could not be read makes the groups of the row above it
    and of the row below it incomplete.
    """
    groups: dict[tuple[Any, ...], list[R]] = {}
    incomplete: set[tuple[Any, ...] | None] = set()
    current: tuple[Any, ...] | None = None
    follows_unread_key = False
    for row in rows:
        if select_complete([row], *key):
            current = tuple(getattr(row, column) for column in key)
            groups.setdefault(current, []).append(row)
            if follows_unread_key or not select_complete([row], *(columns or key)):
                incomplete.add(current)
            follows_unread_key = False
        else:
            incomplete.add(current)
            follows_unread_key = True
    return {key_: group for key_, group in groups.items() if key_ not in incomplete}


_EVENING_COPIED = declare_warning(
    "evening-copied",
    "{day} has the same pairs and scores as {earlier}",
    "correct the date, or enter the scores of this day",
)


def check_copies(rows: Iterable[Any], key: Sequence[str]) -> Iterator[Fault]:
    """Yield evenings that were entered under two dates, each at its first row; `key` begins with `date`."""
    evenings = group_complete(rows, key, "player1", "player2", "score")
    results = {
        evening: [EveningResult(frozenset(player for _, player in row.players), row.score) for row in group]
        for evening, group in evenings.items()
        if all(row.score is not None for row in group)
    }
    for evening, earlier in find_copies(results):
        yield _EVENING_COPIED(evenings[evening][0], "date", day=evening[0], earlier=earlier[0])


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
        return [(name, self[place]) for name, place in _find_player_columns(type(self)) if self[place]]


@cache
def _find_player_columns(table: type[Table]) -> Sequence[tuple[str, int]]:
    return [(name, place) for place, name in enumerate(get_column_names(table)) if name.startswith("player")]


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
    teams_with_line_up, playing = _group_teams(line_ups, ["team"]), _group_teams(results, result_columns)
    probably_misspelled: set[tuple[date, str]] = set()
    for column, row in _find_missing_line_ups(results, team_columns, line_ups):
        teams = teams_with_line_up.get(row.date, ())
        idle = {*teams} - {*playing.get(row.date, ())}
        team = getattr(row, column)
        suggestion = suggest_nearest(team, idle)
        if suggestion:
            probably_misspelled |= {(row.date, name) for name in idle if suggest_nearest(team, [name])}
        advice = suggestion or suggest_nearest(team, teams) or _line_ups_hint(teams)
        yield _NO_LINE_UP(row, column, advice=advice, team=quote_text(team), day=row.date)
    for line_up in _find_idle_line_ups(line_ups, results, result_columns):
        if (line_up.date, line_up.team) not in probably_misspelled:
            yield _LINE_UP_IDLE(line_up, "team", team=quote_text(line_up.team), day=line_up.date)


def check_line_up_players(line_ups: Sequence[Any], advice: Message) -> Iterator[Fault]:
    """Yield line-ups in which a player stands twice."""
    for line_up in select_complete(line_ups, "date"):
        if len({player for _, player in line_up.players}) < len(line_up.players):
            yield _PLAYER_TWICE_IN_TEAM(line_up, "team", advice=advice, team=quote_text(line_up.team))


def _find_missing_line_ups(
    results: Sequence[Any], columns: Sequence[str], line_ups: Sequence[Any]
) -> Iterator[tuple[str, Any]]:
    """Yield the first cell of each team without a line-up, on days whose line-ups could be read."""
    teams, incomplete = _group_teams(line_ups, ["team"]), _find_incomplete_days(line_ups, ["team"])
    reported: set[tuple[date, str]] = set()
    for row in select_complete(results, "date") if None not in incomplete else ():
        for column in columns:
            if select_complete([row], column) and row.date not in incomplete:
                team = getattr(row, column)
                if team not in teams.get(row.date, ()) and (row.date, team) not in reported:
                    reported.add((row.date, team))
                    yield column, row


def _find_idle_line_ups(line_ups: Sequence[Any], results: Sequence[Any], columns: Sequence[str]) -> list[Any]:
    """Return the line-ups of teams without a result, on days whose results could be read."""
    playing, incomplete = _group_teams(results, columns), _find_incomplete_days(results, columns)
    return [
        line_up
        for line_up in (select_complete(line_ups, "date", "team") if None not in incomplete else ())
        if line_up.date not in incomplete and line_up.team not in playing.get(line_up.date, ())
    ]


def _group_teams(rows: Sequence[Any], columns: Sequence[str]) -> Mapping[date, Sequence[str]]:
    """Return the teams of each day, in these columns."""
    teams: dict[date, list[str]] = {}
    for column in columns:
        for row in select_complete(rows, "date", column):
            teams.setdefault(row.date, []).append(getattr(row, column))
    return teams


def _find_incomplete_days(rows: Sequence[Any], columns: Sequence[str]) -> set[date | None]:
    """Return the days of which not all teams could be read; with None if a day could not be read."""
    dated_rows = select_complete(rows, "date")
    incomplete = {row.date for row in dated_rows if not select_complete([row], *columns)}
    return incomplete if len(dated_rows) == len(rows) else {*incomplete, None}


def _line_ups_hint(teams: Sequence[str]) -> Message:
    if not teams:
        return advise("that day has no line-ups: add them to lineups.csv")
    return advise("line-ups of that day: {teams}", teams=", ".join(sorted(teams)))


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

    `amounts` is how much each pair played; it is empty where all played as much. `odd_parts` is how many
    parts of the field have an odd number of pairs, so that not all may have played as much.
    """

    scores: Sequence[float]
    amounts: Sequence[float] = ()
    odd_parts: int = 0

    @property
    def shares(self) -> Sequence[float]:
        """How much each pair played, 1 on average."""
        mean = fmean(self.amounts) if self.amounts else 1.0
        return [amount / mean for amount in self.amounts] or [1.0] * len(self.scores)


def compute_surplus(kind: ScoreKind, field: Field) -> float:
    """Return how much the scores of a field exceed the average together; 0 where that is ordinary.

    It is also 0 for one pair alone, and where the sum is only off because the pairs played unequal amounts,
    since the amounts may themselves be wrong.
    """
    if len(field.scores) < _MIN_PAIRS:
        return 0.0
    excesses = [score - kind.average for score in field.scores]
    surplus = fsum(share * excess for share, excess in zip(field.shares, excesses, strict=True))
    return surplus if min(abs(surplus), abs(fsum(excesses))) > _compute_tolerance(kind, field) else 0.0


def _compute_tolerance(kind: ScoreKind, field: Field) -> float:
    count = len(field.scores)
    decimals = max(len(repr(score).partition(".")[2].rstrip("0")) for score in field.scores)
    # Rounding errors add up as their number's root: three and a half standard deviations.
    rounding = sqrt(count) / 10**decimals if decimals else 0.0
    return max(kind.adjustment + kind.sit_out * field.odd_parts, kind.per_pair * count) + rounding


def find_suspect(kind: ScoreKind, field: Field, surplus: float) -> int | None:
    """Return the place of the wrong score in a field with a surplus; None where that is not clear.

    It is the only score that is further off than anybody comes, and would not be without the surplus.
    """

    def is_extreme(score: float) -> bool:
        return abs(score - kind.average) > kind.extreme

    suspects = [
        place
        for place, (score, share) in enumerate(zip(field.scores, field.shares, strict=True))
        if is_extreme(score) and not is_extreme(score - surplus / share)
    ]
    return suspects[0] if len(suspects) == 1 else None


class Doubt(NamedTuple):
    """A probable error in some scores: the place of the score to report it at, a message and a hint."""

    place: int
    message: Message
    hint: Message | str


def report_doubt(rows: Sequence[Any], doubt: Doubt | None) -> Iterator[Fault]:
    """Yield the warning of a doubt, if there is one, at its row; `rows` are those of the scores."""
    if doubt:
        yield Fault(rows[doubt.place], "score", doubt.message, doubt.hint, warning=True)


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


def check_percentages(where: object, field: Field) -> Doubt | None:
    """Return the doubt about percentages of a field that are not 50 on average; None where they are."""
    surplus = compute_surplus(PERCENTAGES, field)
    if not surplus:
        return None
    params: dict[str, Any] = {"where": where, "mean": Number(fmean(field.scores), ".2f")}
    if max(field.scores) <= 1:
        return Doubt(0, *_PERCENTAGES_ARE_FRACTIONS.fill(**params))
    place, advice = _locate_error(PERCENTAGES, field, surplus)
    return Doubt(place, *_PERCENTAGES_NOT_FIFTY.fill(advice=advice, **params))


def check_imps(where: object, field: Field, kind: ScoreKind) -> Doubt | None:
    """Return the doubt about IMPs of a field that do not cancel out; None where they do."""
    surplus = compute_surplus(kind, field)
    if not surplus:
        return None
    place, advice = _locate_error(kind, field, surplus)
    if are_like_percentages(field.scores):
        place, advice = 0, PERCENTAGES_ADVICE
    elif min(field.scores) >= 0:
        place, advice = 0, advise("write a minus before the IMPs of who lost")
    total = _format_figure(fsum(field.scores))
    return Doubt(place, *_IMPS_DO_NOT_CANCEL_OUT.fill(advice=advice, where=where, sum=total))


PERCENTAGES_ADVICE = advise("percentages belong in the table pairs")
"""What to do with IMPs that are percentages, see `are_like_percentages`."""


def are_like_percentages(scores: Sequence[float]) -> bool:
    """Whether scores that should be IMPs are percentages."""
    return min(scores) > 0 and abs(fmean(scores) - PERCENTAGES.average) < PERCENTAGES.adjustment


def _locate_error(kind: ScoreKind, field: Field, surplus: float) -> tuple[int, Message]:
    """Return the place of the score that is probably wrong, else of the first, and what to do about it."""
    place = find_suspect(kind, field, surplus)
    if place is not None:
        score = _format_figure(field.scores[place] - surplus / field.shares[place])
        return place, advise("about {score} here would be right: compare it with the result", score=score)
    excess = _format_figure(abs(surplus))
    if surplus > 0:
        return 0, advise("compare them with the result: one may be {by} too high", by=excess)
    return 0, advise("compare them with the result: one may be {by} too low", by=excess)


def _format_figure(figure: float) -> Number:
    return Number(round(figure, 2), "g")
