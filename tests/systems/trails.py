"""What a page shows and what it should be, the same for all who follow pages."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import NamedTuple

from page_reader import Cell, Row

_BLANK = Cell("")


class Figure(NamedTuple):
    """What a page shows at a place, and what it should be."""

    where: str
    shown: Cell
    calculated: float | str | date | None

    @property
    def holds(self) -> bool:
        """Whether the page shows what was calculated, as far as its decimals go."""
        if isinstance(self.calculated, date):
            return self.shown.day == self.calculated.isoformat()
        if isinstance(self.calculated, str | None):
            return self.shown == (self.calculated or "")
        return self.shown != "" and self.shown.figure.meets(self.calculated)


def who(cell: Cell) -> str:
    """The player of a cell: the name of their page, or of who has none the name that is shown."""
    return cell.link.rstrip("/").rpartition("/")[2] or cell


def on(cell: Cell) -> date:
    """The day of a cell."""
    return date.fromisoformat(cell.day)


def movement(rank: int, earlier: int | None) -> str:
    """What a list shows of the places won or lost since the one before."""
    if earlier is None:
        return "new"
    moved = earlier - rank
    return "=" if moved == 0 else f"▲{moved}" if moved > 0 else f"▼{-moved}"


def figures_of(where: str, shown: Row, wanted: Mapping[str, float | str | date | None]) -> Iterator[Figure]:
    """Each figure that is wanted, with the one that is shown by the same name; a column may be left out."""
    return (Figure(f"{where}: {name}", shown.get(name, _BLANK), value) for name, value in wanted.items())


def wrong(figures: Iterable[Figure]) -> list[Figure]:
    """Those that do not come out."""
    return [figure for figure in figures if not figure.holds]
