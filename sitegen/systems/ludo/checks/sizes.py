"""Tables that seem to have been left out, or that are out of proportion beside others of their game."""

from collections.abc import Iterable, Iterator, Sequence

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.names import letters
from sitegen.problem import quoted
from sitegen.systems.ludo.checks.seating import Seating
from sitegen.systems.ludo.checks.sheets import At
from sitegen.systems.ludo.tables import Result
from sitegen.toolkit.rows import grouped
from sitegen.unread import known

_CUSTOM = 3
"""So many rounds say how tables are numbered, and one in so many of them may be otherwise."""
_ROUNDS_TO_AN_EXCEPTION = 50
_FEW = 2
_TABLES = 10
"""So many tables of a game say how large one is."""


def left_out(seated: Seating) -> Iterator[Fault]:
    """A number without a table, where the tables of all other rounds are numbered on from 1."""
    sure = {at for at, rows in seated.whole.items() if len(rows) > 1}
    rounds = [found for found in grouped(seated.tables, _round).values() if sure.issuperset(found)]
    if not all(at.table.isdecimal() for found in rounds for at in found):
        return
    gaps = [(found, missing) for found in rounds if (missing := _gaps(found))]
    exceptions = max(1, len(rounds) // _ROUNDS_TO_AN_EXCEPTION)
    if len(rounds) - len(gaps) < _CUSTOM or len(gaps) > exceptions:
        return
    for found, missing in gaps:
        if found[0].tournament not in seated.torn and len(missing) <= _FEW:
            after = next(at for at in found if int(at.table) > missing[0])
            yield _gap(seated.tables[after][0], missing)


def _round(at: At) -> tuple[str, int]:
    return at.tournament, at.round


def _gaps(tables: Iterable[At]) -> list[int]:
    numbers = {int(each.table) for each in tables}
    return sorted({*range(1, max(numbers))} - numbers)


def _gap(after: Result, missing: Sequence[int]) -> Fault:
    message = say(
        "table-left-out",
        "round {round} of {tournament} has a table {after} and no table {missing}",
        round=after.round,
        tournament=after.tournament,
        after=after.table,
        missing=", ".join(map(str, missing)),
    )
    hint = advise("add its results if it was played: in the other rounds tables are numbered without a gap")
    return Fault(after, "table", message, hint, warning=True)


def out_of_proportion(seated: Seating) -> Iterator[Fault]:
    """A table with half the players of any other of its game, or with twice as many."""
    whole = [(at in seated.right, table) for at, table in seated.whole.items()]
    told = [table for is_right, table in whole if is_right or (len(table) > 1 and known(table[:1], "game"))]
    for tables in grouped(told, lambda table: letters(table[0].game)).values():
        if len(tables) > _TABLES:
            tables.sort(key=len)
            (smallest, second), (last_but_one, largest) = tables[:2], tables[-2:]
            if 2 * len(smallest) <= len(second):
                yield _odd(smallest, len(tables) - 1, len(second), len(largest))
            if len(largest) >= 2 * len(last_but_one):
                yield _odd(largest, len(tables) - 1, len(smallest), len(last_but_one))


def _odd(table: Sequence[Result], others: int, least: int, most: int) -> Fault:
    row = table[0]
    message = say(
        "table-out-of-proportion",
        "{players} players are at table {table}, where {least} to {most} are at {others} others of {game}",
        players=len(table),
        table=row.table,
        least=least,
        most=most,
        others=others,
        game=quoted(row.game),
    )
    return Fault(row, "table", message, advise("add the rows that are missing, or correct it"), warning=True)
