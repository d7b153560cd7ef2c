"""Whether an SVG drawing is only that: a browser that opens one by itself runs the scripts in it.

It is read by a parser of XML, and may have nothing but what is known to do no harm. What is not UTF-8, or
has a document type, could be one thing here and another in a browser.
"""

from collections.abc import Mapping
from xml.parsers.expat import ExpatError, ParserCreate

from sitegen.content import graphics
from sitegen.message import Message, say
from sitegen.problem import quoted

_SEPARATOR = "}"
_ROOT = f'<svg xmlns="{graphics.SVG}">'


class _RefusedError(Exception):
    """What stands in a drawing may not."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


def fault(svg: bytes) -> str:
    """What is wrong with the drawing, empty when nothing is."""
    try:
        _Drawing().read(svg.decode())
    except UnicodeError:
        return say("drawing-not-utf-8", "this drawing is not UTF-8")
    except ExpatError as error:
        return say("drawing-unreadable", "not a drawing that can be read: {error}", error=str(error))
    except _RefusedError as refused:
        return refused.message
    return ""


class _Drawing:
    """A drawing being read: the names of the elements that are open, and the style sheet that is."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._style: list[str] = []

    def read(self, svg: str) -> None:
        """Read all of it; raises at the first thing that may not be there."""
        parser = ParserCreate("utf-8", _SEPARATOR)
        parser.buffer_text = True
        parser.XmlDeclHandler = self._declaration
        parser.StartDoctypeDeclHandler = lambda *_: _refuse("<!DOCTYPE>")
        parser.ProcessingInstructionHandler = lambda target, _: _refuse(f"<?{target}?>")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.Parse(svg, True)

    def _declaration(self, version: str, encoding: str | None, _: int) -> None:
        if encoding and encoding.casefold() != "utf-8":
            raise UnicodeError(encoding)
        if version != "1.0":
            _refuse(f"<?xml version='{version}'?>")

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        namespace, _, name = tag.rpartition(_SEPARATOR)
        if not self._open and (namespace, name) != (graphics.SVG, "svg"):
            message = say("not-a-drawing", "this is no drawing: that begins with {root}", root=_ROOT)
            raise _RefusedError(message)
        if not graphics.has_element(namespace, name) or self._open[-1:] == ["style"]:
            _refuse(f"<{name}>")
        self._open.append(name if namespace == graphics.SVG else "")
        for each, value in attributes.items():
            space, _, attribute = each.rpartition(_SEPARATOR)
            if not graphics.has_attribute(space, attribute, value, of=self._open[-1]):
                _refuse(attribute)

    def _end(self, _: str) -> None:
        if self._open.pop() == "style":
            if not graphics.is_plain("".join(self._style)):
                _refuse("<style>")
            self._style.clear()

    def _text(self, text: str) -> None:
        if self._open[-1] == "style":
            self._style.append(text)


def _refuse(part: str) -> None:
    message = say(
        "drawing-with-script",
        "a drawing with {part} can carry scripts, or load what stands elsewhere",
        part=quoted(part),
    )
    raise _RefusedError(message)
