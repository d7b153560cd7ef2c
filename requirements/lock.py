"""Writes all locks anew, with libraries that have been out for a week: `make lock`.

The first lock is that of every site made by `sitegen new`; the others hold what is in none before them.
"""

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIBRARIES, IMPORT = (f"templates/new/site/all/vendor/{name}.txt" for name in ("requirements", "import"))
LOWEST = "tests/lowest.txt"
COMPILE = (
    *("pip", "compile", "--quiet", "--python-version", "3.11", "--generate-hashes", "--no-annotate"),
    *("--upgrade", "--exclude-newer", "7 days", "--custom-compile-command", "make lock", "pyproject.toml"),
)
EVERYWHERE = ("--universal", "--fork-strategy", "fewest")
"""One version of each library, for every system and Python."""


def compile_lock(lock: str, *options: str, without: Sequence[str] = ()) -> None:
    """Write a lock, without the libraries of others, which it agrees with."""
    text = "".join((ROOT / name).read_text(encoding="utf-8") for name in without)
    left_out = re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE)
    words = [
        *COMPILE,
        *options,
        *(word for name in without for word in ("--constraint", name)),
        *("--output-file", lock),
        *(word for name in left_out for word in ("--no-emit-package", name)),
    ]
    subprocess.run([str(Path(sys.executable).with_name("uv")), *words], cwd=ROOT, check=True)


def compile_all(tools: Sequence[str]) -> None:
    """Write the locks of the program, of imports, of each of `tools`, and of the lowest versions."""
    compile_lock(LIBRARIES, *EVERYWHERE)
    compile_lock(IMPORT, *EVERYWHERE, "--extra", "import", without=[LIBRARIES])
    for tool in tools:
        lock = f"requirements/{tool}.txt"
        compile_lock(lock, *EVERYWHERE, "--extra", tool, without=[LIBRARIES, IMPORT])
    extras = [word for extra in ("build", "import", "test") for word in ("--extra", extra)]
    compile_lock(LOWEST, "--resolution", "lowest-direct", *extras)


if __name__ == "__main__":
    compile_all(sys.argv[1:])
