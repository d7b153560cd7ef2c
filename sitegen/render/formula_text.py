"""Write formulas as lines of text as well, for who does not see them drawn.

A program that knows no MathML joins its letters: a fraction of 1 and 2 is `12` in a text browser, in what is
copied and to who is read to. So `P = 1/(1 + 10^(−(A − B)√N/2000))` follows the formula, out of sight.
"""

import re
from functools import lru_cache
from html import escape
from xml.etree.ElementTree import Element, ParseError, fromstring

_START, _END = "<math", "</math>"
_HEAD = re.compile(r"<th\b[^>]*>")
_POWER, _POWER_END = re.compile("<sup>"), re.compile("</sup>")
_SPACED = frozenset("+−-±×·⋅=≠≈≡<>≤≥∈→⇒")
"""Operators between two terms; behind another, or what opens, they belong to the term that follows."""
_OPENING = _SPACED | frozenset("([{|⟨⌊⌈,;")
_INVISIBLE = dict.fromkeys(map(ord, "\N{FUNCTION APPLICATION}\N{INVISIBLE TIMES}\N{INVISIBLE SEPARATOR}"))
_TOKENS = frozenset({"mi", "mn", "mo", "ms", "mtext"})
_SCRIPTS = {
    "msub": ("_",),
    "munder": ("_",),
    "msup": ("^",),
    "msubsup": ("_", "^"),
    "munderover": ("_", "^"),
}
"""The signs before what stands below and above a term."""


def add_formula_texts(page: str) -> str:
    """Return a page with each formula followed by the same as a line of text, unless it reads alike.

    One that stands apart can be reached by the keyboard, to be pushed aside where it is wide; one that is
    the head of a column names it.
    """
    before, *others = page.split(_START)
    parts = [before]
    for other in others:
        formula, end, after = other.partition(_END)
        is_head = after.startswith("</th>") and _HEAD.fullmatch(before[before.rfind("<") :])
        write = _name_head if is_head else _add_text
        parts += write(f"{_START}{formula}{end}") if end else f"{_START}{formula}", after
        before = after
    return "".join(parts)


def mark_powers(html: str) -> str:
    """Return a line of HTML whose powers have the signs that tell them as text, out of sight: `10^(n/2)`."""
    return _POWER_END.sub("</sup><i>)</i>", _POWER.sub("<i>^(</i><sup>", html))


def _add_text(formula: str) -> str:
    text = _render_text(formula)
    if 'display="block"' in formula.partition(">")[0]:
        formula = formula.replace(_START, f'{_START} tabindex="0"', 1)
    return formula + text


def _name_head(formula: str) -> str:
    """Return the formula that is the head of a column, with its text in its place for who listens."""
    try:
        text = escape(write_formula(fromstring(formula)), quote=False)  # noqa: S314 - as below
    except ParseError:
        return formula
    formula = formula.replace(_START, f"{_START} aria-hidden=true", 1)
    return f"{formula}<span class=vh>{text}</span>"


@lru_cache(maxsize=1024)
def _render_text(formula: str) -> str:
    """Return the text of a formula as an element, blank if it is what the formula itself reads."""
    try:
        math = fromstring(formula)  # noqa: S314 - made by this program or a template of the site
    except ParseError:  # in a template of the site, with a name that HTML alone has
        return ""
    text = write_formula(math)
    if "".join(text.split()) == "".join("".join(math.itertext()).split()):
        return ""
    return f"<span class=vh aria-hidden=true> {escape(text, quote=False)}</span>"


def write_formula(math: Element) -> str:
    """Return a formula in MathML as a line of text."""
    return " ".join(_write(math).split())


def _write(element: Element) -> str:
    parts = list(element)
    match element.tag:
        case "mspace":
            text = " "
        case "mfrac":
            text = f"{_group(parts[:1])}/{_group(parts[1:])}"
        case "msqrt":
            text = f"√{_group(parts)}"
        case "mroot":
            text = f"{_group(parts[:1])}^(1/{_group(parts[1:])})"
        case "mtable":
            text = "; ".join([" ".join(map(_write, row)) for row in parts])
        case tag if signs := _SCRIPTS.get(tag):
            scripts = zip(signs, parts[1:], strict=True)
            text = _group(parts[:1]) + "".join([f"{sign}{_group([script])}" for sign, script in scripts])
        case _:
            text = (element.text or "").translate(_INVISIBLE) + _write_row(parts)
    return text


def _write_row(parts: list[Element]) -> str:
    """Return what stands in a row, with operators set apart from the terms on both sides."""
    line = ""
    for place, part in enumerate(parts):
        text = _write(part)
        is_fraction = part.tag == "mfrac"
        if is_fraction and any(_is_term(near) for near in (*parts[:place][-1:], *parts[place + 1 :][:1])):
            text = f"({text})"  # else what follows would stand below the line
        if part.tag == "mo" and text in _SPACED and line.strip() and line.rstrip()[-1] not in _OPENING:
            text = f" {text} "
        elif part.tag == "mo" and text in {",", ";"}:
            text = f"{text} "
        elif line[-1:].isalnum() and text[:1].isalnum() and "mtext" in {part.tag, parts[place - 1].tag}:
            text = f" {text}"
        line += text
    return line


def _is_term(part: Element) -> bool:
    return part.tag not in {"mo", "mspace"}


def _group(parts: list[Element]) -> str:
    """Return the parts of a term as one: in parentheses, unless they are one sign, word or number."""
    while len(parts) == 1 and parts[0].tag in {"mrow", "mpadded", "mstyle"}:
        parts = list(parts[0])
    text = _write_row(parts).strip()
    is_one = len(parts) == 1 and parts[0].tag in _TOKENS and len(text.split()) == 1
    return text if is_one or _is_enclosed(text) else f"({text})"


def _is_enclosed(text: str) -> bool:
    """Return whether the first parenthesis of a text is closed by its last."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return sign == ")" and place == len(text) - 1
    return False
