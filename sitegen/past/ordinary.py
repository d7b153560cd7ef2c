"""Whether a commit only adds what was played since the last list: most do, and need not be looked into."""

from collections import deque
from collections.abc import Collection, Sequence

from sitegen.config import Ranking
from sitegen.difference.played import overdue
from sitegen.history import Commit, Repository
from sitegen.model import Short
from sitegen.read import days
from sitegen.read.files import PLAYERS
from sitegen.read.folder import RESULTS
from sitegen.system import kept
from sitegen.table import Table


def is_ordinary(repository: Repository, commit: Commit, ranking: Ranking, published: Sequence[Short]) -> bool:
    """Whether a commit adds rows alone, none of which was played before a list that was `published` by then.

    Or where there was nothing before. In doubt it is not: what rates both states then tells.
    """
    tables = {each.name: each.rows for each in kept(ranking.system)}
    folder = f"{RESULTS}/{ranking.id}/"
    before, after = (repository.files(each, [folder]) for each in (commit.parents[0], commit.id))
    if not before or before == after:
        return True
    if not before.keys() <= after.keys():
        return False
    for path, blob in after.items():
        if before.get(path) == blob:
            continue
        name = path.removeprefix(folder).split("/")[0].removesuffix(".csv")
        names = [blob.id, *([before[path].id] if path in before else ())]
        new, *old = repository.contents(names)
        added = _added(old[0] if old else b"", new)
        if added is None or name not in tables:
            return False
        if name != PLAYERS and not _is_new(tables[name], path, new, added, published):
            return False
    return True


def _added(before: bytes, after: bytes) -> list[int] | None:
    """The lines of a file that are new, from 1; None where one that was there is gone."""
    waiting, found = deque(before.splitlines()), list[int]()
    for number, line in enumerate(after.splitlines(), 1):
        if waiting and waiting[0] == line:
            waiting.popleft()
        else:
            found.append(number)
    return None if waiting else found


def _is_new(
    table: type[Table], path: str, data: bytes, lines: Collection[int], published: Sequence[Short]
) -> bool:
    """Whether all rows that begin in these lines are of days since the last list."""
    found = days(table, path, data, lines)
    return found is not None and not any(overdue(each, published) for each in found)
