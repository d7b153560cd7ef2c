"""What a ranking system expects and publishes, told from its declarations."""

from collections.abc import Iterable, Iterator, Sequence

from sitegen.system import System, kept
from sitegen.table import Column, cell_columns, columns

_WORDS = {str: "text", int: "whole number", float: "number", bool: "yes or no", dict: "table"}


def overview(systems: Iterable[tuple[str, System]], used: Sequence[tuple[str, str]]) -> str:
    """A line a system: its name, its regulation, and the rankings of a site that use it (id, system)."""
    found = [(name, system.title) for name, system in systems]
    width = max((len(name) for name, _ in found), default=0)
    rankings = {name: [ranking for ranking, system in used if system == name] for name, _ in found}
    return "\n".join(
        f"{name:{width}}  {title}" + (f" (here: {', '.join(rankings[name])})" if rankings[name] else "")
        for name, title in found
    )


def reference(name: str, system: System) -> str:
    """The tables a club keeps, the options and the published tables of one system."""
    return "\n".join(
        [
            f"{name} - {system.title}",
            "",
            "Tables to keep",
            *_kept(system),
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


def _kept(system: System) -> Iterator[str]:
    for table in kept(system):
        said, _, _ = (table.rows.__doc__ or "").partition("\n")
        missing = " (may be missing)" if table.may_be_missing else ""
        yield f"  results/<ranking>/{table.name}.csv{missing}: {said}"
        yield from _columns(cell_columns(table.rows), "    ")
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
    bounds = [f"from {column.minimum:.12g}"] if column.minimum is not None else []
    bounds += [f"to {column.maximum:.12g}"] if column.maximum is not None else []
    return ", ".join(
        [kind, *bounds, "required" if column.required else f"default {_default(column.default)}"]
    )


def _default(value: object) -> str:
    if value in (None, ""):
        return "blank"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} = {each}" for key, each in value.items()) or "empty"
    if isinstance(value, tuple):
        return ", ".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value)
