"""Scores that were kept for part of a table, or that have a digit too many."""

from collections.abc import Iterator, Sequence

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.names import letters
from sitegen.problem import quoted
from sitegen.systems.ludo.checks.seating import Entered, Seating
from sitegen.systems.ludo.checks.seats import by_game, named
from sitegen.systems.ludo.checks.winners import Kept, against_places, score
from sitegen.systems.ludo.exaequo import fit
from sitegen.systems.ludo.tables import Result, plain
from sitegen.toolkit.checks import all_read
from sitegen.toolkit.rows import grouped
from sitegen.unread import known

_TABLES = 5
"""So many tables of a game say how high a score can be."""
_TIMES = 5


def scores(seated: Seating) -> Iterator[Fault]:
    """All scores of a table are known or none, and they are as places and other tables let expect."""
    kept = []
    for at, table in seated.unmixed.items():
        entered = seated.right.get(at)
        if not entered:
            yield from _half_kept(by_game(table)[0])
            entered = Entered.of(table) if all_read(table, "game", "place", "score") else None
        if entered and entered.is_kept:
            kept.append(Kept(table, entered.places, entered.scores))
    for game in grouped(kept, lambda each: letters(each.rows[0].game)).values():
        high = _too_high(game)
        yield from high
        fitting = [each for each in game if fit(each.places)]
        yield from against_places([each for each in fitting if not high or high[0].row not in each.rows])


def _half_kept(table: Sequence[Result]) -> Iterator[Fault]:
    """Told at the scores that are fewest: those that are there, or those that are not."""
    read = known(table, "score")
    blank = [row for row in read if row.score is None]
    if len(blank) in {0, len(read)}:
        return
    kept = [row for row in read if row.score is not None]
    for row in blank if len(blank) <= len(kept) else ():
        message = say(
            "score-left-out", "other scores of {table} are known, and this one is blank", table=named(row)
        )
        yield Fault(row, "score", message, advise("enter it, or leave all scores of the table blank"))
    for row in kept if len(kept) < len(blank) else ():
        message = say(
            "score-alone",
            "other scores of {table} are blank, and this one is {score}",
            table=named(row),
            score=plain(score(row)),
        )
        yield Fault(row, "score", message, advise("enter the others, or leave all scores of the table blank"))


def _too_high(tables: Sequence[Kept]) -> list[Fault]:
    """A score that is many times as high as any at the other tables of the game."""
    highest = sorted(tables, key=lambda each: max(each.scores))[-2:]
    best = [max(each.rows, key=score) for each in highest]
    if len(tables) <= _TABLES or not score(best[-2]) or score(best[-1]) <= _TIMES * score(best[-2]):
        return []
    next_best, row = best[-2:]
    message = say(
        "score-too-high",
        "a score of {score}, where {tables} other tables of {game} have no more than {most}",
        score=plain(score(row)),
        tables=len(tables) - 1,
        game=quoted(row.game),
        most=plain(score(next_best)),
    )
    return [Fault(row, "score", message, advise("correct it, unless it is right"), warning=True)]
