"""A state of a site, read and rated: one of the two that are compared; and which of its players are the same.

Rows and players of two states are matched by equal keys, one to one and in their order.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cache, cached_property
from operator import itemgetter
from typing import Any, Literal, NamedTuple, TypeVar

from sitegen.core import files
from sitegen.core.entities import Player
from sitegen.core.names import normalize_name
from sitegen.core.problems import Problem, select_errors
from sitegen.core.table import Column, Table, get_columns
from sitegen.inputs.config.site import Site
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.inputs.results.players import Person
from sitegen.inputs.results.records import decode_csv
from sitegen.rankings.ranking import RankingContext
from sitegen.toolkit.order import group_by

T = TypeVar("T")
KeyFunction = Callable[[T], Any]
Pairs = list[tuple[T, T]]


def match_pairs(
    before: Iterable[T], after: Iterable[T], was: KeyFunction[T], now: KeyFunction[T] | None = None
) -> Pairs[T]:
    """Return each thing before with one after that has the same key, computed by `was` and `now`."""
    waiting = {key: iter(things) for key, things in group_by(after, now or was).items()}
    pairs = ((thing, next(waiting.get(was(thing), iter(())), None)) for thing in before)
    return [(old, new) for old, new in pairs if new is not None]


def remove_pairs(
    before: Iterable[T], after: Iterable[T], pairs: Iterable[tuple[T, T]]
) -> tuple[list[T], list[T]]:
    """Return the things that are in none of the pairs, by identity and not by equality."""
    paired_ids = {id(thing) for pair in pairs for thing in pair}
    return [thing for thing in before if id(thing) not in paired_ids], [
        thing for thing in after if id(thing) not in paired_ids
    ]


def find_reordered(
    pairs: Iterable[tuple[T, T]], before: Iterable[T], after: Iterable[T], key: KeyFunction[T]
) -> set[int]:
    """Return the things before, by `id`, whose place among the pairs with their key changed."""
    was, now = ({id(thing): n for n, thing in enumerate(things)} for things in (before, after))
    reordered = set[int]()
    for alike in group_by(pairs, lambda pair: key(pair[0])).values():
        orders = (
            sorted(alike, key=lambda pair: was[id(pair[0])]),
            sorted(alike, key=lambda pair: now[id(pair[1])]),
        )
        reordered |= {id(old[0]) for old, new in zip(*orders, strict=True) if old is not new}
    return reordered


CellReader = Callable[[Any], tuple[Any, ...]]
_UNKNOWN_ID = "?"
"""Stands for a player who is not matched yet: it is no id."""


@dataclass(frozen=True)
class IdentityMap:
    """The real ids of players by the ids they are shown under, `before` and `after`, where these differ.

    `new_ids` has the later id of those whose id changed. A player is identified by the later real id.
    """

    before: Mapping[str, str] = field(default_factory=dict)
    after: Mapping[str, str] = field(default_factory=dict)
    new_ids: Mapping[str, str] = field(default_factory=dict)

    def resolve_before(self, shown_id: str) -> str:
        """Return the later real id of the player shown so before."""
        real = self.before.get(shown_id, shown_id)
        return self.new_ids.get(real, real)

    def resolve_after(self, shown_id: str) -> str:
        """Return the real id of the player shown so after."""
        return self.after.get(shown_id, shown_id)

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """The labels that players are shown under after, by real id."""
        return {real: label for label, real in self.after.items()}

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The players who hide before or after."""
        return frozenset([*map(self.resolve_before, self.before), *self.after.values()])

    @property
    def is_unchanged(self) -> bool:
        """Whether everybody is shown under the same id before and after."""
        return self.before == self.after and not self.new_ids

    @cached_property
    def has_new_hiding(self) -> bool:
        """Whether somebody begins or ceases to hide."""
        return {*map(self.resolve_before, self.before)} != {*self.after.values()}

    def make_cell_readers(self, table: type[Table]) -> tuple[CellReader, CellReader]:
        """Return readers of the cells of a row before, and after, with players by later real id."""
        is_of_players = issubclass(table, Player)
        places = frozenset(
            n for n, column in enumerate(get_columns(table)) if _is_player_column(column, own=is_of_players)
        )

        def make(resolve: Callable[[str], str]) -> CellReader:
            return lambda row: tuple(
                resolve(cell) if n in places and cell else cell for n, cell in enumerate(row)
            )

        read_before = make(self.resolve_before) if self.before or self.new_ids else tuple
        return read_before, make(self.resolve_after) if self.after else tuple


