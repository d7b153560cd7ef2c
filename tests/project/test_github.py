"""What runs on GitHub: nothing that a pull request can abuse, and forms that GitHub accepts."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from ruamel.yaml import YAML

from sitegen.core.language import Language
from sitegen.publishing import build
from sitegen.render.calculations import ISSUE_FORM, IssueReport

pytestmark = pytest.mark.slow

Write = Callable[..., Path]

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
SITES = ROOT / "templates" / "new" / "site"
STARTER = SITES / "all" / ".github"
TEMPLATE = ROOT / "templates/new/template/.github"
LANGUAGES = ["en", "nl", "fr"]
WORKFLOWS = sorted([*GITHUB.glob("workflows/*"), *STARTER.glob("workflows/*"), *TEMPLATE.glob("workflows/*")])
JUDGE = '"$RUNNER_TEMP/judge/.venv/bin/sitegen"'
CHECK = 'check --format github --since "$BASE"'
DIFF = 'diff "$BASE" --format github --page "$RUNNER_TEMP/effect.html"'
TOLD = [
    "build_failed",
    "built_anew",
    "clubs_withheld",
    "deploy_failed",
    "effect_page",
    "judged_by_itself",
    "judged_by_main",
    "pages_off",
]
"""What the workflows of a new site say in its language, and those of this one in English."""
each_folder = pytest.mark.parametrize("folder", [GITHUB, STARTER], ids=["this repository", "a new site"])
each_workflow = pytest.mark.parametrize(
    "path", WORKFLOWS, ids=lambda path: path.relative_to(ROOT).as_posix().replace("/", " ")
)


def parsed(path: Path) -> Any:
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


def steps(path: Path) -> Iterator[Mapping[str, Any]]:
    for job in parsed(path)["jobs"].values():
        yield from job["steps"]


def linted(repository: Path) -> list[tuple[int, str]]:
    """What the lint steps of lint-ci.yml say about `repository`: exit status and text of each."""
    programs = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    commands = [step for step in steps(GITHUB / "workflows/lint-ci.yml") if "run" in step]
    done = [
        subprocess.run(
            ["bash", "-e", "-c", command["run"]],
            cwd=repository / command.get("working-directory", "."),
            env=os.environ | programs,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        for command in commands
        if "pip install" not in command["run"]
    ]
    return [(process.returncode, process.stdout + process.stderr) for process in done]


def part(language: str, name: str) -> str:
    path = SITES.parent / "parts" / language / f"{name.replace('_', '-')}.txt"
    return path.read_text(encoding="utf-8").strip()


def copied(to: Path) -> Path:
    shutil.copytree(GITHUB, to / ".github")
    shutil.copytree(ROOT / "templates/new", to / "templates/new")
    return to


def test_zizmor_and_the_schemas_find_nothing() -> None:
    said = linted(ROOT)
    assert [status for status, _ in said] == [0] * 4, said
    assert "No findings to report" in said[0][1]
    for path in [*WORKFLOWS, GITHUB / "dependabot.yml", STARTER / "dependabot.yml"]:
        assert f"completed {path.relative_to(ROOT)}" in said[0][1]


FAULTS = [
    (".github/workflows/check.yml", "  pull_request:\n", "  pull_request_target:\n", "dangerous-triggers"),
    (
        ".github/workflows/lint-ci.yml",
        "    run: zizmor",
        "    run: a ${{ github.head_ref }}",
        "template-injection",
    ),
    (".github/workflows/publish.yml", "permissions: {}", "permissions: write-all", "excessive-permissions"),
    (".github/workflows/publish.yml", "persist-credentials: false", "fetch-depth: 1", "artipacked"),
    ("templates/new/site/all/.github/workflows/check.yml", "timeout-minutes", "time-out", "'time-out'"),
    (".github/dependabot.yml", "cooldown", "cool-down", "'cool-down'"),
    (".github/ISSUE_TEMPLATE/bug.yml", "type: input", "type: line", "'line'"),
    ("templates/new/site/nl/.github/ISSUE_TEMPLATE/result.yml", "type: input", "type: list", "'list'"),
]


def test_the_linters_name_every_fault(tmp_path: Path) -> None:
    copied(tmp_path)
    for path, old, new, _ in FAULTS:
        file = tmp_path / path
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    said = "".join(text for status, text in linted(tmp_path) if status)
    assert [finding for *_, finding in FAULTS if finding not in said] == []


@each_workflow
def test_every_action_is_pinned_by_commit_and_names_its_version(path: Path) -> None:
    uses = re.findall(r"^.*\buses:.*$", path.read_text(encoding="utf-8"), re.MULTILINE)
    pinned = re.compile(r" +uses: actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert uses
    assert [match for match in uses if not pinned.fullmatch(match)] == []


def test_an_action_is_the_same_commit_wherever_it_is_used() -> None:
    used = {
        re.search(r"uses: (\S+)@(.*)", line).groups()  # type: ignore[union-attr]
        for path in WORKFLOWS
        for line in path.read_text(encoding="utf-8").splitlines()
        if "uses:" in line
    }
    assert len(used) == len({action for action, _ in used}) == 7


@each_workflow
def test_every_job_has_the_least_permission_and_a_limit(path: Path) -> None:
    least = {
        "check": {"contents": "read"},
        "build": {"contents": "read"},
        "attest": {"id-token": "write", "attestations": "write"},
        "deploy": {"pages": "write", "id-token": "write"},
        "explain": {},
        "lint": {"contents": "read"},
        "lowest": {"contents": "read"},
        "locks": {"contents": "read"},
        "make": {"contents": "read"},
        "put": {"contents": "write", "issues": "write", "actions": "write"},
        "plain": {"contents": "read"},
        "properties": {"contents": "read"},
        "releases": {"contents": "read"},
        "publish": {"id-token": "write"},
        "sites": {"contents": "read"},
        "speed": {"contents": "read", "actions": "read"},
        "systems": {"contents": "read"},
        "browser": {"contents": "read"},
    }
    workflow = parsed(path)
    assert workflow["permissions"] == {}
    for name, job in workflow["jobs"].items():
        reads_earlier_runs = (path.stem, name) == ("publish", "build")
        assert job["permissions"] == least[name] | ({"actions": "read"} if reads_earlier_runs else {})
        assert job["timeout-minutes"] <= (60 if path.stem == "nightly" else 10)


@each_workflow
def test_no_text_of_a_pull_request_and_no_token_comes_near_a_command(path: Path) -> None:
    workflow = parsed(path)
    events = {"pull_request", "merge_group", "push", "schedule", "workflow_dispatch"}
    assert workflow["on"].keys() <= events | ({"issues"} if path.stem == "start" else set())
    assert [step for step in steps(path) if "${{" in step.get("run", "")] == []
    checkouts = [step for step in steps(path) if "actions/checkout@" in step.get("uses", "")]
    assert {checkout["with"]["persist-credentials"] for checkout in checkouts} == {False}
    assert "secrets" not in path.read_text(encoding="utf-8")


@each_folder
def test_a_pull_request_is_checked_then_built_and_kept_three_days(folder: Path) -> None:
    workflow = parsed(folder / "workflows/check.yml")
    assert workflow["on"].keys() == {"pull_request", "merge_group"}
    done = [step["run"].replace(JUDGE, "sitegen") for step in sitegen_steps(workflow["jobs"]["check"])]
    assert done == [f"sitegen {CHECK}", f"sitegen {DIFF}", "sitegen build || [ $? = 3 ]"]
    assert [step for step in workflow["jobs"]["check"]["steps"] if "if" in step] == []
    site = workflow["jobs"]["check"]["steps"][-1]["with"]
    assert (site["path"], site["retention-days"]) == ("output", 3)


@each_folder
def test_the_diff_knows_what_it_is_merged_into_from_where_the_choice_of_the_judge_does(folder: Path) -> None:
    job = parsed(folder / "workflows/check.yml")["jobs"]["check"]
    assert job["env"] == {"BASE": "${{ github.event.merge_group.base_sha || 'HEAD^1' }}"}
    assert [step["name"] for step in job["steps"] if "BASE" in step.get("env", {})] == []
    assert len([step for step in job["steps"] if '"$BASE"' in step.get("run", "")]) == 3


@each_folder
def test_what_a_pull_request_does_is_one_file_that_a_phone_opens_and_the_summary_leads_to_it(
    folder: Path, tmp_path: Path
) -> None:
    steps = parsed(folder / "workflows/check.yml")["jobs"]["check"]["steps"]
    (kept,) = (step for step in steps if step.get("with", {}).get("archive") is False)
    assert kept["with"]["path"] == "${{ runner.temp }}/effect.html"
    assert kept["with"]["if-no-files-found"] == "error"
    assert "name" not in kept["with"]
    lead = steps[steps.index(kept) + 1]
    assert lead["env"]["ADDRESS"] == f"${{{{ steps.{kept['id']}.outputs.artifact-url }}}}"
    given = {"EFFECT_PAGE": part("fr", "effect_page"), "ADDRESS": "https://github.example/1/artifacts/2"}
    summary = summarised(lead, tmp_path, given)
    assert summary == f"\n[{given['EFFECT_PAGE']}]({given['ADDRESS']})\n"


def test_the_demonstration_is_published_at_the_address_of_its_repository_and_a_club_is_left_alone(
    tmp_path: Path,
) -> None:
    (step,) = [step for step in steps(GITHUB / "workflows/publish.yml") if "NAME" in step.get("env", {})]
    settings = tmp_path / "sitegen.toml"
    given = (ROOT / "tests/sites/club/sitegen.toml").read_text("utf-8")
    demonstration = '[site]\nurl = "https://delta.example/"\nrepository = "delta/rankings"\n'
    moved = '[site]\nurl = "https://our.github.io/lists/"\nrepository = "our/lists"\n'
    for text, expected in ((demonstration, moved), (given, given)):
        settings.write_text(text, "utf-8")
        environment = {"PATH": os.environ["PATH"], "OWNER": "our", "NAME": "lists"}
        subprocess.run(["bash", "-c", step["run"]], cwd=tmp_path, env=environment, check=True, timeout=60)
        assert settings.read_text("utf-8") == expected


def sitegen_steps(job: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The steps of a job that run the program."""
    return [step for step in job["steps"] if re.search(r"\bsitegen\b\"? \w", step.get("run", ""))]


