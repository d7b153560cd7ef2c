"""The cells of a column with their tags, written whole."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial
from html import escape
from typing import Any, NamedTuple

from sitegen.career import WITH_WINNERS
from sitegen.derived.feats import formed
from sitegen.render import drawn
from sitegen.render.cells import Cells, Memo
from sitegen.render.layout import attribute
from sitegen.table import Column
from sitegen.whole import MINUS

Written = Callable[[Iterable[Any]], Iterable[str]]
_LINE = "\N{NO-BREAK SPACE}"  # what a flag stands on where there is no name
_NOT_ZERO = frozenset("123456789")
_HIDDEN = re.compile("<span class=vh>(.*?)</span>")  # shorter in a list, where there are thousands
_Write = Callable[[Iterable[float | None]], Sequence[str]]


class _Ways(NamedTuple):
    """The tags of cells in which nothing stands, nothing changed, and something rose or fell."""

    blank: str
    level: str
    up: str
    down: str


_TOLD = _Ways("<td>", "<td class=e>", "<td>", "<td class=l>")
"""Where the place of a column says that it is one of changes, most of which are there for who rose."""

_LOST = _TOLD._replace(up="<td class=up>", down="<td>")


def writer(cells: Cells, column: Column, kind: str, own: str | None) -> Written:
    """What writes the cells of a column, given whole; of days that say their event with its keys.

    `kind` is what they are, and `own` the class that they have; None where their places say all, so that of
    changes and moves the sign makes a class only for what fell.
    """
    tag, style = "<th>" if kind == "h" else f"<td{attribute(own or '')}>", column.shown.style
    ways = _TOLD if own is None else _ways(own)
    if column.kind is float and style in {"number", "signed"}:
        signed, decimals = style == "signed", column.shown.decimals
        if kind == "d":
            return partial(_changes, ways, partial(cells.language.numbers, decimals=decimals, signed=signed))
        return partial(cells.figures, tag=tag, decimals=decimals, signed=signed)
    if style == "course":
        return partial(_courses, tag)
    if style == "source":  # each row stands in a line of its own: none comes again
        return lambda values: cells.sources_of(values, tag)
    if column.event:
        return partial(map, Memo(lambda pair: tag + cells.leading(column, *pair)).__getitem__)
    return partial(map, Memo(partial(_cell, cells, column, tag, ways)).__getitem__)


def shortened(cells: Cells, column: Column, kind: str) -> Written | None:
    """What writes the cells of a column whose head says the file or the year of all; None where none can.

    It takes days with the keys of their events. A number alone would be too small a link to be touched.
    """
    if column.shown.style == "source" and not cells.sources:
        return lambda values: [f"<td>{each.rpartition(':')[2]}" for each in values]
    if column.kind is date and kind != "h":
        return partial(cells.days, tag="<td>", timed=True)
    return None


def header(cells: Cells, column: Column) -> Written:
    """What writes the cells that say whom a row of a list is about: the name is an element in each."""
    return partial(map, Memo(lambda value: f"<th>{_element(cells.one(column, value))}").__getitem__)


def named(cells: Cells, column: Column, beside: Column | None, *, is_list: bool) -> Written:
    """The same with what stands small `beside` the name: on a list all that is behind the name.

    The club of a player leads nowhere there: the whole cell is the way to the player.
    """
    opening, closing = ("", "") if is_list else ("<small>", "</small>")
    small = Memo(lambda value: f" {opening}{_beside(cells, beside, value)}{closing}" if value else "")
    name = Memo(lambda value: _element(cells.one(column, value)) if is_list else cells.one(column, value))
    return partial(map, Memo(lambda pair: f"<th>{name[pair[0]]}{small[pair[1]]}").__getitem__)


def _element(name: str) -> str:
    return name if name.startswith("<a") else f"<b>{name}</b>"


def _beside(cells: Cells, column: Column | None, value: Any) -> str:
    return cells.one(column, value) if column and column.name != "club" else escape(str(value), quote=False)


def _ways(own: str) -> _Ways:
    blank, up, down = (f"<td{attribute(f'{own} {way}')}>" for way in ("", "up", "l"))
    return _Ways(blank, blank, up, down)


def _cell(cells: Cells, column: Column, tag: str, ways: _Ways, value: Any) -> str:
    style = column.shown.style
    if style == "form":
        return tag + _form(cells, column, value)
    text = cells.one(column, value)
    if style != "movement":
        return tag + text
    if value is None:
        return ways.level + text
    way, said = (ways.up, "i") if value > 0 else (ways.blank, "u" if value < 0 else "i")
    return way + _HIDDEN.sub(rf"<{said}>\1</{said}>", text)  # of which `u` says that it fell


def _form(cells: Cells, column: Column, value: str) -> str:
    if not value:
        return ""
    said = formed(value, cells.language, wins=column.unit in WITH_WINNERS)
    return drawn.ticks(value, escape(said))


def _courses(tag: str, values: Iterable[Any]) -> list[str]:
    courses = list(values)
    least = drawn.spread(courses)
    return [tag + drawn.spark(each, least) for each in courses]


def _changes(ways: _Ways, write: _Write, values: Iterable[Any]) -> list[str]:
    """Cells of changes, each by its sign; one that rounds to nothing has none."""
    (nothing,) = write([0.0])
    amounts, still = list(values), {"": ways.blank, nothing: ways.level}
    return [
        (still.get(text) or (ways.up if amount > 0 else ways.down)) + text
        for text, amount in zip(write(amounts), amounts, strict=True)
    ]


def changes(texts: Iterable[str], lost: Iterable[bool]) -> list[str]:
    """The cells of changes as they are written, each beside whether its row says that it was lost.

    In one that does most changes are there for what fell.
    """
    return [_CHANGES[is_lost][text] for text, is_lost in zip(texts, lost, strict=True)]


def _changed(ways: _Ways, text: str) -> str:
    """The cell of a change, which says whether it rose or fell as far as that is shown."""
    if not text:
        return ways.blank
    if _NOT_ZERO.isdisjoint(text):
        return ways.level + text
    return (ways.down if text.startswith(("-", MINUS)) else ways.up) + text


_CHANGES = [Memo(partial(_changed, each)) for each in (_TOLD, _LOST)]
"""By whether the row was lost: changes have few decimals, so that most come again."""


def flagged(cell: str, flag: str) -> str:
    """The cell with the name of a row, with the flag of the row before the name."""
    if cell.startswith("<th>"):
        return f"<th>{flag}{cell[4:]}"
    return cell + (flag and flag + _LINE)
