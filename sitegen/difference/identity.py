"""Who is who in two states of a ranking: a player may have begun to hide in between, or have a new id."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from sitegen.model import Player
from sitegen.names import fold
from sitegen.table import Column, Table, columns

Cells = Callable[[Any], tuple[Any, ...]]


@dataclass(frozen=True)
class Identity:
    """The real ids of players by those they are shown under, `before` and `after`, as far as they differ.

    `renamed` has the later id of those whose id changed. Players are told apart by their later real id.
    """

    before: Mapping[str, str] = field(default_factory=dict)
    after: Mapping[str, str] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)

    def was(self, shown: str) -> str:
        """Who was shown so before."""
        real = self.before.get(shown, shown)
        return self.renamed.get(real, real)

    def now(self, shown: str) -> str:
        """Who is shown so after."""
        return self.after.get(shown, shown)

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """What players are shown under after, where that is a label."""
        return {real: label for label, real in self.after.items()}

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Who hides, before or after."""
        return frozenset([*map(self.was, self.before), *self.after.values()])

    def cells(self, table: type[Table]) -> tuple[Cells, Cells]:
        """What gives the cells of a row before, and of one after, with every player by the later real id."""
        is_of_players = issubclass(table, Player)
        places = [n for n, each in enumerate(columns(table)) if _is_player(each, own=is_of_players)]
        is_before = bool(self.before or self.renamed)
        return _of(places, self.was) if is_before else tuple, _of(places, self.now) if self.after else tuple


def _is_player(column: Column, *, own: bool) -> bool:
    return column.shown.style == "player" or (own and column.name == "id")


def _of(places: Sequence[int], who: Callable[[str], str]) -> Cells:
    wanted = frozenset(places)

    def cells(row: Any) -> tuple[Any, ...]:
        return tuple(who(each) if n in wanted and each else each for n, each in enumerate(row))

    return cells


def identity(
    before: Any, after: Any, was_hidden: Mapping[str, str], is_hidden: Mapping[str, str]
) -> Identity:
    """Who is who in the inputs of a ranking at two times, with the real ids of the hidden by their labels."""
    plain = Identity(was_hidden, is_hidden)
    old, new = (
        {who(each.id): each for each in of.players} for of, who in ((before, plain.was), (after, plain.now))
    )
    gone, come = [each for each in old if each not in new], [each for each in new if each not in old]
    if not gone or not come:
        return plain
    results = _results(before, plain.cells, gone, 0), _results(after, plain.cells, come, 1)
    renamed = {one: other for one in gone if (other := _same(one, old, come, new, results))}
    is_clear = len({*renamed.values()}) == len(renamed)
    return Identity(was_hidden, is_hidden, renamed if is_clear else {})


_Results = Mapping[str, Sequence[tuple[Any, ...]]]


def _same(
    one: str,
    old: Mapping[str, Any],
    come: Iterable[str],
    new: Mapping[str, Any],
    results: tuple[_Results, _Results],
) -> str | None:
    """The id that a player has now: of the one with the same name, or else with the same results."""
    own = results[0].get(one)
    alike = [each for each in come if not old[one].hidden and fold(old[one].name) == fold(new[each].name)]
    found = alike or [each for each in come if own and own == results[1].get(each)]
    return found[0] if len(found) == 1 else None


def _results(
    inputs: Any,
    cells: Callable[[type[Table]], tuple[Cells, Cells]],
    players: Iterable[str],
    place: Literal[0, 1],
) -> _Results:
    """The rows that name each of some players, sorted, with a mark in the place of the id."""
    found: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)
    wanted = frozenset(players)
    for table in filter(None, inputs[1:]):
        kind: type[Table] = type(table[0])
        kept = [n for n, each in enumerate(columns(kind)) if not each.filled]
        for row in map(cells(kind)[place], table):
            for who in wanted.intersection(each for each in row if isinstance(each, str)):
                found[who].append((kind, *("*" if row[n] == who else row[n] for n in kept)))
    return {who: sorted(rows, key=repr) for who, rows in found.items()}
