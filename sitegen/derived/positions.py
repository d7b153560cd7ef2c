"""Where each player stands on the current list: derived from the rows of its sections by role."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sitegen.model import Section
from sitegen.table import Column, Roles, roles


class Neighbour(NamedTuple):
    """Who stands next above or below."""

    player: str
    rank: int
    value: float | None


class Position(NamedTuple):
    """Where a player stands: in which section of the list, at which place, and who stands around.

    `of` is how many are ranked there, `level` are who share the place; `column` says how values are shown.
    `is_new` are who were not on the list before. Where a section has no ranks, as one of who are provisional
    has not, there is none of this.
    """

    section: str
    value: float | None = None
    change: float | None = None
    rank: int | None = None
    of: int = 0
    move: int | None = None
    is_new: bool = False
    level: tuple[str, ...] = ()
    above: Neighbour | None = None
    below: Neighbour | None = None
    column: Column | None = None

    @property
    def is_provisional(self) -> bool:
        """Whether the player has no place yet."""
        return self.section == "provisional"

    @property
    def finer(self) -> int:
        """The decimals of the difference between two values: one at least."""
        return max(1, self.column.shown.decimals if self.column else 0)


def positions(sections: Sequence[Section]) -> dict[str, Position]:
    """The position of each player of a list: in the first of its sections that has them."""
    found: dict[str, Position] = {}
    for each in sections:
        for player, position in _positions(each):
            found.setdefault(player, position)
    return found


def _positions(section: Section) -> Iterator[tuple[str, Position]]:
    of = roles(section.table)
    if "name" not in of.place:
        return
    ranked = dict(_ranked(section, of))
    for row in section.rows:
        who = of.of(row, "name")
        yield who, ranked.get(who) or Position(section.name, *_values(of, row), column=of.column("value"))


def _values(of: Roles, row: Any) -> tuple[float | None, float | None]:
    return of.of(row, "value"), of.of(row, "change")


def _ranked(section: Section, of: Roles) -> Iterator[tuple[str, Position]]:
    rows = [row for row in section.rows if of.of(row, "rank") is not None]
    places = [list(group) for _, group in groupby(rows, key=lambda row: of.of(row, "rank"))]
    around = [None, *places, None]
    is_moving = "move" in of.place and any(of.of(row, "move") is not None for row in rows)
    for above, here, below in zip(around, places, around[2:], strict=False):
        for row in here:
            move, who = of.of(row, "move"), of.of(row, "name")
            yield (
                who,
                Position(
                    section.name,
                    *_values(of, row),
                    rank=of.of(row, "rank"),
                    of=len(rows),
                    move=move,
                    is_new=is_moving and move is None,
                    level=tuple(name for each in here if (name := of.of(each, "name")) != who),
                    above=_neighbour(of, above[-1]) if above else None,
                    below=_neighbour(of, below[0]) if below else None,
                    column=of.column("value"),
                ),
            )


def _neighbour(of: Roles, row: Any) -> Neighbour:
    return Neighbour(of.of(row, "name"), of.of(row, "rank"), of.of(row, "value"))
