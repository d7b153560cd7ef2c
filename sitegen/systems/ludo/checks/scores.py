"""Scores that were kept for part of a table, or that have a digit too many."""

from collections.abc import Iterator, Sequence

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.names import letters
from sitegen.problem import quoted
from sitegen.systems.ludo.checks.order import fit
from sitegen.systems.ludo.checks.seating import At, Seating
from sitegen.systems.ludo.checks.seats import by_game, named
from sitegen.systems.ludo.checks.winners import against_places
from sitegen.systems.ludo.tables import Result, plain
from sitegen.unread import known

_TABLES = 5
"""So many tables of a game say how high a score can be."""
_TIMES = 5


def scores(seated: Seating) -> Iterator[Fault]:
    """All scores of a table are known or none, and they are as places and other tables let expect."""
    of_game: dict[str, list[Sequence[Result]]] = {}
    for table in seated.unmixed:
        yield from _half_kept(by_game(table)[0])
        read = known(table, "game", "place", "score")
        if len(read) == len(table) and all(row.score is not None and row.score >= 0 for row in read):
            of_game.setdefault(letters(table[0].game), []).append(table)
    for tables in of_game.values():
        high = _too_high(tables)
        yield from high
        others = [each for each in tables if not any(one.row in each for one in high)]
        yield from against_places([each for each in others if fit([row.place for row in each])])


def _half_kept(table: Sequence[Result]) -> Iterator[Fault]:
    """Told at the scores that are fewest: those that are there, or those that are not."""
    read = known(table, "score")
    blank = [row for row in read if row.score is None]
    kept = [row for row in read if row.score is not None]
    hint = advise("enter it, or leave all scores of the table blank")
    for row in blank if len(blank) <= len(kept) else ():
        message = say(
            "score-left-out",
            "other scores of {table} are known, and this one is blank",
            table=named(At.of(row)),
        )
        yield Fault(row, "score", message, hint)
    for row in kept if len(kept) < len(blank) else ():
        message = say(
            "score-alone",
            "other scores of {table} are blank, and this one is {score}",
            table=named(At.of(row)),
            score=plain(row.score or 0),
        )
        yield Fault(row, "score", message, advise("enter the others, or leave all scores of the table blank"))


def _too_high(tables: Sequence[Sequence[Result]]) -> list[Fault]:
    """A score that is many times as high as any at the other tables of the game."""
    best = sorted((max(table, key=_score) for table in tables), key=_score)
    if len(best) <= _TABLES or not _score(best[-2]) or _score(best[-1]) <= _TIMES * _score(best[-2]):
        return []
    row, next_best = best[-1], best[-2]
    message = say(
        "score-too-high",
        "a score of {score}, where {tables} other tables of {game} have no more than {most}",
        score=plain(_score(row)),
        tables=len(tables) - 1,
        game=quoted(row.game),
        most=plain(_score(next_best)),
    )
    return [Fault(row, "score", message, advise("correct it, unless it is right"), warning=True)]


def _score(row: Result) -> float:
    return row.score or 0.0
