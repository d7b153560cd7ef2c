"""A site served with a worker that asks this process: for tests of the pages that ask, not of the engine.

What answers is the same code, and needs no start of seconds. That it answers the same in a browser is looked
at in test_worker.py and test_agreement.py.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from chromium import PATIENCE
from playwright.sync_api import Page
from site_server import Packed, served

from sitegen.browser.session import Sessions

KEEPS_NOTHING = "delete Navigator.prototype.serviceWorker"
"""A script for a browser in which nothing stands between a page and the network."""
_KEPT = """async (more) => {
  const files = [...document.querySelectorAll("link[rel=stylesheet], link[rel=modulepreload], script[src]")];
  const needed = [location.href, ...files.map(({ href, src }) => href || src), ...more];
  const kept = await Promise.all(needed.map((each) => caches.match(each)));
  return kept.every(Boolean) && navigator.serviceWorker.controller?.state === "activated";
}"""
_WORKER = """
addEventListener("message", async ({ data: asked }) => {
  try {
    const said = await fetch(new URL(`./${asked.ranking}.json`, import.meta.url), { cache: "no-cache" });
    if (!said.ok) throw new Error(`${asked.ranking}.json: ${said.status}`);
    const body = JSON.stringify({ asked, said: await said.text() });
    const answer = await fetch(new URL("./answer", import.meta.url), { method: "POST", body });
    postMessage({ id: asked.id, ...(await answer.json()) });
  } catch ({ name, message }) {
    postMessage({ id: asked.id, error: { kind: name, message } });
  }
});
"""


def wait_until_kept(page: Page, *more: str) -> None:
    """Until the page and all that it needs, and `more`, is kept for when there is no network."""
    page.wait_for_function(_KEPT, arg=more, timeout=PATIENCE)


class Engine:
    """What answers: each file of a ranking is taken in once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sessions: dict[str, Sessions] = {}
        self.lock = threading.Lock()

    def reply(self, said: str, asked: dict[str, Any]) -> Any:
        """What a worker replies to a question about the ranking of this file."""
        with self.lock:
            try:
                if said not in self.sessions:
                    self.sessions[said] = Sessions(self.folder / str(len(self.sessions)))
                    self.sessions[said].open_ranking(asked["ranking"], said)
                return {"answer": json.loads(self.sessions[said].answer(json.dumps(asked)))}
            except Exception as error:  # noqa: BLE001 - whatever it is, the page is to be told
                return {"error": {"kind": type(error).__name__, "message": str(error)}}


class Bare(Packed):
    """A host of a site without what calculates: the columns alone say what is wrong."""

    def do_GET(self) -> None:  # noqa: N802 - the name is that of the library
        """Any other file."""
        if "/engine/" in self.path:
            self.send_error(404)
        else:
            super().do_GET()


class _Answering(Packed):
    worker = _WORKER
    engine: Engine

    def do_POST(self) -> None:  # noqa: N802 - the name is that of the library
        """An answer to a question, as the worker passes it on."""
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.reply("application/json", json.dumps(self.engine.reply(**question)).encode())


@contextmanager
def answering(folder: Path, **headers: str) -> Iterator[str]:
    """The address at which a site is served, whose questions this process answers."""
    with TemporaryDirectory() as own:
        handler = type("Handler", (_Answering,), {"engine": Engine(Path(own))})
        with served(folder, handler, **headers) as address:
            yield address
