"""The published tables of a site as data frames, for notebooks and programs: `sitegen.frames`."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd

from sitegen import publishing
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
    """A site has errors and therefore no tables; the message has them in the language of the site."""

    def __init__(self, problems: Sequence[Problem], language: Language) -> None:
        super().__init__("\n".join(format_problem(problem, language) for problem in problems))
        self.problems = problems


class Frames(dict[str, T]):
    """Rankings or tables by name: `frames["rating-list"]` is also `frames.rating_list`."""

    def __getattr__(self, name: str) -> T:
        key_of = {key.replace("-", "_"): key for key in self}
        if name not in key_of:
            raise AttributeError(f"there is no {name!r} here: {', '.join(key_of)}")
        return self[key_of[name]]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(key.replace("-", "_") for key in self)]

    def __repr__(self) -> str:
        return f"<{', '.join(self)}>"


def frames(folder: str | Path = ".", as_of: date | None = None) -> Frames[Frames[pd.DataFrame]]:
    """Return the published tables of the site in `folder` by ranking and name.

    `frames("club")["chess"].ranking` is the table `ranking` of the ranking `chess`, as the site publishes it
    `as_of` a day, or else today, with hidden players under their labels. Dates, whole numbers, choices and so
    on have dtypes of their own; a blank cell is missing. A column with the name follows each column of player
    ids. Raises `SiteError` when the site has errors.
    """
    root = Path(folder)
    rated_site = publishing.rate_site(
        root, *site.compute_dates(settings.load_site(root)[0], datetime.now(UTC), as_of)
    )
    if rated_site.page_inputs is None:
        raise SiteError(select_errors(rated_site.problems), Language(settings.detect_language(root)))
    return Frames(
        {
            context.ranking.id: Frames(
                {name: _build_frame(table.published, context.names) for name, table in context.files.items()}
            )
            for context in rated_site.page_inputs.contexts
        }
    )


def _build_frame(published: PublishedTable, names: Mapping[str, str]) -> pd.DataFrame:
    columns = collect_columns(published)
    frame = pd.DataFrame(
        {column.name: pd.Series(cells, dtype=_choose_dtype(column, cells)) for column, cells in columns}
    )
    ids = [column.name for column, _ in columns if column.display.style == "player"]
    for id_column in ids[1:] if "name" in frame else ids:  # `name` belongs to the first
        if f"{id_column}_name" not in frame:
            players = frame[id_column].map(lambda id_: names.get(id_, id_), na_action="ignore")
            position = frame.columns.get_loc(id_column) + 1
            frame.insert(position, f"{id_column}_name", players.astype("string"))
    return frame


def _choose_dtype(column: Column, cells: Sequence[Any]) -> Any:
    if column.choices:
        return pd.CategoricalDtype([*dict.fromkeys([*column.choices, *filter(None, cells)])])
    return _DTYPES.get(column.kind, "string")
