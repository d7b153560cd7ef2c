"""Who comes in by the door: what keeps a module, or another object, from being a ranking system."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from inspect import signature
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from sitegen.message import Message, advise, say
from sitegen.player import Player
from sitegen.problem import quoted
from sitegen.request import PARTS
from sitegen.table import Table, columns

_OUTPUT = re.compile(r"(?:[a-z0-9]|YYYY)(?:[a-z0-9_-]|YYYY)*")


class Refused(NamedTuple):
    """What is wrong with a system, and what is expected of it."""

    message: Message
    hint: str = ""


def faults(name: str, system: Any) -> list[Refused]:
    """What keeps an object from being the ranking system called `name`."""
    return [*_of_names(name, system), *_of_functions(name, system), *_of_tables(name, system)]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _are_texts(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(map(_is_text, value))


def _are_articles(value: object) -> bool:
    return isinstance(value, Mapping) and all(map(_is_text, [*value, *value.values()]))


def _is_tuple_of_tables(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_field_defaults")


def _is_table(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Table)


def _are_outputs(value: object) -> bool:
    return isinstance(value, Mapping) and bool(value) and all(map(_is_table, value.values()))


def _are_parts(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and set(value) <= PARTS.keys()


class _Wanted(NamedTuple):
    """A name of a system: whether a value will do for it, in words, and whether it must be there."""

    fits: Callable[[Any], bool]
    told: Message
    is_needed: bool = True


_NAMES = {
    "title": _Wanted(_is_text, advise("a text: the regulation and its date")),
    "interpretations": _Wanted(_are_texts, advise("a list of texts, which may be empty")),
    "articles": _Wanted(_are_articles, advise("the articles by name, with what each says"), False),
    "Inputs": _Wanted(_is_tuple_of_tables, advise("a `typing.NamedTuple` whose fields are lists of tables")),
    "Options": _Wanted(_is_table, advise("a class that extends `Table`")),
    "outputs": _Wanted(_are_outputs, advise("the published tables by name, classes that extend `Table`")),
    "check": _Wanted(callable, advise("a function of the inputs and the options")),
    "rate": _Wanted(callable, advise("a function of the inputs, the options and the moment")),
    "draw": _Wanted(callable, advise("a function of the inputs, the options and the request"), False),
    "dated": _Wanted(callable, advise("a function of the inputs"), False),
    "due": _Wanted(callable, advise("a function of the day and the options"), False),
    "remarks": _Wanted(callable, advise("a function of two outcomes"), False),
    "drawn_with": _Wanted(_are_parts, advise("a list of fields of `Request`"), False),
}
_CALLS = {
    "check": ("inputs", "options"),
    "rate": ("inputs", "options", "when"),
    "draw": ("inputs", "options", "request"),
    "dated": ("inputs",),
    "due": ("day", "options"),
    "remarks": ("before", "after"),
}


def _fits(system: Any, name: str) -> bool:
    return hasattr(system, name) and _NAMES[name].fits(getattr(system, name))


def _of_names(name: str, system: Any) -> Iterator[Refused]:
    for each, wanted in _NAMES.items():
        expected = advise("expected: {expected}", expected=wanted.told)
        if hasattr(system, each) and not wanted.fits(getattr(system, each)):
            told = {"name": quoted(each), "system": quoted(name), "found": _found(getattr(system, each))}
            yield Refused(say("system-unfit", "{name} of the system {system} is {found}", **told), expected)
        elif wanted.is_needed and not hasattr(system, each):
            told = {"name": quoted(each), "system": quoted(name)}
            yield Refused(say("system-incomplete", "the system {system} lacks {name}", **told), expected)


def _found(value: object) -> str:
    """A value as it is named: a class by its name, any other by what it is."""
    return quoted(value.__qualname__ if isinstance(value, type) else repr(value))


def _of_functions(name: str, system: Any) -> Iterator[Refused]:
    """Functions that cannot be called as they will be."""
    for each, given in _CALLS.items():
        if hasattr(system, each) and _fits(system, each) and not _takes(getattr(system, each), len(given)):
            call = f"{each}({', '.join(given)})"
            message = say(
                "system-call",
                "{name} of the system {system} takes other arguments",
                name=quoted(each),
                system=quoted(name),
            )
            yield Refused(message, advise("it is called as {call}", call=call))


def _takes(function: Callable[..., Any], number: int) -> bool:
    try:
        signature(function).bind(*[None] * number)
    except TypeError:
        return False
    except ValueError:  # one that is not written in Python, and does not say what it takes
        return True
    return True


def _of_tables(name: str, system: Any) -> Iterator[Refused]:
    """Tables that cannot be read: those of a club, the options and those that are published."""
    if _fits(system, "Inputs"):
        yield from _of_inputs(name, system.Inputs)
    if _fits(system, "Options"):
        yield from _of_columns(name, "Options", system.Options)
    for each, table in system.outputs.items() if _fits(system, "outputs") else ():
        if not _OUTPUT.fullmatch(each):
            told = {"table": quoted(each), "system": quoted(name)}
            message = say(
                "system-output-name", "{table} in 'outputs' of {system} is no name of a file", **told
            )
            yield Refused(message, advise("use lower-case letters, digits and '-', and YYYY for a year"))
        yield from _of_columns(name, each, table)


def _of_inputs(name: str, inputs: Any) -> Iterator[Refused]:
    try:
        hints = get_type_hints(inputs)
    except Exception as error:  # noqa: BLE001 - a type in quotes is evaluated, and can raise anything
        yield _unread(name, "Inputs", error)
        return
    for field, hint in hints.items():
        table = _row(hint)
        if table is None:
            told = {"field": quoted(field), "system": quoted(name)}
            message = say(
                "system-input", "the field {field} of 'Inputs' of {system} is no list of rows", **told
            )
            yield Refused(
                message, advise("expected: `list[…]` of a class that extends `Table`, or that `| None`")
            )
        elif field == "players" and not issubclass(table, Player):
            message = say(
                "system-players", "the players of the system {system} are no players", system=quoted(name)
            )
            yield Refused(message, advise("expected: a class that extends `Player`"))
        else:
            yield from _of_columns(name, field, table)
            yield from _of_source(name, table)
    if "players" not in hints:
        message = say(
            "system-without-players", "'Inputs' of the system {system} has no players", system=quoted(name)
        )
        yield Refused(message, advise("expected: `players: list[Player]`, or of a class that extends it"))


def _row(hint: Any) -> type[Table] | None:
    """The class of the rows in `list[Match]`, `Sequence[Match]` or `list[Match] | None`; None for others."""
    options = [each for each in get_args(hint) if each is not type(None)]
    if get_origin(hint) not in (list, Sequence):
        return _row(options[0]) if len(options) == 1 and len(get_args(hint)) == 2 else None
    return options[0] if len(options) == 1 and _is_table(options[0]) else None


def _of_columns(name: str, place: str, table: type[Table]) -> Iterator[Refused]:
    try:
        columns(table)
    except Exception as error:  # noqa: BLE001 - as above
        yield _unread(name, place, error)


def _of_source(name: str, table: type[Table]) -> Iterator[Refused]:
    """A row that does not know where it stands: nothing that is wrong with it could be told."""
    if not hasattr(table, "source"):
        told = {"table": quoted(table.__name__), "system": quoted(name)}
        message = say("system-row-without-source", "the table {table} of {system} has no 'source'", **told)
        yield Refused(
            message, advise("expected: a column `source: Source`, with a default and `filled=True`")
        )


def _unread(name: str, place: str, error: Exception) -> Refused:
    told = {
        "name": quoted(place),
        "system": quoted(name),
        "error": quoted(f"{type(error).__name__}: {error}"),
    }
    return Refused(
        say("system-types", "the types in {name} of the system {system} cannot be read: {error}", **told)
    )
