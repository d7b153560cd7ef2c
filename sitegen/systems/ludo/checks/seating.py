"""Who sat at which table, and of which tables a row may be missing, or be somebody else's."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple, Self

from sitegen.names import letters
from sitegen.systems.ludo.checks.sheets import CELLS, CELLS_OF, At, Slip, sheets_of
from sitegen.systems.ludo.exaequo import fit
from sitegen.systems.ludo.tables import Inputs, Result
from sitegen.table import many
from sitegen.toolkit.checks import all_read
from sitegen.toolkit.rows import grouped
from sitegen.unread import Unread, known

_ENTERED = "place", "game", "score"
_entered = Result.cells(*_ENTERED)
_SEEN = Result.cells("tournament", "round", "player")


class Entered(NamedTuple):
    """What was entered of a table, column by column."""

    places: tuple[float, ...]
    games: tuple[str, ...]
    scores: tuple[Any, ...]

    @classmethod
    def each(cls, tables: Iterable[Sequence[Result]]) -> list[Self]:
        """That of some tables, of which these cells were read."""
        return many(cls, (zip(*map(_entered, rows), strict=True) for rows in tables))

    @classmethod
    def of(cls, table: Sequence[Result]) -> Self:
        """That of one."""
        return cls.each([table])[0]

    @property
    def is_kept(self) -> bool:
        """Whether all scores were kept, and give nobody less than nothing."""
        return None not in self.scores and min(self.scores) >= 0

    @property
    def is_right(self) -> bool:
        """Whether two or more play one game, with all scores or none, and their places fit."""
        places, games, scores = self
        is_one_game = len({*games}) == 1 or len({*map(letters, games)}) == 1
        is_kept_alike = None not in scores or {*scores} == {None}
        return len(places) > 1 and is_one_game and is_kept_alike and fit(places)


@dataclass(frozen=True)
class Seating:
    """The rows of each table, as far as their tournament, round and table were read.

    `results` are all rows. `moved` has those that a slip in one cell put at another table, with their own.
    `lacking` are the tables that may lack a row that could not be read or was put elsewhere, `mixed` those
    that may have a row of somebody else. `torn` are the tournaments with a row of which the table could not
    be read. `right` are the tables, most of all, of which all was read and is right, with what was entered.
    """

    results: Sequence[Result]
    tables: Mapping[At, Sequence[Result]]
    right: Mapping[At, Entered]
    moved: Mapping[Result, At]
    lacking: Collection[At]
    mixed: Collection[At]
    torn: Collection[str]

    @cached_property
    def at_tournaments(self) -> Mapping[str, Sequence[Result]]:
        """The rows of each tournament, where that was read."""
        return grouped(known(self.results, "tournament"), attrgetter("tournament"))

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
    results = inputs.results
    is_read = all_read(results)
    tables = _tables(known(results, *CELLS))
    right, wrong = _told_apart(tables, is_read=is_read)
    strange = {at for at in tables if at.tournament not in tournaments}
    mixed = _repeated(known(results, *CELLS, "player"))
    doubtful = wrong | strange | mixed
    sheets = list(sheets_of(results, _seats(results))) if doubtful or not is_read else []
    beside = [each for sheet in sheets for each in sheet.slips() if each.here in doubtful]
    mixed |= {each.here for each in beside if each.here in strange}
    lacking = {each.there for each in beside if each.here in mixed}
    lacking.update(at for sheet in sheets for at in sheet.missed())
    moved = _moved(tables, wrong, beside, mixed | lacking)
    mixed.update(at for row, other in moved.items() for at in (At.of(row), other))
    torn = {at.tournament for sheet in sheets if None in sheet.seats for at in sheet.seats if at}
    return Seating(results, tables, right, moved, lacking, mixed, torn)


def _seats(results: Iterable[Result]) -> list[At | None]:
    """The table of each row, None where a cell of that was not read."""
    return [None if Unread in map(type, at) else at for at in many(At, map(CELLS_OF, results))]


def _tables(results: Iterable[Result]) -> dict[At, list[Result]]:
    return {At._make(at): rows for at, rows in grouped(results, CELLS_OF).items()}


def _told_apart(tables: Mapping[At, Sequence[Result]], *, is_read: bool) -> tuple[dict[At, Entered], set[At]]:
    """The tables that are right, and those that are wrong; neither are those of which not all was read."""
    read = tables if is_read else {at: rows for at, rows in tables.items() if all_read(rows, *_ENTERED)}
    pairs = zip(read, Entered.each(read.values()), strict=True)
    right = {at: entered for at, entered in pairs if entered.is_right}
    return right, read.keys() - right.keys()


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
    return (not others or Entered.of(others).is_right) and Entered.of([*there, row]).is_right


def _repeated(results: Sequence[Result]) -> set[At]:
    """The tables with somebody who has two rows in the round, of which one is probably somebody else's."""
    seen = list(map(_SEEN, results))
    if len({*seen}) == len(seen):
        return set()
    times = Counter(seen)
    return {At.of(row) for row, each in zip(results, seen, strict=True) if times[each] > 1}
