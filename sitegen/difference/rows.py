"""Which rows of results were added, removed, corrected, put elsewhere or only written anew."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal, NamedTuple

from sitegen.difference.identity import Identity
from sitegen.difference.matching import grouped, matched, reordered, without
from sitegen.difference.played import Lateness
from sitegen.table import Column, Table, cell_columns, columns

Kind = Literal["added", "removed", "corrected", "entered", "reordered", "moved", "rewritten"]
"""What became of a row; the result of what had been drawn is `entered`, whichever row it stands in.

One that says the same is `reordered` where it stands elsewhere among those of its day, in whichever file;
`moved` in another file in the same order.
"""
ORDER = "order"
"""The column in which the order of play of a day is written down, in tables where that moves figures."""
_MOST_PAIRS = 1_000_000
"""So many pairs of rows are looked at for what they share; beyond, rows were taken out and others put in."""
TextOf = Callable[[str, int], str]
"""What stands in a line of a file."""


class Row(NamedTuple):
    """A row of results: the place it stands at, and its cells, of players by the later real id."""

    path: str
    line: int
    cells: tuple[Any, ...]
    read: Any
    """The row as it was read."""

    @property
    def place(self) -> str:
        """`path:line`."""
        return f"{self.path}:{self.line}"


class RowChange(NamedTuple):
    """What became of a row of a table: `before` is None of one that was added, `after` of one removed.

    `late` is how a result that came in came too late; `in_time` the day of a row that came while rows of that
    day were expected; `was_played` whether there was a result before, None where its system does not say it.
    """

    kind: Kind
    table: str
    columns: Sequence[Column]
    before: Row | None
    after: Row | None
    late: Lateness | None = None
    in_time: date | None = None
    was_played: bool | None = None

    @property
    def row(self) -> Row:
        """The row as it stands now, or else as it stood."""
        return self.after or self.before  # type: ignore[return-value]

    @property
    def players(self) -> frozenset[str]:
        """Whom the row names or named, by their later real ids."""
        places = [n for n, each in enumerate(self.columns) if each.shown.style == "player"]
        cells = (row.cells[n] for row in (self.before, self.after) if row for n in places)
        return frozenset(filter(None, cells))

    @property
    def day(self) -> Any:
        """The day of play that it is of; None in a table without."""
        cells = zip(self.columns, self.row.cells, strict=True)
        return next((cell for column, cell in cells if _is_day_of_play(column)), None)

    @property
    def has_moved_play(self) -> bool:
        """Whether a row stands elsewhere where the order of the rows of a day is the order of play."""
        return self.kind == "reordered" and any(each.name == ORDER for each in self.columns)


def _is_day_of_play(column: Column) -> bool:
    return column.kind is date and column.shown.style == "event"


@dataclass(frozen=True)
class Tables:
    """A table before and after; without rows where it is not there."""

    name: str
    before: Sequence[Any]
    after: Sequence[Any]

    @property
    def kind(self) -> type[Table]:
        """What its rows are."""
        return type((*self.before[:1], *self.after[:1])[0])

    def changes(self, who: Identity, was: TextOf, now: TextOf) -> Iterator[RowChange]:
        """What became of its rows, in the order of the files."""
        if not self.before and not self.after:
            return
        described = cell_columns(self.kind)
        keys = [n for n, each in enumerate(described) if each.key]
        pairs = _Pairs(*self._rows(who), keys, self.kind)
        told = pairs.told(was, now)
        for kind, old, new in sorted(told, key=lambda each: (each[2] or each[1])[:2]):  # type: ignore[index]
            yield RowChange(kind, self.name, described, old, new)

    def _rows(self, who: Identity) -> tuple[list[Row], list[Row]]:
        every = columns(self.kind)
        kept = [n for n, each in enumerate(every) if not each.filled]
        source = next(n for n, each in enumerate(every) if each.shown.style == "source")
        cells = who.cells(self.kind)

        def rows(read: Sequence[Any], of: Callable[[Any], tuple[Any, ...]]) -> list[Row]:
            found = []
            for each in read:
                path, _, line = each[source].rpartition(":")
                whole = of(each)
                found.append(Row(path, int(line), tuple(whole[n] for n in kept), each))
            return found

        return rows(self.before, cells[0]), rows(self.after, cells[1])


_Found = tuple[Kind, Row | None, Row | None]


class _Pairs:
    """The rows of a table before and after, each with what became of it."""

    def __init__(
        self, before: Sequence[Row], after: Sequence[Row], keys: Sequence[int], kind: type[Table]
    ) -> None:
        self._keys = keys
        described = cell_columns(kind)
        self._players = [n for n, each in enumerate(described) if each.shown.style == "player"]
        self._days = [n for n, each in enumerate(described) if each.kind is date]
        self._results = [n for n, each in enumerate(described) if each.drawn]
        self._played = [n for n, each in enumerate(described) if _is_day_of_play(each)]
        self._orders = [n for n, each in enumerate(described) if each.name == ORDER]
        self._every = before, after
        same = matched(before, after, lambda row: (row.path, row.cells))
        rest = matched(*without(before, after, same), lambda row: row.cells)
        self._same, self._moved = same, rest
        self._gone, self._come = without(before, after, [*same, *rest])

    def told(self, was: TextOf, now: TextOf) -> Iterator[_Found]:
        """What became of each row that is not as it was."""
        elsewhere = self._reordered()
        for old, new in [*self._same, *self._moved]:
            if id(old) in elsewhere:
                yield "reordered", old, new
            elif old.path != new.path:
                yield "moved", old, new
            elif was(*old[:2]) != now(*new[:2]):
                yield "rewritten", old, new
        corrected = list(self._corrected())
        for old, new in corrected:
            yield "entered" if self._is_entered(old, new) else "corrected", old, new
        gone, come = without(self._gone, self._come, corrected)
        yield from (("removed", each, None) for each in gone)
        yield from (("added", None, each) for each in come)

    def _reordered(self) -> set[int]:
        """The rows before, by `id`, that stand elsewhere among those of their day.

        Whose order of play is written down is played where it was.
        """
        pairs = [*self._same, *self._moved] if self._played else []
        free = [each for each in pairs if not any(each[0].cells[n] for n in self._orders)]
        return reordered(free, *self._every, lambda row: row.cells[self._played[0]])

    def _is_entered(self, old: Row, new: Row) -> bool:
        """Whether nothing but a result was filled in, of what had been drawn."""
        changed = [n for n, pair in enumerate(zip(old.cells, new.cells, strict=True)) if pair[0] != pair[1]]
        return changed == self._results and all(old.cells[n] is None for n in changed)

    def _corrected(self) -> list[tuple[Row, Row]]:
        """Rows of which some cells changed: of one key, else in one place, else those that are most alike."""
        if self._keys:
            return matched(self._gone, self._come, lambda row: tuple(row.cells[n] for n in self._keys))
        if not self._gone or not self._come:
            return []
        met = self._met()
        gone, come = without(self._gone, self._come, met)
        anchors = _anchors(*self._every, [*self._same, *met])
        here, there = (grouped(rows, lambda row: anchors[id(row)]) for rows in (gone, come))
        found = [pair for anchor, rows in here.items() for pair in self._alike(rows, there.get(anchor, []))]
        return [*met, *found, *self._alike(*without(gone, come, found))]

    def _met(self) -> list[tuple[Row, Row]]:
        """Rows of the same day and players, in their places or the other way round."""
        if not self._players:
            return []
        pairs = matched(self._gone, self._come, lambda row: self._who_and_when(row, tuple))
        rest = without(self._gone, self._come, pairs)
        return [*pairs, *matched(*rest, lambda row: self._who_and_when(row, frozenset))]

    def _who_and_when(self, row: Row, of: Callable[[Iterable[Any]], Any]) -> tuple[Any, ...]:
        return of(row.cells[n] for n in self._players), *(row.cells[n] for n in self._days)

    def _alike(self, before: Sequence[Row], after: Sequence[Row]) -> list[tuple[Row, Row]]:
        """The pairs of rows that have most in common, and at least half of what is filled in."""
        if len(before) * len(after) > _MOST_PAIRS:
            return []
        found = sorted(
            (-shared, n, m)
            for n, old in enumerate(before)
            for m, new in enumerate(after)
            if (shared := self._shared(old, new)) > 0
        )
        taken: tuple[set[int], set[int]] = set(), set()
        pairs = []
        for _, n, m in found:
            if n not in taken[0] and m not in taken[1]:
                taken[0].add(n)
                taken[1].add(m)
                pairs.append((before[n], after[m]))
        return pairs

    def _shared(self, old: Row, new: Row) -> int:
        """How many cells two rows share: nothing where that is too little, or no player is the same."""
        players = [{row.cells[n] for n in self._players} - {None, ""} for row in (old, new)]
        if self._players and players[0].isdisjoint(players[1]):
            return 0
        filled = [pair for pair in zip(old.cells, new.cells, strict=True) if any(pair)]
        shared = sum(one == other for one, other in filled)
        return shared if 2 * shared >= len(filled) else 0


def _anchors(
    before: Iterable[Row], after: Iterable[Row], same: Iterable[tuple[Row, Row]]
) -> dict[int, tuple[str, int | None]]:
    """Behind which unchanged row of its file each row stands."""
    names = {id(each): n for n, pair in enumerate(same) for each in pair}
    found: dict[int, tuple[str, int | None]] = {}
    for rows in (before, after):
        last: dict[str, int | None] = {}
        for each in sorted(rows, key=lambda row: row[:2]):
            found[id(each)] = each.path, last.get(each.path)
            last[each.path] = names.get(id(each), last.get(each.path))
    return found
