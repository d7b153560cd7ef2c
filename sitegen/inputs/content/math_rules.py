"""Find formulas in Markdown: `$…$` in a line, `$$…$$`, and a block of code that is called `math`.

What is between the dollar signs is one piece: nothing in it is Markdown, and a bar in it divides no cells.
"""

import re
from collections.abc import Iterator
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.rules_block import StateBlock, paragraph, table
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from sitegen.core.problems import advise, quote_text, say
from sitegen.inputs.content.flaws import Flaw

INLINE, BLOCK = "formula_inline", "formula_block"
"""The types of tokens: the content is LaTeX, `markup` all that was typed, `info` how it is shown."""

_OWN_DOLLARS = r"\\text\{[^{}$\n]*\$[^{}$\n]*\$[^{}$\n]*\}"  # which do not end a formula
_TEXT = rf"(?:{_OWN_DOLLARS}|\\[\s\S]|[^$\\])+"
_ROW = rf"(?:{_OWN_DOLLARS}|\\[^\n]|[^$\\\n])+"
# As in Pandoc, so that "$5 and $10" is money: no space inside the dollars, no letter or digit outside them.
_OPENING, _CLOSING = r"(?<![\\$\w])\$(?![\s$`])", r"(?<!\s)\$(?![\w$])"
_DISPLAY = re.compile(rf"\$\$({_TEXT})\$\$")
_IN_LINE = re.compile(rf"{_OPENING}({_TEXT}){_CLOSING}")
_IN_TICKS = re.compile(r"\$`([^`$]+)`\$")
_FORMULAS = (("block", _DISPLAY), ("inline", _IN_LINE), ("inline", _IN_TICKS))
_CODE_OR_FORMULA = re.compile(
    rf"(?<!`)(`{{1,100}})(?!`)[^\n]{{1,2000}}?(?<!`)\1(?!`)|\\[^\n]"
    rf"|(?P<formula>\$\${_ROW}\$\$|{_OPENING}{_ROW}{_CLOSING}|\$`[^`$\n]+`\$)"
)
_MASK = "\x02"
"""What stands for a bar of a formula while a row is divided into cells."""


