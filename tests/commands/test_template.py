"""A template repository: it works as it is, and a form makes a club's own site of it, in a browser alone."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pull_requests import commit, git
from ruamel.yaml import YAML

from sitegen.commands.check import check
from sitegen.commands.new.examples import create_folder
from sitegen.commands.new.template import plan_template
from sitegen.publishing import build

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 28)
LANGUAGES = ["en", "nl", "fr"]
GH = """#!/bin/sh
echo "$*" >> "$CALLS"
if [ "$1" = api ]; then echo "$MAY"; fi
if [ "$2" = comment ]; then cat "$5"; fi
"""
"""What stands in for the program of GitHub: it notes what it is asked, and says what a person may."""


@pytest.fixture
def template(tmp_path: Path) -> Path:
    """The template in a repository of a club that has not started yet, with the one that it is pushed to."""
    create_folder(tmp_path / "template", plan_template(["fibs"]))
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch", "main", "origin.git")
    git(tmp_path / "template", "init", "--quiet", "--initial-branch", "main")
    git(tmp_path / "template", "remote", "add", "origin", "../origin.git")
    commit(tmp_path / "template", "Initial commit")
    git(tmp_path / "template", "push", "--quiet", "origin", "main")
    for folder in ("bin", "temp"):
        (tmp_path / folder).mkdir()
    (tmp_path / "bin/gh").write_text(GH, encoding="utf-8")
    (tmp_path / "bin/gh").chmod(0o755)
    return tmp_path / "template"


def form(site: Path, language: str) -> Any:
    path = site / f".github/ISSUE_TEMPLATE/start-{language}.yml"
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


def filled_in(site: Path, language: str, answers: Mapping[str, str]) -> str:
    """The text of the issue that GitHub makes of a form."""
    parts = []
    for field in form(site, language)["body"]:
        if "id" in field:
            answer = answers.get(field["id"], "")
            if answer and "render" in field["attributes"]:
                answer = f"```{field['attributes']['render']}\n{answer}\n```"
            parts.append(f"### {field['attributes']['label']}\n\n{answer or '_No response_'}")
    return "\n\n".join(parts).replace("\n", "\r\n")


def run_start(site: Path, issue: str, may: str = "admin") -> list[subprocess.CompletedProcess[str]]:
    """What the steps of both jobs do, but for the installation, up to the first that fails."""
    text = (site / ".github/workflows/start.yml").read_text(encoding="utf-8")
    jobs = YAML(typ="safe").load(text)["jobs"]
    environment = os.environ | {
        "PATH": os.pathsep.join(
            [str(site.parent / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]]
        ),
        "CALLS": str(site.parent / "calls"),
        "MAY": may,
        "RUNNER_TEMP": str(site.parent / "temp"),
        "GITHUB_REPOSITORY": "Harbour/Rankings",
        "GH_REPO": "Harbour/Rankings",
        "LC_ALL": "C.UTF-8",
    }
    given = {"FORM": issue, "ISSUE": "7", "WHO": "an"}
    done = []
    for step in [*jobs["make"]["steps"], *jobs["put"]["steps"]]:
        if "run" in step and "pip install" not in step["run"]:
            process = subprocess.run(
                ["bash", "-e", "-c", step["run"]],
                cwd=site,
                env=environment | step.get("env", {}) | given,
                capture_output=True,
                text=True,
                check=False,
                timeout=120,
            )
            done.append(process)
            if process.returncode:
                break
    return done


def read_calls(site: Path) -> list[str]:
    path = site.parent / "calls"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def test_a_template_is_a_site_in_three_languages_that_works(tmp_path: Path) -> None:
    create_folder(tmp_path / "template", plan_template(["fibs", "elo"], TODAY))
    result = build(tmp_path / "template", tmp_path / "output", TODAY)
    assert result.problems == []
    titles = [
        "Make this site your own",
        "Maak deze site van je eigen club",
        "Faites-en le site de votre club",
    ]
    for folder, title in zip(["", "nl/", "fr/"], titles, strict=True):
        assert title in (tmp_path / "output" / folder / "index.html").read_text(encoding="utf-8")
        assert (tmp_path / "output" / folder / "elo/index.html").exists()


def test_its_workflows_speak_all_languages_and_are_those_of_a_site(template: Path) -> None:
    workflows = template / ".github/workflows"
    assert {path.name for path in workflows.iterdir()} == {"check.yml", "publish.yml", "start.yml"}
    told = (workflows / "publish.yml").read_text(encoding="utf-8")
    assert all(word in told for word in ("Nothing was published", "Er is niets gepubliceerd", "Rien n"))
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema"]
    forms = sorted(template.glob(".github/ISSUE_TEMPLATE/*.yml"))
    for schema, files in [
        ("vendor.github-workflows", sorted(workflows.iterdir())),
        ("vendor.github-issue-forms", forms),
    ]:
        done = subprocess.run(
            [*command, schema, *map(str, files)], capture_output=True, text=True, check=False, timeout=60
        )
        assert done.returncode == 0, done.stdout
    assert len(forms) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_form_asks_the_same_and_offers_every_system(template: Path, language: str) -> None:
    asked = form(template, language)
    fields = {field["id"]: field["attributes"] for field in asked["body"] if "id" in field}
    assert [*fields] == ["title", "system", "language", "players"]
    systems = [option.partition(":")[0] for option in fields["system"]["options"]]
    assert systems == ["elo", "fibs", "glicko2", "ijssel", "keizer", "ludo", "nbb", "ruit"]
    assert fields["language"]["options"][0].startswith(f"{language}:")
    assert f"'{asked['title']}'" in (template / ".github/workflows/start.yml").read_text("utf-8")
    assert f"issues/new?template=start-{language}.yml" in (template / "README.md").read_text("utf-8")
    index = "index.md" if language == "en" else f"{language}/index.md"
    assert f"*{asked['name']}*" in (template / "content" / index).read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_fills_in_the_form_has_a_site_that_is_published(template: Path, language: str) -> None:
    offered = {
        field["id"]: field["attributes"] for field in form(template, language)["body"] if "id" in field
    }
    answers = {
        "title": 'The "Harbour" & `$(touch stray)`',
        "system": next(option for option in offered["system"]["options"] if option.startswith("elo:")),
        "language": offered["language"]["options"][0],
        "players": "name;club\nLéa Moreau;Le Port\nJoris van den Berg;Le Port",
    }
    kept = {path: path.read_bytes() for path in [*template.glob("vendor/*"), *template.glob("*/workflows/*")]}
    *_, told = run_start(template, filled_in(template, language, answers))
    assert told.returncode == 0, told.stderr
    assert read_calls(template) == [
        "api repos/Harbour/Rankings/collaborators/an/permission --jq .permission",
        "auth setup-git",
        "workflow run publish.yml --ref main",
        "issue comment 7 --body-file ../comment",
        "issue close 7",
    ]
    words = {"en": "Your site is made", "nl": "Je site is gemaakt", "fr": "Votre site est prêt"}
    assert told.stdout.startswith(words[language])
    assert "sitegen serve" not in told.stdout
    git(template.parent, "clone", "--quiet", "origin.git", "club")
    club = template.parent / "club"
    settings = tomllib.loads((club / "sitegen.toml").read_text(encoding="utf-8"))
    assert settings["site"]["title"] == answers["title"]
    assert settings["site"]["language"] == language
    assert settings["site"]["url"] == "https://harbour.github.io/Rankings/"
    assert settings["site"]["repository"] == "Harbour/Rankings"
    assert [ranking["system"] for ranking in settings["ranking"]] == ["elo"]
    assert "Léa Moreau" in (club / "results/elo/players.csv").read_text(encoding="utf-8")
    assert check(club, TODAY) == []
    assert {path: (club / path.relative_to(template)).read_bytes() for path in kept} == kept
    assert [
        *club.glob(".github/ISSUE_TEMPLATE/start-*"),
        *club.glob("**/fibs*"),
        *club.glob("**/stray"),
    ] == []
    assert (club / ".devcontainer/devcontainer.json").exists()


def test_without_players_a_site_begins_with_examples_and_only_once(template: Path) -> None:
    answers = {"title": "Club", "system": "fibs: BGFed", "language": "nl: Nederlands"}
    issue = filled_in(template, "nl", answers)
    assert run_start(template, issue)[-1].returncode == 0
    assert len((template / "results/fibs/players.csv").read_text(encoding="utf-8").splitlines()) > 5
    assert check(template, TODAY) == []
    before = read_calls(template)
    assert run_start(template, issue)[-1].returncode != 0
    assert read_calls(template) == before


def test_a_list_that_cannot_be_read_is_answered_in_the_language_and_changes_nothing(template: Path) -> None:
    players = "name;club\nLéa Moreau;Le Port\n\n;Le Port\n"
    answers = {"title": "Club", "system": "fibs: BGFed", "language": "fr: français", "players": players}
    *_, told = run_start(template, filled_in(template, "fr", answers))
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("Aucun site n")
    assert " players.csv:4: cette ligne" in told.stdout
    assert [call for call in read_calls(template) if "workflow" in call or "close" in call] == []
    assert git(template, "status", "--porcelain") == ""
    assert git(template, "rev-list", "--count", "origin/main") == "1"


def test_who_may_not_write_in_a_repository_starts_no_site(template: Path) -> None:
    answers = {"title": "Club", "system": "fibs: BGFed", "language": "en: English"}
    asked = "api repos/Harbour/Rankings/collaborators/an/permission --jq .permission"
    for times, may in enumerate(["read", "none", ""], 1):
        assert run_start(template, filled_in(template, "en", answers), may)[-1].returncode != 0, may
        assert read_calls(template) == [asked] * times
    assert git(template, "rev-list", "--count", "origin/main") == "1"
