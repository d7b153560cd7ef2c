"""The Python modules that a site ships to browsers: one file for all rankings, and one for each system.

The files are JSON, which every host of pages compresses, and the same bytes on every machine. Which modules
are needed is read from the text of their imports: nothing is imported for it.
"""

import ast
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from importlib.util import find_spec
from pathlib import Path

from sitegen.core import system
from sitegen.core.language import compile_catalogue
from sitegen.core.plugins import BUNDLED_FILE, Registration
from sitegen.core.system import Origin
from sitegen.inputs.config.site import Site


def find_required_modules(first: Iterable[str]) -> dict[str, Path]:
    """Return the files of these modules and of all that they import from their packages, by module name."""
    waiting = list(first)
    packages = {module.partition(".")[0] for module in waiting}
    paths: dict[str, Path | None] = {}
    while waiting:
        name = waiting.pop()
        if name in paths:
            continue
        path = paths[name] = _find_module_file(name)
        if path:
            package = name.rpartition(".")[0]
            waiting += [package] if package else []
            imported = _list_imports(path, path.stat().st_mtime_ns, name)
            waiting += [module for module in imported if module.partition(".")[0] in packages]
    return {name: path for name, path in paths.items() if path}


def _find_module_file(name: str) -> Path | None:
    """Return the file of a module; None where the name is that of a function or class in one."""
    try:
        spec = find_spec(name)
    except (ModuleNotFoundError, ValueError):  # its parent is no package, or it has no file
        return None
    return Path(spec.origin) if spec and spec.origin and spec.origin.endswith(".py") else None


@cache
def _list_imports(path: Path, _since: int, name: str) -> tuple[str, ...]:
    """Return what a module imports anywhere in it, except under `TYPE_CHECKING`."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    return tuple(_walk_imports(ast.parse(path.read_bytes()), package))


_BLOCKS = ("body", "handlers", "cases", "orelse", "finalbody")
"""The fields that have the statements within another; an expression has none."""


def _walk_imports(node: ast.AST, package: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        parents = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        module = ".".join([*parents, *([node.module] if node.module else [])])
        yield module
        yield from (f"{module}.{alias.name}" for alias in node.names)
    elif not (isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"):
        for block in _BLOCKS:
            for child in getattr(node, block, ()):
                yield from _walk_imports(child, package)


COMMON_FILE = "sitegen.modules.json"
"""The name of the file that all systems need."""
_ENTRY_MODULE = "sitegen.browser.session"
_EXCLUDED_FOLDERS = frozenset({"templates", "starter", "locale"})


@dataclass(frozen=True)
class Bundle:
    """The files of a site: one for all of its rankings, and one more for each of their systems.

    None of these names can be the id of a ranking.
    """

    site: Site

    def list_files(self) -> Mapping[str, Callable[[], bytes]]:
        """Return a function for each file that makes it, by the name of the file."""
        return {
            COMMON_FILE: self.build_common,
            **{get_system_path(name): partial(self.build_system, name) for name in self._entry_points},
        }

    def build_common(self) -> bytes:
        """Return the file that every ranking needs, with the registration of all systems."""
        return _pack_files(
            _read_modules(self._shared_modules),
            [(BUNDLED_FILE, json.dumps([*self._entry_points.values()]).encode())],
            _compile_translations(self.site, [Path(__file__).parents[1] / "locale"]),
        )

    def build_system(self, name: str) -> bytes:
        """Return the file that only one system needs."""
        origin = system.find_origin(name)
        locale = origin.find_folder("locale")
        required = self._required_modules[name].items()
        return _pack_files(
            _read_plugin_files(origin),
            _read_modules({name: path for name, path in required if name not in self._shared_modules}),
            _compile_translations(self.site, [locale] if locale else []),
        )

    @cached_property
    def _entry_points(self) -> Mapping[str, Registration]:
        """Where the systems of the site are registered, by name."""
        systems = system.find_systems()
        return {
            name: systems[name] for name in sorted({ranking.name_of_system for ranking in self.site.rankings})
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
        """The modules that every ranking needs; what only some systems need comes with each of them."""
        common = find_required_modules([_ENTRY_MODULE])
        first, *others = self._required_modules.values() or [common]
        needed_by_all = {*first}.intersection(*others) if others else ()
        return {name: first[name] for name in needed_by_all} | common


def get_system_path(name: str) -> str:
    """Return the name of the file of a system."""
    return f"systems/{name}.json"


def _pack_files(*files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a file as JSON: `texts` by path, and in `data` what is no text, as one character a byte."""
    texts, data = dict[str, str](), dict[str, str]()
    contents = {path: content for some_files in files for path, content in some_files}
    for path, content in sorted(contents.items()):
        try:
            texts[path] = content.decode("utf-8")
        except UnicodeDecodeError:
            data[path] = content.decode("latin-1")
    return json.dumps({"texts": texts, "data": data}, ensure_ascii=False).encode()


def _read_modules(modules: Mapping[str, Path]) -> Iterator[tuple[str, bytes]]:
    """Yield the path of each module below its package, with its bytes."""
    for name, path in modules.items():
        end = "/__init__.py" if path.name == "__init__.py" else ".py"
        yield f"{name.replace('.', '/')}{end}", path.read_bytes()


def _read_plugin_files(origin: Origin) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a plugin's package, except those that make pages or new sites."""
    package = origin.code
    if origin.is_builtin or not package or not package.is_dir():
        return
    for path in package.rglob("*"):
        first = path.relative_to(package).parts[0]
        if path.is_file() and first not in _EXCLUDED_FOLDERS and "__pycache__" not in path.parts:
            yield f"{_get_package_path(package)}/{path.relative_to(package).as_posix()}", path.read_bytes()


def _compile_translations(site: Site, folders: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """Yield the compiled catalogues of some folders, in the languages of the site."""
    for folder in folders:
        for language in site.languages:
            path = folder / f"{language}.po"
            if path.exists():
                yield f"{_get_package_path(folder)}/{language}.mo", compile_catalogue(path)


def _get_package_path(folder: Path) -> str:
    """Return the path of a folder, from the first folder above it that is no package."""
    root = folder.parent
    while (root / "__init__.py").exists():
        root = root.parent
    return folder.relative_to(root).as_posix()
