"""Whether an SVG drawing is only that: a browser that opens one by itself runs the scripts in it."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError, fromstring

from sitegen.message import say
from sitegen.problem import quoted

_ELEMENTS = {"script", "foreignobject", "handler", "listener", "iframe", "embed", "object"}
_ADDRESS = re.compile(r"\s*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:", re.IGNORECASE)
_DECLARATIONS = (b"<!ENTITY", b"<?xml-stylesheet")  # which can spell anything, and at any length


def fault(svg: bytes) -> str:
    """What is wrong with the drawing, empty when nothing is."""
    declared = next((each.decode() for each in _DECLARATIONS if each in svg), "")
    if declared:
        return _scripted(declared)
    try:
        drawing = fromstring(svg)  # noqa: S314 - without entities there is nothing to expand
    except (ParseError, ValueError, LookupError) as error:
        return say("drawing-unreadable", "not a drawing that can be read: {error}", error=str(error))
    found = next(_scripts(drawing), "")
    return _scripted(found) if found else ""


def _scripted(by: str) -> str:
    return say("drawing-with-script", "a drawing with {part} can carry scripts", part=quoted(by))


def _scripts(drawing: Element) -> Iterator[str]:
    for element in drawing.iter():
        tag = _local(element.tag)
        if tag in _ELEMENTS:
            yield f"<{tag}>"
        for name, value in element.attrib.items():
            if _local(name).startswith("on") or any(map(_ADDRESS.match, value.split(";"))):
                yield _local(name)


def _local(name: str) -> str:
    """The name without its namespace."""
    return name.rpartition("}")[2].lower()
