"""XML as other programs write it -> its elements with their lines; nothing is fetched, no entity is made."""

import codecs
import html
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from xml.parsers import expat

from sitegen.commands.importing.source import SourceError
from sitegen.message import advise, say

_DEEPEST = 100
_MOST = 2_000_000
_START = 65536
_DECLARED = re.compile(
    rb"""<\?xml[^>]*?encoding\s*=\s*["']((?:iso-8859-|windows-|cp)\d+)["']""", re.IGNORECASE
)
_BARE = re.compile(r"&(?!#\d+;|#x[0-9a-fA-F]+;|[a-zA-Z][a-zA-Z0-9]*;)")
_AGAIN = advise("let the program that made it write the file again")


@dataclass(slots=True)
class Element:
    """An element by its name in capitals, with the line at which it begins."""

    name: str
    line: int
    attributes: Mapping[str, str]
    children: list["Element"] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its own text, with one blank between words."""
        return " ".join("".join(self.parts).split())

    def all(self, *names: str) -> Iterator["Element"]:
        """The elements of these names straight inside it."""
        return (child for child in self.children if child.name in names)

    def first(self, *names: str) -> "Element | None":
        """The first of these names, in the order of the names, straight inside it that is not blank."""
        return next((found for name in names for found in self.all(name) if found.text), None)

    def cell(self, *names: str) -> str:
        """The text of that element, or an attribute of one of these names; blank where there is none."""
        found = self.first(*names)
        if found is not None:
            return found.text
        return next(
            (" ".join(self.attributes[name].split()) for name in names if name in self.attributes), ""
        )


class _RootError(Exception):
    """The start of the root element, where nothing more has to be read."""


def root_name(data: bytes) -> str:
    """The name of the root element, in capitals; blank where the bytes are no XML."""
    found: list[str] = []

    def start(name: str, _: Mapping[str, str]) -> None:
        found.append(name.upper())
        raise _RootError

    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler = start
    with suppress(_RootError, expat.ExpatError, ValueError):
        head = data if len(data) <= _START else data[: data.rfind(b">", 0, _START) + 1]
        parser.Parse(_decoded(head).lstrip(), False)
    return found[0] if found else ""


def elements(data: bytes) -> Element:
    """The root element with all that is in it."""
    text = _decoded(data).rstrip("\0\x1a \t\r\n")
    written = text.lstrip()
    before = text[: len(text) - len(written)].count("\n")
    try:
        return _parsed(_BARE.sub("&amp;", written), before)
    except (expat.ExpatError, ValueError) as error:
        line = getattr(error, "lineno", 0) + before
        told = say("xml-broken", "line {line} is no XML: the file is damaged or cut short", line=line)
        raise SourceError(told, _AGAIN) from None


def _parsed(text: str, before: int) -> Element:
    top = Element("", 0, {})
    open_elements = [top]
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    count = 0

    def start(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal count
        count += 1
        if count > _MOST or len(open_elements) > _DEEPEST:
            raise SourceError(say("xml-too-large", "the file has too many elements, or too deep"))
        named = {each.upper(): value for each, value in attributes.items()}
        element = Element(name.upper(), parser.CurrentLineNumber + before, named)
        open_elements[-1].children.append(element)
        open_elements.append(element)

    def end(_: str) -> None:
        open_elements.pop()

    def add(part: str) -> None:
        open_elements[-1].parts.append(part)

    def refuse(*_: object) -> None:
        told = say("xml-entity", "the file declares entities of its own, which are never read")
        raise SourceError(told, advise("take the declarations out, or let the program write it again"))

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.EntityDeclHandler = add, refuse
    parser.SkippedEntityHandler = lambda name, is_parameter: None if is_parameter else add(_character(name))
    parser.UseForeignDTD(True)  # an entity that nobody declared is skipped then, and no error
    parser.Parse(text, True)
    return top.children[0]


def _character(name: str) -> str:
    """What HTML calls by this name; as written where it is nothing."""
    return html.unescape(f"&{name};")


def _decoded(data: bytes) -> str:
    """UTF-8 or UTF-16 where the bytes are, else as declared; Windows-1252, which nearly all others are."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    body = data.removeprefix(codecs.BOM_UTF8)
    try:
        return body.decode()
    except UnicodeDecodeError:
        pass
    declared = _DECLARED.match(body.lstrip())
    name = declared[1].decode().lower() if declared else "cp1252"
    try:
        return body.decode("cp1252" if name == "iso-8859-1" else name, "replace")
    except LookupError:
        return body.decode("cp1252", "replace")
