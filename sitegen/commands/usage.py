"""The help and the usage errors of the command line, in the language of a site."""

from collections.abc import Sequence
from copy import copy
from importlib import import_module
from inspect import cleandoc
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import click

from sitegen.core.language import ENGLISH, LANGUAGES, Language
from sitegen.core.plugins import PACKAGE, Registration
from sitegen.core.problems import describe_error, join_messages, quote_text, say, suggest_report

C = TypeVar("C", bound=click.Command)

_CLICK_MODULES = ("core", "decorators", "exceptions", "formatting", "parser", "types")
"""The modules that say something, each by a function `_`; click offers no other way to choose a language."""
CLICK_TEXTS: Sequence[str | tuple[str, str]] = (
    "Usage:",
    "Options",
    "Commands",
    "COMMAND [ARGS]...",
    "[OPTIONS]",
    "default: {default}",
    "Show this message and exit.",
    "Aborted!",
    "Error: {message}",
    "Try '{command} {option}' for help.",
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    "Missing argument",
    "Missing option",
    "Missing parameter",
    "Missing command.",
    "No such option {name!r}.",
    "No such command {name!r}.",
    "Option {name!r} does not take a value.",
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    "Invalid value: {message}",
    "Invalid value for {param_hint}: {message}",
    "Could not open file {filename!r}: {message}",
    "Choose from:\n\t{choices}",
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    "{value} is not in the range {range}.",
    "{value!r} is not a valid {number_type}.",
    "{name} {filename!r} is a file.",
    "{name} {filename!r} is a directory.",
    "{name} {filename!r} is not readable.",
    "{name} {filename!r} is not writable.",
    "{name} {filename!r} does not exist.",
    "file",
    "directory",
    "path",
    "text",
    "date",
    "integer range",
)
"""What click says here, of itself: the texts are looked up as it has them."""


def find_language(arguments: Sequence[str]) -> Language:
    """Return the language of the site that a command is for; `new` says that of the site it makes."""
    pairs = [
        *pairwise(arguments),
        *(tuple(argument.split("=", 1)) for argument in arguments if "=" in argument),
    ]
    options = {pair[0]: pair[1] for pair in reversed(pairs)}
    code = options.get("--language", "") if "new" in arguments else ""
    root = Path(options.get("--site", "."))
    if code in LANGUAGES or not (root / "sitegen.toml").is_file():
        return Language(code if code in LANGUAGES else ENGLISH.code)
    from sitegen.inputs.config import settings

    return Language(settings.detect_language(root))


def localize(command: C, language: Language) -> C:
    """Return a copy of a command, and of those below it, whose help and errors are in a language."""
    for name in _CLICK_MODULES:
        words = vars(import_module(f"click.{name}"))
        words["_"] = language.translate
        if "ngettext" in words:
            words["ngettext"] = language.translations.ngettext
    return localize_command(command, language)


def localize_command(command: C, language: Language) -> C:
    """Return a copy of a command, and of those below it, whose own texts are in a language."""
    translated = copy(command)
    translated.help = language.translate(cleandoc(command.help or ""))
    translated.options_metavar = language.translate(command.options_metavar or "")
    translated.params = [_localize_parameter(parameter, language) for parameter in command.params]
    if isinstance(command, click.Group) and isinstance(translated, click.Group):
        translated.subcommand_metavar = language.translate(command.subcommand_metavar)
        translated.commands = {
            name: localize_command(below, language) for name, below in command.commands.items()
        }
    return translated


def load_command(registration: Registration, language: Language) -> click.Command:
    """Return the command that a package registers; where it cannot be loaded, one that says so."""
    try:
        command = registration.load()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the code of other packages can raise anything
        reason = describe_error(error)
    else:
        if isinstance(command, click.Command):
            return command
        reason = f"{registration.value} is no click.Command"
    message = say(
        "command-not-loaded",
        "the command {name} cannot be loaded: {error}",
        name=quote_text(registration.name),
        error=reason,
    )
    hint = suggest_report(registration.package, is_ours=registration.package == PACKAGE)
    text = language.format_message(join_messages(message, hint))

    def fail() -> None:
        raise click.ClickException(text)

    settings = {"ignore_unknown_options": True, "allow_extra_args": True}
    return click.Command(registration.name, settings, fail, help=text, add_help_option=False)


def _localize_parameter(parameter: click.Parameter, language: Language) -> click.Parameter:
    translated = copy(parameter)
    translated.type = copy(parameter.type)
    translated.type.name = language.translate(parameter.type.name)
    if parameter.metavar:
        translated.metavar = language.translate(parameter.metavar)
    if isinstance(parameter, click.Option) and isinstance(translated, click.Option):
        translated.help = language.translate(parameter.help or "")
        if isinstance(parameter.show_default, str):
            translated.show_default = language.translate(parameter.show_default)
    return translated
