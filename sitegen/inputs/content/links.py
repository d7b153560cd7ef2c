"""What the links and images of a written page lead to, and what was meant by one that leads nowhere.

Written pages: Markdown -> HTML that can carry no script, and what is wrong with it.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from html.parser import HTMLParser
from itertools import islice
from posixpath import dirname, join, normpath, relpath
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from sitegen.core.problems import (
    Message,
    Problem,
    Severity,
    advise,
    find_nearest,
    join_messages,
    list_known,
    quote_text,
    say,
    suggest_nearest,
)
from sitegen.inputs.content.files import CONTENT_FOLDER
from sitegen.inputs.content.texts import ContentPage

if TYPE_CHECKING:
    from sitegen.inputs.content.markdown import Flaw


_MAX_LISTED = 12  # pages that are named to choose from
_MAX_DEAD = 100  # what was meant by each takes a while to find

DeadLink = tuple[str, str, str]
"""An address as it is written, what is wrong with it, and how to mend it."""
_LinkFault = tuple[str, str]


class PageElements(HTMLParser):
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

    is_external: bool
    path: str
    anchor: str
    rest: str


class LinkResolver(NamedTuple):
    """What a link can lead to on the page `url`, which is written in the file `source`.

    `known` are the addresses of the site, `pages` those of the pages by the files in which they are written.
    Below `prefix` stands the language of the page; what it lacks there, such as pictures, is at the root.
    """

    source: str
    url: str
    addresses: Collection[str]
    pages: Mapping[str, str]
    prefix: str = ""

    def map_file_links(self, page_html: str) -> dict[str, str]:
        """The links that lead somewhere from the file and not from the page, with where they lead from there.

        That is how a link to `rules.md` or to a picture beside the file works in an editor and on GitHub.
        """
        return {
            target: self._make_relative(meant) + parts.rest
            for _, target in PageElements(page_html).addresses
            if (parts := _split_target(target))
            and not parts.is_external
            and parts.path
            and not self._is_known(parts.path)
            if (meant := self._resolve_from_file(parts.path)) is not None
        }

    def find_dead_links(self, page_html: str) -> list[DeadLink]:
        """The dead links and images, in order, as far as they can be mended in one go.

        An anchor is looked for on the page itself and not on other pages. Other sites are not asked.
        """
        found = PageElements(page_html)
        faults = ((target, self._check_link(name, target, found.ids)) for name, target in found.addresses)
        return list(islice(((target, *fault) for target, fault in faults if fault), _MAX_DEAD))

    def _check_link(self, name: str, target: str, ids: Collection[str]) -> _LinkFault | None:
        """What is wrong with the value `target` of the attribute `name`."""
        parts = _split_target(target)
        if parts is None:
            return say("link-no-address", "{address} is not an address", address=quote_text(target)), ""
        if parts.is_external and name == "src":
            message = say(
                "image-elsewhere",
                "the image {address} is on another site, which pages do not load",
                address=quote_text(target),
            )
            return message, advise("put it in content/")
        if parts.is_external:
            return None
        if parts.path:
            return self._check_path(target, parts)
        if parts.anchor in {"", "top", *ids}:
            return None
        message = say("dead-anchor", "{address} leads to nothing on this page", address=quote_text(target))
        return message, suggest_nearest(parts.anchor, ids)

    def _check_path(self, target: str, parts: _Target) -> _LinkFault | None:
        if parts.path.startswith("/"):
            message = say(
                "link-from-root",
                "{address} starts at the root of the server, where this site need not stand",
                address=quote_text(target),
            )
            return message, self._suggest_fix(parts)
        address = self._resolve(parts.path)
        if address.startswith("../"):
            message = say("link-to-outside", "{address} leads out of the site", address=quote_text(target))
            return message, self._suggest_fix(parts)
        if self._is_known(parts.path):
            return None
        message = say(
            "dead-link",
            "{address} leads to {meant}, which this site does not have",
            address=quote_text(target),
            meant=quote_text(address),
        )
        return message, self._suggest_fix(parts)

    def _suggest_fix(self, parts: _Target) -> str:
        """How to write what was meant: addresses as they are written on this page."""
        meant = next(self._iter_candidates(parts.path), None)
        if meant is not None:
            return advise("write {address}", address=quote_text(self._make_relative(meant) + parts.rest))
        if parts.path.endswith(".md"):
            files = [relpath(path, dirname(self.source)) for path in sorted(self.pages)]
            return join_messages(
                suggest_nearest(parts.path, files), list_known(files) if len(files) <= _MAX_LISTED else ""
            )
        return self._suggest_near(self._resolve(parts.path)) or self._suggest_near(_strip_parents(parts.path))

    def _suggest_near(self, address: str) -> str:
        near = find_nearest(address, self.addresses)
        return advise("did you mean {near}?", near=quote_text(self._make_relative(near))) if near else ""

    def _iter_candidates(self, path: str) -> Iterator[str]:
        """What a path may have been written for: as seen from the root, without its slash, with `.html`."""
        for seen in (self._resolve(path), _strip_parents(path)):
            bare = seen.removeprefix(f"{CONTENT_FOLDER}/").removesuffix("/index.html").removesuffix(".html")
            for candidate in (
                seen.removeprefix(f"{CONTENT_FOLDER}/"),
                bare.rstrip("/") + "/",
                bare.casefold(),
            ):
                if candidate in self.addresses:
                    yield candidate
            for candidate in (seen, f"{CONTENT_FOLDER}/{seen}"):
                if candidate in self.pages:
                    yield self.pages[candidate]

    def _resolve_from_file(self, path: str) -> str | None:
        """The address that a path means as seen from the file, or from the same page at the root."""
        at_root = self._resolve(path).removeprefix(self.prefix)
        if self.prefix and self._has_address(at_root):
            return at_root
        file = normpath(join(dirname(self.source), path))
        if file in self.pages:
            return self.pages[file]
        name = file.removeprefix(f"{CONTENT_FOLDER}/")
        return name if name != file and name in self.addresses else None

    def _is_known(self, path: str) -> bool:
        return self._has_address(self._resolve(path))

    def _has_address(self, address: str) -> bool:
        return address in self.addresses or address.removesuffix("index.html") in self.addresses

    def _resolve(self, path: str) -> str:
        """The address, from the root of the site, that `path` means on the page."""
        folder = path.endswith(("/", "/.", "/..")) or path in {".", ".."}
        address = normpath(self.url + path)
        return ("" if address == "." else address) + ("/" if folder and address != "." else "")

    def _make_relative(self, address: str) -> str:
        folder = "/" if address.endswith("/") or not address else ""
        return relpath(address or ".", self.url or ".") + folder


def _strip_parents(path: str) -> str:
    """A path without its way up: `../../about/` -> `about/`."""
    return path.lstrip("./")


def _split_target(target: str) -> _Target | None:
    """The parts of an address; None when it is none: `http://[`."""
    try:
        parts = urlsplit(target)
    except ValueError:
        return None
    rest = parts._replace(scheme="", netloc="", path="").geturl()
    return _Target(bool(parts.scheme or parts.netloc), unquote(parts.path), unquote(parts.fragment), rest)


_SCHEMES = {"http", "https", "mailto"}
_TEXT_ELEMENTS = (
    "a abbr aside b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption"
    " figure h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp section small span strong sub summary"
    " sup table tbody td tfoot th thead time tr u ul var"
)
_MATH_ELEMENTS = (
    "math menclose mfrac mi mn mo mover mpadded mphantom mroot mrow mspace msqrt mstyle msub msubsup msup"
    " mtable mtd mtext mtr munder munderover"
)
ALLOWED_TAGS = frozenset(f"{_TEXT_ELEMENTS} {_MATH_ELEMENTS}".split())
"""The elements that a written page can hold; h1 is the title of the page and the theme's to write."""

