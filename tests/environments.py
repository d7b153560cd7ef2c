"""An environment for a test, with the pip that is here: to unpack another one takes three seconds.

As a program it stands in for `python3 -m venv FOLDER`, and for `pipx install PACKAGE` where that is followed
by the wheel that the index would have.
"""

import subprocess
import sys
import venv
from pathlib import Path

import pip

ROOT = Path(__file__).parents[1]


def build_wheel(folder: Path) -> None:
    """Build the wheel of a release in a folder."""
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)


def make(folder: Path) -> None:
    """Make an environment in which nothing is installed but pip."""
    venv.create(folder, symlinks=True)
    (target,) = folder.glob("lib/python*/site-packages")
    source = Path(pip.__file__).parents[1]
    for path in (source / "pip", *source.glob("pip-*.dist-info")):
        (target / path.name).symlink_to(path)
    script = folder / "bin/pip"
    script.write_text('#!/bin/sh\nexec "$(dirname "$0")/python" -m pip "$@"\n', encoding="utf-8")
    script.chmod(0o755)


def install_apart(wheel: Path) -> None:
    """Install a wheel as pipx does: in an environment of its own, with its command where a shell looks."""
    folder, commands = Path.home() / ".local/pipx", Path.home() / ".local/bin"
    make(folder)
    subprocess.run([folder / "bin/pip", "install", "--quiet", wheel], check=True, timeout=120)
    commands.mkdir(parents=True)
    (commands / "sitegen").symlink_to(folder / "bin/sitegen")


if __name__ == "__main__":
    if sys.argv[1:3] == ["install", "sitegen-rankings"]:
        install_apart(Path(sys.argv[3]))
    else:
        make(Path(sys.argv[1]).absolute())
