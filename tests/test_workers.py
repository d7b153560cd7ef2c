"""Work divided over processes."""

import os
from collections.abc import Sequence

import pytest

from sitegen.render.workers import divided


def who_does_what(items: Sequence[int]) -> list[tuple[int, int]]:
    return [(item, os.getpid()) for item in items]


@pytest.mark.parametrize("workers", [1, 2, 3, 7])
def test_every_item_is_done_once_by_one_of_so_many_processes(workers: int) -> None:
    done = [each for part in divided(who_does_what, range(20), workers) for each in part]
    assert sorted(item for item, _ in done) == list(range(20))
    assert len({process for _, process in done}) == workers


def test_what_comes_back_may_be_larger_than_a_pipe_holds() -> None:
    parts = divided(lambda items: [bytes(1_000_000) for _ in items], range(6), 3)
    assert [len(each) for part in parts for each in part] == [1_000_000] * 6


def test_a_worker_that_fails_is_told_and_leaves_nobody_behind(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    started: list[int] = []
    fork = os.fork
    monkeypatch.setattr(os, "fork", lambda: started.append(fork()) or started[-1])

    def fail_on_odd(items: Sequence[int]) -> list[float]:
        return [1 / (each % 2 - 1) for each in items]

    with pytest.raises(RuntimeError, match="a worker ended with status 1"):
        divided(fail_on_odd, range(4), 2)
    assert "ZeroDivisionError" in capfd.readouterr().err
    with pytest.raises(ChildProcessError):
        os.waitpid(started[0], os.WNOHANG)
