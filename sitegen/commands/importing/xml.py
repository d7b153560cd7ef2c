"""XML as other programs write it -> its elements with their lines; nothing is fetched, no entity is made."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import NoReturn, Union
from xml.parsers import expat
from xml.sax.saxutils import escape

from sitegen.commands.importing.source import SourceError, decode
from sitegen.core.problems import advise, quote_text, say

_DEEPEST, _MOST = 100, 2_000_000
_HEAD_BYTES = 65536
_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")
_ENCODING = re.compile(
    rb"""\s*<\?xml[^>]*?encoding\s*=\s*["']((?:iso-8859-|windows-|cp)\d+)""", re.IGNORECASE
)
_ROOT = re.compile(r"(?>\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)*+<([\w.-]+)", re.DOTALL)
_STRAY_AMPERSAND = re.compile(r"&(?!#\d+;|#x[0-9a-fA-F]+;|(?:amp|lt|gt|quot|apos);)(?:\w+;)?")


@dataclass(slots=True)
class Element:
    """An element by its name in capitals, with the line at which it begins, its texts and what is in it."""

    name: str
    line: int
    attributes: Mapping[str, str]
    parts: list[Union[str, "Element"]] = field(default_factory=list)

    @property
    def place(self) -> str:
        """Where it begins."""
        return f"line {self.line}"

    @property
    def children(self) -> list["Element"]:
        """The elements straight inside it."""
        return [part for part in self.parts if isinstance(part, Element)]

    @property
    def raw(self) -> str:
        """Its own text as it stands."""
        return "".join(part for part in self.parts if isinstance(part, str))

    @property
    def text(self) -> str:
        """Its own text, with one blank between words."""
        return " ".join(self.raw.split())

    def find_all(self, *names: str) -> Iterator["Element"]:
        """The elements of these names straight inside it."""
        return (part for part in self.parts if isinstance(part, Element) and part.name in names)

    def find_within(self, group: str, name: str) -> list["Element"]:
        """The elements of a name in the groups inside it."""
        return [child for parent in self.find_all(group) for child in parent.find_all(name)]

    def find_first(self, *names: str) -> "Element | None":
        """The first of these names, in the order of the names, straight inside it that is not blank."""
        return next((found for name in names for found in self.find_all(name) if found.text), None)

    def get_text(self, *names: str) -> str:
        """The text of that element, or an attribute of one of these names; blank where there is none."""
        found = self.find_first(*names)
        given = (self.attributes[name] for name in names if name in self.attributes)
        return found.text if found else " ".join(next(given, "").split())


ElementHandler = Callable[[Element, Sequence[Element]], None]


def read_root_name(data: bytes) -> str:
    """The name of the root element, in capitals; blank where the bytes are no XML."""
    found = _ROOT.match(decode(data[:_HEAD_BYTES], "utf-8"))
    return found[1].upper() if found else ""


def parse_document(data: bytes) -> Element:
    """The root element of a file, whatever its encoding, and with names that are no XML, such as `A & B`."""
    declared = _ENCODING.match(data.removeprefix(b"\xef\xbb\xbf"))
    encoding = declared[1].decode().lower().replace("iso-8859-1", "cp1252") if declared else "cp1252"
    text = decode(data, "utf-8", encoding).rstrip("\0\x1a \t\r\n")
    if found := _DECLARATION.match(text):
        text = "\n" * found[0].count("\n") + text[found.end() :]
    return parse_elements(_STRAY_AMPERSAND.sub(lambda found: escape(unescape(found[0])), text))


def parse_elements(data: bytes | str, take: Mapping[str, ElementHandler] | None = None) -> Element:
    """The root element with all that is in it but those that are taken as soon as they end.

    Who takes them gets the elements that they stand in as well. A document type is passed over.
    """
    top = Element("", 0, {})
    above, takers = [top], take or {}
    parser = expat.ParserCreate("utf-8" if isinstance(data, str) else None)
    parser.buffer_text, parser.buffer_size = True, 2**16
    count = 0

    def start(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal count
        count += 1
        if (count > _MOST and not takers) or len(above) > _DEEPEST:
            raise SourceError(say("xml-too-large", "the file has too many elements, or too deep"))
        named = {key.upper(): value for key, value in attributes.items()}
        element = Element(name.rpartition(":")[2].upper(), parser.CurrentLineNumber, named)
        above[-1].parts.append(element)
        above.append(element)

    def end(_: str) -> None:
        element = above.pop()
        if element.name in takers:
            above[-1].parts.pop()
            takers[element.name](element, above)

    def add(text: str) -> None:
        above[-1].parts.append(text)

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = add
    parser.EntityDeclHandler = _refuse_entity
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError) as error:
        line = getattr(error, "lineno", 1)
        message = say("broken-xml", "line {line} is no XML: the file is damaged or cut short", line=line)
        raise SourceError(message, advise("let the program that made it write the file again")) from error
    return top.children[0]


def _refuse_entity(name: str, *_: object) -> NoReturn:
    message = say("entity-declared", "the file declares the entity {name}", name=quote_text(name))
    raise SourceError(message, advise("no program writes this into a file of results: ask who made it"))
