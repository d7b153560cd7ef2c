"""What installed packages add to the program: ranking systems, and whether they are one; commands.

A package registers a system under the entry-point group `sitegen.systems`, and a command under
`sitegen.commands` (https://packaging.python.org/en/latest/specifications/entry-points/). So does this
program: its own systems are found like any other. `sitegen.core.system` documents the protocol that is
checked here.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from sitegen.core.entities import DRAW_FLAGS, Player
from sitegen.core.problems import Message, advise, quote_text, say
from sitegen.core.table import Table, get_columns

GROUP, COMMANDS, LISTS = "sitegen.systems", "sitegen.commands", "sitegen.lists"
"""The entry-point groups of ranking systems, of commands that are `click.Command`s, and of functions that
return a list of members in another form than text as CSV."""
PACKAGE = "sitegen-rankings"
"""The distribution of the program itself; its command is called `sitegen`."""
BUNDLED_FILE = "sitegen/core/registrations.json"
"""The registrations of a site in the bundle for browsers, where importing `importlib.metadata` takes long."""


class Registration(NamedTuple):
    """The entry point of a ranking system or a command.

    `value` is a module, with an object inside it after a colon if it is not the module itself. `package` is
    the distribution that registers it, blank if it is not known.
    """

    name: str
    value: str
    package: str = ""

    @property
    def module(self) -> str:
        """The name of the module alone."""
        return self.value.partition(":")[0].strip()

    def load(self) -> Any:
        """Import the module and return the registered object; raises whatever the module raises."""
        registered: Any = import_module(self.module)
        for name in filter(None, self.value.partition(":")[2].strip().split(".")):
            registered = getattr(registered, name)
        return registered


def find_registrations(group: str = GROUP) -> Sequence[Registration]:
    """Return the registrations of a group sorted by name; a name is repeated if several packages have it."""
    bundled = Path(__file__).parents[2] / BUNDLED_FILE
    if bundled.exists():
        return [Registration(*fields) for fields in json.loads(bundled.read_text(encoding="utf-8"))]
    folders = [Path(entry) for entry in sys.path]
    entry_points = _read_entry_points(
        tuple((folder, folder.stat().st_mtime_ns) for folder in folders if folder.exists())
    )
    return sorted(registration for name, registration in entry_points if name == group)


@lru_cache(maxsize=1)
def _read_entry_points(folders: tuple[tuple[Path, int], ...]) -> Sequence[tuple[str, Registration]]:
    """Read those of all groups anew whenever a package was installed into one of the folders, or removed.

    `importlib.metadata` would read the same; importing it takes a third of the time of `--help`.
    """
    found: dict[str, list[tuple[str, Registration]]] = {}
    for folder, _ in folders:
        for about in sorted(folder.glob("*.dist-info")):
            distribution = re.sub("[-_.]+", "-", about.name.partition("-")[0]).lower()
            if distribution not in found:  # the first on the path is the one that is imported
                found[distribution] = [*_parse_entry_points(about)]
    return [entry for entries in found.values() for entry in entries]


def _parse_entry_points(about: Path) -> Iterator[tuple[str, Registration]]:
    """Yield the group and the registration of each entry point of an installed distribution."""
    try:
        text = (about / "entry_points.txt").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    group, package = "", ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            group = line.strip("[] ")
        elif group in {GROUP, COMMANDS, LISTS} and "=" in line and not line.startswith(("#", ";")):
            package = package or _read_package_name(about)
            name, _, value = line.partition("=")
            yield group, Registration(name.strip(), value.strip(), package)


def _read_package_name(about: Path) -> str:
    try:
        text = (about / "METADATA").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    match = re.search(r"^Name:[ \t]*(\S+)", text, re.MULTILINE | re.IGNORECASE)
    return match[1] if match else ""


class PluginError(NamedTuple):
    """What is wrong with a system, and what is expected of it."""

    message: Message
    hint: str = ""


def validate_plugin(name: str, system: Any) -> list[PluginError]:
    """Return what keeps an object from being the ranking system called `name`; nothing if it is one."""
    return [*_check_names(name, system), *_check_functions(name, system), *_check_tables(name, system)]


class _Requirement(NamedTuple):
    """What an attribute of a system must be; `arguments` are those that a function is called with."""

    is_valid: Callable[[Any], bool]
    description: Message
    is_required: bool = True
    arguments: tuple[str, ...] = ()


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_table(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Table)


def _is_named_tuple(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_field_defaults")


def _is_list(value: object, is_item: Callable[[Any], bool]) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(map(is_item, value))


_REQUIREMENTS = {
    "title": _Requirement(_is_text, advise("a text: the regulation and its date")),
    "interpretations": _Requirement(
        lambda value: _is_list(value, _is_text), advise("a list of texts, which may be empty")
    ),
    "articles": _Requirement(
        lambda value: isinstance(value, Mapping) and all(map(_is_text, [*value, *value.values()])),
        advise("the articles by name, with what each says"),
        is_required=False,
    ),
    "rules": _Requirement(
        lambda value: _is_list(value, lambda rule: callable(getattr(rule, "find_faults", None))),
        advise("a list of rules"),
        is_required=False,
    ),
    "Inputs": _Requirement(_is_named_tuple, advise("a `typing.NamedTuple` whose fields are lists of tables")),
    "Options": _Requirement(_is_table, advise("a class that extends `Table`")),
    "outputs": _Requirement(
        lambda value: isinstance(value, Mapping) and bool(value) and all(map(_is_table, value.values())),
        advise("the published tables by name, classes that extend `Table`"),
    ),
    "check": _Requirement(
        callable, advise("a function of the inputs and the options"), arguments=("inputs", "options")
    ),
    "rate": _Requirement(
        callable,
        advise("a function of the inputs, the options and the moment"),
        arguments=("inputs", "options", "when"),
    ),
    "draw": _Requirement(
        callable,
        advise("a function of the inputs, the options and the request"),
        is_required=False,
        arguments=("inputs", "options", "request"),
    ),
    "event_dates": _Requirement(
        callable, advise("a function of the inputs"), is_required=False, arguments=("inputs",)
    ),
    "deadline": _Requirement(
        callable,
        advise("a function of the day and the options"),
        is_required=False,
        arguments=("day", "options"),
    ),
    "begin_season": _Requirement(
        callable,
        advise("a function of the inputs, the options and the first day"),
        is_required=False,
        arguments=("inputs", "options", "start"),
    ),
    "explain_change": _Requirement(
        callable, advise("a function of two outcomes"), is_required=False, arguments=("before", "after")
    ),
    "draw_options": _Requirement(
        lambda value: _is_list(value, DRAW_FLAGS.__contains__),
        advise("a list of fields of `DrawRequest`"),
        is_required=False,
    ),
}
"""What a system must have, and what it may have, by attribute: the protocols of `sitegen.core.system`."""


def _is_valid(system: Any, name: str) -> bool:
    return hasattr(system, name) and _REQUIREMENTS[name].is_valid(getattr(system, name))


def _check_names(name: str, system: Any) -> Iterator[PluginError]:
    for attribute, requirement in _REQUIREMENTS.items():
        expected_message = advise("expected: {expected}", expected=requirement.description)
        params = {"name": quote_text(attribute), "system": quote_text(name)}
        if hasattr(system, attribute) and not _is_valid(system, attribute):
            value = getattr(system, attribute)
            params["found"] = quote_text(value.__qualname__ if isinstance(value, type) else repr(value))
            message = say("system-unfit", "{name} of the system {system} is {found}", **params)
            yield PluginError(message, expected_message)
        elif requirement.is_required and not hasattr(system, attribute):
            yield PluginError(
                say("system-incomplete", "the system {system} lacks {name}", **params), expected_message
            )


def _check_functions(name: str, system: Any) -> Iterator[PluginError]:
    """Yield an error for each function that cannot be called with the arguments that it will get."""
    for attribute, requirement in _REQUIREMENTS.items():
        if (
            requirement.arguments
            and _is_valid(system, attribute)
            and not _accepts_arguments(getattr(system, attribute), len(requirement.arguments))
        ):
            call = f"{attribute}({', '.join(requirement.arguments)})"
            message = say(
                "system-call",
                "{name} of the system {system} takes other arguments",
                name=quote_text(attribute),
                system=quote_text(name),
            )
            yield PluginError(message, advise("it is called as {call}", call=call))


def _accepts_arguments(function: Callable[..., Any], number: int) -> bool:
    try:
        signature(function).bind(*[None] * number)
    except TypeError:
        return False
    except ValueError:  # a function that is not written in Python does not tell its signature
        return True
    return True


_TABLE_NAME = re.compile(r"(?:[a-z0-9]|YYYY)(?:[a-z0-9_-]|YYYY)*")


def _check_tables(name: str, system: Any) -> Iterator[PluginError]:
    """Yield an error for each table whose declaration cannot be read: inputs, options and outputs."""
    if _is_valid(system, "Inputs"):
        yield from _check_inputs(name, system.Inputs)
    if _is_valid(system, "Options"):
        yield from _check_columns(name, "Options", system.Options)
    for output, table in system.outputs.items() if _is_valid(system, "outputs") else ():
        if not _TABLE_NAME.fullmatch(output):
            params = {"table": quote_text(output), "system": quote_text(name)}
            message = say(
                "system-output-name", "{table} in 'outputs' of {system} is no name of a file", **params
            )
            yield PluginError(message, advise("use lower-case letters, digits and '-', and YYYY for a year"))
        yield from _check_columns(name, output, table)


def _check_inputs(name: str, inputs: Any) -> Iterator[PluginError]:
    try:
        hints = get_type_hints(inputs)
    except Exception as error:  # noqa: BLE001 - an annotation in quotes is evaluated, and can raise anything
        yield _report_unreadable_types(name, "Inputs", error)
        return
    for field, hint in hints.items():
        table = _find_row_class(hint)
        if table is None:
            params = {"field": quote_text(field), "system": quote_text(name)}
            message = say(
                "system-input", "the field {field} of 'Inputs' of {system} is no list of rows", **params
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
    """Return `Match` of `list[Match]`, `Sequence[Match]` or `list[Match] | None`; None for any other hint."""
    arguments = [argument for argument in get_args(hint) if argument is not type(None)]
    if len(arguments) != 1:
        return None
    if get_origin(hint) not in (list, Sequence):
        return _find_row_class(arguments[0]) if len(get_args(hint)) == 2 else None
    return arguments[0] if _is_table(arguments[0]) else None


def _check_columns(name: str, place: str, table: type[Table]) -> Iterator[PluginError]:
    try:
        get_columns(table)
    except Exception as error:  # noqa: BLE001 - as above
        yield _report_unreadable_types(name, place, error)


def _check_source(name: str, table: type[Table]) -> Iterator[PluginError]:
    """Yield an error if rows do not say where they stand: a problem in such a row could not be located."""
    if not hasattr(table, "source"):
        params = {"table": quote_text(table.__name__), "system": quote_text(name)}
        message = say("system-row-without-source", "the table {table} of {system} has no 'source'", **params)
        yield PluginError(
            message, advise("expected: a column `source: Source`, with a default and `filled=True`")
        )


def _report_unreadable_types(name: str, place: str, error: Exception) -> PluginError:
    params = {
        "name": quote_text(place),
        "system": quote_text(name),
        "error": quote_text(f"{type(error).__name__}: {error}"),
    }
    return PluginError(
        say("system-types", "the types in {name} of the system {system} cannot be read: {error}", **params)
    )
