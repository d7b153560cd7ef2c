"""Which columns of a table pages show, in which order, and what the style sheet is told of them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any, NamedTuple, get_args

from sitegen.core.columnar import Cells, Rows
from sitegen.core.roles import find_value_column, get_role
from sitegen.core.table import Column, Role, Table, get_columns
from sitegen.render.cells import ColumnWriter

_NUMERIC_STYLES = {"number", "short", "signed", "percentage", "rank", "movement"}
_ROLE_ORDER: tuple[Role, ...] = (
    "rank", "move", "name", "beside", "course", "value", "change", "form", "counted", "optional",
)  # fmt: skip
_ROLE_CLASSES: Mapping[Role, str] = {"rank": "r", "move": "m", "value": "v", "change": "d", "form": "t"}
_MAX_WORD_CLASSES = 6  # so many columns can be words by the class of their table; beyond them a cell says so
_WORD_CLASSES = {"", "o w", "s", "t"}
_BARE_PATTERN = re.compile("(r (m )?)?h v d (o )*")
_BLANK_TYPES = {type(None), str}
TOO_FEW = 3
"""Of so few rows it says nothing that a column is the same in all."""
ColumnValues = Callable[[int], Cells]
"""The values of a table, by the place of a column."""

assert set(_ROLE_ORDER) == set(get_args(Role))


class DisplayColumn(NamedTuple):
    """A column as a table shows it: the place of its values, and of those they are written with; their class.

    The `note` in its head is what its cells leave out because all have it.
    """

    place: int
    secondary: int | None
    column: Column
    css_class: str
    write: ColumnWriter
    note: str = ""

    def render_cells(self, values: ColumnValues) -> Iterable[str]:
        """Its cells, with their tags."""
        if self.secondary is None:
            return self.write(values(self.place))
        return self.write(list(zip(values(self.place), values(self.secondary), strict=True)))


def get_values(table: type[Table], rows: Sequence[Any]) -> ColumnValues:
    """The values of rows by column, none of which is made before it is asked for."""
    if isinstance(rows, Rows):
        return rows.get_cells
    return (list(zip(*rows, strict=True)) or [()] * len(get_columns(table))).__getitem__


def join_rows(*cells: Iterable[str]) -> list[str]:
    """The rows of a table out of its cells by column, tags among them."""
    return list(map("".join, zip(*cells, strict=False)))


def is_constant(values: Cells) -> bool:
    """Whether all rows say the same; of a few that says nothing."""
    return len(values) > TOO_FEW and list(values).count(values[0]) == len(values)


def is_blank(values: Cells) -> bool:
    """Whether nothing stands in a column."""
    return not any(values) and _BLANK_TYPES.issuperset(map(type, values))


@cache
def find_visible_columns(table: type[Table]) -> tuple[Column, ...]:
    """The columns that pages show, in their order there.

    Beside a player, who is shown by name, the name is not repeated. A list goes by the roles of its columns:
    who, how it went, the figure that it is about, and last what a phone leaves out.
    """
    columns = [column for column in get_columns(table) if column.display.is_on_pages]
    has_player = any(column.display.style == "player" for column in columns)
    shown = [column for column in columns if column.name != "name" or not has_player]
    if find_value_column(table):
        shown.sort(key=lambda column: _ROLE_ORDER.index(get_role(table, column)))
    return tuple(shown)


@cache
def find_row_header(table: type[Table]) -> Column | None:
    """The column that says what a row is about: a player that is always there, or else the event."""
    shown = find_visible_columns(table)
    players = [column for column in shown if column.display.style == "player" and not column.blank]
    if find_value_column(table) and players:
        return players[0]
    player = next((column for column in shown[:2] if column in players), None)
    return player or next((column for column in shown[:1] if column.display.style == "event"), None)


@cache
def find_secondary_column(table: type[Table]) -> Column | None:
    """The column of a list that stands small beside the name, such as the club."""
    if not find_value_column(table) or not find_row_header(table):
        return None
    return next((column for column in find_visible_columns(table) if column.role == "beside"), None)


@cache
def index_columns(table: type[Table]) -> Mapping[str, int]:
    """The place of each column, by its name."""
    return {column.name: place for place, column in enumerate(get_columns(table))}


def is_numeric(column: Column) -> bool:
    """Whether the cells of a column line up at the right."""
    return column.display.style in _NUMERIC_STYLES


def get_cell_class(table: type[Table], column: Column) -> str:
    """What the style sheet has to know of the cells of a column, in a letter or two."""
    role = get_role(table, column)
    if role == "course":
        return "s" if column.display.style == "course" else "y"
    return _ROLE_CLASSES.get(role) or get_plain_class(
        column, optional=role == "optional" and find_value_column(table) is not None
    )


def get_plain_class(column: Column, *, optional: bool) -> str:
    """The class of a cell that has no role: a number or words, and whether it goes where there is no room."""
    if is_numeric(column) or column.display.style == "source":
        return "o" if optional else "n"
    return "o w" if optional else ""


def is_bare(kinds: Iterable[str]) -> bool:
    """Whether the places of the columns of a list say what they are, so that no cell has to."""
    return _BARE_PATTERN.fullmatch("".join([f"{kind} " for kind in kinds])) is not None


def get_word_classes(kinds: Sequence[str]) -> str:
    """The classes of a table that say which of its columns are words, by theirs: the others are numbers."""
    return "".join(
        [
            f" t{place}"
            for place, kind in enumerate(kinds[:_MAX_WORD_CLASSES], start=1)
            if kind in _WORD_CLASSES
        ]
    )


def mark_words(cells: Sequence[Iterable[str]], kinds: Sequence[str]) -> list[Iterable[str]]:
    """The cells by column, which say themselves that they are words where no class of the table can."""
    marked = [
        [cell if cell == "<td>" else cell.replace("<td>", "<td class=w>", 1) for cell in column]
        if kind in _WORD_CLASSES
        else column
        for column, kind in zip(cells[_MAX_WORD_CLASSES:], kinds[_MAX_WORD_CLASSES:], strict=True)
    ]
    return [*cells[:_MAX_WORD_CLASSES], *marked]


class PlayerColumns(NamedTuple):
    """The columns of a table of a player's page by what they say: their places, None where it has none.

    A system says it with the roles and types of its columns; where it does not, they are found by what they
    hold.
    """

    name: int
    day: int | None
    occasion: int | None
    change: int | None
    value: int | None
    remark: int | None
    source: int | None
    others: tuple[int, ...]

    @property
    def order(self) -> list[int]:
        """All columns that can be shown, in their order: when, who, what else, the change, the figure."""
        places = [self.day, self.name, *self.others, self.change, self.value]
        return [place for place in places if place is not None]


@cache
def find_player_columns(table: type[Table]) -> PlayerColumns:
    """What the columns of a table of a player's page say."""
    columns = get_columns(table)
    places = [place for place, column in enumerate(columns) if column in find_visible_columns(table)]

    def find_first(matches: Callable[[Column], bool], candidates: Iterable[int] = places) -> int | None:
        return next((place for place in candidates if matches(columns[place])), None)

    def is_figure(column: Column) -> bool:
        return column.kind is float and column.display.style == "number" and column.role != "beside"

    player = find_first(lambda column: column.role == "name" or column.display.style == "player")
    day = find_first(lambda column: column.display.style == "event" and column.kind is date)
    key = find_first(lambda column: column.display.style == "event" and column.kind is not date)
    topic = find_first(lambda column: column.display.style == "topic")
    occasion = find_first(lambda column: column.name == "event" and column.display.style == "text")
    if player is not None:
        name, day = player, key if day is None else day
    elif key is not None and topic is not None:
        name, occasion = topic, key
    else:
        name = places[0] if key is None else key
    value = find_first(lambda column: column.role == "value")
    value = find_first(is_figure, places[::-1]) if value is None else value
    change = find_first(lambda column: column.role == "change" or column.name == "change")
    remark = find_first(lambda column: column.display.style == "remark" or column.label == "Remark")
    source = find_first(lambda column: column.display.style == "source", range(len(columns)))
    taken = {name, day, occasion, change, value, remark}
    others = tuple(place for place in places if place not in taken)
    return PlayerColumns(name, day, occasion, change, value, remark, source, others)
