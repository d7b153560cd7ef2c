"""The protocol of a ranking system, and the way from its name to its module.

A ranking system is a module that satisfies `System`; there is no base class. It may also satisfy the smaller
protocols below, each of which adds something to what the site shows. The module is registered under the
entry-point group `sitegen.systems` in the `pyproject.toml` of its package:

    [project.entry-points."sitegen.systems"]
    elo = "sitegen_elo"

Beside the module its package may have folders of templates, translations and starter files: see
`Origin.find_folder`. The whole of a small system is `sitegen.systems.elo`.

Three checks hold a system to the protocol: `plugins.validate_plugin` when it is loaded,
`outcome_checks.validate_outcome` whenever it has rated, and `sitegen.testing.assert_contract` in its tests.
"""

import sys
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, Protocol, get_args, get_type_hints, runtime_checkable

from sitegen.core import plugins, problems
from sitegen.core.entities import (
    DrawRequest,
    EventDate,
    Fault,
    Moment,
    Note,
    Pairings,
    Rule,
    read_event_dates,
)
from sitegen.core.model import Outcome
from sitegen.core.plugins import PACKAGE, PluginError, Registration, find_registrations
from sitegen.core.problems import advise, join_messages, quote_text, say
from sitegen.core.table import Table, get_field_names

DECISIONS = "decisions"
"""The table of what the committee decided about players, in systems that have it."""


class System(Protocol):
    """What a module must have to be a ranking system.

    A row class in `Inputs` may have two methods, which are called while its file is read:

    - `find_faults()` yields a tuple of column, message and hint for each thing that is wrong within the row,
      such as a player against themselves. What takes another row to see belongs in `check`.
    - `may_repeat()` returns whether another row may be exactly the same. If not, the reader warns of
      a repeated row. It is for tables in which no column is a `key`.
    """

    title: str
    """The name of the regulation, with its date."""
    interpretations: Sequence[str]
    """How the system settles what the regulation leaves open: one sentence of Markdown for each point."""
    Inputs: type[Any]
    """The tables that a club keeps: a `typing.NamedTuple` with fields such as `matches: list[Match]`.

    A field with a default is a table that may be missing. The field `players` is required; its rows are
    `Player` or a subclass. Every row class has a column `source: Source`, where the row stands, which the
    reader fills.
    """
    Options: type[Table]
    """The settings of a ranking. Their defaults are those of the regulation.

    Those that may change from a day on extend `ChangingOptions`. `rate` gets them as of the day of the build.
    `check` is called with those of each day; it, `draw` and `deadline` get options that know all days.
    """
    outputs: Mapping[str, type[Table]]
    """The published tables by name, as `sitegen systems` lists them; `year-YYYY` is one table a year."""

    def check(self, inputs: Any, options: Any) -> Iterable[Fault]:
        """Yield what is wrong with the rows or the options that the declarations of columns do not catch.

        It is also called if some cells could not be read. Each of these then holds a `Missing`, which
        compares as false with everything; a row of which no cell could be read holds one in every column but
        `source`. A fault of a `Missing` cell is dropped. The function should yield no fault that may only
        follow from one either, such as a row that is missing; `missing.select_complete` selects the rows to
        look at.
        """

    def rate(self, inputs: Any, options: Any, when: Moment) -> Outcome:
        """Return everything that is published of these tables, as of `when`.

        A pure function: it reads no file and no clock, changes none of its arguments, and returns an equal
        outcome for equal arguments. Results after `when.as_of` must have no effect. It is called only if
        `check` yielded no fault but warnings.
        """


@runtime_checkable
class HasRules(Protocol):
    """A system that declares what it checks, besides its function `check`."""

    rules: Sequence[Rule]
    """They are checked before `check` is called; `sitegen systems` prints them."""


@runtime_checkable
class TakesClubResults(Protocol):
    """A system that can rate the results of many clubs in one list."""

    club_results: Mapping[str, Callable[[Any], Hashable]]
    """The tables of results by name, which clubs keep.

    For each a function from a row to its result, with the players: the same whichever side enters it.
    """


@runtime_checkable
class HasArticles(Protocol):
    """A system whose regulation has articles that pages link to."""

    articles: Mapping[str, str]
    """What each article says, in a sentence, by the name it is cited by; in the order of the regulation.

    A module attribute `article_language` says in which language they are named, where that is one alone.
    """


@runtime_checkable
class CanDraw(Protocol):
    """A system that can draw up the pairings of the next round or evening.

    A module attribute `draw_options`, a sequence of field names of `DrawRequest`, may name what the system
    takes. A request for anything else is then refused before `draw` is called.
    """

    def draw(self, inputs: Any, options: Any, request: DrawRequest) -> Pairings:
        """Return what is to be played next; raise `DrawError` if nothing can be drawn."""


@runtime_checkable
class HasEventDates(Protocol):
    """A system whose tables say otherwise than in a column `date` on which days was played."""

    def event_dates(self, inputs: Any) -> Iterable[EventDate]:
        """Yield the day of each row, in their order.

        The program then reports results in the future, days far apart, and days out of order.
        """


@runtime_checkable
class HasDeadline(Protocol):
    """A system in which results must be reported by a certain day."""

    def deadline(self, day: date, options: Any) -> date | None:
        """Return the last day on which a result of `day` is in time; None if the options set no limit."""


@runtime_checkable
class ExplainsChange(Protocol):
    """A system that can explain a change of its outcome beyond what its tables show."""

    def explain_change(self, before: Outcome, after: Outcome) -> Iterable[Note]:
        """Yield a sentence for each thing that the change from one outcome to the other means.

        Nothing may be yielded for two equal outcomes.
        """


