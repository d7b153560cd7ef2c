"""Read results/**/*.csv: from files to the typed rows of every ranking, and all problems.

A row is read in these steps. Each returns what it read together with the problems that it met.

1. `files.open_files` finds the files of each table and reads their bytes.
2. `records.decode_csv` turns bytes into text; `header.open_csv` finds the delimiter and the header.
3. `CsvFile.iter_blocks` yields the rows that have a cell for each name of the header.
4. `ColumnBatch.read` parses the cells, each distinct cell of a column once.
5. `pairings.merge_results` removes drawn rows whose result is in another row.
6. `RankingReader.read_inputs` makes rows, lets each row and the system check them, and returns the `Inputs`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.cells import Parser
from sitegen.core.entities import EventDate
from sitegen.core.language import Language
from sitegen.core.problems import Problem, extract_frames, select_errors
from sitegen.core.system import list_event_dates
from sitegen.inputs.config.site import Ranking, Site
from sitegen.inputs.privacy import redact
from sitegen.inputs.privacy.search import HiddenNames, collect_hidden_names
from sitegen.inputs.results.club_results import ClubPlayers, ListedPlayers
from sitegen.inputs.results.dates import check_site_day
from sitegen.inputs.results.files import PLAYERS, RankingFiles, find_strays, open_files, read_players
from sitegen.inputs.results.pairings import has_pairings
from sitegen.inputs.results.players import Person, PlayerDirectory
from sitegen.inputs.results.ranking import RankingReader


def read_results(
    site: Site,
    *,
    reveal: bool = False,
    latest: date = date.max,
    labels: Mapping[str, Collection[str]] = MappingProxyType({}),
) -> tuple[dict[str, Any], list[Problem]]:
    """Return the `Inputs` of every ranking without errors, by its id, and all problems.

    Players are referred to by their ids, hidden ones by their pseudonyms: their real names and ids stay here,
    unless `reveal` asks for them, which is for the club's own tables and nothing that is published. `latest`
    is the last day on which something can have been played. `labels` has, by ranking, those of the hidden
    players of a published copy, in which nobody can know who they are.
    """
    return ResultFiles.open(site, reveal=reveal, labels=labels).read_inputs(latest)


class ResultFiles(NamedTuple):
    """The files of all rankings of a site, each opened once, and the players of each ranking.

    Who hides in `others`, the players in files that are withheld, hides in the site too.
    """

    site: Site
    files: Sequence[RankingFiles]
    directories: Sequence[PlayerDirectory]
    cache: BuildCache = NULL_CACHE
    others: Sequence[PlayerDirectory] = ()

    @classmethod
    def open(  # noqa: PLR0913 - those behind the star are for few callers, and named there
        cls,
        site: Site,
        only: Collection[str] = (),
        *,
        reveal: bool = False,
        labels: Mapping[str, Collection[str]] = MappingProxyType({}),
        cache: BuildCache = NULL_CACHE,
        known: Mapping[str, RankingFiles] = MappingProxyType({}),
        others: Sequence[PlayerDirectory] = (),
    ) -> Self:
        """Open the files of all tables, or of `only` some; see `read_results` for the other parameters.

        Those of `known` rankings, by id, are open already.
        """
        ranking_files = [
            known.get(ranking.id) or open_files(site.root, ranking, only, cache) for ranking in site.rankings
        ]
        directories = [
            read_players(
                files,
                reveal=reveal,
                language=Language(site.language),
                labels=labels.get(files.ranking.id, ()),
            )
            for files in ranking_files
        ]
        hidden_directories = redact.hide_everywhere([*directories, *others])
        count = len(directories)
        return cls(site, ranking_files, hidden_directories[:count], cache, hidden_directories[count:])

    def read_inputs(self, latest: date, as_of: date = date.max) -> tuple[dict[str, Any], list[Problem]]:
        """Return the `Inputs` of every ranking, and all problems; see `read_results`.

        What is asked for from a day on only, such as a result, is not missed as of a day before.
        """
        secret_names = self.secret_names
        all_inputs, problems = self._collect(
            (files.ranking.id, self._read_ranking(files, directory, secret_names, latest, as_of))
            for files, directory in zip(self.files, self.directories, strict=True)
        )
        if self.site.as_of and not select_errors(problems):
            days = check_site_day(self.site.as_of, self._iter_event_dates(all_inputs))
            problems = _sort_problems([*problems, *days])
        return all_inputs, problems

    def read_rankings(
        self, ids: Collection[str], latest: date, as_of: date
    ) -> tuple[dict[str, Any], list[Problem]]:
        """Return the `Inputs` of some rankings, and all problems but those of others; see `read_ranking`."""
        secret_names = self.secret_names
        return self._collect(
            (ranking.id, self.read_ranking(ranking, secret_names, latest, as_of))
            for ranking in self.site.rankings
            if ranking.id in ids
        )

    def _collect(
        self, readings: Iterable[tuple[str, tuple[Any, list[Problem]]]]
    ) -> tuple[dict[str, Any], list[Problem]]:
        """Return the `Inputs` of the rankings that could be read, and all problems, sorted by place."""
        all_inputs, problems = {}, self.find_shared_problems()
        for ranking, (inputs, ranking_problems) in readings:
            problems += ranking_problems
            if inputs is not None:
                all_inputs[ranking] = inputs
        return all_inputs, _sort_problems(problems)

    def find_shared_problems(self) -> list[Problem]:
        """Return what no ranking alone shows: entries that belong to none, and who hides in some only."""
        sources = (source for ranking in self.site.rankings for source in ranking.sources)
        problems = find_strays(self.site.root, dict.fromkeys(sources))
        return [*problems, *redact.find_contradictions(self.directories, self.others)]

    @property
    def secret_names(self) -> HiddenNames:
        """The names of the hidden players whose names are known, which no cell may name."""
        directories = (*self.directories, *self.others)
        return self._collect_names([directory.named_persons for directory in directories], "named")

    def read_ranking(
        self, ranking: Ranking, secret_names: HiddenNames, latest: date, as_of: date
    ) -> tuple[Any, list[Problem]]:
        """Open all files of one ranking and return its `Inputs`, None when it has an error; and its problems.

        Of all rankings no more need be open than the players.
        """
        files = open_files(self.site.root, ranking, cache=self.cache)
        directory = self.directories[self.site.rankings.index(ranking)]
        if not directory.persons:  # only the other tables tell whether those of the players are lost
            directory = read_players(files, language=Language(self.site.language))
        return self._read_ranking(files, directory, secret_names, latest, as_of)

    def _read_ranking(
        self,
        files: RankingFiles,
        directory: PlayerDirectory,
        secret_names: HiddenNames,
        latest: date,
        as_of: date,
    ) -> tuple[Any, list[Problem]]:
        reader = RankingReader(files, directory, secret_names, latest, self.site.dates, self.cache, as_of)
        reader = reader._replace(clubs=_read_clubs(files, directory))
        return self.cache.memoize(
            ("inputs", files.ranking.id),
            [files.ranking, *files.all_files],
            (files.problems, directory.persons, secret_names, latest, as_of),
            partial(_read_inputs, reader),
        )

    def _iter_event_dates(self, all_inputs: Mapping[str, Any]) -> Iterator[EventDate]:
        systems = {ranking.id: ranking.system for ranking in self.site.rankings}
        for ranking_id, inputs in all_inputs.items():
            yield from list_event_dates(systems[ranking_id], inputs)

    @property
    def players(self) -> dict[str, Sequence[Person]]:
        """The players of each ranking, by its id, as their files have them."""
        pairs = zip(self.site.rankings, self.directories, strict=True)
        return {ranking.id: directory.persons for ranking, directory in pairs}

    @property
    def hidden_names(self) -> HiddenNames:
        """The names of the hidden players, which may occur in no text of the site."""
        directories = (*self.directories, *self.others)
        return self._collect_names([directory.persons for directory in directories], "everyone")

    def _collect_names(self, persons: Sequence[Sequence[Person]], kind: str) -> HiddenNames:
        """Return the names of the hidden among these persons; `kind` is the key in the cache."""

        def collect() -> HiddenNames:
            return collect_hidden_names(person for own_persons in persons for person in own_persons)

        return self.cache.memoize(("names of", kind), [], persons, collect)

    @property
    def pseudonyms(self) -> dict[str, dict[str, str]]:
        """The real ids of the hidden players, by ranking and by the pseudonym that they are shown under.

        They serve to tell whether two players are the same person, and are never published.
        """
        pairs = zip(self.site.rankings, self.directories, strict=True)
        return {
            ranking.id: {pseudonym.slug: id_ for id_, pseudonym in directory.pseudonyms.items()}
            for ranking, directory in pairs
        }


def _read_clubs(files: RankingFiles, directory: PlayerDirectory) -> list[ClubPlayers]:
    """Return the players of the clubs whose results a ranking takes, and who they are among its own."""
    listed = ListedPlayers(directory)
    return [ClubPlayers(read_players(club, reveal=True), listed) for club in files.clubs]


def _read_inputs(reader: RankingReader) -> tuple[Any, list[Problem]]:
    """Return the `Inputs` of a ranking; an exception in the code of its system becomes a problem."""
    ranking = reader.files.ranking
    try:
        return reader.read_inputs()
    except Exception as error:
        if isinstance(error, MemoryError) or not extract_frames(error, ranking.origin.code):
            raise
        return None, [ranking.report_failure("check", error)]


def read_as_written(site: Site, files: RankingFiles) -> dict[str, list[Any]]:
    """Return the rows of a ranking's tables with pairings as its files have them.

    Pairings are still there, beside the rows with their results.
    """
    if not any(map(has_pairings, files.tables.values())):
        return {}
    pairs = zip(site.rankings, ResultFiles.open(site, {PLAYERS}).directories, strict=True)
    directory = next(directory for ranking, directory in pairs if ranking.id == files.ranking.id)
    reader = RankingReader(files, directory, HiddenNames(frozenset()), date.max, site.dates)
    return reader.read_as_written()


def _sort_problems(problems: Iterable[Problem]) -> list[Problem]:
    return sorted(dict.fromkeys(problems), key=lambda problem: problem.sort_key)


def find_hidden_names(site: Site) -> HiddenNames:
    """Return the names of hidden players, which may occur in no text of the site."""
    return ResultFiles.open(site, {PLAYERS}).hidden_names


def make_player_resolver(site: Site, ranking: Ranking) -> Parser:
    """Return a parser that finds a player by id, name or alias; hidden ones by their own too."""
    return read_players(open_files(site.root, ranking, only={PLAYERS}), reveal=True).resolve


def find_pseudonyms(site: Site) -> dict[str, dict[str, str]]:
    """Return the real ids of the hidden players, by ranking and by pseudonym."""
    return ResultFiles.open(site, {PLAYERS}).pseudonyms
