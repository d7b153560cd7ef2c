"""The files of a ranking, with their headers read."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from sitegen.config import Ranking
from sitegen.language import ENGLISH, Language
from sitegen.memory import FORGETFUL, Memory
from sitegen.problem import Problem
from sitegen.read import folder, mixed
from sitegen.read.csvfile import opened
from sitegen.read.encoding import decoded
from sitegen.read.grid import Grid
from sitegen.read.people import People, persons
from sitegen.read.veil import UNVEILED, Veil
from sitegen.system import kept
from sitegen.table import Column, Table, cell_columns

PLAYERS = "players"


class Files(NamedTuple):
    """The files of a ranking by table; `lost` are the tables of which one could not be read."""

    ranking: Ranking
    tables: Mapping[str, type[Table]]
    grids: Mapping[str, Sequence[Grid]]
    lost: frozenset[str]
    problems: Sequence[Problem]

    @property
    def every(self) -> Iterator[Grid]:
        """All of them, table by table."""
        return chain(*self.grids.values())


def files(root: Path, ranking: Ranking, only: str = "", memory: Memory = FORGETFUL) -> Files:
    """Find and decode the files of a ranking, of all its tables or of `only` one."""
    tables = {each.name: each.rows for each in kept(ranking.system)}
    paths, problems = folder.tables(root, ranking.id, list(tables))
    grids: dict[str, list[Grid]] = {name: [] for name in tables}
    lost = set()
    for name in [only] if only else tables:
        for path in paths[name]:
            grid, found = _grid(root, path, tables[name], memory)
            problems += found
            grids[name] += [grid] if grid else []
            lost |= set() if grid else {name}
    return Files(ranking, tables, grids, frozenset(lost), problems)


def _grid(root: Path, path: str, table: type[Table], memory: Memory) -> tuple[Grid | None, Sequence[Problem]]:
    data, problems = folder.content(root, path)
    if data is None:
        return None, problems
    return memory.made(("file", path), [table], data, partial(_opened, data, path, cell_columns(table)))


def _opened(data: bytes, path: str, columns: Sequence[Column]) -> tuple[Grid | None, Sequence[Problem]]:
    text, found = decoded(data, path)
    grid, wrong = opened(text, path, columns) if text is not None else (None, [])
    return grid, [*found, *wrong]


def people(
    files: Files, *, reveal: bool = False, language: Language = ENGLISH, veil: Veil = UNVEILED
) -> People:
    """The players of a ranking, the hidden ones labelled in `language`.

    They are incomplete when a file of them is lost, its header is not all known, or a row is all in one cell.
    """
    grids = files.grids[PLAYERS]
    everyone = persons(grids)
    are_named = all({"id", "name"} <= {*each.names} and each.is_sound for each in grids)
    are_cut = not any(delimiter in each.id for each in everyone for delimiter in mixed.DELIMITERS)
    is_complete = bool(grids) and PLAYERS not in files.lost and are_named and are_cut
    return People(everyone, is_complete, reveal, grids, language, veil)
