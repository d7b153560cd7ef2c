"""What stands in the output folder after any history of builds, edits, faults and kills."""

import errno
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest
from examples import times
from hypothesis import given
from hypothesis import strategies as st
from processes import ending

from sitegen.core.files import lock_folder
from sitegen.publishing import disk, staging
from sitegen.publishing import disk as publish_paths
from sitegen.publishing.disk import PublishError
from sitegen.publishing.output import PublishPlan, apply_plan, open_previous_output, plan_changes
from sitegen.publishing.staging import MANIFEST, stage_site

pytestmark = pytest.mark.slow

OLD = {"index.html": b"old", "a/index.html": b"stays", "a/gone/index.html": b"goes", "list.csv": b"id\n"}
NEW = {"index.html": b"newer", "a/index.html": b"stays", "b/c/index.html": b"comes", "list.csv": b"ID\n"}
OLDER = {"index.html": b"older", "a/index.html": b"stays", "z/index.html": b"went"}
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the exchange of folders is looked for on Linux")


def build(site: Path, files: Mapping[str, bytes], *, patience: float = 60.0, workers: int = 1) -> PublishPlan:
    output = site / "output"
    publish_paths.check_paths(files)
    with (
        open_previous_output(output, site, patience=patience) as before,
        stage_site(before, workers) as stage,
    ):
        planned = plan_changes(
            before, {path: stage.write_file(path, content) for path, content in files.items()}
        )
        apply_plan(planned, stage)
    return planned


