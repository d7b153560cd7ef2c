"""Ctrl+C, as shells and the programs that call this one know it.

The end of a command that the machine does not let go on: one line, and never a traceback.

Memory while much is made at once.
"""

import atexit
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import click

from sitegen.core.problems import Message, advise, say

EXIT_INTERRUPTED = 128 + 2
"""The exit status: that of a program which SIGINT ended."""


class InterruptibleGroup(click.Group):
    """Commands that end quietly when they are interrupted."""

    def invoke(self, ctx: click.Context) -> Any:
        """Do what is asked, up to Ctrl+C."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo(err=True)  # the line of the terminal ends behind its ^C
            ctx.exit(EXIT_INTERRUPTED)


_EXIT_FAILURE = 1


class FailsafeGroup(InterruptibleGroup):
    """Commands for which a disk can be full, a file out of reach and the memory too small."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Do what is asked, as far as the machine lets it."""
        try:
            return super().main(*args, **kwargs)
        except (OSError, MemoryError, RecursionError) as error:
            with suppress(OSError):  # what cannot be told has the exit status alone
                from sitegen.commands.console import print_lines

                print_lines(_translate(advise("Error: {message}", message=_format_error(error))), err=True)
            for number, stream in enumerate((sys.stdout, sys.stderr), 1):
                _discard_output(number, stream)
            sys.exit(_EXIT_FAILURE)


def _translate(message: Message) -> str:
    """As it is said there; in English where there is no memory to find the words in."""
    from sitegen.core.language import Language
    from sitegen.inputs.config import settings

    given = sys.argv[1:]
    root = next((after for option, after in pairwise(given) if option == "--site"), ".")
    try:
        return Language(settings.detect_language(Path(root))).format_message(message)
    except (MemoryError, RecursionError):
        return message


def _format_error(error: Exception) -> Message:
    if isinstance(error, MemoryError):
        return say(
            "out-of-memory",
            "the memory of this machine is too small, or a process that made pages was killed",
        )
    if isinstance(error, RecursionError):
        return say("nested-without-end", "something is nested too deeply to be read")
    reason = getattr(error, "strerror", None) or str(error)
    file = getattr(error, "filename", None)
    if file is None:
        return say("not-written", "what there is to tell cannot be written: {reason}", reason=reason)
    return say("refused-by-system", "{file}: {reason}", file=str(file), reason=reason)


def _discard_output(number: int, stream: Any) -> None:
    """Throw away what cannot be written: Python would try once more when it ends, and complain."""
    try:
        stream.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)


atexit.register(gc.freeze)  # when the program ends all goes with it: none of it is worth looking through


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """A build makes millions of values and drops few before it ends: looking for garbage triples its time.

    So it is with a start, which imports hundreds of modules. The preview goes on, and looks between builds.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()  # all that there is counts as old now: the next look is at what comes after it
        gc.enable()
