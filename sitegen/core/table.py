"""Tables: each is a class that declares its columns once, and its rows are the instances.

    class Match(Table):
        date: PlayDate = column("the day it was played")
        length: int = column("points the match was played to", minimum=1)
        kind: Literal["club", "friendly"] = column("what it was played for", default="club")

The reader of CSV files, `sitegen systems`, the published files and the HTML tables are all derived from such
a declaration. The annotation of a column is a plain type, a `Literal` for a choice, or one of these below,
which say how a cell is shown, such as `PlayerId` and `Rating`. With `| None` a cell may be blank.

A row is an immutable tuple underneath: half a million are made in 0.1 s, where frozen dataclasses take five
times as long.
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

from sitegen.core.problems import FileWord

Role = Literal["rank", "move", "name", "beside", "value", "change", "course", "form", "counted", "optional"]
"""What a column is to a list, by which pages lay it out.

- `rank`: the place, and `move`: the places gained or lost.
- `name`: what the row is about, and `beside`: small text with it, such as the club.
- `value`: the figure that the list is about, and its `change`.
- `course`: the history of the figure, and `form`: the latest results.
- `counted`: whether a result counts at all.
- `optional`: everything else, which is left out first where there is little room.
"""


class Display(NamedTuple):
    """How the cells of a type are shown.

    - `style`: text, number, short (a number with as many decimals as it has), signed, percentage, rank,
      movement, player, event, topic, remark, source, course or form.
    - `decimals`: of a number or a signed number on pages; files always have the unrounded value.
    - `is_main`: whether this is the figure that a list of players is about, if that is not the first.
    - `is_on_pages`: whether pages show the column; if not, other cells of the row make use of it.
    - `role`: the role of a column that declares no other.
    """

    style: str
    decimals: int = 0
    is_main: bool = False
    is_on_pages: bool = True
    role: Role = "optional"


PlayerId = Annotated[str, Display("player", role="name")]
"""The id of a player; files that are read may also have a name or alias, if only one player bears it."""
PlayDate = Annotated[date, Display("event")]
"""A day of play; shown as a link to its evening, week or round."""
EventKey = Annotated[str, Display("event")]
"""The key of a results page; shown as a link to it."""
HiddenEventKey = Annotated[str, Display("event", is_on_pages=False)]
"""The key of the results page that the days of the row link to; not shown itself."""
TopicName = Annotated[str, Display("topic")]
"""A name with a page of its own, such as a game; shown as a link to it."""
Rank = Annotated[int, Display("rank", role="rank")]
"""A place on a list; 1 is the first. The list draws how its leaders got there."""
Movement = Annotated[int, Display("movement", role="move")]
"""Places gained (positive) or lost since the list before."""
Rating = Annotated[float, Display("number", 0)]
"""A rating, shown in whole points."""
Change = Annotated[float, Display("signed", 1, role="change")]
"""Points gained (positive) or lost."""
Figure = Annotated[float, Display("number", 2)]
"""A number in a calculation, with enough decimals to follow it."""
HiddenFigure = Annotated[float, Display("number", 2, is_on_pages=False)]
"""A number that is filled in a calculation only, without a column on pages."""
Chance = Annotated[float, Display("number", 4)]
"""A chance between 0 and 1."""
Percentage = Annotated[float, Display("percentage")]
"""A fraction of 1, shown in whole percents."""
Remark = Annotated[str, Display("remark")]
"""A text of the system, shown in the language of the site; what follows `: ` is not translated."""
Source = Annotated[str, Display("source")]
"""Where a row was read: `path:line`, relative to the site."""
HiddenSource = Annotated[str, Display("source", is_on_pages=False)]
"""Where a row was read, for the link that reports a mistake in it; not shown itself."""
Trend = Annotated[Sequence[float], Display("course", role="course")]
"""The history of a figure at equal intervals, oldest first; drawn as a sparkline."""
Form = Annotated[str, Display("form", role="form")]
"""The latest results, oldest first, as letters: `w` won, `d` drawn, `l` lost; drawn as ticks."""


RECORDS = {
    "players": "players, with rating and club",
    "games": "games of a tournament: date, round, board, white, black, result, event",
    "forfeits": "games that were won or lost without being played, with the same columns",
    "pending": "games that are paired and not played yet, with the same columns",
    "rounds": "rounds, with their dates",
    "absences": "absences: round, player, code",
    "pairs": "percentages of pairs: date, session, section, pair, player1, player2, score, opponents",
    "butler": "IMPs of pairs, with the same columns and boards",
    "teams": "matches of teams: date, session, match, team_a, team_b, imps_a, boards, vp_a, vp_b",
    "line-ups": "players of a team: date, session, team, player",
    "plays": "players at a table of a diary of games: date, play, game, player, place, score",
    "tournaments": "days of tournaments, by which plays belong to one",
}
"""What files of other programs hold, which an import brings into the tables that take it: see `Table`."""
REQUIRED = object()
"""The default of a column that has none, which every file must have."""
R = TypeVar("R", bound=tuple[Any, ...])
_shape: Callable[..., Any] = namedtuple  # noqa: PYI024 - its fields become those of a `Table`


class Column(NamedTuple):
    """A column of a table: what `column` declares, and what the annotation and the table add to it.

    - `doc`: what it holds.
    - `default`: the value of a blank cell; the column is then optional in files.
    - `label`: the heading on pages, if the name does not serve.
    - `key`: the columns with a key identify a row: no two rows have the same values in all of them.
    - `minimum`, `maximum`: the bounds of a number.
    - `filled`: the column is not in files; the reader fills it.
    - `synonyms`: pairs of another spelling of a choice and the choice it means.
    - `headings`: other names that the column may have in files, such as those in Dutch and French.
    - `unit`: what a number counts, such as `%`, which may follow it in a cell.
    - `keys`: for an option that is a table itself, the lowest and the highest key.
    - `alone`: for such an option, the key of a value that is given without one.
    - `changes`: for an option that may change from a day on, what has it then: "games from that day on".
    - `stays`: for one that may not, why.
    - `before`: in a subclass, the inherited column that this one precedes; the default is the end.
    - `event`: for a day that may have several events, the column of this table with the key of its event.
    - `role`: what the column is to a list, if its type does not say.
    - `drawn`: for a result that is blank until it has been played, the columns that identify the round.
      Another row that is equal in these, and in all required columns, has the result of this one.
    - `in_files`: whether the published files have the column; if not, it is for pages alone, such as a change
      since the list before. Two states of a site are compared without it.
    - `counts`: a prefix that the values begin with, while their numbers go up by one from row to row, or
      from one table of players to the next.

    Nobody declares the others. `name` is that of the annotation, which also says the `kind` of the values,
    how pages `display` them, the `choices` there are, whether a cell may be `blank`, and the types of the
    `entries` of an option that is a table itself.
    """

    doc: str
    default: object = REQUIRED
    label: str = ""
    key: bool = False
    minimum: float | None = None
    maximum: float | None = None
    filled: bool = False
    synonyms: tuple[tuple[str, str], ...] = ()
    headings: tuple[str, ...] = ()
    unit: str = ""
    keys: tuple[int, int] | None = None
    alone: int | None = None
    before: str = ""
    event: str = ""
    role: Role | None = None
    drawn: tuple[str, ...] = ()
    counts: str = ""
    in_files: bool = True
    changes: str = ""
    stays: str = ""
    name: str = ""
    kind: type = str
    display: Display = Display("text")
    choices: tuple[str, ...] = ()
    blank: bool = False
    entries: tuple[type, type] | None = None

    def __hash__(self) -> int:
        return hash(self.name)  # a tenth of the time of hashing all fields

    @property
    def is_required(self) -> bool:
        """Whether every file must have the column."""
        return self.default is REQUIRED

    @property
    def title(self) -> str:
        """What the column is called where there is room: not by a sign, such as `±`, but by its name."""
        return self.label if any(map(str.isalpha, self.label)) else _write_out(self.name)

    @property
    def heading(self) -> FileWord:
        """What messages and new files call the column."""
        return FileWord(self.name, self.label, self.headings)

    @property
    def words(self) -> Sequence[FileWord]:
        """What messages and new files call each choice, also yes and no."""
        if self.kind is bool:
            return FileWord("yes", "yes", ("ja", "oui")), FileWord("no", "no", ("nee", "non"))
        return [
            FileWord(choice, choice, [synonym for synonym, meant in self.synonyms if meant == choice])
            for choice in self.choices
        ]


column: Callable[..., Any] = Column
"""Declare a column of a table by what it holds and, by name, the fields of `Column` that are not usual."""


def split_alternatives(alternatives: str) -> tuple[str, ...]:
    """Split a text at `|`, such as the headings that a column may have."""
    return tuple(alternatives.split("|"))


def parse_synonyms(alternatives: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return pairs of a synonym and its choice; `alternatives` has the synonyms by choice, split by `|`."""
    return tuple(
        (text, choice) for choice, texts in alternatives.items() for text in split_alternatives(texts)
    )


