"""results/**/*.csv -> typed rows of every ranking, and problems."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.cells import Parser, make_parser
from sitegen.core.language import Language
from sitegen.core.problems import Problem, extract_frames
from sitegen.core.table import Table, get_input_columns
from sitegen.inputs.config.site import Ranking, Site
from sitegen.inputs.privacy import redact
from sitegen.inputs.privacy.search import HiddenNames, collect_hidden_names
from sitegen.inputs.results.files import PLAYERS, RankingFiles, find_strays, open_files, read_players
from sitegen.inputs.results.header import open_csv
from sitegen.inputs.results.pairings import has_pairings
from sitegen.inputs.results.players import NO_PSEUDONYMS, KnownPseudonyms, Person, PlayerDirectory
from sitegen.inputs.results.ranking import RankingReader
from sitegen.inputs.results.records import decode_csv


def read_results(
    site: Site,
    *,
    reveal: bool = False,
    latest: date = date.max,
    veils: Mapping[str, KnownPseudonyms] = MappingProxyType({}),
) -> tuple[dict[str, Any], list[Problem]]:
    """The `Inputs` of every ranking in which no error was found, by its id, and all that is wrong.

    Players are referred to by their ids, hidden ones by their labels: their real names and ids stay here,
    unless `reveal` asks for them, which is for the club's own tables and nothing that is published. `latest`
    is the last day on which something can have been played. Rankings of which only copies are at hand have
    `veils`, by their ids: there nobody can know who hides.
    """
    return ResultFiles.open(site, reveal=reveal, veils=veils).read_inputs(latest)


class ResultFiles(NamedTuple):
    """The files of the rankings of a site, each opened once, and the players of each ranking."""

    site: Site
    files: Sequence[RankingFiles]
    player_lists: Sequence[PlayerDirectory]
    cache: BuildCache = NULL_CACHE

    @classmethod
    def open(
        cls,
        site: Site,
        only: str = "",
        *,
        reveal: bool = False,
        veils: Mapping[str, KnownPseudonyms] = MappingProxyType({}),
        memory: BuildCache = NULL_CACHE,
    ) -> Self:
        """Those of all tables, or of `only` one; see `read`. What is in `memory` is not read again."""
        every = [open_files(site.root, ranking, only, memory) for ranking in site.rankings]
        language = Language(site.language)
        of = {file_set.ranking.id: veils.get(file_set.ranking.id, NO_PSEUDONYMS) for file_set in every}
        found = [
            read_players(file_set, reveal=reveal, language=language, veil=of[file_set.ranking.id])
            for file_set in every
        ]
        return cls(site, every, redact.hide_everywhere(found), memory)

    def read_inputs(self, latest: date) -> tuple[dict[str, Any], list[Problem]]:
        """The tables of every ranking, and all that is wrong; see `read`."""
        hidden = self._collect_names(
            "named", [player_list.named_persons for player_list in self.player_lists]
        )
        inputs, problems = (
            {},
            find_strays(self.site.root, [ranking.id for ranking in self.site.rankings]),
        )
        problems += redact.find_contradictions(self.player_lists)
        for file_set, crowd in zip(self.files, self.player_lists, strict=True):
            found, wrong = self.cache.memoize(
                ("inputs", file_set.ranking.id),
                [file_set.ranking, *file_set.all_files],
                (file_set.problems, crowd.persons, hidden, latest),
                partial(_read_inputs, RankingReader(file_set, crowd, hidden, latest, self.cache)),
            )
            problems += wrong
            if found is not None:
                inputs[file_set.ranking.id] = found
        return inputs, sorted(dict.fromkeys(problems), key=lambda fromkey: fromkey.sort_key)

    @property
    def players(self) -> dict[str, Sequence[Person]]:
        """The players of each ranking, by its id, as their files have them."""
        return {
            ranking.id: of.persons for ranking, of in zip(self.site.rankings, self.player_lists, strict=True)
        }

    @property
    def hidden_names(self) -> HiddenNames:
        """The names that may occur in no text of the site: those of its hidden players."""
        return self._collect_names("everyone", [player_list.persons for player_list in self.player_lists])

    def _collect_names(self, kind: str, crowds: Sequence[Sequence[Person]]) -> HiddenNames:
        """The names of those who hide among these players."""
        find = partial(collect_hidden_names, chain.from_iterable(crowds))
        return self.cache.memoize(("names of", kind), [], crowds, find)

    @property
    def pseudonyms(self) -> dict[str, dict[str, str]]:
        """The real ids of the hidden players of each ranking, by the labels that they are shown under.

        They are for what tells whether two players are one, and stand in nothing that anybody sees.
        """
        pairs = zip(self.site.rankings, self.player_lists, strict=True)
        return {
            ranking.id: {label.slug: id_ for id_, label in of.pseudonyms.items()} for ranking, of in pairs
        }


def _read_inputs(reading: RankingReader) -> tuple[Any, list[Problem]]:
    """The tables of a ranking; a row of its system may fail to tell what is wrong with it."""
    ranking = reading.files.ranking
    try:
        return reading.read_inputs()
    except Exception as error:
        if isinstance(error, MemoryError) or not extract_frames(error, ranking.origin.code):
            raise
        return None, [ranking.report_failure("check", error)]


def read_as_written(site: Site, given: RankingFiles) -> dict[str, list[Any]]:
    """The rows of the tables of a ranking in which something can be drawn, as they stand in its files.

    Those that were drawn are there still, beside others that have their results.
    """
    if not any(map(has_pairings, given.tables.values())):
        return {}
    crowds = zip(site.rankings, ResultFiles.open(site, PLAYERS).player_lists, strict=True)
    crowd = next(found for ranking, found in crowds if ranking.id == given.ranking.id)
    return RankingReader(given, crowd, HiddenNames(frozenset()), date.max).read_as_written()


def read_play_days(table: type[Table], path: str, data: bytes, lines: Collection[int]) -> list[date] | None:
    """The days of play in the rows of a file that begin in these lines.

    None where the table has no column of them, or one of them or the file cannot be read.
    """
    columns = [
        column
        for column in get_input_columns(table)
        if column.kind is date and column.display.style == "event"
    ]
    text, _ = decode_csv(data, path)
    grid, _ = open_csv(text, path, get_input_columns(table)) if text is not None and columns else (None, [])
    if grid is None or columns[0].name not in grid.names:
        return None
    parse, place = make_parser(columns[0], grid.decimal_marks), grid.names.index(columns[0].name)
    found = list[date]()
    for block in grid.iter_blocks():
        for line, row in zip(block.lines, block.rows, strict=True):
            if line in lines:
                try:
                    found.append(parse(row[place]))
                except ValueError:
                    return None
    return found


def find_hidden_names(site: Site) -> HiddenNames:
    """The names that may occur in no text of the site."""
    return ResultFiles.open(site, PLAYERS).hidden_names


def make_player_resolver(site: Site, ranking: Ranking) -> Parser:
    """How the players of a ranking are found, by id, name or alias; hidden ones by their own."""
    return read_players(open_files(site.root, ranking, only=PLAYERS), reveal=True).resolve


def find_pseudonyms(site: Site) -> dict[str, dict[str, str]]:
    """The real ids of the hidden players of each ranking, by their labels."""
    return ResultFiles.open(site, PLAYERS).pseudonyms
