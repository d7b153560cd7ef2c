"""Who is first of a table, has a title, a seat or a right in it: found by the shape of published tables."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from sitegen.difference.facts import Headed
from sitegen.difference.identity import Identity
from sitegen.difference.tables import TableChange
from sitegen.table import columns

_Words = tuple[str, str]
_Group = tuple[tuple[_Words, ...], tuple[str, ...]]
"""What somebody is first of, or has: words with what they count, and the names of titles and rights."""


def honours(tables: Sequence[TableChange], lists: Collection[str], who: Identity) -> Iterator[Headed]:
    """Whoever is first, or has a title, a seat or a right, in the place of others.

    Of tables that are part of the list nobody is told to be first: the places there are told anyway. Nor is
    who gets a title by it.
    """
    for each in tables:
        found = list(_Honours(each, is_list=each.name in lists).told(who))
        titles = {each._replace(titles=()) for each in found if each.titles}
        yield from (each for each in found if each.titles or each not in titles)


class _Honours:
    """What a table gives to be proud of.

    One in which places are given by the figure that it is about, in groups, or to pairs has a first, and
    titles and rights as far as a column says so. In one without places whoever stands there has what it is
    of. All others are accounts.
    """

    def __init__(self, table: TableChange, *, is_list: bool) -> None:
        self._table, self._is_list = table, is_list
        self._columns = columns(table.table)
        styles = [each.shown.style for each in self._columns]
        self._players = [n for n, style in enumerate(styles) if style == "player"]
        self._rank = styles.index("rank") if "rank" in styles else None
        self._flags = [n for n, each in enumerate(self._columns) if each.kind is bool]

    @property
    def _is_one(self) -> bool:
        if not self._players:
            return False
        if self._rank is None:
            return not self._is_list and any(each.name == "name" for each in self._columns)
        is_of_groups = 0 < self._rank < self._players[0]
        is_about = any(each.role == "value" for each in self._columns)
        return is_about or is_of_groups or len(self._players) > 1

    def told(self, who: Identity) -> Iterator[Headed]:
        """Who has what now, and who had it before."""
        if not self._is_one:
            return
        table = self._table
        was = self._holders([*table.removed, *(each.before for each in table.changed)], who.was)
        now = self._holders([*table.added, *(each.after for each in table.changed)], who.now)
        for words, titles in sorted({**was, **now}, key=lambda group: (len(group[1]), group)):
            old, new = (of.get((words, titles), {}) for of in (was, now))
            come, gone = _without(new, old), _without(old, new)
            if come or gone:
                yield Headed(table.name, words, titles, come, gone)

    def _holders(self, rows: Sequence[Any], who: Callable[[str], str]) -> Mapping[_Group, dict[str, None]]:
        found: defaultdict[_Group, dict[str, None]] = defaultdict(dict)
        for row in rows:
            players = dict.fromkeys(who(row[n]) for n in self._players if row[n])
            for titles in self._titles(row):
                found[self._words(row), titles] |= players
        return found

    def _titles(self, row: Any) -> Iterator[tuple[str, ...]]:
        """What a row gives, by the names of titles and rights: none for being first, or being there."""
        titles = tuple(self._columns[n].label for n in self._flags if row[n])
        if self._rank is None:
            yield titles
            return
        if row[self._rank] == 1 and not self._is_list:
            yield ()
        yield from ((each,) for each in titles)

    def _words(self, row: Any) -> tuple[_Words, ...]:
        """The group that a row is of: what stands before player and place, but for the number of a seat."""
        end = self._players[0] if self._rank is None else min(self._players[0], self._rank)
        if self._rank is None and end and self._columns[end - 1].kind is int:
            end -= 1
        group = zip(self._columns[:end], row, strict=False)
        return tuple((each.label if each.kind is int else "", str(cell)) for each, cell in group if cell)


def _without(some: Collection[str], others: Collection[str]) -> tuple[str, ...]:
    return tuple(each for each in some if each not in others)
