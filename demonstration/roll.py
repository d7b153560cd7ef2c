"""The roll of invented people, and the ids that their names become."""

import csv
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

_UNDECOMPOSED = str.maketrans({"ł": "l", "\N{LATIN SMALL LETTER DOTLESS I}": "i", "'": ""})


class Person(NamedTuple):
    """Someone on the roll: invented people, in the order in which their clubs write them down.

    `family` is empty where one word is the whole name. In the demonstration a `late` one registers after
    three weeks, a `new` one has yet to play, a `guest` never registers, and a `hidden` one is not named.
    """

    given: str
    family: str
    club: str
    aliases: str
    part: str
    hidden: str

    @property
    def name(self) -> str:
        """The name as it is written."""
        return f"{self.given} {self.family}".strip()

    @property
    def sort_name(self) -> str:
        """The family name first; empty where one word is the whole name."""
        return f"{self.family}, {self.given}" if self.family else ""


def roll() -> list[Person]:
    """Everyone in `roll.csv`, which stands beside this file."""
    with Path(__file__).with_name("roll.csv").open(encoding="utf-8", newline="") as file:
        return [Person(*row) for row in csv.reader(file)][1:]


def slug(name: str) -> str:
    """`name` as a player's id: lower-case ASCII letters, digits and `-`."""
    plain = unicodedata.normalize("NFKD", name.lower().translate(_UNDECOMPOSED))
    letters = "".join(each for each in plain if not unicodedata.combining(each))
    return "-".join("".join(each if each.isalnum() else " " for each in letters).split())


def distinct(ids: Iterable[str]) -> Iterator[str]:
    """The same ids, with `-2`, `-3` … behind those that occurred before."""
    times: dict[str, int] = {}
    for each in ids:
        times[each] = times.get(each, 0) + 1
        yield each if times[each] == 1 else f"{each}-{times[each]}"
