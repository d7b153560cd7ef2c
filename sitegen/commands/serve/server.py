"""The server of the preview: what it shows, as values, and the requests that it answers.

livereload brings the script that runs in the page and its protocol. Its server is not used: it loses a change
that follows another within three seconds, lets every other site connect, and serves whatever is in a folder.
Here an address is looked up in the list of generated files and is missing otherwise.

Every page is served with the id of the build that it shows, and sends it when it connects. So a page that was
loading, or had lost its connection, while the next build became ready is reloaded too.
"""

import asyncio
import mimetypes
import os
import socket
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from html import escape
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Self
from urllib.parse import quote, unquote, urlsplit

from livereload.handlers import LiveReloadHandler, LiveReloadJSHandler
from tornado.escape import json_decode
from tornado.httpserver import HTTPServer
from tornado.web import Application, HTTPError, RequestHandler

from sitegen.commands.console import format_not_built
from sitegen.commands.serve.origin import find_port, is_named, is_own
from sitegen.core.language import ENGLISH, Language
from sitegen.core.problems import Problem, advise, pluralize, say, select_errors
from sitegen.core.terminal import format_problem

_MIME_TYPES = mimetypes.MimeTypes()  # Python's own list, without what the machine adds to it
_EXTRA_MIME_TYPES = {
    ".ics": "text/calendar",
    ".js": "text/javascript",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""Types that this list lacks, or has otherwise, in one of the versions of Python that we run on."""

RELOAD_PLUGIN = """\
window.LiveReloadPluginBuild = class {
  static identifier = "build";
  static version = "1";
  static shown = new URL(document.currentScript.src).searchParams.get("build");
  analyze() { return { shown: this.constructor.shown }; }
};
"""
"""Put before the livereload script, which sends what `analyze` returns when the page connects."""

ERROR_STYLE = """\
#sitegen-errors {
  position: fixed; inset: auto 0 0 0; z-index: 2147483647; box-sizing: border-box;
  max-height: 60vh; margin: 0; padding: 1rem 1.5rem; overflow: auto; border-top: 4px solid #c62828;
  background: #fff; color: #222; font: 1rem/1.5 system-ui, sans-serif; text-align: start;
}
#sitegen-errors ol { margin: 0; padding-inline-start: 1.5rem; }
#sitegen-errors li { font-family: ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
"""
"""The style of the errors, whatever the style of the site."""


class PartialSite(NamedTuple):
    """The part of a site that is served before all of it is there: some pages, and files made on request."""

    pages: Mapping[str, bytes]
    files: Mapping[str, Callable[[], bytes]]

    def has_file(self, name: str) -> bool:
        """Whether a file is there yet."""
        return name in self.pages or name in self.files

    def read_file(self, name: str) -> bytes:
        """Return the content of a file that is there."""
        return self.pages[name] if name in self.pages else self.files[name]()


@dataclass(frozen=True)
class GeneratedSite:
    """The result of a build: `files` below `root`, as relative paths with `/`, and the problems.

    With an error among the problems there are no new files. `base` is the path at which the site will stand,
    with a slash at both ends; problems are shown in `language`. With a `partial_site` only that part of the
    files is there yet.
    """

    root: Path
    files: frozenset[str]
    problems: Sequence[Problem]
    base: str = "/"
    language: Language = ENGLISH
    partial_site: PartialSite | None = None


@dataclass(frozen=True)
class Screen:
    """What the preview shows: the last good site (None: not yet), and the errors since.

    `build_id` identifies the build, and `complete_site` is the last site with all its files.
    """

    site: GeneratedSite | None
    current_errors: Sequence[Problem]
    build_id: str
    language: Language = ENGLISH
    complete_site: GeneratedSite | None = None

    def update(self, generated: GeneratedSite) -> Self:
        """Return the screen after a build: the new site, or its errors over the last good one.

        When the rest comes of a site that is shown already, nothing has to be reloaded, unless the pages that
        came first are others in the whole site.
        """
        errors = select_errors(generated.problems)
        site = self.complete_site if errors else generated
        first = self.site.partial_site if self.site and not generated.partial_site else None
        pages = first.pages.items() if first and not errors else ()
        is_rest = bool(pages) and all(read_file(generated, name) == content for name, content in pages)
        return type(self)(
            site=site,
            current_errors=errors,
            build_id=self.build_id if is_rest else str(time.time_ns()),
            language=generated.language,
            complete_site=site if generated.partial_site is None else self.complete_site,
        )

    @property
    def is_complete(self) -> bool:
        """Whether all files of the site are there."""
        return self.site is None or self.site.partial_site is None

    def render_missing(self) -> bytes:
        """Return the page for a missing address, or for any where no site could be built."""
        if self.site is None:
            title = self.language.format_message(advise("The site could not be built"))
            return _render_page(f"<title>{escape(title)}</title>", self.language)
        missing_message = self.language.format_message(advise("There is no such page."))
        return read_file(self.site, "404.html") or _render_page(
            f"<title>404</title><p>{escape(missing_message)}", self.language
        )

    def render_additions(self, port: int) -> bytes:
        """Return what is added to each page: the script that reloads it through `port`, and the errors.

        It is put after the end of a page, which is found without reading the page; browsers take it into the
        body. Script and style come from files, since the pages allow neither within them.
        """
        html = f'\n<script src="/livereload.js?port={port}&amp;build={self.build_id}"></script>'
        if self.current_errors:
            failure_message = format_not_built(len(self.current_errors))
            lines = [escape(format_problem(problem, self.language)) for problem in self.current_errors]
            items = "".join(f"<li>{line}</li>" for line in lines)
            html += '<link rel="stylesheet" href="/livereload.css"><section id="sitegen-errors" role="alert">'
            html += (
                f"<p>{escape(self.language.format_message(failure_message))}</p><ol>{items}</ol></section>"
            )
        return html.encode()


def _render_page(content: str, language: Language) -> bytes:
    """Return a page of the preview's own."""
    return f"<!doctype html><html lang={language.code}><meta charset=utf-8>{content}".encode()


