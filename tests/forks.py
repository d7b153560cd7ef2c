"""Repositories that hold the program beside a site, as a fork of this one does."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import sites

_PROGRAM = Path(__file__).parents[1]
_DROPPINGS = shutil.ignore_patterns("__pycache__", "runtime")  # nothing here runs in a browser
Changes = Mapping[str, Mapping[str, str]]
"""What is written otherwise in which file."""


def write(root: Path, *systems: str) -> None:
    """Write a site by these systems, with a copy of the program that runs here."""
    for name in ("sitegen", "templates"):
        shutil.copytree(_PROGRAM / name, root / name, ignore=_DROPPINGS)
    sites.write(root, sites.files(*systems))


def change(root: Path, changes: Changes) -> None:
    """Write something otherwise in it; what is not there cannot be."""
    for path, later_versions in changes.items():
        text = (root / path).read_text(encoding="utf-8")
        for now, then in later_versions.items():
            assert now in text, f"{path} has no {now!r}"
            text = text.replace(now, then)
        (root / path).write_text(text, encoding="utf-8")


def back(root: Path, changes: Changes) -> None:
    """Write again what runs here."""
    for path in changes:
        shutil.copyfile(_PROGRAM / path, root / path)
