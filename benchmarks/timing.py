"""How a command is timed: as a process of its own, from its start to its end, its workers included.

Linux only, for its accounts of processes.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryFile
from time import perf_counter
from typing import NamedTuple, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_AS_INSTALLED = {"PYTHONDONTWRITEBYTECODE": ""}
"""A Python that is timed keeps what it compiles, as one that is installed has it kept already."""


class Command(NamedTuple):
    """A command, and the settings that it is given in its environment."""

    words: Sequence[str | Path]
    settings: Mapping[str, str]


class Run(NamedTuple):
    """What a command took: seconds by the clock, and of processor."""

    wall: float
    cpu: float


def measured(command: Command) -> Run:
    """Run a command to its end, its own workers included; when it fails, so does this program."""
    with TemporaryFile() as log:
        around = {**os.environ, **_AS_INSTALLED, **command.settings}
        start = perf_counter()
        process = subprocess.Popen(command.words, env=around, stdout=log, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(process.pid, 0)
        wall = perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            log.seek(0)
            sys.exit(f"{log.read().decode()}{command} ended with status {process.returncode}")
    return Run(wall, used.ru_utime + used.ru_stime)


def typical(runs: Sequence[Run]) -> float:
    """The median of the seconds by the clock."""
    return median(run.wall for run in runs)


def apart(work: Callable[P, R], *values: P.args, **named: P.kwargs) -> R:
    """Do this in another process, so that none that is timed starts from a large one."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *values, **named).result()
