"""The server of the preview: who is answered, and with what.

livereload brings the script that runs in the page and the protocol that it speaks. Its server is not used: it
loses a change that follows another within three seconds, lets every other site connect, and serves whatever
lies in a folder. Here an address is looked up in the list of generated files and is not there otherwise.

Every page is served with the name of the build that it shows, and says it when it connects. So a page that
was loading, or had lost its connection, while the next build became ready is reloaded all the same.
"""

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import quote, unquote, urlsplit

from livereload.handlers import LiveReloadHandler, LiveReloadJSHandler
from tornado.escape import json_decode
from tornado.httpserver import HTTPServer
from tornado.httputil import split_host_and_port
from tornado.web import Application, HTTPError, RequestHandler

from sitegen.message import say
from sitegen.serve.screen import BEFORE, PLUGIN, STYLE, Generated, Screen, content_type, find, read

_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
_LARGEST = 65_536  # bytes of what a page can say
_PROTOCOL_ERROR = 1002  # RFC 6455, 7.4.1


class ServeError(Exception):
    """The preview cannot start; the message says why, and what to do."""


class Preview:
    """What is shown now, and the open pages that show it."""

    def __init__(self) -> None:
        self.screen = BEFORE
        self.pages: set[_Page] = set()
        self.latest = ""
        """The address of the page that was asked for last."""
        self._next = asyncio.Event()

    @property
    def asked(self) -> frozenset[str]:
        """The addresses of the pages that somebody looks at."""
        return frozenset(filter(None, [self.latest, *(each.at for each in self.pages)]))

    def show(self, generated: Generated) -> None:
        """Switch to what was generated, or to its errors over the last good site, on every open page."""
        self.screen = self.screen.after(generated)
        self._next.set()
        self._next = asyncio.Event()
        for page in self.pages:
            page.refresh()

    async def ready(self) -> Screen:
        """What is shown, as soon as there has been a first build."""
        while self.screen is BEFORE:
            await self._next.wait()
        return self.screen

    async def whole(self) -> Screen:
        """What is shown, as soon as all of it is there."""
        while not self.screen.is_whole:
            await self._next.wait()
        return self.screen

    async def close(self) -> None:
        """Disconnect the open pages. A browser that does not answer is not waited for longer than 5 s."""
        open_pages = list(self.pages)
        for page in open_pages:
            page.close()
        await asyncio.gather(*(page.closed.wait() for page in open_pages))


class _Handler(RequestHandler):
    """What holds for every request: only pages of this server, by a name of this machine, may make it.

    A foreign name in `Host` is how a page elsewhere reaches a local server after changing where that name
    leads (DNS rebinding); a foreign `Origin` is a script of such a page. The answers are kept nowhere.
    """

    preview: Preview

    def initialize(self, preview: Preview) -> None:
        self.preview = preview

    def set_default_headers(self) -> None:
        for name, value in _HEADERS.items():
            self.set_header(name, value)

    def prepare(self) -> None:
        if self.request.host_name not in {"127.0.0.1", "localhost"}:
            raise HTTPError(421)
        if self.request.headers.get("Origin", self._own_origin) != self._own_origin:
            raise HTTPError(403)

    def write_error(self, status_code: int, **_: object) -> None:
        if status_code == 405:
            self.set_header("Allow", "GET, HEAD")
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(f"{status_code} {self._reason}\n")

    @property
    def _own_origin(self) -> str:
        return f"http://{self.request.host}"


class _File(_Handler):
    """A generated file, a page with what the preview adds to it."""

    async def get(self) -> None:
        screen = await self.preview.ready()
        path = unquote(self.request.path)
        name = find(path, screen.site) if screen.site else None
        if screen.site and screen.site.early and not (name and screen.site.early.has(name)):
            screen = await self.preview.whole()
            name = find(path, screen.site) if screen.site else None
        if name and name.endswith(".html"):
            self.preview.latest = path
        if name and not path.endswith(("/", name)):
            self.redirect(quote(path) + "/")
        else:
            self._answer(screen, name)

    head = get

    def _answer(self, screen: Screen, name: str | None) -> None:
        content = read(screen.site, name) if screen.site and name else None
        if name is None or content is None:
            self.set_status(404 if screen.site else 500)
            name, content = "404.html", screen.missing()
        self.set_header("Content-Type", content_type(name))
        self.finish(content + screen.additions(self._port) if name.endswith(".html") else content)

    @property
    def _port(self) -> int:
        """The port as the browser sees it, which differs from ours when it is forwarded."""
        return split_host_and_port(self.request.host)[1] or 80


class _Style(_Handler):
    def get(self) -> None:
        self.set_header("Content-Type", "text/css; charset=utf-8")
        self.finish(STYLE)


class _Script(_Handler, LiveReloadJSHandler):  # type: ignore[misc]  # livereload has no types
    def get(self) -> None:
        self.write(PLUGIN)
        super().get()


class _Page(_Handler, LiveReloadHandler):  # type: ignore[misc]  # livereload has no types
    """The connection of an open page. livereload's handler lets any origin connect; `prepare` does not."""

    shows: str | None = None
    """The build that the page says it shows; None until it has said so."""
    at: str = ""
    """Its address."""

    def open(self) -> None:
        self.closed = asyncio.Event()
        self.preview.pages.add(self)

    def on_close(self) -> None:
        super().on_close()
        self.preview.pages.discard(self)
        self.closed.set()

    def on_message(self, message: str | bytes) -> None:
        """Hear what a page says; one that does not speak the protocol is disconnected."""
        try:
            super().on_message(message)
            said = json_decode(message)
            if said["command"] == "info":
                self.shows = str(said["plugins"]["build"]["shown"])
                self.at = unquote(urlsplit(said["url"]).path)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            self.close(_PROTOCOL_ERROR)
        else:
            self.refresh()

    def refresh(self) -> None:
        """Reload the page when what it shows is not the latest; one that has not said yet is asked later."""
        if self.shows not in {None, self.preview.screen.build}:
            self.send_message({"command": "reload", "path": "*", "liveCSS": False})


@asynccontextmanager
async def listening(port: int) -> AsyncIterator[tuple[str, Preview]]:
    """A preview on `port` of this machine, with its address; a `ServeError` when the port cannot be used."""
    preview = Preview()
    bound = _bound(port)
    handlers = {r"/livereload": _Page, r"/livereload\.js": _Script, r"/livereload\.css": _Style, r".*": _File}
    rules = [(pattern, handler, {"preview": preview}) for pattern, handler in handlers.items()]
    application = Application(rules, log_function=lambda _: None, websocket_max_message_size=_LARGEST)
    server = HTTPServer(application, max_body_size=_LARGEST)
    server.add_socket(bound)
    try:
        yield f"http://127.0.0.1:{bound.getsockname()[1]}/", preview
    finally:
        server.stop()
        await server.close_all_connections()
        await preview.close()


def _bound(port: int) -> socket.socket:
    try:
        bound = socket.create_server(("127.0.0.1", port))
    except OSError as error:
        message = say(
            "port-not-free",
            "port {port} cannot be used ({reason}):"
            " stop the program that uses it, or choose another port with --port",
            port=port,
            reason=os.strerror(error.errno or 0),
        )
        raise ServeError(message) from error
    bound.setblocking(False)
    return bound
