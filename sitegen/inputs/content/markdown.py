"""LaTeX -> MathML: the home of the library that does it, and what it would pass over in silence.

What written pages can do beyond Python-Markdown: formulas as MathML, and tables that scroll on a phone.
"""

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.extensions import Extension
from markdown.extensions.admonition import AdmonitionExtension
from markdown.extensions.attr_list import AttrListExtension
from markdown.extensions.def_list import DefListExtension
from markdown.extensions.fenced_code import FencedCodeExtension
from markdown.extensions.footnotes import FootnoteExtension
from markdown.extensions.sane_lists import SaneListExtension
from markdown.extensions.smarty import SmartyExtension
from markdown.extensions.tables import TableExtension
from markdown.extensions.toc import TocExtension
from markdown.inlinepatterns import InlineProcessor, LinkInlineProcessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from sitegen.core.problems import advise, quote_text, say, suggest_nearest

_DEFINITION = re.compile(
    r"\\(?:(?:re)?new(?:command|environment)|providecommand|g?def|DeclareMathOperator)(?![a-zA-Z])"
)
_COMMENT = re.compile(r"(?<!\\)%")
_FormulaFault = tuple[int, str, str]  # where in the formula, what is wrong, how to mend it


def convert_formula(latex: str, display: str, shown: str) -> Element | _FormulaFault:
    """The formula as MathML; what is wrong with it, called as it is `shown`, where it cannot be read."""
    from latex2mathml.converter import convert_to_element  # noqa: PLC0415 - slow; many sites have no formula

    fault = _check_formula(latex, shown)
    if fault:
        return fault
    try:
        math: Element = convert_to_element(latex, display=display)
    except Exception as error:  # noqa: BLE001 - the library lets whatever goes wrong inside it through
        why = _REASONS.get(type(error).__name__, advise("it is not LaTeX, or too deeply nested"))
        message = say(
            "formula-unreadable", "the formula {formula} cannot be read: {why}", formula=shown, why=why
        )
        return 0, message, ""
    for element in math.iter():
        element.text = AtomicString(element.text or "")
        if "columnalign" in element.attrib:  # which browsers no longer heed
            element.set("class", element.attrib.pop("columnalign"))
    math.set("alttext", " ".join(latex.split()))
    return _find_unknown_command(latex, math, shown) or math


def _check_formula(latex: str, shown: str) -> _FormulaFault | None:
    """What the library would pass over without a word."""
    brace = _find_lone_brace(latex)
    if brace is not None:
        sign = quote_text(latex[brace])
        message = say(
            "lone-brace", "the formula {formula} has {sign} without its partner", formula=shown, sign=sign
        )
        return (
            brace,
            message,
            advise("a brace to be seen is written {opening} or {closing}", opening="'\\{'", closing="'\\}'"),
        )
    comment = _COMMENT.search(latex)
    if comment:
        message = say(
            "comment-in-formula",
            "the formula {formula} has '%', which hides the rest of its line",
            formula=shown,
        )
        return comment.start(), message, advise("write '\\%'")
    definition = _DEFINITION.search(latex)
    if definition:
        command = quote_text(definition[0])
        message = say(
            "definition-in-formula",
            "the formula {formula} defines a command with {command}",
            formula=shown,
            command=command,
        )
        return definition.start(), message, advise("write the formula out")
    return None


def _find_lone_brace(latex: str) -> int | None:
    """Where a brace stands that has no partner."""
    opened: list[int] = []
    for found in re.finditer(r"\\.|[{}]", latex, re.DOTALL):
        if found[0] == "{":
            opened.append(found.start())
        elif found[0] == "}" and not opened:
            return found.start()
        elif found[0] == "}":
            opened.pop()
    return opened[-1] if opened else None


def _find_unknown_command(latex: str, math: Element, shown: str) -> _FormulaFault | None:
    """A command that the library does not know, which it would show by its name."""
    from latex2mathml.commands import CONVERSION_MAP  # noqa: PLC0415 - see mathml
    from latex2mathml.symbols_parser import SYMBOLS  # noqa: PLC0415 - see mathml

    for element in math.iter("mi"):
        command = element.text or ""
        if command.startswith("\\"):
            known = (name for name in (*CONVERSION_MAP, *SYMBOLS) if name.startswith("\\"))
            name, place = quote_text(command), max(latex.find(command), 0)
            message = say(
                "unknown-command",
                "the formula {formula} uses the unknown command {command}",
                formula=shown,
                command=name,
            )
            return place, message, suggest_nearest(command, known)
    return None


