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
from sitegen.table import Column, cell_columns

_AT_ONCE = 32


def disclosures(
    repository: Repository, site: Site, people: Mapping[str, Sequence[Person]]
) -> Iterator[Problem]:
    """The rows of players of all rankings, as they are now, which show a name under which somebody hid."""
    found = {each.id: Disclosures() for each in site.rankings}
    for ranking, rows in _versions(repository, site.rankings):
        found[ranking].follow(persons([rows]))
    for ranking, names in found.items():
        yield from names.problems(people[ranking])


def _versions(repository: Repository, rankings: Sequence[Ranking]) -> Iterator[tuple[str, Grid]]:
    """The files of players as each commit left them: of which ranking, and the rows that it brought."""
    columns = {each.id: _columns(each) for each in rankings}
    before: dict[str, frozenset[str]] = {}
    paths = [f"{RESULTS}/{each.id}/{PLAYERS}{end}" for each in rankings for end in ("", ".csv")]
    for path, data in _files(repository, paths):
        ranking = path.split("/")[1]
        text, _ = decoded(data, path)
        grid, _ = opened(text, path, columns[ranking]) if text is not None else (None, [])
        if grid is not None and grid.is_sound:
            lines, known = grid.lines.all, before.get(path, frozenset())
            before[path] = frozenset(lines)
            brought = [each for each in lines[grid.below :] if each not in known]
            yield ranking, grid._replace(lines=grid.lines._replace(all=[*lines[: grid.below], *brought]))


def _columns(ranking: Ranking) -> Sequence[Column]:
    return cell_columns(next(each.rows for each in kept(ranking.system) if each.name == PLAYERS))


def _files(repository: Repository, paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    versions = iter(repository.versions(paths))
    while some := list(islice(versions, _AT_ONCE)):
        contents = repository.contents([blob for _, blob in some])
        yield from ((path, data) for (path, _), data in zip(some, contents, strict=True))
