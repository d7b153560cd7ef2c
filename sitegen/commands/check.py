"""Everything that a build would find wrong, without building."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from sitegen import build, render, secrecy
from sitegen.commands import estimate
from sitegen.pages import Page
from sitegen.problem import Problem, errors

_MANY = 1_000
"""Pages, from which on it is worth knowing what they will weigh."""
_SAMPLE = 4


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
    made, found = render.render(site, some, render.IN_MEMORY)
    hush = prepared.hush
    found += [] if errors(found) else secrecy.in_output(site, some, made, made.__getitem__, hush.secrets)
    problems = sorted([*problems, *hush.problems(dict.fromkeys(found))], key=lambda each: each.place)
    if errors(problems) or len(planned.pages) < _MANY:
        return problems
    from sitegen.publish import weight  # noqa: PLC0415 - few sites are so large

    return [*problems, *weight.soon_too_heavy(estimate.sizes(planned, kinds.values(), made))]


def _kinds(pages: Sequence[Page]) -> Mapping[tuple[str, ...], Sequence[Page]]:
    """The pages that one template makes for one ranking in one language, but for those that people write.

    No pictures and calendars: nothing can be wrong in them alone.
    """
    kinds: dict[tuple[str, ...], list[Page]] = {}
    for each in pages:
        if each.text is None and not each.path.endswith((*estimate.DRAWN,)):
            kinds.setdefault((each.language, each.ranking, each.template), []).append(each)
    return kinds


def _chosen(pages: Sequence[Page], of: int) -> Sequence[Page]:
    """The last of them; on a site of many pages some from all over."""
    return pages[-1:] if of < _MANY else pages[:: -max(1, len(pages) // _SAMPLE)]
