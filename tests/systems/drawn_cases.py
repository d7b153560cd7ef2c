"""Rankings drawn by lot, some of every system: their tables, in which all happens that these can say."""

from collections.abc import Callable, Iterable
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import circuits
import duel_clubs
import fibs_clubs
import keizers
import nbb_clubs
import pytest
import ruit_clubs
import seasons
from examples import times
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.entities import Moment
from sitegen.core.model import Outcome
from sitegen.core.table import get_columns
from sitegen.systems import elo, fibs, glicko2, ijssel, keizer, ludo, nbb, ruit


class Case(NamedTuple):
    """The tables of a ranking with its options, on a day."""

    system: Any
    inputs: Any
    options: Any
    as_of: date

    def rated(self, **changes: Any) -> Outcome:
        """What is published of it."""
        case = self._replace(**changes)
        return case.system.rate(case.inputs, case.options, Moment(case.as_of, archive=3))

    def edited(self, edit: Callable[[Any], Any]) -> Any:
        """Its tables with `edit` applied to each row; without those of which it makes nothing."""
        tables = self.inputs._asdict()
        return self.inputs._replace(
            **{
                name: [edited for row in rows if (edited := edit(row)) is not None]
                for name, rows in tables.items()
                if rows is not None
            }
        )

    def find_days(self) -> list[date]:
        """The days on which something happened, and its own."""
        return sorted({self.as_of, *(event.day for event in self.rated().events)})


def _made(system: Any, make: Callable[[int], tuple[Any, Any]]) -> st.SearchStrategy[Case]:
    return st.integers(0, 10**6).map(lambda seed: Case(system, *make(seed), date(2099, 1, 1)))


CASES: dict[str, st.SearchStrategy[Case]] = {
    "elo": duel_clubs.clubs(elo).map(lambda club: Case(elo, *club)),
    "fibs": fibs_clubs.leagues().map(lambda league: Case(fibs, *league)),
    "glicko2": duel_clubs.clubs(glicko2).map(lambda club: Case(glicko2, *club)),
    "ijssel": _made(ijssel, seasons.made) | _made(ijssel, seasons.made_with_moved_rounds),
    "keizer": _made(keizer, keizers.made),
    "ludo": _made(ludo, circuits.made),
    "nbb": _made(nbb, nbb_clubs.made),
    "ruit": _made(ruit, ruit_clubs.made),
}


SEQUENTIAL = {"elo": "games", "glicko2": "games", "fibs": "matches"}
"""The tables of which the rows of a day are in the order of play."""
ROUNDS = ("ijssel", "keizer")


def law(
    names: Iterable[str] = (), tries: float = 0.6
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A test of rankings by all systems, or by these; its cases are drawn from `data`."""
    slow = {"ludo"}

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        params = [
            pytest.param(name, marks=[pytest.mark.slow] if name in slow else []) for name in names or CASES
        ]
        return pytest.mark.parametrize("name", params)(given(data=st.data())(times(tries)(test)))

    return decorate


def rows(outcome: Outcome, *names: str) -> list[Any]:
    """The rows of published tables, as their files have them."""
    return [row for table in outcome.tables if table.name in names for row in table.in_files.rows]


def find_players(row: Any) -> set[str]:
    """Who is named in a row."""
    return {
        cell
        for column, cell in zip(get_columns(type(row)), row, strict=True)
        if column.display.style == "player"
    }


def near(cell: Any) -> Any:
    """What is as good as a cell: to nine decimals."""
    return pytest.approx(float(cell), abs=1e-9) if isinstance(cell, float | Decimal | Fraction) else cell
