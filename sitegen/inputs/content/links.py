"""Render pages of content/: Markdown to HTML without scripts, with its links and images checked."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from posixpath import dirname, join, normpath, relpath
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from sitegen.core.language import ENGLISH, Language
from sitegen.core.problems import (
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
from sitegen.inputs.content.flaws import Flaw, blank_code, locate_flaws
from sitegen.inputs.content.markup import PageElements
from sitegen.inputs.content.texts import ContentPage

if TYPE_CHECKING:
    from sitegen.inputs.content.markdown import Conversion

_SCHEMES = {"http", "https", "mailto"}
_TEXT_ELEMENTS = (
    "a abbr aside b bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em"
    " figcaption figure h2 h3 h4 h5 h6 hr i img input ins kbd label li mark ol p pre q rp rt ruby s samp"
    " section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr"
)
_MATH_ELEMENTS = (
    "math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt"
    " mstyle msub msubsup msup mtable mtd mtext mtr munder munderover"
)
ALLOWED_TAGS = frozenset(f"{_TEXT_ELEMENTS} {_MATH_ELEMENTS}".split())
"""The elements that a page can have; the theme writes h1, the title of the page."""

_MATH_ATTRIBUTES = (
    "accent accentunder columnlines columnspacing depth displaystyle fence form height largeop"
    " linebreak linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize"
    " movablelimits notation rowlines rowspacing rspace scriptlevel stretchy symmetric voffset width"
)
ALLOWED_ATTRIBUTES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(_MATH_ELEMENTS.split(), frozenset(_MATH_ATTRIBUTES.split())),
    "*": frozenset({"align", "id", "class", "lang", "dir", "title"}),
    "a": frozenset({"href", "name"}),
    "col": frozenset({"span"}),
    "colgroup": frozenset({"span"}),
    "details": frozenset({"open"}),
    "div": frozenset({"aria-label"}),
    "img": frozenset({"src", "alt", "width", "height"}),
    "input": frozenset({"checked", "disabled"}),
    "li": frozenset({"value"}),
    "math": frozenset({"alttext", "display"}),
    "ol": frozenset({"start", "type"}),
    "td": frozenset({"colspan", "rowspan"}),
    "th": frozenset({"colspan", "rowspan", "scope"}),
    "time": frozenset({"datetime"}),
}
"""The attributes that an element can have, besides `rel` on links; `*` is every element."""

MAX_PAGE_LENGTH = 2**18
"""The most characters of a page; few chapters of a book are longer."""

ALLOWED_VALUES: Mapping[str, Mapping[str, frozenset[str]]] = {
    "div": {"tabindex": frozenset({"0"}), "role": frozenset({"region"})}
}
"""The attributes that can have only these values."""

FORCED_VALUES: Mapping[str, Mapping[str, str]] = {"input": {"type": "checkbox"}}
"""The attribute that an element always has, one alone: of several nh3 decides the order by lot.

