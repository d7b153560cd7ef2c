"""What a site is made from is read without following a link, whoever changes it meanwhile."""

import os
import socket
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from processes import needs_pipes

from sitegen.commands.check import check
from sitegen.core import files
from sitegen.core.files import EntryKind
from sitegen.inputs.content.files import iter_files

if TYPE_CHECKING:
    from sitegen.core.problems import Problem


Write = Callable[..., Path]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A site with a page and a photo, beside a secret."""
    site = tmp_path / "site"
    (site / "content/photos").mkdir(parents=True)
    (site / "content/photos/a.png").write_bytes(b"a")
    (site / "content/b.md").write_bytes(b"b")
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret/a.png").write_bytes(b"secret")
    return site


def test_what_stands_in_a_folder_is_told_by_name(root: Path) -> None:
    (root / "content/link").symlink_to("b.md")
    assert files.list_entries(root, "content") == [
        ("b.md", EntryKind.FILE),
        ("link", EntryKind.LINK),
        ("photos", EntryKind.FOLDER),
    ]
    kinds = [files.get_kind(root, text) for text in ("content", "content/link", "content/b.md/c", "nothing")]
    assert kinds == [EntryKind.FOLDER, EntryKind.LINK, None, None]


def test_the_site_itself_may_be_named_by_a_link(root: Path, tmp_path: Path) -> None:
    (tmp_path / "named").symlink_to(root)
    assert files.read_file(tmp_path / "named", "content/photos/a.png") == b"a"


@pytest.mark.parametrize("link", ["content", "content/photos", "content/photos/a.png"])
@pytest.mark.parametrize("where", ["secret", "site/other"])
def test_a_link_anywhere_on_the_way_is_not_followed(
    root: Path, tmp_path: Path, link: str, where: str
) -> None:
    (tmp_path / where).mkdir(exist_ok=True)
    (root / link).rename(tmp_path / where / "moved")
    (root / link).symlink_to(tmp_path / where / "moved")
    with pytest.raises(OSError, match=r"Not a directory|Too many levels of symbolic links"):
        files.read_file(root, "content/photos/a.png")


@needs_pipes
def test_what_is_no_file_is_not_opened(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(root / "pipe")
    assert files.get_kind(root, "pipe") == EntryKind.SPECIAL
    monkeypatch.chdir(root)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        for name in ("pipe", "socket", "content"):
            with pytest.raises(OSError, match=r"Invalid argument|No such device or address"):
                files.read_file(root, name)


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="the system does not tell what is open")
def test_nothing_stays_open(root: Path) -> None:
    before = len(list(Path("/dev/fd").iterdir()))
    files.read_file(root, "content/b.md")
    for text in ("content", "content/nothing", "content/b.md/c"):
        with pytest.raises(OSError, match=r"Invalid argument|No such file|Not a directory"):
            files.read_file(root, text)
    assert len(list(Path("/dev/fd").iterdir())) == before


def test_a_folder_that_becomes_a_link_while_it_is_read_is_not_followed(root: Path, tmp_path: Path) -> None:
    problems: list[Problem] = []
    found = iter_files(root, "content", problems)
    assert next(found).name == "b.md"
    (root / "content/photos").rename(tmp_path / "photos")
    (root / "content/photos").symlink_to(tmp_path / "secret")
    assert list(found) == []
    assert [str(problem) for problem in problems] == ["content/photos: cannot be read: Not a directory"]


def test_folders_in_each_other_without_end_are_told(root: Path) -> None:
    folder = os.open(root / "content", os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("x", dir_fd=folder)
        inner = os.open("x", os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = inner
    os.close(folder)
    problems: list[Problem] = []
    assert len(list(iter_files(root, "content", problems))) == 2
    (problem,) = problems
    assert problem.message == "this folder stands in more than 20 others"
    os.rename(root / "content/x/x", root / "rest")  # noqa: PTH104 - and what is left is no matter of pytest's
    _removed(root / "rest")


def _removed(folder: Path) -> None:
    """Take folders away that stand in each other deeper than a path can say, from the outside."""
    while (folder / "x").is_dir():
        (folder / "x").rename(folder.with_name("next"))
        folder.rmdir()
        folder.with_name("next").rename(folder)


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("content/a.md", "1,048,576"),
        ("content/a.pdf", "104,857,600"),
        ("templates/static/a.png", "104,857,600"),
        ("results/list/matches.csv", "67,108,864"),
    ],
)
def test_a_file_is_refused_by_its_size_before_it_is_read(write_site: Write, path: str, most: str) -> None:
    """It has more bytes than any machine has, and not one of them is on the disk."""
    root = write_site()
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    with (root / path).open("wb") as file:
        file.truncate(2**40)
    told = [str(problem) for problem in check(root, date(2026, 11, 21))]
    assert [text.partition(" (")[0] for text in told if text.startswith(path)] == [
        f"{path}: this file has {2**40:,} bytes, more than {most}"
    ]
