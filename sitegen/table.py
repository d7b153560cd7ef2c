"""A table declared once: its columns, how a cell of each is read, and how it is shown.

    class Match(Table):
        date: PlayDate = column("the day it was played")
        length: int = column("points the match was played to", minimum=1)
        kind: Literal["club", "friendly"] = column("what it was played for", default="club")

The reader, `sitegen systems`, the published files and the HTML tables are all derived from such a
declaration. A row is immutable and a tuple underneath: half a million of them are made in 0.1 s, where
frozen dataclasses take five times as long.
"""

from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    Self,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

_REQUIRED = object()
_shape: Callable[..., Any] = namedtuple  # noqa: PYI024 - called for its fields; the type is our own


@dataclass(frozen=True)
class Shown:
    """How the cells of a type are shown, whatever the column.

    `style` is text, number, short (a number with the decimals that it has), signed, rank, movement, player,
    event, topic, remark or source; `decimals` counts for number and signed only, and says what people see:
    files always hold the unrounded value.
    `about` marks the figure that a list of players is about, where that is not the first.
    """

    style: str
    decimals: int = 0
    about: bool = False


PlayerId = Annotated[str, Shown("player")]
"""The id of a player; in a file that is read also a name or alias that exactly one player bears."""
PlayDate = Annotated[date, Shown("event")]
"""A day on which was played; shown as a link to that evening, week or round."""
EventKey = Annotated[str, Shown("event")]
"""The key of a results page; shown as a link to it."""
Topical = Annotated[str, Shown("topic")]
"""A word that has a page of the ranking to itself, such as a game; shown as a link to it."""
Rank = Annotated[int, Shown("rank")]
Movement = Annotated[int, Shown("movement")]
"""Places won (positive) or lost since the list before."""
Rating = Annotated[float, Shown("number", 0)]
Change = Annotated[float, Shown("signed", 1)]
Figure = Annotated[float, Shown("number", 2)]
"""A number of a calculation, with enough decimals to follow it."""
Chance = Annotated[float, Shown("number", 4)]
Remark = Annotated[str, Shown("remark")]
"""A text of the program's own, shown in the language of the site; what follows `: ` is left as it is."""
Source = Annotated[str, Shown("source")]
"""Where a row was read: `path:line`, relative to the site."""


@dataclass(frozen=True)
class Column:
    """One column of a table, as its declaration says."""

    name: str
    doc: str
    label: str
    kind: type
    shown: Shown
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
    entries: tuple[type, type] | None

    @property
    def required(self) -> bool:
        """Whether every file must have this column and every row a cell in it."""
        return self.default is _REQUIRED


@dataclass(frozen=True)
class _Declared:
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


def column(  # noqa: PLR0913 - each says one thing about a column, and all are named at the call
    doc: str,
    *,
    default: Any = _REQUIRED,
    label: str = "",
    key: bool = False,
    minimum: float | None = None,
    maximum: float | None = None,
    filled: bool = False,
    synonyms: tuple[tuple[str, str], ...] = (),
    headings: tuple[str, ...] = (),
    unit: str = "",
    keys: tuple[int, int] | None = None,
) -> Any:
    """Declare a column: what it holds, and what else is to be known of it.

    `default` makes it optional; `key` columns together occur once in a table; `minimum` and `maximum`
    bound a number; `filled` columns are not in the file: the reader fills them. `label` is the heading
    people see, where the name itself does not serve. `synonyms` are other ways to write a choice, each with
    the choice that it means; `headings` other names that a file may have for the column, in Dutch and French.
    `unit` is what a number counts, such as `%`, which a cell may have behind it.
    `keys` bound the numbers that an option which is a table has for keys.
    """
    return _Declared(doc, label, default, key, minimum, maximum, filled, synonyms, headings, unit, keys)


@dataclass_transform(frozen_default=True, field_specifiers=(column,))
class Table(tuple[Any, ...]):
    """The base of every table; a subclass declares columns, an instance is one row."""

    __slots__ = ()
    _declared: ClassVar[dict[str, _Declared]] = {}

    def __init_subclass__(cls) -> None:
        own = {name: value for name, value in vars(cls).items() if isinstance(value, _Declared)}
        cls._declared = cls._declared | own
        defaults = [each.default for each in cls._declared.values() if each.default is not _REQUIRED]
        shape = _shape(cls.__name__, cls._declared, defaults=defaults)
        cls.__new__ = shape.__new__  # type: ignore[method-assign]
        cls.__repr__ = shape.__repr__  # type: ignore[method-assign]
        for name in cls._declared:
            setattr(cls, name, getattr(shape, name))

    @classmethod
    def rows(cls, values: Iterable[Iterable[Any]]) -> list[Self]:
        """Rows out of their values, which stand in the order of the columns."""
        make: Callable[..., Self] = tuple.__new__
        return [make(cls, each) for each in values]

    def but(self, **changes: Any) -> Self:
        """The same row with some values changed."""
        pairs = zip(self._declared, self, strict=True)
        return type(self)(*[changes.get(name, value) for name, value in pairs])


@cache
def columns(table: type[Table]) -> tuple[Column, ...]:
    """The columns of `table`, in order."""
    hints = get_type_hints(table, include_extras=True)
    return tuple(_column(name, hints[name], declared) for name, declared in table._declared.items())  # noqa: SLF001


def cell_columns(table: type[Table]) -> tuple[Column, ...]:
    """The columns that a file of `table` can have: all but those that the reader fills."""
    return tuple(each for each in columns(table) if not each.filled)


def names(table: type[Table]) -> Sequence[str]:
    """The names of the columns, which are the header of a published file."""
    return [each.name for each in columns(table)]


@cache
def column_of(label: str, hint: Any) -> Column:
    """A column out of a label and a type alone, for a value that stands outside a table."""
    return _column(label, hint, column("", label=label))


def _column(name: str, hint: Any, declared: _Declared) -> Column:
    written = name.removesuffix("_")  # `from_` is the column `from`, a word that Python keeps to itself
    plain = Column(
        name=written,
        doc=declared.doc,
        label=declared.label or written.replace("_", " ").capitalize(),
        kind=str,
        shown=Shown("text"),
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
        entries=None,
    )
    return _typed(plain, hint)


def _typed(column: Column, hint: Any) -> Column:
    """Read the annotation from the outside in: Annotated, then a choice or an optional, then a plain type."""
    if get_origin(hint) is Annotated:
        inner, *extras = get_args(hint)
        shown = next((each for each in extras if isinstance(each, Shown)), None)
        typed = _typed(column, inner)
        return replace(typed, shown=shown) if shown else typed
    if get_origin(hint) is Literal:
        return replace(column, choices=get_args(hint))
    if get_origin(hint) is tuple:  # several of the choices
        return replace(_typed(column, get_args(hint)[0]), kind=tuple)
    if get_origin(hint) is Mapping:  # an option that is a table itself
        keys, values = get_args(hint)
        return replace(column, kind=dict, entries=(keys, values))
    if get_origin(hint) in (UnionType, Union):
        (inner,) = (each for each in get_args(hint) if each is not NoneType)
        return replace(_typed(column, inner), blank=True)
    shown = Shown("number", 2 if hint is float else 0) if hint in (int, float) else column.shown
    return replace(column, kind=hint, shown=shown)
