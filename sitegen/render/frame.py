"""What the tables of players' pages have alike that show the same columns."""

from collections.abc import Mapping
from typing import NamedTuple

from sitegen.render.cells import Cells
from sitegen.render.layout import attribute, other_class, worded
from sitegen.render.told import Rows


class Frame(NamedTuple):
    """The classes of a table, its heads, and the class and the tag of each of its columns."""

    layout: str
    heads: str
    kinds: Mapping[int, str]
    tags: Mapping[int, str]


def framed(rows: Rows, cells: Cells) -> Frame:
    """What is around the cells of these rows."""
    kinds = _kinds(rows)
    told = [(attribute(kind), cells.word(rows.columns[each].label)) for each, kind in kinds.items()]
    heads = "".join([f'\n<th scope="col"{kind}>{head}' for kind, head in told])
    return Frame(_layout(rows, kinds), heads, kinds, _tags(rows, kinds))


def _layout(rows: Rows, kinds: Mapping[int, str]) -> str:
    """The classes of the table, which say of whole columns what cells would repeat."""
    own, shown = rows.told, rows.shown
    words = ["n" if each in {own.when, own.name} else kind for each, kind in kinds.items()]
    day, value = (" day" if own.when in shown else ""), " val" if own.value in shown else ""
    change = f" d{len(shown) - shown.index(own.change)}" if own.change in shown else ""
    fold = " folded" if rows.is_folded else ""
    return fold + (" wraps" if rows.wraps else "") + day + change + value + worded(words)


def _kinds(rows: Rows) -> Mapping[int, str]:
    """The class of each column: what the style sheet has to know of it."""
    own, described = rows.told, rows.columns
    kinds = {own.when: "dt", own.change: "d", own.value: "v", own.name: ""}
    return {
        each: kinds[each] if each in kinds else other_class(described[each], optional=rows.is_folded)
        for each in rows.shown
    }


def _tags(rows: Rows, kinds: Mapping[int, str]) -> Mapping[int, str]:
    """What begins the cells of each column; where they are told below the name they say which go."""
    if rows.is_folded and not rows.wraps:
        return {each: f"<td{attribute(kind)}>" for each, kind in kinds.items()}
    return dict.fromkeys(kinds, "<td>")
