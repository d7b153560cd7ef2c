"""What the links and images of a written page lead to, and what was meant by one that leads nowhere."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from html.parser import HTMLParser
from itertools import islice
from posixpath import dirname, join, normpath, relpath
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from sitegen.content.files import FOLDER
from sitegen.message import advise, joined, say
from sitegen.problem import listing, nearest, quoted, suggestion

_MOST = 12  # pages that are named to choose from
_MOST_DEAD = 100  # what was meant by each takes a while to find

Dead = tuple[str, str, str]
"""An address as it is written, what is wrong with it, and how to mend it."""
_Fault = tuple[str, str]


class Elements(HTMLParser):
    """The elements of a page: their names, their ids, and what their `href` and `src` lead to, in order."""

    def __init__(self, page_html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.ids: set[str] = set()
        self.addresses: list[tuple[str, str]] = []
        with suppress(AssertionError):  # which Python's parser raises at "<![x[", before cleaning only
            self.feed(page_html)
            self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what counts of one element."""
        self.tags.add(tag)
        for name, value in attrs:
            if name == "id" and value:
                self.ids.add(value)
            if name in {"href", "src"}:
                self.addresses.append((name, value or ""))


class _Target(NamedTuple):
    """Where an address leads: whether to another site, or else to a path, and what stands behind that."""

    elsewhere: bool
    path: str
    anchor: str
    rest: str


class Around(NamedTuple):
    """What a link can lead to on the page `url`, which is written in the file `source`.

    `known` are the addresses of the site, `pages` those of the pages by the files in which they are written.
    Below `prefix` stands the language of the page; what it lacks there, such as pictures, is at the root.
    """

    source: str
    url: str
    known: Collection[str]
    pages: Mapping[str, str]
    prefix: str = ""

    def moved(self, page_html: str) -> dict[str, str]:
        """The links that lead somewhere from the file and not from the page, with where they lead from there.

        That is how a link to `rules.md` or to a picture beside the file works in an editor and on GitHub.
        """
        return {
            target: self._relative(meant) + parts.rest
            for _, target in Elements(page_html).addresses
            if (parts := _split(target))
            and not parts.elsewhere
            and parts.path
            and not self._is_known(parts.path)
            if (meant := self._beside(parts.path)) is not None
        }

    def broken(self, page_html: str) -> list[Dead]:
        """The dead links and images, in order, as far as they can be mended in one go.

        An anchor is looked for on the page itself and not on other pages. Other sites are not asked.
        """
        found = Elements(page_html)
        faults = ((target, self._fault(name, target, found.ids)) for name, target in found.addresses)
        return list(islice(((target, *fault) for target, fault in faults if fault), _MOST_DEAD))

    def _fault(self, name: str, target: str, ids: Collection[str]) -> _Fault | None:
        """What is wrong with the value `target` of the attribute `name`."""
        parts = _split(target)
        if parts is None:
            return say("link-no-address", "{address} is not an address", address=quoted(target)), ""
        if parts.elsewhere and name == "src":
            message = say(
                "image-elsewhere",
                "the image {address} is on another site, which pages do not load",
                address=quoted(target),
            )
            return message, advise("put it in content/")
        if parts.elsewhere:
            return None
        if parts.path:
            return self._dead(target, parts)
        if parts.anchor in {"", "top", *ids}:
            return None
        message = say("dead-anchor", "{address} leads to nothing on this page", address=quoted(target))
        return message, suggestion(parts.anchor, ids)

    def _dead(self, target: str, parts: _Target) -> _Fault | None:
        if parts.path.startswith("/"):
            message = say(
                "link-from-root",
                "{address} starts at the root of the server, where this site need not stand",
                address=quoted(target),
            )
            return message, self._cure(parts)
        address = self._resolved(parts.path)
        if address.startswith("../"):
            message = say("link-to-outside", "{address} leads out of the site", address=quoted(target))
            return message, self._cure(parts)
        if self._is_known(parts.path):
            return None
        message = say(
            "dead-link",
            "{address} leads to {meant}, which this site does not have",
            address=quoted(target),
            meant=quoted(address),
        )
        return message, self._cure(parts)

    def _cure(self, parts: _Target) -> str:
        """How to write what was meant: addresses as they are written on this page."""
        meant = next(self._meant(parts.path), None)
        if meant is not None:
            return advise("write {address}", address=quoted(self._relative(meant) + parts.rest))
        if parts.path.endswith(".md"):
            files = [relpath(each, dirname(self.source)) for each in sorted(self.pages)]
            return joined(suggestion(parts.path, files), listing(files) if len(files) <= _MOST else "")
        return self._near(self._resolved(parts.path)) or self._near(_bare(parts.path))

    def _near(self, address: str) -> str:
        near = nearest(address, self.known)
        return advise("did you mean {near}?", near=quoted(self._relative(near))) if near else ""

    def _meant(self, path: str) -> Iterator[str]:
        """What a path may have been written for: as seen from the root, without its slash, with `.html`."""
        for seen in (self._resolved(path), _bare(path)):
            bare = seen.removeprefix(f"{FOLDER}/").removesuffix("/index.html").removesuffix(".html")
            for each in (seen.removeprefix(f"{FOLDER}/"), bare.rstrip("/") + "/", bare.casefold()):
                if each in self.known:
                    yield each
            for each in (seen, f"{FOLDER}/{seen}"):
                if each in self.pages:
                    yield self.pages[each]

    def _beside(self, path: str) -> str | None:
        """The address that a path means as seen from the file, or from the same page at the root."""
        at_root = self._resolved(path).removeprefix(self.prefix)
        if self.prefix and self._has(at_root):
            return at_root
        file = normpath(join(dirname(self.source), path))
        if file in self.pages:
            return self.pages[file]
        name = file.removeprefix(f"{FOLDER}/")
        return name if name != file and name in self.known else None

    def _is_known(self, path: str) -> bool:
        return self._has(self._resolved(path))

    def _has(self, address: str) -> bool:
        return address in self.known or address.removesuffix("index.html") in self.known

    def _resolved(self, path: str) -> str:
        """The address, from the root of the site, that `path` means on the page."""
        folder = path.endswith(("/", "/.", "/..")) or path in {".", ".."}
        address = normpath(self.url + path)
        return ("" if address == "." else address) + ("/" if folder and address != "." else "")

    def _relative(self, address: str) -> str:
        folder = "/" if address.endswith("/") or not address else ""
        return relpath(address or ".", self.url or ".") + folder


def _bare(path: str) -> str:
    """A path without its way up: `../../about/` -> `about/`."""
    return path.lstrip("./")


def _split(target: str) -> _Target | None:
    """The parts of an address; None when it is none: `http://[`."""
    try:
        parts = urlsplit(target)
    except ValueError:
        return None
    rest = parts._replace(scheme="", netloc="", path="").geturl()
    return _Target(bool(parts.scheme or parts.netloc), unquote(parts.path), unquote(parts.fragment), rest)
