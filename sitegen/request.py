"""What is asked of a draw, and what comes of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Request:
    """What is asked of a draw; a system takes what it needs.

    The round (None: the next one) or the `day`; the ids of who will be `absent`, or the `pairs` that will be
    there, each by two ids or by one name that the system knows; and into how many `lines` (None: the usual).
    """

    round: int | None = None
    absent: Sequence[str] = ()
    pairs: Sequence[Sequence[str]] = ()
    lines: int | None = None
    day: date = date.min


@dataclass(frozen=True)
class Drawn:
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