def summarised(step: Mapping[str, Any], folder: Path, given: Mapping[str, str]) -> str:
    """What a step writes into the summary of a run."""
    summary = folder / "summary.md"
    environment = os.environ | step.get("env", {}) | given | {"GITHUB_STEP_SUMMARY": str(summary)}
    subprocess.run(
        ["bash", "-e", "-c", step["run"]], env=environment, check=True, capture_output=True, timeout=60
    )
    return summary.read_text(encoding="utf-8")


@each_folder
def test_main_is_published_at_every_change_and_on_saturdays(folder: Path) -> None:
    workflow = parsed(folder / "workflows/publish.yml")
    assert workflow["on"].keys() == {"push", "schedule", "workflow_dispatch"}
    assert workflow["on"]["push"] == {"branches": ["main"]}
    (minute, hour, *days) = workflow["on"]["schedule"][0]["cron"].split()
    assert minute.isdigit()
    assert hour.isdigit()
    assert days == ["*", "*", "6"]
    assert workflow["concurrency"] == {"group": "pages", "cancel-in-progress": False}
    deploy = workflow["jobs"]["deploy"]
    assert (deploy["needs"], deploy["environment"]["name"]) == ("build", "github-pages")
    assert [step["uses"].split("@")[0] for step in deploy["steps"]] == ["actions/deploy-pages"]


