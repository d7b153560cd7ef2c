"""Our modules and those of the systems of a site, in one file.

It is JSON, which every host of pages compresses: the bytes are the same wherever they are made.
"""

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from sitegen import system
from sitegen.config import Site
from sitegen.engine.reach import reached
from sitegen.language import compiled
from sitegen.registry import GROUP, Entry

_FIRST = "sitegen.engine.session"
_LEFT_OUT = frozenset({"templates", "starter", "locale"})


def packed(site: Site) -> bytes:
    """The file: texts by path, and under `data` what is no text, a character a byte."""
    entries = _systems(site)
    found = _of_others(site), _modules(entries), _registered(entries), _words(site)
    files = dict(chain.from_iterable(found))
    texts, data = dict[str, str](), dict[str, str]()
    for path, content in sorted(files.items()):
        try:
            texts[path] = content.decode("utf-8")
        except UnicodeDecodeError:
            data[path] = content.decode("latin-1")
    return json.dumps({"texts": texts, "data": data}, ensure_ascii=False).encode()


def _systems(site: Site) -> list[Entry]:
    """Where the systems of a site are registered."""
    known = system.installed()
    return [known[each] for each in sorted({each.name_of_system for each in site.rankings})]


def _modules(entries: list[Entry]) -> Iterator[tuple[str, bytes]]:
    """What reads, checks, rates and compares, and the systems; all below the names of their packages."""
    first = [_FIRST, *(each.module for each in entries)]
    for name, path in reached(first).items():
        inside = f"{name.replace('.', '/')}/__init__.py" if path.name == "__init__.py" else ""
        yield inside or f"{name.replace('.', '/')}.py", path.read_bytes()


def _of_others(site: Site) -> Iterator[tuple[str, bytes]]:
    """What lies in the packages of systems that are not ours, but for what makes pages and new sites."""
    packages = {each.origin.code for each in site.rankings if not each.origin.is_ours and each.origin.code}
    for package in sorted(each for each in packages if each.is_dir()):
        for path in package.rglob("*"):
            first = path.relative_to(package).parts[0]
            if path.is_file() and first not in _LEFT_OUT and "__pycache__" not in path.parts:
                yield f"{_inside(package)}/{path.relative_to(package).as_posix()}", path.read_bytes()


def _registered(entries: list[Entry]) -> Iterator[tuple[str, bytes]]:
    """What makes the systems known where they are put: the door is the same for all of them."""
    for package, version in dict.fromkeys((each.package, each.version) for each in entries if each.package):
        yield from _distribution(package, version, [each for each in entries if each.package == package])


def _distribution(package: str, version: str, entries: list[Entry]) -> Iterator[tuple[str, bytes]]:
    folder = f"{package.replace('-', '_')}-{version}.dist-info"
    lines = [f"[{GROUP}]", *(f"{each.name} = {each.value}" for each in entries), ""]
    yield (
        f"{folder}/METADATA",
        f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n".encode(),
    )
    yield f"{folder}/entry_points.txt", "\n".join(lines).encode()


def _words(site: Site) -> Iterator[tuple[str, bytes]]:
    """The words of the program and of the systems in the languages of the site, ready to be read."""
    ours = Path(__file__).parents[1]
    brought = (each.origin.brought("locale") for each in site.rankings)
    for folder in dict.fromkeys([ours / "locale", *(each for each in brought if each)]):
        for language in site.languages:
            path = folder / f"{language}.po"
            if path.exists():
                yield f"{_inside(folder)}/{language}.mo", compiled(path)


def _inside(folder: Path) -> str:
    """A folder of a package from where that is looked for: the first above it that is none itself."""
    above = folder.parent
    while (above / "__init__.py").exists():
        above = above.parent
    return folder.relative_to(above).as_posix()
