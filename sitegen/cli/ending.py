"""The end of a command that the machine does not let go on: one line, and never a traceback."""

import os
import sys
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

from sitegen.cli.interrupt import Interruptible
from sitegen.message import Message, advise, say

_FAILED = 1


class Program(Interruptible):
    """Commands for which a disk can be full, a file out of reach and the memory too small."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Do what is asked, as far as the machine lets it."""
        try:
            return super().main(*args, **kwargs)
        except (OSError, MemoryError, RecursionError) as error:
            with suppress(OSError):  # what cannot be told has the exit status alone
                from sitegen.cli.voice import put

                put(_in_the_language_of_the_site(advise("Error: {message}", message=_told(error))), err=True)
            for number, stream in enumerate((sys.stdout, sys.stderr), 1):
                _drain(number, stream)
            sys.exit(_FAILED)


def _in_the_language_of_the_site(message: Message) -> str:
    """As it is said there; in English where there is no memory to find the words in."""
    from sitegen import config
    from sitegen.language import Language

    given = sys.argv[1:]
    root = next((after for option, after in pairwise(given) if option == "--site"), ".")
    try:
        return Language(config.language(Path(root))).told(message)
    except (MemoryError, RecursionError):
        return message


def _told(error: Exception) -> Message:
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


def _drain(number: int, stream: Any) -> None:
    """Throw away what cannot be written: Python would try once more when it ends, and complain."""
    try:
        stream.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)
