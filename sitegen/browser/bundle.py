"""Our modules and those of the systems of a site, in a few files.

They are JSON, which every host of pages compresses: the bytes are the same wherever they are made.

Which modules another one needs, as its text says it: nothing is imported to find that out.
"""

import ast
import json
from collections import ChainMap, Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from sitegen.core import system
from sitegen.core.language import compile_catalogue
from sitegen.core.plugins import GROUP, Registration
from sitegen.core.system import Origin
from sitegen.inputs.config.site import Site


def find_required_modules(first: Iterable[str]) -> dict[str, Path]:
    """The files of these modules and of all that they import from their packages, by the names of both."""
    waiting = list(first)
    packages = {module.partition(".")[0] for module in waiting}
    found: dict[str, Path | None] = {}
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        path = found[name] = _find_module_file(name)
        if path:
            above = name.rpartition(".")[0]
            waiting += [above] if above else []
            imported = _list_imports(path, path.stat().st_mtime_ns, name)
            waiting += [module for module in imported if module.partition(".")[0] in packages]
    return {name: path for name, path in found.items() if path}


def _find_module_file(name: str) -> Path | None:
    """The file of a module; None of what is none, such as a function in one."""
    try:
        found = find_spec(name)
    except (ModuleNotFoundError, ValueError):  # its parent is no package, or it has no file
        return None
    return Path(found.origin) if found and found.origin and found.origin.endswith(".py") else None


@cache
def _list_imports(path: Path, _since: int, name: str) -> tuple[str, ...]:
    """What a module imports, wherever it does, but for the eyes of a type checker."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    return tuple(_walk_imports(ast.parse(path.read_bytes()), package))


def _walk_imports(node: ast.AST, package: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        module = ".".join([*above, *([node.module] if node.module else [])])
        yield module
        yield from (f"{module}.{alias.name}" for alias in node.names)
    elif not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
        for child in ast.iter_child_nodes(node):
            yield from _walk_imports(child, package)


COMMON_FILE = "sitegen.modules.json"
"""The name of the file of what all systems need."""
_ENTRY_MODULE = "sitegen.browser.session"
_EXCLUDED_FOLDERS = frozenset({"templates", "starter", "locale"})


@dataclass(frozen=True)
class Bundle:
    """The files of a site: what all of its rankings need, and besides that a file for each of their systems.

    No ranking can have a name that stands here.
    """

    site: Site

    def list_files(self) -> Mapping[str, Callable[[], bytes]]:
        """What makes each file, by its name."""
        return {
            COMMON_FILE: self.build_common,
            **{get_system_path(name): partial(self.build_system, name) for name in self._entry_points},
        }

    def build_common(self) -> bytes:
        """What every ranking needs, and what makes all systems known."""
        words = _compile_translations(self.site, [Path(__file__).parents[1] / "locale"])
        return _pack_files(
            _read_modules(self._shared_modules), _build_registrations([*self._entry_points.values()]), words
        )

    def build_system(self, name: str) -> bytes:
        """What only a system needs."""
        origin = system.find_origin(name)
        words = _compile_translations(
            self.site, [folder for folder in [origin.find_folder("locale")] if folder]
        )
        own = {
            name: path
            for name, path in self._required_modules[name].items()
            if name not in self._shared_modules
        }
        return _pack_files(_read_plugin_files(origin), _read_modules(own), words)

    @cached_property
    def _entry_points(self) -> Mapping[str, Registration]:
        """Where the systems of the site are registered."""
        known = system.find_systems()
        return {
            name: known[name] for name in sorted({ranking.name_of_system for ranking in self.site.rankings})
        }

    @cached_property
    def _required_modules(self) -> Mapping[str, Mapping[str, Path]]:
        """The modules that a ranking of each system needs."""
        return {
            name: find_required_modules([_ENTRY_MODULE, entry.module])
            for name, entry in self._entry_points.items()
        }

    @cached_property
    def _shared_modules(self) -> Mapping[str, Path]:
        """The modules that read, check, rate and compare, and those that several systems need."""
        found = Counter(chain.from_iterable(self._required_modules.values()))
        several = {name for name, number in found.items() if number > 1}
        every = ChainMap({}, *map(dict, self._required_modules.values()))
        return {name: every[name] for name in several} | find_required_modules([_ENTRY_MODULE])


def get_system_path(name: str) -> str:
    """The name of the file of a system."""
    return f"systems/{name}.json"


def _pack_files(*found: Iterable[tuple[str, bytes]]) -> bytes:
    """A file: texts by path, and under `data` what is no text, a character a byte."""
    texts, data = dict[str, str](), dict[str, str]()
    for path, content in sorted(dict(chain.from_iterable(found)).items()):
        try:
            texts[path] = content.decode("utf-8")
        except UnicodeDecodeError:
            data[path] = content.decode("latin-1")
    return json.dumps({"texts": texts, "data": data}, ensure_ascii=False).encode()


def _read_modules(modules: Mapping[str, Path]) -> Iterator[tuple[str, bytes]]:
    """Modules, all below the names of their packages."""
    for name, path in modules.items():
        inside = f"{name.replace('.', '/')}/__init__.py" if path.name == "__init__.py" else ""
        yield inside or f"{name.replace('.', '/')}.py", path.read_bytes()


def _read_plugin_files(origin: Origin) -> Iterator[tuple[str, bytes]]:
    """What lies in the package of a system that is not ours, but for what makes pages and new sites."""
    package = origin.code
    if origin.is_builtin or not package or not package.is_dir():
        return
    for path in package.rglob("*"):
        first = path.relative_to(package).parts[0]
        if path.is_file() and first not in _EXCLUDED_FOLDERS and "__pycache__" not in path.parts:
            yield f"{_get_package_path(package)}/{path.relative_to(package).as_posix()}", path.read_bytes()


def _build_registrations(entries: list[Registration]) -> Iterator[tuple[str, bytes]]:
    """What makes the systems known where they are put: the door is the same for all of them."""
    for package, version in dict.fromkeys(
        (entry.package, entry.version) for entry in entries if entry.package
    ):
        yield from _build_distribution(
            package, version, [entry for entry in entries if entry.package == package]
        )


def _build_distribution(
    package: str, version: str, entries: list[Registration]
) -> Iterator[tuple[str, bytes]]:
    folder = f"{package.replace('-', '_')}-{version}.dist-info"
    lines = [f"[{GROUP}]", *(f"{entry.name} = {entry.value}" for entry in entries), ""]
    yield (
        f"{folder}/METADATA",
        f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n".encode(),
    )
    yield f"{folder}/entry_points.txt", "\n".join(lines).encode()


def _compile_translations(site: Site, folders: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """The words that stand in folders, in the languages of the site, ready to be read."""
    for folder in folders:
        for language in site.languages:
            path = folder / f"{language}.po"
            if path.exists():
                yield f"{_get_package_path(folder)}/{language}.mo", compile_catalogue(path)


def _get_package_path(folder: Path) -> str:
    """A folder of a package from where that is looked for: the first above it that is none itself."""
    above = folder.parent
    while (above / "__init__.py").exists():
        above = above.parent
    return folder.relative_to(above).as_posix()