def _is_player_column(column: Column, *, own: bool) -> bool:
    return column.display.style == "player" or (own and column.name == "id")


def match_identities(
    before: Any, after: Any, was_hidden: Mapping[str, str], is_hidden: Mapping[str, str]
) -> IdentityMap:
    """Match the players of a ranking at two times; the real ids of hidden ones are given by label."""
    plain = IdentityMap(was_hidden, is_hidden)
    old, new = (
        {resolve(player.id): player for player in inputs.players}
        for inputs, resolve in ((before, plain.resolve_before), (after, plain.resolve_after))
    )
    removed = [player for player in old if player not in new]
    added = [player for player in new if player not in old]
    if not removed or not added:
        return plain
    rows = (
        _find_rows(before, plain.make_cell_readers, removed, 0),
        _find_rows(after, plain.make_cell_readers, added, 1),
    )
    by_name = _match_by_name(removed, old, added, new)
    return IdentityMap(was_hidden, is_hidden, _match_by_rows(by_name, *rows))


def _match_by_name(
    removed: Iterable[str], old: Mapping[str, Any], added: Iterable[str], new: Mapping[str, Any]
) -> dict[str, str]:
    """Return the new id by the old one, of players who alone have the same name."""
    visible = (player for player in removed if not old[player].hidden)
    old_by_name = group_by(visible, lambda player: normalize_name(old[player].name))
    new_by_name = group_by(added, lambda player: normalize_name(new[player].name))
    pairs = ((was, new_by_name.get(name, ())) for name, was in old_by_name.items())
    return {was[0]: now[0] for was, now in pairs if len(was) == len(now) == 1}


def count_new_names(before: Iterable[Person], after: Iterable[Person]) -> int:
    """Return how many players have another name under the same id, hidden ones among them."""
    names = {person.id: normalize_name(person.name) for person in after}
    former = [(person.id, normalize_name(person.name)) for person in before]
    return sum(names.get(id_, name) != name for id_, name in former)


class _ResultRow(NamedTuple):
    """A row of results: the type of its table, its cells, and which of these name a player to be matched."""

    table: type[Table]
    cells: tuple[Any, ...]
    players: Mapping[int, str]

    def replace_ids(self, ids: Mapping[str, str]) -> tuple[Any, ...]:
        """Return the row with other ids for those players, and a mark for who has none."""
        cells = list(self.cells)
        for place, player in self.players.items():
            cells[place] = ids.get(player, _UNKNOWN_ID)
        return self.table, *cells


def _find_rows(
    inputs: Any,
    make_cell_readers: Callable[[type[Table]], tuple[CellReader, CellReader]],
    players: Iterable[str],
    side: Literal[0, 1],
) -> list[_ResultRow]:
    """Return the rows that name a player to be matched, without their place."""
    player_ids, rows = frozenset(players), list[_ResultRow]()
    for table in filter(None, inputs[1:]):
        kind: type[Table] = type(table[0])
        columns = get_columns(kind)
        places = [n for n, column in enumerate(columns) if not column.filled]
        player_places = [i for i, n in enumerate(places) if _is_player_column(columns[n], own=False)]
        for cells in map(make_cell_readers(kind)[side], table):
            row = tuple(cells[n] for n in places)
            if by_place := {n: row[n] for n in player_places if row[n] in player_ids}:
                rows.append(_ResultRow(kind, row, by_place))
    return rows


