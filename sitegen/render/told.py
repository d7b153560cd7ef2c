"""What a table of a player's page is to its reader: when, with whom, how it ended, what it did to the figure.

A system says it with the roles and types of its columns; where it does not, they are found by what they hold.
"""

from collections.abc import Callable, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from sitegen.render.layout import visible
from sitegen.table import Column, Table, columns

Holds = Callable[[Column], bool]
ENDED = ("won", "drawn", "lost")


class Told(NamedTuple):
    """The columns of a table by what they tell: places in its rows, None for what it has no column for."""

    name: int | None
    when: int | None
    occasion: int | None
    change: int | None
    value: int | None
    others: tuple[int, ...]


@cache
def told(table: type[Table]) -> Told:
    """What the columns of a table tell."""
    described = columns(table)
    here = [place for place, each in enumerate(described) if each in visible(table)]
    player = _first(described, here, lambda each: each.role == "name" or each.shown.style == "player")
    when = _first(described, here, lambda each: each.shown.style == "event" and each.kind is date)
    key = _first(described, here, lambda each: each.shown.style == "event" and each.kind is not date)
    occasion = _first(described, here, lambda each: each.name == "event" and each.shown.style == "text")
    is_of = player is not None and when is None and key is not None
    name = player if player is not None else key
    value = _last(described, here, lambda each: each.kind is float and each.shown.style == "number")
    declared = _first(described, here, lambda each: each.role == "value")
    change = _first(described, here, lambda each: each.role == "change" or each.name == "change")
    value = value if declared is None else declared
    when = key if is_of else when
    taken = {name, when, occasion, change, value}
    return Told(name, when, occasion, change, value, tuple(each for each in here if each not in taken))


def _first(described: Sequence[Column], places: Sequence[int], holds: Holds) -> int | None:
    return next((place for place in places if holds(described[place])), None)


def _last(described: Sequence[Column], places: Sequence[int], holds: Holds) -> int | None:
    return _first(described, places[::-1], holds)
