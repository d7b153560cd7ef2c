"""The pipeline on one screen: config -> read -> rate -> pages -> render -> publish."""

from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sitegen import checkout, config, content, journal, livery, mishap, pages, rate, read, secrecy, theme
from sitegen.addresses import clashes
from sitegen.board import boards
from sitegen.config.folders import misnamed
from sitegen.content.secrecy import exposed
from sitegen.engine import published
from sitegen.memory import FORGETFUL, Memory
from sitegen.past import committed, disclosures, past
from sitegen.prepared import Given, Look, Prepared, Rated
from sitegen.problem import errors
from sitegen.read.disclosure import alone
from sitegen.read.hush import Hush
from sitegen.workers import Watch, unwatched

if TYPE_CHECKING:
    from sitegen.publication import Built


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
    site = site._replace(as_of=site.as_of and as_of)  # what its pages say, also when another day is asked for
    opened = read.Opened.of(site, memory=memory)
    results, found = opened.inputs(latest)
    written, also = content.read(root, [each.id for each in site.rankings], as_of, site.languages)
    hush = Hush(opened.secrets)
    of = checkout.commit(root), site.rankings, opened.people
    disclosed = memory.made("disclosures", [], of, partial(disclosures, site, opened.people))
    del opened, of  # the lines of all files, of which nothing more is asked
    said = memory.made("exposed", [], (written, hush.secrets), partial(exposed, written, hush.secrets))
    named = [*said, *secrecy.in_sources(site, hush.secrets)]
    strays = [*misnamed(root), *theme.strays(root), *livery.faults(site), *journal.unfinished(root)]
    strays += [*published.missing(site), *committed(root)]
    told = hush.problems(alone([*problems, *found, *disclosed, *also, *named, *strays]))
    problems = sorted(told, key=lambda each: each.place)
    if errors(problems):
        return Rated(site, problems, hush)
    outcomes, found = rate.outcomes(site, results, as_of, memory)
    made = [] if found else boards(site, results, outcomes, memory)
    known, gaps = look(site._replace(as_of=as_of), made, hush.secrets) if look and made else ({}, [])
    carried = published.files(site, results, made, as_of, memory)
    given = None if found else Given(written, made, known, carried)
    return Rated(site, [*problems, *hush.problems([*found, *gaps])], hush, given)


def planned(rated: Rated) -> Prepared:
    """All pages of a site that is rated."""
    site, given = rated.site, rated.given
    if site is None or given is None:
        return Prepared(site, None, rated.problems, rated.hush)
    try:
        made = pages.plan(site, *given)
        found = clashes(made)
    except Exception as error:
        failed = next((each for each in site.rankings if mishap.frames(error, each.origin.code)), None)
        if failed is None:
            raise
        found = [failed.failed("parts", error)]
    return Prepared(site, None if found else made, [*rated.problems, *rated.hush.problems(found)], rated.hush)


def build(  # noqa: PLR0913 - the last four are for the command line, and named there
    root: Path,
    output: Path,
    as_of: date,
    watch: Watch = unwatched,
    workers: int = 1,
    *,
    latest: date = date.max,
    history: bool = False,
) -> "Built":
    """The whole site, published in `output`; nothing is touched there when anything is wrong.

    `as_of` and `latest` are as in `prepare`. `watch` is told how many of how many pages have been begun;
    `workers` processes share the work. With `history` the pages tell of what was corrected.
    """
    from sitegen.publication import published_in  # noqa: PLC0415 - a check publishes nothing

    look = partial(past, workers=workers) if history else None
    return published_in(output, prepare(root, as_of, latest, look), root, as_of, watch, workers)
