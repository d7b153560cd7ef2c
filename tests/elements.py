"""The elements of a page that the program made, read quickly.

The parser for any page of anybody takes five times as long: that was most of the time of following figures.
"""

import re
from html import unescape
from xml.etree.ElementTree import Element, SubElement

_CHART = re.compile(r"<svg(?:[^<]|<svg.*?</svg>|<(?!/svg))*</svg>", re.DOTALL)
"""Charts and signs, which draw what is written too, and take long to read; one may hold another."""
_PART = re.compile(r'<(/?)([a-z][\w-]*)((?:[^>"]|"[^"]*")*)>([^<]*)')
_ATTRIBUTE = re.compile(r'([^\s="]+)(?:=(?:"([^"]*)"|([^\s"]+)))?')
_EMPTY = {"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
_CELLS = {"p", "td", "th"}
_ROWS = {*_CELLS, "tr", "thead", "tbody", "tfoot", "caption"}
_BLOCKS = ("details", "div", "dl", "figure", "form", "h2", "h3", "ol", "p", "pre", "section", "table", "ul")
_ENDS = {
    **dict.fromkeys(_BLOCKS, frozenset({"p"})),
    **dict.fromkeys(("dt", "dd"), frozenset({"p", "dt", "dd"})),
    **dict.fromkeys(("td", "th"), _CELLS),
    **dict.fromkeys(("thead", "tbody", "tfoot"), _ROWS),
    "tr": {*_CELLS, "tr", "caption"},
    "li": {"p", "li"},
    "option": {"option"},
    "body": {"head"},
}
"""What ends where an element begins, when nothing else has ended it."""


def without_charts(text: str) -> str:
    """The text of a page without what draws figures that stand in tables too."""
    return _CHART.sub("", text)


def read(text: str) -> Element:
    """The element of the whole page, without its charts."""
    within = [Element("page")]
    for end, tag, said, behind in _PART.findall(without_charts(text)):
        if end:
            while within.pop().tag != tag:
                pass
        else:
            while within[-1].tag in _ENDS.get(tag, ()):
                within.pop()
            attributes = {name: unescape(one or other) for name, one, other in _ATTRIBUTE.findall(said)}
            made = SubElement(within[-1], tag, attributes)
            if tag not in _EMPTY:
                within.append(made)
                made.text = behind if tag == "script" else unescape(behind)
                continue
        last = within[-1][-1]
        last.tail = (last.tail or "") + unescape(behind)
    return within[0][0]
