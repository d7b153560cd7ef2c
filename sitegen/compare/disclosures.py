"""Names in the history of a site that would tell who hides."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from sitegen.compare.repository import Repository
from sitegen.core.problems import Problem
from sitegen.core.system import list_input_tables
from sitegen.core.table import get_input_columns
from sitegen.inputs.config.site import Ranking, Site
from sitegen.inputs.privacy.redact import DisclosureTracker
from sitegen.inputs.results.csv_file import CsvFile
from sitegen.inputs.results.files import PLAYERS, RESULTS_FOLDER
from sitegen.inputs.results.header import open_csv
from sitegen.inputs.results.players import Person, read_persons
from sitegen.inputs.results.records import decode_csv

_BLOB_BATCH_SIZE = 32


def search_disclosures(
    repository: Repository, site: Site, people: Mapping[str, Sequence[Person]]
) -> Iterator[Problem]:
    """Yield the rows of players of all rankings that now show a name under which somebody hid."""
    trackers = {ranking.id: DisclosureTracker() for ranking in site.rankings}
    for ranking, rows in _read_versions(repository, site.rankings):
        trackers[ranking].follow(read_persons([rows]))
    for ranking, tracker in trackers.items():
        yield from tracker.find_problems(people[ranking])


def _read_versions(repository: Repository, rankings: Sequence[Ranking]) -> Iterator[tuple[str, CsvFile]]:
    """Yield the files of players as each commit left them: the ranking, and the new rows."""
    columns = {
        ranking.id: get_input_columns(table.rows)
        for ranking in rankings
        for table in list_input_tables(ranking.system)
        if table.name == PLAYERS
    }
    lines_before: dict[str, frozenset[str]] = {}
    paths = [f"{RESULTS_FOLDER}/{ranking.id}/{PLAYERS}{end}" for ranking in rankings for end in ("", ".csv")]
    for path, data in _read_blobs(repository, paths):
        ranking = next(id_ for id_ in columns if path.startswith(f"{RESULTS_FOLDER}/{id_}/"))
        text, _ = decode_csv(data, path)
        csv_lines, _ = open_csv(text, path, columns[ranking]) if text is not None else (None, [])
        if csv_lines is not None and csv_lines.has_known_header:
            lines, known_lines = csv_lines.lines.all_lines, lines_before.get(path, frozenset())
            lines_before[path] = frozenset(lines)
            new_lines = [line for line in lines[csv_lines.header_end :] if line not in known_lines]
            yield (
                ranking,
                csv_lines._replace(
                    lines=csv_lines.lines._replace(all_lines=[*lines[: csv_lines.header_end], *new_lines])
                ),
            )


def _read_blobs(repository: Repository, paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    versions = iter(repository.list_versions(paths))
    while batch := list(islice(versions, _BLOB_BATCH_SIZE)):
        contents = repository.read_contents([blob for _, blob in batch])
        yield from ((path, data) for (path, _), data in zip(batch, contents, strict=True))
