"""Everything that a build would find wrong, without building."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import NamedTuple

from sitegen import build, render, secrecy
from sitegen.commands import estimate
from sitegen.commands.check.sample import known, sampled, some
from sitegen.config import Site
from sitegen.pages import Page
from sitegen.prepared import Prepared
from sitegen.problem import Problem, errors

_MANY = 1_000
"""Pages, from which on it is worth knowing what they will weigh."""


class _Look(NamedTuple):
    """A planned site with all its problems: its pages by their kinds, and some of them as they are `made`."""

    prepared: Prepared
    problems: list[Problem]
    kinds: Mapping[tuple[str, ...], Sequence[Page]]
    made: Mapping[str, bytes]


def check(root: Path, as_of: date, latest: date = date.max) -> list[Problem]:
    """All problems of a site, sorted by place; writes nothing.

    Pages are planned from a few careers and lists. Where something is wrong with them, all are planned: a
    link may lead to a page of records, of a year or of a part, of which a few say nothing.
    """
    rated = build.rated(root, as_of, latest)
    prepared = build.planned(sampled(rated))
    planned = prepared.planned
    look = _look(prepared._replace(planned=planned and known(planned)))
    if len(look.problems) > len(rated.problems):
        look = _look(build.planned(rated))
    planned = look.prepared.planned
    if planned is None or errors(look.problems) or len(planned.pages) < _MANY:
        return look.problems
    from sitegen.publish import weight  # noqa: PLC0415 - few sites are so large

    sizes = estimate.sizes(planned, look.kinds.values(), look.made)
    return [*look.problems, *weight.soon_too_heavy(sizes)]


def _look(prepared: Prepared) -> _Look:
    """Look at some pages of a site.

    Of those that a template makes by the thousand a few are rendered, to see that the template works and what
    all of them will weigh; of those that people write, all.
    """
    site, planned, problems = prepared.site, prepared.planned, prepared.problems
    if site is None or planned is None or errors(problems):
        return _Look(prepared, problems, {}, {})
    kinds = _kinds(site, planned.pages)
    chosen = [each for pages in kinds.values() for each in _chosen(pages, len(planned.pages))]
    few = replace(planned, pages=[*chosen, *(each for each in planned.pages if each.text)], files={})
    made, found = render.render(site, few, render.IN_MEMORY)
    hush = prepared.hush
    found += [] if errors(found) else secrecy.in_output(site, few, made, made.__getitem__, hush.secrets)
    problems = sorted([*problems, *hush.problems(dict.fromkeys(found))], key=lambda each: each.place)
    return _Look(prepared, problems, kinds, made)


def _kinds(site: Site, pages: Sequence[Page]) -> Mapping[tuple[str, ...], Sequence[Page]]:
    """The pages that one template makes for rankings by one system, by language; none that people write.

    A system of somebody else's may fail in any of its rankings, which have kinds of their own. Pictures and
    calendars are left out: nothing can be wrong in them alone.
    """
    systems = {each.id: each.name_of_system if each.origin.is_ours else each.id for each in site.rankings}
    kinds: dict[tuple[str, ...], list[Page]] = {}
    for page in pages:
        if page.text is None and not page.path.endswith((*estimate.DRAWN,)):
            system = systems.get(page.ranking, "")
            kinds.setdefault((page.language, system, page.template), []).append(page)
    return kinds


def _chosen(pages: Sequence[Page], of: int) -> Sequence[Page]:
    """The last of them; on a site of many pages some from all over."""
    return pages[-1:] if of < _MANY else some(pages)
