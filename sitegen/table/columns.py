"""What the columns of a table are, as its declaration and its types say."""

from collections.abc import Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from sitegen.table.row import REQUIRED, Declared, Table, column
from sitegen.table.shown import Role, Shown


class Column(NamedTuple):
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
        return self.declared_role or ("value" if self.shown.about else self.shown.role)

    @property
    def required(self) -> bool:
        """Whether every file must have this column and every row a cell in it."""
        return self.default is REQUIRED


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


def decimals(hint: Any) -> int:
    """How many decimals a value of a type is shown with."""
    return column_of("", hint).shown.decimals


def _column(name: str, hint: Any, declared: Declared) -> Column:
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
        alone=declared.alone,
        event=declared.event,
        declared_role=declared.role,
        drawn=declared.drawn,
        counts=declared.counts,
        entries=None,
    )
    return _typed(plain, hint)


def _typed(column: Column, hint: Any) -> Column:
    """Read the annotation from the outside in: Annotated, then a choice or an optional, then a plain type."""
    if get_origin(hint) is Annotated:
        inner, *extras = get_args(hint)
        shown = next((each for each in extras if isinstance(each, Shown)), None)
        typed = _typed(column, inner)
        return typed._replace(shown=shown) if shown else typed
    if get_origin(hint) is Literal:
        return column._replace(choices=get_args(hint))
    if get_origin(hint) is tuple:  # several of the choices
        return _typed(column, get_args(hint)[0])._replace(kind=tuple)
    if get_origin(hint) is Mapping:  # an option that is a table itself
        keys, values = get_args(hint)
        return column._replace(kind=dict, entries=(keys, values))
    if get_origin(hint) in (UnionType, Union):
        (inner,) = (each for each in get_args(hint) if each is not NoneType)
        return _typed(column, inner)._replace(blank=True)
    shown = Shown("number", 2 if hint is float else 0) if hint in (int, float) else column.shown
    return column._replace(kind=hint, shown=shown)


def written(value: Any) -> str:
    """A value of an option as text: a table as its entries, a list as its words; what is blank is empty."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} = {written(each)}" for key, each in value.items())
    if isinstance(value, tuple):
        return ", ".join(value)
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
