"""The floor plan of a ranking system: the same rooms in each, and pages above the regulation."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SYSTEMS = Path(__file__).parents[2] / "sitegen" / "systems"
NAMES = sorted(path.parent.name for path in SYSTEMS.glob("*/__init__.py"))
PAGES = {"__init__", "lists", "events", "players"}


def imported(path: Path, system: str) -> Iterator[str]:
    """What a module imports of its own system, from the name of the room on."""
    own = f"sitegen.systems.{system}."
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(own):
            yield (node.module or "").removeprefix(own)


def room(path: Path, system: str) -> str:
    return path.relative_to(SYSTEMS / system).parts[0].removesuffix(".py")


@pytest.mark.parametrize("system", NAMES)
def test_pages_import_the_regulation_and_never_the_other_way_round(system: str) -> None:
    above = {"pages"}
    imports = [
        (path.name, module)
        for path in sorted((SYSTEMS / system).rglob("*.py"))
        for module in imported(path, system)
        if module.split(".")[0] in above and room(path, system) not in {*above, "__init__"}
    ]
    assert imports == []


@pytest.mark.parametrize("system", NAMES)
def test_every_system_has_the_same_rooms(system: str) -> None:
    rooms = {room(path, system) for path in (SYSTEMS / system).rglob("*.py")}
    assert {"__init__", "tables"} <= rooms
    assert "outputs" in rooms or "pages" not in rooms, (
        "a small system declares its outputs beside its tables or its steps"
    )
    assert rooms.isdisjoint({"faults", "lists", "events", "players", "topics", "published"})
    pages = {path.stem for path in (SYSTEMS / system / "pages").glob("*") if path.stem != "__pycache__"}
    assert pages <= PAGES


@pytest.mark.parametrize("system", NAMES)
def test_checks_and_tables_know_nothing_of_what_is_published(system: str) -> None:
    imports = [
        (path.name, module)
        for path in sorted((SYSTEMS / system).rglob("*.py"))
        if room(path, system) in {"tables", "checks"}
        for module in imported(path, system)
        if module.split(".")[0] == "outputs"
    ]
    assert imports == []
