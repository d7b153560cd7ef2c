"""Who sat at which table, and of which tables a row may be missing, or be somebody else's.

Where rows were played, and what stands beside them in the file of a tournament.

Tables with one player, two games or places that do not fit.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, chain, groupby
from operator import attrgetter, itemgetter, ne
from typing import Any, NamedTuple, Self

from sitegen.core.entities import Fault
from sitegen.core.names import extract_letters, make_natural_key
from sitegen.core.problems import Message, advise, quote_text, say
from sitegen.core.table import make_rows
from sitegen.core.unread import Missing, select_complete
from sitegen.systems.ludo.scoring import SHARED_BY_THREE
from sitegen.systems.ludo.tables import Inputs, Result, format_number
from sitegen.toolkit.order import group_by, has_no_missing

KEY_COLUMNS = "tournament", "round", "table"
"""The columns that say at which table a row was played."""
get_key_cells = Result.make_getter(*KEY_COLUMNS)
"""What stands in them."""


class TableKey(NamedTuple):
    """A table of a round of a tournament."""

    tournament: str
    round: int
    table: str

    @classmethod
    def from_row(cls, row: Result) -> "TableKey":
        """Where a row was played."""
        return cls._make(get_key_cells(row))

    def may_hold(self, row: Result) -> bool:
        """Whether a row can have been played here, as far as it was read."""
        cells = [getattr(row, column) for column in KEY_COLUMNS]
        return all(isinstance(cell, Missing) or cell == own for cell, own in zip(cells, self, strict=True))

    def differs_by_one_cell(self, other: "TableKey") -> bool:
        """Whether a slip in one cell would make of this table the other."""
        return list(map(ne, self, other)).count(True) == 1

    def list_partial_keys(self) -> list[tuple[int, str | int, str | int]]:
        """The cells but for one, each of the three in turn, with which that is; another has one of them."""
        return [(1, self.round, self.table), (2, self.tournament, self.table), (3, *self[:2])]

    def find_differences(self, other: "TableKey") -> list[str]:
        """The columns in which the two differ."""
        return [name for name, one, two in zip(KEY_COLUMNS, self, other, strict=True) if one != two]


class MisplacedRow(NamedTuple):
    """A row that may be one of the table `there`, which differs from its own by one cell."""

    row: Result
    current_table: TableKey
    likely_table: TableKey


@dataclass(frozen=True)
class ResultFile:
    """The rows of a file in order, and the table of each, None where a cell of that was not read."""

    rows: Sequence[Result]
    tables: Sequence[TableKey | None]

    @cached_property
    def is_grouped_by_table(self) -> bool:
        """Whether the rows of each table stand together."""
        sound = [at for at in self.tables if at]
        return len([*groupby(sound)]) == len({*sound})

    def find_misplaced_rows(self) -> Iterator[MisplacedRow]:
        """Rows with the table of a row beside it, where they differ by one cell; first those alone there."""
        seated = ((at, row) for row, at in zip(self.rows, self.tables, strict=True) if at)
        runs = [(at, [row for _, row in run]) for at, run in groupby(seated, key=itemgetter(0))]
        tables = [at for at, _ in runs]
        found = [
            (len(rows) > 1, MisplacedRow(row, at, other))
            for (at, rows), before, after in zip(runs, [None, *tables], [*tables[1:], None], strict=False)
            for row, other in ((rows[0], before), (rows[-1], after))
            if other and at.differs_by_one_cell(other)
        ]
        return (slip for _, slip in sorted(found, key=itemgetter(0)))

    def find_candidate_tables(self) -> Iterator[TableKey]:
        """The tables that a row without a table may belong to: those beside it, or any if they are mixed."""
        if None not in self.tables:
            return
        every = {at for at in self.tables if at}
        for row, at, beside in zip(self.rows, self.tables, self.neighbouring_tables, strict=True):
            if at is None:
                yield from (
                    candidate
                    for candidate in (beside if self.is_grouped_by_table else every)
                    if candidate.may_hold(row)
                )

    @cached_property
    def neighbouring_tables(self) -> list[list[TableKey]]:
        """For each row the tables of the nearest rows before and after it that are at any."""
        before = [None, *accumulate(self.tables, _take_latest)]
        after = [None, *accumulate(reversed(self.tables), _take_latest)][-2::-1]
        return [[at for at in pair if at] for pair in zip(before, after, strict=False)]


def _take_latest(before: TableKey | None, now: TableKey | None) -> TableKey | None:
    return now or before


def split_files(results: Iterable[Result], seats: Iterable[TableKey | None]) -> Iterator[ResultFile]:
    """The rows of each file in order; those that are no rows come last in `results`, without their place."""
    seated = zip(results, seats, strict=True)
    for there in group_by(seated, lambda pair: pair[0].source.rpartition(":")[0]).values():
        is_read = all(at for _, at in there)
        rows, seats = zip(*(there if is_read else sorted(there, key=_get_line_key)), strict=True)
        yield ResultFile(rows, seats)


def _get_line_key(seated: tuple[Result, TableKey | None]) -> list[tuple[int, str]]:
    return make_natural_key(seated[0].source.rpartition(":")[2])


def are_places_valid(places: Sequence[float]) -> bool:
    """Whether places are written in one of the two ways of `write_tied_places`; three first also as 1.999."""
    return _are_places_valid(tuple(places))


@lru_cache(maxsize=4096)  # nearly all tables end in one of a few ways
def _are_places_valid(places: tuple[float, ...]) -> bool:
    ordered = sorted(places)
    lowest, mean = write_tied_places(ordered)
    with_three_first = [
        [*[SHARED_BY_THREE] * 3, *expected[3:]] for expected in (lowest, mean) if mean and mean[0] == 2
    ]
    return ordered in (lowest, mean, *with_three_first)


def write_tied_places(places: Sequence[float]) -> tuple[list[float], list[float]]:
    """Return places in ascending order as ties may be written: as the best place of each, and as the mean."""
    lowest: list[float] = []
    mean: list[float] = []
    for _, group in groupby(places):
        first, size = len(lowest) + 1, len(list(group))
        lowest += [float(first)] * size
        mean += [first + (size - 1) / 2] * size
    return lowest, mean


_ENTRY_COLUMNS = "place", "game", "score"
_entry_cells = Result.make_getter(*_ENTRY_COLUMNS)
_player_cells = Result.make_getter("tournament", "round", "player")


class TableEntry(NamedTuple):
    """What was entered of a table, column by column."""

    places: tuple[float, ...]
    games: tuple[str, ...]
    scores: tuple[Any, ...]

    @classmethod
    def build_all(cls, tables: Iterable[Sequence[Result]]) -> list[Self]:
        """That of some tables, of which these cells were read."""
        return make_rows(cls, (zip(*map(_entry_cells, rows), strict=True) for rows in tables))

    @classmethod
    def from_rows(cls, table: Sequence[Result]) -> Self:
        """That of one."""
        return cls.build_all([table])[0]

    @property
    def has_all_scores(self) -> bool:
        """Whether all scores were kept, and give nobody less than nothing."""
        return None not in self.scores and min(self.scores) >= 0

    @property
    def is_valid(self) -> bool:
        """Whether two or more play one game, with all scores or none, and their places fit."""
        places, games, scores = self
        is_one_game = len({*games}) == 1 or len({*map(extract_letters, games)}) == 1
        is_kept_alike = None not in scores or {*scores} == {None}
        return len(places) > 1 and is_one_game and is_kept_alike and are_places_valid(places)


@dataclass(frozen=True)
class Seating:
    """The rows of each table, as far as their tournament, round and table were read.

    `results` are all rows. `moved` has those that a slip in one cell put at another table, with their own.
    `lacking` are the tables that may lack a row that could not be read or was put elsewhere, `mixed` those
    that may have a row of somebody else. `torn` are the tournaments with a row of which the table could not
    be read. `right` are the tables, most of all, of which all was read and is right, with what was entered.
    """

    results: Sequence[Result]
    tables: Mapping[TableKey, Sequence[Result]]
    valid: Mapping[TableKey, TableEntry]
    misplaced: Mapping[Result, TableKey]
    incomplete: Collection[TableKey]
    ambiguous: Collection[TableKey]
    incomplete_tournaments: Collection[str]

    @cached_property
    def rows_by_tournament(self) -> Mapping[str, Sequence[Result]]:
        """The rows of each tournament, where that was read."""
        return group_by(select_complete(self.results, "tournament"), attrgetter("tournament"))

    @cached_property
    def unambiguous_tables(self) -> Mapping[TableKey, Sequence[Result]]:
        """The rows of each table of which none is somebody else's."""
        return self._exclude({*self.ambiguous})

    @cached_property
    def complete_tables(self) -> Mapping[TableKey, Sequence[Result]]:
        """The rows of each table of which, besides, no row is missing."""
        return self._exclude({*self.ambiguous, *self.incomplete})

    def _exclude(self, unsure: Collection[TableKey]) -> Mapping[TableKey, Sequence[Result]]:
        """All tables but for these, which mostly are none."""
        return {at: rows for at, rows in self.tables.items() if at not in unsure} if unsure else self.tables


