"""Convert Markdown with formulas: an extension of Python-Markdown.

Formulas become MathML, and tables scroll on a phone.
"""

import re
from collections.abc import Callable
from functools import cache, partial
from itertools import chain
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.extensions import Extension
from markdown.extensions.admonition import AdmonitionExtension
from markdown.extensions.attr_list import AttrListExtension
from markdown.extensions.def_list import DefListExtension
from markdown.extensions.fenced_code import FencedBlockPreprocessor, FencedCodeExtension
from markdown.extensions.footnotes import FootnoteExtension
from markdown.extensions.sane_lists import SaneListExtension
from markdown.extensions.smarty import SmartyExtension
from markdown.extensions.tables import TableExtension, TableProcessor
from markdown.extensions.toc import TocExtension
from markdown.htmlparser import HTMLExtractor
from markdown.inlinepatterns import (
    BACKTICK_RE,
    BacktickInlineProcessor,
    InlineProcessor,
    LinkInlineProcessor,
)
from markdown.preprocessors import HtmlBlockPreprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from sitegen.core.problems import advise, quote_text, say
from sitegen.inputs.content.formulas import convert_formula
from sitegen.inputs.content.links import Flaw
from sitegen.inputs.content.markup import split_fences

_PLACEHOLDER = re.compile("\x02[^\x03]*\x03")  # Python-Markdown's mark for text that it has stashed
# Dollars within the text of a formula do not end it.
_LATEX = r"((?:\\text\{[^{}$\x02\x03]*\$[^{}$\x02\x03]*\$[^{}$\x02\x03]*\}|\\.|[^$\\\x02\x03])+)"
_DISPLAY_FORMULA = rf"(?<!\\)\$\${_LATEX}\$\$"
# As in Pandoc, so that "$5 and $10" is money: no space inside the dollars, no letter or digit outside them.
_INLINE_FORMULA = rf"(?<![\\$\w])\$(?![\s$]){_LATEX}(?<!\s)\$(?![\w$])"
_OPENING_DOLLARS = r"(?<!\\)\$\$"
_HIDDEN_BAR = "\x03"  # Python-Markdown takes these out of a text before
_CELL_PART = re.compile(
    rf"(?<!`)(`+)(?!`).{{0,2000}}?(?<!`)\1(?!`)|(?P<formula>{_DISPLAY_FORMULA}|{_INLINE_FORMULA})|\\."
)
_FORMULA_BLOCK = re.compile(r"(?:\A[ ]{0,3}|(?<=\n))" + _DISPLAY_FORMULA, re.DOTALL)


_MAX_LINK = 500
"""The most characters of a link."""
_MAX_CODE = 2_000
"""The most characters of code within a line."""
_MAX_TICKS = 100


def convert_markdown(text: str) -> tuple[str, list[Flaw]]:
    """Return `text` as HTML that is not yet sanitised, and what is wrong with its formulas."""
    converter, flaws = _get_converter()
    flaws.clear()
    try:
        return converter.reset().convert(text), [*flaws]
    except BaseException:
        _get_converter.cache_clear()  # an interrupted converter has state that `reset` does not clear
        raise


@cache
def _get_converter() -> tuple[Markdown, list[Flaw]]:
    """Return the converter for all texts, as making one takes as long as converting a page; and its flaws."""
    flaws: list[Flaw] = []
    extensions = [
        *(AdmonitionExtension(), AttrListExtension(), DefListExtension(), FencedCodeExtension()),
        *(SaneListExtension(), SmartyExtension(), FootnoteExtension(BACKLINK_TITLE="↩ {}")),
        *(TableExtension(use_align_attribute=True), TocExtension()),
    ]
    own_extensions = [FormulaExtension(flaws), LayoutExtension(), BoundsExtension()]
    return Markdown(extensions=[*extensions, *own_extensions]), flaws


class FormulaExtension(Extension):
    """Formulas in LaTeX: `$...$` in a line and `$$...$$` on its own; mistakes are added to `flaws`."""

    def __init__(self, flaws: list[Flaw]) -> None:
        super().__init__()
        self._flaws = flaws

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Python-Markdown calls
        """Register the formulas after code, in which there are none, and before everything else."""
        md.ESCAPED_CHARS.append("$")
        md.block_level_elements.remove("math")
        md.parser.blockprocessors.register(_FormulaBlock(md, self._flaws), "formula-block", 78)
        (table,) = (own for own in md.parser.blockprocessors if isinstance(own, TableProcessor))
        md.parser.blockprocessors.register(_Table(md, vars(table)["config"], self._flaws), "table", 75)
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
    """Headings from h2 downward, tables in boxes that scroll, and cells aligned by class.

    The security policy of the site allows no inline style.
    """

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Python-Markdown calls
        """Register the headings before the table of contents, and the boxes when all text is final."""
        md.treeprocessors.register(_Headings(md), "headings", 25)
        md.treeprocessors.register(_ScrollingTables(md), "scrolling-tables", -1)


