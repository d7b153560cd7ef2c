"""The tables at which was played, and checks of who sat there.

A slip in one cell puts a row at another table. `build_seating` finds such rows, and the tables that may lack
a row or have one of somebody else, so that later checks leave these out. The checks are of tables with one
player, with two games, or with places that do not fit.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, chain, groupby
from operator import attrgetter, itemgetter, ne
from typing import Any, NamedTuple, Self

from sitegen.core.entities import Fault, declare_error
from sitegen.core.missing import Missing, select_complete
from sitegen.core.names import extract_letters, make_natural_key
from sitegen.core.problems import Message, advise, quote_text
from sitegen.core.table import make_rows
from sitegen.systems.ludo.scoring import SHARED_BY_THREE
from sitegen.systems.ludo.tables import Inputs, Result, format_number
from sitegen.toolkit.order import group_by, has_no_missing

KEY_COLUMNS = "tournament", "round", "table"
"""The columns that say at which table a row was played."""
get_key_cells = Result.make_getter(*KEY_COLUMNS)
"""The cells of a row in these columns."""


class TableKey(NamedTuple):
    """A table of a round of a tournament."""

    tournament: str
    round: int
    table: str

    @classmethod
    def from_row(cls, row: Result) -> "TableKey":
        """Return the table at which a row was played."""
        return cls._make(get_key_cells(row))

    def may_hold(self, row: Result) -> bool:
        """Whether a row can have been played here, going by the cells that were read."""
        cells = [getattr(row, column) for column in KEY_COLUMNS]
        return all(
            isinstance(cell, Missing) or cell == expected for cell, expected in zip(cells, self, strict=True)
        )

    def differs_by_one_cell(self, other: "TableKey") -> bool:
        """Whether a slip in one cell turns this table into the other."""
        return list(map(ne, self, other)).count(True) == 1

    def list_partial_keys(self) -> list[tuple[int, str | int, str | int]]:
        """Return the key without each of its cells; tables that differ by one cell share such a key."""
        return [(1, self.round, self.table), (2, self.tournament, self.table), (3, *self[:2])]

    def find_differences(self, other: "TableKey") -> list[str]:
        """Return the columns in which the two differ."""
        return [name for name, own, cell in zip(KEY_COLUMNS, self, other, strict=True) if own != cell]


class MisplacedRow(NamedTuple):
    """A row that may belong to `likely_table`, which differs by one cell from the table that it names."""

    row: Result
    current_table: TableKey
    likely_table: TableKey


@dataclass(frozen=True)
class ResultFile:
    """The rows of a file in order, and the table of each; None where a cell of its key was not read."""

    rows: Sequence[Result]
    tables: Sequence[TableKey | None]

    @cached_property
    def is_grouped_by_table(self) -> bool:
        """Whether the rows of each table stand together."""
        keys = [key for key in self.tables if key]
        return len([*groupby(keys)]) == len({*keys})

    def find_misplaced_rows(self) -> Iterator[MisplacedRow]:
        """Return rows that differ by one cell from the table of the row before or after them.

        Rows that are alone at their table come first.
        """
        seated = ((key, row) for row, key in zip(self.rows, self.tables, strict=True) if key)
        runs = [(key, [row for _, row in run]) for key, run in groupby(seated, key=itemgetter(0))]
        tables = [key for key, _ in runs]
        candidates = [
            (len(rows) > 1, MisplacedRow(row, key, other))
            for (key, rows), before, after in zip(runs, [None, *tables], [*tables[1:], None], strict=False)
            for row, other in ((rows[0], before), (rows[-1], after))
            if other and key.differs_by_one_cell(other)
        ]
        return (move for _, move in sorted(candidates, key=itemgetter(0)))

    def find_candidate_tables(self) -> Iterator[TableKey]:
        """Yield the tables to which rows without a table may belong.

        These are the tables beside the row, or any where the rows of a table do not stand together.
        """
        if None not in self.tables:
            return
        all_keys = {key for key in self.tables if key}
        for row, key, neighbours in zip(self.rows, self.tables, self.neighbouring_tables, strict=True):
            if key is None:
                yield from (
                    candidate
                    for candidate in (neighbours if self.is_grouped_by_table else all_keys)
                    if candidate.may_hold(row)
                )

    @cached_property
    def neighbouring_tables(self) -> list[list[TableKey]]:
        """For each row, the tables of the nearest rows before and after it that have one."""

        def take_latest(latest: TableKey | None, key: TableKey | None) -> TableKey | None:
            return key or latest

        before = [None, *accumulate(self.tables, take_latest)]
        after = [None, *accumulate(reversed(self.tables), take_latest)][-2::-1]
        return [[key for key in pair if key] for pair in zip(before, after, strict=False)]


def split_files(results: Iterable[Result], keys: Iterable[TableKey | None]) -> Iterator[ResultFile]:
    """Yield the rows of each file in order.

    Rows that could not be read stand last in `results`, and go back to their lines.
    """
    seated = zip(results, keys, strict=True)
    for pairs in group_by(seated, lambda pair: pair[0].source.rpartition(":")[0]).values():
        if not all(key for _, key in pairs):
            pairs.sort(key=lambda pair: make_natural_key(pair[0].source.rpartition(":")[2]))
        yield ResultFile(*zip(*pairs, strict=True))


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
_get_entry_cells = Result.make_getter(*_ENTRY_COLUMNS)
_get_player_cells = Result.make_getter("tournament", "round", "player")


class TableEntry(NamedTuple):
    """The cells that were entered for a table, column by column."""

    places: tuple[float, ...]
    games: tuple[str, ...]
    scores: tuple[Any, ...]

    @classmethod
    def build_all(cls, tables: Iterable[Sequence[Result]]) -> list[Self]:
        """Return the entries of tables of which all these cells were read."""
        return make_rows(cls, (zip(*map(_get_entry_cells, rows), strict=True) for rows in tables))

    @classmethod
    def from_rows(cls, table: Sequence[Result]) -> Self:
        """Return the entry of one table."""
        return cls.build_all([table])[0]

    @property
    def has_all_scores(self) -> bool:
        """Whether all scores were kept, and none is below 0."""
        return None not in self.scores and min(self.scores) >= 0

    @property
    def is_valid(self) -> bool:
        """Whether two or more played one game, with all scores or none, and their places fit."""
        places, games, scores = self
        is_one_game = len({*games}) == 1 or len({*map(extract_letters, games)}) == 1
        has_all_or_no_scores = None not in scores or {*scores} == {None}
        return len(places) > 1 and is_one_game and has_all_or_no_scores and are_places_valid(places)


@dataclass(frozen=True)
class Seating:
    """The rows of each table, as far as their tournament, round and table were read.

    `results` has all rows. `valid` has the tables that were read and are right, which most are, with their
    entries. `misplaced` has the rows that a slip in one cell put at another table, with the table where they
    belong. `incomplete` tables may lack a row that could not be read or stands elsewhere. `ambiguous` tables
    may have a row of another. `incomplete_tournaments` have a row of which the table could not be read.
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
        """The rows of each tournament, as far as that was read."""
        return group_by(select_complete(self.results, "tournament"), attrgetter("tournament"))

    @cached_property
    def unambiguous_tables(self) -> Mapping[TableKey, Sequence[Result]]:
        """The rows of each table that has no row of another."""
        return self._exclude({*self.ambiguous})

    @cached_property
    def complete_tables(self) -> Mapping[TableKey, Sequence[Result]]:
        """The rows of each table that has no row of another, and lacks none."""
        return self._exclude({*self.ambiguous, *self.incomplete})

    def _exclude(self, unsure: Collection[TableKey]) -> Mapping[TableKey, Sequence[Result]]:
        """Return all tables but these, which mostly are none."""
        return (
            {key: rows for key, rows in self.tables.items() if key not in unsure} if unsure else self.tables
        )


