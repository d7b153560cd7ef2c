"""Written pages: Markdown -> HTML that can carry no script, and what is wrong with it."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from html.parser import HTMLParser
from posixpath import normpath, relpath
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from sitegen.content import Written
from sitegen.problem import Problem, Severity, quoted, suggestion

if TYPE_CHECKING:
    from markdown.extensions import Extension

    from sitegen.content.dialect import Flaw

_SCHEMES = {"http", "https", "mailto"}
_TEXT = (
    "a abbr aside b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption"
    " figure h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp section small span strong sub summary"
    " sup table tbody td tfoot th thead time tr u ul var"
)
_MATH = (
    "math menclose mfrac mi mn mo mover mpadded mphantom mroot mrow mspace msqrt mstyle msub msubsup msup"
    " mtable mtd mtext mtr munder munderover"
)
TAGS = frozenset(f"{_TEXT} {_MATH}".split())
"""The elements that a written page can hold; h1 is the title of the page and the theme's to write."""

_MATH_ATTRIBUTES = (
    "accent columnlines columnspacing depth displaystyle fence form height largeop linebreak linethickness"
    " lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowlines"
    " rowspacing rspace scriptlevel stretchy voffset width"
)
ATTRIBUTES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(_MATH.split(), frozenset(_MATH_ATTRIBUTES.split())),
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

VALUES: Mapping[str, Mapping[str, frozenset[str]]] = {
    "div": {"tabindex": frozenset({"0"}), "role": frozenset({"region"})}
}
"""The attributes that can have but these values."""


def html(text: str, path: str, line: int = 1) -> tuple[str, list[Problem]]:
    """The Markdown `text` as HTML, with headings from h2 downward.

    `text` begins at `line` of the file at `path`. A formula that cannot be read is an error; an element or
    an address that does not pass the allow-list is left out, with a warning.
    """
    import nh3  # noqa: PLC0415 - a site without written pages need not wait for it

    raw, flaws = _converted(text)
    clean = nh3.clean(
        raw,
        tags=TAGS,
        attributes=ATTRIBUTES,
        tag_attribute_values=VALUES,
        url_schemes=_SCHEMES,
        link_rel="noopener noreferrer",
    )
    errors = _located(flaws, text, path, line, Severity.ERROR)
    warnings = _located(_removed(raw, clean), text, path, line, Severity.WARNING)
    return clean, sorted([*errors, *warnings], key=lambda each: each.place)


def page(written: Written, url: str, known: Collection[str]) -> tuple[str, list[Problem]]:
    """The text of a written page as HTML, and what is wrong with it, its dead links among it.

    `url` is the address it is shown at, `known` are those of the whole site, in the form of `Written.url`.
    """
    from sitegen.content.dialect import Flaw  # noqa: PLC0415 - as in html

    shown, problems = html(written.text, written.path, written.line)
    flaws = [Flaw(target, 0, message, hint) for target, message, hint in broken(shown, url, known)]
    dead = _located(flaws, written.text, written.path, written.line, Severity.ERROR)
    return shown, sorted([*problems, *dead], key=lambda each: each.place)


def broken(page_html: str, url: str, known: Collection[str]) -> list[tuple[str, str, str]]:
    """(address as written, what is wrong, how to mend it) of each dead link or image on the page `url`.

    An anchor is looked for on the page itself and not on other pages. Other sites are not asked.
    """
    found = _Elements(page_html)
    faults = ((target, _fault(name, target, url, known, found.ids)) for name, target in found.addresses)
    return [(target, *fault) for target, fault in faults if fault]


_Fault = tuple[str, str]  # what is wrong, how to mend it


def _fault(name: str, target: str, url: str, known: Collection[str], ids: Collection[str]) -> _Fault | None:
    """What is wrong with the value `target` of the attribute `name`."""
    parts = _split(target)
    if parts is None:
        return f"{quoted(target)} is not an address", ""
    elsewhere, path, anchor = parts
    if elsewhere and name == "src":
        return f"the image {quoted(target)} is on another site, which pages do not load", "put it in content/"
    if elsewhere:
        return None
    if path:
        return _dead(target, path, url, known)
    if anchor in {"", "top", *ids}:
        return None
    return f"{quoted(target)} leads to nothing on this page", suggestion(anchor, ids)


