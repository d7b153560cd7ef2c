"""What another process makes while this one goes on: one by one, and of a whole site."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from golden import SITES, kept, made

from sitegen import meanwhile
from sitegen.derived.records import found
from sitegen.workers.beside import beside

pytestmark = pytest.mark.slow


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The processes that were started; none of them is left behind."""
    fork, processes = os.fork, list[int]()
    monkeypatch.setattr(os, "fork", lambda: processes.append(fork()) or processes[-1])
    yield processes
    for each in processes:
        with pytest.raises(ChildProcessError):
            os.waitpid(each, os.WNOHANG)


def test_what_another_process_makes_is_had_by_name_in_any_order(started: list[int]) -> None:
    makers: dict[str, Callable[[], tuple[str, int]]] = {
        each: lambda each=each: (each * 1_000_000, os.getpid()) for each in "abc"
    }
    with beside(makers) as made:
        assert [made(each) for each in "bacb"] == [(each * 1_000_000, started[0]) for each in "bacb"]


def test_what_fails_in_another_process_is_made_here_and_fails_as_it_always_did(started: list[int]) -> None:
    def fail() -> int:
        raise ZeroDivisionError(os.getpid())

    with beside({"before": os.getpid, "fails": fail, "behind": os.getpid}) as made:
        assert made("before") == started[0]
        with pytest.raises(ZeroDivisionError, match=str(os.getpid())):
            made("fails")
        assert made("behind") == os.getpid()


def test_what_nobody_asks_for_holds_nobody_up(started: list[int]) -> None:
    endless = iter(int, 1)
    with beside({"never": lambda: sum(endless)}):
        pass
    assert len(started) == 1


@pytest.mark.parametrize("site", SITES[1:3], ids=lambda site: site.name)
def test_a_large_site_whose_feats_another_process_finds_is_the_same(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def noted(*values: Any) -> Any:
        with (tmp_path / "finders").open("a") as file:
            file.write(f"{os.getpid()}\n")
        return found(*values)

    monkeypatch.setattr(meanwhile, "_MANY", 0)
    monkeypatch.setattr(meanwhile, "found", noted)
    assert made(site, tmp_path, workers=2) == kept(site)
    [finder] = {*(tmp_path / "finders").read_text().split()}
    assert finder != str(os.getpid())
