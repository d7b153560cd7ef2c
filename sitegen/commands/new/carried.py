"""What a site carries of what calculates it: the program and the systems of others, by their digests."""

import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256

from sitegen.commands.new.texts import starters
from sitegen.commands.new.wheel import needed, normal, wheel
from sitegen.registry import PACKAGE

_FOLDER = "vendor"
_LIBRARIES, _SELDOM = f"{_FOLDER}/requirements.txt", f"{_FOLDER}/export.txt"
"""The locks: what every command may load, and what export and data frames add to that."""
_PUBLISHING = ".github/requirements.txt"


def carried(others: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """The files by path: wheels of the program, of the distributions `others` and of what they need.

    What is in a lock of the libraries is not carried. The workflows install what a check and a publication
    load, and the second lock where somebody else's system needs one of it; a person installs all. pip
    installs nothing without a digest as soon as one line has one.
    Raises `NewSiteError` when one of them cannot be carried.
    """
    first, second = map(_locked, (_LIBRARIES, _SELDOM))
    wanted = _with_needed(others, {PACKAGE, *first}, second)
    wheels = dict(wheel(each) for each in [PACKAGE, *wanted] if each not in second)
    for name, content in wheels.items():
        yield f"{_FOLDER}/{name}", content
    locks = [_LIBRARIES, _SELDOM] if second.intersection(wanted) else [_LIBRARIES]
    lines = [*(f"--requirement ../{each}" for each in locks), *_installed(wheels)]
    yield _PUBLISHING, "\n".join([*lines, ""]).encode()
    yield "requirements.txt", f"--requirement {_PUBLISHING}\n--requirement {_SELDOM}\n".encode()


def _locked(lock: str) -> set[str]:
    text = (starters() / "site/all" / lock).read_text(encoding="utf-8")
    return {*re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE)}


def _with_needed(names: Iterable[str], passed_over: set[str], ends: set[str]) -> list[str]:
    """These distributions and those that they need, without some; what `ends` need is not looked for."""
    found: list[str] = []
    waiting = list(map(normal, names))
    while waiting:
        name = waiting.pop(0)
        if name not in passed_over.union(found):
            found.append(name)
            waiting += [] if name in ends else needed(name)
    return found


def _installed(wheels: Mapping[str, bytes]) -> Iterator[str]:
    for name, content in wheels.items():
        yield f"./{_FOLDER}/{name} --hash=sha256:{sha256(content).hexdigest()}"
