"""What a list is as data: the published tables that the current list shows, each in the same columns."""

from collections.abc import Iterator, Mapping, Sequence

from sitegen.model import Listing, Published, Section
from sitegen.table import columns


def shown(tables: Sequence[Published], sections: Sequence[Section]) -> Mapping[str, Published]:
    """The published tables of players among the sections of the current list, by their names."""
    published = {each.name: each for each in tables}
    names = [each.name for each in sections if each.name in published]
    return {name: published[name] for name in names if _is_of_players(published[name])}


def as_data(of: Mapping[str, Published], listing: Listing) -> Iterator[Published]:
    """These tables as they are of one list; one that it does not have has no rows."""
    rows = {each.name: each.rows for each in listing.sheet.sections}
    for name, each in of.items():
        yield Published(name, each.table, each.table.each_like(rows.get(name, ())))


def _is_of_players(table: Published) -> bool:
    return any(each.role == "name" for each in columns(table.table))
