"""The files of the engine in a published site: the runtime, our modules, and the data of each ranking.

No file names a hidden player: the tables have labels, and nothing in them depends on a name behind one. Rows
of players do not keep their place.
"""

import json
from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from sitegen.browser.settings import encode_ranking, encode_site
from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.problems import Problem, Severity, advise, say
from sitegen.inputs.config import values
from sitegen.inputs.config.site import SETTINGS_FILE, Ranking, Site
from sitegen.inputs.results.files import RankingFiles, open_files
from sitegen.inputs.results.results import read_as_written

RUNTIME_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
ENGINE_FOLDER = "engine"
ENGINE_SIZE = 16 * 2**20
"""About the bytes of all files in that folder."""
OFFLINE_SCRIPT = "offline.js"
"""The service worker that keeps the engine for use without a network; at the root, to reach all pages."""
FileMakers = Mapping[str, Callable[[], bytes]]
"""A function for each file that returns its bytes, by the path of the file."""
_PACKAGE_FOLDER = Path(__file__).parent
_SCRIPT_FOLDER = b"/pyodide/"
"""The name of the runtime's folder in our scripts; a site names that folder by its version."""


def find_runtime_files() -> Mapping[str, Path]:
    """Return the runtime's files by name; none where the program was installed without them."""
    files = {name: _PACKAGE_FOLDER / "runtime" / name for name in (*RUNTIME_FILES, "version")}
    if not all(path.is_file() for path in files.values()):
        return {}
    return {f"{get_runtime_folder()}/{name}": files[name] for name in RUNTIME_FILES}


def count_runtime_bytes() -> int:
    """Return the bytes whose download can be counted: an imported script cannot be."""
    return sum(path.stat().st_size for path in find_runtime_files().values() if path.suffix != ".mjs")


def get_runtime_folder() -> str:
    """Return the folder of the runtime inside that of the engine: its content never changes."""
    return f"pyodide-{(_PACKAGE_FOLDER / 'runtime/version').read_text(encoding='utf-8')}"


def read_script(name: str) -> bytes:
    """Return one of our scripts, with the versioned folder of the runtime in it."""
    return (_PACKAGE_FOLDER / name).read_bytes().replace(_SCRIPT_FOLDER, f"/{get_runtime_folder()}/".encode())


def find_notices() -> Mapping[str, Path]:
    """Return the files that name the authors, the source and the licence of what is served."""
    paths = [_PACKAGE_FOLDER / "NOTICE.txt", *sorted((_PACKAGE_FOLDER / "licences").iterdir())]
    return {path.relative_to(_PACKAGE_FOLDER).as_posix(): path for path in paths}


def build_engine_files(site: Site) -> FileMakers:
    """Return the makers of what all rankings share below `/engine/`; nothing where the site has no engine."""
    runtime_files = find_runtime_files() if site.engine else {}
    if not runtime_files:
        return {}
    makers: dict[str, Callable[[], bytes]] = {
        f"{ENGINE_FOLDER}/{name}": path.read_bytes
        for name, path in {**runtime_files, **find_notices()}.items()
    }
    makers[f"{ENGINE_FOLDER}/worker.js"] = partial(read_script, "worker.js")
    makers[OFFLINE_SCRIPT] = partial(read_script, OFFLINE_SCRIPT)
    from sitegen.browser.bundle import Bundle  # noqa: PLC0415 - a site without the engine need not wait for it

    return makers | {f"{ENGINE_FOLDER}/{name}": make for name, make in Bundle(site).list_files().items()}


def build_ranking_files(
    site: Site, ranking: Ranking, inputs: Any, as_of: date, cache: BuildCache = NULL_CACHE
) -> FileMakers:
    """Return the makers of what the engine needs of one ranking; nothing where the site has no engine."""
    if not (site.engine and find_runtime_files()):
        return {}
    return {get_ranking_path(ranking): partial(_get_ranking_file, site, ranking, inputs, as_of, cache)}


def get_ranking_path(ranking: Ranking) -> str:
    """Return the path of a ranking's data in a site."""
    return f"{ENGINE_FOLDER}/{ranking.id}.json"


def find_missing_runtime(site: Site) -> list[Problem]:
    """Return a warning where a site wants the engine and the program was installed without the runtime."""
    if not site.engine or find_runtime_files():
        return []
    message = say("engine-not-there", "this installation of the program lacks what runs in browsers")
    hint = advise("install it with `make setup`, or from a wheel; until then the site is made without")
    return [Problem(SETTINGS_FILE, 0, 0, values.add_key_name("engine", message), hint, Severity.WARNING)]


def _get_ranking_file(site: Site, ranking: Ranking, inputs: Any, as_of: date, cache: BuildCache) -> bytes:
    """Return the data file of a ranking, made once until something of it changes."""

    def make() -> bytes:
        files = open_files(site.root, ranking)
        return encode_ranking_data(site, files, inputs, as_of, read_as_written(site, files))

    return cache.memoize(("engine", ranking.id), [ranking, inputs], (site.as_of, as_of), make)


def encode_ranking_data(
    site: Site, files: RankingFiles, inputs: Any, as_of: date, raw_tables: Mapping[str, Any]
) -> bytes:
    """Return a ranking as a session reads it: settings, tables, and the labels of hidden players.

    The tables are laid out as in `files`. `raw_tables` has rows as they were written, by the name of their
    table: they replace the rows of `inputs`.
    """
    from sitegen.browser.copies import (  # noqa: PLC0415 - as above
        build_copies,
        prepare_inputs,
        read_layouts,
    )

    ranking = files.ranking
    copies = prepare_inputs(ranking, inputs, as_of)
    rows = {name.replace("-", "_"): table for name, table in raw_tables.items()}
    data = {
        "day": as_of.isoformat(),
        "site": encode_site(site),
        "ranking": encode_ranking(ranking),
        "labels": [player.id for player in copies.players if player.hidden],
        "files": build_copies(ranking, copies._replace(**rows), read_layouts(files)),
    }
    return json.dumps(data, ensure_ascii=False, indent=0).encode()
