"""The pipeline on one screen: config -> read -> rate -> pages -> render -> publish."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from pathlib import Path

from sitegen import (
    __version__,
    config,
    content,
    journal,
    livery,
    pages,
    publish,
    rate,
    read,
    render,
    secrecy,
    theme,
)
from sitegen.addresses import clashes
from sitegen.board import Board, boards
from sitegen.checkout import commit
from sitegen.config.folders import misnamed
from sitegen.content.secrecy import exposed
from sitegen.engine import published
from sitegen.past import Past, past
from sitegen.problem import Problem, ProblemError, errors
from sitegen.publish import weight
from sitegen.publish.sums import SUMS, Maker, sums
from sitegen.read.hush import Hush
from sitegen.read.secrets import Secrets
from sitegen.workers import Watch, unwatched


@dataclass(frozen=True)
class Prepared:
    """A site that has been read and rated, with all its pages planned; None when there are errors.

    `hush` has the names that may occur nowhere.
    """

    site: config.Site | None
    planned: pages.Planned | None
    problems: list[Problem]
    hush: Hush = field(default_factory=lambda: Hush(Secrets(frozenset())))


@dataclass(frozen=True)
class Built:
    """What a build did: `plan` is what was published, None when errors stood in the way."""

    plan: publish.Plan | None
    problems: list[Problem]


Look = Callable[[config.Site, Sequence[Board], Secrets], Mapping[str, Past]]
"""What finds out the past of rankings."""


def prepare(root: Path, as_of: date, latest: date = date.max, look: Look | None = None) -> Prepared:
    """Everything up to the pages, which is all that can be wrong with results; writes nothing.

    What is dated after `as_of` is left out, and nothing can have been played after `latest`. What to `look`
    into the history with is given where pages are to tell of it.
    """
    site, problems = config.load(root)
    if site is None:
        return Prepared(None, None, problems)
    site = replace(site, as_of=site.as_of and as_of)  # what its pages say, also when another day is asked for
    opened = read.Opened.of(site)
    results, found = opened.inputs(latest)
    written, also = content.read(root, [each.id for each in site.rankings], as_of, site.languages)
    hush = Hush(opened.secrets)
    named = [*exposed(written, hush.secrets), *secrecy.in_sources(site, hush.secrets)]
    strays = [*misnamed(root), *theme.strays(root), *livery.faults(site), *journal.unfinished(root)]
    strays += published.missing(site)
    told = hush.problems([*problems, *found, *also, *named, *strays])
    problems = sorted(told, key=lambda each: each.place)
    if errors(problems):
        return Prepared(site, None, problems, hush)
    outcomes, found = rate.outcomes(site, results, as_of)
    made = [] if found else boards(site, results, outcomes)
    known, failed = _seen(look, site, made, hush.secrets) if look and made else ({}, [])
    found += failed
    carried = published.files(site, results, made, as_of)
    planned = None if found else pages.plan(site, written, made, known, carried)
    found += clashes(planned) if planned else []
    return Prepared(site, None if found else planned, [*problems, *hush.problems(found)], hush)


def _seen(
    look: Look, site: config.Site, made: Sequence[Board], secrets: Secrets
) -> tuple[Mapping[str, Past], list[Problem]]:
    """The past of each ranking; what a system cannot tell of it is a fault of that."""
    try:
        return look(site, made, secrets), []
    except ProblemError as error:
        return {}, [error.problem]


def build(  # noqa: PLR0913 - the last four are for the command line, and named there
    root: Path,
    output: Path,
    as_of: date,
    watch: Watch = unwatched,
    workers: int = 1,
    *,
    latest: date = date.max,
    history: bool = False,
) -> Built:
    """The whole site, published in `output`; nothing is touched there when anything is wrong.

    `as_of` and `latest` are as in `prepare`. `watch` is told how many of how many pages have been begun;
    `workers` processes share the work. With `history` the pages tell of what was corrected.
    """
    look = partial(past, workers=workers) if history else None
    prepared = prepare(root, as_of, latest, look)
    site, planned, problems = prepared.site, prepared.planned, prepared.problems
    if site is None or planned is None:
        return Built(None, problems)
    with publish.previous(output, root) as before:
        rendered, found = render.render(site, planned, before.keys, watch, workers)
        made, secrets = (rendered.files, rendered.kept, output), prepared.hush.secrets
        found += [] if errors(found) else secrecy.in_output(site, planned, *made, secrets, workers)
        problems = sorted([*problems, *prepared.hush.problems(found)], key=lambda each: each.place)
        if errors(problems):
            return Built(None, problems)
        maker = Maker(__version__, commit(root), as_of)
        listed = {SUMS: sums(before, rendered.files, rendered.kept, maker)}
        plan = publish.plan(before, {**rendered.files, **listed}, rendered.kept, rendered.keys)
        publish.apply(plan)
    return Built(plan, [*problems, *weight.too_heavy(plan.sizes)])
