"""A history of a site, made by git itself, by nothing that whoever runs it has set."""

import os
import subprocess
from pathlib import Path

_ALONE = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
_SOMEBODY = ("-c", "user.name=An", "-c", "user.email=an@club.example", "-c", "commit.gpgsign=false")


def git(root: Path, *arguments: str, **more: str) -> str:
    """What git says; `input` is what it is told."""
    command = ["git", "-C", str(root), *_SOMEBODY, *arguments]
    around = os.environ | _ALONE
    return subprocess.run(
        command, check=True, capture_output=True, text=True, env=around, timeout=60, **more
    ).stdout


def commit(root: Path, message: str = "A change") -> str:
    """Commit whatever stands in a folder, which becomes a repository where it is none; the digest."""
    if not (root / ".git").exists():
        git(root, "init", "--quiet", "--initial-branch=main")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", message)
    return git(root, "rev-parse", "HEAD").strip()
