"""Why a figure changed: what was played from one list to the next, as an account."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from sitegen.model import Balance, Ledger, Section
from sitegen.table import Table

BEFORE = "List of {day}"
START = "At the start"


def opening(day: date | None, value: float | None, first: date) -> Balance:
    """What stood on the list of a day; without one, at the start, which is before the `first` row."""
    return Balance(BEFORE, day, value) if day else Balance(START, first, value)


def why(  # noqa: PLR0913 - each is a part of an account, and all are named at the call
    table: type[Table],
    rows: Sequence[Any],
    *,
    steps: Sequence[Any],
    before: Balance,
    after: Balance,
    note: str = "",
    articles: Sequence[str] = (),
) -> Section:
    """The section that explains a figure: `rows` of what was played, and their `steps`, a row for each.

    What the rows did, and nothing else, leads from the balance `before` to that `after`.
    """
    change = None if before.value is None or after.value is None else after.value - before.value
    ledger = Ledger(before, after, change, steps)
    return Section("why", "Why it changed", table, rows, note, articles=articles, ledger=ledger)
