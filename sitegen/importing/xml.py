"""XML files of other programs: elements with their line numbers, without external or own entities."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import NoReturn, Union
from xml.parsers import expat
from xml.sax.saxutils import escape

from sitegen.core.problems import advise, quote_text, say
from sitegen.importing.source import SourceError, decode

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
    """An element: its name in capitals, the line where it begins, its attributes, and its parts."""

    name: str
    line: int
    attributes: Mapping[str, str]
    parts: list[Union[str, "Element"]] = field(default_factory=list)

    @property
    def place(self) -> str:
        """The place as it is shown: `line 12`."""
        return f"line {self.line}"

    @property
    def children(self) -> list["Element"]:
        """The child elements."""
        return [part for part in self.parts if isinstance(part, Element)]

    @property
    def raw(self) -> str:
        """The text directly inside it, with its blanks."""
        return "".join(part for part in self.parts if isinstance(part, str))

    @property
    def text(self) -> str:
        """The text directly inside it, with one blank between words."""
        return " ".join(self.raw.split())

    def find_all(self, *names: str) -> Iterator["Element"]:
        """Yield the child elements with one of these names."""
        return (part for part in self.parts if isinstance(part, Element) and part.name in names)

    def find_within(self, group: str, name: str) -> list["Element"]:
        """Return the elements with a name in the child elements called `group`."""
        return [child for parent in self.find_all(group) for child in parent.find_all(name)]

    def find_first(self, *names: str) -> "Element | None":
        """Return the first child element with text, looking for one name after the other."""
        return next((child for name in names for child in self.find_all(name) if child.text), None)

    def get_text(self, *names: str) -> str:
        """Return the text of `find_first`, else the first attribute with one of these names, else blank."""
        element = self.find_first(*names)
        values = (self.attributes[name] for name in names if name in self.attributes)
        return element.text if element else " ".join(next(values, "").split())


ElementHandler = Callable[[Element, Sequence[Element]], None]


def read_root_name(data: bytes) -> str:
    """Return the name of the root element in capitals; blank where the bytes are no XML."""
    match = _ROOT.match(decode(data[:_HEAD_BYTES], "utf-8"))
    return match[1].upper() if match else ""


def parse_document(data: bytes) -> Element:
    """Parse a file in any encoding; unescaped ampersands, as in `A & B`, are allowed."""
    encoding_match = _ENCODING.match(data.removeprefix(b"\xef\xbb\xbf"))
    encoding = (
        encoding_match[1].decode().lower().replace("iso-8859-1", "cp1252") if encoding_match else "cp1252"
    )
    text = decode(data, "utf-8", encoding).rstrip("\0\x1a \t\r\n")
    if match := _DECLARATION.match(text):
        text = "\n" * match[0].count("\n") + text[match.end() :]
    return parse_elements(_STRAY_AMPERSAND.sub(lambda match: escape(unescape(match[0])), text))


def parse_elements(data: bytes | str, handlers: Mapping[str, ElementHandler] | None = None) -> Element:
    """Parse XML and return the root element; raise a `SourceError` where it is broken.

    An element with a handler is not kept: the handler gets it at its end, with its ancestors.
    """
    top = Element("", 0, {})
    ancestors, handlers_by_name = [top], handlers or {}
    parser = expat.ParserCreate("utf-8" if isinstance(data, str) else None)
    parser.buffer_text, parser.buffer_size = True, 2**16
    count = 0

    def start(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal count
        count += 1
        if (count > _MOST and not handlers_by_name) or len(ancestors) > _DEEPEST:
            raise SourceError(say("xml-too-large", "the file has too many elements, or too deep"))
        attributes_by_name = {key.upper(): value for key, value in attributes.items()}
        element = Element(name.rpartition(":")[2].upper(), parser.CurrentLineNumber, attributes_by_name)
        ancestors[-1].parts.append(element)
        ancestors.append(element)

    def end(_: str) -> None:
        element = ancestors.pop()
        if element.name in handlers_by_name:
            ancestors[-1].parts.pop()
            handlers_by_name[element.name](element, ancestors)

    def add(text: str) -> None:
        ancestors[-1].parts.append(text)

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
    raise SourceError(message, advise("no program writes this into a file of results: ask the sender"))
