"""The steps that publish a federation, run here as a runner does: its shell, and folders for artifacts."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import sites
from commits import commit
from federation import list_files
from guide import PAGES, apply_diff, blocks
from ruamel.yaml import YAML

from sitegen.commands.new import site

pytestmark = pytest.mark.slow

PUBLISH = ".github/workflows/publish.yml"
GAMES = "results/clubs/toren/games/2026.csv"
GH = """#!/bin/bash -e
echo "$*" >> "$RUNS/asked"
case "$1 $2" in
  "run list") cat "$RUNS/last" ;;
  "run download") mkdir -p "$7" && cp -R "$RUNS/$3/$5/." "$7" ;;
esac
"""
"""What stands in for `gh`: a run is a folder, and so is each of its artifacts."""


@dataclass
class Runner:
    """Runs the jobs of a workflow of a repository, each in a clone of its own; `log` is what they print."""

    repository: Path
    runs: Path
    number: int
    log: str = ""
    values: dict[str, str] = field(default_factory=lambda: {"github.token": "token"})

    @property
    def artifacts(self) -> Path:
        """The folder of the artifacts of this run."""
        return self.runs / str(self.number)

    def run_job(self, name: str, **matrix: object) -> bool:
        """Run a job; whether all its steps succeeded."""
        job = YAML(typ="safe").load((self.repository / PUBLISH).read_text("utf-8"))["jobs"][name]
        totals = {"strategy.job-total": str(len(job.get("strategy", {}).get("matrix", {}).get("part", [])))}
        self.values |= totals | {f"matrix.{key}": str(value) for key, value in matrix.items()}
        folder, temp = (
            self.runs / f"{kind}-{name}-{self.number}-{len(self.log)}" for kind in ("clone", "temp")
        )
        subprocess.run(["git", "clone", "-q", self.repository, folder], check=True, timeout=60)
        temp.mkdir()
        return all(
            self._run_step(folder, temp, step) or step.get("continue-on-error")
            for step in job["steps"]
            if self._applies(folder, temp, step.get("if", ""))
        )

    def _applies(self, folder: Path, temp: Path, condition: str) -> bool:
        """Whether a step is run, as long as no other failed."""
        if condition == "steps.build.outputs.anew":
            return "anew=yes\n" in (temp / "output").read_text()
        pattern = re.fullmatch(r"hashFiles\('(.*)'\) != ''", condition)
        return any(folder.glob(pattern[1])) if pattern else not condition

    def _run_step(self, folder: Path, temp: Path, step: Mapping[str, Any]) -> bool:
        given = {key: self._fill(str(value)) for key, value in step.get("with", {}).items()}
        action = step.get("uses", "").partition("@")[0].removeprefix("actions/")
        if action == "upload-artifact":
            self._upload(folder, given)
        elif action == "upload-pages-artifact":
            target = self.artifacts / "github-pages/artifact.tar"
            target.parent.mkdir(parents=True)
            with tarfile.open(target, "w") as tar:
                tar.add(folder / given["path"], ".", filter=_leave_hidden_out)
        elif action == "download-artifact":
            shutil.copytree(self.artifacts, folder / given["path"])
        elif "pip install" not in step.get("run", "pip install"):
            return self._run_command(folder, temp, step)
        return True

    def _upload(self, folder: Path, given: Mapping[str, str]) -> None:
        """Copy files as the action does: below the folder that they have in common."""
        assert given["include-hidden-files"] == "True"
        paths = [folder / path for path in given["path"].split()]
        base = paths[0] if len(paths) == 1 else Path(os.path.commonpath(paths))
        for path in paths:
            target = self.artifacts / given["name"] / path.relative_to(base)
            if path.is_dir():
                shutil.copytree(path, target)
            else:
                shutil.copy(path, target)

    def _run_command(self, folder: Path, temp: Path, step: Mapping[str, Any]) -> bool:
        path = os.pathsep.join([str(self.runs), str(Path(sys.executable).parent), os.environ["PATH"]])
        environment = {key: self._fill(value) for key, value in step.get("env", {}).items()}
        environment |= {"PATH": path, "RUNS": str(self.runs), "RUNNER_TEMP": str(temp)}
        done = subprocess.run(
            ["bash", "-e", "-c", step["run"]],
            cwd=folder,
            env=os.environ | environment | {"GITHUB_OUTPUT": str(temp / "output")},
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=280,
        )
        self.log += f"{step['name']}\n{done.stdout}"
        return done.returncode == 0

    def _fill(self, text: str) -> str:
        return re.sub(r"\$\{\{ (.*?) \}\}", lambda match: self.values[match[1]], text)


def _leave_hidden_out(file: tarfile.TarInfo) -> tarfile.TarInfo | None:
    return None if re.search(r"/\.[^/]", file.name) else file


@dataclass
class Publisher:
    """The repository of a site, and what its workflow has published so far."""

    repository: Path
    runs: Path
    count: int = 0

    def publish(self) -> Runner:
        """Run the job that builds, once more; where it succeeds it is the last run of all."""
        self.count += 1
        runner = Runner(self.repository, self.runs, self.count)
        if runner.run_job("build"):
            (self.runs / "last").write_text(f"{self.count}\n")
        return runner

    def read_pages(self, number: int) -> Mapping[str, bytes]:
        """The files that a run handed over for publication."""
        with tarfile.open(self.runs / f"{number}/github-pages/artifact.tar") as tar:
            files = ((member.name, tar.extractfile(member)) for member in tar if member.isfile())
            return {name: file.read() for name, file in files if file}


def begin(folder: Path, files: Mapping[str, bytes]) -> Publisher:
    """A repository with these files, and the workflow of a new site."""
    settings = files["sitegen.toml"].replace(b"[site]\n", b"[site]\nas_of = 2026-11-21\n", 1)
    workflow = site.plan_site(["elo"])[PUBLISH]
    sites.write(folder / "site", {**files, "sitegen.toml": settings, PUBLISH: workflow})
    commit(folder / "site", "The federation")
    (folder / "runs").mkdir()
    (folder / "runs/gh").write_text(GH)
    (folder / "runs/gh").chmod(0o755)
    (folder / "runs/last").touch()
    return Publisher(folder / "site", folder / "runs")


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Publisher:
    """A federation that was published once."""
    publisher = begin(tmp_path_factory.mktemp("publication"), list_files())
    assert "Fetch the last build" in publisher.publish().log
    assert publisher.count == int((publisher.runs / "last").read_text())
    return publisher


@pytest.fixture
def published(first: Publisher, tmp_path: Path) -> Publisher:
    """A copy of it."""
    for kind in ("site", "runs"):
        shutil.copytree(first.repository.parent / kind, tmp_path / kind)
    return Publisher(tmp_path / "site", tmp_path / "runs", first.count)


def add_game(publisher: Publisher) -> None:
    """A result of one club."""
    with (publisher.repository / GAMES).open("a") as file:
        file.write("2026-11-10,an-peeters,bo-thys,1-0\n")


def drop_game(publisher: Publisher) -> None:
    """Take the last result of one club out, and commit that."""
    place = publisher.repository / GAMES
    place.write_bytes(b"".join(place.read_bytes().splitlines(keepends=True)[:-1]))
    commit(publisher.repository, "Not played")


def test_what_is_taken_over_from_the_last_run_is_published_as_if_built_anew(published: Publisher) -> None:
    drop_game(published)
    taken = published.publish()
    assert "::warning::" not in taken.log
    asked = (published.runs / "asked").read_text().splitlines()
    assert [line.split()[:5] for line in asked[-2:]] == [
        ["run", "download", "1", "--name", name] for name in ("records", "github-pages")
    ]
    (published.runs / "last").write_text("")
    published.publish()
    pages = published.read_pages(taken.number)
    assert pages == published.read_pages(published.count) != published.read_pages(1)
    assert not [path for path in pages if "/." in path.removeprefix("./")]


def change_page(run: Path) -> None:
    """One that no build made, in the folder of pages that all other files agree with."""
    archive, folder = run / "github-pages/artifact.tar", run / "pages"
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    for page in folder.glob("clubs/*/index.html"):
        page.write_bytes(page.read_bytes().replace(b"<h1", b"<h2", 1))
    with tarfile.open(archive, "w") as tar:
        tar.add(folder, ".")


def link_page(run: Path) -> None:
    """A page that is a link to a file of the machine."""
    with tarfile.open(run / "github-pages/artifact.tar", "a") as tar:
        link = tarfile.TarInfo("./clubs/toren/passwd.html")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)


def spoil_records(run: Path) -> None:
    """Records that are none."""
    for record in (run / "records/.sitegen/clubs").iterdir():
        record.write_bytes(record.read_bytes()[:-20])


def lose_pages(run: Path) -> None:
    """Records without pages, which are out of date after a day."""
    shutil.rmtree(run / "github-pages")


@pytest.mark.parametrize("spoil", [change_page, link_page, spoil_records, lose_pages])
def test_a_last_run_that_is_refused_stops_no_publication(
    spoil: Callable[[Path], None], published: Publisher
) -> None:
    pages = published.read_pages(1)
    spoil(published.runs / "1")
    anew = published.publish()
    assert "::warning::The build of earlier today was refused" in anew.log
    assert published.read_pages(published.count) == pages


def test_an_error_in_results_is_no_reason_to_build_twice(published: Publisher) -> None:
    add_game(published)
    place = published.repository / GAMES
    place.write_text(place.read_text().replace("2026-11-10,an-peeters", "2026-11-10,nobody"))
    commit(published.repository, "A slip")
    failed = published.publish()
    assert "nobody" in failed.log
    assert failed.log.count("nothing was built") == 1
    assert "::warning::The build" not in failed.log
    assert (published.runs / "last").read_text() == "1\n"


def test_a_single_club_keeps_nothing_from_run_to_run(tmp_path: Path) -> None:
    publisher = begin(tmp_path, sites.files("elo"))
    publisher.publish()
    assert "Fetch" not in publisher.publish().log
    assert publisher.read_pages(1) == publisher.read_pages(2)
    assert not (publisher.runs / "2/records").exists()


def test_the_parts_of_many_machines_are_joined_to_the_site_that_one_builds(published: Publisher) -> None:
    """With the changes that the page of the guide tells."""
    for block in blocks((PAGES / "federation.md").read_text("utf-8")):
        if block.kind == "diff":
            assert not apply_diff(published.repository / block.file, block.text)
    commit(published.repository, "Eight machines")
    runner = Runner(published.repository, published.runs, 9)
    workflow = YAML(typ="safe").load((published.repository / PUBLISH).read_text("utf-8"))
    for part in workflow["jobs"]["part"]["strategy"]["matrix"]["part"]:
        assert runner.run_job("part", part=part), runner.log
    assert runner.run_job("build"), runner.log
    command = [Path(sys.executable).with_name("sitegen"), "build", "--output", published.runs / "whole"]
    subprocess.run(command, cwd=published.repository, check=True, capture_output=True, timeout=280)
    whole = sites.published(published.runs / "whole")
    assert published.read_pages(9) == {f"./{path}": data for path, data in whole.items()}
