"""A folder served as the hosts of pages do it: compressed, with lengths and types, over one address."""

import gzip
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_TEXT = {".html", ".css", ".js", ".json", ".svg", ".xml", ".ics", ".csv"}
_MAX_AGE = 600  # seconds for which GitHub Pages lets a browser keep a file

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The strictest that a host can send with every file of a site that calculates."""


@cache
def packed(path: Path) -> bytes:
    """A file as it goes over the line."""
    data = path.read_bytes()
    return gzip.compress(data, 9, mtime=0) if path.suffix in _TEXT else data


class Packed(SimpleHTTPRequestHandler):
    """Serves a folder, compressed, and writes no log."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # which holds each answer up for 40 ms
    more: Mapping[str, str] = {}
    worker = ""
    """What stands in for the script that the engine runs in, if anything."""

    def log_message(self, *_: object) -> None:
        """Nothing: what was asked for is in the report."""

    def reply(self, kind: str, data: bytes) -> None:
        """Answer with something that is no file."""
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self) -> None:
        """A file, or the `index.html` of a folder."""
        if self.worker and self.path.endswith("/engine/worker.js"):
            self.reply("text/javascript", self.worker.encode())
            return
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        if not path.is_file():
            self.send_error(404)
            return
        data = packed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", f"max-age={_MAX_AGE}")
        if path.suffix in _TEXT:
            self.send_header("Content-Encoding", "gzip")
        for header in self.more.items():
            self.send_header(*header)
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def served(folder: Path, kind: type[Packed] = Packed, **headers: str) -> Iterator[str]:
    """The address at which `folder` is served while the block runs; more `headers` go with each file."""
    more = {name.replace("_", "-"): value for name, value in headers.items()}
    handler = type("Handler", (kind,), {"more": more})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
