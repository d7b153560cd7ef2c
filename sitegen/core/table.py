"""A table declared once: its columns, how a cell of each is read, and how it is shown.

    class Match(Table):
        date: PlayDate = column("the day it was played")
        length: int = column("points the match was played to", minimum=1)
        kind: Literal["club", "friendly"] = column("what it was played for", default="club")

The reader, `sitegen systems`, the published files and the HTML tables are all derived from such a
declaration. A row is immutable and a tuple underneath: half a million of them are made in 0.1 s, where
frozen dataclasses take five times as long.

How cells are shown: the types of columns, beside those of Python.

The base of every table: what declares columns, and what makes rows.

What the columns of a table are, as its declaration and its types say.
"""

from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import cache, partial, reduce
from operator import add, itemgetter
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Self,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

Role = Literal["rank", "move", "name", "beside", "value", "change", "course", "form", "counted", "optional"]
"""What a column is to a list, by which every page lays it out: `rank`, the place; `move`, the places won or
lost; `name`, what the row is about; `beside` that in small, such as the club; `value`, the figure that the
list is about, and its `change`; `course` and `form`, how it went; `counted`, whether a result counts at all;
all else is `optional`: the first to go where there is little room."""


class Display(NamedTuple):
    """How the cells of a type are shown, whatever the column.

    `style` is text, number, short (a number with the decimals that it has), signed, percentage, rank,
    movement, player, event, topic, remark, source, course or form; `decimals` counts for number and signed
    only, and says what people see: files always hold the unrounded value.
    `about` marks the figure that a list of players is about, where that is not the first. What is not
    `on_pages` is there for other cells of the row. `role` is that of a column which says no other.
    """

    style: str
    decimals: int = 0
    is_main: bool = False
    is_on_pages: bool = True
    role: Role = "optional"


PlayerId = Annotated[str, Display("player", role="name")]
"""The id of a player; in a file that is read also a name or alias that exactly one player bears."""
PlayDate = Annotated[date, Display("event")]
"""A day on which was played; shown as a link to that evening, week or round."""
EventKey = Annotated[str, Display("event")]
"""The key of a results page; shown as a link to it."""
HiddenEventKey = Annotated[str, Display("event", is_on_pages=False)]
"""The key of the results page that days of the row lead to; not shown itself, nothing where there is none."""
TopicName = Annotated[str, Display("topic")]
"""A word that has a page of the ranking to itself, such as a game; shown as a link to it."""
Rank = Annotated[int, Display("rank", role="rank")]
Movement = Annotated[int, Display("movement", role="move")]
"""Places won (positive) or lost since the list before."""
Rating = Annotated[float, Display("number", 0)]
Change = Annotated[float, Display("signed", 1, role="change")]
Figure = Annotated[float, Display("number", 2)]
"""A number of a calculation, with enough decimals to follow it."""
HiddenFigure = Annotated[float, Display("number", 2, is_on_pages=False)]
"""The same where no column of a page shows it: it is filled in a calculation."""
Chance = Annotated[float, Display("number", 4)]
Percentage = Annotated[float, Display("percentage")]
"""A part of one, shown in whole percents."""
Remark = Annotated[str, Display("remark")]
"""A text of the program's own, shown in the language of the site; what follows `: ` is left as it is."""
Source = Annotated[str, Display("source")]
"""Where a row was read: `path:line`, relative to the site."""
HiddenSource = Annotated[str, Display("source", is_on_pages=False)]
"""The same for what reports a mistake in the row; not shown itself."""
Trend = Annotated[Sequence[float], Display("course", role="course")]
"""How a figure went, oldest first, at moments equally far apart; drawn as a small line."""
Form = Annotated[str, Display("form", role="form")]
"""The latest results, oldest first, a letter each: `w` won, `d` drawn, `l` lost; drawn as ticks."""


REQUIRED = object()
"""The default of a column that has none."""
R = TypeVar("R", bound=tuple[Any, ...])
_shape: Callable[..., Any] = namedtuple  # noqa: PYI024 - called for its fields; the type is our own


