"""Which modules another one needs, as its text says it: nothing is imported to find that out."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path


def reached(first: Iterable[str]) -> dict[str, Path]:
    """The files of these modules and of all that they import from their packages, by the names of both."""
    waiting = list(first)
    packages = {each.partition(".")[0] for each in waiting}
    found: dict[str, Path | None] = {}
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        path = found[name] = _file(name)
        if path:
            above = name.rpartition(".")[0]
            waiting += [above] if above else []
            imported = _imported(path, path.stat().st_mtime_ns, name)
            waiting += [each for each in imported if each.partition(".")[0] in packages]
    return {name: path for name, path in found.items() if path}


def _file(name: str) -> Path | None:
    """The file of a module; None of what is none, such as a function in one."""
    try:
        found = find_spec(name)
    except (ModuleNotFoundError, ValueError):  # its parent is no package, or it has no file
        return None
    return Path(found.origin) if found and found.origin and found.origin.endswith(".py") else None


@cache
def _imported(path: Path, _since: int, name: str) -> tuple[str, ...]:
    """What a module imports, wherever it does, but for the eyes of a type checker."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    return tuple(_names(ast.parse(path.read_bytes()), package))


def _names(node: ast.AST, package: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names)
    elif isinstance(node, ast.ImportFrom):
        above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        module = ".".join([*above, *([node.module] if node.module else [])])
        yield module
        yield from (f"{module}.{each.name}" for each in node.names)
    elif not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
        for each in ast.iter_child_nodes(node):
            yield from _names(each, package)
