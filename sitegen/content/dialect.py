"""What written pages can do beyond Python-Markdown: formulas as MathML, and tables that scroll on a phone."""

import re
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from sitegen.problem import quoted, suggestion

_STASHED = re.compile("\x02[^\x03]*\x03")  # how Python-Markdown marks what it has put aside
_DISPLAY = r"(?<!\\)\$\$((?:\\.|[^$\\\x02\x03])+)\$\$"
# As in Pandoc, so that "$5 and $10" is money: no space inside the dollars, no letter or digit outside them.
_INLINE = r"(?<![\\$\w])\$(?![\s$])((?:\\.|[^$\\\x02\x03])+)(?<!\s)\$(?![\w$])"
_OPENED = r"(?<!\\)\$\$"
_BLOCK = re.compile(r"(?:\A[ ]{0,3}|(?<=\n))" + _DISPLAY, re.DOTALL)
_DEFINITION = re.compile(
    r"\\(?:(?:re)?new(?:command|environment)|providecommand|g?def|DeclareMathOperator)(?![a-zA-Z])"
)
_COMMENT = re.compile(r"(?<!\\)%")


class Flaw(NamedTuple):
    """Something wrong with `source`, a piece of a page as it was written, `offset` characters into it."""

    source: str
    offset: int
    message: str
    hint: str = ""


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
        message = f"{quoted(rest)} opens a formula that is not closed"
        hint = "end it with '$$' before the next blank line; for two dollar signs write '\\$\\$'"
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
    result = _mathml(latex, display)
    if isinstance(result, Element):
        return result
    offset, message, hint = result
    inside = source.index(latex) + offset
    flaws.append(Flaw(source, inside, f"the formula {quoted(' '.join(source.split()))} {message}", hint))
    code = Element("code")
    code.text = AtomicString(source)
    return code


_Fault = tuple[int, str, str]  # where in the formula, what is wrong, how to mend it


def _mathml(latex: str, display: str) -> Element | _Fault:
    from latex2mathml.converter import convert_to_element  # noqa: PLC0415 - slow; many sites have no formula

    fault = _misspelt(latex)
    if fault:
        return fault
    try:
        math: Element = convert_to_element(latex, display=display)
    except Exception as error:  # noqa: BLE001 - the library lets whatever goes wrong inside it through
        return 0, f"cannot be read: {_words(error)}", ""
    for element in math.iter():
        element.text = AtomicString(element.text or "")
        if "columnalign" in element.attrib:  # which browsers no longer heed
            element.set("class", element.attrib.pop("columnalign"))
    math.set("alttext", " ".join(latex.split()))
    return _unknown_command(latex, math) or math


def _misspelt(latex: str) -> _Fault | None:
    """What the library would pass over without a word."""
    brace = _lone_brace(latex)
    if brace is not None:
        return (
            brace,
            f"has {quoted(latex[brace])} without its partner",
            "a brace to be seen is written '\\{' or '\\}'",
        )
    comment = _COMMENT.search(latex)
    if comment:
        return comment.start(), "has '%', which hides the rest of its line", "write '\\%'"
    definition = _DEFINITION.search(latex)
    if definition:
        return definition.start(), f"defines a command with {quoted(definition[0])}", "write the formula out"
    return None


def _lone_brace(latex: str) -> int | None:
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


def _unknown_command(latex: str, math: Element) -> _Fault | None:
    """A command that the library does not know, which it would show by its name."""
    from latex2mathml.commands import CONVERSION_MAP  # noqa: PLC0415 - see _mathml
    from latex2mathml.symbols_parser import SYMBOLS  # noqa: PLC0415 - see _mathml

    for element in math.iter("mi"):
        command = element.text or ""
        if command.startswith("\\"):
            known = (each for each in (*CONVERSION_MAP, *SYMBOLS) if each.startswith("\\"))
            return (
                max(latex.find(command), 0),
                f"uses the unknown command {quoted(command)}",
                suggestion(command, known),
            )
    return None


def _words(error: Exception) -> str:
    """The name of the error in words, for the library's own errors have no other text."""
    if not type(error).__module__.startswith("latex2mathml"):
        return "it is not LaTeX, or too deeply nested"
    return re.sub("(?<=[a-z])(?=[A-Z])", " ", type(error).__name__.removesuffix("Error")).lower()
