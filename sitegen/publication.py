"""From pages to what is published: render -> look for hidden names -> publish."""

from datetime import date
from pathlib import Path
from typing import NamedTuple

from sitegen import __version__, publish, render, secrecy
from sitegen.checkout import commit
from sitegen.prepared import Prepared
from sitegen.problem import Problem, errors
from sitegen.publish import weight
from sitegen.publish.sums import SUMS, Maker, sums
from sitegen.workers import Watch, unwatched


class _Put(NamedTuple):
    """What became of a file, and whether it, or its address, may name a hidden player."""

    file: publish.Written
    may_name: bool


class Built(NamedTuple):
    """What a build did: `plan` is what was published, None when errors stood in the way."""

    plan: publish.Plan | None
    problems: list[Problem]


def published_in(  # noqa: PLR0913, PLR0917 - the last two are for whole sites
    output: Path,
    prepared: Prepared,
    root: Path,
    as_of: date,
    watch: Watch = unwatched,
    workers: int = 1,
) -> Built:
    """A site that is prepared, published in `output`; nothing is touched there when anything is wrong.

    `watch` is told how many of how many pages have been begun; `workers` processes share the work.
    """
    site, planned, problems = prepared.site, prepared.planned, prepared.problems
    if site is None or planned is None:
        return Built(None, problems)
    with publish.previous(output, root) as before, publish.staged(before, [*planned.paths, SUMS]) as stage:
        may_name = secrecy.may_name(site, planned, prepared.hush.secrets)

        def put(path: str, content: bytes) -> _Put:
            return _Put(stage.put(path, content), may_name(path, content))

        sink = render.Sink(put, [before.lock] if before.lock else [])
        made, found = render.render(site, planned, sink, watch, workers)
        if not errors(found):
            suspects = [path for path, each in made.items() if each.may_name]
            found += secrecy.in_output(site, planned, suspects, stage.read, prepared.hush.secrets, workers)
        problems = sorted([*problems, *prepared.hush.problems(found)], key=lambda each: each.place)
        if errors(problems):
            return Built(None, problems)
        files = {path: each.file for path, each in made.items()}
        files[SUMS] = stage.put(SUMS, sums(files, Maker(__version__, commit(root), as_of)))
        plan = publish.plan(before, files)
        publish.apply(plan)
    return Built(plan, [*problems, *weight.too_heavy(plan.sizes)])