_MATH_ATTRIBUTES = (
    "accent columnlines columnspacing depth displaystyle fence form height largeop linebreak linethickness"
    " lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowlines"
    " rowspacing rspace scriptlevel stretchy voffset width"
)
ALLOWED_ATTRIBUTES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(_MATH_ELEMENTS.split(), frozenset(_MATH_ATTRIBUTES.split())),
    "*": frozenset({"id", "class", "lang", "dir", "title"}),
    "a": frozenset({"href"}),
    "col": frozenset({"span"}),
    "colgroup": frozenset({"span"}),
    "details": frozenset({"open"}),
    "div": frozenset({"aria-label"}),
    "img": frozenset({"src", "alt", "width", "height"}),
    "li": frozenset({"value"}),
    "math": frozenset({"alttext", "display"}),
    "ol": frozenset({"start", "type"}),
    "td": frozenset({"colspan", "rowspan"}),
    "th": frozenset({"colspan", "rowspan", "scope"}),
    "time": frozenset({"datetime"}),
}
"""The attributes that an element can have, besides `rel` on links; `*` stands for every element."""

MAX_PAGE_LENGTH = 2**18
"""The most characters of a page; a long book has no longer chapters."""

ALLOWED_VALUES: Mapping[str, Mapping[str, frozenset[str]]] = {
    "div": {"tabindex": frozenset({"0"}), "role": frozenset({"region"})}
}
"""The attributes that can have but these values."""


def render_markdown(text: str, path: str, line: int = 1) -> tuple[str, list[Problem]]:
    """The Markdown `text` as HTML, with headings from h2 downward.

    `text` begins at `line` of the file at `path`. A formula that cannot be read is an error; an element or
    an address that does not pass the allow-list is left out, with a warning.
    """
    raw, flaws = _convert(text)
    clean = _sanitise(raw, {})
    errors = _locate_flaws(flaws, text, path, line, Severity.ERROR)
    warnings = _locate_flaws(_find_removed(raw, clean), text, path, line, Severity.WARNING)
    return clean, sorted([*errors, *warnings], key=lambda error: error.sort_key)


