"""Work divided over processes that start as copies of this one, so that nothing needs to be sent to them."""

import os
import pickle
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import BinaryIO, TypeVar

T = TypeVar("T")
R = TypeVar("R")


def divided(work: Callable[[Sequence[T]], R], items: Sequence[T], workers: int) -> list[R]:
    """What `work` makes of `items`, a part a worker: the first, third, fifth … and the others, for two.

    This process is one of the workers, and does it all when there is but one. A `RuntimeError` when another
    failed, whose own error has been printed. Not for a process with threads, which are not copied.
    """
    others = [_started(work, items[number::workers]) for number in range(1, workers)]
    return [work(items[::workers]), *(_received(process, pipe) for process, pipe in others)]


def _started(work: Callable[[Sequence[T]], R], items: Sequence[T]) -> tuple[int, BinaryIO]:
    receiving, sending = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(receiving)
        _worked(work, items, sending)
    os.close(sending)
    return process, os.fdopen(receiving, "rb")


def _worked(work: Callable[[Sequence[T]], R], items: Sequence[T], sending: int) -> None:
    """The whole life of another worker: it must never return into the program that it is a copy of."""
    status = 1
    try:
        with os.fdopen(sending, "wb") as pipe:
            pickle.dump(work(items), pipe, protocol=pickle.HIGHEST_PROTOCOL)
        status = 0
    except BaseException:  # noqa: BLE001 - whatever it is, it is told here and ends here
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(status)


def _received(process: int, pipe: BinaryIO) -> R:  # type: ignore[type-var]
    with pipe:
        try:
            result: R = pickle.load(pipe)  # noqa: S301 - from a copy of this very process
        except EOFError:
            result = None  # type: ignore[assignment]
    _, status = os.waitpid(process, 0)
    if status:
        raise RuntimeError(f"a worker ended with status {os.waitstatus_to_exitcode(status)}")
    return result
