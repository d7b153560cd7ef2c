"""The published tables of a site as data frames, for notebooks and programs; `sitegen.frames` leads here."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd

from sitegen import build, config
from sitegen.datacells import by_column
from sitegen.language import Language
from sitegen.model import Published
from sitegen.problem import Problem, errors
from sitegen.table import Column
from sitegen.tell import line

T = TypeVar("T")
_TYPES = {date: "datetime64[s]", int: "Int64", float: "float64", bool: "boolean"}


class SiteError(Exception):
    """The errors of a site of which there are no tables; they are told in its language."""

    def __init__(self, problems: Sequence[Problem], language: Language) -> None:
        super().__init__("\n".join(line(each, language) for each in problems))
        self.problems = problems


class Frames(dict[str, T]):
    """Rankings or tables by name: `of["rating-list"]` is also `of.rating_list`."""

    def __getattr__(self, name: str) -> T:
        found = {each.replace("-", "_"): each for each in self}
        if name not in found:
            raise AttributeError(f"there is no {name!r} here: {', '.join(found)}")
        return self[found[name]]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(each.replace("-", "_") for each in self)]

    def __repr__(self) -> str:
        return f"<{', '.join(self)}>"


def frames(folder: str | Path = ".", as_of: date | None = None) -> Frames[Frames[pd.DataFrame]]:
    """The published tables of the site in `folder` by ranking and name: `frames("club")["chess"].ranking`.

    They hold what the site publishes `as_of` a day, or else today, with hidden players under their labels.
    Days, whole numbers, choices and so on have types of their own; a blank cell is missing. Beside each
    player's id stands the name. Raises `SiteError` when the site has errors.
    """
    root = Path(folder)
    found = build.rated(root, *config.days(config.load(root)[0], datetime.now(UTC), as_of))
    if found.given is None:
        raise SiteError(errors(found.problems), Language(config.language(root)))
    tables = {each.ranking.id: (each.files, each.names) for each in found.given.boards}
    return Frames(
        {
            id_: Frames({name: _frame(each.published, names) for name, each in files.items()})
            for id_, (files, names) in tables.items()
        }
    )


def _frame(published: Published, names: Mapping[str, str]) -> pd.DataFrame:
    every = by_column(published)
    frame = pd.DataFrame(
        {column.name: pd.Series(cells, dtype=_type(column, cells)) for column, cells in every}
    )
    players = [column.name for column, _ in every if column.shown.style == "player"]
    for each in players[1:] if "name" in frame else players:  # `name` is that of the first
        if f"{each}_name" not in frame:
            named = frame[each].map(lambda id_: names.get(id_, id_), na_action="ignore").astype("string")
            frame.insert(frame.columns.get_loc(each) + 1, f"{each}_name", named)
    return frame


def _type(column: Column, cells: Sequence[Any]) -> Any:
    if column.choices:
        return pd.CategoricalDtype([*dict.fromkeys([*column.choices, *filter(None, cells)])])
    return _TYPES.get(column.kind, "string")
