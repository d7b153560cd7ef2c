"""Who is first of a table, has a title, a seat or a right in it: found by the shape of published tables."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from sitegen.difference.facts import Headed
from sitegen.difference.identity import Identity
from sitegen.difference.tables import TableChange
from sitegen.table import Column, columns, roles

_Group = tuple[str, ...]


def honours(tables: Sequence[TableChange], lists: Collection[str], who: Identity) -> Iterator[Headed]:
    """Whoever is first, or has a seat, in the place of others; of tables that are no part of the list."""
    for each in tables:
        described = columns(each.table)
        is_list = "name" in roles(each.table).place and any(column.name == "name" for column in described)
        if each.name not in lists and is_list:
            yield from _of(each, described, who)


def _of(table: TableChange, described: Sequence[Column], who: Identity) -> Iterator[Headed]:
    before = [*table.removed, *(each.before for each in table.changed)]
    after = [*table.added, *(each.after for each in table.changed)]
    was, now = _heads(before, described, who.was), _heads(after, described, who.now)
    for group in sorted({**was, **now}):
        new, old = (
            now.get(group, set()) - was.get(group, set()),
            was.get(group, set()) - now.get(group, set()),
        )
        if new or old:
            what = " ".join([table.name.replace("-", " ").capitalize(), *group])
            yield Headed(what, tuple(sorted(new)), tuple(sorted(old)))


def _heads(rows: Sequence[Any], described: Sequence[Column], who: Any) -> Mapping[_Group, set[str]]:
    """Who is first in each group of rows: all who are in it, where there are no places."""
    styles = [each.shown.style for each in described]
    player, rank = styles.index("player"), styles.index("rank") if "rank" in styles else None
    first = min(player, len(styles) if rank is None else rank)
    found: defaultdict[_Group, set[str]] = defaultdict(set)
    for row in rows:
        if row[player] and (rank is None or row[rank] == 1):
            found[tuple(map(str, row[:first]))].add(who(row[player]))
    return found
