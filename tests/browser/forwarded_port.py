"""A proxy that forwards a port, as a codespace has one: TLS outside, a name of this machine inside.

Each request gets `Host: localhost:PORT` and says by which name and scheme the browser asked; after that, what
either side sends goes to the other as it is, also of a WebSocket.
"""

import asyncio
import ssl
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

PUBLIC = "fluffy-8000.preview.example"
"""The name by which a browser knows the preview."""
LEAD_HERE = f"--host-resolver-rules=MAP {PUBLIC} 127.0.0.1"
"""The flag by which Chromium finds that name on this machine."""


def make_certificate(folder: Path) -> Path:
    """A file with a certificate of that name, and its key, which nobody has signed."""
    file = folder / "proxy.pem"
    names = ("-subj", f"/CN={PUBLIC}", "-days", "1", "-nodes", "-newkey", "rsa:2048")
    command = ["openssl", "req", "-x509", *names, "-keyout", folder / "key.pem", "-out", folder / "cert.pem"]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    file.write_bytes((folder / "key.pem").read_bytes() + (folder / "cert.pem").read_bytes())
    return file


async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """What one side sends goes to the other, until it ends."""
    with suppress(ConnectionError, ssl.SSLError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    with suppress(ConnectionError, ssl.SSLError):
        writer.close()


@contextmanager
def forwarding(port: int, folder: Path) -> Iterator[str]:
    """The public address of what answers on a port of this machine, while the proxy runs."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(make_certificate(folder))
    address: Future[int] = Future()
    stop = threading.Event()

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            first, *lines = head.rstrip().split("\r\n")
            asked = next(line.partition(": ")[2] for line in lines if line.lower().startswith("host:"))
            kept = [line for line in lines if not line.lower().startswith(("host:", "connection: keep"))]
            added = [f"Host: localhost:{port}", f"X-Forwarded-Host: {asked}", "X-Forwarded-Proto: https"]
            ends = [] if any(line.lower().startswith("upgrade:") for line in lines) else ["Connection: close"]
            inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", port)
            inner_writer.write("\r\n".join([first, *kept, *added, *ends, "", ""]).encode("latin-1"))
            await asyncio.gather(relay(reader, inner_writer), relay(inner_reader, writer))

    async def serve() -> None:
        server = await asyncio.start_server(forward, "127.0.0.1", 0, ssl=context)
        address.set_result(server.sockets[0].getsockname()[1])
        await asyncio.to_thread(stop.wait)
        server.close()

    with ThreadPoolExecutor(1) as thread:
        ended = thread.submit(asyncio.run, serve())
        try:
            yield f"https://{PUBLIC}:{address.result(60)}/"
        finally:
            stop.set()
        ended.result()
