"""Mend the MathML of math-core: what a page shows is what LaTeX prints, and no style stands in it.

The security policy of a site allows no inline style: what is styled gets a class of `templates/css/page.css`.
"""

import re
from itertools import dropwhile
from xml.etree.ElementTree import Element, SubElement

_LOOKS = {
    "text-align: left": "left",
    "text-align: right": "right",
    "padding-left: 0": "no-left",
    "padding-right: 0": "no-right",
    "padding-left:1em": "far-left",
    "padding-top: 0": "low",
    "border-top: 0.05em solid currentcolor": "line-above",
    "border-left: 0.05em solid currentcolor": "line-left",
    "border-right: 0.05em solid currentcolor": "line-right",
    "margin-left:-0.16666667em": "back",
}
"""The styles of math-core, with the classes that take their place."""
_IMPLIED = re.compile(
    r"justify-items: \w+|padding-bottom: 0|padding-top: 0\.1667em|math-shift:compact|width:.*"
)
"""The styles that nobody misses."""
_FRAMES = {"box": "boxed", "updiagonalstrike": "struck-up", "downdiagonalstrike": "struck-down"}
_LINE = "\N{COMBINING LOW LINE}"
_TEXT_TAGS = frozenset({"b", "em", "i", "mtext", "s", "u"})
_TAGS = _TEXT_TAGS | {
    *("code", "math", "menclose", "mfrac", "mi", "mmultiscripts", "mn", "mo", "mover", "mpadded", "mphantom"),
    *("mprescripts", "mroot", "mrow", "mspace", "msqrt", "msub", "msubsup", "msup", "mtable", "mtd", "mtr"),
    *("munder", "munderover", "span"),
}
_LIGATURES = {"---": "—", "--": "–", "‘‘": "“", "’’": "”"}  # noqa: RUF001 - typographic


class NotShownError(Exception):
    """A formula has something that pages cannot show."""


def mend_mathml(math: Element) -> None:
    """Make of the MathML of math-core what pages show; `NotShownError` if they cannot show all of it.

    One row holds all: else Chromium loses digits of a formula out of sight when its window changes.
    """
    row = Element("mrow")
    row.extend(math)
    math[:] = [row]
    elements = [*math.iter()]
    for element in elements:
        if element.tag not in _TAGS:
            raise NotShownError
        if element.tag == "mtable":
            _mend_table(element)
        elif element.tag == "menclose":
            _mend_frame(element)
        elif element.tag in {"mover", "munder"}:
            _mend_accent(element)
        elif element.tag in _TEXT_TAGS:
            _mend_text(element)
        for declaration in filter(None, element.attrib.pop("style", "").split(";")):
            _mend_style(element, declaration)
        if element.get("width", "").endswith(
            "rem"
        ):  # the size of the page, where TeX means that of its print
            element.set("width", element.attrib["width"].replace("rem", "em"))
    for element in elements:
        _mend_row(element)


def _mend_table(table: Element) -> None:
    """Leave out the blank columns for numbers, and a last row of which only the line above shows."""
    for row in table:
        for cell in [*row]:
            if cell.get("style", "").startswith("width:"):
                row.remove(cell)
    last = table[-1]
    if len(table) > 1 and len(last) == 1 and not len(last[0]):
        table.remove(last)
        if "border-top" in last[0].get("style", ""):
            for cell in table[-1]:
                _add_class(cell, "line-below")


def _mend_frame(element: Element) -> None:
    """Draw a frame or a stroke by a class: few browsers know `menclose`."""
    frame = _FRAMES.get(element.attrib.pop("notation"))
    if not frame:
        raise NotShownError
    for part in [*element]:
        if part.get("class", "").startswith("menclose"):
            element.remove(part)
    element.tag = "mrow"
    _add_class(element, frame)


def _mend_accent(element: Element) -> None:
    """Draw a line over or under a term by a class, as few fonts have one that grows, and let a tilde grow."""
    accent = element[1]
    if accent.text == _LINE:
        _add_class(element, "over" if element.tag == "mover" else "under")
        element.tag = "mrow"
        element.attrib.pop("accent", "")
        element.attrib.pop("accentunder", "")
        element.remove(accent)
    elif accent.text == "~" and accent.get("stretchy") == "true":
        accent.text = "\N{COMBINING TILDE}"


def _mend_row(row: Element) -> None:
    """Keep the gaps around an operator behind text, which browsers take for a blank: a name is none."""
    parts = [part for part in row if part.tag != "mspace"]
    behind = [*dropwhile(lambda part: part.tag == "mtext", parts)]
    if behind and behind[0].tag == "mo" and behind != parts:
        parts[0].tag = "mi"
        parts[0].set("mathvariant", "normal")


def _mend_text(element: Element) -> None:
    """Join dashes and quotation marks as TeX does."""
    for span in element.findall("span"):
        if "style" in span.attrib or span.attrib.pop("class", "") != "math-core-serif-font":
            raise NotShownError
    for signs, joined in _LIGATURES.items():
        element.text = (element.text or "").replace(signs, joined)


def _mend_style(element: Element, declaration: str) -> None:
    name, _, value = declaration.partition(":")
    if declaration in _LOOKS:
        _add_class(element, _LOOKS[declaration])
    elif name == "color":
        element.set("mathcolor", value)
    elif name == "font-size":
        element.set("mathsize", value)
    elif element.tag == "mpadded" and name == "padding-left":
        element.insert(0, Element("mspace", {"width": value}))
    elif element.tag == "mpadded" and name == "padding-right":
        SubElement(element, "mspace", {"width": value})
    elif not _IMPLIED.fullmatch(declaration):
        raise NotShownError


def _add_class(element: Element, name: str) -> None:
    element.set("class", f"{element.get('class', '')} {name}".strip())
