"""Where each player stands on the current list: derived from the rows of its sections by role."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from sitegen.model import Section
from sitegen.table import Column, Role, Table, columns, figure


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


@dataclass(frozen=True)
class Roles:
    """The cells of the rows of a table by what they are to a list; None where it has no such column."""

    table: type[Table]

    @cached_property
    def place(self) -> Mapping[Role, int]:
        """Where the first column of each role stands; where none is declared, by what its type is."""
        described = columns(self.table)
        found: dict[Role, int] = {}
        for place, each in enumerate(described):
            found.setdefault("value" if each == figure(self.table) else each.role, place)
        signed = [place for place, each in enumerate(described) if each.shown.style == "signed"]
        if signed:
            found.setdefault("change", signed[0])
        return found

    @property
    def column(self) -> Column | None:
        """The figure that the list is about."""
        return figure(self.table)

    def of(self, row: Any, role: Role) -> Any:
        """The cell of a row that is this to a list."""
        return row[self.place[role]] if role in self.place else None


def positions(sections: Sequence[Section]) -> dict[str, Position]:
    """The position of each player of a list: in the first of its sections that has them."""
    found: dict[str, Position] = {}
    for each in sections:
        for player, position in _positions(each):
            found.setdefault(player, position)
    return found


def _positions(section: Section) -> Iterator[tuple[str, Position]]:
    roles = Roles(section.table)
    if "name" not in roles.place:
        return
    if "rank" not in roles.place:
        for row in section.rows:
            yield roles.of(row, "name"), Position(section.name, *_values(roles, row), column=roles.column)
        return
    yield from _ranked(section, roles)


def _values(roles: Roles, row: Any) -> tuple[float | None, float | None]:
    return roles.of(row, "value"), roles.of(row, "change")


def _ranked(section: Section, roles: Roles) -> Iterator[tuple[str, Position]]:
    rows = [row for row in section.rows if roles.of(row, "rank") is not None]
    places = [list(group) for _, group in groupby(rows, key=lambda row: roles.of(row, "rank"))]
    around = [None, *places, None]
    is_moving = "move" in roles.place and any(roles.of(row, "move") is not None for row in rows)
    for above, here, below in zip(around, places, around[2:], strict=False):
        for row in here:
            move, who = roles.of(row, "move"), roles.of(row, "name")
            yield (
                who,
                Position(
                    section.name,
                    *_values(roles, row),
                    rank=roles.of(row, "rank"),
                    of=len(rows),
                    move=move,
                    is_new=is_moving and move is None,
                    level=tuple(name for each in here if (name := roles.of(each, "name")) != who),
                    above=_neighbour(roles, above[-1]) if above else None,
                    below=_neighbour(roles, below[0]) if below else None,
                    column=roles.column,
                ),
            )


def _neighbour(roles: Roles, row: Any) -> Neighbour:
    return Neighbour(roles.of(row, "name"), roles.of(row, "rank"), roles.of(row, "value"))
