"""Where everybody stands on the current list, as pages that tell of it in a line need it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from itertools import starmap
from typing import Any, NamedTuple

from sitegen.board import Board
from sitegen.language import Language
from sitegen.table import Column, columns


class Standing(NamedTuple):
    """One row of the list: `figure` and `change` as people read them, blank where there is none."""

    player: str
    name: str
    club: str
    rank: int | None
    figure: str
    change: str


class Standings(NamedTuple):
    """The rows of the current list in their order; `label` says of what the figures are."""

    rows: Sequence[Standing]
    label: str
    before: date | None
    """The day of the list before, since which the changes are."""

    @property
    def of(self) -> Mapping[str, Standing]:
        """The rows by player."""
        return {each.player: each for each in self.rows}


def standings(board: Board) -> Standings:
    """The first table of a ranking, which its current list is."""
    outcome, first = board.outcome, board.outcome.tables[0]
    described = columns(first.table)
    places = {each.role: place for place, each in reversed(list(enumerate(described)))}
    value = places.get("value", next(_figures(described), None))
    picked = [places.get("name"), places.get("rank"), value, places.get("change")]
    clubs = {each.id: each.club for each in outcome.players}
    names = board.names
    writes = [_writer(None if place is None else described[place], board.language) for place in picked[2:]]

    def row(player: str, rank: int | None, figure: Any, change: Any) -> Standing:
        shown = writes[0](figure), writes[1](change) if change else ""
        return Standing(player, names.get(player, player), clubs.get(player, ""), rank, *shown)

    cells = (tuple(None if place is None else row[place] for place in picked) for row in first.rows)
    label = "" if value is None else described[value].label
    earlier = [each.day for each in outcome.archive if each.day < outcome.listing.day]
    return Standings(list(starmap(row, cells)), label, max(earlier, default=None))


def _figures(described: Sequence[Column]) -> Iterator[int]:
    """The places of figures, the first of which a list is about that says no other."""
    for place, each in enumerate(described):
        if each.shown.style == "number" and each.kind is float:
            yield place


def _writer(column: Column | None, language: Language) -> Callable[[Any], str]:
    """What writes a figure as the cells of its column are."""
    if column is None or column.kind is not float:
        return lambda value: "" if value is None else str(value)
    return language.number(column.shown.decimals, signed=column.shown.style == "signed")
