"""What contributors and the committee are told to do on GitHub is true of the workflows and of the files."""

import re
import shutil
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from ruamel.yaml import YAML

from sitegen.commands.cli import main
from sitegen.commands.new import examples as new_folder
from sitegen.commands.new.site import plan_site
from sitegen.core.language import Language
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.results import results

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
SITES = ROOT / "templates/new/site"
LANGUAGES = ["en", "nl", "fr"]
CHECK: Any = YAML(typ="safe").load((GITHUB / "workflows/check.yml").read_text(encoding="utf-8"))["jobs"][
    "check"
]
OURS = GITHUB / "CONTRIBUTING.md"
each_guide = pytest.mark.parametrize(
    "path",
    [OURS, *(SITES / language / ".github/CONTRIBUTING.md" for language in LANGUAGES)],
    ids=["this repository", *(f"a new site, {language}" for language in LANGUAGES)],
)


def words(path: Path) -> str:
    """Its text in one line."""
    return " ".join(path.read_text(encoding="utf-8").split())


@each_guide
def test_the_check_and_what_it_leaves_are_called_as_they_are_told(path: Path) -> None:
    left = [step["with"] for step in CHECK["steps"] if "retention-days" in step.get("with", {})]
    assert [artifact["retention-days"] for artifact in left] == [14, 3], "two weeks and three days are told"
    names = [CHECK["name"], Path(left[0]["path"]).name, left[1]["name"]]
    assert [name for name in names if f"*{name}*" not in words(path)] == []


@each_guide
def test_the_settings_are_for_a_busy_evening_and_for_a_club_of_one(path: Path) -> None:
    settings = words(path).split("*Rules → Rulesets*")[1]
    required, _, optional = settings.partition("*Require review from Code Owners*")
    assert "*Require status checks to pass*" in required
    assert re.search(r"\*Required approvals\* ?: 0 .* 1 ", required)
    assert "*Require branches to be up to date before merging*" in optional
    assert "*Require approval for first-time contributors*" in words(path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_that_makes_the_file_is_called_as_it_is_told(language: str) -> None:
    called = Language(language).translate("Enter results")
    assert f"*{called}*" in words(SITES / language / ".github/CONTRIBUTING.md")


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_of_a_new_site_are_there_as_they_are_told(language: str) -> None:
    files = plan_site(["fibs", "ijssel"], language=language)
    folders = {parent.as_posix() for file in files for parent in Path(file).parents}
    told = files[".github/CONTRIBUTING.md"].decode()
    linked = re.findall(r"\]\(\.\./(results/[^)]+?)/?\)", told)
    assert len(linked) == len([file for file in files if file.startswith("results/")])
    assert [match for match in linked if match not in files.keys() | folders] == []
    named = {match.rpartition("/")[2] for match in re.findall(r"`([\w./-]+\.[a-z]+)`", told)}
    assert {text for text in named if not text.startswith("2026-11-20-")} <= {
        Path(file).name for file in files
    }


@pytest.mark.parametrize(
    ("system", "wish", "file"),
    [
        ("ijssel", ["--round", "5"], "games/2026.csv"),
        ("nbb", ["--pairs", "pairs.txt", "--lines", "1", "--date", "2026-12-01"], "pairs/2026-12-01.csv"),
    ],
)
def test_what_is_drawn_up_in_a_new_site_stands_where_evenings_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, wish: list[str], file: str
) -> None:
    new_folder.create_folder(tmp_path / "site", plan_site([system]))
    (tmp_path / "pairs.txt").write_text("an-peeters, joris-van-den-berg\nlea-moreau, emre-yildiz\n")
    monkeypatch.chdir(tmp_path)
    drawn = CliRunner().invoke(main, ["draw", system, "--site", "site", *wish])
    assert drawn.exit_code == 0, drawn.output
    assert f"site/results/{system}/{file}: " in drawn.stdout
    site, _ = load_site(tmp_path / "site")
    assert site is not None
    assert results.read_results(site, latest=date(2026, 2, 5) if system == "ijssel" else date.max)[1] == []


@pytest.mark.usefixtures("demonstration")
def test_the_example_of_an_evening_is_read_beside_the_others(tmp_path: Path) -> None:
    for path in ("sitegen.toml", "results/backgammon"):
        copy = shutil.copytree if (ROOT / path).is_dir() else shutil.copy
        copy(ROOT / path, tmp_path / path)
    text = OURS.read_text(encoding="utf-8")
    (folder,) = re.findall(r"\]\(\.\./(results/\w+/\w+/)\)", text)
    (name,) = re.findall(r"`(2026-11-20-[\w-]+\.csv)`", text)
    (rows,) = re.findall(r"^ +```csv\n(.+?) +```$", text, re.MULTILINE | re.DOTALL)
    evening = tmp_path / folder / name
    evening.write_text("".join(f"{line.strip()}\n" for line in rows.splitlines()), encoding="utf-8")
    site, _ = load_site(tmp_path)
    assert site is not None
    inputs, problems = results.read_results(site)
    assert [problem for problem in problems if problem.path.startswith("results/backgammon/")] == []
    assert [match for match in inputs["backgammon"].matches if match.source.startswith(f"{folder}{name}:")]
