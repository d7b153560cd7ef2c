"""What written pages can do beyond Python-Markdown: formulas as MathML, and tables that scroll on a phone."""

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

from sitegen.content.formula import mathml
from sitegen.message import advise, say
from sitegen.problem import quoted

_STASHED = re.compile("\x02[^\x03]*\x03")  # how Python-Markdown marks what it has put aside
_DISPLAY = r"(?<!\\)\$\$((?:\\.|[^$\\\x02\x03])+)\$\$"
# As in Pandoc, so that "$5 and $10" is money: no space inside the dollars, no letter or digit outside them.
_INLINE = r"(?<![\\$\w])\$(?![\s$])((?:\\.|[^$\\\x02\x03])+)(?<!\s)\$(?![\w$])"
_OPENED = r"(?<!\\)\$\$"
_BLOCK = re.compile(r"(?:\A[ ]{0,3}|(?<=\n))" + _DISPLAY, re.DOTALL)


_LONGEST_LINK = 500
"""How far the end of a link is looked for, in characters."""


class Flaw(NamedTuple):
    """Something wrong with `source`, a piece of a page as it was written, `offset` characters into it."""

    source: str
    offset: int
    message: str
    hint: str = ""


def converted(text: str) -> tuple[str, list[Flaw]]:
    """`text` as HTML that is not yet safe, and what is wrong with its formulas."""
    reader, flaws = _reader()
    flaws.clear()
    try:
        return reader.reset().convert(text), [*flaws]
    except BaseException:
        _reader.cache_clear()  # what it was in the middle of is no beginning for another text
        raise


@cache
def _reader() -> tuple[Markdown, list[Flaw]]:
    """What reads one text after the other, since making it takes as long as a page; and its flaws."""
    flaws: list[Flaw] = []
    known = [
        *(AdmonitionExtension(), AttrListExtension(), DefListExtension(), FencedCodeExtension()),
        *(SaneListExtension(), SmartyExtension(), FootnoteExtension(BACKLINK_TITLE="↩ {}")),
        *(TableExtension(use_align_attribute=True), TocExtension()),
    ]
    return Markdown(extensions=[*known, Formulas(flaws), Layout(), NearLinks()]), flaws


class Formulas(Extension):
    """`$...$` within a line and `$$...$$` on its own, in LaTeX; what cannot be read is added to `flaws`."""

    def __init__(self, flaws: list[Flaw]) -> None:
        super().__init__()
        self._flaws = flaws

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Python-Markdown calls
        """Add the formulas to `md`: after code, which they leave alone, and before everything else."""
        md.ESCAPED_CHARS.append("$")
        md.block_level_elements.remove("math")
        md.parser.blockprocessors.register(_FormulaBlock(md, self._flaws), "formula-block", 78)
        md.inlinePatterns.register(_Formula(_DISPLAY, md, "block", self._flaws), "formula-display", 188)
        md.inlinePatterns.register(_Formula(_INLINE, md, "inline", self._flaws), "formula-inline", 186)
        md.inlinePatterns.register(_Unclosed(_OPENED, md, self._flaws), "formula-unclosed", 184)


class Layout(Extension):
    """Headings from h2 downward, tables that scroll in a box of their own, cells aligned by class.

    By class, because the site allows no inline style.
    """

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Python-Markdown calls
        """Add the headings before the table of contents, the boxes when all text is final."""
        md.treeprocessors.register(_Headings(md), "headings", 25)
        md.treeprocessors.register(_ScrollingTables(md), "scrolling-tables", -1)


