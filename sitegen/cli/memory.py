"""Memory while much is made at once."""

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager

atexit.register(gc.freeze)  # when the program ends all goes with it: none of it is worth looking through


@contextmanager
def unhurried_memory() -> Iterator[None]:
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
