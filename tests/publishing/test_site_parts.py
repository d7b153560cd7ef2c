"""A site built in parts and joined: the same bytes as built whole, or a refusal that says why."""

import shutil
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from random import Random

import pytest
import sites
from click.testing import CliRunner
from commits import commit
from federation import list_files

from sitegen import publishing
from sitegen.commands.cli import main
from sitegen.core.problems import select_errors
from sitegen.inputs.config.settings import load_site
from sitegen.publishing import join_parts
from sitegen.publishing.disk import PublishError
from sitegen.publishing.output import CHECKSUMS_FILE
from sitegen.publishing.parts import Part

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A federation of five rankings with a history, and a hidden player."""
    root = tmp_path_factory.mktemp("federation")
    files = list_files()
    rows = files["results/clubs/fou/players.csv"].decode().splitlines()
    named = [row for row in rows if "#" not in row]
    hidden = sites.mark_hidden(named, lambda row: row.startswith("ewa-nowak"))
    sites.write(root, files | {"results/clubs/fou/players.csv": "\n".join(hidden).encode()})
    commit(root, "First")
    changed = files["results/clubs/rebond/ranking.toml"].replace(b"16", b"20")
    sites.write(root, {"results/clubs/rebond/ranking.toml": changed})
    commit(root, "Another factor")
    return root


def build_part(root: Path, folder: Path, part: Part | None, as_of: date = TODAY, workers: int = 1) -> Path:
    """Build a part of a site, or all of it, without a problem; the folder."""
    result = publishing.build(root, folder, as_of, workers, history=True, part=part)
    assert select_errors(result.problems) == []
    return folder


@pytest.fixture(scope="module")
def whole(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """The files of the site, built whole."""
    return sites.published(build_part(root, tmp_path_factory.mktemp("whole") / "output", None))


@pytest.mark.parametrize("seed", range(5))
def test_joined_parts_are_the_site_built_whole(
    seed: int, root: Path, whole: Mapping[str, bytes], tmp_path: Path
) -> None:
    """In any number of parts, also more than there are rankings, by one process or two, in any order."""
    chance = Random(seed)
    total = (2, 8, chance.randint(1, 7))[min(seed, 2)]
    folders = [
        build_part(root, tmp_path / f"part{number}", Part(number, total), workers=chance.randint(1, 2))
        for number in range(1, total + 1)
    ]
    chance.shuffle(folders)
    joined = tmp_path / "joined"
    assert join_parts(folders, joined, root, chance.randint(1, 2)).problems == []
    assert sites.published(joined) == whole


@pytest.fixture(scope="module")
def built(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two parts of the site; nobody changes them."""
    folder = tmp_path_factory.mktemp("built")
    for number in (1, 2):
        build_part(root, folder / f"part{number}", Part(number, 2))
    return folder


@pytest.fixture
def parts(built: Path, tmp_path: Path) -> Path:
    """A copy of these parts."""
    shutil.copytree(built, tmp_path / "parts")
    return tmp_path / "parts"


def refuse(root: Path, *folders: Path) -> str:
    """Why these parts are not joined; nothing is written."""
    output = folders[0].parent / "joined"
    with pytest.raises(PublishError) as refusal:
        join_parts(folders, output, root)
    assert not output.exists()
    return str(refusal.value)


def test_a_part_that_is_missing_or_there_twice_is_refused(root: Path, parts: Path) -> None:
    first, second = parts / "part1", parts / "part2"
    assert "each there once: 2/2 " in refuse(root, first)
    assert "each there once: 1/2 " in refuse(root, second)
    assert "each there once: 2/2 " in refuse(root, first, second, second)
    third = build_part(root, parts / "part3", Part(2, 3))
    assert "each there once: 2/2, 2/3 " in refuse(root, first, third)


@pytest.mark.parametrize("as_of", [date(2026, 11, 20)])
def test_a_part_of_another_day_is_refused(root: Path, parts: Path, as_of: date) -> None:
    other = build_part(root, parts / "other", Part(2, 2), as_of)
    assert "another commit, program or day" in refuse(root, parts / "part1", other)


