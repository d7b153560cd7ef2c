"""Docstrings and comments name what is there: what was renamed is renamed in them too."""

import ast
import builtins
import io
import re
import tokenize
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
CODE_NAME = re.compile(r"`(_?[a-z0-9]+(?:_[a-z0-9]+)+|_?(?:[A-Z][a-z0-9]+){2,}|[a-z]\w*(?=\(\)))(?:\(\))?`")
"""A name that only code has: in snake case, in camel case, or called."""
SPELLINGS = {"janwillem_obrien", "JanTok", "AnPeeters"}
"""Names of players that are written like those of code."""
FILE_NAME = re.compile(r"(?<![\w./-])[\w-]+(?:/[\w-]+)*\.(?:py|js|css|html|txt|yml|po)\b")
EXAMPLE_FILES = {
    "elo/rate.py": "of some system",
    "head.html": "of a club",
    "engine/worker.js": "of a published site",
}
"""Files of no repository, with whose they are."""


@cache
def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def list_docstrings(tree: ast.Module) -> Iterator[tuple[str, set[str]]]:
    """The docstrings of a module and of its constants, with the arguments of what they explain."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = {argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)}
            yield ast.get_docstring(node) or "", names
        elif isinstance(node, ast.Module | ast.ClassDef):
            texts = (part.value for part in node.body if isinstance(part, ast.Expr))
            yield from ((str(text.value), set()) for text in texts if isinstance(text, ast.Constant))


def list_words(tree: ast.Module) -> Iterator[str]:
    """The names and the words of texts in a module without its docstrings."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        texts = vars(node).values() if id(node) not in docstrings else ()
        yield from (word for text in texts if isinstance(text, str) for word in re.findall(r"\w+", text))


def list_notes(path: Path) -> Iterator[str]:
    """The docstrings and comments of a module."""
    yield from (text for text, _ in list_docstrings(parse(path)))
    lines = io.StringIO(path.read_text(encoding="utf-8"))
    tokens = tokenize.generate_tokens(lines.readline)
    yield from (token.string for token in tokens if token.type == tokenize.COMMENT)


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
        for text, arguments in list_docstrings(parse(path)):
            names = {name for name in DOTTED.findall(text) if name.rpartition(".")[2] not in FILE_ENDS}
            missing += [
                f"{path.relative_to(ROOT)}: {name}"
                for name in sorted(names - {*EXAMPLES})
                if name.split(".")[0] not in arguments and not is_there(name)
            ]
    assert sorted({*missing}) == []


def test_a_name_of_code_in_a_docstring_or_comment_is_in_the_code() -> None:
    paths = sorted(PACKAGE.rglob("*.py"))
    known = {word for path in paths for word in list_words(parse(path))}
    known |= {*SPELLINGS, *dir(builtins), *(path.stem for path in PACKAGE.rglob("*"))}
    missing = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in paths
        for text in list_notes(path)
        for name in CODE_NAME.findall(text)
        if name not in known
    }
    assert missing == set()


def test_a_file_that_a_comment_or_guide_names_is_there() -> None:
    """In docstrings and comments of the program, its scripts and templates, and in what contributors read."""
    folders = ("sitegen", "templates", "tests", "requirements", "benchmarks", "demonstration", ".github")
    paths = (path for folder in folders for path in (ROOT / folder).rglob("*.*"))
    files = "\n".join([*(path.relative_to(ROOT).as_posix() for path in paths), ""])
    notes = {path: "\n".join(list_notes(path)) for path in PACKAGE.rglob("*.py")}
    for path in (path for kind in ("js", "html", "css") for path in (ROOT / "templates").rglob(f"*.{kind}")):
        text = path.read_text(encoding="utf-8")
        notes[path] = "\n".join(re.findall(r"(?s)/\*.*?\*/|\{#.*?#\}|(?m:(?:^|[ ;])//.*$)", text))
    for name in ("pyproject.toml", "Makefile"):
        notes[ROOT / name] = "\n".join(re.findall(r"#.*", (ROOT / name).read_text(encoding="utf-8")))
    for name in ("README.md", "DEVELOPING.md"):
        notes[ROOT / name] = (ROOT / name).read_text(encoding="utf-8")
    missing = {
        f"{path.relative_to(ROOT)}: {name}"
        for path, text in notes.items()
        for name in {*FILE_NAME.findall(text)} - {*EXAMPLE_FILES}
        if "NAME" not in name and not re.search(rf"(?m)(?:^|/){re.escape(name)}$", files)
    }
    assert missing == set()
