"""Nothing is said of honest tables, drawn by lot, nor of what only follows from cells that were not read."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import bridge_clubs
import circuits
import leagues
import pytest
from cases import find_faults, find_tables
from examples import sample

from sitegen.core.entities import Fault
from sitegen.core.missing import Missing
from sitegen.core.system import list_event_dates
from sitegen.core.table import get_field_names, get_input_columns

pytestmark = pytest.mark.slow

DRAWN: Mapping[str, tuple[Callable[[Random], Any], int, Mapping[str, Any]]] = {
    "fibs": (leagues.drawn, 20, {}),
    "ludo": (partial(circuits.drawn, honest=True), 40, {"final_seats": {"Azul": 5}}),
    "nbb": (bridge_clubs.draw_nbb, 30, {"lines": 3, "start_ranking": 60.0}),
    "ruit": (bridge_clubs.draw_ruit, 30, {}),
}
"""What draws the tables of a system, how many times, and the options that belong to them."""
SEEDS = sample([(system, seed) for system, (_, count, _) in DRAWN.items() for seed in range(count)], 4)
HALVES = {"fibs", "ludo"}
"""Where two columns are filled in together, so that of blank cells none could be unread alone."""


def check(system: str, inputs: Any) -> list[Fault]:
    """All that is found in tables, of which each row has a day or none."""
    module = import_module(f"sitegen.systems.{system}")
    assert all(isinstance(event_date.day, date) for event_date in list_event_dates(module, inputs))
    return find_faults(system, inputs, find_tables(system)["options"](**DRAWN[system][2]))


@pytest.mark.parametrize(("system", "seed"), SEEDS)
def test_nothing_is_said_of_honest_tables(system: str, seed: int) -> None:
    assert check(system, DRAWN[system][0](Random(seed))) == []


@pytest.mark.parametrize(("system", "seed"), SEEDS)
def test_nothing_is_said_that_only_follows_from_what_was_not_read(system: str, seed: int) -> None:
    random = Random(seed)
    inputs = DRAWN[system][0](random)
    is_torn = partial(_torn, random, filled=system in HALVES)
    torn = [as_read(is_torn(row) if random.random() < 0.07 else row for row in rows or ()) for rows in inputs]
    assert check(system, type(inputs)(*torn)) == []


def _torn(random: Random, row: Any, *, filled: bool) -> Any:
    """The row with one or two cells that could not be read, or without any that could."""
    inputs = {column.name for column in get_input_columns(type(row))}
    fields = [name for name in get_field_names(type(row)) if name.removesuffix("_") in inputs]
    if random.random() < 0.3:
        lost = fields
    else:
        some = [name for name in fields if not filled or getattr(row, name) not in {None, ""}]
        lost = random.sample(some, min(len(some), random.randint(1, 2)))
    return lose(row, lost)


def lose(row: Any, fields: Iterable[str]) -> Any:
    """The row without these cells, which could not be read."""
    return row.replace(**{field: Missing() for field in fields})


def as_read(rows: Iterable[Any]) -> list[Any]:
    """The rows as the reader hands them on: those that are none come last."""
    return sorted(rows, key=lambda row: isinstance(row[0], Missing) and isinstance(row[1], Missing))


@pytest.mark.parametrize("seed", sample(range(10), 3))
@pytest.mark.parametrize(
    ("system", "name", "slip"),
    [("nbb", "pairs", 40.0), ("nbb", "butler", 4.0), ("ruit", "pairs", 40.0), ("ruit", "butler", 90.0)],
)
def test_a_slipped_score_is_seen_at_its_evening(system: str, name: str, slip: float, seed: int) -> None:
    """Of 54.17 and 94.17 whichever is wrong; a total of 400 IMPs instead of 40."""
    random = Random(seed)
    inputs = DRAWN[system][0](random)
    table = [row for row in getattr(inputs, name) if row.score is not None]
    for row in random.sample(table, min(3, len(table))):
        by = slip if row.score < (55 if name == "pairs" else 0) else -slip
        slipped = [line.replace(score=line.score + by) if line is row else line for line in table]
        (fault,) = check(system, inputs._replace(**{name: slipped}))
        assert (fault.row.date, fault.column, fault.warning) == (row.date, "score", True)


Slip = Callable[[Any], Sequence[Any]]
CIRCUITS = sample([("ludo", seed) for seed in range(10)], 3)
SLIPS: dict[str, tuple[Slip, list[str]]] = {
    "a row twice, which the reader tells": (lambda row: (row, row), []),
    "another tournament": (
        lambda row: (row.replace(tournament=f"x{row.tournament}"),),
        ["unknown-tournament"],
    ),
    "another game": (lambda row: (row.replace(game=f"{row.game}l"),), ["table-plays-another-game"]),
    "a row that was not read": (lambda row: (lose(row, get_field_names(type(row))[:-1]),), []),
    "a round that was not read": (lambda row: (lose(row, ["round"]),), []),
    "a table that was not read": (lambda row: (lose(row, ["table"]),), []),
    "a player that was not read": (lambda row: (lose(row, ["player"]),), []),
    "a place that was not read": (lambda row: (lose(row, ["place"]),), []),
    "a game that was not read": (lambda row: (lose(row, ["game"]),), []),
}


@pytest.mark.parametrize(("system", "seed"), CIRCUITS)
@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_a_row_of_a_circuit_is_told_once(system: str, slip: str, seed: int) -> None:
    change, codes = SLIPS[slip]
    circuit, place = _draw(system, seed)
    rows = [*circuit.results[:place], *change(circuit.results[place]), *circuit.results[place + 1 :]]
    numbered = (row.replace(source=f"results.csv:{line}") for line, row in enumerate(rows, 2))
    assert [code for _, code in _told(system, circuit._replace(results=as_read(numbered)))] == codes


@pytest.mark.parametrize(("system", "seed"), CIRCUITS)
def test_a_row_at_another_table_is_told_there_and_where_it_is_missing(system: str, seed: int) -> None:
    circuit, place = _draw(system, seed)
    rows = [*circuit.results]
    rows[place] = rows[place].replace(table=rows[place].table + "9")
    told = _told(system, circuit._replace(results=rows))
    assert (rows[place].source, "nobody-else-at-table") in told
    assert {code for _, code in told} <= {"nobody-else-at-table", "places-do-not-fit"}


def _draw(system: str, seed: int) -> tuple[Any, int]:
    """A circuit, and the place of one of its results."""
    random = Random(seed)
    circuit = DRAWN[system][0](random)
    return circuit, random.randrange(len(circuit.results))


def _told(system: str, inputs: Any) -> list[tuple[str, str]]:
    return [(fault.row.source, getattr(fault.message, "code", "")) for fault in check(system, inputs)]
