"""Who and what a session holds: one form, everyone once, and all its scores or none."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.problem import quoted
from sitegen.systems.bridge.evenings import elsewhere, two_forms
from sitegen.systems.bridge.teams import doubled
from sitegen.systems.nbb.tables import Inputs, Line, LineUp, Sitting
from sitegen.toolkit.checks import again
from sitegen.toolkit.rows import grouped
from sitegen.unread import known


def sessions(inputs: Inputs) -> Iterator[Fault]:
    """All faults of sessions as a whole; of one that holds two forms that alone is told."""
    forms = {"pairs": inputs.pairs, "butler": inputs.butler, "teams": inputs.teams}
    yield from two_forms(forms, session_of, advise("correct the day, or give the session a label"))
    yield from doubled(inputs.lineups, advise("name each player once"))
    yield from _players_once(inputs)
    for table in (inputs.pairs, inputs.butler):
        yield from _pairs_once(table)
        yield from _half_played(table, "score")
    yield from _half_played(inputs.teams, "vp")


def session_of(row: Line | Sitting | LineUp) -> Hashable:
    """The day and the label of the session; a teams evening has none."""
    return (row.date, row.session) if isinstance(row, Line) else (row.date, "")


def _players_once(inputs: Inputs) -> Iterator[Fault]:
    names = {each.id: each.name for each in known(inputs.players, "id", "name")}
    for rows in (inputs.pairs, inputs.butler, inputs.lineups):
        for (row, column, player), other in elsewhere(rows, session_of):
            told = say(
                "player-twice-in-session",
                "{name} plays in this session already: {source}",
                name=names.get(player, player),
                source=other.source,
            )
            yield Fault(row, column, told, advise("a player stands once in a session"))


def _pairs_once(rows: Sequence[Line]) -> Iterator[Fault]:
    """What a pair is called occurs once in a line, where it is filled in."""
    named = [row for row in known(rows, "date", "session", "line", "pair") if row.pair]
    for row, other in again(named, lambda row: (session_of(row), row.line, row.pair.casefold())):
        told = say(
            "pair-twice-in-line",
            "pair {pair} stands in line {line} already: {source}",
            pair=quoted(row.pair),
            line=row.line,
            source=other.source,
        )
        yield Fault(row, "pair", told, advise("a pair has one score in a session"), warning=True)


def _half_played(rows: Sequence[Any], column: str) -> Iterator[Fault]:
    """A session has all its scores or none; where more lack one, that is told at the first."""
    for held in grouped(known(rows, "date"), session_of).values():
        lacking = [row for row in held if getattr(row, column) is None]
        if lacking and len(known(held, column)) > len(lacking):
            row, number = lacking[0], len(lacking)
            told = say(
                "score-missing", "other scores of {day} are known, and this one is blank", day=row.date
            )
            if number > 1:
                told = say(
                    "scores-missing",
                    "other scores of {day} are known, and {number} are blank",
                    day=row.date,
                    number=number,
                )
            hint = advise("enter what is missing, or leave all scores of a session blank")
            yield Fault(row, column, told, hint)