class ColumnSpec(NamedTuple):
    """What `column` says of a column, before its type is read."""

    doc: str
    label: str
    default: object
    key: bool
    minimum: float | None
    maximum: float | None
    filled: bool
    synonyms: tuple[tuple[str, str], ...]
    headings: tuple[str, ...]
    unit: str
    keys: tuple[int, int] | None
    alone: int | None
    before: str
    event: str
    role: Role | None
    drawn: tuple[str, ...]
    counts: str


def column(  # noqa: PLR0913 - each says one thing about a column, and all are named at the call
    doc: str,
    *,
    default: Any = REQUIRED,
    label: str = "",
    key: bool = False,
    minimum: float | None = None,
    maximum: float | None = None,
    filled: bool = False,
    synonyms: tuple[tuple[str, str], ...] = (),
    headings: tuple[str, ...] = (),
    unit: str = "",
    keys: tuple[int, int] | None = None,
    alone: int | None = None,
    before: str = "",
    event: str = "",
    role: Role | None = None,
    drawn: tuple[str, ...] = (),
    counts: str = "",
) -> Any:
    """Declare a column: what it holds, and what else is to be known of it.

    `default` makes it optional; `key` columns together occur once in a table; `minimum` and `maximum`
    bound a number; `filled` columns are not in the file: the reader fills them. `label` is the heading
    people see, where the name itself does not serve. `synonyms` are other ways to write a choice, each with
    the choice that it means; `headings` other names that a file may have for the column, in Dutch and French.
    `unit` is what a number counts, such as `%`, which a cell may have behind it.
    `keys` bound the numbers that an option which is a table has for keys; where a value may stand alone for
    such a table, `alone` is the key that it is of. In a table that extends another,
    a column stands `before` one of the columns that it extends, else behind them all. `event` names the
    column of the same table with the key of the event that a day leads to, where a day can have several.
    `role` is what the column is to a list, where its type does not say it.
    A result that is blank until it was played says by `drawn` which columns tell the evening that it was
    drawn for: another row with the same in these, and in all columns that every row needs, has the result of
    it. What `counts` begins with this and goes up by one: a board from row to row, or with each table
    of players its number.
    """
    return ColumnSpec(
        doc,
        label,
        default,
        key,
        minimum,
        maximum,
        filled,
        synonyms,
        headings,
        unit,
        keys,
        alone,
        before,
        event,
        role,
        drawn,
        counts,
    )


def make_rows(kind: type[R], values: Iterable[Iterable[Any]]) -> list[R]:
    """Rows of a table or named tuple out of their values: half the time of a call of `kind` for each."""
    make: Callable[[Iterable[Any]], R] = partial(tuple.__new__, kind)
    return list(map(make, values))


