"""Estimate how large the files of a site will be, from some of its pages and some rows of its tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath

from sitegen.browser.published import ENGINE_FOLDER, ENGINE_SIZE
from sitegen.core.entities import Careers
from sitegen.pages.page import Page, SitePlan
from sitegen.rankings.datafiles import encode_table

MEDIA_SIZES = {".png": 12_000, ".ics": 60_000}
"""About how many bytes a picture and a calendar have."""
_SAMPLE_ROWS = 250
_PAGE_OVERHEAD_ROWS = 20
"""The number of rows that weigh as much as the rest of a page."""


def estimate_sizes(
    plan: SitePlan, kinds: Iterable[Sequence[Page]], rendered: Mapping[str, bytes]
) -> dict[str, int]:
    """Return about how many bytes each file of the site will have, by its path.

    `kinds` are groups of pages that differ by their rows alone; some of each are `rendered`.
    """
    sizes = {path: len(content) for path, content in rendered.items()}
    careers = {context.ranking.id: context.outcome.careers for context in plan.contexts}
    for pages in kinds:
        sample = [page for page in pages if page.path in rendered]
        total_rows = sum(_count_rows(careers, page) for page in sample)
        row_size = sum(sizes[page.path] for page in sample) / total_rows
        sizes |= {
            page.path: round(row_size * _count_rows(careers, page))
            for page in pages
            if page.path not in rendered
        }
    sizes |= {
        page.path: MEDIA_SIZES[PurePath(page.path).suffix]
        for page in plan.pages
        if page.path.endswith((*MEDIA_SIZES,))
    }
    tables = dict(_estimate_tables(plan))
    engine = {path for path in plan.files if path.startswith(f"{ENGINE_FOLDER}/")}
    other_files = {
        path: len(make()) for path, make in plan.files.items() if path not in tables.keys() | engine
    }
    return sizes | tables | other_files | ({f"{ENGINE_FOLDER}/": ENGINE_SIZE} if engine else {})


def _count_rows(careers: Mapping[str, Careers | None], page: Page) -> int:
    """Return the weight of a page in rows of a table, in which pages of players and events differ most."""
    ranking_careers = careers.get(page.ranking)
    if ranking_careers and page.content and "id" in page.context:
        return _PAGE_OVERHEAD_ROWS + len(ranking_careers.get_career(page.context["id"]).result_rows)
    sections = page.content.tables if page.content and page.template == "event.html" else ()
    return _PAGE_OVERHEAD_ROWS + sum(len(section.rows) for section in sections)


def _estimate_tables(plan: SitePlan) -> Iterator[tuple[str, int]]:
    """Yield the paths and sizes of the published tables, estimated from some of their rows."""
    for context in plan.contexts:
        for name, table in context.files.items():
            rows = table.published.rows
            sample = rows[:: max(1, len(rows) // _SAMPLE_ROWS)]
            factor = len(rows) / max(1, len(sample))
            for suffix, content in encode_table(table.published._replace(rows=sample))._asdict().items():
                yield f"{context.ranking.id}/{name}.{suffix}", round(len(content) * factor)
