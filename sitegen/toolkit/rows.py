"""Rows by what they are of: those of each player, and with whom or against whom somebody played."""

from array import array
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from operator import attrgetter
from typing import Any, TypeVar

from sitegen.model import Dated, Section
from sitegen.table import Table, many
from sitegen.unread import known

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
_MET_ONCE = {"won": "Met once, won", "drawn": "Met once, drawn", "lost": "Met once, lost"}


def dated(rows: Iterable[Any], *, is_played: bool) -> Iterator[Dated]:
    """The days of rows in their column `date`, as far as they could be read."""
    read = known(rows, "date")
    days = map(attrgetter("date"), read)
    return iter(many(Dated, zip(read, repeat("date"), days, repeat(is_played), strict=False)))


def grouped(things: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """`things` by their key, in the order in which the keys come; those of one key as they stand."""
    found: defaultdict[K, list[T]] = defaultdict(list)
    for each in things:
        found[key(each)].append(each)
    return dict(found)


def of_each(ids: Iterable[str], things: Iterable[T], who: Callable[[T], Iterable[str]]) -> dict[str, list[T]]:
    """The things of each of `ids`, in the order in which they stand; a thing may be of several."""
    found: dict[str, list[T]] = {each: [] for each in ids}
    for each in things:
        for player in who(each):
            found[player].append(each)
    return found


def places_of(ids: Iterable[str], rows: Iterable[Iterable[str]]) -> dict[str, Sequence[int]]:
    """The places of the rows of each of `ids`; a row is given as the ids that it names."""
    found = {each: array("i") for each in ids}
    add = {each: places.append for each, places in found.items()}
    for place, named in enumerate(rows):
        for each in named:
            add[each](place)
    return {**found}


def companions(
    mine: Iterable[T], who: Callable[[T], str], places: Mapping[str, int]
) -> list[tuple[str, list[T]]]:
    """With whom, or against whom, a player played, with the rows of each: most often first.

    Those as often go by `order.places`; what is with nobody is passed over.
    """
    found = [(other, rows) for other, rows in grouped(mine, who).items() if other]
    return sorted(found, key=lambda pair: (-len(pair[1]), places[pair[0]]))


def head_to_head(table: type[Table], opponents: Sequence[Any], **more: Any) -> Section:
    """The section with a row for each opponent met at least twice; those met once are brief.

    `opponents` are rows of `table`, which has the columns `played`, `won`, `lost` and perhaps `drawn`; `more`
    is what else the section has.
    """
    often = [row for row in opponents if row.played > 1]
    once = [row for row in opponents if row.played == 1]
    brief = {text: [row for row in once if getattr(row, how, 0)] for how, text in _MET_ONCE.items()}
    brief = {text: rows for text, rows in brief.items() if rows}
    return Section("head-to-head", "Head to head", table, often, brief=brief, **more)
