"""The preview: the site as it will stand, for this machine only, rebuilt and reloaded when a file is saved.

The page that somebody looks at is there before the rest of the site: whoever asks for another one meanwhile
waits for it. So nobody ever sees a page of one build beside those of another.
"""

import asyncio
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path

from sitegen.message import advise, say
from sitegen.problem import Problem
from sitegen.serve.screen import Generated, report
from sitegen.serve.server import ServeError, listening
from sitegen.serve.watch import changed

__all__ = ["Build", "ServeError", "run", "serve"]

Build = Callable[[Collection[str]], Iterable[Generated]]
"""Makes a site; what is at the addresses that are asked for may come before the rest."""


def serve(build: Build, watched: Sequence[Path], port: int, announce: Callable[[str], None]) -> None:
    """Show what `build` makes on `port` of this machine, and make it again whenever a `watched` file changes.

    Blocks until Ctrl-C. `announce` is called with the address, and after each build with its problems. A
    `ServeError` is raised when the port cannot be used.
    """
    with suppress(KeyboardInterrupt):
        asyncio.run(run(build, watched, port, announce))


async def run(build: Build, watched: Sequence[Path], port: int, announce: Callable[[str], None]) -> None:
    """`serve` until cancelled. Port 0 is any that is free; the address that is announced has its number.

    Builds run one after the other in a thread, while requests are answered from the last good one. A change
    during a build is found after it, for then the files are compared with what they were before it.
    """
    async with listening(port) as (address, preview):
        announce(address)
        seen = None
        while True:
            seen = await changed(watched, seen)
            steps = chain.from_iterable(map(build, [preview.asked]))  # begun in the thread
            while generated := await asyncio.to_thread(_attempted, steps):
                preview.show(generated)
                for each in () if generated.early else report(generated):
                    announce(each)


def _attempted(steps: Iterator[Generated]) -> Generated | None:
    """What was built next, or the fault that the build ended in: a preview outlives both."""
    try:
        return next(steps, None)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is shown
        *_, place = traceback.extract_tb(error.__traceback__)
        message = say("fault-of-program", "{error}", error=f"{type(error).__name__}: {error}")
        hint = advise("a fault in the program, not in the files of the site")
        return Generated(Path(), frozenset(), [Problem(place.filename, place.lineno or 0, 0, message, hint)])
