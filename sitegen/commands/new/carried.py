"""What a site carries of what calculates it: the program and the systems of others, by their digests."""

import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256

from sitegen.commands.new.texts import starters
from sitegen.commands.new.wheel import needed, normal, wheel
from sitegen.registry import PACKAGE

_FOLDER = "vendor"
_LIBRARIES = f"--requirement {_FOLDER}/requirements.txt"


def carried(others: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """The files by path: wheels of the program, of the distributions `others` and of what they need.

    What is in the lock of the libraries is not carried. pip installs nothing without a digest as soon as one
    line has one. Raises `NewSiteError` when one of them cannot be carried.
    """
    wheels = dict(map(wheel, [PACKAGE, *_with_needed(others)]))
    for name, content in wheels.items():
        yield f"{_FOLDER}/{name}", content
    yield "requirements.txt", _requirements(wheels).encode()


def _with_needed(names: Iterable[str]) -> list[str]:
    """These distributions and, as far as no lock has them, those that they need."""
    lock = (starters() / "site/all" / _FOLDER / "requirements.txt").read_text(encoding="utf-8")
    passed = {PACKAGE, *re.findall(r"^([a-z0-9-]+)==", lock, re.MULTILINE)}
    found: list[str] = []
    waiting = list(map(normal, names))
    while waiting:
        name = waiting.pop(0)
        if name not in passed:
            passed.add(name)
            found.append(name)
            waiting += needed(name)
    return found


def _requirements(wheels: Mapping[str, bytes]) -> str:
    lines = [
        f"./{_FOLDER}/{name} --hash=sha256:{sha256(content).hexdigest()}" for name, content in wheels.items()
    ]
    return "\n".join([_LIBRARIES, *lines, ""])