def build_seating(inputs: Inputs) -> Seating:
    """Return the tables of all results, also of unknown tournaments."""
    tournaments = {tournament.tournament for tournament in select_complete(inputs.tournaments, "tournament")}
    results = inputs.results
    is_read = has_no_missing(results)
    rows_by_cells = group_by(select_complete(results, *KEY_COLUMNS), get_key_cells)
    tables = {TableKey._make(cells): rows for cells, rows in rows_by_cells.items()}
    valid, invalid = _split_valid(tables, is_read=is_read)
    unknown = {key for key in tables if key.tournament not in tournaments}
    ambiguous = _find_repeated_players(select_complete(results, *KEY_COLUMNS, "player"))
    doubtful = invalid | unknown | ambiguous
    files = list(split_files(results, _find_keys(results))) if doubtful or not is_read else []
    neighbours = [
        move for file in files for move in file.find_misplaced_rows() if move.current_table in doubtful
    ]
    ambiguous |= {move.current_table for move in neighbours if move.current_table in unknown}
    incomplete = {move.likely_table for move in neighbours if move.current_table in ambiguous}
    incomplete.update(key for file in files for key in file.find_candidate_tables())
    misplaced = _find_misplaced(tables, invalid, neighbours, ambiguous | incomplete)
    ambiguous.update(
        key for row, likely_table in misplaced.items() for key in (TableKey.from_row(row), likely_table)
    )
    incomplete_tournaments = {
        key.tournament for file in files if None in file.tables for key in file.tables if key
    }
    return Seating(results, tables, valid, misplaced, incomplete, ambiguous, incomplete_tournaments)


