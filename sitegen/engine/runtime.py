"""The Python that runs in browsers, as it is brought in when the program is set up."""

from collections.abc import Mapping
from pathlib import Path

NAMES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
_OURS = ("worker.js", "NOTICE.txt")


def files() -> Mapping[str, Path]:
    """The files that a site serves, by their names; none where the program was set up without them."""
    here = Path(__file__).parent
    found = {each: here / "runtime" / each for each in NAMES}
    if not all(path.is_file() for path in found.values()):
        return {}
    return found | {each: here / each for each in _OURS}
