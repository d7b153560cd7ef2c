"""Processes that the tests start: they hear Ctrl+C, have a port, and none of them outlives the run."""

import os
import random
import signal
from contextlib import suppress
from pathlib import Path
from socket import create_server
from threading import Timer

import pytest

_MARK = "SITEGEN_TEST_RUN"
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no file is a pipe on this system")
"""The mark of a test that puts a pipe in the place of a file."""


def restore_signals() -> None:
    """Let programs that a test starts hear Ctrl+C and a hangup, however this run was started.

    `nohup make test &` ignores both, and every program inherits an ignored signal. It does not inherit a
    handler, also not one that does nothing.
    """
    for number in (signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


def _end(number: int, _: object) -> None:
    """End the run, so that it can end what it has started; or just a copy of its process."""
    if os.environ.get(_MARK) == str(os.getpid()):
        pytest.exit(f"ended by signal {number}", returncode=128 + number)
    os._exit(128 + number)


def mark_run() -> bool:
    """Mark all processes of this run in their environment; false inside a run that has done so."""
    if _MARK in os.environ:
        return False
    os.environ[_MARK] = str(os.getpid())
    signal.signal(signal.SIGTERM, _end)
    return True


def kill_leftovers() -> None:
    """End what the tests of this run have left, as a worker does that was ended for taking too long."""
    own = os.getpid()
    marker = f"{_MARK}={own}\0".encode()
    for folder in Path("/proc").glob("[0-9]*"):  # empty where the system is not Linux
        try:
            if int(folder.name) != own and marker in (folder / "environ").read_bytes():
                os.kill(int(folder.name), signal.SIGKILL)
        except OSError:  # it ended by itself, or is somebody else's
            continue


def find_port() -> int:
    """A port that is free, and not among those that a system gives to programs that ask for any."""
    for port in random.SystemRandom().sample(range(20_000, 32_000), 100):
        with suppress(OSError), create_server(("127.0.0.1", port)):
            return port
    raise OSError("none of a hundred ports is free")


def ending(child: int, limit: float = 60) -> int:
    """The exit status of a process that was forked, or minus its signal; it has `limit` seconds to end."""
    timer = Timer(limit, os.kill, (child, signal.SIGKILL))
    timer.start()
    try:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    finally:
        timer.cancel()
        timer.join()  # a process with threads cannot be forked for certain