def _find_keys(results: Iterable[Result]) -> list[TableKey | None]:
    """Return the table of each row; None where a cell of its key was not read."""
    return [
        None if Missing in map(type, key) else key for key in make_rows(TableKey, map(get_key_cells, results))
    ]


def _split_valid(
    tables: Mapping[TableKey, Sequence[Result]], *, is_read: bool
) -> tuple[dict[TableKey, TableEntry], set[TableKey]]:
    """Return the entries of valid tables, and the invalid tables; neither has those not read completely."""
    complete = (
        tables
        if is_read
        else {key: rows for key, rows in tables.items() if has_no_missing(rows, *_ENTRY_COLUMNS)}
    )
    pairs = zip(complete, TableEntry.build_all(complete.values()), strict=True)
    valid = {key: entry for key, entry in pairs if entry.is_valid}
    return valid, complete.keys() - valid.keys()


def _find_misplaced(
    tables: Mapping[TableKey, Sequence[Result]],
    invalid: set[TableKey],
    neighbours: Sequence[MisplacedRow],
    unsure: Collection[TableKey],
) -> dict[Result, TableKey]:
    """Return the rows that are wrong where they are, with the table where they belong.

    Of two tables at most one row is moved; `unsure` tables are left out.
    """
    misplaced: dict[Result, TableKey] = {}
    settled = {*unsure}
    for row, *keys in chain(
        neighbours, _find_distant_slips({key: rows for key, rows in tables.items() if key in invalid})
    ):
        if (
            invalid.issuperset(keys)
            and settled.isdisjoint(keys)
            and _fits_elsewhere(row, *map(tables.__getitem__, keys))
        ):
            misplaced[row] = keys[1]
            settled.update(keys)
    return misplaced


def _find_distant_slips(tables: Mapping[TableKey, Sequence[Result]]) -> Iterator[MisplacedRow]:
    """Yield the rows that are alone at one of these tables, for each other that differs by one cell."""
    all_keys = list(tables)
    places_by_partial_key = group_by(
        (
            (place, partial_key)
            for place, key in enumerate(all_keys)
            for partial_key in key.list_partial_keys()
        ),
        itemgetter(1),
    )
    for own_key, (row, *other_rows) in tables.items():
        near = (
            {
                place
                for partial_key in own_key.list_partial_keys()
                for place, _ in places_by_partial_key[partial_key]
            }
            if not other_rows
            else ()
        )
        yield from (
            MisplacedRow(row, own_key, all_keys[place])
            for place in sorted(near)
            if all_keys[place] != own_key
        )


def _fits_elsewhere(row: Result, own_table: Sequence[Result], other_table: Sequence[Result]) -> bool:
    """Whether a row is all that is wrong with its own rows, and all that another table lacks."""
    other_rows = [other for other in own_table if other is not row]
    return (not other_rows or TableEntry.from_rows(other_rows).is_valid) and TableEntry.from_rows(
        [*other_table, row]
    ).is_valid


def _find_repeated_players(results: Sequence[Result]) -> set[TableKey]:
    """Return the tables of players with two rows in a round, of which one is probably somebody else's."""
    keys = list(map(_get_player_cells, results))
    if len({*keys}) == len(keys):
        return set()
    counts = Counter(keys)
    return {TableKey.from_row(row) for row, key in zip(results, keys, strict=True) if counts[key] > 1}


