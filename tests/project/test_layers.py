"""The shape of the program: thirteen packages that import one way, and a home for each library."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

PACKAGE = Path(__file__).parents[2] / "sitegen"

_BASE = {"core"}
_DATA = {*_BASE, "toolkit", "inputs", "rankings"}
_SITE = {*_DATA, "compare", "browser", "pages", "render", "publishing"}

MAY_IMPORT: dict[str, set[str]] = {
    "core": set(),
    "toolkit": _BASE,
    "inputs": _BASE,
    "systems": {*_BASE, "toolkit"},
    "rankings": {*_BASE, "toolkit", "inputs"},
    "compare": _DATA,
    "browser": {*_DATA, "compare"},
    "pages": {*_DATA, "compare", "browser"},
    "render": {*_DATA, "compare", "browser", "pages"},
    "publishing": _SITE - {"publishing"},
    "testing": _SITE,
    "commands": {*_SITE, "testing"},
    "importing": {*_SITE, "commands"},
}
"""What each package may import beside itself. Systems, and the command of `importing`, are found by entry
points: nobody imports one."""

COMMANDS = {
    "console": {"check", "diff", "keepers"},
    "doctor": {"check", "new"},
    "importing": {"new"},
    "keepers": {"owners"},
}
"""What a command, and `importing`, may have of others; `cli` is the door to all of them."""
SHARED = {"console", "exits", "parameters", "usage", "writing"}
"""What all commands may have: how something is printed, ended, asked, explained and written."""

HOMES = {
    "csv": {"inputs", "commands", "importing"},
    "tomllib": {"inputs", "commands", "importing"},
    "markdown_it": {"inputs"},
    "mdit_py_plugins": {"inputs"},
    "nh3": {"inputs"},
    "math_core": {"inputs"},
    "babel": {"core"},
    "PIL": {"pages"},
    "pymupdf_fonts": {"pages"},
    "jinja2": {"render"},
    "markupsafe": {"render"},
    "livereload": {"commands"},
    "tornado": {"commands"},
    "click": {"commands", "importing"},
    "networkx": {"toolkit"},
    "xlrd": {"importing"},
}
"""The libraries, and csv and tomllib, by the only packages that may import them."""

SELDOM = {"pandas", "numpy", "openpyxl", "xlrd"}
"""The libraries that the workflows of a site do not install."""

MAX_LINES, MIN_LINES, MAX_FUNCTION = 450, 60, 40
SMALL = {
    "__main__.py": "`python -m sitegen`",
    "commands/doctor/publication.py": "a subject of its own beside two others",
    "compare/commit_days.py": "a subject of its own, asked by two modules",
    "core/machine.py": "what machines differ in, asked by six modules",
    "importing/members.py": "found by an entry point of its own",
    "importing/kinds/": "a kind of file each, found by its name",
    "inputs/content/markup.py": "the parser of HTML, which import has too",
    "systems/keizer/outputs.py": "the tables of a system, which most share with another",
    "toolkit/seasons.py": "what a command and a system of seasons ask, of rounds or not",
}
"""The modules, or folders of modules, of fewer lines, with the reason."""


KINDS = (ast.Import, ast.ImportFrom, ast.If, ast.Call, ast.FunctionDef)
"""The parts of a module that say what it imports, calls and defines."""


@dataclass(frozen=True)
class Module:
    """A file of the program, read once: where it lies, which package it is of, and what it holds."""

    path: str
    package: str
    lines: int
    parts: list[ast.AST]

    @classmethod
    def read(cls, path: Path) -> "Module":
        """The module in a file."""
        text, under = path.read_text(encoding="utf-8"), path.relative_to(PACKAGE)
        package = under.parts[0].removesuffix(".py")
        parts = [node for node in ast.walk(ast.parse(text)) if isinstance(node, KINDS)]
        return cls(under.as_posix(), package, len(text.splitlines()), parts)

    def nodes(self, *kinds: type[ast.AST]) -> Iterator[Any]:
        """Its parts of some kinds."""
        return (node for node in self.parts if isinstance(node, kinds))

    @cached_property
    def imports(self) -> set[str]:
        """The full names of what it imports, wherever it does."""
        modules = {alias.name for node in self.nodes(ast.Import) for alias in node.names}
        relative = [node.lineno for node in self.nodes(ast.ImportFrom) if node.level]
        assert relative == [], f"{self.path}: an import says from where"
        return modules | {
            f"{node.module}.{alias.name}" for node in self.nodes(ast.ImportFrom) for alias in node.names
        }

    @property
    def packages(self) -> set[str]:
        """The other packages of the program that it imports."""
        ours = (name.split(".")[1] for name in self.imports if name.startswith("sitegen."))
        return {*ours} - {"__version__", self.package}

    @property
    def command(self) -> str:
        """The command that it is of, where it is of one."""
        return self.path.removesuffix(".py").split("/")[1] if self.package == "commands" else ""

    @property
    def commands(self) -> set[str]:
        """The commands that it imports."""
        return {name.split(".")[2] for name in self.imports if name.startswith("sitegen.commands.")}


def called(node: ast.expr) -> str:
    """What stands there as it is written, where that is a name, or one of a module; else nothing."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{node.value.id}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


