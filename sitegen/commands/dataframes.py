"""The published tables of a site as data frames, for notebooks and programs; `sitegen.frames` leads here."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd

from sitegen import build
from sitegen.core.language import Language
from sitegen.core.model import PublishedTable
from sitegen.core.problems import Problem, select_errors
from sitegen.core.table import Column
from sitegen.core.terminal import format_problem
from sitegen.inputs.config import settings, site
from sitegen.rankings.datafiles import collect_columns

T = TypeVar("T")
_DTYPES = {date: "datetime64[s]", int: "Int64", float: "float64", bool: "boolean"}


class SiteError(Exception):
    """The errors of a site of which there are no tables; they are told in its language."""

    def __init__(self, problems: Sequence[Problem], language: Language) -> None:
        super().__init__("\n".join(format_problem(problem, language) for problem in problems))
        self.problems = problems


class Frames(dict[str, T]):
    """Rankings or tables by name: `of["rating-list"]` is also `of.rating_list`."""

    def __getattr__(self, name: str) -> T:
        found = {key.replace("-", "_"): key for key in self}
        if name not in found:
            raise AttributeError(f"there is no {name!r} here: {', '.join(found)}")
        return self[found[name]]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(key.replace("-", "_") for key in self)]

    def __repr__(self) -> str:
        return f"<{', '.join(self)}>"


def frames(folder: str | Path = ".", as_of: date | None = None) -> Frames[Frames[pd.DataFrame]]:
    """The published tables of the site in `folder` by ranking and name: `frames("club")["chess"].ranking`.

    They hold what the site publishes `as_of` a day, or else today, with hidden players under their labels.
    Days, whole numbers, choices and so on have types of their own; a blank cell is missing. Beside each
    player's id stands the name. Raises `SiteError` when the site has errors.
    """
    root = Path(folder)
    found = build.rate_site(root, *site.compute_dates(settings.load_site(root)[0], datetime.now(UTC), as_of))
    if found.page_inputs is None:
        raise SiteError(select_errors(found.problems), Language(settings.detect_language(root)))
    tables = {context.ranking.id: (context.files, context.names) for context in found.page_inputs.contexts}
    return Frames(
        {
            id_: Frames({name: _build_frame(table.published, names) for name, table in files.items()})
            for id_, (files, names) in tables.items()
        }
    )


def _build_frame(published: PublishedTable, names: Mapping[str, str]) -> pd.DataFrame:
    every = collect_columns(published)
    frame = pd.DataFrame(
        {column.name: pd.Series(cells, dtype=_choose_dtype(column, cells)) for column, cells in every}
    )
    players = [column.name for column, _ in every if column.display.style == "player"]
    for player in players[1:] if "name" in frame else players:  # `name` is that of the first
        if f"{player}_name" not in frame:
            named = frame[player].map(lambda id_: names.get(id_, id_), na_action="ignore").astype("string")
            frame.insert(frame.columns.get_loc(player) + 1, f"{player}_name", named)
    return frame


def _choose_dtype(column: Column, cells: Sequence[Any]) -> Any:
    if column.choices:
        return pd.CategoricalDtype([*dict.fromkeys([*column.choices, *filter(None, cells)])])
    return _DTYPES.get(column.kind, "string")