@each_folder
def test_what_is_published_is_attested_by_its_digests_in_a_job_of_its_own(
    folder: Path, write_site: Write, tmp_path: Path
) -> None:
    """The digest that the build tells is that of the file which is published."""
    jobs = parsed(folder / "workflows/publish.yml")["jobs"]
    (attest,) = jobs["attest"]["steps"]
    assert attest["with"] == {
        "subject-name": "SHA256SUMS",
        "subject-digest": "sha256:${{ needs.build.outputs.sums }}",
    }
    assert "attest" not in jobs["deploy"]["needs"]
    told = next(step for step in jobs["build"]["steps"] if step.get("id") == "sums")["run"]
    root = write_site()
    assert build(root, root / "output", date(2026, 11, 21)).plan
    environment = os.environ | {"GITHUB_OUTPUT": str(tmp_path / "told")}
    subprocess.run(["bash", "-e", "-c", told], cwd=root, env=environment, check=True, timeout=60)
    digest = sha256((root / "output/SHA256SUMS").read_bytes()).hexdigest()
    assert (tmp_path / "told").read_text() == f"sums={digest}\n"


@each_folder
@pytest.mark.parametrize(("is_on", "said"), [("true", "on"), ("false", "off"), ("", "off")])
def test_when_nothing_is_deployed_a_job_without_any_permission_says_where_to_click(
    folder: Path, tmp_path: Path, is_on: str, said: str
) -> None:
    """A run by the clock is not told whether Pages is on."""
    explain = parsed(folder / "workflows/publish.yml")["jobs"]["explain"]
    assert (explain["needs"], explain["permissions"]) == ("deploy", {})
    assert explain["if"] == "failure() && needs.deploy.result == 'failure'"
    (step,) = explain["steps"]
    assert step["env"]["IS_ON"] == "${{ github.event.repository.has_pages }}"
    texts = {"PAGES_OFF": "off", "DEPLOY_FAILED": "on"}
    assert texts.keys() == step["env"].keys() - {"IS_ON"}
    there = {"GITHUB_SERVER_URL": "https://github.example", "GITHUB_REPOSITORY": "club/rankings"}
    summary = summarised(step, tmp_path, texts | there | {"IS_ON": is_on})
    assert summary == f"{said} https://github.example/club/rankings/settings/pages\n"


