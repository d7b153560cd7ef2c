"""Who and what a session holds: one form, everyone once, and all its scores or none."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.problem import quoted
from sitegen.systems.bridge.evenings import Forms, two_forms
from sitegen.systems.nbb.tables import Inputs, Line, LineUp, Sitting
from sitegen.unread import Unread, known


def sessions(inputs: Inputs) -> Iterator[Fault]:
    """All faults of sessions as a whole."""
    forms: Forms = {"pairs": inputs.pairs, "butler": inputs.butler, "teams": inputs.teams}
    yield from two_forms(forms, session_of, advise("correct the day, or give the session a label"))
    names = {each.id: each.name for each in known(inputs.players, "id", "name")}
    for rows in (inputs.pairs, inputs.butler, inputs.lineups):
        yield from _players_once(rows, names)
    for table in (inputs.pairs, inputs.butler):
        yield from _pairs_once(table)
    for scored in forms.values():
        yield from _half_played(scored)


def session_of(row: Line | Sitting | LineUp) -> Hashable:
    """The day and the label of the session; a teams evening has none."""
    return (row.date, row.session) if isinstance(row, Line) else (row.date, "")


def _players_once(rows: Iterable[Line | LineUp], names: Mapping[str, str]) -> Iterator[Fault]:
    """A player stands once in a session; of one that holds two forms that alone is told."""
    first: dict[tuple[Hashable, str], Line | LineUp] = {}
    for row in known(rows, "date"):
        players = [each for each in row.players if not isinstance(each[1], Unread)]
        for column, player in players:
            other = first.setdefault((session_of(row), player), row)
            if other is not row:
                told = say(
                    "player-twice-in-session",
                    "{name} plays in this session already: {source}",
                    name=names.get(player, player),
                    source=other.source,
                )
                yield Fault(row, column, told, advise("a player stands once in a session"))
        if isinstance(row, LineUp) and len({player for _, player in players}) < len(players):
            team = quoted(row.team)
            told = say("player-twice-in-team", "a player stands twice in the line-up of {team}", team=team)
            yield Fault(row, "team", told, advise("name each player once"))


def _pairs_once(rows: Sequence[Line]) -> Iterator[Fault]:
    """What a pair is called occurs once in a line, where it is filled in."""
    first: dict[Hashable, Line] = {}
    for row in known(rows, "date", "session", "line", "pair"):
        other = first.setdefault((session_of(row), row.line, row.pair.casefold()), row)
        if row.pair and other is not row:
            told = say(
                "pair-twice-in-line",
                "pair {pair} stands in line {line} already: {source}",
                pair=quoted(row.pair),
                line=row.line,
                source=other.source,
            )
            yield Fault(row, "pair", told, advise("a pair has one score in a session"), warning=True)


def _half_played(rows: Sequence[Any]) -> Iterator[Fault]:
    """A session has all its scores or none; where more lack one, that is told at the first."""
    column = "vp" if rows and isinstance(rows[0], Sitting) else "score"
    blank: dict[Hashable, list[Any]] = {}
    played = set()
    for row in known(rows, "date"):
        if getattr(row, column) is None:
            blank.setdefault(session_of(row), []).append(row)
        elif known([row], column):
            played.add(session_of(row))
    for when, lacking in blank.items():
        if when in played:
            row = lacking[0]
            told = say(
                "score-missing", "other scores of {day} are known, and this one is blank", day=row.date
            )
            if len(lacking) > 1:
                told = say(
                    "scores-missing",
                    "other scores of {day} are known, and {number} are blank",
                    day=row.date,
                    number=len(lacking),
                )
            hint = advise("enter what is missing, or leave all scores of a session blank")
            yield Fault(row, column, told, hint)
