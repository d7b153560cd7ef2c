"""Values in files that nobody has to trust: rows of tables, named tuples, messages, and what is in them.

`dump` writes with `pickle`, but each class, and each value of one, as plain values beside its name. `load`
refuses all else, so that no file can call anything: it makes named tuples, rows and the few classes that are
here, and looks up no name but those of such classes in loaded modules. Equal values have equal bytes.
"""

import pickle
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from enum import Enum
from functools import cache, reduce
from io import BytesIO
from operator import attrgetter, or_
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from sitegen.core.columnar import Rows
from sitegen.core.pickling import Deferred, has_name, make_table, split_table
from sitegen.core.problems import DayInWords, FileWord, Message, Number
from sitegen.core.table import REQUIRED, Table, make_rows

_PLAIN = frozenset({NoneType, bool, int, float, str, bytes, tuple, list, dict})
_TYPES = {kind.__name__: kind for kind in (NoneType, bool, int, float, str, date, tuple, dict, list)}
_GENERIC = {"Annotated": Annotated, "Literal": Literal, "tuple": tuple}
_GENERIC |= {"Sequence": Sequence, "Mapping": Mapping}
_MESSAGES = {kind.__name__: kind for kind in (Message, Number, FileWord)}


def dump(value: Any) -> bytes:
    """Return a value as bytes that `load` reads; raises `TypeError` for a class that cannot be stored."""
    file = BytesIO()
    writer = _Writer(file, pickle.HIGHEST_PROTOCOL)
    writer.fast = True  # the same object twice has the bytes of two equal ones
    writer.dump(value)
    return file.getvalue()


def load(data: bytes) -> Any:
    """Return the value that `dump` wrote; raises `ValueError` for anything else."""
    try:
        return _Reader(BytesIO(data)).load()
    except Exception as error:
        raise ValueError("not a stored value") from error


class _Writer(pickle.Pickler):
    def persistent_id(self, value: Any) -> Any:  # noqa: C901, PLR0911 - a line for each kind of value
        """Return what stands for a value that is not plain, with the kind of it first."""
        kind = type(value)
        if kind is list and value and isinstance(value[0], Table) and len({*map(type, value)}) == 1:
            return "rows", type(value[0]), [*map(tuple, value)]
        if kind in _PLAIN:
            return None
        if isinstance(value, Rows):
            return "columns", value.kind, len(value), [[*cells] for cells in value.columns]
        if kind in _MESSAGES.values():
            return "message", kind.__name__, value.__reduce__()[1]
        if isinstance(value, Table):
            return "rows", kind, tuple(value)
        if isinstance(value, Enum):
            return "enum", _name(kind), value.name
        if isinstance(value, tuple):
            return "named", _name(kind), tuple(value)
        if isinstance(value, date):
            return "day", kind is DayInWords, value.toordinal()
        if kind in {set, frozenset}:
            return "set", kind is set, sorted(value)
        if isinstance(value, Mapping):
            return "mapping", dict(value)
        if isinstance(value, Deferred):
            return "deferred", value.value
        if value is REQUIRED:
            return ("required",)
        return "type", *_describe_type(value)


def _name(kind: type) -> str:
    if not has_name(kind):
        raise TypeError(f"{kind} cannot be stored")
    return f"{kind.__module__}:{kind.__qualname__}"


def _describe_type(value: Any) -> tuple[Any, ...]:
    """Return plain values for a type of an annotation: the name of a class, or a form and its types."""
    if value is Ellipsis:
        return ("...",)
    name = getattr(value, "__name__", "")
    if name and _TYPES.get(name) is value:
        return (name,)
    if isinstance(value, type) and issubclass(value, Table):
        return ("table", _name(value)) if has_name(value) else ("made", dump(split_table(value)))
    origin, arguments = get_origin(value), get_args(value)
    if origin in (Union, UnionType):
        return "|", arguments
    forms = {form: name for name, form in _GENERIC.items()} | {get_origin(Sequence[int]): "Sequence"}
    if origin in forms and origin is not None:
        return forms[origin], arguments
    raise TypeError(f"{value!r} cannot be stored")


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        """Refuse what calls something by its name."""
        raise pickle.UnpicklingError(f"{module}.{name}")

    def persistent_load(self, pid: Any) -> Any:
        """Return the value that is described; raises an exception for anything else."""
        return getattr(self, f"_load_{pid[0]}")(*pid[1:])

    def _load_rows(self, table: type[Table], cells: Any) -> Any:
        return make_rows(table, cells) if isinstance(cells, list) else make_rows(table, [cells])[0]

    def _load_columns(self, table: type[Table], length: int, columns: list[Any]) -> Any:
        return Rows(table, length, columns)

    def _load_message(self, name: str, values: tuple[Any, ...]) -> Any:
        return _MESSAGES[name](*values)

    def _load_enum(self, name: str, member: str) -> Any:
        return _find(name, Enum)[member]

    def _load_named(self, name: str, values: tuple[Any, ...]) -> Any:
        kind = _find(name, tuple)
        if len(kind._fields) != len(values):
            raise TypeError(name)
        return tuple.__new__(kind, values)

    def _load_day(self, is_in_words: bool, ordinal: int) -> date:
        return (DayInWords if is_in_words else date).fromordinal(ordinal)

    def _load_set(self, is_mutable: bool, values: list[Any]) -> Any:
        return {*values} if is_mutable else frozenset(values)

    def _load_mapping(self, values: dict[Any, Any]) -> Any:
        return MappingProxyType(values)

    def _load_deferred(self, value: Any) -> Any:
        return Deferred.of(value)

    def _load_required(self) -> Any:
        return REQUIRED

    def _load_type(self, form: str, *values: Any) -> Any:
        if form == "table":
            return _find(values[0], Table)
        if form == "made":
            return _load_table(*values)
        if form == "...":
            return Ellipsis
        if not values:
            return _TYPES[form]
        (arguments,) = values
        if form != "Literal":
            _refuse_texts(arguments[:1] if form == "Annotated" else arguments)
        return reduce(or_, arguments) if form == "|" else _GENERIC[form][arguments]  # type: ignore[index]


@cache
def _load_table(data: bytes) -> type[Table]:
    """Return a table that a function made, of what `split_table` returns: all clubs have the same ones."""
    name, columns, required, hints, honours = load(data)
    _refuse_texts(hints.values())
    return make_table(name, columns, required, hints, honours)


def _refuse_texts(types: Iterable[Any]) -> None:
    """Raise `TypeError` for a type that is a text: Python would run it."""
    if any(isinstance(kind, str) for kind in types):
        raise TypeError(types)


@cache
def _find(name: str, base: type) -> Any:
    """Return the class of a name, which is one of its base; raises an exception where there is none."""
    module, _, qualified = name.partition(":")
    kind = attrgetter(qualified)(sys.modules[module])
    if not (isinstance(kind, type) and issubclass(kind, base)):
        raise TypeError(name)
    return kind