@each_folder
def test_a_build_that_fails_says_that_the_last_good_site_stays_and_then_what_is_wrong(
    folder: Path, tmp_path: Path
) -> None:
    build = parsed(folder / "workflows/publish.yml")["jobs"]["build"]
    built, _, told = sitegen_steps(build)
    stays = build["steps"][build["steps"].index(told) - 1]
    assert built["id"] == "build"
    assert told["if"] == "failure() && steps.build.outcome == 'failure'"
    assert told["run"].split()[1:] == ["check", "--format", "github"]
    assert stays["if"] == "failure()"
    said = part("en", "build_failed")
    assert summarised(stays, tmp_path, {"STAYS": said}) == f"{said}\n"


@pytest.mark.parametrize(("status", "ends"), [(0, 0), (3, 0), (1, 1), (2, 2)])
def test_a_build_without_clubs_that_have_errors_is_published_with_a_warning(
    status: int, ends: int, tmp_path: Path
) -> None:
    """Any other error of a build fails; what is wrong is told behind what hands the site over."""
    build = parsed(STARTER / "workflows/publish.yml")["jobs"]["build"]
    built, told, _ = sitegen_steps(build)
    names = [step["name"] for step in build["steps"]]
    assert names.index("Hand the site over") < names.index(told["name"])
    assert told["if"] == "steps.build.outputs.clubs == 'wrong'"
    program = tmp_path / "sitegen"
    program.write_text(f'#!/bin/sh\necho "$@"\nexit {status}\n')
    program.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    environment = {"PATH": path, "GITHUB_OUTPUT": str(tmp_path / "told"), "WITHHELD": "See below."}
    (tmp_path / "told").touch()

    def run(step: Mapping[str, Any]) -> "subprocess.CompletedProcess[str]":
        command = ["bash", "-e", "-c", step["run"]]
        return subprocess.run(
            command, env=environment, check=False, timeout=60, capture_output=True, text=True
        )

    assert run(built).returncode == ends
    assert (tmp_path / "told").read_text() == ("clubs=wrong\n" if status == 3 else "")
    said = run(told)
    assert (said.returncode, said.stdout) == (0, "::warning::See below.\ncheck --format github\n")


@each_folder
def test_the_publication_has_all_commits(folder: Path) -> None:
    """No cache is kept between runs: a run of a pull request could put something else there."""
    build = parsed(folder / "workflows/publish.yml")["jobs"]["build"]["steps"]
    assert build[0]["with"]["fetch-depth"] == 0
    (fetch,) = (step for step in build if "gh run list" in step.get("run", ""))
    assert "--workflow publish.yml --branch main --event push --status success" in fetch["run"]
    assert [path for path in folder.glob("workflows/*") if "cache" in path.read_text(encoding="utf-8")] == []


def test_a_release_is_published_by_a_job_that_runs_nothing_else_and_only_once_switched_on() -> None:
    workflow = parsed(GITHUB / "workflows/release.yml")
    build, publish = workflow["jobs"]["build"], workflow["jobs"]["publish"]
    assert workflow["on"] == {"push": {"tags": ["v*"]}}
    assert (build["if"], publish["needs"]) == ("vars.PUBLISH == 'true'", "build")
    assert "id-token" not in build["permissions"]
    handed = next(step["with"] for step in build["steps"] if "upload-artifact" in step.get("uses", ""))
    assert handed["path"].split() == ["dist", "requirements/lock.txt"]
    commands = [step["run"].split()[0:2] for step in publish["steps"] if "run" in step]
    assert commands == [["python", "-m"], ["uv", "publish"]]
    assert [step for step in publish["steps"] if "checkout" in step.get("uses", "")] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TOLD)
