"""A site as it stands somewhere, read and rated: one of the two that are compared.

Two states of a site -> what is different, told once: rows, figures, lists, and what a person would say.

Things of two states that have the same key, one to one in their order, and those that are left.

Who is who in two states of a ranking: a player may have begun to hide in between, or have a new id.

The lines of the files of a state, as they are written.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

from sitegen.core import files
from sitegen.core.entities import Player
from sitegen.core.names import normalize_name
from sitegen.core.problems import Problem, select_errors
from sitegen.core.table import Column, Table, get_columns
from sitegen.inputs.config import settings
from sitegen.inputs.config.site import Site, SiteDates
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.inputs.results import results
from sitegen.inputs.results.players import Person
from sitegen.inputs.results.records import decode_csv
from sitegen.rankings.ranking import RankingContext, build_contexts, rate_rankings

T = TypeVar("T")
KeyFunction = Callable[[T], Any]
Pairs = list[tuple[T, T]]


def match_pairs(
    before: Iterable[T], after: Iterable[T], was: KeyFunction[T], now: KeyFunction[T] | None = None
) -> Pairs[T]:
    """Each thing before with one after that has the same key: `was` and `now` tell the keys."""
    waiting = {key: iter(things) for key, things in group_by_key(after, now or was).items()}
    pairs = ((thing, next(waiting.get(was(thing), iter(())), None)) for thing in before)
    return [(old, new) for old, new in pairs if new is not None]


def remove_pairs(
    before: Iterable[T], after: Iterable[T], pairs: Iterable[tuple[T, T]]
) -> tuple[list[T], list[T]]:
    """The things that stand in none of the pairs, by what they are and not by what they are equal to."""
    taken = {id(thing) for pair in pairs for thing in pair}
    return [thing for thing in before if id(thing) not in taken], [
        thing for thing in after if id(thing) not in taken
    ]


def find_reordered(
    pairs: Iterable[tuple[T, T]], before: Iterable[T], after: Iterable[T], key: KeyFunction[T]
) -> set[int]:
    """The things before, by `id`, that stand elsewhere among those of the pairs with their key."""
    was, now = ({id(thing): n for n, thing in enumerate(things)} for things in (before, after))
    found = set[int]()
    for alike in group_by_key(pairs, lambda pair: key(pair[0])).values():
        orders = (
            sorted(alike, key=lambda pair: was[id(pair[0])]),
            sorted(alike, key=lambda pair: now[id(pair[1])]),
        )
        found |= {id(one[0]) for one, other in zip(*orders, strict=True) if one is not other}
    return found


def group_by_key(things: Iterable[T], key: KeyFunction[T]) -> Mapping[Any, list[T]]:
    """The things by their key."""
    found: defaultdict[Any, list[T]] = defaultdict(list)
    for thing in things:
        found[key(thing)].append(thing)
    return found


CellReader = Callable[[Any], tuple[Any, ...]]
_UNKNOWN_ID = "?"
"""What stands for players of whom it is not known who they are: it is no id."""


@dataclass(frozen=True)
class IdentityMap:
    """The real ids of players by those they are shown under, `before` and `after`, as far as they differ.

    `renamed` has the later id of those whose id changed. Players are told apart by their later real id.
    """

    before: Mapping[str, str] = field(default_factory=dict)
    after: Mapping[str, str] = field(default_factory=dict)
    new_ids: Mapping[str, str] = field(default_factory=dict)

    def resolve_before(self, shown: str) -> str:
        """Who was shown so before."""
        real = self.before.get(shown, shown)
        return self.new_ids.get(real, real)

    def resolve_after(self, shown: str) -> str:
        """Who is shown so after."""
        return self.after.get(shown, shown)

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """What players are shown under after, where that is a label."""
        return {real: label for label, real in self.after.items()}

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Who hides, before or after."""
        return frozenset([*map(self.resolve_before, self.before), *self.after.values()])

    def make_cell_readers(self, table: type[Table]) -> tuple[CellReader, CellReader]:
        """What gives the cells of a row before, and of one after, with every player by the later real id."""
        is_of_players = issubclass(table, Player)
        places = [
            n for n, column in enumerate(get_columns(table)) if _is_player_column(column, own=is_of_players)
        ]
        is_before = bool(self.before or self.new_ids)
        return _make_cell_reader(places, self.resolve_before) if is_before else tuple, _make_cell_reader(
            places, self.resolve_after
        ) if self.after else tuple


