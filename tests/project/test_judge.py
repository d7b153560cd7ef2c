"""Who judges a pull request: the program of main where only results change, and the summary says so."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from pull_requests import CHOOSE, check_job, check_steps, commit, git, merge, texts
from run_cache import RunCache

from sitegen.commands.new import examples as new_folder
from sitegen.commands.new.site import plan_site

pytestmark = pytest.mark.slow

BY_MAIN = "Judged by the program of main: "
BY_ITSELF = "**Judged by its own program: "


class Judged(NamedTuple):
    """What the step made: the folder of the program that judges, the log, and the summary's lines."""

    folder: Path
    log: str
    summary: list[str]


@pytest.fixture
def site(run_cache: RunCache, tmp_path: Path) -> Path:
    return shutil.copytree(run_cache.make_folder("judged", begin), tmp_path / "site")


def begin(folder: Path) -> None:
    new_folder.create_folder(folder, plan_site(["fibs"]))
    git(folder, "init", "--quiet", "--initial-branch", "main")
    commit(folder, "As it came")
    git(folder, "checkout", "--quiet", "-b", "change")


def judged(site: Path, base: str = "HEAD^1") -> Judged:
    (step,) = (own_step for own_step in check_steps(site) if own_step["name"] == CHOOSE)
    temp = site.parent / "temp"
    temp.mkdir()
    environment = {"RUNNER_TEMP": str(temp), "GITHUB_STEP_SUMMARY": str(temp / "summary.md")}
    done = subprocess.run(
        ["bash", "-e", "-c", step["run"]],
        cwd=site,
        env=os.environ | texts(step) | environment | {"BASE": base},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return Judged(temp / "judge", done.stdout, (temp / "summary.md").read_text("utf-8").splitlines())


def write(path: str, text: str = "x\n") -> Callable[[Path], object]:
    def change(site: Path) -> None:
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        with (site / path).open("a", encoding="utf-8") as file:
            file.write(text)

    return change


def link(path: str) -> Callable[[Path], object]:
    return lambda site: (site / path).symlink_to("/etc/passwd")


RESULTS = {
    "a result": write("results/fibs/matches/2026.csv"),
    "a new table with an odd name": write("results/fibs/matches/é 2026\t::error::.csv"),
    "an import": lambda site: [
        write(path)(site) for path in ("imports/club-2026.toml", "imports/club-2026.csv")
    ],
    "a page": write("content/news/2026-11-22-news.md"),
    "the settings": write("sitegen.toml", "# x\n"),
    "a page less": lambda site: (site / "content/index.md").unlink(),
    "nothing": lambda _site: None,
}
MORE = {
    "the workflow": (write(".github/workflows/check.yml", "# x\n"), ".github/workflows/check.yml"),
    "what is installed": (write("requirements.txt"), "requirements.txt"),
    "a lock": (write("vendor/requirements.txt"), "vendor/requirements.txt"),
    "a template": (write("templates/page.html"), "templates/page.html"),
    "a program beside the tables": (write("sitecustomize.py"), "sitecustomize.py"),
    "a folder that begins alike": (write("results-of-old/pip/__init__.py"), "results-of-old/pip/__init__.py"),
    "settings by another name": (write("sitegen.toml.py"), "sitegen.toml.py"),
    "what git does with tables": (write("results/.gitattributes", "*.csv -diff\n"), "results/.gitattributes"),
    "a program among the imports": (write("imports/club.py"), "imports/club.py"),
    "a folder among the imports": (write("imports/pip/club.csv"), "imports/pip/club.csv"),
    "a link among the results": (link("results/fibs/link.csv"), "results/fibs/link.csv"),
    "the table becomes a program": (
        lambda site: (site / "results/fibs/matches/2026.csv").chmod(0o755),
        "results/fibs/matches/2026.csv",
    ),
    "a file moved out of the workflows": (
        lambda site: (site / ".github/CODEOWNERS").rename(site / "results/CODEOWNERS"),
        ".github/CODEOWNERS",
    ),
    "results among more": (
        lambda site: (write("results/fibs/matches/2026.csv")(site), write("vendor/a.whl")(site)),
        "vendor/a.whl",
    ),
}


@pytest.mark.parametrize("change", RESULTS.values(), ids=RESULTS)
def test_the_program_of_main_judges_results_pages_and_settings(
    site: Path, change: Callable[[Path], object]
) -> None:
    change(site)
    commit(site, "An evening")
    merge(site)
    found = judged(site)
    assert found.summary[0].startswith(BY_MAIN)
    assert len(found.summary) == 1
    assert found.log == ""
    assert git(found.folder, "rev-parse", "HEAD") == git(site, "rev-parse", "HEAD^1")


@pytest.mark.parametrize(("change", "path"), MORE.values(), ids=MORE)
def test_the_first_line_says_that_more_changes_and_what(
    site: Path, change: Callable[[Path], object], path: str
) -> None:
    change(site)
    commit(site, "More")
    merge(site)
    found = judged(site)
    assert found.summary[0].startswith(BY_ITSELF)
    assert found.summary[1:] == ["", f"    {path}"]
    assert found.log.startswith("::warning::Judged by its own program: ")
    assert found.log.count("\n") == 1
    assert git(found.folder, "rev-parse", "HEAD") == git(site, "rev-parse", "HEAD")


def test_no_name_of_a_file_is_a_command_or_markup(site: Path) -> None:
    names = ["::error::x", "##[error]x", "`<img src=x>`", "new\n::error::line\n# heading", "\x1b[31mred"]
    for name in names:
        write(f"templates/{name}")(site)
    commit(site, "Names")
    merge(site)
    found = judged(site)
    assert found.log.count("\n") == 1
    assert len(found.summary) == 2 + len(names)
    assert [text for text in found.summary[2:] if not text.startswith("    ") or "\x1b" in text] == []


def test_what_main_changed_meanwhile_is_not_the_pull_request_s(site: Path) -> None:
    write("results/fibs/matches/2026.csv")(site)
    commit(site, "An evening")
    git(site, "checkout", "--quiet", "main")
    write("vendor/requirements.txt", "# newer\n")(site)
    commit(site, "Newer libraries")
    merge(site)
    found = judged(site)
    assert found.summary[0].startswith(BY_MAIN)
    assert (found.folder / "vendor/requirements.txt").read_text("utf-8").endswith("# newer\n")


def test_a_queue_is_judged_from_where_it_began(site: Path) -> None:
    """Rebased, its last commit alone may be of results only."""
    write("vendor/requirements.txt", "# mine\n")(site)
    commit(site, "First the judge")
    write("results/fibs/matches/2026.csv")(site)
    commit(site, "Then the result")
    base = git(site, "rev-parse", "main")
    assert judged(site, base).summary[0].startswith(BY_ITSELF)
    assert check_job(site)["env"]["BASE"] == "${{ github.event.merge_group.base_sha || 'HEAD^1' }}"
