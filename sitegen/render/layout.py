"""Which columns of a table pages show, in which order and bodies, and what the style sheet is told."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from operator import attrgetter
from typing import get_args

from sitegen.model import Section
from sitegen.table import Column, Role, Table, columns, figure, role

_NUMERIC = {"number", "short", "signed", "percentage", "rank", "movement"}
_ORDER: tuple[Role, ...] = (
    "rank", "move", "name", "beside", "course", "value", "change", "form", "counted", "optional",
)  # fmt: skip
_CLASSES: Mapping[Role, str] = {"rank": "r", "move": "m", "value": "v", "change": "d", "form": "t"}
PLACES = 6
"""So many columns can be words by the class of their table; beyond them a cell says so."""
_WORDS = {"", "o w", "s", "t"}
_BARE = re.compile("(r (m )?)?h v d (o )*")
_DENSE = 10  # a table with more columns than this is set in smaller type

assert set(_ORDER) == set(get_args(Role))


@cache
def visible(table: type[Table]) -> tuple[Column, ...]:
    """The columns that pages show, in their order there.

    Beside a player, who is shown by name, the name is not repeated. A list goes by the roles of its columns:
    who, how it went, the figure that it is about, and last what a phone leaves out.
    """
    described = [each for each in columns(table) if each.shown.on_pages]
    has_player = any(each.shown.style == "player" for each in described)
    shown = [each for each in described if each.name != "name" or not has_player]
    if figure(table):
        shown.sort(key=lambda each: _ORDER.index(role(table, each)))
    return tuple(shown)


@cache
def row_header(table: type[Table]) -> Column | None:
    """The column that says what a row is about: a player that is always there, or else the event."""
    shown = visible(table)
    players = [each for each in shown if each.shown.style == "player" and not each.blank]
    if figure(table) and players:
        return players[0]
    player = next((each for each in shown[:2] if each in players), None)
    return player or next((each for each in shown[:1] if each.shown.style == "event"), None)


def beside(table: type[Table]) -> Column | None:
    """The column of a list that stands small beside the name, such as the club."""
    if not figure(table) or not row_header(table):
        return None
    return next((each for each in visible(table) if each.role == "beside"), None)


def bodies(section: Section) -> list[slice]:
    """The rows of each body of a table: of all, or of those that are set apart from others."""
    if not section.apart:
        return [slice(None)]
    of = attrgetter(section.apart)
    bounds = [n for n, (above, row) in enumerate(pairwise(section.rows), 1) if of(above) != of(row)]
    return [slice(start, end) for start, end in pairwise([0, *bounds, len(section.rows)])]


def is_numeric(column: Column) -> bool:
    """Whether the cells of a column line up at the right."""
    return column.shown.style in _NUMERIC


def cell_class(table: type[Table], column: Column) -> str:
    """What the style sheet has to know of the cells of a column, in a letter or two."""
    own = role(table, column)
    if own == "course":
        return "s" if column.shown.style == "course" else "y"
    if named := _CLASSES.get(own):
        return named
    return other_class(column, optional=own == "optional" and figure(table) is not None)


def other_class(column: Column, *, optional: bool) -> str:
    """The class of a cell that has no role: a number or words, and whether it goes where there is no room."""
    if is_numeric(column) or column.shown.style == "source":
        return "o" if optional else "n"
    return "o w" if optional else ""


def attribute(kind: str) -> str:
    """The class of a cell as its attribute: a table has thousands, and one word needs no quotes."""
    own = kind.strip()
    return f' class="{own}"' if " " in own else f" class={own}" if own else ""


def is_bare(kinds: Sequence[str]) -> bool:
    """Whether the places of the columns of a list say what they are, so that no cell has to."""
    return _BARE.fullmatch("".join([f"{each} " for each in kinds])) is not None


def worded(kinds: Sequence[str]) -> str:
    """The classes of a table that say which of its columns are words, by theirs: the others are numbers."""
    return "".join([f" t{place}" for place, kind in enumerate(kinds[:PLACES], start=1) if kind in _WORDS])


def worded_cells(cells: list[str], kind: str, place: int) -> list[str]:
    """The cells of a column, which say themselves that they are words where no class of the table can."""
    if place < PLACES or kind not in _WORDS:
        return cells
    blank = "<td>"
    return [each if each == blank else each.replace(blank, "<td class=w>", 1) for each in cells]


def table_class(shown: int) -> str:
    """What the style sheet has to know of a table with so many columns."""
    return "dense" if shown > _DENSE else "plain"
