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
_HERE = Path(__file__).parent
_IN_SCRIPTS = b"/pyodide/"
"""How our scripts call the folder of the runtime, which a site calls by its version."""


def files() -> Mapping[str, Path]:
    """The files that a site serves, by their names; none where the program was set up without them."""
    found = {each: _HERE / "runtime" / each for each in (*NAMES, "version")}
    if not all(path.is_file() for path in found.values()):
        return {}
    return {f"{folder()}/{each}": found[each] for each in NAMES}


def counted() -> int:
    """The bytes of those that can be counted as they come in, which scripts that are imported cannot."""
    return sum(path.stat().st_size for path in files().values() if path.suffix != ".mjs")


def folder() -> str:
    """The folder of the runtime in that of the engine: what stands there never changes."""
    return f"pyodide-{(_HERE / 'runtime/version').read_text(encoding='utf-8')}"


def script(name: str) -> bytes:
    """One of our scripts, which knows that folder."""
    return (_HERE / name).read_bytes().replace(_IN_SCRIPTS, f"/{folder()}/".encode())


def notices() -> Mapping[str, Path]:
    """The files that say whose work is served, where its source is, and what may be done with it."""
    found = [_HERE / "NOTICE.txt", *sorted((_HERE / "licences").iterdir())]
    return {each.relative_to(_HERE).as_posix(): each for each in found}
