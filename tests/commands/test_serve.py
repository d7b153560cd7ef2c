"""The preview: what it answers and to whom, and that every change is built once and shown."""

import asyncio
import functools
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from gettext import NullTranslations
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from processes import find_port
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect
from translations import translate_by

from sitegen.commands.serve import preview, server
from sitegen.core import machine
from sitegen.core.problems import Problem, Severity

pytestmark = pytest.mark.slow

LONG = 30  # seconds; only a failing test waits that long


def scenario(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run an asynchronous test in a thread of its own, whatever event loop the main thread has."""

    @functools.wraps(test)
    def run(*args: Any, **named: Any) -> None:
        async def limited() -> None:
            await asyncio.wait_for(test(*args, **named), 2 * LONG)

        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, limited()).result()

    return run


@dataclass
class Copying:
    """A build that publishes the pages of a folder as they are, each time in a new place.

    A page that says "wrong" is an error in it; one that says "fault" is a bug in the build.
    """

    folder: Path
    base: str = "/"
    built: list[dict[str, str]] = field(default_factory=list)
    started: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    proceed: threading.Event = field(default_factory=threading.Event)
    running: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.source.mkdir()
        self.proceed.set()

    @property
    def source(self) -> Path:
        return self.folder / "source"

    def save(self, **pages: str) -> None:
        for name, text in pages.items():
            (self.source / f"{name}.html").write_text(text, encoding="utf-8")

    def __call__(self, *_: object) -> list[server.GeneratedSite]:
        assert self.running.acquire(blocking=False), "two builds at once"
        try:
            pages = {path.name: path.read_text("utf-8") for path in sorted(self.source.glob("*.html"))}
            self.built.append({name.removesuffix(".html"): text for name, text in pages.items()})
            self.started.release()
            assert self.proceed.wait(LONG)
            return [self._published(pages)]
        finally:
            self.running.release()

    def _published(self, pages: dict[str, str]) -> server.GeneratedSite:
        if "fault" in pages.values():
            raise ZeroDivisionError("a bug of ours")
        wrong = [Problem(name, 1, 2, "<b>'wrong'</b>") for name, text in pages.items() if text == "wrong"]
        output = self.folder / f"output-{len(self.built)}"
        if wrong:
            return server.GeneratedSite(output, frozenset(), wrong, self.base)
        output.mkdir()
        for name, text in pages.items():
            (output / name).write_text(text, encoding="utf-8")
        return server.GeneratedSite(output, frozenset(pages), [], self.base)


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: str

    @property
    def build(self) -> str:
        """The build that a page says it shows."""
        found = re.search(r'<script src="/livereload\.js\?port=\d+&amp;build=(\d+)"></script>', self.body)
        assert found
        return found[1]


@dataclass(frozen=True)
class Address:
    """A running preview."""

    port: int
    announced: list[str]

    async def raw(self, request: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(request)
            return await asyncio.wait_for(reader.read(), LONG)
        finally:
            writer.close()
            await writer.wait_closed()

    async def ask(self, path: str = "/", method: str = "GET", **headers: str) -> Answer:
        said = {"Host": f"127.0.0.1:{self.port}", "Connection": "close"} | headers
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in said.items()), "", ""]
        head, _, body = (await self.raw("\r\n".join(lines).encode())).partition(b"\r\n\r\n")
        first, *rest = head.decode().split("\r\n")
        return Answer(int(first.split()[1]), dict(line.split(": ", 1) for line in rest), body.decode())

    @asynccontextmanager
    async def page(self, shows: str, **headers: str) -> AsyncIterator[WebSocketClientConnection]:
        """An open page, as the livereload script connects it."""
        request = HTTPRequest(f"ws://127.0.0.1:{self.port}/livereload", headers=headers)
        connection = await websocket_connect(request)
        try:
            await connection.write_message(json.dumps({"command": "hello", "protocols": []}))
            assert json.loads(await next_message(connection))["command"] == "hello"
            info = {"command": "info", "url": "http://x", "plugins": {"build": {"shown": shows}}}
            await connection.write_message(json.dumps(info))
            yield connection
        finally:
            connection.close()
            while await connection.read_message() is not None:
                pass


async def next_message(connection: WebSocketClientConnection) -> str:
    message = await asyncio.wait_for(connection.read_message(), LONG)
    assert isinstance(message, str), "the connection was closed"
    return message


async def reload_of(connection: WebSocketClientConnection) -> None:
    assert json.loads(await next_message(connection)) == {"command": "reload", "path": "*", "liveCSS": False}


@asynccontextmanager
async def previewing(build: preview.BuildFunction, *watched: Path) -> AsyncIterator[Address]:
    announced: list[str] = []
    first: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def announce(line: str) -> None:
        announced.append(line)
        if not first.done():
            first.set_result(line)

    running = asyncio.create_task(preview.run_preview(build, watched, 0, announce))
    try:
        address = await asyncio.wait_for(first, LONG)
        yield Address(int(address.rstrip("/").rpartition(":")[2]), announced)
    finally:
        running.cancel()
        await asyncio.wait([running], timeout=LONG)
    assert running.cancelled()


@pytest.fixture
def site(tmp_path: Path) -> Copying:
    return Copying(tmp_path)


def generated(root: Path, *files: str, base: str = "/") -> server.GeneratedSite:
    """A finished site, where every file says its own name."""
    for name in files:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"this is {name}", encoding="utf-8")
    return server.GeneratedSite(root, frozenset(files), [], base)


NOT_THERE = r"""
/secret.txt /output /output/ /output/index.html /rating /rating// /rating//index.html //rating/ //index.html
///index.html /rating/index.html/ /index.html/ /./index.html /rating/../index.html /rating/./ /.. /../ /...
/../secret.txt /../../etc/passwd /rating/../../secret.txt /..;/secret.txt /.;/index.html
/../output-old/secret.txt /-old/secret.txt /..%2foutput-old%2fsecret.txt /%2e%2e/secret.txt
/%2e%2e%2fsecret.txt /..%2fsecret.txt /.%2e/secret.txt /%2e./secret.txt /%2E%2E%2Fsecret.txt
/%2f%2e%2e%2fsecret.txt /%2fetc%2fpasswd //etc/passwd /%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd
/%252e%252e/secret.txt /%252e%252e%252fsecret.txt /%25252e%25252e%25252fsecret.txt /index%252ehtml
/%c0%ae%c0%ae/secret.txt /%c0%ae%c0%ae%c0%afsecret.txt /%e0%80%ae%e0%80%ae/secret.txt
/%uff0e%uff0e/secret.txt /%ff%fe /%ef%bc%8e%ef%bc%8e/secret.txt /\u002e\u002e/secret.txt /..\secret.txt
/..%5csecret.txt /..%5c..%5csecret.txt /rating\index.html /rating%5cindex.html /%5c%5chost%5cx
/index.html%00 /index.html%00.png /%00 /secret.txt%00index.html /index.html%0a /index.html%0d%0aX:%20y
/.git/config /.git /.git/ /.hidden.html /%2egit/config /rating/.secret.html /.env /.sitegen.json /link.html
/link.html/ /linked/secret.txt /linked/ /linked /index.html::$DATA /index.html: /rating::$INDEX_ALLOCATION/
/INDEX~1.HTM /index.html. /index.html%20 /index.html%2e /INDEX.HTML /Index.html /C:/Windows/win.ini
/C:%5cWindows%5cwin.ini /file:///etc/passwd /%2e%2e%2f?x=/index.html /rating?/ /~root/ /proc/self/environ
/base/../secret.txt /base//index.html /base/base/ /base/.git/config /base/%2e%2e/secret.txt /livereload.js/
/livereload.css/../secret.txt /livereload/../secret.txt /livereload.js%00 /static/ /static /@fs/etc/passwd
http://127.0.0.1/index.html https://evil.example/ index.html * ../secret.txt rating/ ?x
""".split()  # noqa: SIM905 - a hundred quotation marks would hide them


@scenario
async def test_nothing_but_a_generated_file_is_served(tmp_path: Path) -> None:
    root = tmp_path / "output"
    made = generated(
        root, "index.html", "rating/index.html", "rating/players/index.html", "static/a.css", base="/base/"
    )
    for hidden in ("secret.txt", "output-old/secret.txt", "output/secret.txt", "output/.git/config"):
        (tmp_path / hidden).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / hidden).write_text("SECRET")
    (root / ".hidden.html").write_text("SECRET")
    (root / "rating/.secret.html").write_text("SECRET")
    (root / "link.html").symlink_to(tmp_path / "secret.txt")
    (root / "linked").symlink_to(tmp_path / "output-old")
    listed = {
        ".hidden.html",
        "rating/.secret.html",
        "link.html",
        "linked/secret.txt",
        "../secret.txt",
        ".git/config",
    }
    made = server.GeneratedSite(root, made.files | listed, [], made.base)

    async with previewing(lambda *_: [made]) as address:
        answers = {path: await address.ask(path) for path in NOT_THERE}
        alive = await address.ask("/index.html")

    served = {path: answer.status for path, answer in answers.items() if answer.status != 404}
    # An address without its slash is one of the few redirections, here with a query behind it.
    assert served == {"/rating": 302, "/rating?/": 302, "?x": 302}
    assert len(NOT_THERE) > 100
    assert not [
        path for path, answer in answers.items() if "SECRET" in answer.body or "this is" in answer.body
    ]
    assert alive.body.startswith("this is index.html")


@scenario
async def test_a_malformed_request_gets_no_page_and_does_no_harm(tmp_path: Path) -> None:
    made = generated(tmp_path / "output", "index.html")
    lines = [
        b"GET /a b HTTP/1.1",
        b"GET /\x00 HTTP/1.1",
        b"GET / HTTP/9.9",
        b"\x16\x03\x01",
        b"GET /",
        b"\xff / HTTP/1.1",
    ]
    async with previewing(lambda *_: [made]) as address:
        for line in lines:
            answer = await address.raw(line + b"\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert b"this is" not in answer
        assert (await address.ask()).status == 200


UPGRADE = (
    b"GET /livereload HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
SAID = [
    b"{",
    b"[]",
    b"1",
    b"\xff",
    b"[" * 60_000,
    b'{"command":"info"}',
    b'{"command":"info","plugins":[]}',
    b"x" * 70_000,
]


@scenario
async def test_a_page_that_does_not_speak_the_protocol_is_disconnected_in_silence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    made = generated(tmp_path / "output", "index.html")
    async with previewing(lambda *_: [made]) as address:
        for said in SAID:
            connection = await websocket_connect(f"ws://127.0.0.1:{address.port}/livereload")
            await connection.write_message(said, binary=said == b"\xff")
            assert await asyncio.wait_for(connection.read_message(), LONG) is None
            connection.close()
        for frame in (
            b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff",
            b"\xf1\x05abcde",
            b"\x81\x85abcd\xff\xff\xff\xff\xff",
            b"\x89\x7e\xff\xff",
            b"\x00" * 99,
        ):
            with suppress(TimeoutError):  # what follows may still be awaited
                await asyncio.wait_for(address.raw(UPGRADE + frame), 0.5)
        assert (await address.ask()).status == 200
    assert "Traceback" not in capfd.readouterr().err + caplog.text


@scenario
async def test_only_names_of_this_machine_are_answered(tmp_path: Path) -> None:
    made = generated(tmp_path / "output", "index.html", "a.csv")
    foreign = [
        "evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost.evil.example", "127.0.0.2",
        "192.168.1.2", "localhost@evil.example", "evil.example#127.0.0.1", "127.0.0.1:80:80", "[::1]",
        "2130706433", "0x7f.1", "localhost.", "", "127.0.0.1:x",
    ]  # fmt: skip
    async with previewing(lambda *_: [made]) as address:
        for path in ("/", "/a.csv", "/missing", "/livereload.js", "/livereload.css", "/livereload"):
            answers = {host: (await address.ask(path, Host=host)).status for host in foreign}
            assert {host: status for host, status in answers.items() if status not in {400, 421}} == {}
        own = [f"127.0.0.1:{address.port}", "localhost", "LOCALHOST:1"]
        assert [(await address.ask(Host=host)).status for host in own] == [200] * 3
        refused = await address.ask(Host="evil.example")
        assert (refused.status, refused.body) == (421, "421 Misdirected Request\n")
        twice = await address.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n")
        assert twice.startswith(b"HTTP/1.1 400")


PUBLIC = "fluffy-8000.app.github.dev"


@scenario
@pytest.mark.parametrize(
    "forwarded",
    [
        {"X-Forwarded-Host": PUBLIC, "X-Forwarded-Proto": "https"},
        {"X-Forwarded-Host": f"{PUBLIC.upper()}:443"},
        {"X-Forwarded-Host": f"{PUBLIC}, inner.example", "X-Forwarded-Proto": "https,http"},
        {"Forwarded": f"for=192.0.2.1;proto=https;host={PUBLIC}"},
        {"Forwarded": f'Host="{PUBLIC}:443", host=inner.example'},
        {"X-Forwarded-Host": PUBLIC, "Host": PUBLIC},
    ],
)
async def test_a_page_behind_a_proxy_connects_and_no_other(forwarded: dict[str, str], tmp_path: Path) -> None:
    made = generated(tmp_path / "output", "index.html")
    async with previewing(lambda *_: [made]) as address:
        async with address.page("1", Origin=f"https://{PUBLIC}", **forwarded) as page:
            await reload_of(page)
        for origin in ("https://evil.example", f"https://{PUBLIC}.evil.example", "https://inner.example"):
            with pytest.raises(HTTPClientError) as refused:
                async with address.page("1", Origin=origin, **forwarded):
                    pass
            assert refused.value.code == 403
        # a page at a name that leads here by now can set headers on what it fetches, but not Host
        fetched = await address.ask(**forwarded | {"Host": PUBLIC, "Origin": f"https://{PUBLIC}"})
        assert fetched.status == 421


@scenario
async def test_no_other_origin_reads_a_page_or_connects(tmp_path: Path) -> None:
    made = generated(tmp_path / "output", "index.html")
    async with previewing(lambda *_: [made]) as address:
        own = f"http://127.0.0.1:{address.port}"
        foreign = ["http://evil.example", "null", "http://127.0.0.1:1", f"https://127.0.0.1:{address.port}"]
        for origin in [*foreign, f"http://localhost:{address.port}", own + ".evil.example", ""]:
            answer = await address.ask(Origin=origin)
            assert answer.status == 403
            with pytest.raises(HTTPClientError) as refused:
                async with address.page("1", Origin=origin):
                    pass
            assert refused.value.code == 403
        answer = await address.ask(Origin=own)
        assert answer.status == 200
        async with address.page("1", Origin=own) as page:
            await reload_of(page)
        asked = {"Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "x-forwarded-host"}
        preflight = await address.ask(method="OPTIONS", **asked)
        assert preflight.status == 405
        assert not [name for name in answer.headers | preflight.headers if name.startswith("Access-Control")]


@scenario
async def test_it_is_not_reachable_by_another_address(tmp_path: Path) -> None:
    async with previewing(lambda: generated(tmp_path / "output")) as address:
        with pytest.raises((ConnectionRefusedError, TimeoutError)):
            await asyncio.wait_for(asyncio.open_connection("127.0.0.2", address.port), LONG)


@scenario
async def test_every_answer_forbids_keeping_sniffing_and_embedding_elsewhere(tmp_path: Path) -> None:
    made = generated(tmp_path / "output", "index.html", "rating/index.html", "a.csv")
    async with previewing(lambda *_: [made]) as address:
        answers = [
            *[
                await address.ask(path)
                for path in ("/", "/rating", "/a.csv", "/x", "/livereload.js", "/livereload.css")
            ],
            await address.ask(method="POST"),
            await address.ask(Host="evil.example"),
            await address.ask(Origin="null"),
        ]
    assert [response.status for response in answers] == [200, 302, 200, 404, 200, 200, 405, 421, 403]
    for answer in answers:
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


@scenario
async def test_only_reading_is_allowed(tmp_path: Path) -> None:
    made = generated(tmp_path / "output", "index.html")
    async with previewing(lambda *_: [made]) as address:
        whole, head = await address.ask(), await address.ask(method="HEAD")
        assert (head.status, head.body) == (200, "")
        assert head.headers["Content-Length"] == whole.headers["Content-Length"] == str(len(whole.body))
        for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"):
            answer = await address.ask(method=method, **{"Content-Length": "0"})
            assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")


MEANT = {
    "/": (200, "index.html"),
    "/index.html": (200, "index.html"),
    "/rating": (302, "/rating/"),
    "/rating/": (200, "rating/index.html"),
    "/rating/?sort=name": (200, "rating/index.html"),
    "/rating/index.html": (200, "rating/index.html"),
    "/myindex.html": (200, "myindex.html"),
    "/rating/players/an": (302, "/rating/players/an/"),
    "/%C3%A9t%C3%A9": (302, "/%C3%A9t%C3%A9/"),
    "/%C3%A9t%C3%A9/": (200, "été/index.html"),
    "/delta/rankings": (302, "/delta/rankings/"),
    "/delta/rankings/": (200, "index.html"),
    "/delta/rankings/rating": (302, "/delta/rankings/rating/"),
    "/delta/rankings/rating/": (200, "rating/index.html"),
    "/delta": (404, "404.html"),
    "/delta/rankingsrating/": (404, "404.html"),
    "/rating/nobody/": (404, "404.html"),
}


@scenario
async def test_addresses_mean_what_they_will_mean_where_the_site_stands(tmp_path: Path) -> None:
    files = ["index.html", "404.html", "myindex.html", "rating/index.html", "rating/players/an/index.html"]
    made = generated(tmp_path / "output", *files, "été/index.html", base="/delta/rankings/")
    async with previewing(lambda *_: [made]) as address:
        answers = {path: await address.ask(path) for path in MEANT}
    assert {
        path: (
            answer.status,
            answer.headers.get("Location", answer.body.partition("\n")[0].removeprefix("this is ")),
        )
        for path, answer in answers.items()
    } == MEANT


@scenario
async def test_only_pages_are_added_to(tmp_path: Path) -> None:
    types = {
        "index.html": "text/html; charset=utf-8",
        "static/a.css": "text/css; charset=utf-8",
        "static/a.js": "text/javascript; charset=utf-8",
        "a.json": "application/json; charset=utf-8",
        "a.csv": "text/csv; charset=utf-8",
        "feed.xml": "text/xml; charset=utf-8",
        "a.svg": "image/svg+xml; charset=utf-8",
        "robots.txt": "text/plain; charset=utf-8",
        "a.png": "image/png",
        "a.woff2": "font/woff2",
        "a.pdf": "application/pdf",
        "a.csv.gz": "application/octet-stream",
        "CNAME": "application/octet-stream",
    }
    made = generated(tmp_path / "output", *types)
    async with previewing(lambda *_: [made]) as address:
        answers = {name: await address.ask(f"/{name}") for name in types}
    assert {name: answer.headers["Content-Type"] for name, answer in answers.items()} == types
    page = answers.pop("index.html")
    assert page.body == (
        "this is index.html\n"
        f'<script src="/livereload.js?port={address.port}&amp;build={page.build}"></script>'
    )
    assert {name: answer.body for name, answer in answers.items()} == {
        name: f"this is {name}" for name in answers
    }
    assert {(made.root / name).read_text() for name in types} == {f"this is {name}" for name in types}


@scenario
async def test_the_script_connects_to_the_port_that_the_browser_uses(tmp_path: Path) -> None:
    made = generated(tmp_path / "output", "index.html")
    async with previewing(lambda *_: [made]) as address:
        assert "?port=9000&amp;" in (await address.ask(Host="localhost:9000")).body
        assert "?port=80&amp;" in (await address.ask(Host="localhost")).body
        for forwarded, port in (
            ({"X-Forwarded-Host": PUBLIC}, 443),
            ({"X-Forwarded-Host": PUBLIC, "X-Forwarded-Proto": "http"}, 80),
            ({"X-Forwarded-Host": f"{PUBLIC}:8443", "X-Forwarded-Proto": "https"}, 8443),
            ({"Forwarded": f'for=192.0.2.1;host="{PUBLIC}:8443";proto=https, host=inner'}, 8443),
        ):
            assert f"?port={port}&amp;" in (await address.ask(**forwarded)).body


@scenario
async def test_files_saved_together_make_one_build(site: Copying) -> None:
    site.save(index="old")
    burst = dict.fromkeys(("index", "b", "c", "d", "e"), "new")
    async with previewing(site, site.source) as address:
        async with address.page((await address.ask()).build) as page:
            site.save(**burst)
            await reload_of(page)
        for text in ("1", "2"):  # a second build of the burst would come before these
            async with address.page((await address.ask()).build) as page:
                site.save(index=text)
                await reload_of(page)
    assert site.built == [{"index": "old"}, burst, burst | {"index": "1"}, burst | {"index": "2"}]


@scenario
async def test_a_change_during_a_build_is_built_after_it_and_requests_are_answered_meanwhile(
    site: Copying,
) -> None:
    site.save(index="old")
    async with previewing(site, site.source) as address:
        shown = (await address.ask()).build
        async with address.page(shown) as page:
            assert site.started.acquire(blocking=False)
            site.proceed.clear()
            site.save(index="newer")
            assert await asyncio.to_thread(site.started.acquire, timeout=LONG)
            site.save(index="newest")
            assert {(await address.ask()).body.partition("\n")[0] for _ in range(20)} == {"old"}
            site.proceed.set()
            await reload_of(page)
            await reload_of(page)  # it still says that it shows the first build
        assert (await address.ask()).body.startswith("newest")
    assert site.built == [{"index": "old"}, {"index": "newer"}, {"index": "newest"}]


@scenario
async def test_every_one_of_many_changes_in_a_row_is_shown(site: Copying) -> None:
    site.save(index="0")
    async with previewing(site, site.source) as address:
        for text in "123":
            async with address.page((await address.ask()).build) as page:
                site.save(index=text)
                await reload_of(page)
            assert (await address.ask()).body.startswith(text)


@scenario
async def test_a_page_that_connects_late_is_reloaded_at_once(site: Copying) -> None:
    site.save(index="old")
    async with previewing(site, site.source) as address:
        late = (await address.ask()).build
        async with address.page(late) as page:
            site.save(index="new")
            await reload_of(page)
        async with address.page(late) as page:
            await reload_of(page)
        async with address.page("of an earlier run of the preview") as page:
            await reload_of(page)


@scenario
async def test_a_page_that_has_not_said_what_it_shows_is_told_nothing_yet(site: Copying) -> None:
    site.save(index="old")
    async with previewing(site, site.source) as address:
        shown = (await address.ask()).build
        silent = await websocket_connect(f"ws://127.0.0.1:{address.port}/livereload")
        async with address.page(shown) as page:
            site.save(index="new")
            await reload_of(page)
        await silent.write_message(json.dumps({"command": "hello", "protocols": []}))
        assert json.loads(await next_message(silent))["command"] == "hello"
        silent.close()
        assert await silent.read_message() is None


@scenario
async def test_an_error_is_shown_over_the_last_good_site_until_it_is_mended(site: Copying) -> None:
    site.save(index="good")
    async with previewing(site, site.source) as address:
        good = await address.ask()
        async with address.page(good.build) as page:
            site.save(other="wrong")
            await reload_of(page)
        wrong = await address.ask()
        assert (wrong.status, wrong.body.partition("\n")[0]) == (200, "good")
        assert "<li>other.html:1:2: &lt;b&gt;&#x27;wrong&#x27;&lt;/b&gt;</li>" in wrong.body
        assert (await address.ask("/other.html")).status == 404
        async with address.page(wrong.build) as page:
            site.save(other="mended")
            await reload_of(page)
        mended = await address.ask("/other.html")
        assert (mended.status, mended.body.replace(mended.build, good.build)) == (
            200, good.body.replace("good", "mended", 1)
        )  # fmt: skip
        assert address.announced[1:] == [
            "1 file built.",
            "other.html:1:2: <b>'wrong'</b>",
            "1 error: nothing was built.",
            "2 files built.",
        ]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("wrong", "<li>index.html:1:2: "),
        ("fault", ": ZeroDivisionError: a bug of ours (a fault in the program"),
    ],
)
def test_when_the_first_build_fails_every_address_tells_until_it_is_mended(
    site: Copying, text: str, shown: str
) -> None:
    @scenario
    async def failing() -> None:
        site.save(index=text)
        async with previewing(site, site.source) as address:
            answers = [await address.ask(path) for path in ("/", "/index.html", "/rating/x/", "/a.csv")]
            assert [(response.status, shown in response.body) for response in answers] == [(500, True)] * 4
            assert answers[0].headers["Content-Type"] == "text/html; charset=utf-8"
            async with address.page(answers[0].build) as page:
                site.save(index="mended")
                await reload_of(page)
            mended = await address.ask()
            assert (mended.status, mended.body.partition("\n")[0]) == (200, "mended")

    failing()


@scenario
async def test_a_fault_of_the_build_is_shown_and_does_not_end_the_preview(site: Copying) -> None:
    site.save(index="good")
    async with previewing(site, site.source) as address:
        async with address.page((await address.ask()).build) as page:
            site.save(other="fault")
            await reload_of(page)
        fault = await address.ask()
        assert re.search(rf"<li>{re.escape(__file__)}:\d+: ZeroDivisionError: a bug of ours ", fault.body)
        async with address.page(fault.build) as page:
            site.save(other="mended")
            await reload_of(page)
        assert "ZeroDivisionError" not in (await address.ask()).body


@scenario
async def test_warnings_are_announced_and_do_not_stop_a_build(tmp_path: Path) -> None:
    warning = Problem("a.csv", 3, 0, "odd", severity=Severity.WARNING)
    made = generated(tmp_path / "output", "index.html")
    async with previewing(lambda *_: [server.GeneratedSite(made.root, made.files, [warning])]) as address:
        assert "odd" not in (await address.ask()).body
        assert address.announced[1:] == ["a.csv:3: warning: odd", "1 file built."]


@scenario
async def test_an_address_that_is_not_there_reloads_when_it_appears(site: Copying) -> None:
    site.save(index="home", **{"404": "the site's own page"})
    async with previewing(site, site.source) as address:
        missing = await address.ask("/new.html")
        assert (missing.status, missing.body.partition("\n")[0]) == (404, "the site's own page")
        async with address.page(missing.build) as page:
            site.save(new="here")
            await reload_of(page)
        assert (await address.ask("/new.html")).body.startswith("here")


@scenario
async def test_it_ends_while_a_request_waits_for_the_first_build(site: Copying) -> None:
    site.proceed.clear()
    try:
        async with previewing(site, site.source) as address:
            waiting = asyncio.create_task(address.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
            assert (await address.ask("/livereload.css")).status == 200
            assert not waiting.done()
        assert await asyncio.wait_for(waiting, LONG) == b""
    finally:
        site.proceed.set()


FILES = frozenset({"index.html", "b.html", "static/a.css"})


@dataclass
class Gradual:
    """A build whose first page is there before the others, which come when they may, as `whole`."""

    folder: Path
    whole: list[server.GeneratedSite]
    first: bytes = b"this is index.html"
    proceed: threading.Event = field(default_factory=threading.Event)
    asked: list[frozenset[str]] = field(default_factory=list)

    def __call__(
        self, asked: Collection[str], is_outdated: Callable[[], bool]
    ) -> Iterator[server.GeneratedSite]:
        self.asked.append(frozenset(asked))
        number = len(self.asked)
        if number > 1:
            early = server.PartialSite({"index.html": self.first}, {"static/a.css": lambda: b"a { }"})
            yield server.GeneratedSite(self.folder, FILES, [], partial_site=early)
            while not self.proceed.wait(0.001):
                if is_outdated():
                    return
        yield self.whole.pop(0)


@asynccontextmanager
async def gradually(
    folder: Path, *whole: server.GeneratedSite, **named: bytes
) -> AsyncIterator[tuple[Gradual, Address]]:
    """A preview whose second build has come to its first page, which the open page was told to show."""
    build, saved = Gradual(folder, [*whole], **named), folder / "saved"
    async with previewing(build, saved) as address:
        try:
            async with address.page((await address.ask("/index.html")).build) as page:
                saved.write_text("x")
                await reload_of(page)
                yield build, address
        finally:
            build.proceed.set()


@scenario
async def test_the_open_page_is_there_first_and_others_are_waited_for(tmp_path: Path) -> None:
    made = generated(tmp_path / "output", *FILES)
    async with gradually(tmp_path, made, made) as (build, address):
        assert build.asked == [frozenset(), {"/index.html"}]
        first = await address.ask("/index.html")
        assert first.body.startswith("this is index.html\n")
        assert (await address.ask("/static/a.css")).body == "a { }"
        other = asyncio.create_task(address.ask("/b.html"))
        missing = asyncio.create_task(address.ask("/c.html"))
        assert (await address.ask("/static/a.css")).status == 200
        assert [other.done(), missing.done()] == [False, False]
        build.proceed.set()
        assert (await other).body.startswith("this is b.html\n")
        assert (await missing).status == 404
        assert (await address.ask("/index.html")).build == (await other).build == first.build
        assert address.announced[1:] == ["3 files built.", "3 files built."]


@scenario
async def test_a_page_that_is_another_in_the_whole_site_is_reloaded(tmp_path: Path) -> None:
    made = generated(tmp_path / "output", *FILES)
    async with gradually(tmp_path, made, made, first=b"another") as (build, address):
        early = await address.ask("/index.html")
        assert early.body.startswith("another\n")
        async with address.page(early.build) as page:
            build.proceed.set()
            await reload_of(page)
        assert (await address.ask("/index.html")).body.startswith("this is index.html\n")


@scenario
async def test_the_rest_of_a_site_is_left_out_when_a_file_is_saved_again(tmp_path: Path) -> None:
    made = generated(tmp_path / "output", *FILES)
    async with gradually(tmp_path, made, made) as (build, address):
        shown = (await address.ask("/index.html")).build
        other = asyncio.create_task(address.ask("/b.html"))
        async with address.page(shown) as page:
            (tmp_path / "saved").write_text("and again")
            await reload_of(page)
        assert len(build.asked) == 3
        assert not other.done()
        build.proceed.set()
        assert (await other).body.startswith("this is b.html\n")
        assert build.whole == []
        assert address.announced[1:] == ["3 files built."] * 2


def test_what_came_first_goes_when_the_rest_is_wrong(tmp_path: Path) -> None:
    made = generated(tmp_path / "output", *FILES)
    last = replace(made, problems=[Problem("x", 1, 0, "no")])

    @scenario
    async def shows() -> None:
        async with gradually(tmp_path, made, last) as (build, address):
            early = await address.ask("/index.html")
            async with address.page(early.build) as page:
                build.proceed.set()
                await reload_of(page)
            answer = await address.ask("/index.html")
            assert answer.body.startswith("this is index.html")
            assert "sitegen-errors" in answer.body
            assert answer.build != early.build

    shows()


def test_a_port_in_use_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with ThreadPoolExecutor(1) as thread, pytest.raises(server.ServeError) as error:
            thread.submit(preview.serve, lambda *_: [generated(tmp_path)], [], port, print).result()
    assert str(error.value) == (
        f"port {port} cannot be used (Address already in use): stop the program that uses it, "
        "or choose another port with --port"
    )


PROGRAM = """
import signal
from pathlib import Path
from sitegen.commands.serve.server import GeneratedSite
from sitegen.commands.serve.preview import serve
signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell in the background has ignored
serve(lambda *_: [GeneratedSite(Path(), frozenset(), [])], [], 0, lambda line: print(line, flush=True))
print("ended")
"""


def test_it_serves_until_it_is_interrupted() -> None:
    with subprocess.Popen(
        [sys.executable, "-W", "error::ResourceWarning", "-c", PROGRAM],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        limit = threading.Timer(LONG, running.kill)
        limit.start()
        try:
            assert running.stdout
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\n", running.stdout.readline())
            assert running.stdout.readline() == "0 files built.\n"
            running.send_signal(signal.SIGINT)
            assert running.communicate(timeout=LONG) == ("ended\n", "")
        finally:
            running.kill()
            limit.cancel()
            limit.join()
    assert running.returncode == 0


NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def serve_in_terminal(root: Path, browser: Path, *options: str) -> str:
    """The output of `sitegen serve` in a terminal, where `browser` is the browser, until a site was built."""
    controller, terminal = pytest.importorskip("pty").openpty()  # Windows has none
    command = [sys.executable, "-m", "sitegen", "serve", "--site", root, "--port", str(find_port()), *options]
    environment = {**os.environ, "BROWSER": f"{browser} %s"}
    with subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment
    ) as running:
        os.close(terminal)
        limit = threading.Timer(LONG, running.kill)
        limit.start()
        told = b""
        try:
            while b"files built" not in told or (not options and b"opened" not in told):
                told += os.read(controller, 4096)
            running.send_signal(signal.SIGINT)
            assert running.wait(LONG) == 0
        finally:
            running.kill()
            limit.cancel()
            limit.join()
            os.close(controller)
    return told.decode()


def test_in_a_terminal_the_browser_opens_unless_it_is_not_to(
    write_site: Callable[..., Path], tmp_path: Path
) -> None:
    browser = tmp_path / "browser"
    browser.write_text("#!/bin/sh\necho opened $1\n")
    browser.chmod(0o755)
    root = write_site()
    told = serve_in_terminal(root, browser)
    (address,) = re.findall(r"^(http://127\.0\.0\.1:\d+/)", told, re.MULTILINE)
    assert f"opened {address}" in told
    assert "opened" not in serve_in_terminal(root, browser, "--no-open")


@pytest.mark.parametrize(
    ("platform", "variable", "is_shown"),
    [("linux", "", False), ("linux", "DISPLAY", True), ("linux", "BROWSER", True), ("darwin", "", True)],
)
def test_a_machine_without_a_screen_has_no_browser(
    monkeypatch: pytest.MonkeyPatch, platform: str, variable: str, is_shown: bool
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    if variable:
        monkeypatch.setenv(variable, "x")
    assert machine.can_show_windows() == is_shown


def test_every_build_of_a_preview_is_of_the_day_that_it_is_made_on(write_site: Callable[..., Path]) -> None:
    """At eleven in the evening, and again half past midnight, by the clock of the site."""
    root = write_site()
    moments = iter([datetime(2026, 11, 8, 22, 0, tzinfo=UTC), datetime(2026, 11, 8, 23, 30, tzinfo=UTC)])
    build = preview.PreviewBuilder(root, root / "output", None, lambda: next(moments))
    [first], [second] = build(), build()
    of_the_day = "list/results/2026-11-09/index.html"
    assert (of_the_day in first.files, of_the_day in second.files) == (False, True)


def test_a_preview_of_a_day_stays_at_it(write_site: Callable[..., Path]) -> None:
    root = write_site()
    build = preview.PreviewBuilder(root, root / "output", date(2026, 11, 8), lambda: NOW)
    assert "list/results/2026-11-09/index.html" not in next(build()).files


def test_a_preview_is_told_in_the_language_of_the_site(write_site: Callable[..., Path]) -> None:
    root = write_site({"sitegen.toml": "[site]\nlanguage = 'nl'\n"})
    [failed] = preview.PreviewBuilder(root, root / "output", None, lambda: NOW)()
    texts = {
        "{key} is missing in {where}": "{key} ontbreekt in {where}",
        "{number} errors: nothing was built.": "{number} fouten: er is niets gebouwd.",
    }
    dutch = NullTranslations()
    with (
        translate_by({"nl": dutch, "en": NullTranslations()}.get),
        patch.object(dutch, "gettext", lambda text: texts.get(text, text)),
        patch.object(dutch, "ngettext", lambda _, plural, __: texts.get(plural, plural)),
    ):
        shown = server.INITIAL_SCREEN.update(failed).render_additions(80).decode()
        lines = server.format_report(failed)
    assert "<p>3 fouten: er is niets gebouwd.</p>" in shown
    assert "sitegen.toml:1:1: &#x27;title&#x27; ontbreekt in [site]" in shown
    assert lines[-1] == "3 fouten: er is niets gebouwd."