def make_rows(kind: type[R], values: Iterable[Iterable[Any]]) -> list[R]:
    """Make rows of a table or named tuple of their values, in half the time of a call for each row."""
    make: Callable[[Iterable[Any]], R] = partial(tuple.__new__, kind)
    return list(map(make, values))


class _TableType(type):
    """Gives tables no `__dict__` for each row, with which none could have the columns of several others."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **keywords: Any) -> Any:
        return super().__new__(cls, name, bases, {"__slots__": (), **namespace}, **keywords)


@dataclass_transform(frozen_default=True, field_specifiers=(column,))
class Table(tuple[Any, ...], metaclass=_TableType):
    """The base class of tables: a subclass declares columns, an instance is a row.

    A subclass of several tables has the columns of the last of them, and what the others have besides.

    `class Game(Table, records=("games",))` is a table that takes the games of tournaments from imported files
    (`RECORDS`), by the names and headings of its columns. So do its subclasses.

    `honours` says that it is an honour to be first of a published table, or in one without places, and its
    columns of yes and no titles and rights: it names the columns that say of what, such as the season. None
    for a table that honours nobody.
    """

    __slots__ = ()
    honours: ClassVar[Sequence[str] | None] = None
    _column_specs: ClassVar[dict[str, Column]] = {}
    _fields: ClassVar[tuple[str, ...]] = ()
    _records: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, records: tuple[str, ...] = ()) -> None:
        if unknown := {*records} - {*RECORDS}:
            raise TypeError(f"{cls.__name__} takes no known records: {', '.join(sorted(unknown))}")
        cls._records = records or cls._records
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Column)}
        inherited = [base._column_specs for base in reversed(cls.__bases__) if issubclass(base, Table)]  # noqa: SLF001
        cls._column_specs = reduce(_order_columns, [*inherited, own])
        references = {
            name for spec in cls._column_specs.values() for name in (spec.before, spec.event, *spec.drawn)
        }
        if unknown := references - {"", *cls._column_specs}:
            raise TypeError(f"{cls.__name__} has no such column: {', '.join(sorted(unknown))}")
        defaults = [spec.default for spec in cls._column_specs.values() if spec.default is not REQUIRED]
        shape = _shape(cls.__name__, cls._column_specs, defaults=defaults)
        cls.__new__ = shape.__new__  # type: ignore[method-assign]
        cls.__repr__ = shape.__repr__  # type: ignore[method-assign]
        cls._fields = shape._fields
        for name in cls._column_specs:
            setattr(cls, name, getattr(shape, name))

    @classmethod
    def make_rows(cls, values: Iterable[Iterable[Any]]) -> list[Self]:
        """Make rows of their values, which are in the order of the columns."""
        return make_rows(cls, values)

    @classmethod
    def combine(cls, *rows: tuple[Any, ...], **values: Any) -> Self:
        """Make a row of `values` by name, and of what `rows` have in columns of the other names.

        `rows` are of any tables or named tuples; the first that has a column counts. A column that none has
        gets its default. Raises `TypeError` for a column without any value, and for values of no column.
        """
        projection = _make_projection(cls, tuple(map(type, rows)), tuple(values))
        cells = (*reduce(add, rows, ()), *values.values(), *projection.defaults)
        return tuple.__new__(cls, projection.pick(cells))

    @classmethod
    def combine_all(cls, *rows: Iterable[tuple[Any, ...]], **values: Any) -> list[Self]:
        """Combine the first rows of several sequences, then the second ones, and so on.

        All rows of a sequence are of one class. It takes a quarter of the time of `combine` for each.
        """
        sources = [list(sequence) for sequence in rows]
        if len({*map(len, sources)}) > 1:
            raise ValueError(f"there are {len(sources)} lists of rows, which are not of one length")
        if not sources[0]:
            return []
        projection = _make_projection(cls, tuple(type(source[0]) for source in sources), tuple(values))
        sources.append([(*values.values(), *projection.defaults)] * len(sources[0]))
        columns = (map(pick, sources[number]) for number, pick in projection.columns)
        return make_rows(cls, zip(*columns, strict=True))

    @classmethod
    def make_getter(cls, *names: str) -> Callable[[Self], tuple[Any, ...]]:
        """Return a function that gets the cells of two or more columns of a row, faster than one by one."""
        order = [*cls._column_specs]
        return itemgetter(*(order.index(name) for name in names))

    def replace(self, **changes: Any) -> Self:
        """Return the row with some values changed."""
        return self.combine(self, **changes)


def _order_columns(base: dict[str, Column], own: dict[str, Column]) -> dict[str, Column]:
    """Return the inherited columns of a table, and its own or those of another base, in order."""
    order = list(base)
    for name, declared in own.items():
        if name not in base:
            order.insert(order.index(declared.before) if declared.before in order else len(order), name)
    every = base | own
    return {name: every[name] for name in order}


class _Projection(NamedTuple):
    """How the columns of a table are taken from some rows, then named values, then defaults.

    `pick` takes them from all of these joined to one tuple. `columns` has for each column the number of the
    row, or of what follows the rows, and a function that gets the cell from it.
    """

    pick: Callable[[tuple[Any, ...]], tuple[Any, ...]]
    columns: Sequence[tuple[int, Callable[[tuple[Any, ...]], Any]]]
    defaults: tuple[Any, ...]


@cache
def _make_projection(
    table: type[Table], kinds: tuple[type[Any], ...], given_names: tuple[str, ...]
) -> _Projection:
    """Return the projection of rows of these kinds and of values of `given_names`, which take precedence."""
    specs = table._column_specs  # noqa: SLF001
    defaults = {name: spec.default for name, spec in specs.items() if spec.default is not REQUIRED}
    parts = [*map(get_field_names, kinds), [*given_names, *defaults]]
    sources = [(name, number, index) for number, part in enumerate(parts) for index, name in enumerate(part)]
    names = [name for name, *_ in sources]
    wrong = [*({*given_names} - {*specs}), *({*specs} - {*names})]
    if wrong:
        raise TypeError(f"{table.__name__} cannot be made so: {', '.join(sorted(wrong))}")
    first_named = len(sources) - len(parts[-1])
    positions = [names.index(name, first_named if name in given_names else 0) for name in specs]
    pick: Any = itemgetter(*positions) if len(positions) > 1 else lambda cells: (cells[positions[0]],)
    columns = [(sources[position][1], itemgetter(sources[position][2])) for position in positions]
    return _Projection(pick, columns, tuple(defaults.values()))


def get_field_names(kind: type[tuple[Any, ...]]) -> tuple[str, ...]:
    """Return the field names of a `Table` or a named tuple."""
    return kind._fields  # type: ignore[attr-defined,no-any-return]


@cache
def get_hints(table: type[Table]) -> Mapping[str, Any]:
    """Return the annotations of the columns of a table, by the names of the fields."""
    return get_type_hints(table, include_extras=True)


@cache
def get_columns(table: type[Table]) -> tuple[Column, ...]:
    """Return the columns of a table, in order."""
    hints = get_hints(table)
    return tuple(_build_column(name, hints[name], declared) for name, declared in table._column_specs.items())  # noqa: SLF001


def get_records(table: type[Table]) -> tuple[str, ...]:
    """Return which records of imported files a table takes."""
    return table._records  # noqa: SLF001


def get_input_columns(table: type[Table]) -> tuple[Column, ...]:
    """Return the columns that a file of the table can have: all but those that the reader fills."""
    return tuple(column for column in get_columns(table) if not column.filled)


def get_column_names(table: type[Table]) -> Sequence[str]:
    """Return the names of the columns."""
    return [column.name for column in get_columns(table)]


@cache
def make_column(label: str, hint: Any) -> Column:
    """Return a column for a value outside a table, of a label and a type."""
    return _build_column(label, hint, column("", label=label))


def get_decimals(hint: Any) -> int:
    """Return the number of decimals that a value of a type is shown with."""
    return make_column("", hint).display.decimals


def _write_out(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _build_column(name: str, hint: Any, declared: Column) -> Column:
    column_name = name.removesuffix("_")  # `from_` is the column `from`, a keyword of Python
    label = declared.label or _write_out(column_name)
    column = _apply_type(declared._replace(name=column_name, label=label), hint)
    role = column.role or ("value" if column.display.is_main else column.display.role)
    return column._replace(role=role)


def _apply_type(column: Column, hint: Any) -> Column:
    """Read the annotation from the outside in: Annotated, then a choice or an optional, then a plain type."""
    if get_origin(hint) is Annotated:
        inner, *metadata = get_args(hint)
        display = next((value for value in reversed(metadata) if isinstance(value, Display)), None)
        column = _apply_type(column, inner)
        return column._replace(display=display) if display else column
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
    display = Display("number", 2 if hint is float else 0) if hint in (int, float) else column.display
    return column._replace(kind=hint, display=display)