def _split(target: str) -> tuple[bool, str, str] | None:
    """Whether an address is on another site, its path and its anchor; None when it is none: `http://[`."""
    try:
        parts = urlsplit(target)
    except ValueError:
        return None
    return bool(parts.scheme or parts.netloc), unquote(parts.path), unquote(parts.fragment)


def _dead(target: str, path: str, url: str, known: Collection[str]) -> _Fault | None:
    if path.startswith("/"):
        hint = f"write {quoted(_relative(path[1:], url))}"
        return f"{quoted(target)} starts at the root of the server, where this site need not stand", hint
    address = _resolved(path, url)
    if address.startswith("../"):
        return f"{quoted(target)} leads out of the site", ""
    if address in known or address.removesuffix("index.html") in known:
        return None
    near = suggestion(address, known)
    return f"{quoted(target)} leads to {quoted(address)}, which this site does not have", near


def _resolved(path: str, url: str) -> str:
    """The address, from the root of the site, that `path` means on the page `url`."""
    folder = path.endswith(("/", "/.", "/..")) or path in {".", ".."}
    address = normpath(url + path)
    return ("" if address == "." else address) + ("/" if folder and address != "." else "")


def _relative(address: str, url: str) -> str:
    folder = "/" if address.endswith("/") or not address else ""
    return relpath(address or ".", url or ".") + folder


def _converted(text: str) -> tuple[str, list["Flaw"]]:
    """`text` as HTML that is not yet safe, and what is wrong with its formulas."""
    from markdown import Markdown  # noqa: PLC0415 - as in html
    from markdown.extensions.footnotes import FootnoteExtension  # noqa: PLC0415
    from markdown.extensions.tables import TableExtension  # noqa: PLC0415

    from sitegen.content.dialect import Flaw, Formulas, Layout  # noqa: PLC0415

    flaws: list[Flaw] = []
    extensions: list[str | Extension] = [
        "admonition", "attr_list", "def_list", "fenced_code", "sane_lists", "smarty",
        FootnoteExtension(BACKLINK_TITLE="↩ {}"),
        TableExtension(use_align_attribute=True),
        "toc",
        Formulas(flaws),
        Layout(),
    ]  # fmt: skip
    try:
        return Markdown(extensions=extensions).convert(text), flaws
    except RecursionError:
        return "", [Flaw("", 0, "lists or quotations are nested too deeply to be read")]


def _removed(raw: str, clean: str) -> Iterator["Flaw"]:
    """The elements and addresses that `raw` has and `clean` has not."""
    from sitegen.content.dialect import Flaw  # noqa: PLC0415 - as in html

    before, after = _Elements(raw), _Elements(clean)
    for tag in sorted(before.tags - TAGS):
        hint = "for the sign itself write '&lt;'; a heading is written with '#'"
        yield Flaw(f"<{tag}", 0, f"the element {quoted(f'<{tag}>')} is left out: pages do not allow it", hint)
    for name, target in Counter(before.addresses) - Counter(after.addresses):
        hint = "allowed: http, https, mailto and addresses within the site"
        yield Flaw(target, 0, f"the {name} {quoted(target)} is left out: pages do not allow it", hint)


class _Elements(HTMLParser):
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
        self.tags.add(tag)
        for name, value in attrs:
            if name == "id" and value:
                self.ids.add(value)
            if name in {"href", "src"}:
                self.addresses.append((name, value or ""))


def _located(flaws: Iterable["Flaw"], text: str, path: str, line: int, severity: Severity) -> list[Problem]:
    """The flaws as problems: the second of one source stands where that source occurs for the second time."""
    prose = _without_code(text)
    reached: dict[str, int] = {}
    problems = []
    for flaw in flaws:
        start = prose.find(flaw.source, reached.get(flaw.source, 0)) if flaw.source else -1
        place = _place(text, start + flaw.offset, line) if start >= 0 else (0, 0)
        reached[flaw.source] = max(start + 1, reached.get(flaw.source, 0))
        problems.append(Problem(path, *place, flaw.message, flaw.hint, severity))
    return problems


def _without_code(text: str) -> str:
    """`text` with its code blanked out, every other character at its place."""
    code = r"(?ms)^[ ]{0,3}(```+|~~~+).*?^[ ]{0,3}\1|(`+)(?!`).+?(?<!`)\2(?!`)"
    return re.sub(code, lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def _place(text: str, position: int, line: int) -> tuple[int, int]:
    """Line and column of the character at `position` of `text`, which begins at `line`."""
    return line + text.count("\n", 0, position), position - text.rfind("\n", 0, position)
