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

from sitegen.core import plugins, problems
from sitegen.core.entities import DrawRequest, EventDate, Fault, Moment, Note, Pairings
from sitegen.core.model import Outcome
from sitegen.core.plugins import PACKAGE, PluginError, Registration, find_registrations
from sitegen.core.problems import advise, join_messages, quote_text, say
from sitegen.core.table import Table


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

    def rate(self, inputs: Any, options: Any, when: Moment) -> Outcome:
        """Everything that is published, from everything that was read; a pure function."""


@runtime_checkable
class HasArticles(Protocol):
    """What a ranking system has besides, when its regulation has articles that pages lead to.

    By their names, as they are cited, with a sentence of what each says; in the order of the regulation.
    """

    articles: Mapping[str, str]


@runtime_checkable
class CanDraw(Protocol):
    """What a ranking system has besides, when it can draw up what is to be played.

    Where it also has `draw_options`, a tuple of the fields of a `Request` that it takes, whoever asks for
    something else is told so.
    """

    def draw(self, inputs: Any, options: Any, request: DrawRequest) -> Pairings:
        """What is to be played next; a `DrawError` when that cannot be."""


@runtime_checkable
class HasEventDates(Protocol):
    """What a ranking system has besides, when its tables say on which days something is played."""

    def event_dates(self, inputs: Any) -> Iterable[EventDate]:
        """When each row was played, or is to be: no result is of a day to come, and few stand far apart."""


@runtime_checkable
class HasDeadline(Protocol):
    """What a ranking system has besides, when results have to be reported by a day."""

    def deadline(self, day: date, options: Any) -> date | None:
        """The last day on which a result of `day` is in time; None where the options set none."""


@runtime_checkable
class ExplainsChange(Protocol):
    """What a ranking system has besides, when it can tell of a change what no table of it shows."""

    def explain_change(self, before: Outcome, after: Outcome) -> Iterable[Note]:
        """What a change from one outcome to another means, a sentence each."""


def get_articles(system: System) -> Mapping[str, str]:
    """The articles of the regulation of a system; none where it names none."""
    return system.articles if isinstance(system, HasArticles) else {}


class InputTable(NamedTuple):
    """A table that a club keeps: the name of its file, its rows, and whether it may be missing."""

    name: str
    rows: type[Table]
    may_be_missing: bool


def list_input_tables(system: System) -> list[InputTable]:
    """The tables of a system in the order of its `Inputs`; a field `line_ups` is the file `line-ups.csv`."""
    hints, optional = get_type_hints(system.Inputs), system.Inputs._field_defaults
    return [
        InputTable(field.replace("_", "-"), _get_row_class(hint), field in optional)
        for field, hint in hints.items()
    ]


def _get_row_class(hint: Any) -> type[Table]:
    """The class of the rows in `list[Match]` or `list[Match] | None`."""
    inner = get_args(hint)[0]
    return _get_row_class(inner) if get_args(inner) else inner


class Origin(NamedTuple):
    """Where a system comes from: the distribution, blank where none is known, and its code.

    `code` is the folder of the package that its module lies in, or the file of a module that lies in none.
    """

    package: str = ""
    code: Path | None = None

    @property
    def is_builtin(self) -> bool:
        """Whether the program itself brings the system."""
        return self.package == PACKAGE

    def find_folder(self, name: str) -> Path | None:
        """A folder that the package brings; None where it has none of this name.

        In `templates` stand its `event.html` and one for each kind of topic, in `locale` its words in other
        languages (`nl.po`), in `starter` the tables and the rules that a new site begins with.
        """
        found = self.code / name if self.code else None
        return found if found and found.is_dir() else None


class PluginLoadError(Exception):
    """Why a system that is installed cannot be used."""

    def __init__(self, refused: Sequence[PluginError]) -> None:
        super().__init__(*refused)
        self.refused = refused

    @property
    def message(self) -> str:
        """All of it as one text."""
        return join_messages(*(part for plugin_error in self.refused for part in plugin_error))


def find_systems() -> dict[str, Registration]:
    """The installed systems by name; those of other packages come in by the same door as ours."""
    return {entry.name: entry for entry in find_registrations()}


def load_system(name: str) -> System:
    """The system called `name`; a `KeyError` when none is, an `UnfitError` when it is none."""
    entry = find_systems()[name]
    if rivals := _find_rivals(name):
        told = {"name": quote_text(name), "packages": ", ".join(rivals)}
        message = say("system-twice", "several packages bring a system called {name}: {packages}", **told)
        raise PluginLoadError([PluginError(message, advise("uninstall all but one of them"))])
    try:
        system: System = entry.load()
    except (Exception, SystemExit) as error:  # whatever a package of somebody else's raises
        told = {"name": quote_text(name), "error": problems.describe_error(error)}
        message = say("system-not-loaded", "the system {name} cannot be loaded: {error}", **told)
        raise PluginLoadError(_add_report_hint([PluginError(message)], find_origin(name))) from error
    if refused := plugins.validate_plugin(name, system):
        raise PluginLoadError(_add_report_hint(refused, find_origin(name)))
    return system


def _find_rivals(name: str) -> list[str]:
    """The distributions that bring a system of this name, where they are several."""
    found = {entry.package for entry in find_registrations() if entry.name == name and entry.package}
    return sorted(found) if len(found) > 1 else []


def _add_report_hint(refused: Sequence[PluginError], of: Origin) -> list[PluginError]:
    """The same, saying which package it is to be mended in."""
    blamed = problems.suggest_report(of.package, is_ours=of.is_builtin)
    return [plugin_error._replace(hint=join_messages(plugin_error.hint, blamed)) for plugin_error in refused]


def find_origin(name: str) -> Origin:
    """Where the system called `name` comes from; its code is known once it has been found."""
    entry = find_systems()[name]
    module = sys.modules.get(entry.module)
    file = getattr(module, "__file__", None)
    code = Path(file) if file else None
    is_packed = code is not None and (hasattr(module, "__path__") or "." in entry.module)
    return Origin(entry.package, code.parent if code and is_packed else code)