def format_report(generated: GeneratedSite) -> list[str]:
    """Return the lines to print after a build: its problems, and whether there is a new site."""
    errors, language = select_errors(generated.problems), generated.language
    result = (
        format_not_built(len(errors))
        if errors
        else pluralize(len(generated.files), "{number} file built.", "{number} files built.")
    )
    return [
        *(format_problem(problem, language) for problem in generated.problems),
        language.format_message(result),
    ]


INITIAL_SCREEN = Screen(None, (), "")
"""The screen before the first build."""


def find_file(path: str, site: GeneratedSite) -> str | None:
    """Return the generated file that the decoded `path` of an address means, if any.

    A folder means its `index.html`, with or without a slash at the end. The site stands at the root, so that
    its pages can be seen at once, and at its base, where the links of its 404 page lead.
    """
    for root in ("/", site.base):
        if not f"{path}/".startswith(root):
            continue
        name = path[len(root) :]
        index = f"{name}index.html" if name.endswith("/") or not name else f"{name}/index.html"
        for candidate in (name, index):
            if candidate in site.files:
                return candidate
    return None


def read_file(site: GeneratedSite, name: str) -> bytes | None:
    """Return the content of a generated file; None if it is hidden, no file, or behind a symbolic link."""
    if site.partial_site:
        return site.partial_site.read_file(name) if site.partial_site.has_file(name) else None
    path = site.root / name
    if any(part.startswith(".") for part in name.split("/")) or path.resolve() != site.root.resolve() / name:
        return None
    try:
        return path.read_bytes()
    except OSError:
        return None


def guess_content_type(name: str) -> str:
    """Return the media type of a file, by its name; text is UTF-8."""
    kind, encoding = _MIME_TYPES.guess_type(name)
    kind = _EXTRA_MIME_TYPES.get(PurePosixPath(name).suffix, kind)
    if kind is None or encoding:
        return "application/octet-stream"
    textual = kind.startswith("text/") or kind.endswith(("+xml", "/xml", "json"))
    return f"{kind}; charset=utf-8" if textual else kind


_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
_MAX_BODY_SIZE = 65_536  # bytes of a request or message
_PROTOCOL_ERROR = 1002  # RFC 6455, 7.4.1


class ServeError(Exception):
    """The preview cannot start; the message says why, and what to do."""


class Preview:
    """The screen that is shown now, and the open pages that show it."""

    def __init__(self) -> None:
        self.screen = INITIAL_SCREEN
        self.pages: set[_PageSocket] = set()
        self.last_path = ""
        """The address of the page that was requested last."""
        self._next_screen = asyncio.Event()

    @property
    def requested_paths(self) -> frozenset[str]:
        """The addresses of the pages that somebody looks at."""
        return frozenset(filter(None, [self.last_path, *(page.page_path for page in self.pages)]))

    def show(self, generated: GeneratedSite) -> None:
        """Switch every open page to a new site, or to its errors over the last good one."""
        self.screen = self.screen.update(generated)
        self._next_screen.set()
        self._next_screen = asyncio.Event()
        for page in self.pages:
            page.refresh()

    async def wait_ready(self) -> Screen:
        """Return the screen, as soon as there has been a first build."""
        while self.screen is INITIAL_SCREEN:
            await self._next_screen.wait()
        return self.screen

    async def wait_complete(self) -> Screen:
        """Return the screen, as soon as all files of its site are there."""
        while not self.screen.is_complete:
            await self._next_screen.wait()
        return self.screen

    async def close(self) -> None:
        """Disconnect the open pages. A browser that does not answer is not waited for longer than 5 s."""
        open_pages = list(self.pages)
        for page in open_pages:
            page.close()
        await asyncio.gather(*(page.closed.wait() for page in open_pages))