def tree(folder: Path) -> dict[str, bytes | None]:
    """All that is in `folder`: the bytes of files, None for folders."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def clean(files: Mapping[str, bytes]) -> dict[str, bytes | None]:
    with TemporaryDirectory() as folder:
        build(Path(folder), files)
        return tree(Path(folder) / "output")


def beside(site: Path) -> list[str]:
    """What a build leaves beside the site."""
    return sorted(path.name for path in site.iterdir() if path.name != "output")


def edit(path: Path, content: bytes, *, seconds: int = 1) -> None:
    """Write into a published file as an editor does, `seconds` after it was made."""
    moment = path.stat().st_mtime_ns + seconds * 10**9
    time.sleep(0 if seconds else 0.03)  # a tick of the clock that nobody can set
    path.write_bytes(content)
    os.utime(path, ns=(moment, moment))


def put(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("mine")
    return folder


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(PublishError) as caught:
        act()
    assert "\n" not in str(caught.value)
    return str(caught.value)


# What stands after builds


def test_the_folder_and_its_record_byte_for_byte(tmp_path: Path) -> None:
    build(tmp_path, {"index.html": b"home", "a/list.csv": b"id\n"})
    assert tree(tmp_path) == {
        "output": None,
        "output/a": None,
        "output/a/list.csv": b"id\n",
        "output/index.html": b"home",
        "output/.sitegen.json": b'{"files":["a/list.csv","index.html"],"version":2}\n',
    }


folders = st.lists(st.sampled_from(["a", "b", "ç"]), max_size=2)
paths = st.builds(lambda parts, name: "/".join([*parts, name]), folders, st.sampled_from(["x.html", "y.csv"]))
sites = st.dictionaries(paths, st.binary(max_size=3), max_size=6)
edits = st.tuples(st.integers(0, 5), st.none() | st.binary(max_size=3))


@times(0.6)
@given(history=st.lists(st.tuples(sites, st.lists(edits, max_size=2)), max_size=4), last=sites)
def test_any_history_of_builds_and_edits_by_hand_ends_in_a_clean_build(
    history: list[tuple[dict[str, bytes], list[tuple[int, bytes | None]]]], last: dict[str, bytes]
) -> None:
    with TemporaryDirectory() as folder:
        site = Path(folder)
        for files, by_hand in history:
            build(site, files)
            for place, content in by_hand:
                standing = [file for file in sorted(files) if (site / "output" / file).exists()]
                for path in standing[place : place + 1]:
                    if content is None:
                        (site / "output" / path).unlink()
                    else:
                        edit(site / "output" / path, content)
        build(site, last)
        assert tree(site / "output") == clean(last)
        assert beside(site) == []


@times(0.6)
@given(before=sites, after=sites)
def test_the_plan_names_each_path_once_and_rightly(before: dict[str, bytes], after: dict[str, bytes]) -> None:
    with TemporaryDirectory() as folder:
        build(Path(folder), before)
        planned = build(Path(folder), after)
    both = before.keys() & after.keys()
    assert planned.added == sorted(after.keys() - before.keys())
    assert planned.changed == sorted(path for path in both if before[path] != after[path])
    assert planned.removed == sorted(before.keys() - after.keys())
    assert planned.unchanged == sorted(path for path in both if before[path] == after[path])
    assert planned.is_empty == (before == after)


def test_what_is_staged_and_not_published_is_thrown_away(tmp_path: Path) -> None:
    build(tmp_path, OLD)
    standing = tree(tmp_path)
    with (
        open_previous_output(tmp_path / "output", tmp_path) as before,
        stage_site(before) as stage,
    ):
        plan_changes(before, {path: stage.write_file(path, content) for path, content in NEW.items()})
        assert tree(tmp_path / "output") == clean(OLD)
    assert tree(tmp_path) == standing


def test_what_is_on_the_stage_is_read_as_it_will_stand(tmp_path: Path) -> None:
    build(tmp_path, OLD)
    with (
        open_previous_output(tmp_path / "output", tmp_path) as before,
        stage_site(before) as stage,
    ):
        stage.write_file("index.html", NEW["index.html"])
        stage.write_file("a/index.html", NEW["a/index.html"])
        assert [stage.read_file(path) for path in ("index.html", "a/index.html", "list.csv")] == [
            *(b"newer", b"stays", b"id\n")
        ]


def test_a_site_that_stands_as_planned_is_not_touched(tmp_path: Path) -> None:
    build(tmp_path, OLD)
    states = read_states(tmp_path / "output")
    assert build(tmp_path, OLD).is_empty
    assert read_states(tmp_path / "output") == states


def read_states(folder: Path) -> dict[Path, tuple[int, ...]]:
    """Return what a write would change of each file and folder; reading one moves only its ``st_atime``."""
    return {
        path: (status.st_ino, status.st_mode, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
        for path in (folder, *folder.rglob("*"))
        for status in (path.stat(),)
    }


def test_files_that_stay_the_same_are_linked_and_others_are_not(tmp_path: Path) -> None:
    files = {"kept.html": b"k", "compared.csv": b"c", "changed.csv": b"1"}
    build(tmp_path, files)
    inodes = {path: (tmp_path / "output" / path).stat().st_ino for path in files}
    build(tmp_path, files | {"changed.csv": b"2"})
    same = {path for path in files if (tmp_path / "output" / path).stat().st_ino == inodes[path]}
    assert same == {"kept.html", "compared.csv"}


@pytest.mark.parametrize(
    ("content", "seconds"),
    [(b"edited, longer", 0), (b"hand", 1), (b"hand", 0), (b"hand", -9)],
    ids=["another size, the same time", "the same size, later", "the same size and time", "earlier"],
)
def test_a_file_edited_by_hand_is_written_again(tmp_path: Path, content: bytes, seconds: int) -> None:
    build(tmp_path, {"index.html": b"home", "other.html": b"other"})
    edit(tmp_path / "output/index.html", content, seconds=seconds)
    assert build(tmp_path, {"index.html": b"home", "other.html": b"other"}).changed == ["index.html"]
    assert tree(tmp_path / "output") == clean({"index.html": b"home", "other.html": b"other"})


def test_modes_follow_the_umask(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        build(tmp_path, {"a/index.html": b"x"})
    finally:
        os.umask(mask)
    output = tmp_path / "output"
    modes = [oct(path.stat().st_mode & 0o777) for path in (output, output / "a", output / "a/index.html")]
    assert modes == ["0o750", "0o750", "0o640"]


def test_a_relative_output_and_its_missing_parents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with (
        open_previous_output(Path("x/y/output"), Path()) as before,
        stage_site(before) as stage,
    ):
        apply_plan(plan_changes(before, {"index.html": stage.write_file("index.html", b"home")}), stage)
    assert (tmp_path / "x/y/output/index.html").read_bytes() == b"home"


# Disks that cannot do everything


@pytest.mark.parametrize("code", [errno.EXDEV, errno.EPERM, errno.EMLINK, errno.EOPNOTSUPP])
def test_files_are_copied_where_the_disk_has_no_hard_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    build(tmp_path, OLD)

    def link(old: str, new: str) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "link", link)
    assert "a/index.html" in build(tmp_path, NEW).unchanged
    assert tree(tmp_path / "output") == clean(NEW)


def test_a_fault_of_a_hard_link_is_not_taken_for_a_disk_without_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(tmp_path, OLD)

    def link(old: str, new: str) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO), old)

    monkeypatch.setattr(os, "link", link)
    output = tmp_path / "output"
    assert refusal(lambda: build(tmp_path, NEW)) == (
        f"{output}: nothing was published: Input/output error at {output}/a/index.html "
        "(the disk is failing: name a folder on another with --output)"
    )
    assert tree(output) == clean(OLD)


def test_a_file_that_is_there_is_never_written_into(tmp_path: Path) -> None:
    precious = put(tmp_path, "precious") / "precious"
    (tmp_path / "link").symlink_to(precious)
    for name in ("precious", "link"):
        with pytest.raises(FileExistsError):
            disk.write_file(str(tmp_path / name), b"x")
    assert precious.read_text() == "mine"


@pytest.mark.parametrize("exchange", [True, False])
def test_the_site_keeps_its_mode_and_nothing_stands_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, exchange: bool
) -> None:
    if not exchange:
        forbid_exchange(monkeypatch)
    for files in [NEW, OLD, {}, {"b/c/index.html": b"comes"}, OLDER, NEW]:
        build(tmp_path, files)
        assert tree(tmp_path / "output") == clean(files)
        assert (tmp_path / "output").stat().st_mode & 0o777 == 0o777 & ~current_umask()
        assert beside(tmp_path) == []


def current_umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def forbid_exchange(patch: pytest.MonkeyPatch) -> None:
    def exchange(one: Path, other: Path) -> None:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    patch.setattr(disk, "_exchange_folders", exchange)


@pytest.fixture
def no_exchange(monkeypatch: pytest.MonkeyPatch) -> None:
    forbid_exchange(monkeypatch)


@pytest.mark.usefixtures("no_exchange")
def test_two_renames_where_the_disk_cannot_exchange_folders(tmp_path: Path) -> None:
    build(tmp_path, OLD)
    build(tmp_path, NEW)
    assert tree(tmp_path / "output") == clean(NEW)
    assert beside(tmp_path) == []


@LINUX
def test_the_exchange_leaves_no_moment_without_a_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "_replace_in_two_steps", lambda *_: pytest.fail("two steps were taken"))
    build(tmp_path, OLD)
    build(tmp_path, NEW)
    assert tree(tmp_path / "output") == clean(NEW)


def test_writes_that_the_system_cuts_short_are_continued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = os.write
    monkeypatch.setattr(os, "write", lambda file, content: whole(file, content[:2]))
    build(tmp_path, {"index.html": b"a page of some length"})
    assert (tmp_path / "output/index.html").read_bytes() == b"a page of some length"


# Faults and kills at every operation


class Interruption:
    """Lets `strike` happen at the `at`-th operation on the disk, in the middle of it where it has one."""

    def __init__(self, patch: pytest.MonkeyPatch, at: int, strike: Callable[[], None]) -> None:
        self.at, self.strike, self.done = at, strike, 0
        self.written: set[int] = set()
        self.real = {name: getattr(os, name) for name in ("open", "write", "close")}
        for name in ("link", "mkdir", "rename", "unlink", "rmdir", "scandir"):
            patch.setattr(os, name, self.before(getattr(os, name)))
        patch.setattr(disk, "_exchange_folders", self.before(disk._exchange_folders))
        for name in self.real:
            patch.setattr(os, name, getattr(self, name))

    def reached(self) -> bool:
        self.done += 1
        return self.done == self.at

    def before(self, real: Callable[..., object]) -> Callable[..., object]:
        def operation(*args: object, **named: object) -> object:
            if self.reached():
                self.strike()
            return real(*args, **named)

        return operation

    def open(self, path: str, flags: int, *args: int, **named: int | None) -> int:
        if self.reached():
            self.strike()
        file: int = self.real["open"](path, flags, *args, **named)
        if flags & os.O_CREAT:
            self.written.add(file)
        return file

    def write(self, file: int, content: bytes) -> int:
        if self.reached():
            self.real["write"](file, content[: len(content) // 2])
            self.strike()
        size: int = self.real["write"](file, content)
        return size

    def close(self, file: int) -> None:
        self.real["close"](file)
        if file in self.written:  # the close of a folder never fails; that of a file may tell of its writes
            self.written.remove(file)
            if self.reached():
                self.strike()


def fail_at(site: Path, at: int, code: int = errno.EIO) -> tuple[bool, str]:
    """Build NEW with the `at`-th operation failing: whether it came to that, and the error shown."""

    def strike() -> None:
        raise OSError(code, os.strerror(code))

    with pytest.MonkeyPatch.context() as patch:
        interruption = Interruption(patch, at, strike)
        try:
            build(site, NEW)
        except PublishError as error:
            return True, str(error)
    return interruption.done >= at, ""


def assert_faults_are_harmless(root: Path, code: int) -> None:
    old, new = clean(OLD), clean(NEW)
    refused = 0
    for at in count(1):
        site = root / str(at)
        site.mkdir()
        build(site, OLD)
        struck, error = fail_at(site, at, code)
        assert tree(site / "output") == (old if error else new)
        assert not (error and beside(site))
        refused += bool(error)
        build(site, NEW)
        assert tree(site / "output") == new
        assert beside(site) == []
        if not struck:
            break
    assert refused > 15  # opens, writes and closes of four files, folders, links: each was refused once


CODES = [errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS]
NAMES = ["full disk", "failing disk", "forbidden", "read-only disk"]


@pytest.mark.parametrize("code", CODES, ids=NAMES)
def test_a_fault_at_any_operation_leaves_the_old_site_and_nothing_beside_it(
    tmp_path: Path, code: int
) -> None:
    assert_faults_are_harmless(tmp_path, code)


@pytest.mark.usefixtures("no_exchange")
@pytest.mark.parametrize("code", CODES[:1], ids=NAMES[:1])
def test_a_fault_at_any_operation_is_harmless_in_two_steps_too(tmp_path: Path, code: int) -> None:
    assert_faults_are_harmless(tmp_path, code)


def test_a_fault_while_putting_in_order_what_a_kill_left_loses_nothing(tmp_path: Path) -> None:
    old, new = clean(OLD), clean(NEW)
    for at in count(1):
        site = tmp_path / str(at)
        site.mkdir()
        build(site, OLD)
        (site / "output").rename(site / ".output.sitegen-old")
        put(site / ".output.sitegen-new", "index.html", "half/index.html")
        struck, error = fail_at(site, at)
        standing = [selector for selector in ("output", ".output.sitegen-old") if (site / selector).exists()]
        assert [tree(site / selector) for selector in standing] == [old if error else new]
        build(site, NEW)
        assert tree(site / "output") == new
        assert beside(site) == []
        if not struck:
            break
    assert at > 30


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        (errno.ENOSPC, "No space left on device (free some space, then build again)"),
        (
            errno.EACCES,
            "Permission denied (make the folder that holds it writable, or name another with --output)",
        ),
        (
            errno.EROFS,
            "Read-only file system (this disk can only be read: name a folder on another with --output)",
        ),
        (errno.EIO, "Input/output error (the disk is failing: name a folder on another with --output)"),
        (errno.ENFILE, "Too many open files in system (mend that, then build again)"),
    ],
)
def test_a_fault_is_told_in_one_line_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, hint: str
) -> None:
    def write(file: int, content: bytes) -> int:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "write", write)
    message = refusal(lambda: build(tmp_path, OLD))
    assert message == f"{tmp_path / 'output'}: nothing was published: {hint}"
    assert tree(tmp_path) == {}


def test_a_fault_names_the_file_where_the_system_does(tmp_path: Path) -> None:
    (tmp_path / ".output.sitegen-new").write_text("in the way")
    message = refusal(lambda: build(tmp_path, OLD))
    assert message == (
        f"{tmp_path / 'output'}: nothing was published: "
        f"Not a directory at {tmp_path / '.output.sitegen-new'} (mend that, then build again)"
    )


def forbid_guard(patch: pytest.MonkeyPatch) -> None:
    def started(*_: object, **__: object) -> None:
        raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))

    patch.setattr(subprocess, "Popen", started)


def kill_at_every_operation(root: Path, *, exchange: bool, guard: bool) -> None:
    """Build OLD and then NEW in `root`/1, /2, ... by processes killed at operation 1, 2, ..."""
    for at in count(1):
        site = root / str(at)
        site.mkdir()
        build(site, OLD)
        child = os.fork()
        if not child:
            with pytest.MonkeyPatch.context() as patch:
                if not exchange:
                    forbid_exchange(patch)
                if not guard:
                    forbid_guard(patch)
                Interruption(patch, at, lambda: os.kill(os.getpid(), signal.SIGKILL))
                build(site, NEW)
                os._exit(0)
        if ending(child) == 0:
            return


def settled(site: Path) -> None:
    """Wait until a guard that a killed build left behind is through."""
    with lock_folder(site, patience=30):
        pass


@pytest.mark.parametrize(
    ("exchange", "guard"),
    [(True, True), (False, True), (False, False)],
    ids=["exchange", "two steps", "two steps without a guard"],
)
def test_a_kill_at_any_operation_leaves_a_whole_site_and_the_next_build_repairs(
    tmp_path: Path, *, exchange: bool, guard: bool
) -> None:
    # A process of its own, without threads: only that can be forked for certain.
    script = f"""if True:
        from pathlib import Path
        from test_publish import kill_at_every_operation
        kill_at_every_operation(Path({str(tmp_path)!r}), exchange={exchange}, guard={guard})
    """
    folders = [str(Path(__file__).parents[1]), *filter(None, sys.path)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(folders)}
    subprocess.run([sys.executable, "-c", script], env=environment, check=True, timeout=150)
    old, new = clean(OLD), clean(NEW)
    outcomes = []
    for site in sorted(tmp_path.iterdir(), key=lambda item: int(item.name)):
        settled(site)
        standing = tree(site / "output") if (site / "output").exists() else {}
        outcomes.append("old" if standing == old else "new" if standing == new else "none")
        if outcomes[-1] == "none":
            assert standing == {}
            assert tree(site / ".output.sitegen-old") == old
        with open_previous_output(site / "output", site) as before:
            assert tree(site / "output") == (new if outcomes[-1] == "new" else old)
            assert (site / "output" / MANIFEST).read_bytes() == before.manifest
        assert beside(site) == []
        for state in (NEW, OLD, NEW):
            build(site, state)
        assert tree(site / "output") == new
    between = [] if exchange or guard else ["none"]
    assert len(outcomes) > 25
    assert outcomes == sorted(outcomes, key=["old", "none", "new"].index)
    assert list(dict.fromkeys(outcomes)) == ["old", *between, "new"]


# Several processes

LITTLE = OLD | {"index.html": b"newer"}
"""One of four files is another, so that there is something to link for each process."""


def elsewhere(patch: pytest.MonkeyPatch, operation: str, strike: Callable[[], None] = lambda: None) -> None:
    """Let `strike` happen where another process begins an operation on the disk, and this one do it last."""
    here, fork, operate, started = os.getpid(), os.fork, getattr(disk, operation), list[int]()

    def operates(*args: object) -> None:
        if os.getpid() != here:
            strike()
        for process in started if os.getpid() == here else ():
            with suppress(ChildProcessError):  # it was waited for already
                os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)
        operate(*args)

    patch.setattr(staging, "_LARGE_SITE", 1)
    patch.setattr(os, "fork", lambda: started.append(fork()) or started[-1])
    patch.setattr(disk, operation, operates)


def test_what_several_processes_link_and_delete_is_what_one_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(tmp_path, OLD)
    linked = (tmp_path / "output/a/index.html").stat().st_ino
    elsewhere(monkeypatch, "link_file")
    elsewhere(monkeypatch, "_remove_all")
    assert build(tmp_path, LITTLE, workers=3).changed == ["index.html"]
    assert (tmp_path / "output/a/index.html").stat().st_ino == linked
    assert tree(tmp_path / "output") == clean(LITTLE)
    assert beside(tmp_path) == []


def test_a_disk_that_is_full_where_another_process_links_keeps_the_old_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fill() -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    build(tmp_path, OLD)
    elsewhere(monkeypatch, "link_file", fill)
    assert refusal(lambda: build(tmp_path, LITTLE, workers=2)).endswith("(free some space, then build again)")
    assert capfd.readouterr() == ("", "")
    assert tree(tmp_path / "output") == clean(OLD)
    assert beside(tmp_path) == []


def test_when_who_links_is_killed_the_old_site_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(tmp_path, OLD)
    elsewhere(monkeypatch, "link_file", lambda: os.kill(os.getpid(), signal.SIGKILL))
    with pytest.raises(MemoryError):
        build(tmp_path, LITTLE, workers=2)
    assert tree(tmp_path / "output") == clean(OLD)
    assert beside(tmp_path) == []


def test_when_who_deletes_the_old_site_is_killed_the_new_one_stands_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(tmp_path, OLD)
    elsewhere(monkeypatch, "_remove_all", lambda: os.kill(os.getpid(), signal.SIGKILL))
    build(tmp_path, LITTLE, workers=2)
    assert tree(tmp_path / "output") == clean(LITTLE)
    assert beside(tmp_path) == []


# Two builds at once


def test_a_second_build_waits_and_then_sees_what_the_first_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = threading.Event()
    monkeypatch.setattr("time.sleep", lambda _: waits.set())
    plans: list[PublishPlan] = []
    second = threading.Thread(target=lambda: plans.append(build(tmp_path, NEW)))
    with open_previous_output(tmp_path / "output", tmp_path) as before:
        second.start()
        assert waits.wait(30)
        with stage_site(before) as stage:
            written = {path: stage.write_file(path, content) for path, content in OLD.items()}
            apply_plan(plan_changes(before, written), stage)
    second.join(30)
    assert [sorted(plan.removed) for plan in plans] == [["a/gone/index.html"]]
    assert tree(tmp_path / "output") == clean(NEW)


def test_a_build_that_waited_a_minute_gives_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    monkeypatch.setattr("time.sleep", lambda seconds: clock.append(clock.pop() + seconds))
    output = tmp_path / "output"
    with open_previous_output(output, tmp_path):
        message = refusal(lambda: build(tmp_path, NEW))
    assert message == f"{output}: another build is still writing here (wait until it ends, then build again)"
    assert 60 <= clock[0] < 61
    assert build(tmp_path, NEW, patience=0).added == sorted(NEW)


def test_many_builds_at_once_leave_one_of_their_sites(tmp_path: Path) -> None:
    versions = [{"index.html": b"%d" % number, f"{number}/x.csv": b"x"} for number in range(6)]
    builders = [threading.Thread(target=build, args=(tmp_path, version)) for version in versions]
    for builder in builders:
        builder.start()
    for builder in builders:
        builder.join(30)
    assert tree(tmp_path / "output") in [clean(version) for version in versions]
    assert beside(tmp_path) == []


# Folders of other users

NOBODY = 65534


def as_nobody(act: Callable[[], object]) -> str:
    """What `act` ends with for a user who may do nothing with the files of this one: a `PublishError`."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.setuid(NOBODY)
            act()
        except PublishError as error:
            os.write(writing, str(error).encode())
        finally:
            os._exit(0)
    os.close(writing)
    ending(child)
    with os.fdopen(reading) as said:
        return said.read()


