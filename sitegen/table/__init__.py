"""A table declared once: its columns, how a cell of each is read, and how it is shown.

    class Match(Table):
        date: PlayDate = column("the day it was played")
        length: int = column("points the match was played to", minimum=1)
        kind: Literal["club", "friendly"] = column("what it was played for", default="club")

The reader, `sitegen systems`, the published files and the HTML tables are all derived from such a
declaration. A row is immutable and a tuple underneath: half a million of them are made in 0.1 s, where
frozen dataclasses take five times as long.
"""

from sitegen.table.columns import Column, cell_columns, column_of, columns, decimals, names, written
from sitegen.table.narrowed import narrowed
from sitegen.table.roles import Roles, figure, role, roles
from sitegen.table.row import Table, column, many
from sitegen.table.rows import Cells, Piece, Rows, by_column, cells, named_cells, pieces
from sitegen.table.shown import (
    Chance,
    Change,
    Course,
    EventKey,
    EventOf,
    Figure,
    Form,
    Hidden,
    Movement,
    Percentage,
    PlayDate,
    PlayerId,
    Rank,
    Rating,
    Remark,
    Role,
    Shown,
    Source,
    SourceOf,
    Topical,
)

__all__ = [
    "Cells", "Chance", "Change", "Column", "Course", "EventKey", "EventOf", "Figure", "Form", "Hidden",
    "Movement", "Percentage", "Piece", "PlayDate", "PlayerId", "Rank", "Rating", "Remark", "Role", "Roles",
    "Rows", "Shown", "Source", "SourceOf", "Table", "Topical", "by_column", "cell_columns", "cells", "column",
    "column_of", "columns", "decimals", "figure", "many", "named_cells", "names", "narrowed", "pieces",
    "role", "roles", "written",
]  # fmt: skip
