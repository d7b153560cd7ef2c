"""What a site carries of what calculates it: the program and the systems of others, by their digests."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256

from sitegen.commands.new.wheel import DISTRIBUTION, wheel

_FOLDER = "vendor"
_LIBRARIES = f"--requirement {_FOLDER}/requirements.txt"


def carried(others: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """The files by path: wheels of the program and of the distributions `others`, and what to install.

    pip installs nothing without a digest as soon as one line has one. Raises `NewSiteError` when one of them
    cannot be carried.
    """
    wheels = dict(map(wheel, dict.fromkeys([DISTRIBUTION, *others])))
    for name, content in wheels.items():
        yield f"{_FOLDER}/{name}", content
    yield "requirements.txt", _requirements(wheels).encode()


def _requirements(wheels: Mapping[str, bytes]) -> str:
    lines = [
        f"./{_FOLDER}/{name} --hash=sha256:{sha256(content).hexdigest()}" for name, content in wheels.items()
    ]
    return "\n".join([_LIBRARIES, *lines, ""])
