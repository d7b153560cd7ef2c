"""This repository as the start of a club's own: what the guide says to do is done in a copy of it."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from guide import PAGES, Reader
from pull_requests import CHOOSE, texts
from ruamel.yaml import YAML
from run_cache import RunCache

from sitegen.inputs.config.settings import load_site

pytestmark = [pytest.mark.usefixtures("demonstration"), pytest.mark.slow]

ROOT = Path(__file__).parents[2]
BUILT = (".git", ".venv", "output", "screenshots", "build", "dist", ".*_cache")
"""What git does not keep and a clone makes anew; compiled modules come along, which would take long again."""
ELSEWHERE = {"test_releases.py", "test_wheel.py"}
"""What is about sites of its own, the same whichever stands in this folder, and takes long."""
THE_SAME = "linters_name_every_fault or (test_moved_names and not demonstration)"
"""The same among tests of which others are about this repository."""
STAMPS = ("setup", "export", "test", "runtime", "compiled")
ABOUT_THE_REPOSITORY = re.compile(r"""\bROOT\b|usefixtures\("demonstration"\)""")
"""What reads the repository, or is skipped as a whole; the same skips what asks for its site in a test."""


def environment(folder: Path) -> Mapping[str, str]:
    """What commands in a copy find: its own program before any other, and git that knows who commits."""
    who = {f"GIT_{role}_{what}": "club" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    return os.environ | who | {"PYTHONPATH": str(folder)}


def run(
    folder: Path, command: str, more: Mapping[str, str] = MappingProxyType({})
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**environment(folder), **more},
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
    )


def set_up(folder: Path) -> None:
    """What `make setup` and `make test` install and make ready there, which is ready here."""
    (folder / ".venv").mkdir()
    for path in Path(sys.prefix).iterdir():
        if path.name not in STAMPS:
            (folder / ".venv" / path.name).symlink_to(path)
    for ready in ("sitegen/compiled", "sitegen/browser/runtime"):
        if not (folder / ready).exists():
            shutil.copytree(ROOT / ready, folder / ready)
    for stamp in STAMPS:
        (folder / ".venv" / stamp).touch()


def cloned(folder: Path) -> Path:
    """A clone of this repository as it stands, after `make setup`."""
    built = shutil.ignore_patterns(*BUILT)
    shutil.copytree(ROOT, folder, ignore=lambda path, names: built(path, names) if Path(path) == ROOT else ())
    set_up(folder)
    begun = run(folder, "git init --quiet && git add . && git commit --quiet --message 'As it came'")
    assert begun.returncode == 0, begun.stdout
    return folder


@pytest.fixture
def clone(run_cache: RunCache) -> Iterator[Path]:
    """A clone to which nothing was done, and to which nothing is to be done that git does not take back."""
    with run_cache.lock_folder("clone", cloned) as folder:
        yield folder
        assert run(folder, "git reset --quiet --hard && git clean --quiet --force -d").returncode == 0


@pytest.fixture
def club(run_cache: RunCache) -> Iterator[Path]:
    """A copy in which somebody has done what the guide says; one test has it at a time."""
    with run_cache.lock_folder("club", a_club) as folder:
        yield folder


def a_club(folder: Path) -> None:
    """Follow the guide, and let an evening be played, by which workflows have little to do."""
    cloned(folder)
    fault = Reader(folder, environment(folder)).follow((PAGES / "fork.md").read_text("utf-8"))
    assert not fault, f"content/guide/fork.md, {fault}"
    settings = folder / "sitegen.toml"
    settings.write_text(settings.read_text("utf-8").replace("engine = true", 'cards = "none"', 1), "utf-8")
    played = folder / "results/fibs/matches/2026-11-20-haven.csv"
    played.write_text("date;winner;loser;length;score\n20-11-2026;an-peeters;lea-moreau;7;4\n", "utf-8")
    committed = run(folder, "git add . && git commit --quiet --message 'An evening'")
    assert committed.returncode == 0, committed.stdout


def test_the_site_is_the_club_s_own_and_nothing_of_the_demonstration_is_left(club: Path) -> None:
    site, problems = load_site(club)
    assert site is not None
    assert problems == []
    assert [ranking.id for ranking in site.rankings] == ["fibs", "ijssel"]
    assert {path.name for path in (club / "results").iterdir()} == {"fibs", "ijssel"}
    assert not (club / "content/guide").exists()
    assert (club / "output/fibs/index.html").exists()
    assert run(club, "git status --porcelain").stdout == ""


@pytest.mark.parametrize("name", ["check.yml", "publish.yml"])
def test_its_workflows_run(club: Path, tmp_path: Path, name: str) -> None:
    workflow: Any = YAML(typ="safe").load((club / ".github/workflows" / name).read_text("utf-8"))
    always = [job for job in workflow["jobs"].values() if "if" not in job]
    steps = [step for job in always for step in job["steps"] if "run" in step and "if" not in step]
    told = {"GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"), "GITHUB_OUTPUT": str(tmp_path / "output")}
    runner = {"RUNNER_TEMP": str(tmp_path), **told}
    assert len(steps) >= 2
    for step in steps:
        done = run(club, step["run"], runner | texts(step))
        assert done.returncode == 0, (step["run"], done.stdout)
        if step.get("name") == CHOOSE:
            set_up(tmp_path / "judge")


@pytest.mark.night  # its site, its workflows and what it takes along are looked at by day
def test_the_tests_of_its_program_pass_and_those_about_the_demonstration_are_skipped(club: Path) -> None:
    files = [*club.glob("tests/test_*.py"), *club.glob("tests/systems/test_*.py")]
    tests = [path.relative_to(club) for path in sorted(files) if path.name not in ELSEWHERE]
    chosen = [str(path) for path in tests if ABOUT_THE_REPOSITORY.search((club / path).read_text("utf-8"))]
    options = f"-q -p no:cacheprovider -m 'not hypothesis' -k 'not ({THE_SAME})' --basetemp={club}-temp"
    done = run(club, f".venv/bin/python -m pytest {options} {' '.join(chosen)}")
    assert done.returncode == 0, done.stdout
    assert "the site of this repository is not the demonstration any more" in done.stdout


def test_it_is_done_once_only(club: Path) -> None:
    again = run(club, "make club")
    assert again.returncode != 0
    assert "is not the demonstration any more: nothing was done." in again.stdout
    assert run(club, "git status --porcelain").stdout == ""


@pytest.mark.parametrize("path", ["results/backgammon/players.csv", ".github/CODEOWNERS", "content/new.md"])
def test_what_is_not_committed_is_not_taken_away(clone: Path, path: str) -> None:
    with (clone / path).open("a", encoding="utf-8") as file:
        file.write("# Mine\n")
    before = run(clone, "git status --porcelain").stdout
    refused = run(clone, "make club")
    assert refused.returncode != 0
    assert "Commit first what you have changed: nothing was done." in refused.stdout
    assert run(clone, "git status --porcelain").stdout == before
    assert (clone / path).read_text("utf-8").endswith("# Mine\n")


def test_nothing_is_taken_away_for_a_system_that_there_is_not(clone: Path) -> None:
    done = run(clone, "make club SYSTEM=fibz")
    assert "did you mean 'fibs'?" in done.stdout
    assert run(clone, "git status --porcelain").stdout == ""
