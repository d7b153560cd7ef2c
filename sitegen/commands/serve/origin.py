"""Who may make a request of the preview: the names that it answers to, and the origins of its own pages.

It answers to names of this machine. A foreign name in `Host` is how a page elsewhere reaches a local server
after changing where that name leads (DNS rebinding); a foreign `Origin` is a script of such a page.

Behind a proxy that forwards a port, as in a codespace, the browser knows the preview by a host that the proxy
names in a header, and `Host` is a name of this machine. That header can be believed: a page of another site
can set none on a link, a frame, a script or a WebSocket, and before a `fetch` with one the browser asks for
leave with `OPTIONS`, which is refused. After DNS rebinding a page may set any header on a `fetch` but `Host`,
which is foreign then; so the host that a proxy names may stand in `Host` of a WebSocket alone.
"""

import re
from typing import NamedTuple, Self

from tornado.httputil import HTTPHeaders, HTTPServerRequest, split_host_and_port

_OWN_NAMES = frozenset({"127.0.0.1", "localhost"})
_DEFAULT_PORTS = {"http": 80, "https": 443}


class Proxy(NamedTuple):
    """The host and the scheme by which a browser reaches a proxy, blank where it names none."""

    host: str
    scheme: str

    @classmethod
    def from_headers(cls, headers: HTTPHeaders) -> Self:
        """Read `X-Forwarded-Host` and `X-Forwarded-Proto`, or `Forwarded` (RFC 7239), of the first proxy."""
        return cls(*(_read_forwarded(headers, name) for name in ("host", "proto")))

    @property
    def origins(self) -> set[str]:
        """The origins of pages that come through it; of either scheme where it tells none."""
        if not self.host:
            return set()
        schemes = [self.scheme] if self.scheme in _DEFAULT_PORTS else [*_DEFAULT_PORTS]
        return {f"{scheme}://{self.host.removesuffix(f':{_DEFAULT_PORTS[scheme]}')}" for scheme in schemes}


def _read_forwarded(headers: HTTPHeaders, name: str) -> str:
    value = headers.get(f"X-Forwarded-{name}", "").partition(",")[0].strip()
    if not value:
        first = headers.get("Forwarded", "").partition(",")[0]
        match = re.search(rf'(?:^|;)\s*{name}="?([^";\s]+)', first, re.IGNORECASE)
        value = match[1] if match else ""
    return value.lower()


def is_named(request: HTTPServerRequest, *, is_socket: bool) -> bool:
    """Whether the browser asked by a name of this preview."""
    if request.host_name in _OWN_NAMES:
        return True
    return is_socket and request.host.lower() == Proxy.from_headers(request.headers).host


def is_own(request: HTTPServerRequest) -> bool:
    """Whether the request comes from a page of this preview, or from no page."""
    own_origin = f"http://{request.host}"
    origin = request.headers.get("Origin", own_origin)
    return origin == own_origin or origin in Proxy.from_headers(request.headers).origins


def find_port(request: HTTPServerRequest) -> int:
    """Return the port as the browser sees it, which differs from ours when it is forwarded."""
    proxy = Proxy.from_headers(request.headers)
    default = 443 if proxy.host and proxy.scheme != "http" else 80
    return split_host_and_port(proxy.host or request.host)[1] or default
