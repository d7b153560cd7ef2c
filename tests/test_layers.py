"""The shape of the program: imports point one way, and each library has one home."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "sitegen"

ORDER = [
    *(
        "names",
        "table",
        "message",
        "unread",
        "problem",
        "sources",
        "checkout",
        "player",
        "model",
        "request",
        "system",
        "toolkit",
        "cells",
    ),
    *("config", "read", "content"),
    *("rate", "systems"),
    *("language", "tell", "theme", "datafiles", "pages", "render", "publish"),
    "secrecy",
    *("journal", "build", "commands", "serve"),
    *("cli", "__main__"),
]
"""Each may import what stands before it."""

NEEDED = {"check": {"estimate"}}
"""What one command may have of another."""

HOMES = {
    "csv": {"read"},
    "tomllib": {"config"},
    "markdown": {"content"},
    "nh3": {"content"},
    "latex2mathml": {"content"},
    "babel": {"language"},
    "jinja2": {"render"},
    "markupsafe": {"render"},
    "livereload": {"serve"},
    "tornado": {"serve"},
    "click": {"cli"},
    "networkx": {"systems"},
    "pandas": {"systems"},
}
"""The libraries, and csv and tomllib, by the only stage that may import them."""

MODULES = sorted(PACKAGE.rglob("*.py"))


def stage(path: Path) -> str:
    """The module or package right below `sitegen` that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    """The full names of what a module imports, wherever it does."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "an import says from where"
            yield from (f"{node.module}.{each.name}" for each in node.names)


def for_types_only(path: Path) -> set[str]:
    """What a module imports under `if TYPE_CHECKING`, which binds nobody when the program runs."""
    guarded = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    ]
    inner = [each for node in guarded for each in ast.walk(node) if isinstance(each, ast.ImportFrom)]
    return {f"{each.module}.{name.name}" for each in inner for name in each.names}


def named(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_a_module_imports_only_what_stands_above_it(path: Path) -> None:
    if stage(path) == "__init__":
        assert list(imports(path)) == []
        return
    ours = [each.split(".") for each in imports(path) if each.startswith("sitegen.")]
    stages = {each[1] for each in ours if each[1] != "__version__"}
    above = ORDER[: ORDER.index(stage(path)) + 1]
    assert stages - {*above} - {each.split(".")[1] for each in for_types_only(path)} == set()


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_a_library_is_imported_in_its_home_only(path: Path) -> None:
    libraries = {each.split(".")[0] for each in imports(path)}
    assert [each for each in libraries & HOMES.keys() if stage(path) not in HOMES[each]] == []


@pytest.mark.parametrize("path", sorted((PACKAGE / "systems").rglob("*.py")), ids=named)
def test_a_system_imports_nouns_and_toolkit_only(path: Path) -> None:
    stages = {each.split(".")[1] for each in imports(path) if each.startswith("sitegen.")}
    assert stages <= {*ORDER[: ORDER.index("system")], "toolkit", "systems"}


@pytest.mark.parametrize("path", sorted((PACKAGE / "commands").rglob("*.py")), ids=named)
def test_a_command_imports_no_other(path: Path) -> None:
    own = path.relative_to(PACKAGE / "commands").parts[0].removesuffix(".py")
    commands = {each.split(".")[2] for each in imports(path) if each.startswith("sitegen.commands.")}
    assert commands <= {own} | NEEDED.get(own, set())


@pytest.mark.parametrize("path", [each for each in MODULES if stage(each) != "cli"], ids=named)
def test_nothing_but_the_command_line_prints_or_exits(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert {"print", "input", "exit", "sys.exit", "click.echo"}.isdisjoint(calls)


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_a_module_can_be_read_in_one_sitting(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 250


def test_the_order_names_what_there_is() -> None:
    assert set(ORDER) == {stage(path) for path in MODULES} - {"__init__"}
