"""Choose the columns of a table that pages show, their order, legend, and classes for the style sheet."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple, get_args

from markupsafe import Markup

from sitegen.core.columnar import Cells, Rows
from sitegen.core.model import Section
from sitegen.core.roles import find_value_column, get_role
from sitegen.core.table import Column, Role, Table, get_columns
from sitegen.render.cells import CellWriter, ColumnWriter, format_class

_NUMERIC_STYLES = {"number", "short", "signed", "percentage", "rank", "movement"}
_ROLE_ORDER: tuple[Role, ...] = (
    "rank", "move", "name", "beside", "course", "value", "change", "form", "counted", "optional",
)  # fmt: skip
_ROLE_CLASSES: Mapping[Role, str] = {"rank": "r", "move": "m", "value": "v", "change": "d", "form": "t"}
_MAX_WORD_CLASSES = 10  # the columns that the class of a table can mark as words; later ones mark each cell
_WORD_CLASSES = {"", "o w", "s", "t"}
_BARE_PATTERN = re.compile("(r (m )?)?h v d (o )*")
_BLANK_TYPES = {type(None), str}
TOO_FEW = 3
"""In so few rows it means nothing that a column is the same in all."""
ColumnValues = Callable[[int], Cells]
"""A function from the place of a column to its values."""

assert set(_ROLE_ORDER) == set(get_args(Role))


class DisplayColumn(NamedTuple):
    """A column as a table shows it.

    `place` is that of its values, `secondary` that of the values that its cells also need. `note` is what its
    cells leave out because all have it; it stands in the head.
    """

    place: int
    secondary: int | None
    column: Column
    css_class: str
    write: ColumnWriter
    note: str = ""

    def render_cells(self, values: ColumnValues) -> Iterable[str]:
        """Return the cells of the column, with their tags."""
        if self.secondary is None:
            return self.write(values(self.place))
        return self.write(list(zip(values(self.place), values(self.secondary), strict=True)))


def get_values(table: type[Table], rows: Sequence[Any]) -> ColumnValues:
    """Return a function from the place of a column to the values of the rows there."""
    if isinstance(rows, Rows):
        return rows.get_cells
    return (list(zip(*rows, strict=True)) or [()] * len(get_columns(table))).__getitem__


def join_rows(*cells: Iterable[str]) -> list[str]:
    """Join cells by column, among them tags, to the rows of a table."""
    return list(map("".join, zip(*cells, strict=False)))


def find_breaks(values: Sequence[Any]) -> list[int]:
    """Return the places of the values that differ from the one before."""
    return [place for place, (above, value) in enumerate(pairwise(values), 1) if value != above]


def is_constant(values: Cells) -> bool:
    """Return whether all values are the same, of more than a few."""
    return len(values) > TOO_FEW and list(values).count(values[0]) == len(values)


def is_blank(values: Cells) -> bool:
    """Return whether all values of a column are blank."""
    return not any(values) and _BLANK_TYPES.issuperset(map(type, values))


@cache
def find_visible_columns(table: type[Table]) -> tuple[Column, ...]:
    """Return the columns that pages show, in their order there.

    A column of names is left out beside one of players, who are shown by name. The columns of a list are
    sorted by their roles: the player, the course, the figure, and last what a phone leaves out.
    """
    columns = [column for column in get_columns(table) if column.display.is_on_pages]
    has_player = any(column.display.style == "player" for column in columns)
    visible_columns = [column for column in columns if column.name != "name" or not has_player]
    if find_value_column(table):
        visible_columns.sort(key=lambda column: _ROLE_ORDER.index(get_role(table, column)))
    return tuple(visible_columns)


@cache
def find_row_header(table: type[Table]) -> Column | None:
    """Return the column that says what a row is about: the player, if each has one, or else the event."""
    visible_columns = find_visible_columns(table)
    players = [column for column in visible_columns if column.display.style == "player" and not column.blank]
    events = [
        column for column in visible_columns if column.display.style == "event" and column.role == "name"
    ]
    if find_value_column(table) and (events or players):
        return [*events, *players][0]
    player = next((column for column in visible_columns[:2] if column in players), None)
    return player or next((column for column in visible_columns[:1] if column.display.style == "event"), None)


@cache
def find_secondary_column(table: type[Table]) -> Column | None:
    """Return the column of a list that stands small beside the name, such as the club."""
    if not find_value_column(table) or not find_row_header(table):
        return None
    return next((column for column in find_visible_columns(table) if column.role == "beside"), None)


@cache
def index_columns(table: type[Table]) -> Mapping[str, int]:
    """Return the place of each column, by its name."""
    return {column.name: place for place, column in enumerate(get_columns(table))}


def is_numeric(column: Column) -> bool:
    """Return whether the cells of a column are aligned to the right."""
    return column.display.style in _NUMERIC_STYLES


def is_common(display: DisplayColumn, values: ColumnValues) -> bool:
    """Return whether an optional column has the same in all rows of a list."""
    return "o" in display.css_class and is_constant(values(display.place))


def is_ordered(display: DisplayColumn, values: ColumnValues) -> bool:
    """Return whether a column has days that are in order."""
    if display.column.kind is not date:
        return False
    days = values(display.place)
    return None not in days and all(day <= later for day, later in pairwise(days))


def get_cell_class(table: type[Table], column: Column) -> str:
    """Return the class of the cells of a column for the style sheet: a letter or two."""
    role = get_role(table, column)
    if role == "course":
        return "s" if column.display.style == "course" else "y"
    return _ROLE_CLASSES.get(role) or get_plain_class(
        column, optional=role == "optional" and find_value_column(table) is not None
    )


def get_plain_class(column: Column, *, optional: bool) -> str:
    """Return the class of a cell without a role: a number or words, and whether a phone hides it."""
    if is_numeric(column) or column.display.style == "source":
        return "o" if optional else "n"
    return "o w" if optional else ""


def is_bare(kinds: Iterable[str]) -> bool:
    """Return whether the columns of a list are in the usual order, so that their cells need no classes."""
    return _BARE_PATTERN.fullmatch("".join([f"{kind} " for kind in kinds])) is not None


def get_word_classes(kinds: Sequence[str]) -> str:
    """Return the classes of a table that mark which of its columns are words, from those of the columns."""
    return "".join(
        [
            f" t{place}"
            for place, kind in enumerate(kinds[:_MAX_WORD_CLASSES], start=1)
            if kind in _WORD_CLASSES
        ]
    )


def mark_words(cells: Sequence[Iterable[str]], kinds: Sequence[str]) -> list[Iterable[str]]:
    """Return cells by column; those of words behind the columns that the table can mark have a class."""
    marked_columns = [
        [cell if cell == "<td>" else cell.replace("<td>", "<td class=w>", 1) for cell in column]
        if kind in _WORD_CLASSES
        else column
        for column, kind in zip(cells[_MAX_WORD_CLASSES:], kinds[_MAX_WORD_CLASSES:], strict=True)
    ]
    return [*cells[:_MAX_WORD_CLASSES], *marked_columns]


def is_explained(column: Column) -> bool:
    """Return whether a column means more than its label says: `Team` is the team, and a date is a day."""
    told = {"", column.label.casefold(), "day" if column.kind is date else ""}
    return column.display.style != "player" and column.doc.removeprefix("the ").casefold() not in told


@cache
def _place_columns(table: type[Table]) -> Sequence[tuple[int, Column]]:
    """Return the explained columns of a table, each behind its place."""
    places = index_columns(table)
    return [(places[column.name], column) for column in find_visible_columns(table) if is_explained(column)]


def find_explained_columns(sections: Iterable[Section]) -> tuple[Column, ...]:
    """Return the columns of sections that a legend explains, each once; most that are blank have no head."""
    columns: dict[Column, None] = {}
    for section in sections:
        if not section.rows:
            continue
        values, opens = get_values(section.table, section.rows), section.has_opened_rows
        for place, column in _place_columns(section.table):
            if (opens and column.name not in section.opened_columns) or not is_blank(values(place)):
                columns[column] = None
    return tuple(columns)


def write_legend(columns: Iterable[Column], cells: CellWriter) -> Iterator[str]:
    """Yield the lines of a legend: a label with all its meanings, or all labels of one meaning."""
    meanings = _group_pairs(
        (cells.translate(column.label), cells.translate(column.doc)) for column in columns
    )
    for texts, labels in _group_pairs((texts, label) for label, texts in meanings.items()).items():
        yield f"<dt>{'<dt>'.join(labels)}<dd>{'<dd>'.join(texts)}"


def _group_pairs(pairs: Iterable[tuple[Any, Any]]) -> Mapping[Any, tuple[Any, ...]]:
    """Return the second values of pairs by the first, each once."""
    groups: dict[Any, dict[Any, None]] = {}
    for key, value in pairs:
        groups.setdefault(key, {})[value] = None
    return {key: tuple(values) for key, values in groups.items()}


class PlayerColumns(NamedTuple):
    """The columns of a table of a player's page by what they mean: places, None for one that it lacks.

    They are found by the roles and types of the columns, or else by what these hold.
    """

    name: int
    day: int | None
    occasion: int | None
    change: int | None
    value: int | None
    remark: int | None
    source: int | None
    other_places: tuple[int, ...]

    @property
    def order(self) -> list[int]:
        """The columns that can be shown: the day, the name, the others, the change and the figure."""
        places = [self.day, self.name, *self.other_places, self.change, self.value]
        return [place for place in places if place is not None]


@cache
def find_player_columns(table: type[Table]) -> PlayerColumns:
    """Return the columns of a table of a player's page by what they mean."""
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
    remark = find_first(lambda column: column.display.style == "remark")
    source = find_first(lambda column: column.display.style == "source", range(len(columns)))
    assigned_places = {name, day, occasion, change, value, remark}
    other_places = tuple(place for place in places if place not in assigned_places)
    return PlayerColumns(name, day, occasion, change, value, remark, source, other_places)


def wrap_table(kind: str, title: str, head: str, body: str) -> Markup:
    """Return a table of a class from its head and rows; `title` is the id of its heading.

    Heads need no `scope`: in a row of heads alone each is that of its column.
    """
    opening = f"<table{format_class(kind)} aria-labelledby={escape(title)}>\n<thead><tr>{head}"
    return Markup(f"{opening}\n<tbody>{body}\n</table>")  # noqa: S704 - every cell is escaped where it is written