_NOBODY_ELSE = declare_error(
    "nobody-else-at-table",
    "nobody else is at {table}",
    "a table has two players or more: correct it, or add them",
)
_ROW_OF_ANOTHER_TABLE = declare_error("row-of-another-table", "this row does not fit at {table}")
_ANOTHER_GAME = declare_error(
    "table-plays-another-game",
    "{table} plays {game}: {place}",
    "a table plays one game: correct it, or the table",
)
_PLACES_DO_NOT_FIT = declare_error(
    "places-do-not-fit",
    "the places of {table} are {found}, where they would be {expected}",
    "players ex aequo have the same place, and the next one has the place after all of them",
)
_TWO_TABLES = advise("if these are two tables, give each a name of its own")


def check_seats(seating: Seating) -> Iterator[Fault]:
    """Check that every table has two players or more, one game, and places that fit."""
    for row, likely_table in seating.misplaced.items():
        yield _report_misplaced(row, likely_table, seating.tables[TableKey.from_row(row)])
    for key, table in seating.complete_tables.items():
        if key not in seating.valid:
            if len(table) == 1:
                yield _NOBODY_ELSE(table[0], "table", table=format_table(table[0]))
            yield from chain(_check_one_game(table), _check_places(table))


def format_table(key: TableKey | Result) -> Message:
    """Return a table, or that of a row, in words."""
    params = {"table": key.table, "round": key.round, "tournament": key.tournament}
    return advise("table {table} of round {round} of {tournament}", **params)


def _report_misplaced(row: Result, likely_table: TableKey, table: Sequence[Result]) -> Fault:
    """Return the fault of a row that a slip in one cell put elsewhere."""
    (column,) = TableKey.from_row(row).find_differences(likely_table)
    advice = advise("did you mean {table}, where that place is free?", table=format_table(likely_table))
    kind = _NOBODY_ELSE if len(table) == 1 else _ROW_OF_ANOTHER_TABLE
    return kind(row, column, advice=advice, table=format_table(row))


def _check_one_game(table: Sequence[Result]) -> Iterator[Fault]:
    """Yield a fault for each game of a table but the one that most play."""
    (main, *_), *other_games = group_by_game(table)
    for row, *_ in other_games:
        game = quote_text(main.game)
        yield _ANOTHER_GAME(row, "game", table=format_table(row), game=game, place=main.source)


def group_by_game(table: Sequence[Result]) -> list[list[Result]]:
    """Return the rows of each game, most first; all rows where no game was read."""
    rows = select_complete(table, "game")
    if len({row.game for row in rows}) == 1:
        return [rows]
    games = group_by(rows, lambda row: extract_letters(row.game))
    return sorted(games.values(), key=len, reverse=True) or [[*table]]


def _check_places(table: Sequence[Result]) -> Iterator[Fault]:
    """Check that places are written as 1, 2, 2, 4, or as the mean of those that are taken up."""
    if len(table) > 1 and has_no_missing(table, "place"):
        ordered = sorted(table, key=lambda row: row.place)
        # Rows of another game, which is a fault of its own, may be all that is wrong.
        main, *other_games = group_by_game(table)
        fits_without_others = bool(other_games) and are_places_valid([row.place for row in main])
        if not fits_without_others and not are_places_valid([row.place for row in ordered]):
            yield _report_places(ordered)


def _report_places(ordered: Sequence[Result]) -> Fault:
    """Return the fault of the row where the places first differ from both ways to write them."""
    places = [row.place for row in ordered]
    lowest, mean = write_tied_places(places)
    row = next(row for row, place in zip(ordered, lowest, strict=True) if row.place != place)
    either = advise("{places} or {others}", places=_format_places(lowest), others=_format_places(mean))
    expected = _format_places(lowest) if lowest == mean else either
    are_two_tables = are_places_valid(places[::2]) and are_places_valid(places[1::2])
    advice = _TWO_TABLES if are_two_tables else ""
    params: dict[str, Any] = {"table": format_table(row), "found": _format_places(places)}
    return _PLACES_DO_NOT_FIT(row, "place", advice=advice, expected=expected, **params)


def _format_places(places: Sequence[float]) -> str:
    return ", ".join(map(format_number, places))