class BoundsExtension(Extension):
    """Links, code, fences and tags whose end is looked for within bounds.

    Otherwise the time for many that are opened and never closed grows with the square of their number.
    """

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Python-Markdown calls
        """Replace what looks for an end, and limit how far each pattern searches for that of a link."""
        (fenced,) = (own for own in md.preprocessors if isinstance(own, FencedBlockPreprocessor))
        md.preprocessors.register(_FencedCode(md, vars(fenced)["config"]), "fenced_code_block", 25)
        md.preprocessors.register(_HtmlBlocks(md), "html_block", 20)
        md.inlinePatterns.register(_CodeSpan(BACKTICK_RE), "backtick", 190)
        for pattern in md.inlinePatterns:
            for name in ("getText", "getLink") if isinstance(pattern, LinkInlineProcessor) else ():
                setattr(pattern, name, partial(_find_near, getattr(pattern, name)))


def _find_near(find: Callable[[str, int], tuple[Any, ...]], text: str, start: int) -> tuple[Any, ...]:
    """Call a method of a link pattern with the part of `text` that a link at `start` can have."""
    *parts, end, is_handled = find(text[start : start + _MAX_LINK], 0)
    return *parts, start + end, is_handled


class _FencedCode(FencedBlockPreprocessor):
    """Looks for code between two fences alone, and not behind each that is never closed."""

    def run(self, lines: list[str]) -> list[str]:
        parts = (
            super(_FencedCode, self).run([*part]) if is_code else part
            for part, is_code in split_fences(lines)
        )
        return [*chain.from_iterable(parts)]


class _HtmlBlocks(HtmlBlockPreprocessor):
    """Looks for HTML up to the last `>` of a text: behind that no tag ends."""

    def run(self, lines: list[str]) -> list[str]:
        text = "\n".join(lines)
        parser = _HtmlExtractor(self.md, text.rfind(">"))
        parser.feed(text)
        parser.close()
        return "".join(parser.cleandoc).split("\n")


class _HtmlExtractor(HTMLExtractor):
    def __init__(self, md: Markdown, last_end: int) -> None:
        super().__init__(md)
        self._last_end = last_end

    def parse_starttag(self, i: int) -> int:
        if i > self._last_end:
            self.handle_data(self.rawdata[i])
            return i + 1
        return int(super().parse_starttag(i))


class _CodeSpan(BacktickInlineProcessor):
    """Code whose end is looked for within bounds."""

    def find_code_spans(self, start: int, text: str) -> Any:
        """Return the start and the end of the code behind the backquotes at `start`; no end without one."""
        sample = text[start : start + _MAX_TICKS]
        ticks = len(sample) - len(sample.lstrip("`"))
        code = start + ticks
        end = _find_ticks(ticks).search(text, code, code + _MAX_CODE)
        if end or ticks == 1:
            return code, end.start() if end else None
        return super().find_code_spans(start, text[: code + _MAX_TICKS])


@cache
def _find_ticks(number: int) -> re.Pattern[str]:
    return re.compile(rf"(?<!`)`{{{number}}}(?!`)")


class _FormulaBlock(BlockProcessor):
    """A display formula that starts a line; it contains no lists, headings or quotations."""

    def __init__(self, md: Markdown, flaws: list[Flaw]) -> None:
        super().__init__(md.parser)
        self._flaws = flaws

    def test(self, _parent: Element, block: str) -> bool:
        return bool(_FORMULA_BLOCK.search(block))

    def run(self, parent: Element, blocks: list[str]) -> None:
        block = blocks.pop(0)
        formula = _FORMULA_BLOCK.search(block)
        assert formula, "run is called when test holds"
        before, after = block[: formula.start()].rstrip(), block[formula.end() :].strip("\n")
        if before:
            self.parser.parseBlocks(parent, [before])
        box = SubElement(parent, "div", {"class": "formula"})
        box.append(_render_formula(formula[0].strip(), formula[1], "block", self._flaws))
        if after:
            blocks.insert(0, after)


class _Table(TableProcessor):
    """A table whose cells end at the bars outside formulas."""

    def __init__(self, md: Markdown, config: dict[str, Any], flaws: list[Flaw]) -> None:
        super().__init__(md.parser, config)
        self._flaws = flaws

    def run(self, parent: Element, blocks: list[str]) -> None:
        for part in _CELL_PART.finditer(blocks[0]):
            formula = part["formula"] or ""
            if r"\|" in formula:
                message = say(
                    "bar-in-cell",
                    "in a table {sign} is a bar of the formula {formula} or a double bar",
                    sign=r"'\|'",
                    formula=quote_text(formula),
                )
                hint = advise("write {value} or {other}", value=r"'\vert'", other=r"'\Vert'")
                self._flaws.append(Flaw(formula, formula.index(r"\|"), message, hint))
        super().run(parent, blocks)

    def _split(self, row: str) -> list[str]:
        hidden = _CELL_PART.sub(
            lambda part: part[0].replace("|", _HIDDEN_BAR) if part["formula"] else part[0], row
        )
        cells = super()._split(hidden)  # type: ignore[misc]  # the stubs lack it
        return [cell.replace(_HIDDEN_BAR, "|") for cell in cells]


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
    """Make the highest heading of a text h2, since h1 is the title of the page, and shift the others."""

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
    """Return `table` in a box that scrolls by keyboard too, labelled with the columns of the table."""
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
    """Return the formula as MathML; where it has a mistake, add that to `flaws` and return the source."""
    result = convert_formula(latex, display, quote_text(" ".join(source.split())))
    if isinstance(result, Element):
        for element in result.iter():
            element.text = AtomicString(element.text or "")
        return result
    flaws.append(Flaw(source, source.index(latex) + result.offset, result.message, result.hint))
    code = Element("code")
    code.text = AtomicString(source)
    return code