class NearLinks(Extension):
    """Links that end not far from where they begin, so that many brackets do not take many times as long."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Python-Markdown calls
        """Let whatever looks for the end of a link in `md` look no further."""
        for pattern in md.inlinePatterns:
            for name in ("getText", "getLink") if isinstance(pattern, LinkInlineProcessor) else ():
                setattr(pattern, name, partial(_near, getattr(pattern, name)))


def _near(find: Callable[[str, int], tuple[Any, ...]], text: str, start: int) -> tuple[Any, ...]:
    *found, length, handled = find(text[start : start + _LONGEST_LINK], 0)
    return *found, start + length, handled


class _FormulaBlock(BlockProcessor):
    """A display formula that starts a line: nothing in it is a list, a heading or a quotation."""

    def __init__(self, md: Markdown, flaws: list[Flaw]) -> None:
        super().__init__(md.parser)
        self._flaws = flaws

    def test(self, _parent: Element, block: str) -> bool:
        return bool(_BLOCK.search(block))

    def run(self, parent: Element, blocks: list[str]) -> None:
        block = blocks.pop(0)
        found = _BLOCK.search(block)
        assert found, "run is called when test holds"
        before, after = block[: found.start()].rstrip(), block[found.end() :].strip("\n")
        if before:
            self.parser.parseBlocks(parent, [before])
        box = SubElement(parent, "div", {"class": "formula"})
        box.append(_shown(found[0].strip(), found[1], "block", self._flaws))
        if after:
            blocks.insert(0, after)


class _Formula(InlineProcessor):
    def __init__(self, pattern: str, md: Markdown, display: str, flaws: list[Flaw]) -> None:
        super().__init__(pattern, md)
        self._display = display
        self._flaws = flaws

    def handleMatch(  # type: ignore[override]  # noqa: N802 - the name that Python-Markdown calls
        self, m: re.Match[str], _data: str
    ) -> tuple[Element, int, int]:
        return _shown(m[0], m[1], self._display, self._flaws), m.start(), m.end()


class _Unclosed(InlineProcessor):
    def __init__(self, pattern: str, md: Markdown, flaws: list[Flaw]) -> None:
        super().__init__(pattern, md)
        self._flaws = flaws

    def handleMatch(  # type: ignore[override]  # noqa: N802 - the name that Python-Markdown calls
        self, m: re.Match[str], data: str
    ) -> tuple[str, int, int]:
        rest = _STASHED.split(data[m.start() :])[0].split("\n")[0]
        message = say("formula-not-closed", "{text} opens a formula that is not closed", text=quoted(rest))
        hint = advise("end it with '$$' before the next blank line; for two dollar signs write '\\$\\$'")
        self._flaws.append(Flaw(rest, 0, message, hint))
        return AtomicString(m[0]), m.start(), m.end()


class _Headings(Treeprocessor):
    """The highest heading of a text becomes h2, since h1 is the title of the page; the others follow it."""

    def run(self, root: Element) -> None:
        headings = [each for each in root.iter() if re.fullmatch("h[1-6]", each.tag)]
        highest = min((int(each.tag[1]) for each in headings), default=2)
        for each in headings:
            each.tag = f"h{min(int(each.tag[1]) - highest + 2, 6)}"


class _ScrollingTables(Treeprocessor):
    def run(self, root: Element) -> None:
        for parent in list(root.iter()):
            for place, child in enumerate(parent):
                if child.tag == "table":
                    parent[place] = _scrolling(child)


def _scrolling(table: Element) -> Element:
    """`table` in a box that can be scrolled with the keyboard, named after the columns of the table."""
    for cell in (*table.iter("th"), *table.iter("td")):
        align = cell.attrib.pop("align", "")
        if align:
            cell.set("class", f"{cell.get('class', '')} {align}".strip())
    names = [_STASHED.sub("", "".join(each.itertext())).strip() for each in table.iter("th")]
    box = Element("div", {"class": "scroll", "tabindex": "0"})
    if any(names):
        box.attrib |= {"role": "region", "aria-label": ", ".join(filter(None, names))}
    box.tail, table.tail = table.tail, None
    box.append(table)
    return box


def _shown(source: str, latex: str, display: str, flaws: list[Flaw]) -> Element:
    """The formula as MathML; as it was written, and its flaw added to `flaws`, where it cannot be read."""
    result = mathml(latex, display, quoted(" ".join(source.split())))
    if isinstance(result, Element):
        return result
    offset, message, hint = result
    inside = source.index(latex) + offset
    flaws.append(Flaw(source, inside, message, hint))
    code = Element("code")
    code.text = AtomicString(source)
    return code
