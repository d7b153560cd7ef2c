"""What a ranking of a new site starts with, and how the texts of the site speak of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from sitegen.commands.new import examples, ids, sheet
from sitegen.commands.new.examples import Example
from sitegen.commands.new.roster import Roster
from sitegen.commands.new.texts import part, quoted
from sitegen.language import Language
from sitegen.system import System, origin
from sitegen.table import columns


@dataclass(frozen=True)
class Start:
    """A ranking by the system called `name`, in a language; with the players of a club, or examples."""

    name: str
    system: System
    language: str
    roster: Roster | None
    today: date

    @property
    def id(self) -> str:
        """What it is called in addresses and paths."""
        return ids.of_system(self.name)

    @property
    def title(self) -> str:
        """What the club would call it; the regulation, where nothing else is known."""
        text = examples.text(self.name, "title.txt")
        return next(examples.noted(text, self.language), self.system.title)

    @cached_property
    def examples(self) -> Sequence[Example]:
        """The tables with the rows of the examples."""
        return examples.examples(self.name, self.system, self.language, self.today)

    @property
    def tables(self) -> Sequence[Example]:
        """The tables that it starts with; beside players of a club no results of others."""
        if self.roster is None:
            return self.examples
        others = [
            each._replace(rows=[], is_invented=False) for each in self.examples if each.name != "players"
        ]
        return [self.roster.table, *others]

    @property
    def results(self) -> Example:
        """The table that grows: with the most rows beside the players."""
        others = [each for each in self.examples if each.name != "players"]
        return max(others or self.examples, key=lambda each: len(each.rows))

    def files(self) -> Iterator[tuple[str, bytes]]:
        """The tables and the rules."""
        yield f"content/{self.id}.md", self._rules().encode()
        for each in self.tables:
            yield self.path(each), sheet.written(each, self.language)

    @property
    def folder(self) -> str:
        """Where the results stand, to which each evening adds a file."""
        return f"results/{self.id}/{self.results.name}"

    def path(self, table: Example) -> str:
        """Where a table stands."""
        if table.name == self.results.name:
            return f"{self.folder}/{self.today.year}.csv"
        return f"results/{self.id}/{table.name}.csv"

    def place(self) -> str:
        """A row of the results as pages name it."""
        return f"{self.path(self.results)}:{sheet.first_line(self.results, self.language)}"

    def row(self) -> str:
        """That row; blank where there is no example."""
        rows = self.results.rows
        return sheet.row(self.results, rows[0], self.language) if rows else ""

    def settings(self) -> str:
        """Its part of the settings."""
        given = {"id": self.id, "system": self.name, "title": self.title}
        values = {key: quoted(value) for key, value in given.items()}
        return part("ranking.toml", self.language, **values, options=self._options()) + "\n"

    def entry(self) -> str:
        """How its results are entered."""
        header = sheet.line(self.results.header, self.language)
        told = {"title": self.title, "tables": "\n".join(self._tables()), "header": header, "row": self.row()}
        return part("entry.md", self.language, **told) + "\n"

    def _tables(self) -> Iterator[str]:
        """A line for each table, the results first, with what leads to it and its notes."""
        for each in sorted(self.examples, key=lambda each: each is not self.results):
            place = f"{self.folder}/" if each is self.results else self.path(each)
            yield f"- [`{place}`](../{place}): {' '.join(each.notes)}".rstrip(": ")

    def _options(self) -> str:
        """The options that have no default, each at the least that is possible; others are to be found."""
        required = [each for each in columns(self.system.Options) if each.required]
        shown = "# " + part("options.txt", self.language, system=self.name)
        word = Language(self.language).with_words_of(origin(self.name)).word
        values = [f"{each.name} = {each.minimum or 0:g}  # {word(each.doc)}" for each in required]
        return "\n".join([f"[ranking.options]  {shown}", *values]) if required else shown

    def _rules(self) -> str:
        rules = examples.text(self.name, f"rules.{self.language}.md")
        return rules or part("rules.md", self.language, regulation=self.system.title) + "\n"
