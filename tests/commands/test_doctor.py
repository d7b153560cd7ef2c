"""What is wrong around a site is told with its cure, and of a sound one nothing."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from sitegen.commands import check as checking
from sitegen.commands.cli import main
from sitegen.commands.doctor import examine, program
from sitegen.commands.new import examples, site
from sitegen.core.problems import Severity

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
IDENTITY = ("-c", "user.name=A", "-c", "user.email=a@club.example")


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", folder, *IDENTITY, *arguments], check=True, capture_output=True, timeout=60)


@pytest.fixture(scope="module")
def sound_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site as it is after the guide was followed, in Dutch."""
    root = tmp_path_factory.mktemp("doctor") / "club"
    files = site.plan_site(["elo"], language="nl", repository="club/rankings")
    examples.create_folder(root, files)
    git(root, "init", "--initial-branch", "main")
    git(root, "add", ".")
    git(root, "commit", "--message", "Our rankings")
    git(root, "remote", "add", "origin", "https://github.com/club/rankings.git")
    return root


@pytest.fixture
def club(sound_site: Path, tmp_path: Path) -> Path:
    """A copy of it, which a test may spoil."""
    return shutil.copytree(sound_site, tmp_path / "club")


def find_codes(root: Path) -> list[str]:
    """The codes of what is wrong around a site; what a check finds in it is told after that."""
    found, of_check = examine(root, TODAY, TODAY), checking.check(root, TODAY, TODAY)
    assert found[len(found) - len(of_check) :] == of_check
    surroundings = found[: len(found) - len(of_check)]
    assert all(problem.hint for problem in surroundings)
    return [problem.code for problem in surroundings]


def test_of_a_sound_site_nothing_is_told(sound_site: Path) -> None:
    assert find_codes(sound_site) == []
    told = CliRunner().invoke(main, ["doctor", "--site", str(sound_site)])
    assert told.exit_code == 0
    assert told.output.startswith("In deze site en eromheen is niets mis.")


def edit(path: str, old: str, new: str) -> Callable[[Path], None]:
    """What replaces a text in a file."""

    def replace(root: Path) -> None:
        text = (root / path).read_text("utf-8-sig")
        assert old in text
        (root / path).write_text(text.replace(old, new), "utf-8")

    return replace


def remove(path: str) -> Callable[[Path], None]:
    return lambda root: next(root.glob(path)).unlink()


def run_git(*arguments: str) -> Callable[[Path], None]:
    return lambda root: git(root, *arguments)


def commit_output(root: Path) -> None:
    (root / "output").mkdir()
    (root / "output/index.html").write_text("built")
    git(root, "add", "--force", "output")


def shorten_history(root: Path) -> None:
    """As `git clone --depth 1` does: git is told that the first commit it has is not the first."""
    shutil.copy(root / ".git/refs/heads/main", root / ".git/shallow")


def ignore_results(root: Path) -> None:
    (root / ".gitignore").write_text("*.csv\n")
    shutil.copy(root / "results/elo/players.csv", root / "results/elo/more.csv")


def change_wheel(root: Path) -> None:
    with next((root / "vendor").glob("sitegen_runtime-*.whl")).open("ab") as wheel:
        wheel.write(b"\0")


WORKFLOW = ".github/workflows/publish.yml"
SPOILED: dict[str, Callable[[Path], None]] = {
    "workflow-missing": remove(WORKFLOW),
    "workflow-differs": edit(WORKFLOW, "fetch-depth: 0", "fetch-depth: 1"),
    "wheel-missing": remove("vendor/sitegen_runtime-*.whl"),
    "wheel-changed": change_wheel,
    "libraries-differ": edit("vendor/requirements.txt", "jinja2==", "jinja2==2."),
    "no-repository": lambda root: shutil.rmtree(root / ".git"),
    "nothing-committed": run_git("update-ref", "-d", "HEAD"),
    "history-missing": shorten_history,
    "no-main-branch": run_git("branch", "--move", "trunk"),
    "files-ignored": ignore_results,
    "output-committed": commit_output,
    "no-remote": run_git("remote", "remove", "origin"),
    "repository-differs": run_git("remote", "set-url", "origin", "git@github.com:club/others.git"),
    "repository-not-said": edit("sitegen.toml", 'repository = "club/rankings"', ""),
    "url-is-example": edit("sitegen.toml", "https://club.github.io/rankings/", "https://rankings.example/"),
    "url-is-not-pages": edit("sitegen.toml", "https://club.github.io/rankings/", "https://club.github.io/"),
    "site-stands-still": edit("sitegen.toml", "engine = true", "engine = true\nas_of = 2026-11-20"),
    "no-column-to-hide": edit("results/elo/players.csv", ";verborgen", ""),
}


@pytest.mark.parametrize("code", SPOILED)
def test_what_is_wrong_around_a_site_is_told(club: Path, code: str) -> None:
    SPOILED[code](club)
    assert code in find_codes(club)


def test_what_keeps_a_site_from_being_published_is_an_error(club: Path) -> None:
    change_wheel(club)
    (problem,) = examine(club, TODAY, TODAY)
    assert (problem.code, problem.severity) == ("wheel-changed", Severity.ERROR)
    told = CliRunner().invoke(main, ["doctor", "--site", str(club)])
    assert told.exit_code == 1
    assert told.output.splitlines()[-1] == "1 fout houdt publicatie van de site tegen."


def test_a_workflow_of_which_actions_were_raised_and_words_are_in_another_language_is_sound(
    club: Path,
) -> None:
    path = club / WORKFLOW
    raised = re.sub(r"@[0-9a-f]{40} # v\d+", f"@{'0' * 40} # v99", path.read_text("utf-8"))
    path.write_text(re.sub('STAYS: ".*"', 'STAYS: "Niets"', raised).replace("\n", "\r\n"), "utf-8")
    assert find_codes(club) == []


def test_another_program_than_that_of_the_site_is_told(club: Path) -> None:
    (wheel,) = (club / "vendor").glob("sitegen_rankings-*.whl")
    before = sha256(wheel.read_bytes()).hexdigest()
    with ZipFile(wheel, "a") as archive:
        archive.writestr("sitegen/older.py", "")
    edit(".github/requirements.txt", before, sha256(wheel.read_bytes()).hexdigest())(club)
    assert find_codes(club) == ["program-differs"]


def test_a_python_that_is_newer_than_the_program_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [*program.find_python_problems()] == []
    newest = max(
        int(words[1])
        for text in metadata.metadata("sitegen-rankings").get_all("Classifier") or []
        if (words := text.rpartition(":: ")[2].split(".")) and words[0] == "3" and words[1:]
    )
    monkeypatch.setattr(sys, "version_info", (3, newest + 1, 0, "final", 0))
    (problem,) = program.find_python_problems()
    assert problem.hint == f"use Python 3.{newest} instead"


def test_a_site_in_a_folder_of_a_repository_has_no_workflows(club: Path, tmp_path: Path) -> None:
    shutil.rmtree(club / ".git")
    git(tmp_path, "init", "--initial-branch", "main")
    assert "workflows-below" in find_codes(club)


def test_without_git_it_is_told_and_all_else_too(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    SPOILED["url-is-example"](club)
    assert find_codes(club) == ["no-git", "url-is-example"]


def test_a_site_whose_settings_cannot_be_read_is_checked_alone(tmp_path: Path) -> None:
    assert find_codes(tmp_path) == []
