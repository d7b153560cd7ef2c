"""Pages that several processes write to the staging folder: what stands in the end when one of them fails."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from threading import Timer

import pytest
from sites import published

from sitegen import publishing, render
from sitegen.core.files import lock_folder
from sitegen.core.problems import Problem
from sitegen.publishing import disk, staging
from sitegen.publishing.publication import BuildResult

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
HERE = os.getpid()
Write = Callable[..., Path]


@pytest.fixture
def site(write_site: Write) -> Path:
    """A site that stands, whose pages would all become others."""
    root = write_site()
    assert publishing.build(root, root / "output", TODAY).plan
    settings = root / "sitegen.toml"
    settings.write_text(settings.read_text().replace('title = "', 'title = "Another ', 1))
    return root


def beside(root: Path) -> list[str]:
    names = [path.name for path in root.iterdir() if path.name.startswith(".output")]
    return [name for name in names if name != ".output.sitegen-spare"]


def rebuild(root: Path) -> BuildResult:
    return publishing.build(root, root / "output", TODAY, workers=2)


def in_a_worker(patch: pytest.MonkeyPatch, strike: Callable[[], None]) -> None:
    """Let `strike` happen where another process writes a page, and this one wait until that has ended."""
    fork, write, started = os.fork, disk.write_file, list[int]()

    def writes(name: str, content: bytes) -> None:
        if os.getpid() != HERE:
            strike()
        for process in started:
            with suppress(ChildProcessError):  # of one that made keys nobody is left to wait for
                os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)
        write(name, content)

    patch.setattr(os, "fork", lambda: started.append(fork()) or started[-1])
    patch.setattr(disk, "write_file", writes)


def fill() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_disk_that_is_full_for_a_worker_is_told_in_one_line(
    site: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    standing = published(site / "output")
    in_a_worker(monkeypatch, fill)
    with pytest.raises(disk.PublishError) as told:
        rebuild(site)
    assert str(told.value) == (
        f"{site / 'output'}: nothing was published: No space left on device "
        "(free some space, then build again)"
    )
    assert capfd.readouterr() == ("", "")
    assert published(site / "output") == standing
    assert beside(site) == []


def crash() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_when_a_worker_is_killed_the_old_site_stands(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    standing = published(site / "output")
    in_a_worker(monkeypatch, crash)
    with pytest.raises(MemoryError):
        rebuild(site)
    assert published(site / "output") == standing
    assert beside(site) == []


def test_what_is_found_after_all_pages_were_made_keeps_the_old_site(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    standing, staged = published(site / "output"), list[int]()

    def late(*_: object) -> list[Problem]:
        staged.append(sum(path.is_file() for path in (site / ".output.sitegen-new").rglob("*")))
        return [Problem("x", 0, 0, "too late")]

    monkeypatch.setattr("sitegen.publishing.publication.check_output", late)
    assert rebuild(site).plan is None
    assert staged[0] > 20
    assert published(site / "output") == standing
    assert beside(site) == []


def test_a_page_that_cannot_be_made_keeps_the_old_site(site: Path) -> None:
    standing = published(site / "output")
    (site / "templates").mkdir()
    (site / "templates/404.html").write_text("{{ 1 / 0 }}")
    assert rebuild(site).plan is None
    assert published(site / "output") == standing
    assert beside(site) == []


def test_pages_do_not_wait_in_memory(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes back from rendering has no byte of any page."""
    seen = list[tuple[object, ...]]()
    rendering = render.render_site

    def watched(*given: object) -> object:
        made = rendering(*given)  # type: ignore[arg-type]
        seen.extend(made[0].values())
        return made

    monkeypatch.setattr(render, "render_site", watched)
    assert rebuild(site).plan
    assert {type(part) for arguments in seen for part in arguments} == {staging.StagedFile, bool}


BUILD = """if True:
    import os, sys
    from datetime import date
    from pathlib import Path
    from sitegen import publishing
    from sitegen.publishing import disk

    root, here = Path(sys.argv[1]), os.getpid()
    write, told = disk.write_file, []

    def slowly(name, content):
        write(name, content)
        if (os.getpid() == here) == (sys.argv[2] == "here") and not told:
            told.append(os.write(1, b"."))
            os.read(0, 1)

    disk.write_file = slowly
    publishing.build(root, root / "output", date(2026, 11, 21), workers=2)
"""


@contextmanager
def halted(root: Path, who: str) -> Iterator[tuple[subprocess.Popen[bytes], Callable[[], None]]]:
    """A build in another process, halted behind the first page of itself or of the one that helps it.

    With it comes what lets all go on that is left of it.
    """
    waiting, lifeline = os.pipe()
    command = [sys.executable, "-c", BUILD, root, who]
    pipes = {"stdin": waiting, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as process:
        os.close(waiting)
        limit = Timer(60, process.kill)
        limit.start()
        try:
            assert process.stdout is not None
            assert process.stdout.read(1) == b"."
            yield process, lambda: os.close(lifeline)
        finally:
            process.kill()
            limit.cancel()
            limit.join()


@pytest.mark.parametrize("who", ["here", "elsewhere"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_when_a_build_is_killed_the_old_site_stands_and_the_next_throws_away_what_was_staged(
    site: Path, who: str, number: signal.Signals
) -> None:
    standing = published(site / "output")
    with halted(site, who) as (process, go_on):
        process.send_signal(number)
        process.wait(30)
        assert published(site / "output") == standing
        assert beside(site) == [".output.sitegen-new"]
        go_on()
    assert rebuild(site).plan
    assert beside(site) == []
    assert published(site / "output") == fresh(site)


def fresh(root: Path) -> dict[str, bytes]:
    """What a site becomes where none stood."""
    assert publishing.build(root, root / "fresh", TODAY).plan
    return published(root / "fresh")


def test_nobody_else_builds_while_a_worker_of_a_killed_build_still_writes(site: Path) -> None:
    with halted(site, "elsewhere") as (process, go_on):
        process.kill()
        process.wait(30)
        with pytest.raises(BlockingIOError), lock_folder(site, patience=0):
            pass
        go_on()
    with lock_folder(site, patience=30):
        pass


@pytest.mark.parametrize("who", ["here", "elsewhere"])
def test_what_was_staged_is_thrown_away_at_once_when_a_build_is_interrupted(site: Path, who: str) -> None:
    standing = published(site / "output")
    with halted(site, who) as (process, go_on):
        process.send_signal(signal.SIGINT)
        go_on()
        _, told = process.communicate(timeout=30)
    assert b"KeyboardInterrupt" in told
    assert published(site / "output") == standing
    assert beside(site) == []