def _match_by_rows(
    by_name: Mapping[str, str], old: Sequence[_ResultRow], new: Sequence[_ResultRow]
) -> dict[str, str]:
    """Return the new id by the old one, of all players at once: with new ids, old rows equal new ones.

    Each match tells more rows apart, until there are no more matches. Of players whose name changed too, at
    least half of the rows of both have to be equal.
    """
    ids = dict(by_name)
    while likeliest := _find_likeliest(ids, old, new):
        ids |= likeliest
    old_rows, new_rows = _count_rows(old, ids), _count_rows(new, {player: player for player in ids.values()})

    def is_same(old_id: str, new_id: str) -> bool:
        was, now = old_rows[old_id], new_rows[new_id]
        return 2 * (was & now).total() >= max(was.total(), now.total())

    return {old_id: new_id for old_id, new_id in ids.items() if old_id in by_name or is_same(old_id, new_id)}


def _find_likeliest(
    ids: Mapping[str, str], old: Iterable[_ResultRow], new: Iterable[_ResultRow]
) -> dict[str, str]:
    """Return the pairs of unmatched players that more rows speak for than for any other pair of either.

    Rows that are equal but for such players are paired in their order. Each pair votes for the players in the
    same cells; its vote is divided by the number of rows that are equal.
    """
    new_rows = group_by(new, lambda row: row.replace_ids({player: player for player in ids.values()}))
    votes = defaultdict[tuple[str, str], Fraction](Fraction)
    for key, rows in group_by(old, lambda row: row.replace_ids(ids)).items():
        equal_rows = new_rows.get(key, [])
        for row, other in zip(rows, equal_rows, strict=False):
            for place, player in row.players.items():
                if player not in ids:
                    votes[player, other.players[place]] += Fraction(1, max(len(rows), len(equal_rows)))
    rivals = [group_by(votes, itemgetter(n)) for n in (0, 1)]
    return dict(
        pair
        for pair, number in votes.items()
        if all(votes[rival] < number for n in (0, 1) for rival in rivals[n][pair[n]] if rival != pair)
    )


def _count_rows(rows: Iterable[_ResultRow], ids: Mapping[str, str]) -> Mapping[str, Counter[tuple[Any, ...]]]:
    """Return the rows of each player, by new ids."""
    counts = defaultdict[str, Counter[tuple[Any, ...]]](Counter)
    for row in rows:
        for player in {*row.players.values()}:
            counts[player][row.replace_ids(ids)] += 1
    return counts


@dataclass(frozen=True)
class SiteState:
    """A site as it is in a folder on a day: `contexts` and `inputs` by the id of their ranking.

    Where there are errors, `contexts` is empty, and `inputs` has the rankings that could be read. `hidden`
    has the real ids of hidden players by label, for each ranking: they serve to compare players and are never
    shown, nor are `people`, the players of each ranking. `hidden_names` must not be shown either. Where
    `is_published`, the contexts are made of published files and have tables and lists alone.
    """

    site: Site | None
    inputs: Mapping[str, Any] = field(default_factory=dict)
    contexts: Mapping[str, RankingContext] = field(default_factory=dict)
    hidden: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    people: Mapping[str, Sequence[Person]] = field(default_factory=dict)
    hidden_names: HiddenNames = field(default_factory=lambda: HiddenNames(frozenset()))
    problems: tuple[Problem, ...] = ()
    is_published: bool = False
    as_of: date = date.max

    @property
    def is_valid(self) -> bool:
        """Whether everything could be read and rated."""
        return self.site is not None and not select_errors(self.problems)


def make_line_reader(site: Site | None) -> Callable[[str, int], str]:
    """Return a function that returns a line of a file of a site, without its end; each file is read once."""

    @cache
    def read_lines(path: str) -> list[str]:
        text, _ = decode_csv(files.read_file(site.root, path), path) if site else (None, [])
        return (text or "").splitlines()

    def get_line(path: str, line: int) -> str:
        lines = read_lines(path)
        return lines[line - 1] if line <= len(lines) else ""

    return get_line
