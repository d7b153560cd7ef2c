"""Whether a commit only adds what is expected since the last list: most do, and need not be looked into."""

from collections import deque
from collections.abc import Sequence
from datetime import date

from sitegen.config import Ranking
from sitegen.difference.played import is_open
from sitegen.history import Commit, Repository
from sitegen.model import Short
from sitegen.read import days
from sitegen.read.folder import RESULTS
from sitegen.system import kept


def is_ordinary(
    repository: Repository, commit: Commit, ranking: Ranking, published: Sequence[Short], as_of: date
) -> bool:
    """Whether a commit adds rows alone, all of days of which rows were expected on `as_of`.

    Or where there was nothing before. In doubt it is not: what rates both states then tells.
    """
    tables = {each.name: each.rows for each in kept(ranking.system)}
    folder = f"{RESULTS}/{ranking.id}"
    before, after = (repository.files(each, [folder]) for each in (commit.parents[0], commit.id))
    if not before or before == after:
        return True
    if not before.keys() <= after.keys():
        return False
    for path, blob in after.items():
        if before.get(path) == blob:
            continue
        name = path.removeprefix(f"{folder}/").split("/")[0].removesuffix(".csv")
        names = [blob.id, *([before[path].id] if path in before else ())]
        new, *old = repository.contents(names)
        added = _added(old[0] if old else b"", new)
        if added is None or name not in tables:
            return False
        found = days(tables[name], path, new, added)
        if found is None or not all(is_open(each, published, as_of) for each in found):
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
