"""What is wrong with the tables of the NBB-Clubranking that their columns alone do not show."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import chain, pairwise

from sitegen.model import Fault
from sitegen.systems.nbb.sessions import season_of
from sitegen.systems.nbb.tables import Inputs, Line, LineUp, Options, Partnership, Sitting

_Row = Line | Sitting
_When = tuple[date, str]


def faults(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """All faults."""
    yield from _seasons(inputs)
    yield from _outside(inputs)
    yield from _two_forms(inputs)
    yield from _players_once(inputs)
    yield from _groups([*inputs.pairs, *inputs.butler])
    yield from _half_played(inputs)
    yield from _partnerships(inputs)
    yield from _teams(inputs)
    yield from _without_ranking(inputs, options)


def _seasons(inputs: Inputs) -> Iterator[Fault]:
    """Seasons follow each other, and a substitute ranking is of one of them."""
    ordered = sorted(inputs.seasons, key=lambda each: each.start)
    for before, each in pairwise(ordered):
        if each.start <= before.end:
            message = f"season {each.season} starts on {each.start}, and {before.season} ends on {before.end}"
            yield Fault(each, "start", message, "seasons do not overlap")
    known = {each.season for each in inputs.seasons}
    for row in inputs.substitutes:
        if row.season not in known:
            hint = f"the seasons are {', '.join(sorted(known))}"
            yield Fault(row, "season", f"there is no season {row.season!r}", hint)


def _outside(inputs: Inputs) -> Iterator[Fault]:
    rows: list[_Row] = [*inputs.pairs, *inputs.butler, *inputs.teams]
    for row in rows:
        if season_of(row.date, inputs.seasons) is None:
            yield Fault(row, "date", f"{row.date} lies in no season", "correct it, or add to seasons.csv")


def _two_forms(inputs: Inputs) -> Iterator[Fault]:
    """A day and session hold one form."""
    first: dict[_When, tuple[str, str]] = {}
    told: set[tuple[_When, str]] = set()
    forms: tuple[tuple[str, Iterable[_Row]], ...] = (
        ("pairs", inputs.pairs),
        ("butler", inputs.butler),
        ("teams", inputs.teams),
    )
    for form, rows in forms:
        for row in rows:
            other, source = first.setdefault(_when(row), (form, row.source))
            if other != form and (_when(row), form) not in told:
                told.add((_when(row), form))
                message = f"{row.date} has a session of {other} already: {source}"
                yield Fault(row, "date", message, "correct the day, or give the session a label")


def _when(row: _Row) -> _When:
    return row.date, row.session if isinstance(row, Line) else ""


def _players_once(inputs: Inputs) -> Iterator[Fault]:
    """A player stands once in a session."""
    names = {each.id: each.name for each in inputs.players}
    first: dict[tuple[_When, str], Line | LineUp] = {}
    for row in chain[Line | LineUp](inputs.pairs, inputs.butler, inputs.lineups):
        when = _when(row) if isinstance(row, Line) else (row.date, "")
        counts = Counter(player for _, player in row.players)
        for column, player in row.players:
            other = first.setdefault((when, player), row)
            if other is not row:
                message = f"{names[player]} plays in this session already: {other.source}"
                yield Fault(row, column, message, "a player stands once in a session")
        if isinstance(row, LineUp) and max(counts.values()) > 1:
            yield Fault(row, "team", f"a player stands twice in {row.team!r}", "name each player once")


def _groups(lines: Iterable[Line]) -> Iterator[Fault]:
    """A line of a session is in one group."""
    first: dict[tuple[_When, str], Line] = {}
    for row in lines:
        other = first.setdefault((_when(row), row.line), row)
        if other.group != row.group:
            message = f"line {row.line} is in group {other.group or 'none'!r} at {other.source}"
            yield Fault(row, "group", message, "all pairs of a line are in one group")


def _half_played(inputs: Inputs) -> Iterator[Fault]:
    """A session has all its scores or none."""
    rows: list[_Row] = [*inputs.pairs, *inputs.butler, *inputs.teams]
    played = {_when(row) for row in rows if _score(row) is not None}
    for row in rows:
        if _score(row) is None and _when(row) in played:
            column = "score" if isinstance(row, Line) else "vp"
            message = f"other scores of {row.date} are known, and this one is blank"
            yield Fault(row, column, message, "enter it, or leave all scores of a session blank")


def _score(row: _Row) -> float | None:
    return row.score if isinstance(row, Line) else row.vp


def _partnerships(inputs: Inputs) -> Iterator[Fault]:
    """`for` names a partnership of which one of the pair is a member, and which has one result a session."""
    known = {each.partnership: each for each in inputs.partnerships}
    first: dict[tuple[_When, str], Line] = {}
    for row in (*inputs.pairs, *inputs.butler):
        if row.for_:
            yield from _played_for(row, known.get(row.for_))
        pair = {player for _, player in row.players}
        for each in inputs.partnerships:
            is_result = row.for_ == each.partnership or pair <= {player for _, player in each.players}
            other = first.setdefault((_when(row), each.partnership), row) if is_result else row
            if other is not row:
                message = f"partnership {each.partnership!r} has a result in this session: {other.source}"
                yield Fault(row, "for", message, "a partnership has one result a session")


def _played_for(row: Line, partnership: Partnership | None) -> Iterator[Fault]:
    if partnership is None:
        yield Fault(row, "for", f"there is no partnership {row.for_!r}", "see partnerships.csv")
        return
    members = {player for _, player in partnership.players} & {player for _, player in row.players}
    if len(members) != 1:
        message = f"{len(members)} of this pair are members of {row.for_!r}"
        yield Fault(row, "for", message, "with a substitute plays one member and somebody else")


def _teams(inputs: Inputs) -> Iterator[Fault]:
    """Every team has a line-up and an opponent that plays, and is not there for nothing."""
    line_ups = {(each.date, each.team) for each in inputs.lineups}
    playing = {(row.date, row.team) for row in inputs.teams}
    for row in inputs.teams:
        for column, team in (("team", row.team), ("opponent", row.opponent)):
            if (row.date, team) not in line_ups:
                known = ", ".join(sorted(name for day, name in line_ups if day == row.date)) or "none"
                hint = f"line-ups of that day: {known}"
                yield Fault(row, column, f"there is no line-up of {team!r} on {row.date}", hint)
    for each in inputs.lineups:
        if (each.date, each.team) not in playing:
            message = f"{each.team!r} has no sitting on {each.date}"
            yield Fault(each, "team", message, "add its sittings to teams.csv, or take the line-up out")


def _without_ranking(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Somebody who plays and has nothing to stand in for sessions not yet played."""
    given = {row.player for row in inputs.substitutes}
    rows = chain[Line | LineUp | Partnership](
        inputs.pairs, inputs.butler, inputs.lineups, inputs.partnerships
    )
    playing = {player for row in rows for _, player in row.players}
    for each in inputs.players:
        if each.id in playing - given and each.ranking is None and options.start_ranking is None:
            message = f"{each.name} has no substitute ranking"
            hint = "fill in 'ranking', add a row to substitutes.csv, or set the option start_ranking"
            yield Fault(each, "ranking", message, hint)