def render_page(
    written: ContentPage,
    url: str,
    known: Collection[str],
    sources: Mapping[str, str] | None = None,
    prefix: str = "",
) -> tuple[str, list[Problem]]:
    """The text of a written page as HTML, and what is wrong with it, its dead links among it.

    `url` is the address it is shown at, `known` are those of the whole site, in the form of `Written.url`,
    `sources` those of the pages by the files in which they are written: a link may lead to such a file.
    What the language of the page lacks below its `prefix` is looked for at the root of the site.
    """
    from sitegen.inputs.content.markdown import Flaw  # noqa: PLC0415 - as in html

    shown, problems = render_markdown(written.text, written.path, written.line)
    around = LinkResolver(written.path, url, known, sources or {}, prefix)
    moved = around.map_file_links(shown)
    shown = _sanitise(shown, moved) if moved else shown
    flaws = [Flaw(target, 0, message, hint) for target, message, hint in around.find_dead_links(shown)]
    dead = _locate_flaws(flaws, written.text, written.path, written.line, Severity.ERROR)
    return shown, sorted([*problems, *dead], key=lambda problem: problem.sort_key)


def _sanitise(raw: str, moved: Mapping[str, str]) -> str:
    """HTML that can carry no script; what leads to an address that has `moved` leads to the other one."""
    import nh3  # noqa: PLC0415 - a site without written pages need not wait for it

    return nh3.clean(
        raw,
        tags=ALLOWED_TAGS,
        attributes=ALLOWED_ATTRIBUTES,
        tag_attribute_values=ALLOWED_VALUES,
        url_schemes=_SCHEMES,
        link_rel="noopener noreferrer",
        attribute_filter=partial(_replace_moved, moved) if moved else None,
    )


def _replace_moved(moved: Mapping[str, str], _tag: str, attribute: str, value: str) -> str:
    return moved.get(value, value) if attribute in {"href", "src"} else value


def _convert(text: str) -> tuple[str, list["Flaw"]]:
    """`text` as HTML that is not yet safe, and what is wrong with its formulas."""
    from sitegen.inputs.content.markdown import Flaw, convert_markdown  # noqa: PLC0415 - as in html

    if len(text) > MAX_PAGE_LENGTH:
        return "", [Flaw("", 0, _report_too_long(text))]
    try:
        return convert_markdown(text)
    except RecursionError:
        message = say("nested-too-deeply", "lists or quotations are nested too deeply to be read")
        return "", [Flaw("", 0, message)]


def _report_too_long(text: str) -> Message:
    told = {"size": f"{len(text):,}", "most": f"{MAX_PAGE_LENGTH:,}"}
    return say("page-too-long", "this page has {size} characters, more than {most}", **told)


def _find_removed(raw: str, clean: str) -> Iterator["Flaw"]:
    """The elements and addresses that `raw` has and `clean` has not."""
    from sitegen.inputs.content.markdown import Flaw  # noqa: PLC0415 - as in html

    before, after = PageElements(raw), PageElements(clean)
    for tag in sorted(before.tags - ALLOWED_TAGS):
        element = quote_text(f"<{tag}>")
        message = say(
            "element-left-out", "the element {element} is left out: pages do not allow it", element=element
        )
        yield Flaw(
            f"<{tag}", 0, message, advise("for the sign itself write '&lt;'; a heading is written with '#'")
        )
    for name, target in Counter(before.addresses) - Counter(after.addresses):
        message = say(
            "address-left-out",
            "the {attribute} {address} is left out: pages do not allow it",
            attribute=name,
            address=quote_text(target),
        )
        yield Flaw(target, 0, message, advise("allowed: http, https, mailto and addresses within the site"))


def _locate_flaws(
    flaws: Iterable["Flaw"], text: str, path: str, line: int, severity: Severity
) -> list[Problem]:
    """The flaws as problems: the second of one source stands where that source occurs for the second time."""
    prose = _blank_code(text)
    reached: dict[str, int] = {}
    problems = []
    for flaw in flaws:
        start = prose.find(flaw.source, reached.get(flaw.source, 0)) if flaw.source else -1
        place = _locate(text, start + flaw.offset, line) if start >= 0 else (0, 0)
        reached[flaw.source] = max(start + 1, reached.get(flaw.source, 0))
        problems.append(Problem(path, *place, flaw.message, flaw.hint, severity))
    return problems


def _blank_code(text: str) -> str:
    """`text` with its code blanked out, every other character at its place."""
    code = r"(?ms)^[ ]{0,3}(```+|~~~+).*?^[ ]{0,3}\1|(`+)(?!`).+?(?<!`)\2(?!`)"
    return re.sub(code, lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def _locate(text: str, position: int, line: int) -> tuple[int, int]:
    """Line and column of the character at `position` of `text`, which begins at `line`."""
    return line + text.count("\n", 0, position), position - text.rfind("\n", 0, position)
