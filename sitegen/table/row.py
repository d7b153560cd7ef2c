"""The base of every table: what declares columns, and what makes rows."""

from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial, reduce
from operator import add, itemgetter
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, dataclass_transform

from sitegen.table.shown import Role

REQUIRED = object()
"""The default of a column that has none."""
R = TypeVar("R", bound=tuple[Any, ...])
_shape: Callable[..., Any] = namedtuple  # noqa: PYI024 - called for its fields; the type is our own


class Declared(NamedTuple):
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
    return Declared(
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


def many(kind: type[R], values: Iterable[Iterable[Any]]) -> list[R]:
    """Rows of a table or named tuple out of their values: half the time of a call of `kind` for each."""
    make: Callable[[Iterable[Any]], R] = partial(tuple.__new__, kind)
    return list(map(make, values))


@dataclass_transform(frozen_default=True, field_specifiers=(column,))
class Table(tuple[Any, ...]):
    """The base of every table; a subclass declares columns, an instance is one row."""

    __slots__ = ()
    _declared: ClassVar[dict[str, Declared]] = {}
    _fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Declared)}
        cls._declared = _placed(cls._declared, own)
        named = {name for each in cls._declared.values() for name in (each.event, *each.drawn)}
        if strange := named - {"", *cls._declared}:
            raise TypeError(f"{cls.__name__} has no such column: {', '.join(sorted(strange))}")
        defaults = [each.default for each in cls._declared.values() if each.default is not REQUIRED]
        shape = _shape(cls.__name__, cls._declared, defaults=defaults)
        cls.__new__ = shape.__new__  # type: ignore[method-assign]
        cls.__repr__ = shape.__repr__  # type: ignore[method-assign]
        cls._fields = shape._fields
        for name in cls._declared:
            setattr(cls, name, getattr(shape, name))

    @classmethod
    def rows(cls, values: Iterable[Iterable[Any]]) -> list[Self]:
        """Rows out of their values, which stand in the order of the columns."""
        return many(cls, values)

    @classmethod
    def like(cls, *rows: tuple[Any, ...], **values: Any) -> Self:
        """A row with `values` in the columns of these names, and in the others what `rows` have by the name.

        `rows` are those of any tables or named tuples; the first that has a column gives its value, and a
        column that none has its default. A `TypeError` names what is in neither, and values of no column.
        """
        found = _projection(cls, tuple(map(type, rows)), tuple(values))
        return tuple.__new__(cls, found.pick((*reduce(add, rows, ()), *values.values(), *found.defaults)))

    @classmethod
    def each_like(cls, *rows: Iterable[tuple[Any, ...]], **values: Any) -> list[Self]:
        """A row like the first of each of `rows` together, one like the second of each, and so on.

        Those of one of `rows` are all of one kind. It takes a quarter of the time that `like` takes.
        """
        found = [list(each) for each in rows]
        if len({*map(len, found)}) > 1:
            raise ValueError(f"there are {len(found)} lists of rows, which are not of one length")
        if not found[0]:
            return []
        like = _projection(cls, tuple(type(each[0]) for each in found), tuple(values))
        found.append([(*values.values(), *like.defaults)] * len(found[0]))
        return many(cls, zip(*(map(pick, found[number]) for number, pick in like.columns), strict=True))

    @classmethod
    def cells(cls, *names: str) -> Callable[[Self], tuple[Any, ...]]:
        """What picks the cells of these two or more columns out of a row, faster than one by one."""
        return itemgetter(*map([*cls._declared].index, names))

    def but(self, **changes: Any) -> Self:
        """The same row with some values changed."""
        return self.like(self, **changes)


def _placed(base: dict[str, Declared], own: dict[str, Declared]) -> dict[str, Declared]:
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
def _projection(table: type[Table], kinds: tuple[type[Any], ...], named: tuple[str, ...]) -> _Projection:
    """That out of rows of these kinds; a named value goes before that of a row.

    Found once for each place in the program that makes such rows.
    """
    declared = table._declared  # noqa: SLF001
    optional = {name: each.default for name, each in declared.items() if each.default is not REQUIRED}
    parts = [*map(column_names, kinds), [*named, *optional]]
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


def column_names(kind: type[tuple[Any, ...]]) -> tuple[str, ...]:
    """The names of the columns of a `Table`, or of a named tuple, as Python has them."""
    return kind._fields  # type: ignore[attr-defined,no-any-return]
