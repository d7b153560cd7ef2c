"""When commits were made, as a clock can be wrong; and names in the history that would tell who hides."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import islice, takewhile

from sitegen.compare.repository import Repository
from sitegen.core.problems import Problem
from sitegen.core.system import list_input_tables
from sitegen.core.table import get_input_columns
from sitegen.inputs.config.site import Ranking, Site, compute_dates
from sitegen.inputs.privacy.redact import DisclosureTracker
from sitegen.inputs.results.csv_file import CsvFile
from sitegen.inputs.results.files import PLAYERS, RESULTS_FOLDER
from sitegen.inputs.results.header import open_csv
from sitegen.inputs.results.players import Person, read_persons
from sitegen.inputs.results.records import decode_csv


def date_commits(dates: Sequence[date], today: date) -> list[tuple[date, date]]:
    """Return the first and last day on which each commit can have been made, the latest commit first.

    As many dates as possible, in the order of the commits, are taken as right. Any other commit was made
    between its neighbours with right dates, and one after all of these by today.
    """
    later = len([*takewhile(lambda day: day > today, dates)])
    days = [today] * later + [*dates[later:]]
    right = _choose_ordered(days, today)
    first, last = date.min, today
    latest, earliest = list[date](), list[date]()
    for n, day in enumerate(days):
        last = day if n in right else last
        latest.append(last)
    for n, day in reversed([*enumerate(days)]):
        first = day if n in right else first
        earliest.append(first)
    return list(zip(reversed(earliest), latest, strict=True))


def date_latest_commit(repository: Repository, site: Site) -> date:
    """Return the last day on which the latest commit can have been made, by the day of the build."""
    today, dated_site = site.as_of or date.max, site._replace(as_of=None)
    days = [compute_dates(dated_site, commit.timestamp).as_of for commit in repository.main_line]
    return date_commits(days, today)[0][1]


def _choose_ordered(days: Sequence[date], today: date) -> set[int]:
    """Return the places of the most days by `today` that never grow; of several such choices, the latest."""
    ends, places, nexts = list[int](), list[int](), dict[int, int]()
    for n, day in enumerate(days):
        if day <= today:
            length = bisect_right(ends, -day.toordinal())
            nexts[n] = places[length - 1] if length else -1
            ends[length : length + 1] = [-day.toordinal()]
            places[length : length + 1] = [n]
    chosen, n = set[int](), places[-1] if places else -1
    while n >= 0:
        chosen.add(n)
        n = nexts[n]
    return chosen


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
        ranking = path.split("/")[1]
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
