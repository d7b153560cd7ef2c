"""What holds of every evening at bridge, whatever is calculated from it.

Evenings as they are entered: which of them were read whole, and which were entered twice.

Columns that the tables of every club at bridge have.

Teams of four: whoever plays has a line-up, and a line-up plays.

What holds of the scores of any evening at bridge: what one pair wins, others lose.

So percentages are 50 on average and IMPs cancel out, whatever the movement. They do so nearly, not exactly:
scores are rounded, an adjusted score may give both sides more than their share, and a pair that sat out or
came late counts as much as one that played all boards.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from math import fsum, sqrt
from statistics import fmean
from typing import Any, NamedTuple, TypeVar

from sitegen.core.entities import Fault
from sitegen.core.problems import Message, advise, quote_text, say, suggest_nearest
from sitegen.core.table import Table, get_column_names
from sitegen.core.unread import select_complete
from sitegen.toolkit.order import find_duplicates

E = TypeVar("E", bound=Hashable)
R = TypeVar("R")
Forms = Mapping[str, Sequence[Any]]
"""The rows of each form, by its name."""
FORM_NAMES = {"pairs": advise("pairs"), "butler": advise("butler"), "teams": advise("teams")}
"""What each form is called."""


def check_one_form(forms: Forms, session: Callable[[Any], Hashable], hint: Message) -> Iterator[Fault]:
    """The first row of each form in a session that is of another already."""
    first: dict[Hashable, tuple[str, str]] = {}
    told: set[tuple[Hashable, str]] = set()
    for form, rows in forms.items():
        for row in select_complete(rows, "date"):
            other, source = first.setdefault(session(row), (form, row.source))
            if other != form and (session(row), form) not in told:
                told.add((session(row), form))
                message = say(
                    "two-forms",
                    "{day} is played as {form} already: {source}",
                    day=row.date,
                    form=FORM_NAMES[other],
                    source=source,
                )
                yield Fault(row, "date", message, hint)


class PlayerCell(NamedTuple):
    """A cell that names a player."""

    row: Any
    column: str
    player: str


def find_repeated_players(
    rows: Iterable[Any], session: Callable[[Any], Hashable]
) -> Iterator[tuple[PlayerCell, Any]]:
    """The cells with a player who stands in a row above of the same session, each with that row."""
    cells = [
        PlayerCell(row, *player_cell) for row in select_complete(rows, "date") for player_cell in row.players
    ]
    for cell, first in find_duplicates(cells, lambda item: (session(item.row), item.player)):
        if first.row is not cell.row:
            yield cell, first.row


class EveningResult(NamedTuple):
    """Who scored what."""

    players: frozenset[str]
    score: float


_MIN_COPIED_PAIRS = 4  # pairs whose scores are not the same twice by chance


def find_copies(evenings: Mapping[E, Iterable[EveningResult]]) -> Iterator[tuple[E, E]]:
    """Evenings with the same pairs and scores as an earlier one, and which that is."""
    first: dict[frozenset[EveningResult], E] = {}
    for evening, results in evenings.items():
        found = frozenset(results)
        if len(found) >= _MIN_COPIED_PAIRS and len({result.score for result in found}) > 1:
            earlier = first.setdefault(found, evening)
            if earlier != evening:
                yield evening, earlier


def describe_copy(day: date, earlier: date) -> tuple[Message, Message]:
    """What is said of an evening that is like an earlier one, and a hint."""
    told = say("evening-copied", "{day} has the same pairs and scores as {earlier}", day=day, earlier=earlier)
    return told, advise("correct the date, or enter the scores of this day")


def group_complete(rows: Iterable[R], key: Sequence[str], *columns: str) -> dict[tuple[Any, ...], list[R]]:
    """The rows by the columns of `key`, as far as all of these and of `columns` could be read.

    So nothing is told of an evening that only follows from a row of it that was not read. A row of which the
    key was not read is taken to be of the same as that above it, or that below.
    """
    found: dict[tuple[Any, ...], list[R]] = {}
    torn: set[tuple[Any, ...] | None] = set()
    above: tuple[Any, ...] | None = None
    is_open = False
    for row in rows:
        if select_complete([row], *key):
            above = tuple(getattr(row, column) for column in key)
            found.setdefault(above, []).append(row)
            torn |= {above} if is_open or not select_complete([row], *(columns or key)) else set()
            is_open = False
        else:
            torn.add(above)
            is_open = True
    return {when: those for when, those in found.items() if when not in torn}


def check_copies(lines: Iterable[Any], key: Sequence[str]) -> Iterator[Fault]:
    """Evenings that were entered under two dates, each at its first row; `key` begins with `date`."""
    held = group_complete(lines, key, "player1", "player2", "score")
    played = {
        when: [EveningResult(frozenset(player for _, player in row.players), row.score) for row in rows]
        for when, rows in held.items()
        if all(row.score is not None for row in rows)
    }
    for when, earlier in find_copies(played):
        yield Fault(held[when][0], "date", *describe_copy(when[0], earlier[0]), warning=True)


PLAYER_HEADINGS = [(f"speler{number}", f"joueur{number}") for number in range(1, 7)]
PAIR_HEADINGS = "paar", "paarnummer", "paarnr", "paire", "numéro de paire", "numero de paire"
TEAM_HEADINGS = "viertal", "ploeg", "équipe", "equipe"
"""What files call the columns of players, pairs and teams."""


class RowWithPlayers(Table):
    """A row that names players, in columns called `player1`, `player2` and so on."""

    @property
    def players(self) -> Sequence[tuple[str, str]]:
        """The columns that name a player, with the player, as far as they are filled in and could be read."""
        return [(name, self[place]) for name, place in _find_player_columns(type(self)) if self[place]]


@cache
def _find_player_columns(table: type[Table]) -> Sequence[tuple[str, int]]:
    return [(name, place) for place, name in enumerate(get_column_names(table)) if name.startswith("player")]


_TeamsByDay = Mapping[date, Sequence[str]]


def check_line_ups(
    results: Sequence[Any], rows: Sequence[Any], named: Sequence[str], own: Sequence[str]
) -> Iterator[Fault]:
    """Teams without a line-up, and line-ups without a result, each once.

    The columns `named` of a result are teams; those that it is a result of are in the columns `own`. Where
    one name may stand for another that is all that is told of the two.
    """
    there, playing = _group_teams(rows, ["team"]), _group_teams(results, own)
    spared: set[tuple[date, str]] = set()
    for column, row in _find_missing_line_ups(results, named, rows):
        idle = {*there.get(row.date, ())} - {*playing.get(row.date, ())}
        team = getattr(row, column)
        told = say(
            "no-line-up", "there is no line-up of {team} on {day}", team=quote_text(team), day=row.date
        )
        near = suggest_nearest(team, idle)
        spared |= {(row.date, name) for name in idle if near and suggest_nearest(team, [name])}
        every = there.get(row.date, ())
        yield Fault(row, column, told, near or suggest_nearest(team, every) or _line_ups_hint(every))
    for line_up in _find_idle_line_ups(rows, results, own):
        if (line_up.date, line_up.team) not in spared:
            told = say(
                "line-up-idle",
                "{team} does not play on {day}",
                team=quote_text(line_up.team),
                day=line_up.date,
            )
            yield Fault(
                line_up, "team", told, advise("add its results to teams.csv, or take the line-up out")
            )


def check_line_up_players(rows: Sequence[Any], hint: Message) -> Iterator[Fault]:
    """Line-ups in which a player stands twice."""
    for row in select_complete(rows, "date"):
        if len({player for _, player in row.players}) < len(row.players):
            team = quote_text(row.team)
            told = say("player-twice-in-team", "a player stands twice in the line-up of {team}", team=team)
            yield Fault(row, "team", told, hint)


def _find_missing_line_ups(
    results: Sequence[Any], named: Sequence[str], rows: Sequence[Any]
) -> Iterator[tuple[str, Any]]:
    """The first cell of each team without a line-up, of days whose line-ups could be read."""
    there, torn = _group_teams(rows, ["team"]), _find_incomplete_days(rows, ["team"])
    told: set[tuple[date, str]] = set()
    for row in select_complete(results, "date") if None not in torn else ():
        for column in named:
            if select_complete([row], column) and row.date not in torn:
                one = row.date, getattr(row, column)
                if one[1] not in there.get(row.date, ()) and one not in told:
                    told.add(one)
                    yield column, row


def _find_idle_line_ups(rows: Sequence[Any], results: Sequence[Any], own: Sequence[str]) -> list[Any]:
    """The line-ups of who has no result, of days whose results could be read."""
    playing, torn = _group_teams(results, own), _find_incomplete_days(results, own)
    found = select_complete(rows, "date", "team") if None not in torn else []
    return [
        line_up
        for line_up in found
        if line_up.date not in torn and line_up.team not in playing.get(line_up.date, ())
    ]


def _group_teams(rows: Sequence[Any], columns: Sequence[str]) -> _TeamsByDay:
    """The teams of each day, in these columns."""
    found: dict[date, list[str]] = {}
    for column in columns:
        for row in select_complete(rows, "date", column):
            found.setdefault(row.date, []).append(getattr(row, column))
    return found


def _find_incomplete_days(rows: Sequence[Any], columns: Sequence[str]) -> set[date | None]:
    """The days of which not all teams could be read; None among them where a day could not."""
    dated = select_complete(rows, "date")
    unread = {row.date for row in dated if not select_complete([row], *columns)}
    return unread if len(dated) == len(rows) else {*unread, None}


def _line_ups_hint(teams: Sequence[str]) -> Message:
    if not teams:
        return advise("there are no line-ups of that day: add them to lineups.csv")
    return advise("line-ups of that day: {teams}", teams=", ".join(sorted(teams)))


class ScoreKind(NamedTuple):
    """What scores of a kind come to, and how far from it they may be together.

    `average` is what each is in the mean. `adjusted` is what adjusted scores may add in all, `sat_out` what
    it adds that not all played as much, and `each` what is ordinary for each pair of a large field. Nobody
    comes further than `extreme` from the average.
    """

    average: float
    adjustment: float
    sit_out: float
    per_pair: float
    extreme: float


PERCENTAGES = ScoreKind(average=50, adjustment=5, sit_out=8, per_pair=0.2, extreme=25)
IMPS = ScoreKind(average=0, adjustment=8, sit_out=6, per_pair=0.4, extreme=100)
IMPS_A_BOARD = ScoreKind(average=0, adjustment=0.7, sit_out=1.4, per_pair=0.03, extreme=4)
"""As wide as one in a thousand honest evenings needs, by playing some thousands out."""


_MIN_PAIRS = 2  # pairs that can play


class Field(NamedTuple):
    """The scores of pairs that played each other, and what each played; nothing where all played as much.

    `odd` is how many of its parts have an odd number of pairs, so that not all may have played as much.
    """

    scores: Sequence[float]
    amounts: Sequence[float] = ()
    odd_parts: int = 0

    @property
    def shares(self) -> Sequence[float]:
        """What each pair played, 1 on average."""
        mean = fmean(self.amounts) if self.amounts else 1.0
        return [amount / mean for amount in self.amounts] or [1.0] * len(self.scores)


def compute_surplus(kind: ScoreKind, field: Field) -> float:
    """How much the scores of a field are too many together; 0 where that is ordinary.

    That is so too where it only comes of what each played, which may itself be wrong, and of one pair alone.
    """
    if len(field.scores) < _MIN_PAIRS:
        return 0.0
    beyond = [score - kind.average for score in field.scores]
    found = fsum(share * excess for share, excess in zip(field.shares, beyond, strict=True))
    return found if min(abs(found), abs(fsum(beyond))) > _compute_tolerance(kind, field) else 0.0


def _compute_tolerance(kind: ScoreKind, field: Field) -> float:
    count = len(field.scores)
    decimals = max(map(_count_decimals, field.scores))
    # Rounding errors add up as their number's root: three and a half standard deviations.
    rounding = sqrt(count) / 10**decimals if decimals else 0.0
    return max(kind.adjustment + kind.sit_out * field.odd_parts, kind.per_pair * count) + rounding


def _count_decimals(score: float) -> int:
    return len(repr(score).partition(".")[2].rstrip("0"))


def find_suspect(kind: ScoreKind, field: Field, surplus: float) -> int | None:
    """Which score of a field with a surplus is the wrong one; None where that cannot be told.

    It is the only one that is further off than anybody comes, and would not be without the surplus.
    """
    found = [
        place
        for place, (score, share) in enumerate(zip(field.scores, field.shares, strict=True))
        if _is_far(kind, score) and not _is_far(kind, score - surplus / share)
    ]
    return found[0] if len(found) == 1 else None


def _is_far(kind: ScoreKind, score: float) -> bool:
    return abs(score - kind.average) > kind.extreme


class Doubt(NamedTuple):
    """What is probably wrong with some scores: where among them that is told, what was found, and a hint."""

    place: int
    message: Message
    hint: Message


def report_doubt(rows: Sequence[Any], doubt: Doubt | None) -> Iterator[Fault]:
    """The doubt, if there is one, at its row of those with these scores."""
    if doubt:
        yield Fault(rows[doubt.place], "score", doubt.message, doubt.hint, warning=True)


def check_percentages(where: object, field: Field) -> Doubt | None:
    """What the percentages of a field come to, unless it is what they must: 50 on average."""
    found, mean = compute_surplus(PERCENTAGES, field), f"{fmean(field.scores):.2f}"
    if not found:
        return None
    if max(field.scores) <= 1:
        told = say(
            "percentages-are-fractions",
            "no percentage of {where} is above 1: they are {mean} on average, and should be 50",
            where=where,
            mean=mean,
        )
        hint = advise("write 56.25 where 0.5625 stands, which is what Excel keeps of 56.25%")
        return Doubt(0, told, hint)
    told = say(
        "percentages-not-fifty",
        "the percentages of {where} are {mean} on average, and should be 50",
        where=where,
        mean=mean,
    )
    return _locate_doubt(PERCENTAGES, field, found, told)


def check_imps(where: object, field: Field, kind: ScoreKind) -> Doubt | None:
    """What the IMPs of a field come to, unless they cancel out."""
    found = compute_surplus(kind, field)
    if not found:
        return None
    told = say(
        "imps-do-not-cancel-out",
        "the IMPs of {where} are {sum} together, and should cancel out",
        where=where,
        sum=_format_figure(fsum(field.scores)),
    )
    if are_like_percentages(field.scores):
        return Doubt(0, told, advise("percentages belong in the table pairs"))
    return _locate_doubt(kind, field, found, told)


def are_like_percentages(scores: Sequence[float]) -> bool:
    """Whether what should be IMPs are percentages."""
    return min(scores) > 0 and abs(fmean(scores) - PERCENTAGES.average) < PERCENTAGES.adjustment


def _locate_doubt(kind: ScoreKind, field: Field, found: float, told: Message) -> Doubt:
    """The doubt at the score that is probably wrong, else at the first."""
    index = find_suspect(kind, field, found)
    if index is not None:
        right = field.scores[index] - found / field.shares[index]
        return Doubt(
            index,
            told,
            advise(
                "about {score} here would be right: compare it with the result", score=_format_figure(right)
            ),
        )
    by = _format_figure(abs(found))
    if found > 0:
        return Doubt(0, told, advise("compare them with the result: one may be {by} too high", by=by))
    return Doubt(0, told, advise("compare them with the result: one may be {by} too low", by=by))


def _format_figure(figure: float) -> str:
    return f"{round(figure, 2):g}"