def build_seating(inputs: Inputs) -> Seating:
    """The tables of all results, also of tournaments that are not known."""
    tournaments = {tournament.tournament for tournament in select_complete(inputs.tournaments, "tournament")}
    results = inputs.results
    is_read = has_no_missing(results)
    tables = _group_by_table(select_complete(results, *KEY_COLUMNS))
    right, wrong = _split_valid(tables, is_read=is_read)
    strange = {at for at in tables if at.tournament not in tournaments}
    mixed = _find_repeated_players(select_complete(results, *KEY_COLUMNS, "player"))
    doubtful = wrong | strange | mixed
    sheets = list(split_files(results, _locate_rows(results))) if doubtful or not is_read else []
    beside = [
        slip for sheet in sheets for slip in sheet.find_misplaced_rows() if slip.current_table in doubtful
    ]
    mixed |= {slip.current_table for slip in beside if slip.current_table in strange}
    lacking = {slip.likely_table for slip in beside if slip.current_table in mixed}
    lacking.update(at for sheet in sheets for at in sheet.find_candidate_tables())
    moved = _find_misplaced(tables, wrong, beside, mixed | lacking)
    mixed.update(at for row, other in moved.items() for at in (TableKey.from_row(row), other))
    torn = {at.tournament for sheet in sheets if None in sheet.tables for at in sheet.tables if at}
    return Seating(results, tables, right, moved, lacking, mixed, torn)