@dataclass_transform(frozen_default=True, field_specifiers=(column,))
class Table(tuple[Any, ...]):
    """The base of every table; a subclass declares columns, an instance is one row."""

    __slots__ = ()
    _column_specs: ClassVar[dict[str, ColumnSpec]] = {}
    _fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = {name: value for name, value in vars(cls).items() if isinstance(value, ColumnSpec)}
        cls._column_specs = _order_columns(cls._column_specs, own)
        named = {name for spec in cls._column_specs.values() for name in (spec.event, *spec.drawn)}
        if strange := named - {"", *cls._column_specs}:
            raise TypeError(f"{cls.__name__} has no such column: {', '.join(sorted(strange))}")
        defaults = [spec.default for spec in cls._column_specs.values() if spec.default is not REQUIRED]
        shape = _shape(cls.__name__, cls._column_specs, defaults=defaults)
        cls.__new__ = shape.__new__  # type: ignore[method-assign]
        cls.__repr__ = shape.__repr__  # type: ignore[method-assign]
        cls._fields = shape._fields
        for name in cls._column_specs:
            setattr(cls, name, getattr(shape, name))

    @classmethod
    def make_rows(cls, values: Iterable[Iterable[Any]]) -> list[Self]:
        """Rows out of their values, which stand in the order of the columns."""
        return make_rows(cls, values)

    @classmethod
    def combine(cls, *rows: tuple[Any, ...], **values: Any) -> Self:
        """A row with `values` in the columns of these names, and in the others what `rows` have by the name.

        `rows` are those of any tables or named tuples; the first that has a column gives its value, and a
        column that none has its default. A `TypeError` names what is in neither, and values of no column.
        """
        found = _make_projection(cls, tuple(map(type, rows)), tuple(values))
        return tuple.__new__(cls, found.pick((*reduce(add, rows, ()), *values.values(), *found.defaults)))

    @classmethod
    def combine_all(cls, *rows: Iterable[tuple[Any, ...]], **values: Any) -> list[Self]:
        """A row like the first of each of `rows` together, one like the second of each, and so on.

        Those of one of `rows` are all of one kind. It takes a quarter of the time that `like` takes.
        """
        found = [list(sequence) for sequence in rows]
        if len({*map(len, found)}) > 1:
            raise ValueError(f"there are {len(found)} lists of rows, which are not of one length")
        if not found[0]:
            return []
        like = _make_projection(cls, tuple(type(sequence[0]) for sequence in found), tuple(values))
        found.append([(*values.values(), *like.defaults)] * len(found[0]))
        return make_rows(cls, zip(*(map(pick, found[number]) for number, pick in like.columns), strict=True))

    @classmethod
    def make_getter(cls, *names: str) -> Callable[[Self], tuple[Any, ...]]:
        """What picks the cells of these two or more columns out of a row, faster than one by one."""
        return itemgetter(*map([*cls._column_specs].index, names))

    def replace(self, **changes: Any) -> Self:
        """The same row with some values changed."""
        return self.combine(self, **changes)


def _order_columns(base: dict[str, ColumnSpec], own: dict[str, ColumnSpec]) -> dict[str, ColumnSpec]:
    """The columns of a table and of the one that it extends, in order."""
    order = list(base)
    for name, declared in own.items():
        if name not in base:
            order.insert(order.index(declared.before) if declared.before else len(order), name)
    every = base | own
    return {name: every[name] for name in order}


class _Projection(NamedTuple):
    """What picks the columns of a table out of rows, then named values, then the `defaults`, all joined.

    `columns` has for each column of which of these it is, and what picks it there.
    """

    pick: Callable[[tuple[Any, ...]], tuple[Any, ...]]
    columns: Sequence[tuple[int, Callable[[tuple[Any, ...]], Any]]]
    defaults: tuple[Any, ...]


@cache
def _make_projection(table: type[Table], kinds: tuple[type[Any], ...], named: tuple[str, ...]) -> _Projection:
    """That out of rows of these kinds; a named value goes before that of a row.

    Found once for each place in the program that makes such rows.
    """
    declared = table._column_specs  # noqa: SLF001
    optional = {name: spec.default for name, spec in declared.items() if spec.default is not REQUIRED}
    parts = [*map(get_field_names, kinds), [*named, *optional]]
    there = [(name, number, at) for number, part in enumerate(parts) for at, name in enumerate(part)]
    names = [name for name, *_ in there]
    strange = [*({*named} - {*declared}), *({*declared} - {*names})]
    if strange:
        raise TypeError(f"{table.__name__} cannot be made so: {', '.join(sorted(strange))}")
    of_rows = len(there) - len(parts[-1])
    places = [names.index(name, of_rows if name in named else 0) for name in declared]
    pick: Any = itemgetter(*places) if len(places) > 1 else lambda values: (values[places[0]],)
    columns = [(there[place][1], itemgetter(there[place][2])) for place in places]
    return _Projection(pick, columns, tuple(optional.values()))


def get_field_names(kind: type[tuple[Any, ...]]) -> tuple[str, ...]:
    """The names of the columns of a `Table`, or of a named tuple, as Python has them."""
    return kind._fields  # type: ignore[attr-defined,no-any-return]


