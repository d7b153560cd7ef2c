"""A run of tests ends: a test that hangs is ended and named, and nothing that it started is left."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from select import select

import pytest

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parents[1]
LIMIT = 150  # seconds; only a failing test waits that long
CONFTEST = """
from processes import kill_leftovers, mark_run, restore_signals

def pytest_configure(config):
    restore_signals()
    if mark_run():
        config.add_cleanup(kill_leftovers)
"""
HANGS = """
import subprocess
import sys
from pathlib import Path

def test_hangs():
    program = "import time; print(flush=True); time.sleep(1000)"
    running = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    running.stdout.readline()
    Path("left").write_text(str(running.pid))
    running.wait()

def test_passes():
    pass
"""
HEARS = """
import signal
import subprocess
import sys

def test_hears():
    program = "import time; print(flush=True); time.sleep(1000)"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as running:
        running.stdout.readline()
        running.send_signal(signal.SIGINT)
        assert running.wait() == -signal.SIGINT
"""

ENDED = """
import os
import signal
import subprocess
import sys
from pathlib import Path

def test_is_ended():
    running = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
    Path("left").write_text(str(running.pid))
    os.kill(os.getpid(), signal.SIGTERM)

def test_never_begins():
    Path("begun").touch()
"""


def run(folder: Path, test: str, workers: int, *prefix: str, limit: int = LIMIT) -> str:
    """What a run of this test in a folder of its own prints, with a limit of so many seconds a test.

    It prints into a file: a pipe would be open as long as anything that it started is there. One that does
    not end is told to say where it stands.
    """
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_it.py").write_text(test)
    (folder / "pytest.ini").write_text(
        f"[pytest]\nfaulthandler_timeout = {limit}\nfaulthandler_exit_on_timeout = true\n"
    )
    # In a place of its own: else it deletes what older runs of everything have left, which can take a minute.
    options = "-q", "-p", "no:cacheprovider", "-p", "xdist", f"-n{workers}", f"--basetemp={folder}/base"
    command = [*prefix, sys.executable, "-m", "pytest", *options]
    environment = {**os.environ, "PYTHONPATH": str(TESTS), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    environment.pop("SITEGEN_TEST_RUN", None)
    printed = folder / "printed"
    with printed.open("wb") as out:
        running = subprocess.Popen(command, cwd=folder, env=environment, stdout=out, stderr=out)
    try:
        running.wait(LIMIT)
    except subprocess.TimeoutExpired:
        running.send_signal(signal.SIGABRT)
        running.wait()
        pytest.fail(printed.read_text())
    return printed.read_text()


def test_a_test_that_hangs_is_named_and_what_it_started_is_ended(tmp_path: Path) -> None:
    printed = run(tmp_path, HANGS, 1, limit=5)  # within which it starts another program
    assert "crashed while running 'test_it.py::test_hangs'" in printed
    assert "1 failed, 1 passed" in printed
    assert_nothing_is_left(tmp_path)


def assert_nothing_is_left(folder: Path) -> None:
    """Await the end of the process, which was told to end and may not have come round to it."""
    with suppress(ProcessLookupError):
        left = os.pidfd_open(int((folder / "left").read_text()))
        assert select([left], [], [], LIMIT)[0]
        os.close(left)


def test_a_run_that_is_ended_ends_what_it_started(tmp_path: Path) -> None:
    assert "ended by signal 15" in run(tmp_path, ENDED, 0)
    assert_nothing_is_left(tmp_path)
    assert not (tmp_path / "begun").exists()


def test_programs_hear_ctrl_c_also_in_a_run_that_is_deaf_to_it(tmp_path: Path) -> None:
    assert "1 passed" in run(tmp_path, HEARS, 0, "sh", "-c", 'trap "" INT HUP; exec "$@"', "sh")
