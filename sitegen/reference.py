"""What a ranking system expects and publishes, told from its declarations."""

from collections.abc import Iterable, Iterator
from typing import get_args, get_origin, get_type_hints

from sitegen.system import System
from sitegen.table import Column, Table, cell_columns, columns

_WORDS = {str: "text", int: "whole number", float: "number", bool: "yes or no"}


def overview(systems: Iterable[tuple[str, System]]) -> str:
    """A line a system: its name and its regulation."""
    found = [(name, system.title) for name, system in systems]
    width = max((len(name) for name, _ in found), default=0)
    return "\n".join(f"{name:{width}}  {title}" for name, title in found)


def reference(name: str, system: System) -> str:
    """The tables a club keeps, the options and the published tables of one system."""
    return "\n".join(
        [
            f"{name} - {system.title}",
            "",
            "Tables to keep",
            *_inputs(system),
            "Options",
            *_columns(columns(system.Options)),
            "",
            "Published tables",
            *(
                f"  {table}.csv: {', '.join(each.name for each in columns(of))}"
                for table, of in system.outputs.items()
            ),
        ]
    )


def inputs(system: System) -> Iterator[tuple[str, type[Table], bool]]:
    """The tables a club keeps: name of the file, its rows, and whether it may be missing."""
    for field, hint in get_type_hints(system.Inputs).items():
        rows = next(each for each in (hint, *get_args(hint)) if get_origin(each) is list)
        yield field.replace("_", "-"), get_args(rows)[0], field in system.Inputs._field_defaults


def _inputs(system: System) -> Iterator[str]:
    for table, rows, optional in inputs(system):
        yield f"  results/<ranking>/{table}.csv{' (may be missing)' if optional else ''}: {rows.__doc__}"
        yield from _columns(cell_columns(rows), "    ")
        yield ""


def _columns(described: Iterable[Column], indent: str = "  ") -> Iterator[str]:
    told = [(each.name, _kind(each), each.doc) for each in described]
    widths = [max((len(row[place]) for row in told), default=0) for place in (0, 1)]
    for name, kind, doc in told:
        yield f"{indent}{name:{widths[0]}}  {kind:{widths[1]}}  {doc}"


def _kind(column: Column) -> str:
    """`whole number, 1 or more, required`."""
    kind = " | ".join(column.choices) or (
        "player" if column.shown.style == "player" else _WORDS.get(column.kind, column.kind.__name__)
    )
    bounds = [f"from {column.minimum:g}"] if column.minimum is not None else []
    bounds += [f"to {column.maximum:g}"] if column.maximum is not None else []
    return ", ".join(
        [kind, *bounds, "required" if column.required else f"default {_default(column.default)}"]
    )


def _default(value: object) -> str:
    if value in (None, ""):
        return "blank"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
