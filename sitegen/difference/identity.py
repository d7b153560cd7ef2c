"""Who is who in two states of a ranking: a player may have begun to hide in between, or have a new id."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from sitegen.difference.matching import grouped
from sitegen.model import Player
from sitegen.names import fold
from sitegen.read.people import Person
from sitegen.table import Column, Table, columns

Cells = Callable[[Any], tuple[Any, ...]]
_UNKNOWN = "?"
"""What stands for players of whom it is not known who they are: it is no id."""


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
    rows = _rows(before, plain.cells, gone, 0), _rows(after, plain.cells, come, 1)
    return Identity(was_hidden, is_hidden, _renamed(_by_name(gone, old, come, new), *rows))


def _by_name(
    gone: Iterable[str], old: Mapping[str, Any], come: Iterable[str], new: Mapping[str, Any]
) -> dict[str, str]:
    """Who came by who went, of those who alone have the same name."""
    names = grouped(come, lambda each: fold(new[each].name))
    were = grouped((each for each in gone if not old[each].hidden), lambda each: fold(old[each].name))
    pairs = ((was, names.get(name, ())) for name, was in were.items())
    return {was[0]: now[0] for was, now in pairs if len(was) == len(now) == 1}


def new_names(before: Iterable[Person], after: Iterable[Person]) -> int:
    """How many players have another name under the same id, hidden ones among them."""
    names = {person.id: fold(person.name) for person in after}
    former = [(person.id, fold(person.name)) for person in before]
    return sum(names.get(id_, name) != name for id_, name in former)


class _Row(NamedTuple):
    """A row of results: the type of its table, its cells, and which of these name somebody who is sought."""

    kind: type[Table]
    cells: tuple[Any, ...]
    players: Mapping[int, str]

    def renamed(self, ids: Mapping[str, str]) -> tuple[Any, ...]:
        """The row with other ids for those players, and a mark for who has none."""
        cells = list(self.cells)
        for place, player in self.players.items():
            cells[place] = ids.get(player, _UNKNOWN)
        return self.kind, *cells


def _rows(
    inputs: Any,
    cells: Callable[[type[Table]], tuple[Cells, Cells]],
    sought: Iterable[str],
    place: Literal[0, 1],
) -> list[_Row]:
    """The rows that name somebody who is sought, without where they stand."""
    wanted, found = frozenset(sought), list[_Row]()
    for table in filter(None, inputs[1:]):
        kind: type[Table] = type(table[0])
        kept = [n for n, each in enumerate(columns(kind)) if not each.filled]
        named = [at for at, n in enumerate(kept) if _is_player(columns(kind)[n], own=False)]
        for whole in map(cells(kind)[place], table):
            row = tuple(whole[n] for n in kept)
            if players := {n: row[n] for n in named if row[n] in wanted}:
                found.append(_Row(kind, row, players))
    return found


def _renamed(by_name: Mapping[str, str], old: Sequence[_Row], new: Sequence[_Row]) -> dict[str, str]:
    """Who came by who went, found of all at once: with their new ids old rows are new ones.

    Who is found tells more rows apart, until nobody else is found. Of those who have another name too, at
    least half of the rows of both have to be the same.
    """
    known = dict(by_name)
    while found := _likeliest(known, old, new):
        known |= found
    were, are = _rows_of(old, known), _rows_of(new, {each: each for each in known.values()})

    def is_same(one: str, other: str) -> bool:
        most = max(were[one].total(), are[other].total())
        return 2 * (were[one] & are[other]).total() >= most

    return {one: other for one, other in known.items() if one in by_name or is_same(one, other)}


def _likeliest(known: Mapping[str, str], old: Iterable[_Row], new: Iterable[_Row]) -> dict[str, str]:
    """Of those who are still sought, each with whom more speaks for than for anybody else.

    Rows that are alike but for such players are taken in their order. Each pair of them speaks for those who
    stand in the same cells, and the more, the fewer rows are like it.
    """
    there = grouped(new, lambda row: row.renamed({each: each for each in known.values()}))
    votes = defaultdict[tuple[str, str], Fraction](Fraction)
    for key, rows in grouped(old, lambda row: row.renamed(known)).items():
        others = there.get(key, [])
        for row, other in zip(rows, others, strict=False):
            for place, player in row.players.items():
                if player not in known:
                    votes[player, other.players[place]] += Fraction(1, max(len(rows), len(others)))
    rivals = [grouped(votes, itemgetter(n)) for n in (0, 1)]
    return dict(
        pair
        for pair, number in votes.items()
        if all(votes[each] < number for n in (0, 1) for each in rivals[n][pair[n]] if each != pair)
    )


def _rows_of(rows: Iterable[_Row], ids: Mapping[str, str]) -> Mapping[str, Counter[tuple[Any, ...]]]:
    """The rows of each player, by new ids."""
    found = defaultdict[str, Counter[tuple[Any, ...]]](Counter)
    for row in rows:
        for player in {*row.players.values()}:
            found[player][row.renamed(ids)] += 1
    return found
