"""What a site holds of the engine: the runtime, our modules, and the tables of each ranking as copies.

Nothing of it names who hides: the tables have labels, and the one thing that hangs on a name, which of two
equals goes first, has its answer beside it. A row of players stands nowhere near where it stood.

The Python that runs in browsers, as it is brought in when the program is set up.

What the settings of a site say, as JSON: as much of it as is needed to read, rate and compare.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from sitegen.core import system
from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.problems import Problem, Severity, advise, say
from sitegen.inputs.config import values
from sitegen.inputs.config.site import SETTINGS_FILE, Ranking, Site
from sitegen.inputs.results.files import RankingFiles as FilesOfRanking
from sitegen.inputs.results.files import open_files as files_of
from sitegen.inputs.results.results import read_as_written
from sitegen.rankings.ranking import RankingContext

RUNTIME_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
_ENGINE_FOLDER = Path(__file__).parent
_SCRIPT_FOLDER = b"/pyodide/"
"""How our scripts call the folder of the runtime, which a site calls by its version."""


def find_runtime_files() -> Mapping[str, Path]:
    """The files that a site serves, by their names; none where the program was set up without them."""
    found = {name: _ENGINE_FOLDER / "runtime" / name for name in (*RUNTIME_FILES, "version")}
    if not all(path.is_file() for path in found.values()):
        return {}
    return {f"{get_runtime_folder()}/{name}": found[name] for name in RUNTIME_FILES}


def count_runtime_bytes() -> int:
    """The bytes of those that can be counted as they come in, which scripts that are imported cannot."""
    return sum(path.stat().st_size for path in find_runtime_files().values() if path.suffix != ".mjs")


def get_runtime_folder() -> str:
    """The folder of the runtime in that of the engine: what stands there never changes."""
    return f"pyodide-{(_ENGINE_FOLDER / 'runtime/version').read_text(encoding='utf-8')}"


def read_script(name: str) -> bytes:
    """One of our scripts, which knows that folder."""
    return (_ENGINE_FOLDER / name).read_bytes().replace(_SCRIPT_FOLDER, f"/{get_runtime_folder()}/".encode())


def find_notices() -> Mapping[str, Path]:
    """The files that say whose work is served, where its source is, and what may be done with it."""
    found = [_ENGINE_FOLDER / "NOTICE.txt", *sorted((_ENGINE_FOLDER / "licences").iterdir())]
    return {path.relative_to(_ENGINE_FOLDER).as_posix(): path for path in found}


_SITE_FIELDS = ("title", "url", "languages", "language", "repository", "timezone", "as_of")
_RANKING_FIELDS = ("id", "name_of_system", "title", "short_title", "archive", "place")


def encode_site(site: Site) -> dict[str, Any]:
    """What is said of the site as a whole."""
    return {name: encode_value(getattr(site, name)) for name in _SITE_FIELDS}


def encode_ranking(ranking: Ranking) -> dict[str, Any]:
    """What is said of a ranking, with its options and where these stand."""
    said = {name: encode_value(getattr(ranking, name)) for name in _RANKING_FIELDS}
    return said | {"options": encode_value(tuple(ranking.options)), "places": encode_value(ranking.places)}


def decode_site(root: Path, said: Mapping[str, Any], *rankings: Mapping[str, Any]) -> Site:
    """The site again, with these of its rankings; its results are in `root`."""
    every = {name: decode_value(value) for name, value in said.items()}
    return Site(root=root, rankings=tuple(map(_decode_ranking, rankings)), **every)


def _decode_ranking(said: Mapping[str, Any]) -> Ranking:
    values = {name: decode_value(value) for name, value in said.items()}
    name = values["name_of_system"]
    found = system.load_system(name)
    options = found.Options.make_rows([values.pop("options")])[0]
    known = {*Ranking._fields} & values.keys()
    given = {key: values[key] for key in known}
    return Ranking(**given, system=found, options=options, origin=system.find_origin(name))


def encode_value(value: Any) -> Any:
    """A value of a setting as JSON can say it."""
    if isinstance(value, date):
        return {"date": value.isoformat()}
    if isinstance(value, tuple):
        return {"tuple": list(map(encode_value, value))}
    if isinstance(value, Mapping):
        return {"entries": [[encode_value(key), encode_value(item)] for key, item in value.items()]}
    return value


def decode_value(value: Any) -> Any:
    """The value again."""
    if not isinstance(value, dict):
        return value
    ((kind, inner),) = value.items()
    if kind == "date":
        return date.fromisoformat(inner)
    if kind == "tuple":
        return tuple(map(decode_value, inner))
    return {decode_value(key): decode_value(item) for key, item in inner}


ENGINE_FOLDER = "engine"
ENGINE_SIZE = 15 * 2**20
"""About the bytes of all that is there."""
OFFLINE_SCRIPT = "offline.js"
"""What keeps the engine for days without a network; it stands at the root, and so reaches all of the site."""
FileMakers = Mapping[str, Callable[[], bytes]]
"""What makes each file, by its path."""


def build_engine_files(
    site: Site,
    results: Mapping[str, Any],
    boards: Iterable[RankingContext],
    as_of: date,
    memory: BuildCache = NULL_CACHE,
) -> FileMakers:
    """Everything below `/engine/`; nothing where the site does without."""
    there = find_runtime_files() if site.engine else {}
    if not there:
        return {}
    found: dict[str, Callable[[], bytes]] = {
        f"{ENGINE_FOLDER}/{name}": path.read_bytes for name, path in {**there, **find_notices()}.items()
    }
    found[f"{ENGINE_FOLDER}/worker.js"] = partial(read_script, "worker.js")
    found[OFFLINE_SCRIPT] = partial(read_script, OFFLINE_SCRIPT)
    from sitegen.browser.bundle import Bundle  # noqa: PLC0415 - a site without the engine need not wait for it

    found |= {f"{ENGINE_FOLDER}/{name}": make for name, make in Bundle(site).list_files().items()}
    for of in (context.ranking for context in boards):
        make = partial(_build_ranking_file, site, of, results[of.id], as_of)
        known = [of, results[of.id]], (site.as_of, as_of)
        found[get_ranking_path(of)] = partial(memory.memoize, ("engine", of.id), *known, make)
    return found


def get_ranking_path(ranking: Ranking) -> str:
    """Where the tables of a ranking stand in a site."""
    return f"{ENGINE_FOLDER}/{ranking.id}.json"


def find_missing_runtime(site: Site) -> list[Problem]:
    """That a site wants what the program was set up without."""
    if not site.engine or find_runtime_files():
        return []
    message = say("engine-not-there", "this installation of the program lacks what runs in browsers")
    hint = advise("install it with `make setup`, or from a wheel; until then the site is made without")
    return [Problem(SETTINGS_FILE, 0, 0, values.add_key_name("engine", message), hint, Severity.WARNING)]


def _build_ranking_file(site: Site, of: Ranking, inputs: Any, as_of: date) -> bytes:
    given = files_of(site.root, of)
    return encode_ranking_data(site, given, inputs, as_of, read_as_written(site, given))


def encode_ranking_data(
    site: Site, given: FilesOfRanking, inputs: Any, as_of: date, written: Mapping[str, Any]
) -> bytes:
    """A ranking as a session takes it: its settings, its tables and what they do not say of who hides.

    They are written as the files that are `given`; in the place of some stand the rows that are `written`
    there.
    """
    from sitegen.browser.copies import (  # noqa: PLC0415 - as above
        build_copies,
        prepare_inputs,
        read_layouts,
        record_tie_breaks,
    )

    of = given.ranking
    copies = prepare_inputs(of, inputs)
    known = record_tie_breaks(of, copies, of.make_moment(as_of, len(copies.players)))
    rows = {name.replace("-", "_"): table for name, table in written.items()}
    said = {
        "day": as_of.isoformat(),
        "site": encode_site(site),
        "ranking": encode_ranking(of),
        "veil": {"before": known.before, "lots": known.lots},
        "files": build_copies(of, copies._replace(**rows), read_layouts(given)),
    }
    return json.dumps(said, ensure_ascii=False, indent=0).encode()
