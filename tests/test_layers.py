"""The shape of the program: imports point one way, and each library has one home."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

PACKAGE = Path(__file__).parents[1] / "sitegen"

ORDER = [
    *(
        "names",
        "digest",
        "ready",
        "scale",
        "memory",
        "whole",
        "table",
        "message",
        "unread",
        "problem",
        "palette",
        "sources",
        "checkout",
        "lock",
        "history",
        "player",
        "moments",
        "career",
        "fault",
        "ledger",
        "strip",
        "model",
        "request",
        "admission",
        "mishap",
        "registry",
        "system",
        "toolkit",
        "soundness",
        "cells",
        "usage",
        "language",
    ),
    *("workers", "config", "read", "content"),
    *("rate", "systems"),
    *(
        "tell",
        "theme",
        "livery",
        "datacells",
        "datafiles",
        "derived",
        "board",
        "difference",
        "past",
        "engine",
        "cards",
        "pages",
        "addresses",
        "contract",
        "render",
        "publish",
    ),
    "secrecy",
    *("journal", "prepared", "publication", "build", "dataframes", "commands", "serve"),
    *("cli", "__main__"),
]
"""Each may import what stands before it."""

NEEDED = {"check": {"estimate"}, "importing": {"draw", "new"}}
"""What one command may have of another."""

HOMES = {
    "rcssmin": {"theme"},
    "csv": {"read", "commands"},
    "tomllib": {"config", "commands"},
    "markdown": {"content"},
    "nh3": {"content"},
    "latex2mathml": {"content"},
    "babel": {"language"},
    "PIL": {"cards"},
    "pymupdf_fonts": {"cards"},
    "jinja2": {"render"},
    "markupsafe": {"render"},
    "livereload": {"serve"},
    "tornado": {"serve"},
    "click": {"cli"},
    "networkx": {"systems"},
}
"""The libraries, and csv and tomllib, by the only stage that may import them."""

SELDOM = {"pandas", "numpy", "openpyxl"}
"""The libraries that the workflows of a site do not install."""


KINDS = (ast.Import, ast.ImportFrom, ast.If, ast.Call)
"""The parts of a module that tell what it imports and calls."""


@dataclass(frozen=True)
class Module:
    """A file of the program, read once: where it lies, which stage it is of, and what it holds."""

    path: str
    stage: str
    lines: int
    parts: list[ast.AST]

    @classmethod
    def read(cls, path: Path) -> "Module":
        """The module in a file."""
        text, under = path.read_text(encoding="utf-8"), path.relative_to(PACKAGE)
        stage = under.parts[0].removesuffix(".py")
        parts = [each for each in ast.walk(ast.parse(text)) if isinstance(each, KINDS)]
        return cls(under.as_posix(), stage, len(text.splitlines()), parts)

    def nodes(self, *kinds: type[ast.AST]) -> Iterator[Any]:
        """Its parts of some kinds."""
        return (each for each in self.parts if isinstance(each, kinds))

    @cached_property
    def imports(self) -> set[str]:
        """The full names of what it imports, wherever it does."""
        whole = {each.name for node in self.nodes(ast.Import) for each in node.names}
        relative = [node.lineno for node in self.nodes(ast.ImportFrom) if node.level]
        assert relative == [], f"{self.path}: an import says from where"
        return whole | {
            f"{node.module}.{each.name}" for node in self.nodes(ast.ImportFrom) for each in node.names
        }

    @property
    def stages(self) -> set[str]:
        """The stages that it imports."""
        ours = (each.split(".")[1] for each in self.imports if each.startswith("sitegen."))
        return {*ours} - {"__version__"}

    @property
    def command(self) -> str:
        """The command that it is of, where it is of one."""
        return self.path.removesuffix(".py").split("/")[1] if self.stage == "commands" else ""

    @property
    def commands(self) -> set[str]:
        """The commands that it imports."""
        return {each.split(".")[2] for each in self.imports if each.startswith("sitegen.commands.")}

    @property
    def for_types_only(self) -> set[str]:
        """The stages that it imports under `if TYPE_CHECKING`, which binds nobody when the program runs."""
        guarded = [node for node in self.nodes(ast.If) if called(node.test) == "TYPE_CHECKING"]
        inner = [each for node in guarded for each in ast.walk(node) if isinstance(each, ast.ImportFrom)]
        return {str(each.module).split(".")[1] for each in inner if str(each.module).startswith("sitegen.")}


def called(node: ast.expr) -> str:
    """What stands there as it is written, where that is a name, or one of a module; else nothing."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{node.value.id}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


@pytest.fixture(scope="module")
def modules() -> list[Module]:
    """Every module of the program."""
    return [Module.read(path) for path in sorted(PACKAGE.rglob("*.py"))]


def test_a_module_imports_only_what_stands_above_it(modules: list[Module]) -> None:
    above = {stage: {*ORDER[: at + 1]} for at, stage in enumerate(ORDER)} | {"__init__": set()}
    found = {each.path: each.stages - above[each.stage] - each.for_types_only for each in modules}
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def test_the_package_itself_imports_none_of_its_modules(modules: list[Module]) -> None:
    assert [each.imports for each in modules if each.stage == "__init__"] == [{"importlib.import_module"}]


def test_a_library_is_imported_in_its_home_only(modules: list[Module]) -> None:
    libraries = [(each, name.split(".")[0]) for each in modules for name in sorted(each.imports)]
    assert [
        (each.path, name) for each, name in libraries if each.stage not in HOMES.get(name, {each.stage})
    ] == []


def test_what_workflows_do_not_install_is_for_imports_exports_and_data_frames(modules: list[Module]) -> None:
    found = {
        each.command or each.stage
        for each in modules
        if SELDOM & {name.split(".")[0] for name in each.imports}
    }
    assert {"export", "dataframes"} <= found <= {"importing", "export", "dataframes"}


def test_a_system_imports_nouns_and_toolkit_only(modules: list[Module]) -> None:
    may = {*ORDER[: ORDER.index("system")], "toolkit", "systems"}
    found = {each.path: each.stages - may for each in modules if each.stage == "systems"}
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def test_a_command_imports_no_other(modules: list[Module]) -> None:
    found = {each.path: each.commands - {each.command, *NEEDED.get(each.command, ())} for each in modules}
    assert {path: wrong for path, wrong in found.items() if wrong and path.startswith("commands/")} == {}


def test_nothing_but_the_command_line_prints_or_exits(modules: list[Module]) -> None:
    named = [
        (each.path, called(node.func))
        for each in modules
        if each.stage != "cli"
        for node in each.nodes(ast.Call)
    ]
    forbidden = {"print", "input", "exit", "sys.exit", "click.echo"}
    assert [(path, name) for path, name in named if name in forbidden] == []


def test_a_module_can_be_read_in_one_sitting(modules: list[Module]) -> None:
    assert [(each.path, each.lines) for each in modules if each.lines > 450] == []


def test_the_order_names_what_there_is(modules: list[Module]) -> None:
    assert {*ORDER} == {each.stage for each in modules} - {"__init__"}
