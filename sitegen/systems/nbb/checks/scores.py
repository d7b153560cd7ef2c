"""What the scores of a session come to: percentages 50 on average in each line, IMPs nothing together."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any

from sitegen.message import Message, advise, say
from sitegen.model import Fault
from sitegen.problem import quoted
from sitegen.systems.bridge.evenings import entered_twice, whole
from sitegen.systems.nbb.checks.sessions import session_of
from sitegen.systems.nbb.points import units
from sitegen.systems.nbb.tables import ButlerLine, Inputs, Line, PairsLine
from sitegen.toolkit.fields import (
    IMPS_A_BOARD,
    PERCENTAGES,
    Field,
    are_like_percentages,
    doubted,
    imps,
    percentages,
    surplus,
)
from sitegen.unread import known

_MOST_A_BOARD = 24  # IMPs: the scale has no more
_HARDLY = 6  # IMPs a board in a session, which hardly any pair has
_WHOLE = 3  # IMPs a board that are all whole numbers, and some so many: they are totals
_FEW = 4  # pairs whose scores may all be whole numbers by chance


def scores(inputs: Inputs) -> Iterator[Fault]:
    """Scores that cannot be those of a session, and sessions entered twice."""
    for pairs in _played(inputs.pairs):
        yield from _percentages(pairs)
    totals = [fault for butler in _sessions(inputs.butler) for fault in _totals(butler)]
    yield from totals
    told = {session_of(fault.row) for fault in totals}
    for butler in _played(inputs.butler):
        if session_of(butler[0]) not in told:
            yield from _imps(butler)
    for table in (inputs.pairs, inputs.butler):
        yield from entered_twice(table, ["date", "session"])


def _sessions(table: Sequence[ButlerLine]) -> Iterable[Sequence[ButlerLine]]:
    """What could be read of each session."""
    scored = [row for row in known(table, "score") if row.score is not None]
    return whole(scored, ["date", "session"]).values()


def _played(table: Sequence[Any]) -> list[Sequence[Any]]:
    """The sessions that have all their scores."""
    held = whole(table, ["date", "session"], "line", "group", "score").values()
    return [rows for rows in held if all(row.score is not None for row in rows)]


def _field(rows: Sequence[Line]) -> Field:
    """The scores of lines that were scored together; each line may have a pair that sat out."""
    lines = [row.line for row in rows]
    return Field([row.score or 0.0 for row in rows], odd=sum(lines.count(line) % 2 for line in {*lines}))


def _percentages(rows: Sequence[PairsLine]) -> Iterator[Fault]:
    """Every line or top-integral group apart; a session of fractions, and one scored across, as a whole."""
    every = _field(rows)
    apart = {letters: those for letters, those in _units(rows) if surplus(PERCENTAGES, _field(those))}
    if max(every.scores) <= 1:
        yield from doubted(rows, percentages(_where(rows[0]), every))
    elif len(apart) > 1 and not surplus(PERCENTAGES, every._replace(odd=0)):
        told = say(
            "lines-scored-together",
            "the percentages of lines {lines} of {day} are 50 on average together, and not apart",
            lines=", ".join(apart),
            day=rows[0].date,
        )
        hint = advise("lines that were scored together are top-integral: give them the same group")
        yield Fault(next(iter(apart.values()))[0], "group", told, hint, warning=True)
    else:
        for letters, those in apart.items():
            yield from doubted(those, percentages(_where(those[0], letters), _field(those)))


def _units(rows: Sequence[PairsLine]) -> Iterator[tuple[str, Sequence[PairsLine]]]:
    """The letters of each line or group with its rows, the strongest first."""
    for letters in units({row.line: row.group for row in rows}):
        yield "+".join(letters), [row for row in rows if row.line in letters]


def _imps(rows: Sequence[ButlerLine]) -> Iterator[Fault]:
    """In every line apart: at each table one pair wins what the other loses."""
    for line in sorted({row.line for row in rows}):
        those = [row for row in rows if row.line == line]
        yield from doubted(those, imps(_where(those[0], line), _field(those), IMPS_A_BOARD))


def _totals(rows: Sequence[ButlerLine]) -> Iterator[Fault]:
    """Scores that are not IMPs per board, but those of the whole session, or percentages."""
    scores = [row.score or 0.0 for row in rows]
    is_possible = max(map(abs, scores)) <= _MOST_A_BOARD
    most = _HARDLY if is_possible else _MOST_A_BOARD
    far = [row for row in rows if abs(row.score or 0.0) > most]
    named = {"number": len(far), "all": len(rows), "most": most, "where": _where(rows[0])}
    if not is_possible:
        told = say(
            "imps-impossible",
            "{number} of {all} scores of {where} lie beyond {most} IMPs per board, which is impossible",
            **named,
        )
    elif far:
        told = say(
            "imps-unlikely",
            "{number} of {all} scores of {where} lie beyond {most} IMPs per board, which hardly occurs",
            **named,
        )
    elif _are_whole(scores):
        told = say(
            "imps-are-totals",
            "all scores of {where} are whole numbers, which IMPs per board are not",
            **named,
        )
    else:
        return
    yield Fault([*far, *rows][0], "score", told, _unit(scores), warning=is_possible)


def _are_whole(scores: Sequence[float]) -> bool:
    is_enough = len(scores) >= _FEW and max(map(abs, scores)) >= _WHOLE
    return is_enough and all(map(float.is_integer, scores))


def _unit(scores: Sequence[float]) -> Message:
    if are_like_percentages(scores):
        return advise("percentages belong in the table pairs")
    if sum(abs(score) > _HARDLY for score in scores) == 1:
        return advise("write the IMPs per board, with the decimal point in its place")
    return advise("write the IMPs per board: those of the whole session divided by the boards played")


def _where(row: Line, letters: str = "") -> date | Message:
    """Of which session, and line where one is meant, the scores are."""
    day = advise("{day}, session {session}", day=row.date, session=quoted(row.session))
    when = day if row.session else row.date
    return advise("line {line} of {when}", line=letters, when=when) if letters else when
