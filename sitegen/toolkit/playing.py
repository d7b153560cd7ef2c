"""The order of play of a day, where it moves figures: a column that says it, and what is wrong with that."""

from collections.abc import Iterator, Sequence
from typing import Any

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.table import column
from sitegen.toolkit.rows import grouped
from sitegen.unread import known

_MOST = 1_000


def order_of_play() -> Any:
    """The column `order`: a table that has it counts the rows of a day by it, and as they stand without."""
    return column(
        "when it was played on the day: 1 before 2; blank: the rows stand in the order of play",
        default=None,
        minimum=1,
        maximum=_MOST,
        headings=("volgorde", "speelvolgorde", "ronde", "round", "ordre", "ordre de jeu", "tour"),
    )


def faults(rows: Sequence[Any], *players: str) -> Iterator[Fault]:
    """The rows whose place in the order of play of a player is not clear; `players` are two columns.

    A player has an order for all rows of a day or for none, and each number once. So whoever sorts a table
    in which the order is written down moves no figure.
    """
    read = known(rows, "date", "order", *players)
    days = {each.date for each in read if each.order is not None}
    of_days = [each for each in read if each.date in days]
    sides = [(each.date, getattr(each, player), each) for each in of_days for player in players]
    told = set[int]()
    for side in grouped(sides, lambda side: side[:2]).values():
        own = [row for *_, row in side]
        first = {row.order: row for row in reversed(own)}
        numbered = next((row for row in own if row.order is not None), None)
        for row in own:
            other = numbered if row.order is None else first[row.order]
            if other and other is not row and id(row) not in told:
                told.add(id(row))
                yield _missing(row, other) if row.order is None else _twice(row, other)


def _missing(row: Any, other: Any) -> Fault:
    message = say(
        "no-order-of-play",
        "when on the day this was played is not said, and of {place} it is: one player played both",
        place=other.source,
    )
    return Fault(row, "order", message, advise("number all that a player played on the day, or nothing"))


def _twice(row: Any, other: Any) -> Fault:
    message = say(
        "order-of-play-twice",
        "{number} is also {place}, which one of the two players played on the same day",
        number=row.order,
        place=other.source,
    )
    return Fault(row, "order", message, advise("number what a player played on a day in its order: 1, 2, 3"))
