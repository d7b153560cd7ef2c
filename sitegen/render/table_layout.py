"""Which columns of a table pages show, in which order, and what the style sheet is told of them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any, NamedTuple, get_args

from sitegen.render.cells import Writer
from sitegen.table import Cells, Column, Role, Rows, Table, columns, figure, role

_NUMERIC = {"number", "short", "signed", "percentage", "rank", "movement"}
_ORDER: tuple[Role, ...] = (
    "rank", "move", "name", "beside", "course", "value", "change", "form", "counted", "optional",
)  # fmt: skip
_CLASSES: Mapping[Role, str] = {"rank": "r", "move": "m", "value": "v", "change": "d", "form": "t"}
_PLACES = 6  # so many columns can be words by the class of their table; beyond them a cell says so
_WORDS = {"", "o w", "s", "t"}
_BARE = re.compile("(r (m )?)?h v d (o )*")
_BLANK = {type(None), str}
TOO_FEW = 3
"""Of so few rows it says nothing that a column is the same in all."""
Values = Callable[[int], Cells]
"""The values of a table, by the place of a column."""

assert set(_ORDER) == set(get_args(Role))


class ShownColumn(NamedTuple):
    """A column as a table shows it: the place of its values, and of those they are written with; their class.

    The `note` in its head is what its cells leave out because all have it.
    """

    place: int
    beside: int | None
    column: Column
    kind: str
    write: Writer
    note: str = ""

    def cells(self, values: Values) -> Iterable[str]:
        """Its cells, with their tags."""
        if self.beside is None:
            return self.write(values(self.place))
        return self.write(list(zip(values(self.place), values(self.beside), strict=True)))


def values_of(table: type[Table], rows: Sequence[Any]) -> Values:
    """The values of rows by column, none of which is made before it is asked for."""
    if isinstance(rows, Rows):
        return rows.cells
    return (list(zip(*rows, strict=True)) or [()] * len(columns(table))).__getitem__


def join(*cells: Iterable[str]) -> list[str]:
    """The rows of a table out of its cells by column, tags among them."""
    return list(map("".join, zip(*cells, strict=False)))


def is_same(values: Cells) -> bool:
    """Whether all rows say the same; of a few that says nothing."""
    return len(values) > TOO_FEW and list(values).count(values[0]) == len(values)


def is_blank(values: Cells) -> bool:
    """Whether nothing stands in a column."""
    return not any(values) and _BLANK.issuperset(map(type, values))


@cache
def visible(table: type[Table]) -> tuple[Column, ...]:
    """The columns that pages show, in their order there.

    Beside a player, who is shown by name, the name is not repeated. A list goes by the roles of its columns:
    who, how it went, the figure that it is about, and last what a phone leaves out.
    """
    described = [column for column in columns(table) if column.shown.on_pages]
    has_player = any(column.shown.style == "player" for column in described)
    shown = [column for column in described if column.name != "name" or not has_player]
    if figure(table):
        shown.sort(key=lambda column: _ORDER.index(role(table, column)))
    return tuple(shown)


@cache
def row_header(table: type[Table]) -> Column | None:
    """The column that says what a row is about: a player that is always there, or else the event."""
    shown = visible(table)
    players = [column for column in shown if column.shown.style == "player" and not column.blank]
    if figure(table) and players:
        return players[0]
    player = next((column for column in shown[:2] if column in players), None)
    return player or next((column for column in shown[:1] if column.shown.style == "event"), None)


@cache
def beside(table: type[Table]) -> Column | None:
    """The column of a list that stands small beside the name, such as the club."""
    if not figure(table) or not row_header(table):
        return None
    return next((column for column in visible(table) if column.role == "beside"), None)


@cache
def places(table: type[Table]) -> Mapping[str, int]:
    """The place of each column, by its name."""
    return {column.name: place for place, column in enumerate(columns(table))}


def is_numeric(column: Column) -> bool:
    """Whether the cells of a column line up at the right."""
    return column.shown.style in _NUMERIC


def cell_class(table: type[Table], column: Column) -> str:
    """What the style sheet has to know of the cells of a column, in a letter or two."""
    own = role(table, column)
    if own == "course":
        return "s" if column.shown.style == "course" else "y"
    return _CLASSES.get(own) or other_class(column, optional=own == "optional" and figure(table) is not None)


def other_class(column: Column, *, optional: bool) -> str:
    """The class of a cell that has no role: a number or words, and whether it goes where there is no room."""
    if is_numeric(column) or column.shown.style == "source":
        return "o" if optional else "n"
    return "o w" if optional else ""


def is_bare(kinds: Iterable[str]) -> bool:
    """Whether the places of the columns of a list say what they are, so that no cell has to."""
    return _BARE.fullmatch("".join([f"{kind} " for kind in kinds])) is not None


def word_classes(kinds: Sequence[str]) -> str:
    """The classes of a table that say which of its columns are words, by theirs: the others are numbers."""
    return "".join([f" t{place}" for place, kind in enumerate(kinds[:_PLACES], start=1) if kind in _WORDS])


def mark_words(cells: Sequence[Iterable[str]], kinds: Sequence[str]) -> list[Iterable[str]]:
    """The cells by column, which say themselves that they are words where no class of the table can."""
    late = [
        [cell if cell == "<td>" else cell.replace("<td>", "<td class=w>", 1) for cell in column]
        if kind in _WORDS
        else column
        for column, kind in zip(cells[_PLACES:], kinds[_PLACES:], strict=True)
    ]
    return [*cells[:_PLACES], *late]


class PlayerColumns(NamedTuple):
    """The columns of a table of a player's page by what they say: their places, None where it has none.

    A system says it with the roles and types of its columns; where it does not, they are found by what they
    hold.
    """

    name: int
    when: int | None
    occasion: int | None
    change: int | None
    value: int | None
    remark: int | None
    source: int | None
    others: tuple[int, ...]

    @property
    def order(self) -> list[int]:
        """All columns that can be shown, in their order: when, who, what else, the change, the figure."""
        every = [self.when, self.name, *self.others, self.change, self.value]
        return [place for place in every if place is not None]


@cache
def player_columns(table: type[Table]) -> PlayerColumns:
    """What the columns of a table of a player's page say."""
    described = columns(table)
    here = [place for place, column in enumerate(described) if column in visible(table)]

    def first(holds: Callable[[Column], bool], among: Iterable[int] = here) -> int | None:
        return next((place for place in among if holds(described[place])), None)

    def is_figure(column: Column) -> bool:
        return column.kind is float and column.shown.style == "number" and column.role != "beside"

    player = first(lambda column: column.role == "name" or column.shown.style == "player")
    when = first(lambda column: column.shown.style == "event" and column.kind is date)
    key = first(lambda column: column.shown.style == "event" and column.kind is not date)
    topic = first(lambda column: column.shown.style == "topic")
    occasion = first(lambda column: column.name == "event" and column.shown.style == "text")
    if player is not None:
        name, when = player, key if when is None else when
    elif key is not None and topic is not None:
        name, occasion = topic, key
    else:
        name = here[0] if key is None else key
    value = first(lambda column: column.role == "value")
    value = first(is_figure, here[::-1]) if value is None else value
    change = first(lambda column: column.role == "change" or column.name == "change")
    remark = first(lambda column: column.shown.style == "remark" or column.label == "Remark")
    source = first(lambda column: column.shown.style == "source", range(len(described)))
    taken = {name, when, occasion, change, value, remark}
    others = tuple(place for place in here if place not in taken)
    return PlayerColumns(name, when, occasion, change, value, remark, source, others)
