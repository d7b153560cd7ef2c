"""What a site holds of the engine: the runtime, our modules, and the tables of each ranking as copies.

Nothing of it names who hides: the tables have labels, and the one thing that hangs on a name, which of two
equals goes first, has its answer beside it. A row of players stands nowhere near where it stood.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from functools import partial
from typing import Any

from sitegen.board import Board
from sitegen.config import FILE, Ranking, Site, setting
from sitegen.engine import runtime, settings
from sitegen.memory import FORGETFUL, Memory
from sitegen.message import advise, say
from sitegen.problem import Problem, Severity
from sitegen.read import as_written
from sitegen.read.files import Files as FilesOfRanking
from sitegen.read.files import files as files_of

FOLDER = "engine"
SIZE = 15 * 2**20
"""About the bytes of all that is there."""
OFFLINE = "offline.js"
"""What keeps the engine for days without a network; it stands at the root, and so reaches all of the site."""
Files = Mapping[str, Callable[[], bytes]]
"""What makes each file, by its path."""


def files(
    site: Site,
    results: Mapping[str, Any],
    boards: Iterable[Board],
    as_of: date,
    memory: Memory = FORGETFUL,
) -> Files:
    """Everything below `/engine/`; nothing where the site does without."""
    there = runtime.files() if site.engine else {}
    if not there:
        return {}
    found: dict[str, Callable[[], bytes]] = {
        f"{FOLDER}/{name}": path.read_bytes for name, path in {**there, **runtime.notices()}.items()
    }
    found[f"{FOLDER}/worker.js"] = partial(runtime.script, "worker.js")
    found[OFFLINE] = partial(runtime.script, OFFLINE)
    from sitegen.engine.bundle import Bundle  # noqa: PLC0415 - a site without the engine need not wait for it

    found |= {f"{FOLDER}/{name}": make for name, make in Bundle(site).files().items()}
    for of in (each.ranking for each in boards):
        make = partial(_ranking, site, of, results[of.id], as_of)
        known = [of, results[of.id]], (site.as_of, as_of)
        found[tables(of)] = partial(memory.made, ("engine", of.id), *known, make)
    return found


def tables(ranking: Ranking) -> str:
    """Where the tables of a ranking stand in a site."""
    return f"{FOLDER}/{ranking.id}.json"


def missing(site: Site) -> list[Problem]:
    """That a site wants what the program was set up without."""
    if not site.engine or runtime.files():
        return []
    message = say("engine-not-there", "this installation of the program lacks what runs in browsers")
    hint = advise("install it with `make setup`, or from a wheel; until then the site is made without")
    return [Problem(FILE, 0, 0, setting.about("engine", message), hint, Severity.WARNING)]


def _ranking(site: Site, of: Ranking, inputs: Any, as_of: date) -> bytes:
    given = files_of(site.root, of)
    return ranking(site, given, inputs, as_of, as_written(site, given))


def ranking(site: Site, given: FilesOfRanking, inputs: Any, as_of: date, written: Mapping[str, Any]) -> bytes:
    """A ranking as a session takes it: its settings, its tables and what they do not say of who hides.

    They are written as the files that are `given`; in the place of some stand the rows that are `written`
    there.
    """
    from sitegen.engine.copy import copied, shapes, travelling  # noqa: PLC0415 - as above
    from sitegen.engine.decided import veil  # noqa: PLC0415 - as above

    of = given.ranking
    copies = travelling(of, inputs)
    known = veil(of, copies, of.when(as_of, len(copies.players)))
    rows = {name.replace("-", "_"): each for name, each in written.items()}
    said = {
        "day": as_of.isoformat(),
        "site": settings.of_site(site),
        "ranking": settings.of_ranking(of),
        "veil": {"before": known.before, "lots": known.lots},
        "files": copied(of, copies._replace(**rows), shapes(given)),
    }
    return json.dumps(said, ensure_ascii=False, indent=0).encode()