class _Handler(RequestHandler):
    """Base of all handlers: only pages of this server, by a name of its own, may make a request.

    No answer may be stored.
    """

    preview: Preview
    is_socket = False

    def initialize(self, preview: Preview) -> None:
        self.preview = preview

    def set_default_headers(self) -> None:
        for name, value in _HEADERS.items():
            self.set_header(name, value)

    def prepare(self) -> None:
        if not is_named(self.request, is_socket=self.is_socket):
            raise HTTPError(421)
        if not is_own(self.request):
            raise HTTPError(403)

    def write_error(self, status_code: int, **_: object) -> None:
        if status_code == 405:
            self.set_header("Allow", "GET, HEAD")
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(f"{status_code} {self._reason}\n")


class _FileHandler(_Handler):
    """Serves a generated file, and a page with what the preview adds to it."""

    async def get(self) -> None:
        screen = await self.preview.wait_ready()
        path = unquote(self.request.path)
        name = find_file(path, screen.site) if screen.site else None
        if (
            screen.site
            and screen.site.partial_site
            and not (name and screen.site.partial_site.has_file(name))
        ):
            screen = await self.preview.wait_complete()
            name = find_file(path, screen.site) if screen.site else None
        if name and name.endswith(".html"):
            self.preview.last_path = path
        if name and not path.endswith(("/", name)):
            self.redirect(quote(path) + "/")
        else:
            self._send_file(screen, name)

    head = get

    def _send_file(self, screen: Screen, name: str | None) -> None:
        content = read_file(screen.site, name) if screen.site and name else None
        if name is None or content is None:
            self.set_status(404 if screen.site else 500)
            name, content = "404.html", screen.render_missing()
        self.set_header("Content-Type", guess_content_type(name))
        if name.endswith(".html"):
            content += screen.render_additions(find_port(self.request))
        self.finish(content)


class _StyleHandler(_Handler):
    def get(self) -> None:
        self.set_header("Content-Type", "text/css; charset=utf-8")
        self.finish(ERROR_STYLE)


class _ScriptHandler(_Handler, LiveReloadJSHandler):  # type: ignore[misc]  # livereload has no types
    def get(self) -> None:
        self.write(RELOAD_PLUGIN)
        super().get()


class _PageSocket(_Handler, LiveReloadHandler):  # type: ignore[misc]  # livereload has no types
    """The connection of an open page. livereload's handler lets any origin connect; `prepare` does not."""

    is_socket = True
    build_id: str | None = None
    """The id of the build that the page shows; None until it has sent it."""
    page_path: str = ""
    """The path of its address."""

    def open(self) -> None:
        self.closed = asyncio.Event()
        self.preview.pages.add(self)

    def on_close(self) -> None:
        super().on_close()
        self.preview.pages.discard(self)
        self.closed.set()

    def on_message(self, message: str | bytes) -> None:
        """Read a message of the page; one that does not speak the protocol is disconnected."""
        try:
            super().on_message(message)
            content = json_decode(message)
            if content["command"] == "info":
                self.build_id = str(content["plugins"]["build"]["shown"])
                self.page_path = unquote(urlsplit(content["url"]).path)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            self.close(_PROTOCOL_ERROR)
        else:
            self.refresh()

    def refresh(self) -> None:
        """Reload the page when it shows another build; one that has not sent its build is reloaded later."""
        if self.build_id not in {None, self.preview.screen.build_id}:
            self.send_message({"command": "reload", "path": "*", "liveCSS": False})


@asynccontextmanager
async def start_server(port: int) -> AsyncIterator[tuple[str, Preview]]:
    """Yield the address and the preview on `port` of this machine; raise `ServeError` if it is not free."""
    preview = Preview()
    bound_socket = _bind_port(port)
    handlers = {
        r"/livereload": _PageSocket,
        r"/livereload\.js": _ScriptHandler,
        r"/livereload\.css": _StyleHandler,
        r".*": _FileHandler,
    }
    rules = [(pattern, handler, {"preview": preview}) for pattern, handler in handlers.items()]
    application = Application(rules, log_function=lambda _: None, websocket_max_message_size=_MAX_BODY_SIZE)
    server = HTTPServer(application, max_body_size=_MAX_BODY_SIZE)
    server.add_socket(bound_socket)
    try:
        yield f"http://127.0.0.1:{bound_socket.getsockname()[1]}/", preview
    finally:
        server.stop()
        await server.close_all_connections()
        await preview.close()


def _bind_port(port: int) -> socket.socket:
    try:
        bound_socket = socket.create_server(("127.0.0.1", port))
    except OSError as error:
        message = say(
            "port-not-free",
            "port {port} cannot be used ({reason}):"
            " stop the program that uses it, or choose another port with --port",
            port=port,
            reason=os.strerror(error.errno or 0),
        )
        raise ServeError(message) from error
    bound_socket.setblocking(False)
    return bound_socket
