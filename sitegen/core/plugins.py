"""Who comes in by the door: what keeps a module, or another object, from being a ranking system.

Which packages bring a ranking system: our own are known, and others are looked for beside them.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from sitegen import __version__
from sitegen.core.entities import DRAW_FLAGS, Player
from sitegen.core.problems import Message, advise, quote_text, say
from sitegen.core.table import Table, get_columns

_TABLE_NAME = re.compile(r"(?:[a-z0-9]|YYYY)(?:[a-z0-9_-]|YYYY)*")


class PluginError(NamedTuple):
    """What is wrong with a system, and what is expected of it."""

    message: Message
    hint: str = ""


def validate_plugin(name: str, system: Any) -> list[PluginError]:
    """What keeps an object from being the ranking system called `name`."""
    return [*_check_names(name, system), *_check_functions(name, system), *_check_tables(name, system)]


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


def _are_draw_options(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and set(value) <= DRAW_FLAGS.keys()


class _Requirement(NamedTuple):
    """A name of a system: whether a value will do for it, in words, and whether it must be there."""

    is_valid: Callable[[Any], bool]
    description: Message
    is_required: bool = True


_REQUIREMENTS = {
    "title": _Requirement(_is_text, advise("a text: the regulation and its date")),
    "interpretations": _Requirement(_are_texts, advise("a list of texts, which may be empty")),
    "articles": _Requirement(_are_articles, advise("the articles by name, with what each says"), False),
    "Inputs": _Requirement(
        _is_tuple_of_tables, advise("a `typing.NamedTuple` whose fields are lists of tables")
    ),
    "Options": _Requirement(_is_table, advise("a class that extends `Table`")),
    "outputs": _Requirement(
        _are_outputs, advise("the published tables by name, classes that extend `Table`")
    ),
    "check": _Requirement(callable, advise("a function of the inputs and the options")),
    "rate": _Requirement(callable, advise("a function of the inputs, the options and the moment")),
    "draw": _Requirement(callable, advise("a function of the inputs, the options and the request"), False),
    "event_dates": _Requirement(callable, advise("a function of the inputs"), False),
    "deadline": _Requirement(callable, advise("a function of the day and the options"), False),
    "explain_change": _Requirement(callable, advise("a function of two outcomes"), False),
    "draw_options": _Requirement(_are_draw_options, advise("a list of fields of `Request`"), False),
}
_SIGNATURES = {
    "check": ("inputs", "options"),
    "rate": ("inputs", "options", "when"),
    "draw": ("inputs", "options", "request"),
    "event_dates": ("inputs",),
    "deadline": ("day", "options"),
    "explain_change": ("before", "after"),
}


def _is_valid(system: Any, name: str) -> bool:
    return hasattr(system, name) and _REQUIREMENTS[name].is_valid(getattr(system, name))


def _check_names(name: str, system: Any) -> Iterator[PluginError]:
    for attribute, wanted in _REQUIREMENTS.items():
        expected = advise("expected: {expected}", expected=wanted.description)
        if hasattr(system, attribute) and not wanted.is_valid(getattr(system, attribute)):
            told = {
                "name": quote_text(attribute),
                "system": quote_text(name),
                "found": _describe_value(getattr(system, attribute)),
            }
            yield PluginError(
                say("system-unfit", "{name} of the system {system} is {found}", **told), expected
            )
        elif wanted.is_required and not hasattr(system, attribute):
            told = {"name": quote_text(attribute), "system": quote_text(name)}
            yield PluginError(say("system-incomplete", "the system {system} lacks {name}", **told), expected)


def _describe_value(value: object) -> str:
    """A value as it is named: a class by its name, any other by what it is."""
    return quote_text(value.__qualname__ if isinstance(value, type) else repr(value))


def _check_functions(name: str, system: Any) -> Iterator[PluginError]:
    """Functions that cannot be called as they will be."""
    for function, given in _SIGNATURES.items():
        if (
            hasattr(system, function)
            and _is_valid(system, function)
            and not _accepts_arguments(getattr(system, function), len(given))
        ):
            call = f"{function}({', '.join(given)})"
            message = say(
                "system-call",
                "{name} of the system {system} takes other arguments",
                name=quote_text(function),
                system=quote_text(name),
            )
            yield PluginError(message, advise("it is called as {call}", call=call))


def _accepts_arguments(function: Callable[..., Any], number: int) -> bool:
    try:
        signature(function).bind(*[None] * number)
    except TypeError:
        return False
    except ValueError:  # one that is not written in Python, and does not say what it takes
        return True
    return True


def _check_tables(name: str, system: Any) -> Iterator[PluginError]:
    """Tables that cannot be read: those of a club, the options and those that are published."""
    if _is_valid(system, "Inputs"):
        yield from _check_inputs(name, system.Inputs)
    if _is_valid(system, "Options"):
        yield from _check_columns(name, "Options", system.Options)
    for output, table in system.outputs.items() if _is_valid(system, "outputs") else ():
        if not _TABLE_NAME.fullmatch(output):
            told = {"table": quote_text(output), "system": quote_text(name)}
            message = say(
                "system-output-name", "{table} in 'outputs' of {system} is no name of a file", **told
            )
            yield PluginError(message, advise("use lower-case letters, digits and '-', and YYYY for a year"))
        yield from _check_columns(name, output, table)


def _check_inputs(name: str, inputs: Any) -> Iterator[PluginError]:
    try:
        hints = get_type_hints(inputs)
    except Exception as error:  # noqa: BLE001 - a type in quotes is evaluated, and can raise anything
        yield _report_unreadable_types(name, "Inputs", error)
        return
    for field, hint in hints.items():
        table = _find_row_class(hint)
        if table is None:
            told = {"field": quote_text(field), "system": quote_text(name)}
            message = say(
                "system-input", "the field {field} of 'Inputs' of {system} is no list of rows", **told
            )
            yield PluginError(
                message, advise("expected: `list[…]` of a class that extends `Table`, or that `| None`")
            )
        elif field == "players" and not issubclass(table, Player):
            message = say(
                "system-players", "the players of the system {system} are no players", system=quote_text(name)
            )
            yield PluginError(message, advise("expected: a class that extends `Player`"))
        else:
            yield from _check_columns(name, field, table)
            yield from _check_source(name, table)
    if "players" not in hints:
        message = say(
            "system-without-players",
            "'Inputs' of the system {system} has no players",
            system=quote_text(name),
        )
        yield PluginError(message, advise("expected: `players: list[Player]`, or of a class that extends it"))


def _find_row_class(hint: Any) -> type[Table] | None:
    """The class of the rows in `list[Match]`, `Sequence[Match]` or `list[Match] | None`; None for others."""
    options = [argument for argument in get_args(hint) if argument is not type(None)]
    if get_origin(hint) not in (list, Sequence):
        return _find_row_class(options[0]) if len(options) == 1 and len(get_args(hint)) == 2 else None
    return options[0] if len(options) == 1 and _is_table(options[0]) else None


def _check_columns(name: str, place: str, table: type[Table]) -> Iterator[PluginError]:
    try:
        get_columns(table)
    except Exception as error:  # noqa: BLE001 - as above
        yield _report_unreadable_types(name, place, error)


def _check_source(name: str, table: type[Table]) -> Iterator[PluginError]:
    """A row that does not know where it stands: nothing that is wrong with it could be told."""
    if not hasattr(table, "source"):
        told = {"table": quote_text(table.__name__), "system": quote_text(name)}
        message = say("system-row-without-source", "the table {table} of {system} has no 'source'", **told)
        yield PluginError(
            message, advise("expected: a column `source: Source`, with a default and `filled=True`")
        )


def _report_unreadable_types(name: str, place: str, error: Exception) -> PluginError:
    told = {
        "name": quote_text(place),
        "system": quote_text(name),
        "error": quote_text(f"{type(error).__name__}: {error}"),
    }
    return PluginError(
        say("system-types", "the types in {name} of the system {system} cannot be read: {error}", **told)
    )


GROUP = "sitegen.systems"
PACKAGE = "sitegen-rankings"
"""The distribution of the program itself: its name on the index is not that of the command."""
BUILTIN_SYSTEMS = ("elo", "fibs", "glicko2", "ijssel", "ludo", "nbb", "ruit")

_METADATA_SUFFIXES = (".dist-info", ".egg-info")
_OWN_METADATA = PACKAGE.replace("-", "_")


class Registration(NamedTuple):
    """A system that is registered: its name, its module, and the distribution that brings it, if known.

    `value` is as entry points have it: a module, and an object inside it after a colon.
    """

    name: str
    value: str
    package: str = ""
    version: str = ""

    @property
    def module(self) -> str:
        """The module alone."""
        return self.value.partition(":")[0].strip()

    def load(self) -> Any:
        """What is registered."""
        found: Any = import_module(self.module)
        for name in filter(None, self.value.partition(":")[2].strip().split(".")):
            found = getattr(found, name)
        return found


def find_registrations() -> Sequence[Registration]:
    """What packages have registered, by name and value, the same name several times where several do."""
    return _read_registrations(tuple((folder, _get_changed_time(folder)) for folder in sys.path))


def _get_changed_time(folder: str) -> int:
    """When a package was last put into a folder or taken out of it, in nanoseconds; 0 where there is none."""
    try:
        return Path(folder).stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=1)
def _read_registrations(places: tuple[tuple[str, int], ...]) -> Sequence[Registration]:
    """The same from the files of all packages; they are read again once others stand in these folders."""
    ours = [Registration(name, f"{GROUP}.{name}", PACKAGE, __version__) for name in BUILTIN_SYSTEMS]
    others = any(_may_have_system(folder) for folder, since in places if since)
    return sorted([*ours, *_find_other_registrations()]) if others else ours


def _may_have_system(folder: str) -> bool:
    """Whether a package in this folder could have registered a system, which is sooner seen than read."""
    if not Path(folder).is_dir():
        return True
    with suppress(OSError):
        names = [name for name in os.listdir(folder or ".") if name.endswith(_METADATA_SUFFIXES)]  # noqa: PTH208
        return any(
            _mentions_group(Path(folder, name, "entry_points.txt"))
            for name in names
            if not _is_own_metadata(name)
        )
    return False


def _is_own_metadata(about: str) -> bool:
    return about.partition("-")[0].lower() == _OWN_METADATA


def _mentions_group(entries: Path) -> bool:
    with suppress(OSError):
        return GROUP.encode() in entries.read_bytes()
    return False


def _find_other_registrations() -> Iterator[Registration]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - 20 ms, where there are no others

    for entry in entry_points(group=GROUP):
        name, version = (entry.dist.name, entry.dist.version) if entry.dist else ("", "")
        if name != PACKAGE:
            yield Registration(entry.name, entry.value, name, version)
