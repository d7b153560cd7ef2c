"""Everything that a build would find wrong, without building."""

from dataclasses import replace
from datetime import date
from pathlib import Path

from sitegen import build, render, secrecy
from sitegen.pages import Page, Planned
from sitegen.problem import Problem, errors


def check(root: Path, as_of: date, latest: date = date.max) -> list[Problem]:
    """All problems of a site, sorted by place; writes nothing.

    Of the pages that a template makes by the thousand one is rendered, to see that the template works; of the
    pages that people write, all.
    """
    prepared = build.prepare(root, as_of, latest)
    if prepared.site is None or prepared.planned is None or errors(prepared.problems):
        return prepared.problems
    some = replace(prepared.planned, pages=_worth_a_look(prepared.planned), files={})
    rendered, found = render.render(prepared.site, some, {})
    made, hush = (rendered.files, (), root), prepared.hush
    found += [] if errors(found) else secrecy.in_output(prepared.site, some, *made, hush.secrets)
    return sorted([*prepared.problems, *hush.problems(found)], key=lambda each: each.place)


def _worth_a_look(planned: Planned) -> list[Page]:
    kinds = {(each.ranking, each.template): each for each in planned.pages if each.text is None}
    return [*kinds.values(), *(each for each in planned.pages if each.text)]
