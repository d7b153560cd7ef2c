"""Pack a site for other hosts than GitHub Pages: compressed copies of files, and headers to send with them.

A server that looks for a file `.gz` beside another (nginx by its directive "gzip_static", Caddy by
"precompressed") sends the copy to who reads gzip, and compresses nothing itself. Netlify and Cloudflare Pages
compress by themselves, and read `_headers` (https://developers.cloudflare.com/pages/configuration/headers/).

What is added says nothing new, so it is not in SHA256SUMS: another zlib compresses to other bytes.
`sitegen verify` asks for files as a browser does, and compares what a compressed copy contains.
"""

import gzip
import zlib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from sitegen.core.problems import say
from sitegen.core.workers import count_processors
from sitegen.publishing.disk import PublishError
from sitegen.publishing.staging import StagedFile, StagingFolder

HEADERS_FILE = "_headers"
_HEADERS = b"""\
/*
  Access-Control-Allow-Origin: *
  Cache-Control: public, max-age=600
  X-Content-Type-Options: nosniff
"""
"""As GitHub Pages sends: other sites may show lists and read tables, and a page is fresh for ten minutes."""
_SUFFIXES = (".html", ".css", ".js", ".json", ".csv", ".xml", ".svg", ".ics", ".txt")
_MIN_BYTES = 1_000
"""Below this nothing is gained: an answer of a server is one network packet either way."""


def refuse_part(part: str) -> None:
    """Raise `PublishError`: a part of a site has no copies, as those are made where parts are joined."""
    message = say(
        "part-not-packed",
        "part {part} of a site cannot be packed (say --pack to `sitegen join`)",
        part=part,
    )
    raise PublishError(message)


def pack_files(stage: StagingFolder, files: Mapping[str, StagedFile]) -> dict[str, StagedFile]:
    """Write what hosts want beside the staged `files` of a site; return what was added, by path.

    A file that the site has itself stays as it is. Raises `PublishError` if the disk refuses.
    """
    chosen = [path for path, file in files.items() if path.endswith(_SUFFIXES) and file.size >= _MIN_BYTES]
    paths = [path for path in chosen if f"{path}.gz" not in files]
    with ThreadPoolExecutor(count_processors()) as pool:  # zlib lets other threads run
        copies = pool.map(partial(_pack_file, stage), paths)
        packed = {f"{path}.gz": copy for path, copy in zip(paths, copies, strict=True)}
    if HEADERS_FILE not in files:
        packed[HEADERS_FILE] = stage.write_file(HEADERS_FILE, _HEADERS)
    return packed


def _pack_file(stage: StagingFolder, path: str) -> StagedFile:
    """Write the compressed copy of a file, that of the previous site where it has the same content."""
    content, copy = stage.read_file(path), f"{path}.gz"
    if copy in stage.previous.paths:
        with suppress(OSError, EOFError, zlib.error):
            compressed = (stage.previous.output / copy).read_bytes()
            if gzip.decompress(compressed) == content:
                return stage.write_file(copy, compressed)
    return stage.write_file(copy, gzip.compress(content, 9, mtime=0))