_REASONS = {
    "NumeratorNotFoundError": advise("a fraction has nothing above its line"),
    "DenominatorNotFoundError": advise("a fraction has nothing below its line"),
    "ExtraLeftOrMissingRightError": advise("a '\\left' has no '\\right'"),
    "MissingSuperScriptOrSubscriptError": advise("nothing stands behind '^' or '_'"),
    "DoubleSubscriptsError": advise("two indices stand at one sign"),
    "DoubleSuperscriptsError": advise("two powers stand at one sign"),
    "NoAvailableTokensError": advise("something is missing at its end"),
    "MissingEndError": advise("a '\\begin' has no '\\end'"),
    "LimitsMustFollowMathOperatorError": advise("'\\limits' stands behind no operator"),
}
"""What an error of the library means, by its name: it has no other words."""


_PLACEHOLDER = re.compile("\x02[^\x03]*\x03")  # how Python-Markdown marks what it has put aside
_DISPLAY_FORMULA = r"(?<!\\)\$\$((?:\\.|[^$\\\x02\x03])+)\$\$"
# As in Pandoc, so that "$5 and $10" is money: no space inside the dollars, no letter or digit outside them.
_INLINE_FORMULA = r"(?<![\\$\w])\$(?![\s$])((?:\\.|[^$\\\x02\x03])+)(?<!\s)\$(?![\w$])"
_OPENING_DOLLARS = r"(?<!\\)\$\$"
_FORMULA_BLOCK = re.compile(r"(?:\A[ ]{0,3}|(?<=\n))" + _DISPLAY_FORMULA, re.DOTALL)


_MAX_LINK = 500
"""How far the end of a link is looked for, in characters."""


class Flaw(NamedTuple):
    """Something wrong with `source`, a piece of a page as it was written, `offset` characters into it."""

    source: str
    offset: int
    message: str
    hint: str = ""


def convert_markdown(text: str) -> tuple[str, list[Flaw]]:
    """`text` as HTML that is not yet safe, and what is wrong with its formulas."""
    reader, flaws = _get_converter()
    flaws.clear()
    try:
        return reader.reset().convert(text), [*flaws]
    except BaseException:
        _get_converter.cache_clear()  # what it was in the middle of is no beginning for another text
        raise


@cache
def _get_converter() -> tuple[Markdown, list[Flaw]]:
    """What reads one text after the other, since making it takes as long as a page; and its flaws."""
    flaws: list[Flaw] = []
    known = [
        *(AdmonitionExtension(), AttrListExtension(), DefListExtension(), FencedCodeExtension()),
        *(SaneListExtension(), SmartyExtension(), FootnoteExtension(BACKLINK_TITLE="↩ {}")),
        *(TableExtension(use_align_attribute=True), TocExtension()),
    ]
    return Markdown(
        extensions=[*known, FormulaExtension(flaws), LayoutExtension(), ShortLinkExtension()]
    ), flaws


class FormulaExtension(Extension):
    """`$...$` within a line and `$$...$$` on its own, in LaTeX; what cannot be read is added to `flaws`."""

    def __init__(self, flaws: list[Flaw]) -> None:
        super().__init__()
        self._flaws = flaws

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Python-Markdown calls
        """Add the formulas to `md`: after code, which they leave alone, and before everything else."""
        md.ESCAPED_CHARS.append("$")
        md.block_level_elements.remove("math")
        md.parser.blockprocessors.register(_FormulaBlock(md, self._flaws), "formula-block", 78)
        md.inlinePatterns.register(
            _InlineFormula(_DISPLAY_FORMULA, md, "block", self._flaws), "formula-display", 188
        )
        md.inlinePatterns.register(
            _InlineFormula(_INLINE_FORMULA, md, "inline", self._flaws), "formula-inline", 186
        )
        md.inlinePatterns.register(
            _UnclosedFormula(_OPENING_DOLLARS, md, self._flaws), "formula-unclosed", 184
        )


class LayoutExtension(Extension):
    """Headings from h2 downward, tables that scroll in a box of their own, cells aligned by class.

    By class, because the site allows no inline style.
    """

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Python-Markdown calls
        """Add the headings before the table of contents, the boxes when all text is final."""
        md.treeprocessors.register(_Headings(md), "headings", 25)
        md.treeprocessors.register(_ScrollingTables(md), "scrolling-tables", -1)


