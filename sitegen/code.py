"""The code that reads and rates a site, as bytes: while they are the same, so is whatever it calculates."""

import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from sitegen.config import Site
from sitegen.digest import digest

_MADE_OF = (".py", ".po", "ml")


def code(site: Site) -> Iterator[bytes]:
    """Our own, and that of the systems of others, by the names of the files in their packages."""
    for of in dict.fromkeys(each.origin.code for each in site.rankings if each.origin.code):
        yield from contents(of.parent, files(of, _MADE_OF) if of.is_dir() else [str(of)])
    yield _own()


@cache
def _own() -> bytes:
    """Ours as a digest: a process runs what it has begun with, however often it builds."""
    package = Path(__file__).parent
    return digest(*contents(package, files(package, (".py", ".po"))))


def contents(folder: Path, paths: Iterable[str]) -> Iterator[bytes]:
    """Files below `folder`, by their names in it: not by where it stands or how that is written."""
    top = len(f"{folder}/")
    for path in sorted(paths):
        yield os.fsencode(path[top:])
        with open(path, "rb") as file:  # noqa: PTH123 - of hundreds, a Path for each takes longer
            yield file.read()


def files(folder: Path, ends: str | tuple[str, ...]) -> Iterator[str]:
    """The files in `folder`, and in those it holds, whose names end so."""
    for place, _, names in os.walk(folder):
        yield from [f"{place}/{name}" for name in names if name.endswith(ends)]


def program(site: Site) -> str:
    """The code in a few characters."""
    return digest(*code(site)).hex()
