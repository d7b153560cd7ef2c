"""One command at a time that writes to results."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from sitegen import journal
from sitegen.lock import locked
from sitegen.message import advise, say
from sitegen.read import folder
from sitegen.request import DrawError


@contextmanager
def alone(root: Path, *, patience: float = 60.0) -> Iterator[Sequence[str]]:
    """Keep other draws and imports of this site waiting, up to `patience` seconds; else a `DrawError`.

    What a killed one left is settled first: where that finished it, this yields what it had to tell.
    """
    with ExitStack() as held:
        try:
            with suppress(FileNotFoundError, NotADirectoryError):  # then there is nothing to be drawn from
                held.enter_context(locked(root / folder.RESULTS, patience))
            left = journal.settle(root)
        except BlockingIOError:
            message = say("draw-under-way", "another command is still writing to this site")
            raise DrawError(message, advise("wait until it ends, then say this again")) from None
        except OSError as error:
            message = say(
                "draw-not-begun", "nothing can be written here: {reason}", reason=error.strerror or ""
            )
            raise DrawError(message) from error
        yield left
