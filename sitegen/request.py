"""What is asked of a draw, and what comes of it."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import NamedTuple, Self

PARTS = {
    "round": "--round",
    "absent": "--absent",
    "pairs": "--pairs",
    "lines": "--lines",
    "day": "--date",
}
"""What can be asked of a draw: the fields of a `Request`, and how they are typed."""


class Request(NamedTuple):
    """What is asked of a draw, as far as the system takes it: what it does not take is refused before.

    The round (None: the next one) or the `day`; the ids of who will be `absent`, or the `pairs` that will be
    there, each by two ids or by one name that the system knows; and into how many `lines` (None: the usual).
    """

    round: int | None = None
    absent: Sequence[str] = ()
    pairs: Sequence[Sequence[str]] = ()
    lines: int | None = None
    day: date = date.min


class Drawn(NamedTuple):
    """What was drawn up.

    `rows` are new rows by table, the text of a cell by column; `told` is a line for each of them to be read
    by the officer, and whatever else there is to say. Where a table is a folder, `file` is the one that they
    stand in; blank: the last.
    """

    rows: Mapping[str, Sequence[Mapping[str, str]]]
    told: Sequence[str]
    file: str = ""


class DrawError(Exception):
    """Why nothing could be drawn up, and what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.message, self.hint = message, hint

    def said(self, told: Callable[[str], str]) -> Self:
        """The same in the language in which messages are `told`."""
        return type(self)(told(self.message), told(self.hint))

    def __str__(self) -> str:
        return f"{self.message} ({self.hint})" if self.hint else self.message


class WishError(DrawError):
    """What was asked for cannot be meant: a wrong use of the command."""