@pytest.mark.parametrize("path", ["results/clubs/fou/games/2026.csv", "content/index.md", "sitegen.toml"])
def test_parts_of_other_files_are_refused_also_without_a_commit(root: Path, parts: Path, path: str) -> None:
    copy = parts / "site"
    shutil.copytree(root, copy)
    assert join_parts([parts / "part1", build_part(copy, parts / "same", Part(2, 2))], parts / "x", root).plan
    (copy / path).write_bytes((copy / path).read_bytes() + b"\n")
    others = [build_part(copy, parts / f"other{number}", Part(number, 2)) for number in (1, 2)]
    assert "no part has the ranking" in refuse(root, *others)
    assert "no part has the ranking" in refuse(copy, parts / "part1", parts / "part2")
    assert join_parts(others, parts / "y", copy).plan
    commit(copy, "A blank line")
    others[1] = build_part(copy, others[1], Part(2, 2))
    assert "another commit, program or day" in refuse(root, others[1], parts / "part1")


def test_a_part_of_another_program_is_refused(
    root: Path, parts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sitegen.publishing.publication.__version__", "9.9.9")
    other = build_part(root, parts / "other", Part(2, 2))
    assert "another commit, program or day" in refuse(root, parts / "part1", other)


def test_a_part_that_was_changed_after_it_was_built_is_refused(root: Path, parts: Path) -> None:
    first, second = parts / "part1", parts / "part2"
    page = next(second.rglob("index.html"))
    text = page.read_bytes()
    page.write_bytes(text + b"<script>")
    assert "part2: what it has of the ranking" in refuse(root, first, second)
    page.unlink()
    assert "part2: has other files than were built" in refuse(root, first, second)
    page.write_bytes(text)
    (second / "more.html").write_bytes(b"x")
    assert "more.html" in refuse(root, first, second)
    (second / "more.html").unlink()
    sums = second / CHECKSUMS_FILE
    sums.write_text(sums.read_text("utf-8").replace("part 2/2", "part 2/9999"), encoding="utf-8")
    assert "is no part of a site" in refuse(root, second, first)


def test_what_is_no_part_is_refused(root: Path, parts: Path) -> None:
    foreign = parts / "foreign"
    foreign.mkdir()
    (foreign / "index.html").write_bytes(b"x")
    assert "was not made by sitegen" in refuse(root, foreign, parts / "part1")
    site = build_part(root, parts / "whole", None)
    assert "is no part of a site" in refuse(root, parts / "part1", site)


def test_an_error_stops_the_part_that_has_it(root: Path, tmp_path: Path) -> None:
    copy = tmp_path / "site"
    shutil.copytree(root, copy)
    with (copy / "results/clubs/keizer/players.csv").open("ab") as players:
        players.write(b"!\n")
    site, _ = load_site(copy)
    assert site is not None
    (wrong,) = (number for number in range(1, 6) if "clubs/keizer" in Part(number, 5).select(site))
    failed = [
        number
        for number in range(1, 6)
        if publishing.build(copy, tmp_path / f"part{number}", TODAY, part=Part(number, 5)).plan is None
    ]
    assert failed == [wrong]


def test_the_commands_say_what_they_did(root: Path, tmp_path: Path) -> None:
    def run(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(main, [*arguments, "--site", str(root)], catch_exceptions=False)
        return result.exit_code, result.output

    for number in (1, 2):
        told = run("build", "--part", f"{number}/2", "--output", str(tmp_path / f"part{number}"))
        assert told[0] == 0, told
    status, told_text = run(
        "join", str(tmp_path / "part1"), str(tmp_path / "part2"), "--output", str(tmp_path / "site")
    )
    assert status == 0
    assert " files, " in told_text
    status, told_text = run("join", str(tmp_path / "part1"), "--output", str(tmp_path / "other"))
    assert (status, "2/2" in told_text) == (1, True)
    for wrong in ("0/2", "3/2", "2", "a/b", "1/2000", "01/2"):
        assert run("build", "--part", wrong)[0] == 2
