"""Our modules and those of the systems of a site, in a few files.

They are JSON, which every host of pages compresses: the bytes are the same wherever they are made.
"""

import json
from collections import ChainMap, Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from pathlib import Path

from sitegen import system
from sitegen.config import Site
from sitegen.engine.reach import reached
from sitegen.language import compiled
from sitegen.registry import GROUP, Entry
from sitegen.system import Origin

COMMON = "sitegen.modules.json"
"""The name of the file of what all systems need."""
_FIRST = "sitegen.engine.sessions"
_LEFT_OUT = frozenset({"templates", "starter", "locale"})


@dataclass(frozen=True)
class Bundle:
    """The files of a site: what all of its rankings need, and besides that a file for each of their systems.

    No ranking can have a name that stands here.
    """

    site: Site

    def files(self) -> Mapping[str, Callable[[], bytes]]:
        """What makes each file, by its name."""
        return {COMMON: self.common, **{of_system(name): partial(self.of, name) for name in self._entries}}

    def common(self) -> bytes:
        """What every ranking needs, and what makes all systems known."""
        words = _words(self.site, [Path(__file__).parents[1] / "locale"])
        return _packed(_read(self._shared), _registered([*self._entries.values()]), words)

    def of(self, name: str) -> bytes:
        """What only a system needs."""
        origin = system.origin(name)
        words = _words(self.site, [each for each in [origin.brought("locale")] if each])
        own = {name: path for name, path in self._needed[name].items() if name not in self._shared}
        return _packed(_of_others(origin), _read(own), words)

    @cached_property
    def _entries(self) -> Mapping[str, Entry]:
        """Where the systems of the site are registered."""
        known = system.installed()
        return {each: known[each] for each in sorted({each.name_of_system for each in self.site.rankings})}

    @cached_property
    def _needed(self) -> Mapping[str, Mapping[str, Path]]:
        """The modules that a ranking of each system needs."""
        return {name: reached([_FIRST, each.module]) for name, each in self._entries.items()}

    @cached_property
    def _shared(self) -> Mapping[str, Path]:
        """The modules that read, check, rate and compare, and those that several systems need."""
        found = Counter(chain.from_iterable(self._needed.values()))
        several = {name for name, number in found.items() if number > 1}
        every = ChainMap({}, *map(dict, self._needed.values()))
        return {name: every[name] for name in several} | reached([_FIRST])


def of_system(name: str) -> str:
    """The name of the file of a system."""
    return f"systems/{name}.json"


def _packed(*found: Iterable[tuple[str, bytes]]) -> bytes:
    """A file: texts by path, and under `data` what is no text, a character a byte."""
    texts, data = dict[str, str](), dict[str, str]()
    for path, content in sorted(dict(chain.from_iterable(found)).items()):
        try:
            texts[path] = content.decode("utf-8")
        except UnicodeDecodeError:
            data[path] = content.decode("latin-1")
    return json.dumps({"texts": texts, "data": data}, ensure_ascii=False).encode()


def _read(modules: Mapping[str, Path]) -> Iterator[tuple[str, bytes]]:
    """Modules, all below the names of their packages."""
    for name, path in modules.items():
        inside = f"{name.replace('.', '/')}/__init__.py" if path.name == "__init__.py" else ""
        yield inside or f"{name.replace('.', '/')}.py", path.read_bytes()


def _of_others(origin: Origin) -> Iterator[tuple[str, bytes]]:
    """What lies in the package of a system that is not ours, but for what makes pages and new sites."""
    package = origin.code
    if origin.is_ours or not package or not package.is_dir():
        return
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


def _words(site: Site, folders: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """The words that stand in folders, in the languages of the site, ready to be read."""
    for folder in folders:
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
