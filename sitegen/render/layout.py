"""Which columns of a table pages show, in which order, and what the style sheet is told of them."""

from collections.abc import Sequence

from sitegen.table import Column, Shown, Table, columns

_NUMERIC = {"number", "signed", "rank", "movement"}
_BESIDE_THE_NAME = ("rank", "player", "rating", "signed", "movement", "number")
_DENSE = 10  # a table with more columns than this is set in smaller type


def visible(table: type[Table]) -> list[Column]:
    """The columns that pages show, in their order there.

    Beside a player, who is shown by name, the name is not repeated. In a list of players by rating, what
    moved stands beside the rating and words stand last, so that a phone shows first what one looks for.
    """
    described = columns(table)
    has_player = any(each.shown.style == "player" for each in described)
    shown = [each for each in described if each.name != "name" or not has_player]
    return sorted(shown, key=_nearness) if _is_list(shown) else shown


def row_header(table: type[Table]) -> Column | None:
    """The column that says what a row is about: the player, in a list of players, or else the event."""
    shown = visible(table)
    player = next((each for each in shown[:2] if each.shown.style == "player"), None)
    return player or next((each for each in shown[:1] if each.shown.style == "event"), None)


def is_numeric(column: Column) -> bool:
    """Whether the cells of a column line up at the right."""
    return column.shown.style in _NUMERIC


def _is_list(shown: Sequence[Column]) -> bool:
    """Whether the rows of a table are players with their ratings."""
    return shown[0].shown.style in {"rank", "player"} and "rating" in map(_kind, shown)


def _kind(column: Column) -> str:
    """The style of a column; a whole rating, the figure that a list is about, is a style of its own."""
    return "rating" if column.kind is float and column.shown == Shown("number", 0) else column.shown.style


def _nearness(column: Column) -> int:
    kind = _kind(column)
    return _BESIDE_THE_NAME.index(kind) if kind in _BESIDE_THE_NAME else len(_BESIDE_THE_NAME)


def classes(described: Sequence[Column], head: Column | None) -> str:
    """What the style sheet has to know of the columns.

    Which hold numbers (`n3`) and ratings (`r3`), which says what a row is about (`h2`), whether the first is
    the rank, and whether there are many.
    """
    heads = [f" h{place}" for place, each in enumerate(described, 1) if each == head]
    numeric = [f" n{place}" for place, each in enumerate(described, 1) if is_numeric(each)]
    ratings = [f" r{place}" for place, each in enumerate(described, 1) if _kind(each) == "rating"]
    ratings = ratings if _is_list(described) else []
    ranked = [" ranked"] if described and described[0].shown.style == "rank" else []
    dense = [" dense"] if len(described) > _DENSE else []
    return "".join([*heads, *numeric, *ratings, *ranked, *dense])
