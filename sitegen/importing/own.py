"""Tables that the site itself has published: a workbook of `sitegen export`, or a CSV file of its pages.

They are known by their headings. One that the club keeps is read by the names of its columns; one that is
calculated is left, for its rows follow from others.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sitegen import publishing
from sitegen.core.problems import say
from sitegen.core.table import Column, get_columns
from sitegen.importing.answers import SheetAnswers
from sitegen.importing.records import read_headings
from sitegen.importing.source import SourceRow, SourceTable, Verdict
from sitegen.importing.targets import Target, Targets
from sitegen.inputs.config.site import Ranking, Site, SiteDates

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_PSEUDONYM = re.compile(r"player-[0-9]+")
_HIDDEN = Verdict("left", say("left-pseudonym", "somebody hidden, who is published under a label"))
CALCULATED = say("left-calculated", "a table that this program calculates from the others")
Published = Mapping[str, Sequence[Column]]


class OwnTable(NamedTuple):
    """A published table, and how its rows are read; without answers where it is calculated."""

    table: SourceTable
    sheet: SheetAnswers | None


def make_finder(
    site: Site, ranking: Ranking, targets: Targets, days: SiteDates
) -> Callable[[SourceTable], OwnTable | None]:
    """Return a function that says whether a table is a published one; the site is rated when it has to be."""
    kept: list[Published] = []

    def find_own(table: SourceTable) -> OwnTable | None:
        names = [] if table.header else read_headings(table, 1)
        own_columns = [target.columns.keys() for target in targets.values()]
        if (
            len(names) < 2
            or not all(map(_NAME.fullmatch, names))
            or any({*names} <= own for own in own_columns)
        ):
            return None
        if not kept:
            kept.append(_load_published(site, ranking, days))
        return _match_table(table, names, kept[0], targets)

    return find_own


def _load_published(site: Site, ranking: Ranking, days: SiteDates) -> Published:
    """Return the columns of the published tables of a ranking, by table; none where the site has errors."""
    inputs = publishing.rate_site(site.root, *days).page_inputs
    contexts = [context for context in inputs.contexts if context.ranking.id == ranking.id] if inputs else []
    return {
        name: get_columns(table.published.table)
        for context in contexts
        for name, table in context.files.items()
    }


def _match_table(
    table: SourceTable, names: Sequence[str], published: Published, targets: Targets
) -> OwnTable | None:
    matching = {name: columns for name, columns in published.items() if [c.name for c in columns] == [*names]}
    for name, columns in matching.items():
        target = targets.get(name)
        people = [column.name for column in columns if column.display.style == "player"]
        if target and people == target.player_columns and {*target.required_columns} <= {*names}:
            kept = {column: column for column in names if column in target.columns}
            rows = [_clean_row(row, names, target) for row in table.rows]
            return OwnTable(table._replace(rows=rows), SheetAnswers(name, kept, header=1))
    return OwnTable(table, None) if matching else None


def _clean_row(row: SourceRow, names: Sequence[str], target: Target) -> SourceRow:
    """Return a row, which is left where it is of a hidden player."""
    cells = dict(zip(names, row.cells, strict=False))
    if any(_PSEUDONYM.fullmatch(cells[name].text) for name in target.player_columns if name in cells):
        return row._replace(verdict=_HIDDEN)
    return row
