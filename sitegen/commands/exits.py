"""How a run of the program ends: after Ctrl+C, when the machine refuses, and without garbage collection.

Every end is one line of text and an exit status, never a traceback.
"""

import atexit
import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import click

from sitegen.core import machine
from sitegen.core.problems import Message, advise, say

EXIT_INTERRUPTED = 128 + 2
"""The exit status of a program that SIGINT ended, as shells have it."""
_EXIT_FAILURE = 1


class CommandGroup(click.Group):
    """The commands; whatever ends one, it is printed so that no terminal or runner obeys any of it.

    Those of its own are there at once. Packages add others by an entry point of the group
    `sitegen.commands`: those are loaded when a command is not one of its own, or when all are listed.
    """

    def main(self, args: Sequence[str] | None = None, *others: Any, **kwargs: Any) -> Any:
        """Run the program in the language of the site.

        A full disk, a file out of reach or too little memory is one line of text.
        """
        from sitegen.commands import usage

        arguments = sys.argv[1:] if args is None else args
        try:
            language = usage.find_language(arguments)
            group = usage.localize(self, language)
            return super(CommandGroup, group).main(args, *others, obj=language, **kwargs)
        except (OSError, MemoryError, RecursionError, ModuleNotFoundError) as error:
            with suppress(OSError):  # what cannot be printed has the exit status alone
                from sitegen.commands.console import print_lines

                message = advise("Error: {message}", message=_format_error(error))
                print_lines(_translate(message, arguments), err=True)
            for number, stream in enumerate((sys.stdout, sys.stderr), 1):
                _discard_output(number, stream)
            sys.exit(_EXIT_FAILURE)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name; None where there is none."""
        if cmd_name not in self.commands:
            self._add_installed(ctx)
        return super().get_command(ctx, cmd_name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, sorted."""
        self._add_installed(ctx)
        return super().list_commands(ctx)

    def _add_installed(self, ctx: click.Context) -> None:
        """Add the commands of packages, in the language of the help; a name that is taken stays as it is."""
        from sitegen.commands import usage
        from sitegen.core.language import ENGLISH, Language
        from sitegen.core.plugins import COMMANDS, find_registrations

        language = ctx.find_object(Language) or ENGLISH
        for registration in find_registrations(COMMANDS):
            if registration.name not in self.commands:
                command = usage.load_command(registration, language)
                self.commands[registration.name] = usage.localize_command(command, language)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Parse what stands before the command."""
        with _escape_errors():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Parse the rest and run the command, up to Ctrl+C."""
        try:
            with _escape_errors(), pause_garbage_collection():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo(err=True)  # the line of the terminal ends behind its ^C
            ctx.exit(EXIT_INTERRUPTED)


@contextmanager
def _escape_errors() -> Iterator[None]:
    """Escape what was typed where click quotes it in an error."""
    try:
        yield
    except click.ClickException as error:
        from sitegen.core.terminal import to_one_line

        vars(error)["message"] = to_one_line(error.message)
        raise


def _translate(message: Message, arguments: Sequence[str]) -> str:
    """Return a message in the language of the site; in English where there is no memory to do so."""
    from sitegen.commands import usage

    try:
        return usage.find_language(arguments).format_message(message)
    except (MemoryError, RecursionError):
        return message


def _format_error(error: Exception) -> Message:
    if isinstance(error, MemoryError):
        return say(
            "out-of-memory",
            "the memory of this machine is too small, or a process that made pages was killed",
        )
    if isinstance(error, ModuleNotFoundError):
        return machine.describe_missing_library(error)
    if isinstance(error, RecursionError):
        return say("nested-without-end", "something is nested too deeply to be read")
    reason = getattr(error, "strerror", None) or str(error)
    file = getattr(error, "filename", None)
    if file is None:
        return say("not-written", "the report cannot be written: {reason}", reason=reason)
    return say("refused-by-system", "{file}: {reason}", file=str(file), reason=reason)


def _discard_output(number: int, stream: Any) -> None:
    """Throw away what cannot be written: Python would try again when it ends, and print a traceback."""
    try:
        stream.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)


atexit.register(gc.freeze)  # when the program ends, nothing is worth collecting


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """Run a command without garbage collection.

    A build makes millions of values and drops few before it ends: collection triples its time. So does a
    start, which imports hundreds of modules. The preview collects between builds.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()  # all values count as old now: the next collection looks at newer ones
        gc.enable()