def _locate_rows(results: Iterable[Result]) -> list[TableKey | None]:
    """The table of each row, None where a cell of that was not read."""
    return [
        None if Missing in map(type, at) else at for at in make_rows(TableKey, map(get_key_cells, results))
    ]


def _group_by_table(results: Iterable[Result]) -> dict[TableKey, list[Result]]:
    return {TableKey._make(at): rows for at, rows in group_by(results, get_key_cells).items()}


def _split_valid(
    tables: Mapping[TableKey, Sequence[Result]], *, is_read: bool
) -> tuple[dict[TableKey, TableEntry], set[TableKey]]:
    """The tables that are right, and those that are wrong; neither are those of which not all was read."""
    read = (
        tables
        if is_read
        else {at: rows for at, rows in tables.items() if has_no_missing(rows, *_ENTRY_COLUMNS)}
    )
    pairs = zip(read, TableEntry.build_all(read.values()), strict=True)
    right = {at: entered for at, entered in pairs if entered.is_valid}
    return right, read.keys() - right.keys()


def _find_misplaced(
    tables: Mapping[TableKey, Sequence[Result]],
    wrong: set[TableKey],
    beside: Sequence[MisplacedRow],
    unsure: Collection[TableKey],
) -> dict[Result, TableKey]:
    """The rows that are wrong where they are, with the table where they belong; of two tables one row."""
    moved: dict[Result, TableKey] = {}
    done = {*unsure}
    for row, *both in chain(
        beside, _find_distant_slips({at: rows for at, rows in tables.items() if at in wrong})
    ):
        if (
            wrong.issuperset(both)
            and done.isdisjoint(both)
            and _fits_elsewhere(row, *map(tables.__getitem__, both))
        ):
            moved[row] = both[1]
            done.update(both)
    return moved


def _find_distant_slips(tables: Mapping[TableKey, Sequence[Result]]) -> Iterator[MisplacedRow]:
    """The rows that are alone at one of these tables, with each other that differs by one cell."""
    every = list(tables)
    like = group_by(
        ((place, partial_key) for place, at in enumerate(every) for partial_key in at.list_partial_keys()),
        itemgetter(1),
    )
    for here, (row, *others) in tables.items():
        near = (
            {place for partial_key in here.list_partial_keys() for place, _ in like[partial_key]}
            if not others
            else ()
        )
        yield from (MisplacedRow(row, here, every[place]) for place in sorted(near) if every[place] != here)


def _fits_elsewhere(row: Result, here: Sequence[Result], there: Sequence[Result]) -> bool:
    """Whether a row is all that is wrong where it is, and all that is missing at another table."""
    others = [other for other in here if other is not row]
    return (not others or TableEntry.from_rows(others).is_valid) and TableEntry.from_rows(
        [*there, row]
    ).is_valid