@pytest.fixture
def site_of_all() -> Iterator[Path]:
    """A folder where everybody may write; those of pytest are shut again when another run begins."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        yield Path(folder)


ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")


@ROOT_ONLY
def test_what_a_killed_build_of_another_user_left_is_named(site_of_all: Path) -> None:
    site = site_of_all
    put(site / ".output.sitegen-new", "half/index.html")
    assert as_nobody(lambda: build(site, NEW)) == (
        f"{site}/.output.sitegen-new: this user may not delete what an earlier build left there, "
        "which belongs to root (delete it as root, then build again)"
    )
    build(site, NEW)
    assert beside(site) == []


@ROOT_ONLY
def test_the_site_of_another_user_is_not_replaced_by_what_would_leave_it_beside_for_good(
    site_of_all: Path,
) -> None:
    site = site_of_all
    build(site, OLDER)
    build(site, OLD)  # an exchange, whose library nobody may load
    assert as_nobody(lambda: build(site, NEW)) == (
        f"{site}/output: this user may not delete its files, which belong to root "
        f"(build as root, or delete {site}/output first)"
    )
    assert beside(site) == []
    assert tree(site / "output") == clean(OLD)
    for folder in (site / "output", *(site / "output").rglob("*")):
        folder.chmod(0o777 if folder.is_dir() else 0o666)
    assert as_nobody(lambda: build(site, NEW)) == ""
    assert beside(site) == []
    assert tree(site / "output") == clean(NEW)


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (
            os.ST_RDONLY,
            "Read-only file system at {}/output (this disk can only be read: name a folder on another",
        ),
        (0, "Permission denied at {}/output (make the folder that holds it writable, or name another"),
    ],
)
def test_nobody_is_told_to_build_as_who_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: int, words: str
) -> None:
    """The site is ours, and still nobody can write to it: the disk is read-only, or the folder is."""
    build(tmp_path, OLD)
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=flags))
    told = f"{tmp_path}/output: nothing was published: {words} with --output)".replace("{}", str(tmp_path))
    assert refusal(lambda: build(tmp_path, NEW)) == told


# Folders that are not ours


def test_a_folder_that_no_build_made_is_refused_with_five_of_its_files(tmp_path: Path) -> None:
    output = put(tmp_path / "output", "7", "6", "5", "4", "3/x", "2", "1")
    standing = tree(tmp_path)
    assert refusal(lambda: build(tmp_path, NEW)) == (
        f"{output}: was not made by sitegen, and holds '1', '2', '3/x', '4', '5' and 2 more "
        "(name an empty folder with --output)"
    )
    assert tree(tmp_path) == standing


def test_files_among_ours_that_no_build_made_are_refused(tmp_path: Path) -> None:
    build(tmp_path, OLD)
    output = put(tmp_path / "output", "a/notes.txt", "\x1b[31m")
    standing = tree(tmp_path)
    assert refusal(lambda: build(tmp_path, NEW)) == (
        f"{output}: holds what sitegen did not make: '\\u001b[31m', 'a/notes.txt' "
        "(what belongs in the site goes in content/, anything else elsewhere)"
    )
    assert tree(tmp_path) == standing


def test_an_empty_folder_and_what_a_desktop_drops_are_ours(tmp_path: Path) -> None:
    put(tmp_path / "output", ".DS_Store", "a/Thumbs.db", "a/b/desktop.ini")
    (tmp_path / "output/empty").mkdir()
    build(tmp_path, NEW)
    assert tree(tmp_path / "output") == clean(NEW)


@pytest.mark.parametrize(
    "record",
    [
        b"",
        b"\xff",
        b"[]",
        b"{}",
        b'{"version":3,"files":[]}',
        b'{"version":2,"files":7}',
        b"[" * 200_000,
        b'{"version":1,"files":[]}',
        b'{"version":1,"files":{"x":3}}',
        b'{"version":1,"files":{"x":{"size":3}}}',
    ],
)
def test_a_record_that_cannot_be_read_is_refused(tmp_path: Path, record: bytes) -> None:
    (tmp_path / "output").mkdir()
    (tmp_path / "output" / MANIFEST).write_bytes(record)
    assert refusal(lambda: build(tmp_path, NEW)) == (
        f"{tmp_path / 'output' / MANIFEST}: is not a record of this version of sitegen "
        "(delete the folder, then build again)"
    )


def test_an_output_that_is_a_link_or_a_file_is_refused(tmp_path: Path) -> None:
    elsewhere = put(tmp_path / "elsewhere", "precious")
    output = tmp_path / "output"
    output.symlink_to(elsewhere)
    assert refusal(lambda: build(tmp_path, NEW)) == (
        f"{output}: is a symbolic link (name the folder it leads to with --output)"
    )
    output.unlink()
    output.write_text("mine")
    assert refusal(lambda: build(tmp_path, NEW)) == (
        f"{output}: is a file (move it away, or name a folder with --output)"
    )
    assert tree(tmp_path) == {"elsewhere": None, "elsewhere/precious": b"mine", "output": b"mine"}


def test_links_and_special_files_in_the_output_are_refused_and_not_followed(tmp_path: Path) -> None:
    build(tmp_path, OLD)
    output = tmp_path / "output"
    elsewhere = put(tmp_path / "elsewhere", "precious")
    (output / "list.csv").unlink()
    (output / "list.csv").symlink_to(elsewhere / "precious")
    (output / "a/folder").symlink_to(elsewhere)
    os.mkfifo(output / "pipe")
    assert refusal(lambda: build(tmp_path, NEW)) == (
        f"{output}: holds links or special files, which no build makes: 'a/folder', 'list.csv', 'pipe' "
        "(remove them)"
    )
    assert tree(elsewhere) == {"precious": b"mine"}


def test_a_link_in_the_place_of_the_staging_folder_is_not_followed(tmp_path: Path) -> None:
    elsewhere = put(tmp_path / "elsewhere", "precious")
    (tmp_path / ".output.sitegen-new").symlink_to(elsewhere)
    assert "symbolic link" in refusal(lambda: build(tmp_path, NEW))
    assert tree(elsewhere) == {"precious": b"mine"}


@pytest.mark.parametrize("output", ["site", ".", "site/..", "site/output/..", "site/../site"])
def test_an_output_that_holds_the_sources_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: str
) -> None:
    site = put(tmp_path / "site", "results/x.csv")
    monkeypatch.chdir(tmp_path)
    message = refusal(lambda: open_previous_output(Path(output), site).__enter__())
    place = Path(os.path.normpath(tmp_path / output))
    assert message == f"{place} has the sources of the site (name another folder with --output)"


@pytest.mark.parametrize(
    "output", ["results", "content", "templates", "content/output", "results/../content"]
)
def test_an_output_among_the_sources_is_refused(tmp_path: Path, output: str) -> None:
    put(tmp_path, "content/index.md")
    message = refusal(lambda: open_previous_output(tmp_path / output, tmp_path).__enter__())
    place = Path(os.path.normpath(tmp_path / output))
    assert message == f"{place} has the sources of the site (name another folder with --output)"
    assert tree(tmp_path) == {"content": None, "content/index.md": b"mine"}


def test_the_sources_of_a_site_that_is_named_relatively_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    message = refusal(lambda: open_previous_output(Path("content"), Path()).__enter__())
    assert message.startswith(f"{tmp_path / 'content'} has the sources of the site")


def test_the_sources_are_found_through_links(tmp_path: Path) -> None:
    site = put(tmp_path / "site", "index.md")
    (site / "content").symlink_to(put(tmp_path / "words/en", "index.md"))
    message = refusal(lambda: open_previous_output(tmp_path / "words", site).__enter__())
    assert message == f"{tmp_path / 'words'} has the sources of the site (name another folder with --output)"


# Paths


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        ("", "an empty, '.' or '..' part"),
        ("/etc/passwd", "an empty, '.' or '..' part"),
        ("a//b", "an empty, '.' or '..' part"),
        ("a/", "an empty, '.' or '..' part"),
        ("a/./b", "an empty, '.' or '..' part"),
        ("../a", "an empty, '.' or '..' part"),
        ("a/..", "an empty, '.' or '..' part"),
        ("a\\b", "a backslash"),
        ("...", "a part that ends in '.' or a blank"),
        ("a /b", "a part that ends in '.' or a blank"),
        ("a:b", "a character that no file has on Windows"),
        ("a/b?.html", "a character that no file has on Windows"),
        ("players/con/index.html", "a name that Windows keeps for itself"),
        ("NUL.tar.gz", "a name that Windows keeps for itself"),
        ("static/com\u00b9.css", "a name that Windows keeps for itself"),
        ("a\0b", "a control character"),
        ("a\n", "a control character"),
        ("a\x7f", "a control character"),
        ("a\x85", "a control character"),
        ("a\ud800", "half a character"),
        ("é" * 128 + "/index.html", "a part of more than 255 bytes"),
        (".sitegen.json", "the name of the record that sitegen keeps"),
        (".SiteGen.JSON", "the name of the record that sitegen keeps"),
    ],
)
def test_a_path_that_leads_elsewhere_is_refused(tmp_path: Path, path: str, fault: str) -> None:
    message = refusal(lambda: build(tmp_path, {path: b"", "index.html": b""}))
    assert message.endswith(f" cannot be a path of the site: it has {fault}")
    assert tree(tmp_path) == {}


def test_the_message_of_a_path_shows_what_does_not_show(tmp_path: Path) -> None:
    message = refusal(lambda: build(tmp_path, {"a\x1b/..": b""}))
    assert message == "'a\\u001b/..' cannot be a path of the site: it has an empty, '.' or '..' part"


@pytest.mark.parametrize("path", [".nojekyll", "a..b/.c", "é" * 127, "\xa0", "a b/ü.html"])
def test_unusual_paths_that_lead_nowhere_else_are_published(tmp_path: Path, path: str) -> None:
    build(tmp_path, {path: b"x"})
    assert (tmp_path / "output" / path).read_bytes() == b"x"


@pytest.mark.parametrize(
    ("one", "other", "named"),
    [
        ("a/B.html", "a/b.html", "'a/B.html' and 'a/b.html'"),
        ("A/x.html", "a/y.html", "'A/' and 'a/'"),
        ("STRASSE", "straße", "'STRASSE' and 'straße'"),
        ("z\u00eb", "ze\u0308", "'ze\u0308' and 'z\u00eb'"),
        ("a", "a/b", "'a/' and 'a'"),
        ("A", "a/b", "'a/' and 'A'"),
    ],
    ids=["case", "case of a folder", "folded", "composed", "file and folder", "file and folder in case"],
)
def test_paths_that_a_disk_could_take_for_one_are_refused(
    tmp_path: Path, one: str, other: str, named: str
) -> None:
    message = refusal(lambda: build(tmp_path, {one: b"1", other: b"2"}))
    assert message == f"{named} are one name on many disks (rename one of them)"
    assert tree(tmp_path) == {}


@given(st.lists(st.text(max_size=6), max_size=4))
def test_what_passes_stays_inside_and_apart(names: list[str]) -> None:
    path = "/".join(names)
    try:
        publish_paths.check_paths([path])
    except PublishError:
        return
    assert os.path.normpath(f"/staging/{path}") == f"/staging/{path}"
    assert "\0" not in path
    with pytest.raises(PublishError):
        publish_paths.check_paths([path, f"{path}/below"])


def test_the_record_is_deterministic_and_sorted(tmp_path: Path) -> None:
    build(tmp_path, dict(reversed(OLD.items())))
    record = json.loads((tmp_path / "output" / MANIFEST).read_bytes())
    assert record["files"] == sorted(OLD)
