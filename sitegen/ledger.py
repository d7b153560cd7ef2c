"""A table of results as an account: from the figure on one list to that on the next."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple


class Balance(NamedTuple):
    """A figure at one end of a ledger, None where there was none; `title` is shown with the `day` in it."""

    title: str
    day: date
    value: float | None


class Ledger(NamedTuple):
    """What stood before the first row of a section, and what after the last.

    What the rows have in their column of the role `change`, one after the other, leads from `opening` to
    `closing`, of which `change` is the difference; in that of the role `value` stands the figure after a row.
    `steps` are rows of tables of the system's own with the calculation behind them, one a row or as many as
    it takes: its template `steps.html` is given them as `rows` and writes the formula with their figures in
    it.
    """

    opening: Balance
    closing: Balance
    change: float | None
    steps: Sequence[Any] = ()
