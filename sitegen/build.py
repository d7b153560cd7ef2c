"""The pipeline on two screens: config -> read -> rate -> pages -> render -> publish."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sitegen import (
    __version__,
    config,
    content,
    journal,
    livery,
    pages,
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
from sitegen.memory import FORGETFUL, Memory
from sitegen.pages.sought import Known, sought
from sitegen.past import Past, past
from sitegen.problem import Problem, ProblemError, errors
from sitegen.read.hush import Hush
from sitegen.read.secrets import Secrets
from sitegen.workers import Watch, unwatched

if TYPE_CHECKING:
    from sitegen import publish


@dataclass(frozen=True)
class Prepared:
    """A site that has been read and rated, with all its pages planned; None when there are errors.

    `hush` has the names that may occur nowhere.
    """

    site: config.Site | None
    planned: pages.Planned | None
    problems: list[Problem]
    hush: Hush = field(default_factory=lambda: Hush(Secrets(frozenset())))


class Given(NamedTuple):
    """What pages are planned from: the texts, the rankings, their past, and what calculates in a browser."""

    written: content.Content
    boards: Sequence[Board]
    past: Mapping[str, Past]
    engine: Mapping[str, Callable[[], bytes]]


@dataclass(frozen=True)
class Rated:
    """A site that has been read and rated; nothing is `given` to plan pages from when there are errors."""

    site: config.Site | None
    problems: list[Problem]
    hush: Hush = field(default_factory=lambda: Hush(Secrets(frozenset())))
    given: Given | None = None


class Built(NamedTuple):
    """What a build did: `plan` is what was published, None when errors stood in the way."""

    plan: "publish.Plan | None"
    problems: list[Problem]


Look = Callable[[config.Site, Sequence[Board], Secrets], Mapping[str, Past]]
"""What finds out the past of rankings."""


def prepare(root: Path, as_of: date, latest: date = date.max, look: Look | None = None) -> Prepared:
    """Everything up to the pages, which is all that can be wrong with results; writes nothing.

    What is dated after `as_of` is left out, and nothing can have been played after `latest`. What to `look`
    into the history with is given where pages are to tell of it.
    """
    return planned(rated(root, as_of, latest, look))


def rated(
    root: Path, as_of: date, latest: date = date.max, look: Look | None = None, memory: Memory = FORGETFUL
) -> Rated:
    """Everything up to what is calculated; see `prepare`. What is in `memory` is not made again."""
    site, problems = config.load(root, memory)
    if site is None:
        return Rated(None, problems)
    site = replace(site, as_of=site.as_of and as_of)  # what its pages say, also when another day is asked for
    opened = read.Opened.of(site, memory=memory)
    results, found = opened.inputs(latest)
    written, also = content.read(root, [each.id for each in site.rankings], as_of, site.languages)
    hush = Hush(opened.secrets)
    del opened  # the lines of all files, of which nothing more is asked
    said = memory.made("exposed", [], (written, hush.secrets), partial(exposed, written, hush.secrets))
    named = [*said, *secrecy.in_sources(site, hush.secrets)]
    strays = [*misnamed(root), *theme.strays(root), *livery.faults(site), *journal.unfinished(root)]
    strays += published.missing(site)
    told = hush.problems([*problems, *found, *also, *named, *strays])
    problems = sorted(told, key=lambda each: each.place)
    if errors(problems):
        return Rated(site, problems, hush)
    outcomes, found = rate.outcomes(site, results, as_of, memory)
    made = [] if found else boards(site, results, outcomes, memory)
    known, failed = _seen(look, site, made, hush.secrets) if look and made else ({}, [])
    found += failed
    carried = published.files(site, results, made, as_of, memory)
    given = None if found else Given(written, made, known, carried)
    return Rated(site, [*problems, *hush.problems(found)], hush, given)


def planned(rated: Rated) -> Prepared:
    """All pages of a site that is rated."""
    site, given = rated.site, rated.given
    if site is None or given is None:
        return Prepared(site, None, rated.problems, rated.hush)
    made = pages.plan(site, *given)
    found = clashes(made)
    return Prepared(site, None if found else made, [*rated.problems, *rated.hush.problems(found)], rated.hush)


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
    return published_in(output, prepared, root, as_of, watch, workers)


def published_in(  # noqa: PLR0913, PLR0917 - the last three are for whole sites, built once or again and again
    output: Path,
    prepared: Prepared,
    root: Path,
    as_of: date,
    watch: Watch = unwatched,
    workers: int = 1,
    memory: Memory = FORGETFUL,
) -> Built:
    """The same of a site that is prepared; see `build`."""
    from sitegen import publish  # noqa: PLC0415 - a check publishes nothing
    from sitegen.publish import weight  # noqa: PLC0415 - as above
    from sitegen.publish.sums import SUMS, Maker, sums  # noqa: PLC0415 - as above

    site, planned, problems = prepared.site, prepared.planned, prepared.problems
    if site is None or planned is None:
        return Built(None, problems)
    with publish.previous(output, root) as before, publish.staged(before, [*planned.paths, SUMS]) as stage:
        sink = render.Sink(stage.put, [before.lock] if before.lock else [])
        rendered, found = render.render(site, planned, before.keys, sink, watch, workers)
        if not errors(found):
            made = _unseen(rendered, before, prepared, memory), stage.read, prepared.hush.secrets
            found += secrecy.in_output(site, planned, *made, workers)
        problems = sorted([*problems, *prepared.hush.problems(found)], key=lambda each: each.place)
        if errors(problems):
            return Built(None, problems)
        maker = Maker(__version__, commit(root), as_of)
        listed = {SUMS: stage.put(SUMS, sums(before, rendered.files, rendered.kept, maker))}
        plan = publish.plan(before, {**rendered.files, **listed}, rendered.kept, rendered.keys)
        publish.apply(plan)
    memory.note("no name in", _looked_at(prepared, plan.manifest))
    return Built(plan, [*problems, *weight.too_heavy(plan.sizes)])


def some(rated: Rated, known: Known, paths: Collection[str]) -> Mapping[str, bytes]:
    """Pages of a site as they will be published, as long as what is `known` of the others is still so.

    There are none where anything is wrong with them.
    """
    site, given = rated.site, rated.given
    if site is None or given is None:
        return {}
    planned, wanted = sought(site, given.written, given.boards, given.past, known, paths)
    made, found = render.some(site, planned, wanted)
    found += secrecy.in_output(site, planned, [*made], made.__getitem__, rated.hush.secrets)
    return {} if errors(found) else made


def _unseen(
    rendered: "render.Rendered[publish.Written]",
    before: "publish.Previous",
    prepared: Prepared,
    memory: Memory,
) -> list[str]:
    """The files in which the names of hidden players have to be looked for.

    Where the site before is as it was when no such name stood in it, those are the files that are new.
    """
    if before.untouched and memory.has("no name in", _looked_at(prepared, before.manifest)):
        return [path for path, each in rendered.files.items() if not each.stands]
    return [*rendered.files, *rendered.kept]


def _looked_at(prepared: Prepared, manifest: bytes) -> object:
    """A site, and the names that must not stand in it."""
    rankings = prepared.site.rankings if prepared.site else ()
    return prepared.hush.secrets, [each.origin.code for each in rankings], manifest
