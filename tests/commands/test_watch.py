"""Noticing saved files: what is a change, and when it is complete."""

import asyncio
import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from sitegen.commands.serve import preview


@dataclass
class Clock:
    """A pause that takes no time, in which the next thing happens to the files."""

    events: list[Callable[[], object]]
    paused: list[float] = field(default_factory=list)

    async def pause(self, seconds: float) -> None:
        self.paused.append(seconds)
        assert self.events, "it waits, although all that was to happen has happened"
        self.events.pop(0)()


def nothing() -> None:
    pass


def after(events: list[Callable[[], object]], watched: Path) -> tuple[preview.FileStamps, list[float]]:
    """What `changed` returns when `events` happen one by one while it waits, and how it waited."""
    clock = Clock(events)
    waiting = preview.wait_for_change([watched], preview.read_stamps([watched]), clock.pause)
    with ThreadPoolExecutor(1) as thread:  # the main thread may have an event loop already
        found = thread.submit(asyncio.run, waiting).result()
    assert not clock.events
    return found, clock.paused


def test_files_saved_one_after_the_other_are_waited_for(tmp_path: Path) -> None:
    saves = [functools.partial((tmp_path / f"{number}.csv").write_text, "x") for number in range(5)]
    found, paused = after([nothing, *saves, nothing], tmp_path)
    assert found == preview.read_stamps([tmp_path])
    assert len(found) == 5
    assert paused == [preview.POLL_INTERVAL, preview.POLL_INTERVAL, *[preview.QUIET_INTERVAL] * 5]


def test_temporary_files_of_editors_are_no_change(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    names = [
        "a.csv~", ".a.csv.swp", ".a.csv.swx", "4913", ".#a.csv", "#a.csv#", "~$a.xlsx", ".~lock.a.csv#",
        "a.csv.tmp", "a.swp", ".DS_Store", ".git/index", "a.csv.bak",
    ]  # fmt: skip
    for name in names:
        (tmp_path / name).write_text("x")
    assert preview.read_stamps([tmp_path]) == {}


@pytest.mark.parametrize(
    "save", ["over", "delete, then write", "rename over", "rename away, then write", "move in an old file"]
)
def test_every_way_of_saving_is_seen(tmp_path: Path, save: str) -> None:
    folder, file, other = tmp_path / "results", tmp_path / "results" / "a.csv", tmp_path / "other.csv"
    folder.mkdir()
    other.write_text("old, from elsewhere")
    file.write_text("before")
    ways: dict[str, list[Callable[[], object]]] = {
        "over": [lambda: file.write_text("after!")],
        "delete, then write": [file.unlink, lambda: file.write_text("after!")],
        "rename over": [
            lambda: (folder / "a.csv.tmp").write_text("after!"),
            lambda: (folder / "a.csv.tmp").replace(file),
        ],
        "rename away, then write": [
            lambda: file.rename(folder / "a.csv~"),
            lambda: file.write_text("after!"),
        ],
        "move in an old file": [lambda: other.rename(folder / "b.csv")],
    }
    found, _ = after([*ways[save], nothing], folder)
    assert found == preview.read_stamps([folder])


def test_what_comes_and_goes_at_once_is_no_change(tmp_path: Path) -> None:
    draft, file = tmp_path / "draft.csv", tmp_path / "a.csv"
    events: list[Callable[[], object]] = [
        lambda: draft.write_text("x"),
        draft.unlink,
        nothing,
        lambda: file.write_text("x"),
        nothing,
    ]
    found, paused = after(events, tmp_path)
    assert list(found) == [str(file)]
    assert paused == [
        preview.POLL_INTERVAL,
        preview.QUIET_INTERVAL,
        preview.POLL_INTERVAL,
        preview.POLL_INTERVAL,
        preview.QUIET_INTERVAL,
    ]


def test_files_folders_and_paths_that_do_not_exist_yet_can_be_watched(tmp_path: Path) -> None:
    single, folder, later = tmp_path / ".sitegen.toml", tmp_path / "results", tmp_path / "templates"
    deep = folder / "rating" / "2026" / "a.csv"
    deep.parent.mkdir(parents=True)
    for path in (single, deep):
        path.write_text("x")
    (folder / "gone.csv").symlink_to(tmp_path / "nowhere")
    (folder / "round").symlink_to(folder)
    assert set(preview.read_stamps([single, folder, later])) == {str(single), str(deep)}
    later.write_text("x")
    assert set(preview.read_stamps([single, folder, later])) == {str(single), str(deep), str(later)}
