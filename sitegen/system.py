"""A ranking system, as the rest of the program sees it, and the door it comes in by."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NamedTuple, Protocol, get_args, get_type_hints, runtime_checkable

from sitegen.model import Dated, Fault, Outcome, When
from sitegen.request import Drawn, Request
from sitegen.table import Table

GROUP = "sitegen.systems"


class System(Protocol):
    """What a module must have to be a ranking system.

    `Inputs` is a `typing.NamedTuple` whose fields are the tables a club keeps (`matches: list[Match]`); a
    field with a default is a table that may be missing. Its `players` are `model.Player` or extend it.
    `Options` is a `Table` whose defaults are the regulation's.
    """

    title: str
    """The regulation and its date."""
    interpretations: Sequence[str]
    """Where the regulation leaves something open, how that is settled: one Markdown sentence each."""
    Inputs: type[Any]
    Options: type[Table]
    outputs: Mapping[str, type[Table]]
    """The published tables by name, as `sitegen systems` shows them; of `year-YYYY` there is one a year."""

    def check(self, inputs: Any, options: Any) -> Iterable[Fault]:
        """What is wrong with the rows that their columns alone do not show.

        It is asked also when something was wrong with some rows: then `Unread` stands in the place of each
        cell that could not be read, in a row that is none at all in all of them but `source`. A fault of such
        a cell is passed over, and so should be whatever may only follow from it, such as that a row is
        missing where one could not be read.
        """

    def rate(self, inputs: Any, options: Any, when: When) -> Outcome:
        """Everything that is published, from everything that was read; a pure function."""


@runtime_checkable
class Drawing(Protocol):
    """What a ranking system has besides, when it can draw up what is to be played.

    Where it also has `drawn_with`, a tuple of the fields of a `Request` that it takes, whoever asks for
    something else is told so.
    """

    def draw(self, inputs: Any, options: Any, request: Request) -> Drawn:
        """What is to be played next; a `DrawError` when that cannot be."""


@runtime_checkable
class Calendared(Protocol):
    """What a ranking system has besides, when its tables say on which days something is played."""

    def dated(self, inputs: Any) -> Iterable[Dated]:
        """When each row was played, or is to be: no result is of a day to come, and few stand far apart."""


class Kept(NamedTuple):
    """A table that a club keeps: the name of its file, its rows, and whether it may be missing."""

    name: str
    rows: type[Table]
    may_be_missing: bool


def kept(system: System) -> list[Kept]:
    """The tables of a system in the order of its `Inputs`; a field `line_ups` is the file `line-ups.csv`."""
    hints, optional = get_type_hints(system.Inputs), system.Inputs._field_defaults
    return [Kept(field.replace("_", "-"), _rows(hint), field in optional) for field, hint in hints.items()]


def _rows(hint: Any) -> type[Table]:
    """The class of the rows in `list[Match]` or `list[Match] | None`."""
    inner = get_args(hint)[0]
    return _rows(inner) if get_args(inner) else inner


def installed() -> dict[str, EntryPoint]:
    """The installed systems by name; those of other packages come in by the same door as ours."""
    return {each.name: each for each in sorted(entry_points(group=GROUP))}


def find(name: str) -> System:
    """The system called `name`; a `KeyError` when none is."""
    system: System = installed()[name].load()
    return system