class Column(NamedTuple):
    """One column of a table, as its declaration says."""

    name: str
    doc: str
    label: str
    kind: type
    display: Display
    choices: tuple[str, ...]
    blank: bool
    default: object
    key: bool
    minimum: float | None
    maximum: float | None
    filled: bool
    synonyms: tuple[tuple[str, str], ...]
    headings: tuple[str, ...]
    unit: str
    keys: tuple[int, int] | None
    alone: int | None
    event: str
    declared_role: Role | None
    drawn: tuple[str, ...]
    counts: str
    entries: tuple[type, type] | None

    def __hash__(self) -> int:
        return hash(self.name)  # which tells most of them apart, in a tenth of the time of all that they have

    @property
    def role(self) -> Role:
        """What the column is to a list: as it is declared, else as its type says."""
        return self.declared_role or ("value" if self.display.is_main else self.display.role)

    @property
    def is_required(self) -> bool:
        """Whether every file must have this column and every row a cell in it."""
        return self.default is REQUIRED


@cache
def get_columns(table: type[Table]) -> tuple[Column, ...]:
    """The columns of `table`, in order."""
    hints = get_type_hints(table, include_extras=True)
    return tuple(_build_column(name, hints[name], declared) for name, declared in table._column_specs.items())  # noqa: SLF001


def get_input_columns(table: type[Table]) -> tuple[Column, ...]:
    """The columns that a file of `table` can have: all but those that the reader fills."""
    return tuple(column for column in get_columns(table) if not column.filled)


def get_column_names(table: type[Table]) -> Sequence[str]:
    """The names of the columns, which are the header of a published file."""
    return [column.name for column in get_columns(table)]


@cache
def make_column(label: str, hint: Any) -> Column:
    """A column out of a label and a type alone, for a value that stands outside a table."""
    return _build_column(label, hint, column("", label=label))


def get_decimals(hint: Any) -> int:
    """How many decimals a value of a type is shown with."""
    return make_column("", hint).display.decimals


def _build_column(name: str, hint: Any, declared: ColumnSpec) -> Column:
    written = name.removesuffix("_")  # `from_` is the column `from`, a word that Python keeps to itself
    plain = Column(
        name=written,
        doc=declared.doc,
        label=declared.label or written.replace("_", " ").capitalize(),
        kind=str,
        display=Display("text"),
        choices=(),
        blank=False,
        default=declared.default,
        key=declared.key,
        minimum=declared.minimum,
        maximum=declared.maximum,
        filled=declared.filled,
        synonyms=declared.synonyms,
        headings=declared.headings,
        unit=declared.unit,
        keys=declared.keys,
        alone=declared.alone,
        event=declared.event,
        declared_role=declared.role,
        drawn=declared.drawn,
        counts=declared.counts,
        entries=None,
    )
    return _apply_type(plain, hint)


def _apply_type(column: Column, hint: Any) -> Column:
    """Read the annotation from the outside in: Annotated, then a choice or an optional, then a plain type."""
    if get_origin(hint) is Annotated:
        inner, *extras = get_args(hint)
        shown = next((extra for extra in extras if isinstance(extra, Display)), None)
        typed = _apply_type(column, inner)
        return typed._replace(display=shown) if shown else typed
    if get_origin(hint) is Literal:
        return column._replace(choices=get_args(hint))
    if get_origin(hint) is tuple:  # several of the choices
        return _apply_type(column, get_args(hint)[0])._replace(kind=tuple)
    if get_origin(hint) is Mapping:  # an option that is a table itself
        keys, values = get_args(hint)
        return column._replace(kind=dict, entries=(keys, values))
    if get_origin(hint) in (UnionType, Union):
        (inner,) = (argument for argument in get_args(hint) if argument is not NoneType)
        return _apply_type(column, inner)._replace(blank=True)
    shown = Display("number", 2 if hint is float else 0) if hint in (int, float) else column.display
    return column._replace(kind=hint, display=shown)


def format_option(value: Any) -> str:
    """A value of an option as text: a table as its entries, a list as its words; what is blank is empty."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} = {format_option(item)}" for key, item in value.items())
    if isinstance(value, tuple):
        return ", ".join(value)
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
