"""From pages to what is published: render -> look for hidden names -> publish."""

from datetime import date
from pathlib import Path
from typing import NamedTuple

from sitegen import __version__, publish, render, secrecy
from sitegen.checkout import commit
from sitegen.memory import FORGETFUL, Memory
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


def published_in(  # noqa: PLR0913, PLR0917 - the last three are for whole sites, built once or again and again
    output: Path,
    prepared: Prepared,
    root: Path,
    as_of: date,
    watch: Watch = unwatched,
    workers: int = 1,
    memory: Memory = FORGETFUL,
) -> Built:
    """A site that is prepared, published in `output`; nothing is touched there when anything is wrong.

    `watch` is told how many of how many pages have been begun; `workers` processes share the work. What is in
    `memory` is not looked at again.
    """
    site, planned, problems = prepared.site, prepared.planned, prepared.problems
    if site is None or planned is None:
        return Built(None, problems)
    with publish.previous(output, root) as before, publish.staged(before, [*planned.paths, SUMS]) as stage:
        may_name = secrecy.may_name(site, prepared.hush.secrets)

        def put(path: str, content: bytes) -> _Put:
            return _Put(stage.put(path, content), may_name(path, content))

        sink = render.Sink(put, [before.lock] if before.lock else [])
        rendered, found = render.render(site, planned, before.keys, sink, watch, workers)
        if not errors(found):
            made = _unseen(rendered, before, prepared, memory), stage.read, prepared.hush.secrets
            found += secrecy.in_output(site, planned, *made, workers)
        problems = sorted([*problems, *prepared.hush.problems(found)], key=lambda each: each.place)
        if errors(problems):
            return Built(None, problems)
        maker = Maker(__version__, commit(root), as_of)
        files = {path: each.file for path, each in rendered.files.items()}
        files[SUMS] = stage.put(SUMS, sums(before, files, rendered.kept, maker))
        plan = publish.plan(before, files, rendered.kept, rendered.keys)
        publish.apply(plan)
    memory.note("no name in", _looked_at(prepared, plan.manifest))
    return Built(plan, [*problems, *weight.too_heavy(plan.sizes)])


def _unseen(
    rendered: render.Rendered[_Put],
    before: publish.Previous,
    prepared: Prepared,
    memory: Memory,
) -> list[str]:
    """The files that the names of hidden players may stand in: of those that are made, few.

    Where the site before is as it was when no such name stood in it, all that stands has none.
    """
    suspects = {path: each.file.stands for path, each in rendered.files.items() if each.may_name}
    if before.untouched and memory.has("no name in", _looked_at(prepared, before.manifest)):
        return [path for path, stands in suspects.items() if not stands]
    return [*suspects, *rendered.kept]


def _looked_at(prepared: Prepared, manifest: bytes) -> object:
    """A site, and the names that must not stand in it."""
    rankings = prepared.site.rankings if prepared.site else ()
    return prepared.hush.secrets, [each.origin.code for each in rankings], manifest
