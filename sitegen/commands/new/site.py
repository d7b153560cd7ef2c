"""`sitegen new`: a small working site with settings, players, results, pages, workflows and the program.

Or a small working package with a ranking system, for who writes one.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
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
    read_package_files,
    read_part,
    read_site_files,
    read_starter_text,
)
from sitegen.commands.new.player_list import format_problem
from sitegen.commands.new.players import PlayerTable, build_player_table, make_system_id
from sitegen.commands.new.schema import SCHEMA_FILE, build_schema
from sitegen.commands.new.vendor import vendor_wheels
from sitegen.core import system
from sitegen.core.language import Language
from sitegen.core.plugins import LISTS, find_registrations
from sitegen.core.problems import (
    Message,
    Problem,
    advise,
    join_messages,
    list_known,
    quote_text,
    say,
    suggest_nearest,
)
from sitegen.core.system import System, find_origin
from sitegen.core.table import get_columns
from sitegen.inputs.config.site import DEFAULT_TIMEZONE
from sitegen.inputs.config.values import validate_repository, validate_timezone
from sitegen.inputs.results.header import list_headings


@dataclass(frozen=True)
class NewRanking:
    """A ranking of a new site by the system called `name`, with the players of a club or examples."""

    name: str
    system: System
    language: str
    players: PlayerTable | None
    today: date

    @property
    def id(self) -> str:
        """The id of the ranking, in addresses and paths."""
        return make_system_id(self.name)

    @property
    def title(self) -> str:
        """The title that the system proposes in this language, else its regulation."""
        text = read_starter_text(self.name, "title.txt")
        return next(read_notes(text, self.language), self.system.title)

    @cached_property
    def examples(self) -> Sequence[ExampleTable]:
        """The tables of the system with example rows."""
        return load_examples(self.name, self.system, self.language, self.today)

    @property
    def tables(self) -> Sequence[ExampleTable]:
        """The tables that it starts with; with the players of a club the others are empty."""
        if self.players is None:
            return self.examples
        other_examples = [
            example._replace(rows=[], is_invented=False)
            for example in self.examples
            if example.name != "players"
        ]
        return [self.players.table, *other_examples]

    @property
    def results(self) -> ExampleTable:
        """The table of results: the one with most rows beside the players."""
        other_examples = [example for example in self.examples if example.name != "players"]
        return max(other_examples or self.examples, key=lambda example: len(example.rows))

    def build_files(self) -> Iterator[tuple[str, bytes]]:
        """Yield path and content of the page of rules and of the tables."""
        rules = read_starter_text(self.name, f"rules.{self.language}.md")
        rules = rules or read_part("rules.md", self.language, regulation=self.system.title) + "\n"
        yield f"content/{self.id}.md", rules.encode()
        for table in self.tables:
            yield self.build_path(table), format_csv(table, self._words)

    def list_headings(self) -> list[str]:
        """Return the headings of the table of results, in the language of the site."""
        return list_headings(self.results.columns, self._words)

    @cached_property
    def _words(self) -> Language:
        return Language(self.language).with_catalogues(find_origin(self.name))

    @property
    def folder(self) -> str:
        """The folder of the results, to which each evening of play adds a file."""
        return f"results/{self.id}/{self.results.name}"

    def build_path(self, table: ExampleTable) -> str:
        """Return the path of a table."""
        if table.name == self.results.name:
            return f"{self.folder}/{table.find_year() or self.today.year}.csv"
        return f"results/{self.id}/{table.name}.csv"

    def format_place(self) -> str:
        """Return the place of the first row of the results, as pages give it."""
        return f"{self.build_path(self.results)}:{find_first_line(self.results, self.language)}"

    def format_row(self) -> str:
        """Return that row, blank where there is no example."""
        rows = self.results.rows
        return new_examples.format_row(self.results, rows[0], self._words) if rows else ""

    def format_settings(self) -> str:
        """Return the settings of the ranking."""
        return (
            read_part(
                "ranking.toml",
                self.language,
                id=quote_string(self.id),
                system=quote_string(self.name),
                title=quote_string(self.title),
                options=self._format_options(),
            )
            + "\n"
        )

    def format_entry(self) -> str:
        """Return the text on how results are entered, with a line for each table, the results first."""
        lines = []
        for example in sorted(self.examples, key=lambda example: example is not self.results):
            place = f"{self.folder}/" if example is self.results else self.build_path(example)
            lines.append(f"- [`{place}`](../{place}): {' '.join(example.notes)}".rstrip(": "))
        values = {
            "title": self.title,
            "tables": "\n".join(lines),
            "header": format_line(self.list_headings(), self.language),
            "row": self.format_row(),
        }
        return read_part("entry.md", self.language, **values) + "\n"

    def _format_options(self) -> str:
        """Return the required options, each at its minimum, below a comment on where to find all."""
        required_options = [column for column in get_columns(self.system.Options) if column.is_required]
        comment = "# " + read_part("options.txt", self.language, system=self.name)
        translate = self._words.translate
        lines = [
            f"{column.name} = {column.minimum or 0:g}  # {translate(column.doc)}"
            for column in required_options
        ]
        return "\n".join([f"[ranking.options]  {comment}", *lines]) if required_options else comment


_EXAMPLE_URL = "https://rankings.example/"
_WORKFLOW_TEXTS = (
    "build_failed",
    "built_anew",
    "clubs_withheld",
    "deploy_failed",
    "effect_page",
    "judged_by_itself",
    "judged_by_main",
    "pages_off",
)


def make_site(  # noqa: PLR0913 - what a person can say of a new site
    folder: Path,
    systems: Sequence[str],
    language: str,
    players: Path | None,
    *,
    title: str = "",
    repository: str = "",
) -> list[Message]:
    """Make a site in `folder`, with the players on a list; return messages to print.

    `repository` is its `owner/name` on GitHub, where it will be published. Raises `NewSiteError` when no site
    can be made.
    """
    tables = read_player_tables(players, systems, language) if players else {}
    today = datetime.now(UTC).date()
    files = plan_site(
        systems,
        title=title,
        repository=repository,
        language=language,
        players=tables,
        today=today,
        timezone=find_timezone(),
    )
    create_folder(folder, files)
    messages = dict.fromkeys(message for table in tables.values() for message in table.messages)
    command = f"sitegen serve --site {folder}"
    return [*messages, advise("{folder}: a new site. Next: {command}", folder=folder, command=command)]


_PACKAGE_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def make_package(folder: Path) -> Message:
    """Make a package with a ranking system that bears the name of `folder`; return a message to print.

    Raises `NewSiteError` when the name is no good or nothing can be written.
    """
    name = folder.resolve().name
    if not _PACKAGE_NAME.fullmatch(name):
        message = say("system-package-name", "{name} cannot be the name of a system", name=quote_text(name))
        hint = advise("use lower-case letters, digits and '-', and begin with a letter")
        raise NewSiteError(join_messages(message, hint))
    values = {
        "name": name,
        "package": f"sitegen-{name}",
        "module": f"sitegen_{name.replace('-', '_')}",
        "title": name.replace("-", " ").capitalize(),
        "year": str(datetime.now(UTC).year),
    }
    files = read_package_files(values["module"])
    create_folder(folder, {path: fill_template(text, values).encode() for path, text in files})
    return advise("{folder}: a new ranking system. Its README.md says what is next.", folder=folder)


def plan_site(  # noqa: PLR0913 - as above
    systems: Sequence[str],
    *,
    title: str = "",
    repository: str = "",
    language: str = "en",
    players: Mapping[str, PlayerTable] | None = None,
    today: date = EXAMPLE_DATE,
    timezone: str = DEFAULT_TIMEZONE,
) -> Mapping[str, bytes]:
    """Return the files of a small working site by path, with one ranking for each of `systems`.

    `players` are those of a club by system, instead of examples, of which none was played after `today`.
    `repository` is its `owner/name` on GitHub. Raises `NewSiteError` when it is none, or no system of such a
    name is installed.
    """
    rankings = [
        NewRanking(name, _find_system(name), language, (players or {}).get(name), today)
        for name in dict.fromkeys(systems)
    ]
    values = _collect_values(rankings, title or read_part("title.txt", language), repository, language)
    values["timezone"] = quote_string(timezone)
    packages = filter(None, (system.find_systems()[name].package for name in systems))
    texts = {path: fill_template(text, values) for path, text in read_site_files(language, today)}
    if repository:
        texts["sitegen.toml"] = _fill_in_repository(texts["sitegen.toml"], repository)
    return {
        **{path: text.encode() for path, text in texts.items()},
        **dict(file for ranking in rankings for file in ranking.build_files()),
        **dict(vendor_wheels(packages)),
        SCHEMA_FILE: build_schema(Language(language)),
    }


MAX_LIST_BYTES = 2**22
"""The most bytes of a list of players; one of 50,000 has half of them."""


def find_timezone() -> str:
    """Return the time zone of this machine, by its name; that of most clubs where it has none."""
    place = Path("/etc/localtime").resolve().as_posix()
    for name in (os.environ.get("TZ", "").removeprefix(":"), place.partition("/zoneinfo/")[2]):
        with suppress(ValueError):
            if "/" in name and not name.startswith("Etc/"):
                return validate_timezone(name)
    return DEFAULT_TIMEZONE


def read_player_tables(file: Path, systems: Sequence[str], language: str = "en") -> dict[str, PlayerTable]:
    """Return the players on the list in `file`, as each of `systems` keeps them.

    Raises `NewSiteError` when the list cannot be read whole, or no system of such a name is installed.
    """
    systems_by_name = {name: _find_system(name) for name in systems}
    try:
        with file.open("rb") as opened:
            data = opened.read(MAX_LIST_BYTES + 1)
    except OSError as error:
        message = say("list-not-read", "{file} cannot be read: {reason}", file=file, reason=error.strerror)
        raise NewSiteError(message) from error
    if len(data) > MAX_LIST_BYTES:
        most = f"{MAX_LIST_BYTES:,}"
        message = say("list-too-large", "{file} has more than {most} bytes", file=file, most=most)
        raise NewSiteError(message)
    if data.startswith(_WORKBOOKS):
        data = _read_workbook(file)
    return {
        name: build_player_table(str(file), data, name, loaded_system, language)
        for name, loaded_system in systems_by_name.items()
    }


_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How the files of a workbook begin, new and old."""


