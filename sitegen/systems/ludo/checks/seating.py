"""The tables at which was played, and checks of who sat there.

A table has two players or more, one game, and places that fit.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby
from operator import attrgetter
from typing import Any, NamedTuple

from sitegen.core.entities import Fault, declare_error, declare_warning
from sitegen.core.missing import Missing, select_complete
from sitegen.core.names import extract_letters
from sitegen.core.problems import Message, advise, quote_text
from sitegen.systems.ludo.scoring import SHARED_BY_THREE
from sitegen.systems.ludo.tables import Inputs, Result, format_number
from sitegen.toolkit.order import find_duplicates, group_by, has_no_missing


class TableKey(NamedTuple):
    """A table of a round of a tournament; None for a cell that could not be read or names no tournament."""

    tournament: str | None
    round: int | None
    table: str | None

    def may_be(self, other: "TableKey") -> bool:
        """Whether the other key can be the same, going by the cells that this one has."""
        return all(cell is None or cell == known for cell, known in zip(self, other, strict=True))


@dataclass(frozen=True)
class Seating:
    """All results, and the rows of each table; those under a key without all cells belong to some table."""

    results: Sequence[Result]
    rows_by_key: Mapping[TableKey, Sequence[Result]]

    @cached_property
    def partial_keys(self) -> Collection[TableKey]:
        """The keys without all cells."""
        return [key for key in self.rows_by_key if None in key]

    @cached_property
    def tables(self) -> Mapping[TableKey, Sequence[Result]]:
        """The rows of each table, which may be without some, or have one of another table."""
        return {key: rows for key, rows in self.rows_by_key.items() if None not in key}

    @cached_property
    def sure_tables(self) -> Mapping[TableKey, Sequence[Result]]:
        """The tables that have all their rows, and no other.

        Of a player with two rows in a round, which the reader reports, one is probably somebody else's.
        """
        get_entry = attrgetter("tournament", "round", "player")
        counts = Counter(map(get_entry, self.results))
        return {
            key: rows
            for key, rows in self.tables.items()
            if all(counts[get_entry(row)] == 1 for row in rows)
            and not any(partial_key.may_be(key) for partial_key in self.partial_keys)
        }

    @cached_property
    def rows_by_tournament(self) -> Mapping[str, Sequence[Result]]:
        """The rows of each tournament, as far as that was read."""
        return group_by(select_complete(self.results, "tournament"), attrgetter("tournament"))


def build_seating(inputs: Inputs) -> Seating:
    """Return the tables of all results."""
    tournaments = {tournament.tournament for tournament in select_complete(inputs.tournaments, "tournament")}

    def get_key(row: Result) -> TableKey:
        return TableKey(
            row.tournament if row.tournament in tournaments else None,
            None if isinstance(row.round, Missing) else row.round,
            None if isinstance(row.table, Missing) else row.table,
        )

    return Seating(inputs.results, group_by(inputs.results, get_key))


def are_places_valid(places: Sequence[float]) -> bool:
    """Whether places are written in one of the two ways of `write_tied_places`; three first also as 1.999."""
    ordered = sorted(places)
    if ordered == [*range(1, len(ordered) + 1)]:
        return True  # as at nearly all of the thousands of tables
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


_NOBODY_ELSE = declare_error(
    "nobody-else-at-table",
    "nobody else is at {table}",
    "a table has two players or more: correct it, or add them",
)
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
    for table in seating.sure_tables.values():
        if len(table) == 1:
            yield _NOBODY_ELSE(table[0], "table", table=format_table(table[0]))
        else:
            yield from chain(_check_one_game(table), _check_places(table))


_ROUND_REPEATED = declare_warning(
    "tables-repeated",
    "round {round} has the same tables with the same places as round {other}: {place}",
    "where a round was copied, enter the tables of this one",
)
_MIN_REPEATED = 6
"""So many players have the same places and scores in two rounds only where one is a copy."""


def check_repeated_rounds(seating: Seating) -> Iterator[Fault]:
    """Yield rounds with the same players, places and scores as an earlier one."""
    columns = attrgetter("tournament", "round")
    complete = select_complete(seating.results, "tournament", "round", "player", "place", "score")
    rounds = group_by(complete, columns)
    large = (rows[0] for rows in rounds.values() if len(rows) >= _MIN_REPEATED)
    for row, first in find_duplicates(
        large, lambda row: frozenset((each.player, each.place, each.score) for each in rounds[columns(row)])
    ):
        yield _ROUND_REPEATED(row, "round", round=row.round, other=first.round, place=first.source)


def format_table(row: Result) -> Message:
    """Return the table of a row in words."""
    params = {"table": row.table, "round": row.round, "tournament": row.tournament}
    return advise("table {table} of round {round} of {tournament}", **params)


def _check_one_game(table: Sequence[Result]) -> Iterator[Fault]:
    """Yield a fault for each game of a table but the one that most play."""
    (main, *_), *other_games = group_by_game(table)
    for row, *_ in other_games:
        game = quote_text(main.game)
        yield _ANOTHER_GAME(row, "game", table=format_table(row), game=game, place=main.source)


def group_by_game(table: Sequence[Result]) -> list[list[Result]]:
    """Return the rows of each game, most first; all rows where no game was read."""
    if isinstance(table[0].game, str) and all(row.game == table[0].game for row in table):
        return [[*table]]  # as at nearly all of the thousands of tables
    games = group_by(select_complete(table, "game"), lambda row: extract_letters(row.game))
    return sorted(games.values(), key=len, reverse=True) or [[*table]]


def _check_places(table: Sequence[Result]) -> Iterator[Fault]:
    """Check that places are written as 1, 2, 2, 4, or as the mean of those that are taken up."""
    if not has_no_missing(table, "place") or _have_valid_places(table):
        return
    # Rows of another game, which is a fault of its own, may be all that is wrong.
    if not _have_valid_places(group_by_game(table)[0]):
        yield _report_places(sorted(table, key=lambda row: row.place))


def _have_valid_places(rows: Sequence[Result]) -> bool:
    return are_places_valid([row.place for row in rows])


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