@pytest.fixture(scope="module")
def modules() -> list[Module]:
    """Every module of the program."""
    return [Module.read(path) for path in sorted(PACKAGE.rglob("*.py"))]


def test_there_are_thirteen_packages_and_nothing_loose(modules: list[Module]) -> None:
    assert {module.package for module in modules} == {*MAY_IMPORT, "__init__", "__main__"}


def test_a_package_imports_only_those_below_it(modules: list[Module]) -> None:
    found = {
        module.path: wrong
        for module in modules
        if module.package in MAY_IMPORT and (wrong := module.packages - MAY_IMPORT[module.package])
    }
    assert found == {}


def find_circles(imports: dict[str, set[str]]) -> list[str]:
    """The modules that import themselves by way of others."""

    def list_reached(name: str) -> set[str]:
        reached, waiting = set[str](), [name]
        while waiting:
            new = imports[waiting.pop()] - reached
            reached |= new
            waiting += new
        return reached

    return sorted(name for name in imports if name in list_reached(name))


def test_no_module_imports_itself_by_way_of_others(modules: list[Module]) -> None:
    by_name = {f"sitegen.{module.path.removesuffix('.py').replace('/', '.')}": module for module in modules}
    by_name = {name.removesuffix(".__init__"): module for name, module in by_name.items()}
    imports = {
        name: {full if full in by_name else full.rpartition(".")[0] for full in module.imports} & {*by_name}
        for name, module in by_name.items()
    }
    assert find_circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c"]
    assert find_circles(imports) == []


def test_the_package_itself_imports_none_of_its_modules(modules: list[Module]) -> None:
    assert [module.imports for module in modules if module.package == "__init__"] == [
        {"importlib.import_module"}
    ]


def test_a_system_imports_no_other(modules: list[Module]) -> None:
    for module in modules:
        if module.package == "systems" and "/" in module.path:
            others = {name.split(".")[2] for name in module.imports if name.startswith("sitegen.systems.")}
            assert others <= {module.path.split("/")[1]}, module.path


def test_a_library_is_imported_in_its_home_only(modules: list[Module]) -> None:
    libraries = [(module, name.split(".")[0]) for module in modules for name in sorted(module.imports)]
    assert [
        (module.path, name)
        for module, name in libraries
        if module.package not in HOMES.get(name, {module.package})
    ] == []


def test_what_workflows_do_not_install_is_for_imports_exports_and_data_frames(modules: list[Module]) -> None:
    found = {
        module.command or module.package
        for module in modules
        if SELDOM & {name.split(".")[0] for name in module.imports}
    }
    assert found == {"importing", "export", "dataframes"}


def test_a_command_imports_no_other(modules: list[Module]) -> None:
    found = {
        module.path: wrong
        for module in modules
        if module.package in {"commands", "importing"}
        and module.command != "cli"
        and (
            wrong := module.commands
            - {module.command, *SHARED, *COMMANDS.get(module.command or module.package, ())}
        )
    }
    assert found == {}


def test_nothing_but_the_command_line_prints_or_exits(modules: list[Module]) -> None:
    named = [
        (module.path, called(node.func))
        for module in modules
        if module.command not in {"cli", *SHARED} and module.path != "importing/command.py"
        for node in module.nodes(ast.Call)
    ]
    forbidden = {"print", "input", "exit", "sys.exit", "click.echo"}
    assert [(path, name) for path, name in named if name in forbidden] == []


def test_a_module_can_be_read_in_one_sitting(modules: list[Module]) -> None:
    assert [(module.path, module.lines) for module in modules if module.lines > MAX_LINES] == []


def test_a_module_is_worth_a_file_of_its_own(modules: list[Module]) -> None:
    small = [
        module.path
        for module in modules
        if module.lines < MIN_LINES and not module.path.endswith("__init__.py")
    ]
    assert [path for path in small if not path.startswith(tuple(SMALL))] == []
    assert [path for path in SMALL if not any(text.startswith(path) for text in small)] == []


def test_a_function_can_be_seen_at_once(modules: list[Module]) -> None:
    long = [
        f"{module.path}:{node.name}"
        for module in modules
        for node in module.nodes(ast.FunctionDef)
        if node.end_lineno - node.lineno >= MAX_FUNCTION
    ]
    assert long == []
