"""The strip above a list: what happened since the list before, an answer at a time."""

from html import escape

from sitegen.model import Highlight
from sitegen.render.cells import Cells
from sitegen.strip import Named
from sitegen.table import column_of


def answer(cells: Cells, each: Highlight) -> str:
    """One answer, as the inside of a `<div>`."""
    named = {name: _named(cells, of) for name, of in each.named.items()}
    text, note = (escape(cells.language.titled(said, named)) for said in (each.text, each.note))
    what = cells.player(each.player) if each.player else text
    if each.event and each.player:
        note = cells.to_event(each.event, note)
    elif each.event:
        what = cells.to_event(each.event, what)
    below = f"<small>{note}</small>" if note else ""
    return f"<dt>{escape(cells.language.word(each.label))}<dd>{what}{_figure(cells, each)}{below}"


def _named(cells: Cells, value: object) -> object:
    if isinstance(value, Named):
        return cells.name(value.player)
    return cells.language.number(1)(value) if isinstance(value, float) else value


def _figure(cells: Cells, each: Highlight) -> str:
    if each.figure is None:
        return ""
    column, figure = column_of(each.label, each.shown), each.figure
    moved = figure if column.shown.style in {"signed", "movement"} and isinstance(figure, int | float) else 0
    way = f' class="{"up" if moved > 0 else "down"}"' if moved else ""
    return f" <span{way}>{cells.one(column, figure)}</span>"
