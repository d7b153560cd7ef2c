"""The code that reads and rates a site, as bytes: while they are the same, so is whatever it calculates."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from sitegen.config import Site
from sitegen.digest import digest

_MADE_OF = ("*.py", "*.po", "*.*ml")


def code(site: Site) -> Iterator[bytes]:
    """Our own, and that of the systems of others, by the names of the files in their packages."""
    for of in dict.fromkeys(each.origin.code for each in site.rankings if each.origin.code):
        paths = [each for kind in _MADE_OF for each in of.rglob(kind)] if of.is_dir() else [of]
        yield from contents(of.parent, paths)
    package = Path(__file__).parent
    yield from contents(package, [*package.rglob("*.py"), *package.rglob("*.po")])


def contents(folder: Path, paths: Iterable[Path]) -> Iterator[bytes]:
    """Files below `folder`, by their names in it: not by where it stands or how that is written."""
    for name, path in sorted((path.relative_to(folder).as_posix(), path) for path in paths):
        yield name.encode()
        yield path.read_bytes()


def program(site: Site) -> str:
    """The code in a few characters."""
    return digest(*code(site)).hex()
