"""An environment for a test, with the pip that is here: to unpack another one takes three seconds.

As a program it stands in for `python3 -m venv`.
"""

import sys
import venv
from pathlib import Path

import pip


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


if __name__ == "__main__":
    make(Path(sys.argv[1]).absolute())
