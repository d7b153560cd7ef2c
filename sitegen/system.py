"""A ranking system, as the rest of the program sees it, and the door it comes in by.

A package registers its module under the entry-point group `sitegen.systems`:

    [project.entry-points."sitegen.systems"]
    elo = "sitegen_elo"

Beside the module may stand the folders of `Origin.brought`. `admission` says what a module must have, and
`soundness` what it must return; `contract.hold` tries both, and more, in the tests of the package.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple, Protocol, get_args, get_type_hints, runtime_checkable

from sitegen import admission, mishap
from sitegen.admission import Refused
from sitegen.message import advise, joined, say
from sitegen.model import Dated, Fault, Note, Outcome, When
from sitegen.problem import quoted
from sitegen.registry import PACKAGE, Entry, registered
from sitegen.request import Drawn, Request
from sitegen.table import Table


class System(Protocol):
    """What a module must have to be a ranking system.

    `Inputs` is a `typing.NamedTuple` whose fields are the tables a club keeps (`matches: list[Match]`); a
    field with a default is a table that may be missing. Its `players` are `model.Player` or extend it, and
    every row has a `source`, where it stands. `Options` is a `Table` whose defaults are the regulation's.

    The class of a row may have two methods, asked while the row is read:

    - `faults()` yields the column, the message and the hint of each thing that is wrong inside the row, such
      as a player against themselves. What takes another row to see is for `check`.
    - `may_repeat()` says whether another row can say exactly the same, so that nobody is warned of it. It is
      for tables in which no column is a `key`.
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
class Regulated(Protocol):
    """What a ranking system has besides, when its regulation has articles that pages lead to.

    By their names, as they are cited, with a sentence of what each says; in the order of the regulation.
    """

    articles: Mapping[str, str]


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


@runtime_checkable
class Due(Protocol):
    """What a ranking system has besides, when results have to be reported by a day."""

    def due(self, day: date, options: Any) -> date | None:
        """The last day on which a result of `day` is in time; None where the options set none."""


@runtime_checkable
class Remarking(Protocol):
    """What a ranking system has besides, when it can tell of a change what no table of it shows."""

    def remarks(self, before: Outcome, after: Outcome) -> Iterable[Note]:
        """What a change from one outcome to another means, a sentence each."""


def articles(system: System) -> Mapping[str, str]:
    """The articles of the regulation of a system; none where it names none."""
    return system.articles if isinstance(system, Regulated) else {}


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


class Origin(NamedTuple):
    """Where a system comes from: the distribution, blank where none is known, and its code.

    `code` is the folder of the package that its module lies in, or the file of a module that lies in none.
    """

    package: str = ""
    code: Path | None = None

    @property
    def is_ours(self) -> bool:
        """Whether the program itself brings the system."""
        return self.package == PACKAGE

    def brought(self, name: str) -> Path | None:
        """A folder that the package brings; None where it has none of this name.

        In `templates` stand its `event.html` and one for each kind of topic, in `locale` its words in other
        languages (`nl.po`), in `starter` the tables and the rules that a new site begins with.
        """
        found = self.code / name if self.code else None
        return found if found and found.is_dir() else None


class UnfitError(Exception):
    """Why a system that is installed cannot be used."""

    def __init__(self, refused: Sequence[Refused]) -> None:
        super().__init__(*refused)
        self.refused = refused

    @property
    def told(self) -> str:
        """All of it as one text."""
        return joined(*(part for each in self.refused for part in each))


def installed() -> dict[str, Entry]:
    """The installed systems by name; those of other packages come in by the same door as ours."""
    return {each.name: each for each in registered()}


def find(name: str) -> System:
    """The system called `name`; a `KeyError` when none is, an `UnfitError` when it is none."""
    entry = installed()[name]
    if rivals := _rivals(name):
        told = {"name": quoted(name), "packages": ", ".join(rivals)}
        message = say("system-twice", "several packages bring a system called {name}: {packages}", **told)
        raise UnfitError([Refused(message, advise("uninstall all but one of them"))])
    try:
        system: System = entry.load()
    except (Exception, SystemExit) as error:  # whatever a package of somebody else's raises
        told = {"name": quoted(name), "error": mishap.reason(error)}
        message = say("system-not-loaded", "the system {name} cannot be loaded: {error}", **told)
        raise UnfitError(_from([Refused(message)], origin(name))) from error
    if refused := admission.faults(name, system):
        raise UnfitError(_from(refused, origin(name)))
    return system


def _rivals(name: str) -> list[str]:
    """The distributions that bring a system of this name, where they are several."""
    found = {each.package for each in registered() if each.name == name and each.package}
    return sorted(found) if len(found) > 1 else []


def _from(refused: Sequence[Refused], of: Origin) -> list[Refused]:
    """The same, saying which package it is to be mended in."""
    blamed = mishap.hint(of.package, is_ours=of.is_ours)
    return [each._replace(hint=joined(each.hint, blamed)) for each in refused]


def origin(name: str) -> Origin:
    """Where the system called `name` comes from; its code is known once it has been found."""
    entry = installed()[name]
    module = sys.modules.get(entry.module)
    file = getattr(module, "__file__", None)
    code = Path(file) if file else None
    is_packed = code is not None and (hasattr(module, "__path__") or "." in entry.module)
    return Origin(entry.package, code.parent if code and is_packed else code)
