"""results/**/*.csv -> typed rows of every ranking, and problems."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from sitegen import mishap
from sitegen.cells import Parser, parser
from sitegen.config import Ranking, Site
from sitegen.language import Language
from sitegen.memory import FORGETFUL, Memory
from sitegen.problem import Problem
from sitegen.read import folder, hiding
from sitegen.read.csvfile import opened
from sitegen.read.drawn import is_drawn
from sitegen.read.encoding import decoded
from sitegen.read.files import PLAYERS, Files, files, people
from sitegen.read.people import People, Person
from sitegen.read.reading import Reading
from sitegen.read.secrets import Secrets, names_of_hidden
from sitegen.read.veil import UNVEILED, Veil
from sitegen.table import Table, cell_columns


def read(
    site: Site,
    *,
    reveal: bool = False,
    latest: date = date.max,
    veils: Mapping[str, Veil] = MappingProxyType({}),
) -> tuple[dict[str, Any], list[Problem]]:
    """The `Inputs` of every ranking in which no error was found, by its id, and all that is wrong.

    Players are referred to by their ids, hidden ones by their labels: their real names and ids stay here,
    unless `reveal` asks for them, which is for the club's own tables and nothing that is published. `latest`
    is the last day on which something can have been played. Rankings of which only copies are at hand have
    `veils`, by their ids: there nobody can know who hides.
    """
    return Opened.of(site, reveal=reveal, veils=veils).inputs(latest)


class Opened(NamedTuple):
    """The files of the rankings of a site, each opened once, and the players of each ranking."""

    site: Site
    files: Sequence[Files]
    crowds: Sequence[People]
    memory: Memory = FORGETFUL

    @classmethod
    def of(
        cls,
        site: Site,
        only: str = "",
        *,
        reveal: bool = False,
        veils: Mapping[str, Veil] = MappingProxyType({}),
        memory: Memory = FORGETFUL,
    ) -> Self:
        """Those of all tables, or of `only` one; see `read`. What is in `memory` is not read again."""
        every = [files(site.root, each, only, memory) for each in site.rankings]
        language = Language(site.language)
        of = {each.ranking.id: veils.get(each.ranking.id, UNVEILED) for each in every}
        found = [people(each, reveal=reveal, language=language, veil=of[each.ranking.id]) for each in every]
        return cls(site, every, hiding.everywhere(found), memory)

    def inputs(self, latest: date) -> tuple[dict[str, Any], list[Problem]]:
        """The tables of every ranking, and all that is wrong; see `read`."""
        hidden = self._names("named", [each.named for each in self.crowds])
        inputs, problems = {}, folder.strays(self.site.root, [each.id for each in self.site.rankings])
        problems += hiding.contradictions(self.crowds)
        for each, crowd in zip(self.files, self.crowds, strict=True):
            found, wrong = self.memory.made(
                ("inputs", each.ranking.id),
                [each.ranking, *each.every],
                (each.problems, crowd.everyone, hidden, latest),
                partial(_inputs, Reading(each, crowd, hidden, latest, self.memory)),
            )
            problems += wrong
            if found is not None:
                inputs[each.ranking.id] = found
        return inputs, sorted(dict.fromkeys(problems), key=lambda each: each.place)

    @property
    def people(self) -> dict[str, Sequence[Person]]:
        """The players of each ranking, by its id, as their files have them."""
        return {each.id: of.everyone for each, of in zip(self.site.rankings, self.crowds, strict=True)}

    @property
    def secrets(self) -> Secrets:
        """The names that may occur in no text of the site: those of its hidden players."""
        return self._names("everyone", [each.everyone for each in self.crowds])

    def _names(self, kind: str, crowds: Sequence[Sequence[Person]]) -> Secrets:
        """The names of those who hide among these players."""
        find = partial(names_of_hidden, chain.from_iterable(crowds))
        return self.memory.made(("names of", kind), [], crowds, find)

    @property
    def labels(self) -> dict[str, dict[str, str]]:
        """The real ids of the hidden players of each ranking, by the labels that they are shown under.

        They are for what tells whether two players are one, and stand in nothing that anybody sees.
        """
        pairs = zip(self.site.rankings, self.crowds, strict=True)
        return {each.id: {label.slug: id_ for id_, label in of.labels.items()} for each, of in pairs}


def _inputs(reading: Reading) -> tuple[Any, list[Problem]]:
    """The tables of a ranking; a row of its system may fail to tell what is wrong with it."""
    ranking = reading.files.ranking
    try:
        return reading.inputs()
    except Exception as error:
        if isinstance(error, MemoryError) or not mishap.frames(error, ranking.origin.code):
            raise
        return None, [ranking.failed("check", error)]


def as_written(site: Site, given: Files) -> dict[str, list[Any]]:
    """The rows of the tables of a ranking in which something can be drawn, as they stand in its files.

    Those that were drawn are there still, beside others that have their results.
    """
    if not any(map(is_drawn, given.tables.values())):
        return {}
    crowds = zip(site.rankings, Opened.of(site, PLAYERS).crowds, strict=True)
    crowd = next(found for each, found in crowds if each.id == given.ranking.id)
    return Reading(given, crowd, Secrets(frozenset()), date.max).as_written()


def days(table: type[Table], path: str, data: bytes, lines: Collection[int]) -> list[date] | None:
    """The days of play in the rows of a file that begin in these lines.

    None where the table has no column of them, or one of them or the file cannot be read.
    """
    columns = [each for each in cell_columns(table) if each.kind is date and each.shown.style == "event"]
    text, _ = decoded(data, path)
    grid, _ = opened(text, path, cell_columns(table)) if text is not None and columns else (None, [])
    if grid is None or columns[0].name not in grid.names:
        return None
    parse, place = parser(columns[0], grid.decimal_marks), grid.names.index(columns[0].name)
    found = list[date]()
    for block in grid.blocks():
        for line, row in zip(block.lines, block.rows, strict=True):
            if line in lines:
                try:
                    found.append(parse(row[place]))
                except ValueError:
                    return None
    return found


def secrets(site: Site) -> Secrets:
    """The names that may occur in no text of the site."""
    return Opened.of(site, PLAYERS).secrets


def resolver(site: Site, ranking: Ranking) -> Parser:
    """How the players of a ranking are found, by id, name or alias; hidden ones by their own."""
    return people(files(site.root, ranking, only=PLAYERS), reveal=True).resolve


def labelled(site: Site) -> dict[str, dict[str, str]]:
    """The real ids of the hidden players of each ranking, by their labels."""
    return Opened.of(site, PLAYERS).labels
