"""The rows of lists: the tag that begins each, and what stands beside the names."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from operator import attrgetter
from typing import Any

from sitegen.model import Section
from sitegen.names import alphabetical
from sitegen.render.layout import beside, row_header
from sitegen.table import Table, figure


def rows(sections: Iterable[Section], taken: Iterable[str] = ()) -> Mapping[str, Sequence[str]]:
    """The tags that begin the rows of the lists on a page, by the name of each.

    A row has the id of its player where nothing else on the page has it, and says whether they played.
    """
    shown, ids = list(sections), set(taken)
    ids.update(name for each in shown for name in (each.name, f"{each.name}-title"))
    found = {}
    for each in shown:
        who = _who(each.table)
        found[each.name] = [_tag(row, getattr(row, who) if who else "", ids) for row in each.rows]
    return found


def clubs(sections: Iterable[Section]) -> list[str]:
    """All words that stand beside the names on lists, each once."""
    found: set[str] = set()
    for each in sections:
        column = beside(each.table)
        if column and column.kind is str:
            found.update(filter(None, map(attrgetter(column.name), each.rows)))
    return sorted(found, key=alphabetical)


def _who(table: type[Table]) -> str:
    """The column that says whose row it is, empty where none does."""
    head = row_header(table) if figure(table) else None
    return head.name if head and head.shown.style == "player" else ""


def _tag(row: Any, player: str, taken: set[str]) -> str:
    played = " data-played" if getattr(row, "lately_played", False) else ""
    if not player or player in taken:
        return f"\n<tr{played}>"
    taken.add(player)
    name = player if player.replace("-", "").isalnum() else f'"{escape(player)}"'
    return f"\n<tr id={name}{played}>"
