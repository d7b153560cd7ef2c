"""What a system says of the rows that it was given: what is wrong with them, and when they were played."""

from datetime import date
from typing import Any, NamedTuple


class Fault(NamedTuple):
    """Something wrong that only its system can see: with one row, of which `column` names the cell.

    Or with the options, of which it names the key. A `warning` does not stop the build. What is wrong inside
    a row whatever the others say is told by the row's own `faults()`, as `System` describes.
    """

    row: Any
    column: str
    message: str
    hint: str = ""
    warning: bool = False


class Dated(NamedTuple):
    """That something is played on a day, as a row says: its cell in `column` holds the day, or leads to it.

    `is_played`: there is a result, so that the day cannot be still to come.
    """

    row: Any
    column: str
    day: date
    is_played: bool
