"""Docstrings name what is there: a module, class or function that was renamed is renamed in them too."""

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "sitegen"
DOTTED = re.compile(r"`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)(?:\(\))?`")
FILE_ENDS = {"css", "csv", "html", "js", "json", "md", "png", "po", "toml", "xml", "xlsx"}
EXAMPLES = {"white.name": "a column of a file of records", "frames.rating_list": "a table of some site"}
"""Dotted names that are no code, with what they are."""
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.name != "__main__.py"
]


def list_docstrings(tree: ast.Module) -> Iterator[tuple[str, set[str]]]:
    """The docstrings of a module and of its constants, with the arguments of what they explain."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = {argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)}
            yield ast.get_docstring(node) or "", names
        elif isinstance(node, ast.Module | ast.ClassDef):
            texts = (part.value for part in node.body if isinstance(part, ast.Expr))
            yield from ((str(text.value), set()) for text in texts if isinstance(text, ast.Constant))


def has_attributes(thing: Any, names: list[str]) -> bool:
    """Whether a module or class has an attribute or field, and that the next one."""
    for name in names:
        if name in getattr(thing, "__annotations__", {}):
            return True
        try:
            thing = getattr(thing, name, None) or import_module(f"{thing.__name__}.{name}")
        except (AttributeError, ImportError):
            return False
    return True


@cache
def list_homes() -> list[Any]:
    """The modules and packages in which a dotted name can begin."""
    return [*map(import_module, MODULES), builtins]


def is_there(name: str) -> bool:
    names = name.split(".")
    if any(has_attributes(home, names) for home in list_homes()):
        return True
    try:
        return has_attributes(import_module(names[0]), names[1:])
    except ImportError:
        return False


def test_a_dotted_name_in_a_docstring_is_one_of_the_code() -> None:
    missing = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for text, arguments in list_docstrings(ast.parse(path.read_text(encoding="utf-8"))):
            names = {name for name in DOTTED.findall(text) if name.rpartition(".")[2] not in FILE_ENDS}
            missing += [
                f"{path.relative_to(ROOT)}: {name}"
                for name in sorted(names - {*EXAMPLES})
                if name.split(".")[0] not in arguments and not is_there(name)
            ]
    assert sorted({*missing}) == []


def test_a_module_that_the_settings_of_the_project_name_is_there() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    named = {name for line in text.splitlines() for name in re.findall(r"#.*?\b([\w/]+\.py)\b", line)}
    there = {path.relative_to(ROOT).as_posix() for path in [*PACKAGE.rglob("*.py"), *ROOT.glob("*/*.py")]}
    assert {name for name in named if not any(f"/{path}".endswith(f"/{name}") for path in there)} == set()
