"""Who sat at which table, and of which tables a row may be missing, or be somebody else's."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import itemgetter

from sitegen.names import letters
from sitegen.systems.ludo.checks.sheets import CELLS_OF, At, Slip, sheets_of
from sitegen.systems.ludo.exaequo import fit
from sitegen.systems.ludo.tables import Inputs, Result
from sitegen.table import many
from sitegen.toolkit.checks import all_read
from sitegen.toolkit.rows import grouped
from sitegen.unread import Unread, known

_ENTERED = "place", "game", "score"
_PLACE_GAME_SCORE = Result.cells(*_ENTERED)
_SEEN = Result.cells("tournament", "round", "player")


@dataclass(frozen=True)
class Seating:
    """The rows of each table, as far as their tournament, round and table were read.

    `moved` has the rows that a slip in one cell put at another table, with their own. `lacking` are the
    tables that may lack a row that could not be read or was put elsewhere, `mixed` those that may have a row
    of somebody else. `torn` are the tournaments with a row of which the table could not be read. `right` are
    the tables, most of all, of which all was read and two or more play one game, with all scores or none and
    with places that fit.
    """

    tables: Mapping[At, Sequence[Result]]
    right: Collection[At]
    moved: Mapping[Result, At]
    lacking: Collection[At]
    mixed: Collection[At]
    torn: Collection[str]

    @cached_property
    def unmixed(self) -> Mapping[At, Sequence[Result]]:
        """The rows of each table of which none is somebody else's."""
        return self._but({*self.mixed})

    @cached_property
    def whole(self) -> Mapping[At, Sequence[Result]]:
        """The rows of each table of which, besides, no row is missing."""
        return self._but({*self.mixed, *self.lacking})

    def _but(self, unsure: Collection[At]) -> Mapping[At, Sequence[Result]]:
        """All tables but for these, which mostly are none."""
        return {at: rows for at, rows in self.tables.items() if at not in unsure} if unsure else self.tables


def seating(inputs: Inputs) -> Seating:
    """The tables of all results, also of tournaments that are not known."""
    tournaments = {each.tournament for each in known(inputs.tournaments, "tournament")}
    seats = _seats(inputs.results)
    seated = list(zip(inputs.results, seats, strict=True))
    tables = _tables(seated)
    right, wrong = _told_apart(tables)
    strange = {at for at in tables if at.tournament not in tournaments}
    mixed = _repeated(row for row, at in seated if at)
    doubtful = wrong | strange | mixed
    sheets = list(sheets_of(seated)) if doubtful or not all(seats) else []
    beside = [each for sheet in sheets for each in sheet.slips() if each.here in doubtful]
    mixed |= {each.here for each in beside if each.here in strange}
    lacking = {each.there for each in beside if each.here in mixed}
    lacking.update(at for sheet in sheets for at in sheet.missed())
    moved = _moved(tables, wrong, beside, mixed | lacking)
    mixed.update(at for row, other in moved.items() for at in (At.of(row), other))
    torn = {at.tournament for sheet in sheets if None in sheet.seats for at in sheet.seats if at}
    return Seating(tables, right, moved, lacking, mixed, torn)


def _seats(results: Sequence[Result]) -> Sequence[At | None]:
    """The table of each row, None where a cell of that was not read."""
    seats = many(At, map(CELLS_OF, results))
    if Unread not in map(type, chain.from_iterable(seats)):
        return seats
    return [None if Unread in map(type, at) else at for at in seats]


def _tables(seated: Iterable[tuple[Result, At | None]]) -> dict[At, list[Result]]:
    tables: defaultdict[At, list[Result]] = defaultdict(list)
    for row, at in seated:
        if at:
            tables[at].append(row)
    return dict(tables)


def _told_apart(tables: Mapping[At, Sequence[Result]]) -> tuple[set[At], set[At]]:
    """The tables that are right, and those that are wrong; neither are those of which not all was read."""
    is_read = all_read([*chain.from_iterable(tables.values())], *_ENTERED)
    read = {at: rows for at, rows in tables.items() if is_read or all_read(rows, *_ENTERED)}
    right = {at for at, rows in read.items() if _is_right(rows)}
    return right, read.keys() - right


def _moved(
    tables: Mapping[At, Sequence[Result]], wrong: set[At], beside: Sequence[Slip], unsure: Collection[At]
) -> dict[Result, At]:
    """The rows that are wrong where they are, with the table where they belong; of two tables one row."""
    moved: dict[Result, At] = {}
    done = {*unsure}
    for row, *both in chain(beside, _anywhere({at: rows for at, rows in tables.items() if at in wrong})):
        if wrong.issuperset(both) and done.isdisjoint(both) and _belongs(row, *map(tables.__getitem__, both)):
            moved[row] = both[1]
            done.update(both)
    return moved


def _anywhere(tables: Mapping[At, Sequence[Result]]) -> Iterator[Slip]:
    """The rows that are alone at one of these tables, with each other that differs by one cell."""
    every = list(tables)
    like = grouped(
        ((place, each) for place, at in enumerate(every) for each in at.without_one()), itemgetter(1)
    )
    for here, (row, *others) in tables.items():
        near = {place for each in here.without_one() for place, _ in like[each]} if not others else ()
        yield from (Slip(row, here, every[place]) for place in sorted(near) if every[place] != here)


def _belongs(row: Result, here: Sequence[Result], there: Sequence[Result]) -> bool:
    """Whether a row is all that is wrong where it is, and all that is missing at another table."""
    others = [each for each in here if each is not row]
    return (not others or _is_right(others)) and _is_right([*there, row])


def _is_right(table: Sequence[Result]) -> bool:
    """Whether two or more play one game, with all scores or none, and their places fit."""
    places, games, scores = zip(*map(_PLACE_GAME_SCORE, table), strict=True)
    is_one_game = len({*games}) == 1 or len({*map(letters, games)}) == 1
    is_kept_alike = None not in scores or {*scores} == {None}
    return len(table) > 1 and is_one_game and is_kept_alike and fit(places)


def _repeated(results: Iterable[Result]) -> set[At]:
    """The tables with somebody who has two rows in the round, of which one is probably somebody else's.

    The table of each of the rows was read.
    """
    rows = known(results, "player")
    seen = list(map(_SEEN, rows))
    if len({*seen}) == len(rows):
        return set()
    times = Counter(seen)
    return {At.of(row) for row, each in zip(rows, seen, strict=True) if times[each] > 1}
