"""Moments: the day that a site is built for, what is to come, and the months that titles name."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple


class Month(NamedTuple):
    """A month, as what a title names: shown as `November 2026`."""

    year: int
    month: int


class Quarter(NamedTuple):
    """A quarter of a year, as what a title names: shown as `4th quarter 2026`."""

    year: int
    quarter: int


class When(NamedTuple):
    """The moment a site is built for: what is dated after `as_of` does not exist yet.

    `archive` is how many of the latest earlier lists are shown in full, besides the last of each year.
    """

    as_of: date
    archive: int = 52


class Coming(NamedTuple):
    """What is to come on a day: a round, a tournament, a list.

    `title` is shown with what is `named` in it: `Round {round}`. `event` is the key of its results page,
    empty where it has none yet.
    """

    day: date
    title: str
    named: Mapping[str, object] = {}
    event: str = ""