def _is_player_column(column: Column, *, own: bool) -> bool:
    return column.display.style == "player" or (own and column.name == "id")


def _make_cell_reader(places: Sequence[int], who: Callable[[str], str]) -> CellReader:
    wanted = frozenset(places)

    def cells(row: Any) -> tuple[Any, ...]:
        return tuple(who(cell) if n in wanted and cell else cell for n, cell in enumerate(row))

    return cells


def match_identities(
    before: Any, after: Any, was_hidden: Mapping[str, str], is_hidden: Mapping[str, str]
) -> IdentityMap:
    """Who is who in the inputs of a ranking at two times, with the real ids of the hidden by their labels."""
    plain = IdentityMap(was_hidden, is_hidden)
    old, new = (
        {who(player.id): player for player in of.players}
        for of, who in ((before, plain.resolve_before), (after, plain.resolve_after))
    )
    gone, come = (
        [player for player in old if player not in new],
        [player for player in new if player not in old],
    )
    if not gone or not come:
        return plain
    rows = (
        _find_rows(before, plain.make_cell_readers, gone, 0),
        _find_rows(after, plain.make_cell_readers, come, 1),
    )
    return IdentityMap(was_hidden, is_hidden, _match_by_rows(_match_by_name(gone, old, come, new), *rows))


def _match_by_name(
    gone: Iterable[str], old: Mapping[str, Any], come: Iterable[str], new: Mapping[str, Any]
) -> dict[str, str]:
    """Who came by who went, of those who alone have the same name."""
    names = group_by_key(come, lambda item: normalize_name(new[item].name))
    were = group_by_key(
        (player for player in gone if not old[player].hidden), lambda item: normalize_name(old[item].name)
    )
    pairs = ((was, names.get(name, ())) for name, was in were.items())
    return {was[0]: now[0] for was, now in pairs if len(was) == len(now) == 1}


def count_new_names(before: Iterable[Person], after: Iterable[Person]) -> int:
    """How many players have another name under the same id, hidden ones among them."""
    names = {person.id: normalize_name(person.name) for person in after}
    former = [(person.id, normalize_name(person.name)) for person in before]
    return sum(names.get(id_, name) != name for id_, name in former)


class _ResultRow(NamedTuple):
    """A row of results: the type of its table, its cells, and which of these name somebody who is sought."""

    table: type[Table]
    cells: tuple[Any, ...]
    players: Mapping[int, str]

    def replace_ids(self, ids: Mapping[str, str]) -> tuple[Any, ...]:
        """The row with other ids for those players, and a mark for who has none."""
        cells = list(self.cells)
        for place, player in self.players.items():
            cells[place] = ids.get(player, _UNKNOWN_ID)
        return self.table, *cells


def _find_rows(
    inputs: Any,
    cells: Callable[[type[Table]], tuple[CellReader, CellReader]],
    sought: Iterable[str],
    place: Literal[0, 1],
) -> list[_ResultRow]:
    """The rows that name somebody who is sought, without where they stand."""
    wanted, found = frozenset(sought), list[_ResultRow]()
    for table in filter(None, inputs[1:]):
        kind: type[Table] = type(table[0])
        kept = [n for n, column in enumerate(get_columns(kind)) if not column.filled]
        named = [at for at, n in enumerate(kept) if _is_player_column(get_columns(kind)[n], own=False)]
        for whole in map(cells(kind)[place], table):
            row = tuple(whole[n] for n in kept)
            if players := {n: row[n] for n in named if row[n] in wanted}:
                found.append(_ResultRow(kind, row, players))
    return found


