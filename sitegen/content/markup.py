"""Written pages: Markdown -> HTML that can carry no script, and what is wrong with it."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from sitegen.content import Written
from sitegen.content.links import Around, Elements
from sitegen.message import Message, advise, say
from sitegen.problem import Problem, Severity, quoted

if TYPE_CHECKING:
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

LARGEST = 2**18
"""The most characters of a page; a long book has no longer chapters."""

VALUES: Mapping[str, Mapping[str, frozenset[str]]] = {
    "div": {"tabindex": frozenset({"0"}), "role": frozenset({"region"})}
}
"""The attributes that can have but these values."""


def html(text: str, path: str, line: int = 1) -> tuple[str, list[Problem]]:
    """The Markdown `text` as HTML, with headings from h2 downward.

    `text` begins at `line` of the file at `path`. A formula that cannot be read is an error; an element or
    an address that does not pass the allow-list is left out, with a warning.
    """
    raw, flaws = _converted(text)
    clean = _clean(raw, {})
    errors = _located(flaws, text, path, line, Severity.ERROR)
    warnings = _located(_removed(raw, clean), text, path, line, Severity.WARNING)
    return clean, sorted([*errors, *warnings], key=lambda each: each.place)


def page(
    written: Written,
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
    from sitegen.content.dialect import Flaw  # noqa: PLC0415 - as in html

    shown, problems = html(written.text, written.path, written.line)
    around = Around(written.path, url, known, sources or {}, prefix)
    moved = around.moved(shown)
    shown = _clean(shown, moved) if moved else shown
    flaws = [Flaw(target, 0, message, hint) for target, message, hint in around.broken(shown)]
    dead = _located(flaws, written.text, written.path, written.line, Severity.ERROR)
    return shown, sorted([*problems, *dead], key=lambda each: each.place)


def _clean(raw: str, moved: Mapping[str, str]) -> str:
    """HTML that can carry no script; what leads to an address that has `moved` leads to the other one."""
    import nh3  # noqa: PLC0415 - a site without written pages need not wait for it

    return nh3.clean(
        raw,
        tags=TAGS,
        attributes=ATTRIBUTES,
        tag_attribute_values=VALUES,
        url_schemes=_SCHEMES,
        link_rel="noopener noreferrer",
        attribute_filter=partial(_moved, moved) if moved else None,
    )


def _moved(moved: Mapping[str, str], _tag: str, attribute: str, value: str) -> str:
    return moved.get(value, value) if attribute in {"href", "src"} else value


def _converted(text: str) -> tuple[str, list["Flaw"]]:
    """`text` as HTML that is not yet safe, and what is wrong with its formulas."""
    from sitegen.content.dialect import Flaw, converted  # noqa: PLC0415 - as in html

    if len(text) > LARGEST:
        return "", [Flaw("", 0, _too_long(text))]
    try:
        return converted(text)
    except RecursionError:
        message = say("nested-too-deeply", "lists or quotations are nested too deeply to be read")
        return "", [Flaw("", 0, message)]


def _too_long(text: str) -> Message:
    told = {"size": f"{len(text):,}", "most": f"{LARGEST:,}"}
    return say("page-too-long", "this page has {size} characters, more than {most}", **told)


def _removed(raw: str, clean: str) -> Iterator["Flaw"]:
    """The elements and addresses that `raw` has and `clean` has not."""
    from sitegen.content.dialect import Flaw  # noqa: PLC0415 - as in html

    before, after = Elements(raw), Elements(clean)
    for tag in sorted(before.tags - TAGS):
        element = quoted(f"<{tag}>")
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
            address=quoted(target),
        )
        yield Flaw(target, 0, message, advise("allowed: http, https, mailto and addresses within the site"))


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
