"""Where rows were played, and what stands beside them in the file of a tournament."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, groupby
from operator import itemgetter, ne
from typing import NamedTuple

from sitegen.names import natural
from sitegen.systems.ludo.tables import Result
from sitegen.toolkit.rows import grouped
from sitegen.unread import Unread

CELLS = "tournament", "round", "table"
"""The columns that say at which table a row was played."""
CELLS_OF = Result.cells(*CELLS)
"""What stands in them."""


class At(NamedTuple):
    """A table of a round of a tournament."""

    tournament: str
    round: int
    table: str

    @classmethod
    def of(cls, row: Result) -> "At":
        """Where a row was played."""
        return cls._make(CELLS_OF(row))

    def may_be(self, row: Result) -> bool:
        """Whether a row can have been played here, as far as it was read."""
        cells = [getattr(row, each) for each in CELLS]
        return all(isinstance(cell, Unread) or cell == own for cell, own in zip(cells, self, strict=True))

    def differs_by_one_cell(self, other: "At") -> bool:
        """Whether a slip in one cell would make of this table the other."""
        return list(map(ne, self, other)).count(True) == 1

    def without_one(self) -> list[tuple[int, str | int, str | int]]:
        """The cells but for one, each of the three in turn, with which that is; another has one of them."""
        return [(1, self.round, self.table), (2, self.tournament, self.table), (3, *self[:2])]

    def differing(self, other: "At") -> list[str]:
        """The columns in which the two differ."""
        return [name for name, one, two in zip(CELLS, self, other, strict=True) if one != two]


class Slip(NamedTuple):
    """A row that may be one of the table `there`, which differs from its own by one cell."""

    row: Result
    here: At
    there: At


@dataclass(frozen=True)
class Sheet:
    """The rows of a file in order, and the table of each, None where a cell of that was not read."""

    rows: Sequence[Result]
    seats: Sequence[At | None]

    @cached_property
    def is_by_table(self) -> bool:
        """Whether the rows of each table stand together."""
        sound = [at for at in self.seats if at]
        return len([*groupby(sound)]) == len({*sound})

    def slips(self) -> Iterator[Slip]:
        """Rows with the table of a row beside it, where they differ by one cell; first those alone there."""
        seated = ((at, row) for row, at in zip(self.rows, self.seats, strict=True) if at)
        runs = [(at, [row for _, row in run]) for at, run in groupby(seated, key=itemgetter(0))]
        tables = [at for at, _ in runs]
        found = [
            (len(rows) > 1, Slip(row, at, other))
            for (at, rows), before, after in zip(runs, [None, *tables], [*tables[1:], None], strict=False)
            for row, other in ((rows[0], before), (rows[-1], after))
            if other and at.differs_by_one_cell(other)
        ]
        return (slip for _, slip in sorted(found, key=itemgetter(0)))

    def missed(self) -> Iterator[At]:
        """The tables that a row without a table may belong to: those beside it, or any if they are mixed."""
        if None not in self.seats:
            return
        every = {at for at in self.seats if at}
        for row, at, beside in zip(self.rows, self.seats, self.beside, strict=True):
            if at is None:
                yield from (each for each in (beside if self.is_by_table else every) if each.may_be(row))

    @cached_property
    def beside(self) -> list[list[At]]:
        """For each row the tables of the nearest rows before and after it that are at any."""
        before = [None, *accumulate(self.seats, _latest)]
        after = [None, *accumulate(reversed(self.seats), _latest)][-2::-1]
        return [[at for at in pair if at] for pair in zip(before, after, strict=False)]


def _latest(before: At | None, now: At | None) -> At | None:
    return now or before


def sheets_of(results: Iterable[Result], seats: Iterable[At | None]) -> Iterator[Sheet]:
    """The rows of each file in order; those that are no rows come last in `results`, without their place."""
    seated = zip(results, seats, strict=True)
    for there in grouped(seated, lambda pair: pair[0].source.rpartition(":")[0]).values():
        is_read = all(at for _, at in there)
        rows, seats = zip(*(there if is_read else sorted(there, key=_line)), strict=True)
        yield Sheet(rows, seats)


def _line(seated: tuple[Result, At | None]) -> list[tuple[int, str]]:
    return natural(seated[0].source.rpartition(":")[2])