def _match_by_rows(
    by_name: Mapping[str, str], old: Sequence[_ResultRow], new: Sequence[_ResultRow]
) -> dict[str, str]:
    """Who came by who went, found of all at once: with their new ids old rows are new ones.

    Who is found tells more rows apart, until nobody else is found. Of those who have another name too, at
    least half of the rows of both have to be the same.
    """
    known = dict(by_name)
    while found := _find_likeliest(known, old, new):
        known |= found
    were, are = _count_rows(old, known), _count_rows(new, {player: player for player in known.values()})

    def is_same(one: str, other: str) -> bool:
        most = max(were[one].total(), are[other].total())
        return 2 * (were[one] & are[other]).total() >= most

    return {one: other for one, other in known.items() if one in by_name or is_same(one, other)}


def _find_likeliest(
    known: Mapping[str, str], old: Iterable[_ResultRow], new: Iterable[_ResultRow]
) -> dict[str, str]:
    """Of those who are still sought, each with whom more speaks for than for anybody else.

    Rows that are alike but for such players are taken in their order. Each pair of them speaks for those who
    stand in the same cells, and the more, the fewer rows are like it.
    """
    there = group_by_key(new, lambda row: row.replace_ids({player: player for player in known.values()}))
    votes = defaultdict[tuple[str, str], Fraction](Fraction)
    for key, rows in group_by_key(old, lambda row: row.replace_ids(known)).items():
        others = there.get(key, [])
        for row, other in zip(rows, others, strict=False):
            for place, player in row.players.items():
                if player not in known:
                    votes[player, other.players[place]] += Fraction(1, max(len(rows), len(others)))
    rivals = [group_by_key(votes, itemgetter(n)) for n in (0, 1)]
    return dict(
        pair
        for pair, number in votes.items()
        if all(votes[rival] < number for n in (0, 1) for rival in rivals[n][pair[n]] if rival != pair)
    )


def _count_rows(rows: Iterable[_ResultRow], ids: Mapping[str, str]) -> Mapping[str, Counter[tuple[Any, ...]]]:
    """The rows of each player, by new ids."""
    found = defaultdict[str, Counter[tuple[Any, ...]]](Counter)
    for row in rows:
        for player in {*row.players.values()}:
            found[player][row.replace_ids(ids)] += 1
    return found


@dataclass(frozen=True)
class SiteState:
    """What stands in a folder on a day: `boards` and `inputs` by the id of their ranking.

    Where there are errors, `boards` are none, and `inputs` those of the rankings that could be read.
    `hidden` has the real ids of hidden players by their labels, a ranking each: they are to compare players,
    and for nobody to see, as are `people`, the players of each ranking. `secrets` are the names that may be
    told nowhere. `is_read_back` is one whose boards are made of published files: they have tables and lists,
    and nothing else.
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


def load_state(root: Path, days: SiteDates, only: str = "") -> SiteState:
    """What stands in the folder `root` on a day, by the program that runs here; `only` one ranking of it."""
    site, problems = settings.load_site(root)
    if site is None:
        return SiteState(None, problems=tuple(problems))
    if only:
        site = site._replace(rankings=tuple(ranking for ranking in site.rankings if ranking.id == only))
    opened = results.ResultFiles.open(site)
    inputs, found = opened.read_inputs(days.latest)
    problems += found
    known = SiteState(
        site, inputs, {}, opened.pseudonyms, opened.players, opened.hidden_names, as_of=days.as_of
    )
    if select_errors(problems):
        return replace(known, problems=tuple(problems))
    outcomes, found = rate_rankings(site, inputs, days.as_of)
    made = [] if found else build_contexts(site, inputs, outcomes)
    rated = {context.ranking.id: context for context in made}
    return replace(known, contexts=rated, problems=(*problems, *found))


@dataclass(frozen=True)
class SourceLines:
    """The lines of the files of a state, each file read once, when it is asked for."""

    state: SiteState
    _lines_by_path: dict[str, list[str]] = field(default_factory=dict)

    def get_line(self, path: str, line: int) -> str:
        """What stands in a line of a file, without its end."""
        if path not in self._lines_by_path:
            self._lines_by_path[path] = self._read_lines(path)
        lines = self._lines_by_path[path]
        return lines[line - 1] if line <= len(lines) else ""

    def _read_lines(self, path: str) -> list[str]:
        if self.state.site is None:
            return []
        text, _ = decode_csv(files.read_file(self.state.site.root, path), path)
        return (text or "").splitlines()
