"""Everything that a build would find wrong, without building."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from sitegen import build, render, secrecy
from sitegen.model import Evidence
from sitegen.pages import Page, Planned
from sitegen.problem import Problem, errors
from sitegen.publish import weight
from sitegen.tables import Files

_MANY = 1_000
"""Pages, from which on it is worth knowing what they will weigh."""
_SAMPLE = 4
_ROWS = 1_000
_HEAD = 20
"""The rows that the rest of a page weighs as much as."""


def check(root: Path, as_of: date, latest: date = date.max) -> list[Problem]:
    """All problems of a site, sorted by place; writes nothing.

    Of the pages that a template makes by the thousand a few are rendered, to see that the template works and
    what all of them will weigh; of the pages that people write, all.
    """
    prepared = build.prepare(root, as_of, latest)
    site, planned, problems = prepared.site, prepared.planned, prepared.problems
    if site is None or planned is None or errors(problems):
        return problems
    kinds = _kinds(planned.pages)
    chosen = [each for pages in kinds.values() for each in _chosen(pages, len(planned.pages))]
    some = replace(planned, pages=[*chosen, *(each for each in planned.pages if each.text)], files={})
    rendered, found = render.render(site, some, {})
    made, hush = (rendered.files, (), root), prepared.hush
    found += [] if errors(found) else secrecy.in_output(site, some, *made, hush.secrets)
    problems = sorted([*problems, *hush.problems(dict.fromkeys(found))], key=lambda each: each.place)
    if errors(problems) or len(planned.pages) < _MANY:
        return problems
    return [*problems, *weight.soon_too_heavy(_weighed(planned, kinds, rendered.files))]


def _kinds(pages: Sequence[Page]) -> Mapping[tuple[str, str], Sequence[Page]]:
    """The pages that one template makes for one ranking, but for those that people write."""
    kinds: dict[tuple[str, str], list[Page]] = {}
    for each in pages:
        if each.text is None:
            kinds.setdefault((each.ranking, each.template), []).append(each)
    return kinds


def _chosen(pages: Sequence[Page], of: int) -> Sequence[Page]:
    """The last of them; on a site of many pages some from all over."""
    return pages[-1:] if of < _MANY else pages[:: -max(1, len(pages) // _SAMPLE)]


def _weighed(
    planned: Planned, kinds: Mapping[tuple[str, str], Sequence[Page]], rendered: Mapping[str, bytes]
) -> dict[str, int]:
    """About how many bytes each file of the site will have."""
    sizes = {path: len(content) for path, content in rendered.items()}
    for pages in kinds.values():
        seen = [each for each in pages if each.path in rendered]
        a_row = sum(sizes[each.path] for each in seen) / sum(map(_rows, seen))
        sizes |= {each.path: round(a_row * _rows(each)) for each in pages if each.path not in rendered}
    tables = dict(_tables(planned))
    return sizes | tables | {path: len(make()) for path, make in planned.files.items() if path not in tables}


def _rows(page: Page) -> int:
    """What a page weighs, in rows of a table: two pages of a kind differ by little else."""
    evidence = page.sheet.evidence if page.sheet else b""
    return _HEAD + (len(evidence.rows) if isinstance(evidence, Evidence) else 0)


def _tables(planned: Planned) -> Iterator[tuple[str, int]]:
    """The files of the published tables, by some of their rows."""
    for board in planned.boards:
        for name, table in board.files.items():
            rows = table.published.rows
            some = Files(replace(table.published, rows=rows[:: max(1, len(rows) // _ROWS)]))
            share = len(rows) / max(1, len(some.published.rows))
            for kind, make in (("csv", some.csv), ("json", some.json)):
                yield f"{board.ranking.id}/{name}.{kind}", round(len(make()) * share)
