"""Work divided over processes."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from multiprocessing import get_context
from pathlib import Path
from threading import Timer
from typing import TypeVar

import pytest

from sitegen.core.files import lock_folder
from sitegen.core.workers import SharedFlag, run_parallel

pytestmark = pytest.mark.slow

T = TypeVar("T")


def who_does_what(items: Iterable[int]) -> list[tuple[int, int]]:
    """Whole pages of work, so that one process cannot take them all before the others have begun."""
    return [(item, os.getpid()) for item in items if sum(range(100_000))]


def divide(work: Callable[[Iterable[int]], list[T]], items: range, workers: int) -> list[T]:
    _, parts = run_parallel(work, items, workers, first=lambda: None)
    return [value for part in parts for value in part]


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, 50, 9_000])
def test_every_item_is_done_once(workers: int, count: int) -> None:
    assert sorted(divide(list, range(count), workers)) == list(range(count))


def test_the_work_is_shared() -> None:
    """Whoever has a piece waits with it until the other has one."""
    both_have_one = get_context("fork").Barrier(2)

    def wait_for_other(items: Iterable[int]) -> list[int]:
        processes = []
        for _ in items:
            both_have_one.wait(60)
            processes.append(os.getpid())
        return processes

    assert len({*divide(wait_for_other, range(2), 2)}) == 2


def test_what_is_of_one_kin_is_done_by_one_of_them() -> None:
    _, parts = run_parallel(
        who_does_what, range(400), 2, first=lambda: None, batch_key=lambda item: item // 20
    )
    done = [(item // 20, process) for part in parts for item, process in part]
    assert len({*done}) == 20
    assert len(done) == 400


def test_they_need_not_stand_together() -> None:
    _, parts = run_parallel(
        who_does_what, range(400), 2, first=lambda: None, batch_key=lambda item: item % 20
    )
    assert len({(item % 20, process) for part in parts for item, process in part}) == 20
    assert sorted(item for part in parts for item, _ in part) == [*range(400)]


def test_what_is_to_be_done_first_is_done_by_this_process_while_others_work() -> None:
    done, _ = run_parallel(list, range(9), 2, first=os.getpid)
    assert done == os.getpid()


def test_what_a_worker_flags_this_process_sees() -> None:
    flag, here = SharedFlag(), os.getpid()
    run_parallel(lambda _: os.getpid() == here or flag.set(), range(1), 2, first=lambda: None)
    assert flag.is_set
    assert [SharedFlag().is_set, SharedFlag(is_set=True).is_set] == [False, True]


def test_who_watches_hears_how_far_it_is() -> None:
    heard: list[tuple[int, int]] = []
    run_parallel(list, range(5), 1, first=lambda: None, watch=lambda begun, of: heard.append((begun, of)))
    assert heard == [(begun, 5) for begun in range(1, 6)]


def test_who_watches_hears_of_all_that_are_of_one_kin_at_once() -> None:
    heard: list[tuple[int, int]] = []
    run_parallel(
        list,
        range(7),
        1,
        first=lambda: None,
        watch=lambda begun, of: heard.append((begun, of)),
        batch_key=lambda item: item // 3,
    )
    assert heard == [(3, 7), (6, 7), (7, 7)]


def test_what_comes_back_may_be_larger_than_a_pipe_holds() -> None:
    assert sum(divide(lambda items: [len(bytes(1_000_000)) for _ in items], range(6), 3)) == 6_000_000


def test_a_worker_that_fails_is_told_and_leaves_nobody_behind(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    here, fork, started = os.getpid(), os.fork, []
    monkeypatch.setattr(os, "fork", lambda: started.append(fork()) or started[-1])

    def fail_elsewhere(items: Iterable[int]) -> list[float]:
        return [1 / (os.getpid() == here) for _ in items]

    def until_it_has_failed() -> None:
        os.waitid(os.P_PID, started[0], os.WEXITED | os.WNOWAIT)

    with pytest.raises(RuntimeError, match="a worker ended with status 1"):
        run_parallel(fail_elsewhere, range(4), 2, first=until_it_has_failed)
    assert "ZeroDivisionError" in capfd.readouterr().err
    with pytest.raises(ChildProcessError):
        os.waitpid(started[0], os.WNOHANG)


def test_when_this_process_fails_the_others_end_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    fork, started = os.fork, []
    monkeypatch.setattr(os, "fork", lambda: started.append(fork()) or started[-1])

    def fail() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_parallel(who_does_what, range(4_000), 2, first=fail)
    with pytest.raises(ChildProcessError):
        os.waitpid(started[0], os.WNOHANG)


LONELY = """if True:
    import fcntl, os, sys, time
    from sitegen.core.workers import run_parallel

    lock = os.open(sys.argv[1], os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    begun = lambda: print("begun", flush=True)
    run_parallel(lambda items: [time.sleep(0.2) for _ in items], range(4_000), 3, first=begun)
"""


def lonely(folder: Path) -> subprocess.Popen[str]:
    """A process that holds a lock and does long work with others, all in one process group."""
    running = subprocess.Popen(
        [sys.executable, "-c", LONELY, folder],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert running.stdout is not None
    limit = Timer(60, running.kill)
    limit.start()
    assert running.stdout.readline() == "begun\n"
    limit.cancel()
    limit.join()
    return running


def test_when_this_process_is_killed_nobody_holds_its_lock_and_the_others_end_in_silence(
    tmp_path: Path,
) -> None:
    running = lonely(tmp_path)
    running.kill()
    running.wait(30)
    with lock_folder(tmp_path, patience=0.1):
        pass
    assert running.communicate(timeout=30) == ("", "")  # only when the last worker ends, this does too


def test_ctrl_c_is_heard_by_this_process_alone(tmp_path: Path) -> None:
    running = lonely(tmp_path)
    os.killpg(running.pid, signal.SIGINT)
    told, complained = running.communicate(timeout=30)
    assert told == ""
    assert complained.count("Traceback") == 1  # that of the script above
    with pytest.raises(ProcessLookupError):
        os.killpg(running.pid, 0)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="tells its threads elsewhere or not at all")
def test_no_system_brings_threads_which_copies_of_a_process_would_not_have() -> None:
    program = "import os; from sitegen.core import system; [*map(system.load_system, system.find_systems())]"
    counted = f"{program}; print(len(os.listdir('/proc/self/task')))"
    plain = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    run = subprocess.run(
        [sys.executable, "-c", counted], env=plain, capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout == "1\n"


def test_a_worker_that_is_killed_is_taken_for_a_lack_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    here, fork, started = os.getpid(), os.fork, []
    monkeypatch.setattr(os, "fork", lambda: started.append(fork()) or started[-1])

    def die_elsewhere(items: Iterable[int]) -> list[int]:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return list(items)

    with pytest.raises(MemoryError):
        run_parallel(die_elsewhere, range(4), 2, first=lambda: None)


def test_a_worker_without_memory_is_not_told_at_length(capfd: pytest.CaptureFixture[str]) -> None:
    here = os.getpid()

    def run_out_elsewhere(items: Iterable[int]) -> list[int]:
        if os.getpid() != here:
            raise MemoryError
        return list(items)

    with pytest.raises(MemoryError):
        run_parallel(run_out_elsewhere, range(4), 2, first=lambda: None)
    assert capfd.readouterr().err == ""
