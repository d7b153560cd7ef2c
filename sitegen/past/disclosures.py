"""Names of hidden players that came to stand at somebody else since some commit of a site."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from sitegen.config import Ranking, Site
from sitegen.history import Repository
from sitegen.problem import Problem
from sitegen.read.csvfile import opened
from sitegen.read.disclosure import Disclosures
from sitegen.read.encoding import decoded
from sitegen.read.files import PLAYERS
from sitegen.read.folder import RESULTS
from sitegen.read.grid import Grid
from sitegen.read.people import Person, persons
from sitegen.system import kept
from sitegen.table import cell_columns

_AT_ONCE = 32


def disclosures(
    repository: Repository, site: Site, people: Mapping[str, Sequence[Person]]
) -> Iterator[Problem]:
    """The rows of players of all rankings, as they are now, which show a name under which somebody hid."""
    for ranking in site.rankings:
        found = Disclosures()
        for rows in _versions(repository, ranking):
            found.follow(persons([rows]))
        yield from found.problems(people[ranking.id])


def _versions(repository: Repository, ranking: Ranking) -> Iterator[Grid]:
    """The files of players of a ranking as each commit left them: the rows that it brought, oldest first."""
    columns = cell_columns(next(each.rows for each in kept(ranking.system) if each.name == PLAYERS))
    before: dict[str, frozenset[str]] = {}
    for path, data in _files(repository, [f"{RESULTS}/{ranking.id}/{PLAYERS}{end}" for end in ("", ".csv")]):
        text, _ = decoded(data, path)
        grid, _ = opened(text, path, columns) if text is not None else (None, [])
        if grid is not None and grid.is_sound:
            lines, known = grid.lines.all, before.get(path, frozenset())
            before[path] = frozenset(lines)
            brought = [each for each in lines[grid.below :] if each not in known]
            yield grid._replace(lines=grid.lines._replace(all=[*lines[: grid.below], *brought]))


def _files(repository: Repository, paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    versions = iter(repository.versions(paths))
    while some := list(islice(versions, _AT_ONCE)):
        contents = repository.contents([blob for _, blob in some])
        yield from ((path, data) for (path, _), data in zip(some, contents, strict=True))
