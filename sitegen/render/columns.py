"""The cells of a column with their tags, written whole."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from html import escape
from typing import Any

from sitegen.career import WITH_WINNERS
from sitegen.derived.feats import formed
from sitegen.render import drawn
from sitegen.render.cells import Cells, Memo
from sitegen.render.layout import attribute
from sitegen.table import Column

Written = Callable[[Iterable[Any]], Iterable[str]]
_LINE = "\N{NO-BREAK SPACE}"  # what a flag stands on where there is no name
_NOT_ZERO = frozenset("123456789")
_HIDDEN = re.compile("<span class=vh>(.*?)</span>")  # shorter in a list, where there are thousands
_Write = Callable[[Iterable[float | None]], list[str]]


def writer(cells: Cells, column: Column, kind: str, *, listed: bool) -> Written:
    """What writes the cells of a column, given whole; of days that say their event with its keys.

    `kind` is their class, which they have in a list; elsewhere the place of the column says it. Of changes
    and moves the sign makes another class.
    """
    own = kind if listed else ""
    tag, style = "<th>" if kind == "h" else f"<td{attribute(own)}>", column.shown.style
    if column.kind is float and style in {"number", "signed"}:
        signed, decimals = style == "signed", column.shown.decimals
        write = partial(cells.language.numbers, decimals=decimals, signed=signed)
        return partial(_changes, own, write) if kind == "d" else partial(_figures, tag, write)
    if style == "course":
        return partial(_courses, tag)
    if style == "source":  # each row stands in a line of its own: none comes again
        return lambda values: cells.sources_of(values, tag)
    if column.event:
        return partial(map, Memo(lambda pair: tag + cells.leading(column, *pair)).__getitem__)
    return partial(map, Memo(partial(_cell, cells, column, tag, own)).__getitem__)


def named(cells: Cells, column: Column, beside: Column | None) -> Written:
    """What writes the cells that say whom a row is about, each with what stands small `beside` the name.

    The club of a player leads nowhere there: the whole cell is the way to the player.
    """
    small = Memo(lambda value: f" <small>{_beside(cells, beside, value)}</small>" if value else "")
    return partial(map, Memo(lambda pair: f"<th>{cells.one(column, pair[0])}{small[pair[1]]}").__getitem__)


def _beside(cells: Cells, column: Column | None, value: Any) -> str:
    return cells.one(column, value) if column and column.name != "club" else escape(str(value))


def _cell(cells: Cells, column: Column, tag: str, own: str, value: Any) -> str:
    style = column.shown.style
    if style == "form":
        return tag + _form(cells, column, value)
    text = cells.one(column, value)
    if style != "movement":
        return tag + text
    way = f"<td{attribute(f'{own} up' if value > 0 else f'{own} down')}>" if value else tag
    return way + _HIDDEN.sub(r"<i>\1</i>", text)


def _form(cells: Cells, column: Column, value: str) -> str:
    if not value:
        return ""
    said = formed(value, cells.language, wins=column.unit in WITH_WINNERS)
    return drawn.ticks(value, escape(said))


def _courses(tag: str, values: Iterable[Any]) -> list[str]:
    courses = list(values)
    least = drawn.spread(courses)
    return [tag + drawn.spark(each, least) for each in courses]


def _figures(tag: str, write: _Write, values: Iterable[Any]) -> list[str]:
    """Cells of figures, hardly two of which are alike."""
    return [tag + text for text in write(values)]


def _changes(kind: str, write: _Write, values: Iterable[Any]) -> list[str]:
    """Cells of changes, each with its sign as a class; one that rounds to nothing has none."""
    (nothing,) = write([0.0])
    amounts, still = list(values), f"<td{attribute(kind)}>"
    up, down = (f"<td{attribute(f'{kind} {way}')}>" for way in ("up", "down"))
    return [
        (still if not text or text == nothing else up if amount > 0 else down) + text
        for text, amount in zip(write(amounts), amounts, strict=True)
    ]


def changed(amount: float | None, text: str) -> str:
    """The cell of a change, which says whether it rose or fell as far as that is shown."""
    if not amount or _NOT_ZERO.isdisjoint(text):
        return f"<td>{text}"
    return f"<td class={'up' if amount > 0 else 'down'}>{text}"


def changes(amounts: Sequence[float | None], texts: Sequence[str]) -> list[str]:
    """The cells of changes."""
    return [changed(amount, text) for amount, text in zip(amounts, texts, strict=True)]


def flagged(cell: str, flag: str) -> str:
    """The cell with the name of a row, with the flag of the row before the name."""
    if cell.startswith("<th>"):
        return f"<th>{flag}{cell[4:]}"
    return cell + (flag and flag + _LINE)
