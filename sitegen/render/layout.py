"""Which columns of a table pages show, in which order and bodies, and what the style sheet is told."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from operator import attrgetter

from sitegen.model import Section
from sitegen.table import Column, Table, columns

_NUMERIC = {"number", "short", "signed", "rank", "movement"}
_BESIDE_THE_NAME = ("rank", "player", "figure", "signed", "movement", "number")
_DENSE = 10  # a table with more columns than this is set in smaller type


def visible(table: type[Table]) -> list[Column]:
    """The columns that pages show, in their order there.

    Beside a player, who is shown by name, the name is not repeated. In a list of players the figure that it
    is about comes first, beside it what moved, and words last: a phone shows first what one looks for.
    """
    described, about = [each for each in columns(table) if each.shown.on_pages], figure(table)
    has_player = any(each.shown.style == "player" for each in described)
    shown = [each for each in described if each.name != "name" or not has_player]
    return sorted(shown, key=partial(_nearness, about)) if about else shown


def row_header(table: type[Table]) -> Column | None:
    """The column that says what a row is about: a player that is always there, or else the event."""
    shown = visible(table)
    player = next((each for each in shown[:2] if each.shown.style == "player" and not each.blank), None)
    return player or next((each for each in shown[:1] if each.shown.style == "event"), None)


def bodies(section: Section) -> list[slice]:
    """The rows of each body of a table: of all, or of those that are set apart from others."""
    if not section.apart:
        return [slice(None)]
    of = attrgetter(section.apart)
    bounds = [n for n, (above, row) in enumerate(pairwise(section.rows), 1) if of(above) != of(row)]
    return [slice(start, end) for start, end in pairwise([0, *bounds, len(section.rows)])]


def is_numeric(column: Column) -> bool:
    """Whether the cells of a column line up at the right."""
    return column.shown.style in _NUMERIC


def figure(table: type[Table]) -> Column | None:
    """The figure that a list of players is about: the one that is marked so, or the first with decimals.

    The rows of such a list say the name of their player; None in another table.
    """
    described = columns(table)
    is_list = any(each.name == "name" for each in described)
    figures = [each for each in described if each.kind is float and each.shown.style == "number"]
    marked = [each for each in figures if each.shown.about]
    return next(iter([*marked, *figures]), None) if is_list else None


def _nearness(about: Column, column: Column) -> int:
    kind = "figure" if column == about else column.shown.style
    return _BESIDE_THE_NAME.index(kind) if kind in _BESIDE_THE_NAME else len(_BESIDE_THE_NAME)


def classes(table: type[Table], described: Sequence[Column]) -> str:
    """What the style sheet has to know of the columns of `table` that are shown.

    Which hold numbers (`n3`), which the figure that a list is about (`r3`), which says what a row is about
    (`h2`), whether that is an event, whether the first is the rank, and whether there are many.
    """
    head, about = row_header(table), figure(table)
    heads = [f" h{place}" for place, each in enumerate(described, 1) if each == head]
    numeric = [f" n{place}" for place, each in enumerate(described, 1) if is_numeric(each)]
    figures = [f" r{place}" for place, each in enumerate(described, 1) if each == about]
    keyed = [" keyed"] if head and head.shown.style == "event" else []
    ranked = [" ranked"] if described and described[0].shown.style == "rank" else []
    dense = [" dense"] if len(described) > _DENSE else []
    return "".join([*heads, *numeric, *figures, *keyed, *ranked, *dense])