def _read_workbook(file: Path) -> bytes:
    """Return the list in a workbook as CSV, by the reader that the program brings."""
    (reader,) = find_registrations(LISTS)
    try:
        data: bytes = reader.load()(file)
    except ValueError as error:
        message, *hint = error.args
        raise NewSiteError(format_problem(Problem(str(file), 0, 0, message, *hint))) from error
    return data


def _find_system(name: str) -> system.System:
    installed = system.find_systems()
    if name not in installed:
        hint = suggest_nearest(name, installed) or list_known(installed)
        raise NewSiteError(
            say(
                "no-such-system",
                "no ranking system is called {name} ({hint})",
                name=quote_text(name),
                hint=hint,
            )
        )
    try:
        return system.load_system(name)
    except system.PluginLoadError as error:
        raise NewSiteError(error.message) from error


def _collect_values(
    rankings: Sequence[NewRanking], title: str, repository: str, language: str
) -> dict[str, str]:
    """Return the values that the texts of a site are filled in with; examples are of the first ranking."""
    first = rankings[0]
    url = build_pages_url(repository) if repository else _EXAMPLE_URL
    lists = [f"- [{ranking.title}](results/{ranking.id}/)" for ranking in rankings]
    return {
        "title": quote_string(title),
        "name": title,
        "rankings": "".join(ranking.format_settings() for ranking in rankings),
        "list": "\n".join(lists),
        "entries": "\n".join(ranking.format_entry() for ranking in rankings),
        "owners": "\n".join(read_part("owner.txt", language, id=ranking.id) for ranking in rankings),
        "id": first.id,
        "ids": ", ".join(ranking.id for ranking in rankings),
        "table": first.build_path(first.results),
        "place": escape_string(first.format_place()),
        "row": escape_string(first.format_row()),
        "columns": escape_string(", ".join(first.list_headings())),
        "page": f"{url}{first.id}/results/",
        **{name: read_part(f"{name.replace('_', '-')}.txt", language) for name in _WORKFLOW_TEXTS},
    }


def build_pages_url(repository: str) -> str:
    """Return where GitHub Pages publishes a repository; raise `NewSiteError` when it is none."""
    try:
        owner, _, name = validate_repository(repository).partition("/")
    except ValueError as error:
        raise NewSiteError(join_messages(*error.args)) from error
    home = f"{owner.lower()}.github.io"
    return f"https://{home}/" + ("" if name.lower() == home else f"{name}/")


def _fill_in_repository(settings: str, repository: str) -> str:
    """Return the settings of a site with the address of the site and of its repository."""
    settings = settings.replace(quote_string(_EXAMPLE_URL), quote_string(build_pages_url(repository)))
    return re.sub(r'(?m)^# repository = "[^"]*"', f"repository = {quote_string(repository)}", settings)
