"""What a ranking of a new site starts with, and how the texts of the site speak of it.

What a new site starts with: settings, players and results, pages, its workflows, and the program.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property
from pathlib import Path

from sitegen.commands.new import examples as new_examples
from sitegen.commands.new.examples import (
    EXAMPLE_DATE,
    ExampleTable,
    NewSiteError,
    create_folder,
    escape_string,
    fill_template,
    find_first_line,
    format_csv,
    format_line,
    load_examples,
    quote_string,
    read_notes,
    read_part,
    read_site_files,
    read_starter_text,
)
from sitegen.commands.new.players import PlayerTable, build_player_table, make_system_id
from sitegen.commands.new.vendor import vendor_wheels
from sitegen.core import system
from sitegen.core.language import Language
from sitegen.core.problems import advise, list_known, say, suggest_nearest
from sitegen.core.problems import quote_text as shown
from sitegen.core.system import System, find_origin
from sitegen.core.table import get_columns


@dataclass(frozen=True)
class NewRanking:
    """A ranking by the system called `name`, in a language; with the players of a club, or examples."""

    name: str
    system: System
    language: str
    players: PlayerTable | None
    today: date

    @property
    def id(self) -> str:
        """What it is called in addresses and paths."""
        return make_system_id(self.name)

    @property
    def title(self) -> str:
        """What the club would call it; the regulation, where nothing else is known."""
        text = read_starter_text(self.name, "title.txt")
        return next(read_notes(text, self.language), self.system.title)

    @cached_property
    def examples(self) -> Sequence[ExampleTable]:
        """The tables with the rows of the examples."""
        return load_examples(self.name, self.system, self.language, self.today)

    @property
    def tables(self) -> Sequence[ExampleTable]:
        """The tables that it starts with; beside players of a club no results of others."""
        if self.players is None:
            return self.examples
        others = [
            example._replace(rows=[], is_invented=False)
            for example in self.examples
            if example.name != "players"
        ]
        return [self.players.table, *others]

    @property
    def results(self) -> ExampleTable:
        """The table that grows: with the most rows beside the players."""
        others = [example for example in self.examples if example.name != "players"]
        return max(others or self.examples, key=lambda other: len(other.rows))

    def build_files(self) -> Iterator[tuple[str, bytes]]:
        """The tables and the rules."""
        yield f"content/{self.id}.md", self._read_rules().encode()
        for table in self.tables:
            yield self.build_path(table), format_csv(table, self.language)

    @property
    def folder(self) -> str:
        """Where the results stand, to which each evening adds a file."""
        return f"results/{self.id}/{self.results.name}"

    def build_path(self, table: ExampleTable) -> str:
        """Where a table stands."""
        if table.name == self.results.name:
            return f"{self.folder}/{self.today.year}.csv"
        return f"results/{self.id}/{table.name}.csv"

    def format_place(self) -> str:
        """A row of the results as pages name it."""
        return f"{self.build_path(self.results)}:{find_first_line(self.results, self.language)}"

    def format_row(self) -> str:
        """That row; blank where there is no example."""
        rows = self.results.rows
        return new_examples.format_row(self.results, rows[0], self.language) if rows else ""

    def format_settings(self) -> str:
        """Its part of the settings."""
        given = {"id": self.id, "system": self.name, "title": self.title}
        values = {key: quote_string(value) for key, value in given.items()}
        return read_part("ranking.toml", self.language, **values, options=self._format_options()) + "\n"

    def format_entry(self) -> str:
        """How its results are entered."""
        header = format_line(self.results.header, self.language)
        told = {
            "title": self.title,
            "tables": "\n".join(self._format_tables()),
            "header": header,
            "row": self.format_row(),
        }
        return read_part("entry.md", self.language, **told) + "\n"

    def _format_tables(self) -> Iterator[str]:
        """A line for each table, the results first, with what leads to it and its notes."""
        for example in sorted(self.examples, key=lambda example: example is not self.results):
            place = f"{self.folder}/" if example is self.results else self.build_path(example)
            yield f"- [`{place}`](../{place}): {' '.join(example.notes)}".rstrip(": ")

    def _format_options(self) -> str:
        """The options that have no default, each at the least that is possible; others are to be found."""
        required = [column for column in get_columns(self.system.Options) if column.is_required]
        shown = "# " + read_part("options.txt", self.language, system=self.name)
        word = Language(self.language).with_catalogues(find_origin(self.name)).translate
        values = [f"{column.name} = {column.minimum or 0:g}  # {word(column.doc)}" for column in required]
        return "\n".join([f"[ranking.options]  {shown}", *values]) if required else shown

    def _read_rules(self) -> str:
        rules = read_starter_text(self.name, f"rules.{self.language}.md")
        return rules or read_part("rules.md", self.language, regulation=self.system.title) + "\n"


_EXAMPLE_URL = "https://rankings.example/"
_WORKFLOW_TEXTS = (
    "build_failed",
    "deploy_failed",
    "effect_page",
    "judged_by_itself",
    "judged_by_main",
    "pages_off",
)


def make_site(folder: Path, systems: Sequence[str], language: str, players: Path | None) -> list[str]:
    """Make a site in `folder`, with the players on a list; what to say of it, in lines of its language.

    Raises `NewSiteError` when no site can be made, in its language too.
    """
    told = Language(language).format_message
    try:
        found = read_player_tables(players, systems, language) if players else {}
        today = datetime.now(UTC).date()
        create_folder(folder, plan_site(systems, language=language, players=found, today=today))
    except NewSiteError as error:
        raise NewSiteError(told(error.args[0])) from error
    lines = dict.fromkeys(message for one in found.values() for message in one.messages)
    command = f"sitegen serve --site {folder}"
    made = advise("{folder}: a new site. Next: {command}", folder=folder, command=command)
    return list(map(told, [*lines, made]))


def plan_site(
    systems: Sequence[str],
    *,
    title: str = "",
    language: str = "en",
    players: Mapping[str, PlayerTable] | None = None,
    today: date = EXAMPLE_DATE,
) -> Mapping[str, bytes]:
    """The files of a small working site by path, with one ranking for each of `systems`.

    `players` are those of a club by system, in the place of examples, of which none was played after `today`.
    Raises `NewSiteError` when no system of such a name is installed.
    """
    given = players or {}
    starts = [
        NewRanking(name, _find_system(name), language, given.get(name), today)
        for name in dict.fromkeys(systems)
    ]
    values = _collect_values(starts, title or read_part("title.txt", language), language)
    return {
        **{path: fill_template(text, values).encode() for path, text in read_site_files(language, today)},
        **dict(file for start in starts for file in start.build_files()),
        **dict(vendor_wheels(_find_packages(systems))),
    }


def read_player_tables(file: Path, systems: Sequence[str], language: str = "en") -> dict[str, PlayerTable]:
    """The players on the list in `file`, as each of `systems` keeps them.

    Raises `NewSiteError` when the list cannot be read whole, or no system of such a name is installed.
    """
    found = {name: _find_system(name) for name in systems}
    try:
        data = file.read_bytes()
    except OSError as error:
        message = say("list-not-read", "{file} cannot be read: {reason}", file=file, reason=error.strerror)
        raise NewSiteError(message) from error
    return {name: build_player_table(str(file), data, name, of, language) for name, of in found.items()}


def _find_system(name: str) -> system.System:
    known = system.find_systems()
    if name not in known:
        hint = suggest_nearest(name, known) or list_known(known)
        raise NewSiteError(
            say("no-such-system", "no ranking system is called {name} ({hint})", name=shown(name), hint=hint)
        )
    try:
        return system.load_system(name)
    except system.PluginLoadError as error:
        raise NewSiteError(error.message) from error


def _collect_values(starts: Sequence[NewRanking], title: str, language: str) -> dict[str, str]:
    """What the texts of a site say of its own rankings; of one, where an example will do."""
    first = starts[0]
    lists = [f"- [{start.title}](results/{start.id}/)" for start in starts]
    return {
        "title": quote_string(title),
        "name": title,
        "rankings": "".join(start.format_settings() for start in starts),
        "list": "\n".join(lists),
        "entries": "\n".join(start.format_entry() for start in starts),
        "owners": "\n".join(read_part("owner.txt", language, id=start.id) for start in starts),
        "id": first.id,
        "ids": ", ".join(start.id for start in starts),
        "table": first.build_path(first.results),
        "place": escape_string(first.format_place()),
        "row": escape_string(first.format_row()),
        "columns": escape_string(", ".join(first.results.header)),
        "page": f"{_EXAMPLE_URL}{first.id}/results/",
        **{name: read_part(f"{name.replace('_', '-')}.txt", language) for name in _WORKFLOW_TEXTS},
    }


def _find_packages(systems: Sequence[str]) -> list[str]:
    """The distributions that bring the systems, as they are installed."""
    found = [system.find_systems()[name].package for name in systems]
    return [package for package in found if package]