def test_what_workflows_say_is_one_line_that_is_safe_in_them_in_a_command_and_in_markdown(
    name: str, language: str
) -> None:
    told = part(language, name)
    assert told
    assert {*'"$`\\\n[]<>|*_'}.isdisjoint(told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_to_do_is_told_in_the_words_of_github(language: str) -> None:
    said = {
        "pages_off": ["Settings → Pages", "Source", "GitHub Actions", "Re-run failed jobs"],
        "deploy_failed": ["Deploy", "Settings → Pages", "Source", "GitHub Actions", "Re-run failed jobs"],
        "judged_by_main": ["main"],
        "build_failed": ["main"],
    }
    for name, words in said.items():
        assert [word for word in words if word not in part(language, name)] == []


@pytest.mark.parametrize("name", ["check.yml", "publish.yml"])
def test_a_new_site_runs_what_this_one_runs_but_for_the_installation_and_the_address(name: str) -> None:
    ours = (GITHUB / "workflows" / name).read_text(encoding="utf-8")
    ours = re.sub(r" +# The demonstration names .*?\n(?=      # A federation)", "", ours, flags=re.DOTALL)
    theirs = (STARTER / "workflows" / name).read_text(encoding="utf-8")
    pip = (
        "          python -m pip install --no-deps --require-hashes --only-binary :all:"
        " --requirement .github/requirements.txt"
    )
    for make, install in [
        ("run: make program", f"run: |\n{pip}"),
        ('run: make -C "$RUNNER_TEMP/judge" program', f'run: |\n          cd "$RUNNER_TEMP/judge"\n{pip}'),
        (f"'{JUDGE} {CHECK}'", f"sitegen {CHECK}"),
        (f"'{JUDGE} build || [ $? = 3 ]'", "sitegen build || [ $? = 3 ]"),
        (".venv/bin/sitegen build", "sitegen build"),
    ]:
        ours = ours.replace(make, install)
    ours = ours.replace(f"{JUDGE} {DIFF}", f"sitegen {DIFF}").replace(f"'sitegen {DIFF}'", f"sitegen {DIFF}")
    ours = ours.replace(".venv/bin/sitegen check", "sitegen check")
    for place in TOLD:
        theirs = theirs.replace(f"<<{place}>>", part("en", place))
    assert theirs == ours


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["result.yml", "complaint.yml"])
def test_a_new_site_asks_what_this_one_asks(name: str, language: str) -> None:
    form = Path("ISSUE_TEMPLATE") / name
    ours, theirs = parsed(GITHUB / form), parsed(SITES / language / ".github" / form)
    assert theirs["labels"] == ours["labels"]
    assert [field.get("id") for field in theirs["body"]] == [field.get("id") for field in ours["body"]]


@pytest.mark.parametrize("language", ["nl", "fr"])
def test_every_text_of_a_new_site_stands_there_in_every_language(language: str) -> None:
    for folder in [SITES, SITES.parent / "parts"]:
        english, others = (
            {file.relative_to(folder / name): file for file in (folder / name).rglob("*") if file.is_file()}
            for name in ["en", language]
        )
        assert others.keys() == english.keys()
        for path, text in others.items():
            places = [
                re.findall("<<.*?>>", file.read_text(encoding="utf-8")) for file in (text, english[path])
            ]
            assert sorted(places[0]) == sorted(places[1])


@pytest.mark.parametrize("folder", [GITHUB, *(SITES / language / ".github" for language in LANGUAGES)])
def test_the_form_has_the_fields_that_pages_fill_in(folder: Path) -> None:
    report = IssueReport("delta/rankings", "chess", "https://delta.example/chess/", date(2026, 11, 28))
    (flag,) = report.render_flags([("results/chess/games.csv:2", "")], Language("en"))
    asked = [urlsplit(unescape(url)).query for url in (flag.split('"')[1], report.address)]
    filled = {name for query in asked for name in parse_qs(query)} | {"published"}  # which a script adds
    fields = {
        field["id"]: field["type"]
        for field in parsed(folder / "ISSUE_TEMPLATE" / ISSUE_FORM)["body"]
        if "id" in field
    }
    assert {*fields} == filled - {"template"} | {"right", "seen"}
    assert {*fields.values()} == {"input", "textarea"}, "GitHub shows a blank issue for what fills in others"


def test_links_to_files_of_the_project_lead_somewhere() -> None:
    text = (GITHUB / "CONTRIBUTING.md").read_text(encoding="utf-8")
    linked = [match for match in re.findall(r"\]\(([^)#:]+)\)", text) if not match.startswith("../../../")]
    assert linked
    assert [match for match in linked if not (GITHUB / match).exists()] == []


def test_nobody_is_told_to_install_what_somebody_else_published() -> None:
    told = [*GITHUB.rglob("*"), *(ROOT / "templates/new").rglob("*")]
    texts = {
        path: path.read_text(encoding="utf-8") for path in told if path.is_file() and path.suffix != ".png"
    }
    wrong = re.compile(r"install[^\n]*\bsitegen\b(?!-rankings)")
    assert wrong.search("pip install sitegen")
    assert [path for path, text in texts.items() if wrong.search(text)] == []
