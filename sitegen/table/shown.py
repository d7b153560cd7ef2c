"""How cells are shown: the types of columns, beside those of Python."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Literal, NamedTuple

Role = Literal["rank", "move", "name", "beside", "value", "change", "course", "form", "counted", "optional"]
"""What a column is to a list, by which every page lays it out: `rank`, the place; `move`, the places won or
lost; `name`, what the row is about; `beside` that in small, such as the club; `value`, the figure that the
list is about, and its `change`; `course` and `form`, how it went; `counted`, whether a result counts at all;
all else is `optional`: the first to go where there is little room."""


class Shown(NamedTuple):
    """How the cells of a type are shown, whatever the column.

    `style` is text, number, short (a number with the decimals that it has), signed, percentage, rank,
    movement, player, event, topic, remark, source, course or form; `decimals` counts for number and signed
    only, and says what people see: files always hold the unrounded value.
    `about` marks the figure that a list of players is about, where that is not the first. What is not
    `on_pages` is there for other cells of the row. `role` is that of a column which says no other.
    """

    style: str
    decimals: int = 0
    about: bool = False
    on_pages: bool = True
    role: Role = "optional"


PlayerId = Annotated[str, Shown("player", role="name")]
"""The id of a player; in a file that is read also a name or alias that exactly one player bears."""
PlayDate = Annotated[date, Shown("event")]
"""A day on which was played; shown as a link to that evening, week or round."""
EventKey = Annotated[str, Shown("event")]
"""The key of a results page; shown as a link to it."""
EventOf = Annotated[str, Shown("event", on_pages=False)]
"""The key of the results page that days of the row lead to; not shown itself, nothing where there is none."""
Topical = Annotated[str, Shown("topic")]
"""A word that has a page of the ranking to itself, such as a game; shown as a link to it."""
Rank = Annotated[int, Shown("rank", role="rank")]
Movement = Annotated[int, Shown("movement", role="move")]
"""Places won (positive) or lost since the list before."""
Rating = Annotated[float, Shown("number", 0)]
Change = Annotated[float, Shown("signed", 1, role="change")]
Figure = Annotated[float, Shown("number", 2)]
"""A number of a calculation, with enough decimals to follow it."""
Hidden = Annotated[float, Shown("number", 2, on_pages=False)]
"""The same where no column of a page shows it: it is filled in a calculation."""
Chance = Annotated[float, Shown("number", 4)]
Percentage = Annotated[float, Shown("percentage")]
"""A part of one, shown in whole percents."""
Remark = Annotated[str, Shown("remark")]
"""A text of the program's own, shown in the language of the site; what follows `: ` is left as it is."""
Source = Annotated[str, Shown("source")]
"""Where a row was read: `path:line`, relative to the site."""
SourceOf = Annotated[str, Shown("source", on_pages=False)]
"""The same for what reports a mistake in the row; not shown itself."""
Course = Annotated[Sequence[float], Shown("course", role="course")]
"""How a figure went, oldest first, at moments equally far apart; drawn as a small line."""
Form = Annotated[str, Shown("form", role="form")]
"""The latest results, oldest first, a letter each: `w` won, `d` drawn, `l` lost; drawn as ticks."""