def _find_repeated_players(results: Sequence[Result]) -> set[TableKey]:
    """The tables with somebody who has two rows in the round, of which one is probably somebody else's."""
    seen = list(map(_player_cells, results))
    if len({*seen}) == len(seen):
        return set()
    times = Counter(seen)
    return {TableKey.from_row(row) for row, key in zip(results, seen, strict=True) if times[key] > 1}


def check_seats(seated: Seating) -> Iterator[Fault]:
    """Every table has two players or more, one game, and places that fit."""
    for row, meant in seated.misplaced.items():
        yield _misplaced_fault(row, meant, seated.tables[TableKey.from_row(row)])
    for at, table in seated.complete_tables.items():
        if at not in seated.valid:
            yield from chain(_check_lone_player(table), _check_one_game(table), _check_places(table))


def format_table(at: TableKey | Result) -> Message:
    """A table, or that of a row, in words."""
    where = {"table": at.table, "round": at.round, "tournament": at.tournament}
    return advise("table {table} of round {round} of {tournament}", **where)


def _misplaced_fault(row: Result, meant: TableKey, table: Sequence[Result]) -> Fault:
    """A row that a slip in one cell put elsewhere."""
    (column,) = TableKey.from_row(row).find_differences(meant)
    hint = advise("did you mean {table}, where that place is free?", table=format_table(meant))
    if len(table) == 1:
        return Fault(row, column, _lone_player_message(row), hint)
    message = say("row-of-another-table", "this row does not fit at {table}", table=format_table(row))
    return Fault(row, column, message, hint)


def _check_lone_player(table: Sequence[Result]) -> Iterator[Fault]:
    if len(table) == 1:
        hint = advise("a table has two players or more: correct it, or add them")
        yield Fault(table[0], "table", _lone_player_message(table[0]), hint)


def _lone_player_message(row: Result) -> Message:
    return say("nobody-else-at-table", "nobody else is at {table}", table=format_table(row))


def _check_one_game(table: Sequence[Result]) -> Iterator[Fault]:
    """Told once of each other game than most play."""
    (main, *_), *others = group_by_game(table)
    for row, *_ in others:
        message = say(
            "table-plays-another-game",
            "{table} plays {game}: {place}",
            table=format_table(row),
            game=quote_text(main.game),
            place=main.source,
        )
        yield Fault(row, "game", message, advise("a table plays one game: correct it, or the table"))


def group_by_game(table: Sequence[Result]) -> list[list[Result]]:
    """The rows of each game, most first; all of them where none was read."""
    rows = select_complete(table, "game")
    if len({row.game for row in rows}) == 1:
        return [rows]
    games = group_by(rows, lambda row: extract_letters(row.game))
    return sorted(games.values(), key=len, reverse=True) or [[*table]]


def _check_places(table: Sequence[Result]) -> Iterator[Fault]:
    """Places as 1, 2, 2, 4, or as the mean of those that are taken up."""
    if len(table) > 1 and has_no_missing(table, "place"):
        ordered = sorted(table, key=lambda row: row.place)
        if not are_places_valid([row.place for row in ordered]) and not _fits_without_others(table):
            yield _places_fault(ordered)


def _places_fault(ordered: Sequence[Result]) -> Fault:
    """Told where the places first differ from both ways to write them."""
    found = [row.place for row in ordered]
    lowest, mean = write_tied_places(found)
    wrong = next(row for row, place in zip(ordered, lowest, strict=True) if row.place != place)
    either = advise("{places} or {others}", places=_format_places(lowest), others=_format_places(mean))
    message = say(
        "places-do-not-fit",
        "the places of {table} are {found}, where they would be {expected}",
        table=format_table(wrong),
        found=_format_places(found),
        expected=_format_places(lowest) if lowest == mean else either,
    )
    hint = advise("who are ex aequo have the same place, and the next has the place after all of them")
    if are_places_valid(found[::2]) and are_places_valid(found[1::2]):
        hint = advise("if these are two tables, give each a name of its own")
    return Fault(wrong, "place", message, hint)


def _fits_without_others(table: Sequence[Result]) -> bool:
    """Whether rows of another game are all that is wrong, which was told."""
    main, *others = group_by_game(table)
    return bool(others) and are_places_valid([row.place for row in main])


def _format_places(places: Sequence[float]) -> str:
    return ", ".join(map(format_number, places))
