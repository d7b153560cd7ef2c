"""Who won what between two days that a visitor picks, with every cell as pages write it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sitegen.board import Board
from sitegen.language import Language
from sitegen.model import Section
from sitegen.table import Column, by_column, columns


@dataclass(frozen=True)
class Risers:
    """A ranking that is calculated once for all days that are asked for."""

    board: Board

    @property
    def ranking(self) -> str:
        """Which one it is."""
        return self.board.ranking.id

    @property
    def language(self) -> Language:
        """The language that it answers in."""
        return self.board.language

    def between(self, first: date, latest: date) -> dict[str, Any]:
        """The `heads` of the table from a day through another, its `rows`, and who has a page, by row.

        A column that is blank in all rows is left out, as it is on pages.
        """
        made = self.board.derived.between
        section = made(first, latest) if made else None
        return self._told(section) if section and section.rows else {"heads": [], "rows": [], "pages": []}

    def _told(self, section: Section) -> dict[str, Any]:
        by_place = zip(columns(section.table), by_column(section.rows), strict=True)
        filled = [(column, cells) for column, cells in by_place if any(each is not None for each in cells)]
        players = next(cells for column, cells in filled if column.shown.style == "player")
        return {
            "heads": [self._head(column) for column, _ in filled],
            "rows": list(zip(*(self._written(*each) for each in filled), strict=True)),
            "pages": [each if each in self.board.derived.linked else "" for each in players],
        }

    def _head(self, column: Column) -> dict[str, str]:
        """What stands above a column, what it means, and how its cells are shown."""
        word = self.language.word
        return {"label": word(column.label), "doc": word(column.doc), "style": column.shown.style}

    def _written(self, column: Column, cells: Sequence[Any]) -> Sequence[str]:
        style, decimals = column.shown.style, column.shown.decimals
        if style == "player":
            return list(map(self.board.name, cells))
        if column.kind is float:
            return self.language.numbers(cells, decimals, signed=style == "signed")
        return ["" if each is None else str(each) for each in cells]