class NewSeason(NamedTuple):
    """What a season begins with: rows for tables, each with the text of its cells by column.

    `has_own_ranking` says that it is a ranking of its own, in which `rows` are the first of their tables.
    It takes over `players`: the cells that change of each who goes on, by id. Those who do not are left out.
    """

    rows: Mapping[str, Sequence[Mapping[str, str]]]
    players: Mapping[str, Mapping[str, str]] = {}
    has_own_ranking: bool = False


@runtime_checkable
class HasSeasons(Protocol):
    """A system in whose tables a season has to be begun."""

    def begin_season(self, inputs: Any, options: Any, start: date) -> NewSeason:
        """Return what the season that begins on `start` has from the one before."""


def get_articles(system: System) -> Mapping[str, str]:
    """Return the articles of the regulation of a system by name; empty if it declares none."""
    return system.articles if isinstance(system, HasArticles) else {}


def get_article_language(system: System) -> str:
    """Return the language in which the articles of a system are named, blank if it says none."""
    language: str = getattr(system, "article_language", "")
    return language


def list_event_dates(system: System, inputs: Any) -> Iterable[EventDate]:
    """Return the day of each row of `inputs`: as the system yields it, else what was played on a `date`.

    A decision of the committee is not played.
    """
    if isinstance(system, HasEventDates):
        return system.event_dates(inputs)
    return chain.from_iterable(read_event_dates(rows, is_played=True) for rows in list_dated_tables(inputs))


def list_dated_tables(inputs: Any) -> list[Sequence[Any]]:
    """Return the tables of results of which each row has a `date`."""
    tables = zip(get_field_names(type(inputs)), inputs, strict=True)
    results = [rows for name, rows in tables if rows and name != DECISIONS]
    return [rows for rows in results if "date" in get_field_names(type(rows[0]))]


class InputTable(NamedTuple):
    """A table that a club keeps: the name of its file, the class of its rows, whether it may be missing."""

    name: str
    rows: type[Table]
    may_be_missing: bool


def list_input_tables(system: System) -> list[InputTable]:
    """Return the tables of `system.Inputs` in order; the field `line_ups` is the file `line-ups.csv`."""
    defaults = system.Inputs._field_defaults
    return [
        InputTable(field.replace("_", "-"), _get_row_class(hint), field in defaults)
        for field, hint in get_type_hints(system.Inputs).items()
    ]


def _get_row_class(hint: Any) -> type[Table]:
    """Return `Match` of `list[Match]` or `list[Match] | None`."""
    argument = get_args(hint)[0]
    return _get_row_class(argument) if get_args(argument) else argument


class Origin(NamedTuple):
    """Where a system comes from.

    `package` is the distribution that registers it, blank if none is known. `code` is the folder of the
    Python package that its module is in, or the file of a module that is in none; None until it is loaded.
    """

    package: str = ""
    code: Path | None = None

    @property
    def is_builtin(self) -> bool:
        """Whether the system is part of this program."""
        return self.package == PACKAGE

    def find_folder(self, name: str) -> Path | None:
        """Return a folder of the package, or None if it has none of this name.

        Three names have a meaning: `templates` holds `event.html`, `steps.html` and one template for each
        kind of topic, `locale` holds translations (`nl.po`), and `starter` the tables and the rules that
        a new site begins with. `event.html` gets the rows of all tables of its page as `rows`.
        """
        folder = self.code / name if self.code else None
        return folder if folder and folder.is_dir() else None


class PluginLoadError(Exception):
    """An installed system cannot be used; `errors` says why."""

    def __init__(self, errors: Sequence[PluginError]) -> None:
        super().__init__(*errors)
        self.errors = errors

    @property
    def message(self) -> str:
        """All errors and their hints as one text."""
        return join_messages(*(part for plugin_error in self.errors for part in plugin_error))


def find_systems() -> dict[str, Registration]:
    """Return the registrations of the installed systems by name."""
    return {registration.name: registration for registration in find_registrations()}


def load_system(name: str) -> System:
    """Import the system called `name`.

    Raises `KeyError` if none of this name is installed, and `PluginLoadError` if several packages register
    one, if it cannot be imported, or if it does not satisfy `System`.
    """
    registration = find_systems()[name]
    packages = {rival.package for rival in find_registrations() if rival.name == name and rival.package}
    if len(packages) > 1:
        params = {"name": quote_text(name), "packages": ", ".join(sorted(packages))}
        message = say("system-twice", "several packages bring a system called {name}: {packages}", **params)
        raise PluginLoadError([PluginError(message, advise("uninstall all but one of them"))])
    try:
        system: System = registration.load()
    except (Exception, SystemExit) as error:  # the code of other packages can raise anything
        params = {"name": quote_text(name), "error": problems.describe_error(error)}
        message = say("system-not-loaded", "the system {name} cannot be loaded: {error}", **params)
        raise PluginLoadError(_add_report_hint([PluginError(message)], find_origin(name))) from error
    if errors := plugins.validate_plugin(name, system):
        raise PluginLoadError(_add_report_hint(errors, find_origin(name)))
    return system


def _add_report_hint(errors: Sequence[PluginError], origin: Origin) -> list[PluginError]:
    """Return the errors with a hint to whom they are to be reported."""
    report = problems.suggest_report(origin.package, is_ours=origin.is_builtin)
    return [error._replace(hint=join_messages(error.hint, report)) for error in errors]


def find_origin(name: str) -> Origin:
    """Return where the system called `name` comes from; its code is known once it has been loaded."""
    registration = find_systems()[name]
    module = sys.modules.get(registration.module)
    file = getattr(module, "__file__", None)
    code = Path(file) if file else None
    is_in_package = hasattr(module, "__path__") or "." in registration.module
    return Origin(registration.package, code.parent if code and is_in_package else code)
