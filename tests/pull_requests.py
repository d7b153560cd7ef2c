"""A pull request as GitHub shows it to the check: a merge commit, in which steps of check.yml run."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

CHOOSE = "Choose the program that judges"
AUTHOR = {f"GIT_{role}_{what}": "club" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


def check_job(site: Path) -> Mapping[str, Any]:
    """The job of the check."""
    workflow = YAML(typ="safe").load((site / ".github/workflows/check.yml").read_text(encoding="utf-8"))
    job: Mapping[str, Any] = workflow["jobs"]["check"]
    return job


def check_steps(site: Path) -> list[Mapping[str, Any]]:
    """The steps of the check that run commands."""
    return [step for step in check_job(site)["steps"] if "run" in step]


def texts(step: Mapping[str, Any]) -> dict[str, str]:
    """The environment of a step for a pull request, in which no merge group says where it began."""
    return {"BASE": "HEAD^1", **step.get("env", {})}


def git(folder: Path, *arguments: str) -> str:
    """What git says in a folder, as a member of the club."""
    process = subprocess.run(
        ["git", *arguments],
        cwd=folder,
        env=os.environ | AUTHOR,
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return process.stdout.strip()


def commit(folder: Path, message: str) -> None:
    """Commit all that changed."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", message)


def merge(folder: Path) -> None:
    """Merge the branch `change` into `main` as GitHub does: the first parent is main."""
    git(folder, "checkout", "--quiet", "main")
    git(folder, "merge", "--quiet", "--no-ff", "--message", "Merge", "change")