def formula_plugin(parser: MarkdownIt) -> None:
    """Add the rules of formulas to a parser; mistakes are added to the `flaws` of its environment."""
    parser.inline.ruler.before("escape", INLINE, _read_inline)
    parser.block.ruler.before(
        "fence", BLOCK, _read_block, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    parser.block.ruler.at("table", _read_table, {"alt": ["paragraph", "reference"]})
    parser.add_render_rule(INLINE, _render_inline)
    parser.add_render_rule(BLOCK, _render_block)


def is_formula(token: Token) -> bool:
    """Return whether a block of code is a formula."""
    return token.type == "fence" and token.info.strip() == "math"


def render_block(token: Token, flaws: list[Flaw]) -> str:
    """Return the HTML of a formula that is a block of its own."""
    html = _render(token.markup or token.content, token.content, "block", flaws)
    return f'<div class="formula">{html}</div>\n'


def _read_inline(state: StateInline, silent: bool) -> bool:
    """Read a formula in a line, or `$$` that nothing closes."""
    if state.src[state.pos] != "$":
        return False
    for display, pattern in _FORMULAS:
        if found := pattern.match(state.src, state.pos, state.posMax):
            if not silent:
                token = state.push(INLINE, "", 0)
                token.content, token.markup, token.info = found[1], found[0], display
            state.pos = found.end()
            return True
    if not state.src.startswith("$$", state.pos):
        return False
    if not silent:
        state.env["flaws"].append(_explain_unclosed(state.src[state.pos :].split("\n")[0]))
        state.pending += "$$"
    state.pos += 2
    return True


def _explain_unclosed(rest: str) -> Flaw:
    message = say("formula-not-closed", "{text} opens a formula that is not closed", text=quote_text(rest))
    hint = advise("end it with '$$' before the next blank line; for two dollar signs write '\\$\\$'")
    return Flaw(rest, 0, message, hint)


def _read_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read a formula that begins a line, up to its end; what follows on that line is a paragraph."""
    begin = state.bMarks[start] + state.tShift[start]
    found = _DISPLAY.match(state.src, begin)
    if not found or state.is_code_block(start):
        return False
    last = start
    while state.eMarks[last] < found.end():
        last += 1
        if last >= end or state.isEmpty(last) or state.sCount[last] < state.blkIndent:
            return False
    if silent:
        return True
    lines = _DISPLAY.match(state.getLines(start, last + 1, state.blkIndent, False).lstrip())
    token = state.push(BLOCK, "", 0)
    token.content, token.markup, token.info = (lines or found)[1], found[0], "block"
    token.map = [start, last + 1]
    state.line = last + 1
    rest = state.src[found.end() : state.eMarks[last]]
    if not rest.strip():
        return True
    state.bMarks[last] = found.end()
    state.tShift[last] = len(rest) - len(rest.lstrip())
    state.sCount[last] = state.blkIndent
    return paragraph(state, last, end, False)


def _read_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read a table, of which the bars in formulas divide no cells."""
    source, length = state.src, len(state.tokens)
    state.src = _mask_bars(source, state.env)
    try:
        is_table = table(state, start, end, silent)
    finally:
        is_masked, state.src = state.src is not source, source
    if is_table and is_masked and not silent:
        for token in state.tokens[length:]:
            token.content = token.content.replace(_MASK, "|")
        rows = source[state.bMarks[start] : state.eMarks[state.line - 1]]
        state.env["flaws"] += _find_escaped_bars(rows)
    return is_table


def _mask_bars(source: str, environment: Any) -> str:
    """Return a text in which other signs stand for the bars of formulas."""
    if "masked" not in environment:
        has_both = "$" in source and "|" in source
        environment["masked"] = _CODE_OR_FORMULA.sub(_mask, source) if has_both else source
    return str(environment["masked"])


def _mask(found: re.Match[str]) -> str:
    return found[0].replace("|", _MASK) if found["formula"] else found[0]


def _find_escaped_bars(rows: str) -> Iterator[Flaw]:
    r"""Yield the formulas of a table with `\|`: a bar to GitHub, and a double bar to LaTeX."""
    for found in _CODE_OR_FORMULA.finditer(rows):
        formula = found["formula"] or ""
        if r"\|" in formula:
            message = say(
                "bar-in-cell",
                "in a table {sign} is a bar of the formula {formula} or a double bar",
                sign=r"'\|'",
                formula=quote_text(formula),
            )
            hint = advise("write {value} or {other}", value=r"'\vert'", other=r"'\Vert'")
            yield Flaw(formula, formula.index(r"\|"), message, hint)


def _render_inline(_renderer: object, tokens: Any, idx: int, _options: object, env: Any) -> str:
    token = tokens[idx]
    return _render(token.markup, token.content, token.info, env["flaws"])


def _render_block(_renderer: object, tokens: Any, idx: int, _options: object, env: Any) -> str:
    return render_block(tokens[idx], env["flaws"])


def _render(source: str, latex: str, display: str, flaws: list[Flaw]) -> str:
    """Return the formula as MathML; where it has a mistake, add that to `flaws` and return the source."""
    from xml.etree.ElementTree import Element, tostring  # noqa: PLC0415 - many sites have no formula

    from sitegen.inputs.content.formulas import convert_formula  # noqa: PLC0415 - as above

    result = convert_formula(latex, display, quote_text(" ".join(source.split())))
    if isinstance(result, Element):
        return tostring(result, "unicode", short_empty_elements=False)
    offset, message, hint = result
    flaws.append(Flaw(source, max(source.find(latex), 0) + offset, message, hint))
    return f"<code>{escapeHtml(source)}</code>"