Of all fields there is the box of a task alone.
"""

_BLANK_FIRST_LINE = re.compile(r"(<pre(?: [^>]*)?>)\n")


def render_markdown(
    text: str, path: str, line: int = 1, language: Language = ENGLISH
) -> tuple[str, list[Problem]]:
    """Return the Markdown `text` as HTML, with headings from h2 downward, and its problems.

    `text` begins at `line` of the file at `path`. A formula that cannot be read is an error; an element or
    an address that the allow-list lacks is left out, with a warning.
    """
    return _render(ContentPage(path, "", "", None, text, line), language, None)


def render_page(page: ContentPage, resolver: "LinkResolver", language: Language) -> tuple[str, list[Problem]]:
    """Return the text of a page as HTML, and its problems, dead links included."""
    return _render(page, language, resolver)


def _render(
    page: ContentPage, language: Language, resolver: "LinkResolver | None"
) -> tuple[str, list[Problem]]:
    conversion = _convert(page.text, language)
    elements = PageElements(conversion.html)
    new_targets = resolver.map_file_links(elements) if resolver else {}
    html = _sanitise(conversion.html, new_targets)
    clean = PageElements(html)
    dead_links = resolver.find_dead_links(clean) if resolver else []
    prose = blank_code(page.text, conversion.code)
    warnings = [*conversion.notes, *_find_removed(elements, clean, new_targets)]
    problems = [
        *locate_flaws(conversion.flaws, prose, page.path, page.line, Severity.ERROR),
        *locate_flaws(warnings, prose, page.path, page.line, Severity.WARNING),
        *locate_flaws(dead_links, prose, page.path, page.line, Severity.ERROR),
    ]
    return html, sorted(problems, key=lambda problem: problem.sort_key)


def _sanitise(raw: str, new_targets: Mapping[str, str]) -> str:
    """Return HTML without scripts, with new targets for some of its links and images."""
    import nh3  # noqa: PLC0415 - a site without pages of content/ need not wait for it

    def replace_target(_tag: str, attribute: str, value: str) -> str:
        return new_targets.get(value, value) if attribute in {"href", "src"} else value

    html = nh3.clean(
        raw,
        tags=ALLOWED_TAGS,
        attributes=ALLOWED_ATTRIBUTES,
        tag_attribute_values=ALLOWED_VALUES,
        set_tag_attribute_values=FORCED_VALUES,
        url_schemes=_SCHEMES,
        link_rel="noopener noreferrer",
        attribute_filter=replace_target if new_targets else None,
    )
    return _BLANK_FIRST_LINE.sub(r"\1\n\n", html)  # a browser takes the first line end of <pre> for none


def _convert(text: str, language: Language) -> "Conversion":
    """Return `text` as HTML that is not yet sanitised, and what is wrong with its formulas."""
    from sitegen.inputs.content.markdown import Conversion, convert_markdown  # noqa: PLC0415 - as in html

    if len(text) > MAX_PAGE_LENGTH:
        sizes = {"size": f"{len(text):,}", "most": f"{MAX_PAGE_LENGTH:,}"}
        message = say("page-too-long", "this page has {size} characters, more than {most}", **sizes)
        return Conversion("", [Flaw("", 0, message)])
    try:
        return convert_markdown(text, language)
    except RecursionError:
        message = say("nested-too-deeply", "lists or quotations are nested too deeply to be read")
        return Conversion("", [Flaw("", 0, message)])


def _find_removed(
    before: PageElements, after: PageElements, new_targets: Mapping[str, str]
) -> Iterator[Flaw]:
    """Yield the elements and addresses that a page had before it was cleaned, and has no more."""
    for tag in sorted(before.tags - ALLOWED_TAGS):
        element = quote_text(f"<{tag}>")
        message = say(
            "element-left-out", "the element {element} is left out: pages do not allow it", element=element
        )
        yield Flaw(
            f"<{tag}", 0, message, advise("for the sign itself write '&lt;'; a heading is written with '#'")
        )
    expected = Counter((name, new_targets.get(target, target)) for name, target in before.addresses)
    for name, target in expected - Counter(after.addresses):
        message = say(
            "address-left-out",
            "the {attribute} {address} is left out: pages do not allow it",
            attribute=name,
            address=quote_text(target),
        )
        yield Flaw(target, 0, message, advise("allowed: http, https, mailto and addresses within the site"))


_MAX_LISTED = 12  # pages in a hint
_MAX_DEAD = 100  # to find a suggestion for each takes a while


class _Target(NamedTuple):
    """The parts of an address; `rest` is everything after the path."""

    is_external: bool
    path: str
    anchor: str
    rest: str


class LinkResolver(NamedTuple):
    """Resolves the links of the page at the address `url`, whose text is in the file `source`.

    `addresses` are those of the whole site, in the form of `ContentPage.url`, `pages` those of the pages by
    their files: a link may lead to a file. The language of the page has its addresses below `prefix`; what it
    lacks there, such as pictures, is at the root.
    """

    source: str
    url: str
    addresses: Collection[str]
    pages: Mapping[str, str]
    prefix: str = ""

    def map_file_links(self, elements: PageElements) -> dict[str, str]:
        """Return the links that are valid from the file and not from the page, with their new targets.

        Links to `rules.md` or to a picture beside the file work in an editor and on GitHub in this way.
        """
        new_targets = {}
        for _, target in elements.addresses:
            parts = _split_target(target)
            is_internal = parts and not parts.is_external and parts.path
            if parts and is_internal and not self._has_address(self._resolve(parts.path)):
                address = self._resolve_from_file(parts.path)
                if address is not None:
                    new_targets[target] = self._make_relative(address) + parts.rest
        return new_targets

    def find_dead_links(self, elements: PageElements) -> list[Flaw]:
        """Return the dead links and images in order, a hundred at most.

        Anchors on other pages and links to other sites are not checked.
        """
        faults = (
            (target, self._check_link(name, target, elements.ids)) for name, target in elements.addresses
        )
        return list(islice((Flaw(target, 0, *fault) for target, fault in faults if fault), _MAX_DEAD))

    def _check_link(self, name: str, target: str, ids: Collection[str]) -> tuple[str, str] | None:
        """Return what is wrong with the value `target` of the attribute `name`."""
        address, parts = quote_text(target), _split_target(target)
        if parts is None:
            return say("link-no-address", "{address} is not an address", address=address), ""
        if parts.is_external and name == "src":
            message = say(
                "image-elsewhere",
                "the image {address} is on another site, which pages do not load",
                address=address,
            )
            return message, advise("put it in content/")
        if parts.is_external:
            return None
        if parts.path:
            return self._check_path(target, parts)
        if parts.anchor in {"", "top", *ids}:
            return None
        message = say("dead-anchor", "{address} leads to nothing on this page", address=address)
        return message, suggest_nearest(parts.anchor, ids)

    def _check_path(self, target: str, parts: _Target) -> tuple[str, str] | None:
        address, meant = quote_text(target), self._resolve(parts.path)
        if parts.path.startswith("/"):
            message = say(
                "link-from-root",
                "{address} starts at the root of the server, where this site need not stand",
                address=address,
            )
        elif meant.startswith("../"):
            message = say("link-to-outside", "{address} leads out of the site", address=address)
        elif self._has_address(meant):
            return None
        else:
            message = say(
                "dead-link",
                "{address} leads to {meant}, which this site does not have",
                address=address,
                meant=quote_text(meant),
            )
        return message, self._suggest_fix(parts)

    def _suggest_fix(self, parts: _Target) -> str:
        """Suggest the address that was probably meant, as it is to be written on this page."""
        candidate = next(self._iter_candidates(parts.path), None)
        if candidate is not None:
            return advise("write {address}", address=quote_text(self._make_relative(candidate) + parts.rest))
        if parts.path.endswith(".md"):
            files = [relpath(path, dirname(self.source)) for path in sorted(self.pages)]
            all_files = list_known(files) if len(files) <= _MAX_LISTED else ""
            return join_messages(suggest_nearest(parts.path, files), all_files)
        return self._suggest_near(self._resolve(parts.path)) or self._suggest_near(parts.path.lstrip("./"))

    def _suggest_near(self, address: str) -> str:
        nearest = find_nearest(address, self.addresses)
        return (
            advise("did you mean {near}?", near=quote_text(self._make_relative(nearest))) if nearest else ""
        )

    def _iter_candidates(self, path: str) -> Iterator[str]:
        """Yield addresses that a path may mean: as seen from the root, without its slash, with `.html`."""
        for address in (self._resolve(path), path.lstrip("./")):
            name = address.removeprefix(f"{CONTENT_FOLDER}/")
            bare = name.removesuffix("/index.html").removesuffix(".html")
            candidates = name, bare.rstrip("/") + "/", bare.casefold()
            yield from (candidate for candidate in candidates if candidate in self.addresses)
            files = address, f"{CONTENT_FOLDER}/{address}"
            yield from (self.pages[file] for file in files if file in self.pages)

    def _resolve_from_file(self, path: str) -> str | None:
        """Return the address that a path means from the file, or from the same page at the root."""
        at_root = self._resolve(path).removeprefix(self.prefix)
        if self.prefix and self._has_address(at_root):
            return at_root
        file = normpath(join(dirname(self.source), path))
        if file in self.pages:
            return self.pages[file]
        name = file.removeprefix(f"{CONTENT_FOLDER}/")
        return name if name != file and name in self.addresses else None

    def _has_address(self, address: str) -> bool:
        return address in self.addresses or address.removesuffix("index.html") in self.addresses

    def _resolve(self, path: str) -> str:
        """Return the address, from the root of the site, that `path` means on the page."""
        is_folder = path.endswith(("/", "/.", "/..")) or path in {".", ".."}
        address = normpath(self.url + path)
        if address == ".":
            return ""
        return f"{address}/" if is_folder else address

    def _make_relative(self, address: str) -> str:
        """Return an address as a path from the page."""
        slash = "/" if address.endswith("/") or not address else ""
        return relpath(address or ".", self.url or ".") + slash


def _split_target(target: str) -> _Target | None:
    """Return the parts of an address; None when it is invalid: `http://[`."""
    try:
        parts = urlsplit(target)
    except ValueError:
        return None
    rest = parts._replace(scheme="", netloc="", path="").geturl()
    return _Target(bool(parts.scheme or parts.netloc), unquote(parts.path), unquote(parts.fragment), rest)