class ShortLinkExtension(Extension):
    """Links that end not far from where they begin, so that many brackets do not take many times as long."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Python-Markdown calls
        """Let whatever looks for the end of a link in `md` look no further."""
        for pattern in md.inlinePatterns:
            for name in ("getText", "getLink") if isinstance(pattern, LinkInlineProcessor) else ():
                setattr(pattern, name, partial(_find_near, getattr(pattern, name)))


def _find_near(find: Callable[[str, int], tuple[Any, ...]], text: str, start: int) -> tuple[Any, ...]:
    *found, length, handled = find(text[start : start + _MAX_LINK], 0)
    return *found, start + length, handled


class _FormulaBlock(BlockProcessor):
    """A display formula that starts a line: nothing in it is a list, a heading or a quotation."""

    def __init__(self, md: Markdown, flaws: list[Flaw]) -> None:
        super().__init__(md.parser)
        self._flaws = flaws

    def test(self, _parent: Element, block: str) -> bool:
        return bool(_FORMULA_BLOCK.search(block))

    def run(self, parent: Element, blocks: list[str]) -> None:
        block = blocks.pop(0)
        found = _FORMULA_BLOCK.search(block)
        assert found, "run is called when test holds"
        before, after = block[: found.start()].rstrip(), block[found.end() :].strip("\n")
        if before:
            self.parser.parseBlocks(parent, [before])
        box = SubElement(parent, "div", {"class": "formula"})
        box.append(_render_formula(found[0].strip(), found[1], "block", self._flaws))
        if after:
            blocks.insert(0, after)


class _InlineFormula(InlineProcessor):
    def __init__(self, pattern: str, md: Markdown, display: str, flaws: list[Flaw]) -> None:
        super().__init__(pattern, md)
        self._display = display
        self._flaws = flaws

    def handleMatch(  # type: ignore[override]  # noqa: N802 - the name that Python-Markdown calls
        self, m: re.Match[str], _data: str
    ) -> tuple[Element, int, int]:
        return _render_formula(m[0], m[1], self._display, self._flaws), m.start(), m.end()


class _UnclosedFormula(InlineProcessor):
    def __init__(self, pattern: str, md: Markdown, flaws: list[Flaw]) -> None:
        super().__init__(pattern, md)
        self._flaws = flaws

    def handleMatch(  # type: ignore[override]  # noqa: N802 - the name that Python-Markdown calls
        self, m: re.Match[str], data: str
    ) -> tuple[str, int, int]:
        rest = _PLACEHOLDER.split(data[m.start() :])[0].split("\n")[0]
        message = say(
            "formula-not-closed", "{text} opens a formula that is not closed", text=quote_text(rest)
        )
        hint = advise("end it with '$$' before the next blank line; for two dollar signs write '\\$\\$'")
        self._flaws.append(Flaw(rest, 0, message, hint))
        return AtomicString(m[0]), m.start(), m.end()


class _Headings(Treeprocessor):
    """The highest heading of a text becomes h2, since h1 is the title of the page; the others follow it."""

    def run(self, root: Element) -> None:
        headings = [element for element in root.iter() if re.fullmatch("h[1-6]", element.tag)]
        highest = min((int(heading.tag[1]) for heading in headings), default=2)
        for heading in headings:
            heading.tag = f"h{min(int(heading.tag[1]) - highest + 2, 6)}"


class _ScrollingTables(Treeprocessor):
    def run(self, root: Element) -> None:
        for parent in list(root.iter()):
            for place, child in enumerate(parent):
                if child.tag == "table":
                    parent[place] = _make_scrollable(child)


def _make_scrollable(table: Element) -> Element:
    """`table` in a box that can be scrolled with the keyboard, named after the columns of the table."""
    for cell in (*table.iter("th"), *table.iter("td")):
        align = cell.attrib.pop("align", "")
        if align:
            cell.set("class", f"{cell.get('class', '')} {align}".strip())
    names = [_PLACEHOLDER.sub("", "".join(cell.itertext())).strip() for cell in table.iter("th")]
    box = Element("div", {"class": "scroll", "tabindex": "0"})
    if any(names):
        box.attrib |= {"role": "region", "aria-label": ", ".join(filter(None, names))}
    box.tail, table.tail = table.tail, None
    box.append(table)
    return box


def _render_formula(source: str, latex: str, display: str, flaws: list[Flaw]) -> Element:
    """The formula as MathML; as it was written, and its flaw added to `flaws`, where it cannot be read."""
    result = convert_formula(latex, display, quote_text(" ".join(source.split())))
    if isinstance(result, Element):
        return result
    offset, message, hint = result
    inside = source.index(latex) + offset
    flaws.append(Flaw(source, inside, message, hint))
    code = Element("code")
    code.text = AtomicString(source)
    return code
