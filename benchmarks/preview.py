"""Measure the preview: how long after a row is saved the page that is open is told to reload.

    PYTHONPATH=demonstration:benchmarks python benchmarks/preview.py [--runs 9]

`sitegen serve` runs as a process of its own. A page is open, as a browser has it: it was fetched, and says by
websocket what it shows. A match is added to the last file of results, or taken out again, and the clock runs
from there until the message to reload is received. Before the next one the whole site is there.
"""

import argparse
import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit
from urllib.request import urlopen

import league
from tornado.websocket import WebSocketClientConnection, websocket_connect

DEMONSTRATION = Path(__file__).parents[1]
PAGES = {"list": "/backgammon/", "player": "/backgammon/players/{player}/"}
"""The pages that are open, by what they are."""
PROGRAM = (sys.executable, "-m", "sitegen")
"""What serves, unless another program is to."""
_AS_OF = "2026-11-21"
_BUILD = re.compile(rb'/livereload\.js\?port=\d+&amp;build=(\d+)"')
_TICKS = os.sysconf("SC_CLK_TCK")


class Reload(NamedTuple):
    """From a row saved to the message to reload: seconds by the clock, and of processor."""

    wall: float
    cpu: float


@contextmanager
def demonstration() -> Iterator[Path]:
    """A copy of the demonstration's own site."""
    with TemporaryDirectory(prefix="sitegen-preview-") as folder:
        for each in ("results", "content"):
            shutil.copytree(DEMONSTRATION / each, Path(folder, each))
        shutil.copy(DEMONSTRATION / "sitegen.toml", folder)
        yield Path(folder)


@contextmanager
def league_of(players: int, matches: int, clubs: int) -> Iterator[Path]:
    """A league of this size."""
    with TemporaryDirectory(prefix="sitegen-preview-") as folder:
        league.write_site(Path(folder), players=players, matches=matches, clubs=clubs, seed=1)
        yield Path(folder)


def seconds(
    site: Path, page: str = PAGES["list"], runs: int = 9, program: Sequence[str | Path] = PROGRAM
) -> Reload:
    """How long until the open `page` was told to reload, the median of so many changes of `site`."""
    found = asyncio.run(_reloads(site, page, runs, program))
    return Reload(median(each.wall for each in found), median(each.cpu for each in found))


async def _reloads(site: Path, page: str, runs: int, program: Sequence[str | Path]) -> list[Reload]:
    last, before = league.latest(site)
    more, one = league.with_return_match(before), before.splitlines()[-1].split(",")[1]
    with _serving(site, program) as (process, port):
        address = f"http://127.0.0.1:{port}{page.format(player=one)}"
        return [
            await _reload(process, address, last, more if each % 2 == 0 else before) for each in range(runs)
        ]


async def _reload(process: int, address: str, file: Path, text: str) -> Reload:
    """One change: the page is fetched and connected, the file is saved, and the message awaited."""
    shown = _BUILD.search(await asyncio.to_thread(_fetched, address))
    async with _connected(address, shown[1].decode() if shown else "") as connection:
        used, begun = _cpu(process), perf_counter()
        file.write_text(text, encoding="utf-8")  # noqa: ASYNC240 - that is what is waited for
        said = json.loads(await connection.read_message() or "{}")
        found = Reload(perf_counter() - begun, _cpu(process) - used)
    if said.get("command") != "reload":
        sys.exit(f"the page was told {said}")
    await asyncio.to_thread(_fetched, urljoin(address, "/search.json"))  # which is there when all is
    return found


def _fetched(address: str) -> bytes:
    with urlopen(address, timeout=300) as answer:  # noqa: S310 - of this machine
        content: bytes = answer.read()
    return content


@asynccontextmanager
async def _connected(address: str, shown: str) -> AsyncIterator[WebSocketClientConnection]:
    """A page that is open, which has said what it shows."""
    connection = await websocket_connect(f"ws://{urlsplit(address).netloc}/livereload")
    await connection.write_message(json.dumps({"command": "hello", "protocols": []}))
    await connection.read_message()
    info = {"command": "info", "url": address, "plugins": {"build": {"shown": shown}}}
    await connection.write_message(json.dumps(info))
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def _serving(site: Path, program: Sequence[str | Path]) -> Iterator[tuple[int, int]]:
    """A preview that has built once: its process and its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [*program, "serve", "--as-of", _AS_OF, "--port", str(port)]
    with subprocess.Popen(
        [*command, "--site", site, "--output", site / "output"], stdout=subprocess.PIPE, text=True
    ) as running:
        try:
            for line in running.stdout or ():
                if "built" in line:
                    break
            yield running.pid, port
        finally:
            running.terminate()


def _cpu(process: int) -> float:
    """The seconds of processor that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def main() -> None:
    """Measure the demonstration and a league of 50,000 matches, and print it."""
    parser = argparse.ArgumentParser(description="Measure how soon the preview shows a row that was saved.")
    parser.add_argument("--runs", default=9, type=int, help="changes of each")
    options = parser.parse_args()
    sites = {"demonstration": demonstration(), "M": league_of(1_000, 50_000, 20)}
    for name, made in sites.items():
        with made as site:
            for what, page in PAGES.items():
                found = seconds(site, page, options.runs)
                print(f"{name}, {what}: {found.wall:.2f} s, {found.cpu:.2f} s of processor")


if __name__ == "__main__":
    main()
