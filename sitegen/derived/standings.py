"""Where everybody stands on the current list, as what tells of it in a line needs it: in a language."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sitegen.derived import Derived
from sitegen.derived.positions import Position
from sitegen.language import Language
from sitegen.table import Column, Roles, roles


class Standing(NamedTuple):
    """One row of the list: `figure` and `change` as people read them, blank where there is none."""

    player: str
    name: str
    club: str
    rank: int | None
    figure: str
    change: str


class Standings(NamedTuple):
    """The first table of the current list, in its order; `label` says of what the figures are.

    `ranked` is how many have a place.
    """

    of: Mapping[str, Standing]
    label: str = ""
    ranked: int = 0

    @property
    def rows(self) -> Sequence[Standing]:
        """The rows of the table."""
        return list(self.of.values())


def standings(derived: Derived, names: Mapping[str, str], language: Language) -> Standings:
    """The first table with players of the current list of a ranking."""
    first = derived.first
    if first is None:
        return Standings({})
    own, clubs = roles(first.table), {each.id: each.club for each in derived.outcome.players}
    write = _writer(own, language)
    found = {
        player: Standing(player, names.get(player, player), clubs.get(player, ""), each.rank, *write(each))
        for player, each in derived.positions.items()
        if each.section == first.name
    }
    figure = own.column("value")
    ranked = sum(each.rank is not None for each in found.values())
    return Standings(found, figure.label if figure else "", ranked)


def _writer(own: Roles, language: Language) -> Callable[[Position], tuple[str, str]]:
    """What writes the figure and the change of somebody as the cells of the list are."""
    value, change = (_written(column, language) for column in (own.column("value"), own.column("change")))
    return lambda each: (value(each.value), change(each.change) if each.change else "")


def _written(column: Column | None, language: Language) -> Callable[[Any], str]:
    if column is None or column.kind is not float:
        return lambda value: "" if value is None else str(value)
    return language.number(column.shown.decimals, signed=column.shown.style == "signed")
