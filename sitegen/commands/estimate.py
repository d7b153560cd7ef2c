"""What a site will weigh, by some of its pages and some rows of its tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import PurePath

from sitegen.datafiles import texts
from sitegen.engine.published import FOLDER, SIZE
from sitegen.model import Careers
from sitegen.pages import Page, Planned

DRAWN = {".png": 12_000, ".ics": 60_000}
"""About how many bytes a picture and a calendar have, which nobody needs to make to know that."""
_ROWS = 250
_HEAD = 20
"""The rows that the rest of a page weighs as much as."""


def sizes(planned: Planned, kinds: Iterable[Sequence[Page]], rendered: Mapping[str, bytes]) -> dict[str, int]:
    """About how many bytes each file of the site will have.

    `kinds` are the pages that differ by their rows alone; some of each are `rendered`.
    """
    known = {path: len(content) for path, content in rendered.items()}
    careers = {each.ranking.id: each.outcome.careers for each in planned.boards}
    for pages in kinds:
        seen = [each for each in pages if each.path in rendered]
        rows = partial(_rows, careers)
        a_row = sum(known[each.path] for each in seen) / sum(map(rows, seen))
        known |= {each.path: round(a_row * rows(each)) for each in pages if each.path not in rendered}
    tables = dict(_tables(planned))
    engine = {path for path in planned.files if path.startswith(f"{FOLDER}/")}
    passed = {*tables, *engine}
    drawn = [each.path for each in planned.pages if each.path.endswith((*DRAWN,))]
    known |= {path: DRAWN[PurePath(path).suffix] for path in drawn}
    others = {path: len(make()) for path, make in planned.files.items() if path not in passed}
    return known | tables | others | ({f"{FOLDER}/": SIZE} if engine else {})


def _rows(careers: Mapping[str, Careers | None], page: Page) -> int:
    """What a page weighs, in rows of a table: by what pages of players and events differ most."""
    own = careers.get(page.ranking)
    if own and page.sheet and "id" in page.shows:
        return _HEAD + len(own.of(page.shows["id"]).played)
    sections = page.sheet.sections if page.sheet and page.template == "event.html" else ()
    return _HEAD + sum(len(each.rows) for each in sections)


def _tables(planned: Planned) -> Iterator[tuple[str, int]]:
    """The files of the published tables, by some of their rows."""
    for board in planned.boards:
        for name, table in board.files.items():
            rows = table.published.rows
            some = rows[:: max(1, len(rows) // _ROWS)]
            share, files = len(rows) / max(1, len(some)), texts(table.published._replace(rows=some))
            for kind, made in files._asdict().items():
                yield f"{board.ranking.id}/{name}.{kind}", round(len(made) * share)
