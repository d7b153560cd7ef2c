"""Check files that are copied: extract their texts, to search them for names, and refuse unsafe SVG.

A browser that opens an SVG file runs the scripts in it. So a drawing may have only elements, attributes and
styles that run nothing and load nothing. Refused are scripts and events, embedded documents and files, and
animations, which can set any attribute later. Namespaces of drawing programs are allowed, as browsers ignore
them. A file that is not UTF-8 or has a document type is refused, since a browser could read it differently.
"""

import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from xml.parsers.expat import ExpatError, ParserCreate

from sitegen.core.problems import Message, quote_text, say
from sitegen.inputs.content.pictures import remove_pixels

_MAX_BYTES = 20_000_000
"""The most bytes that are unpacked from one file; a larger one is opaque."""
_ZIP, _PDF = b"PK\x03\x04", b"%PDF-"
_OPAQUE_MAGIC = (_PDF, b"\xd0\xcf\x11\xe0", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"\x1f\x8b", b"BZh", b"\xfd7zXZ")
"""The first bytes of files whose text is packed or drawn: PDF, old Office, archives."""
_TEXT_FILE = re.compile(r"\.(?:xml|rels|xhtml|html?|opf|ncx|txt|csv|md|json|svg)\Z", re.IGNORECASE)
_PARAGRAPH = re.compile(
    r"</(?:\w+:)?(?:p|h|si|t[rcd]|row|c|li|title)>|<(?:\w+:)?(?:br|tab|line-break)\b[^>]*>"
)
_ELEMENT = re.compile(r"<[^>]*>")
_STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)
_JOINT = re.compile(r"\)\s*-?[0-9.]*\s*\(")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class OpaqueFileError(ValueError):
    """A file that cannot be searched, or only in part."""


def is_opaque(data: bytes) -> bool:
    """Whether a file may have text that `iter_packed_texts` does not find."""
    if data.startswith(_ZIP):
        try:
            list(_unpack(data))
        except OpaqueFileError:
            return True
    return data.startswith(_OPAQUE_MAGIC)


def is_text_file(data: bytes) -> bool:
    """Whether a file is plain text."""
    return data.startswith(_UTF_16) or (b"\0" not in data and not data.startswith((_ZIP, *_OPAQUE_MAGIC)))


def decode_text(data: bytes) -> str:
    """Return the text of a text file: UTF-8, UTF-16 with its mark, else Windows-1252."""
    if data.startswith(_UTF_16):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def iter_packed_texts(data: bytes) -> Iterator[str]:
    """Yield the names and texts of the members of a zipped document, as far as it can be opened."""
    if data.startswith(_ZIP):
        with suppress(OpaqueFileError):
            yield from _unpack(data)


def iter_strings(data: bytes) -> Iterator[str]:
    """Yield what may be text in a binary file: of a picture but its pixels, or of streams of a PDF."""
    for stream in (remove_pixels(data), *(_iter_streams(data) if data.startswith(_PDF) else ())):
        for separator in (b"", b"\n"):  # NUL is between the letters of UTF-16, elsewhere between texts
            plain = stream.replace(b"\0", separator)
            yield _JOINT.sub("", plain.decode("latin-1"))
            yield plain.decode("utf-8", "ignore")


def _unpack(data: bytes) -> Iterator[str]:
    """Yield as `iter_packed_texts`; an XML document also without its tags, which can split words."""
    from zipfile import BadZipFile, ZipFile  # noqa: PLC0415 - many sites have no such file

    remaining = _MAX_BYTES
    try:
        with ZipFile(BytesIO(data)) as archive:
            for member in archive.infolist():
                yield member.filename
                if _TEXT_FILE.search(member.filename):
                    with archive.open(member) as part:
                        content = part.read(remaining + 1)
                    remaining -= len(content)
                    if remaining < 0:
                        raise OpaqueFileError
                    text = decode_text(content)
                    yield text
                    yield _ELEMENT.sub("", _PARAGRAPH.sub("\n", text))
    except (BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, zlib.error) as error:
        raise OpaqueFileError from error


def _iter_streams(data: bytes) -> Iterator[bytes]:
    """Yield the compressed streams of a PDF."""
    remaining = _MAX_BYTES
    for stream in _STREAM.finditer(data):
        try:
            content = zlib.decompressobj().decompress(stream[1], remaining)
        except zlib.error:
            continue
        remaining -= len(content)
        yield content
        if remaining <= 0:
            return


SVG_NAMESPACE = "http://www.w3.org/2000/svg"
"""The namespace of SVG."""
_XLINK_NAMESPACE = "http://www.w3.org/1999/xlink"
_XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace"
_INERT_NAMESPACES = frozenset(
    {
        "http://creativecommons.org/ns#",
        "http://purl.org/dc/elements/1.1/",
        "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
        "http://web.resource.org/cc/",
        "http://www.bohemiancoding.com/sketch/ns",
        "http://www.inkscape.org/namespaces/inkscape",
        "http://www.serif.com/",
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "http://xml.openoffice.org/svg/export",
    }
)
"""The namespaces of drawing programs and of metadata, which browsers ignore."""

_SHAPE_ELEMENTS = "circle ellipse image line path polygon polyline rect text textPath tspan use"
_STRUCTURE_ELEMENTS = "a defs desc g marker mask metadata pattern style svg switch symbol title view"
_PAINT_ELEMENTS = "clipPath filter linearGradient radialGradient stop"
_FILTER_ELEMENTS = (
    "feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting"
    " feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur"
    " feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile"
    " feTurbulence"
)
_ALLOWED_ELEMENTS = frozenset(
    f"{_SHAPE_ELEMENTS} {_STRUCTURE_ELEMENTS} {_PAINT_ELEMENTS} {_FILTER_ELEMENTS}".split()
)

_NAME_ATTRIBUTES = (
    "class focusable id lang rel role tabindex target requiredExtensions requiredFeatures systemLanguage"
)
"""Attributes that describe an element and draw nothing."""
_GEOMETRY_ATTRIBUTES = (
    "cx cy d dx dy fr fx fy gradientTransform gradientUnits height lengthAdjust markerHeight markerUnits"
    " markerWidth maskContentUnits maskUnits method offset orient patternContentUnits patternTransform"
    " patternUnits points pathLength preserveAspectRatio r refX refY rotate rx ry side spacing"
    " spreadMethod startOffset textLength transform version viewBox width x x1 x2 y y1 y2 zoomAndPan"
    " baseProfile clipPathUnits contentScriptType contentStyleType enable-background media style type"
)
_STYLE_ATTRIBUTES = (
    "alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation"
    " color-interpolation-filters color-rendering cursor direction display dominant-baseline fill"
    " fill-opacity fill-rule filter flood-color flood-opacity font font-family font-feature-settings"
    " font-kerning font-size font-size-adjust font-stretch font-style font-variant font-variant-caps"
    " font-variant-east-asian font-variant-ligatures font-variant-numeric font-variation-settings"
    " font-weight glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation"
    " kerning letter-spacing lighting-color line-height marker marker-end marker-mid marker-start mask"
    " mask-type mix-blend-mode opacity overflow paint-order pointer-events shape-rendering solid-color"
    " solid-opacity stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap"
    " stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-align text-anchor text-decoration"
    " text-orientation text-rendering transform-box transform-origin unicode-bidi vector-effect visibility"
    " white-space word-spacing writing-mode"
)
_FILTER_ATTRIBUTES = (
    "amplitude azimuth baseFrequency bias diffuseConstant divisor edgeMode elevation exponent filterRes"
    " filterUnits in in2 intercept k1 k2 k3 k4 kernelMatrix kernelUnitLength limitingConeAngle mode"
    " numOctaves operator order pointsAtX pointsAtY pointsAtZ preserveAlpha primitiveUnits radius result"
    " scale seed slope specularConstant specularExponent stdDeviation stitchTiles surfaceScale tableValues"
    " targetX targetY values xChannelSelector yChannelSelector z"
)
_DRAWING_ATTRIBUTES = frozenset(f"{_GEOMETRY_ATTRIBUTES} {_STYLE_ATTRIBUTES} {_FILTER_ATTRIBUTES}".split())

_DESCRIPTIVE_ATTRIBUTE = re.compile(rf"{_NAME_ATTRIBUTES.replace(' ', '|')}|(?:aria|data)-[a-z0-9-]+")
_LOCAL_LINK = re.compile(r"\s*#[^\s]*\s*")
_EXTERNAL_LINK = re.compile(r"\s*(?:https?://|mailto:)[^\s]*\s*")
_IMAGE_DATA = re.compile(r"\s*data:image/(?:gif|jpe?g|png|webp);base64,[A-Za-z0-9+/=\s]*")
_FUNCTION_CALL = re.compile(
    r"([\w-]{0,40})\(\s*([^\s)]{0,9})", re.ASCII
)  # with bounds, so as never to take long
_FUNCTION_NAMES = (
    "and blur brightness calc circle color color-mix contrast drop-shadow ellipse grayscale hsl hsla"
    " hue-rotate hwb inset invert lab lch matrix max media min nth-child not oklab oklch opacity or path"
    " polygon rgb rgba rotate saturate scale sepia skewX skewY skewx skewy translate translateX translateY"
    " translatex translatey var"
)
_ALLOWED_FUNCTIONS = frozenset(_FUNCTION_NAMES.split())
_AT_RULE = re.compile(r"@(?!media\b)")


def is_allowed_element(namespace: str, name: str) -> bool:
    """Whether a drawing may have this element."""
    return namespace in _INERT_NAMESPACES or (namespace == SVG_NAMESPACE and name in _ALLOWED_ELEMENTS)


def is_allowed_attribute(namespace: str, name: str, value: str, *, element: str) -> bool:
    """Whether an element, blank where it is not one of SVG, may have this attribute."""
    if namespace in {"", _XLINK_NAMESPACE} and name == "href":
        return _is_safe_link(value, element)
    if namespace == _XLINK_NAMESPACE:
        return name in {"actuate", "arcrole", "role", "show", "title", "type"}
    if namespace:
        return namespace in _INERT_NAMESPACES or (
            namespace == _XML_NAMESPACE and name in {"space", "lang", "id"}
        )
    if not element:
        return not name.casefold().startswith("on")
    return bool(_DESCRIPTIVE_ATTRIBUTE.fullmatch(name)) or (
        name in _DRAWING_ATTRIBUTES and is_safe_style(value)
    )


def is_safe_style(style: str) -> bool:
    """Whether a style, or a style sheet, loads nothing."""
    if "\\" in style or _AT_RULE.search(style):  # a backslash can write any other character
        return False
    return all(_is_safe_call(*call) for call in _FUNCTION_CALL.findall(style))


def _is_safe_call(name: str, argument: str) -> bool:
    if name.lower() == "url":
        return argument.strip("\"'").startswith("#")
    return not name or name in _ALLOWED_FUNCTIONS


def _is_safe_link(address: str, element: str) -> bool:
    """Whether an address is in this drawing, a link for a visitor to follow, or the data of an image."""
    if element == "a":
        return bool(_EXTERNAL_LINK.fullmatch(address) or _LOCAL_LINK.fullmatch(address))
    return bool((_IMAGE_DATA if element == "image" else _LOCAL_LINK).fullmatch(address))


_SEPARATOR = "}"
_SVG_ROOT = f'<svg xmlns="{SVG_NAMESPACE}">'


class _UnsafeSvgError(Exception):
    """A drawing has something that is not allowed."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


def check_svg(svg: bytes) -> str:
    """Return what is wrong with the drawing; empty when nothing is."""
    try:
        _SvgChecker().check(svg.decode())
    except UnicodeError:
        return say("drawing-not-utf-8", "this drawing is not UTF-8")
    except ExpatError as error:
        return say("drawing-unreadable", "not a drawing that can be read: {error}", error=str(error))
    except _UnsafeSvgError as error:
        return error.message
    return ""


class _SvgChecker:
    """Checks one drawing; keeps the names of the open elements, and the text of an open style sheet."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._style: list[str] = []

    def check(self, svg: str) -> None:
        """Parse the whole drawing; raise `_UnsafeSvgError` at the first part that is not allowed."""
        parser = ParserCreate("utf-8", _SEPARATOR)
        parser.buffer_text = True
        parser.XmlDeclHandler = self._check_declaration
        parser.StartDoctypeDeclHandler = lambda *_: _refuse_part("<!DOCTYPE>")
        parser.ProcessingInstructionHandler = lambda target, _: _refuse_part(f"<?{target}?>")
        parser.StartElementHandler = self._start_element
        parser.EndElementHandler = self._end_element
        parser.CharacterDataHandler = self._add_text
        parser.Parse(svg, True)

    def _check_declaration(self, version: str, encoding: str | None, _: int) -> None:
        if encoding and encoding.casefold() != "utf-8":
            raise UnicodeError(encoding)
        if version != "1.0":
            _refuse_part(f"<?xml version='{version}'?>")

    def _start_element(self, tag: str, attributes: Mapping[str, str]) -> None:
        namespace, _, name = tag.rpartition(_SEPARATOR)
        if not self._open and (namespace, name) != (SVG_NAMESPACE, "svg"):
            message = say("not-a-drawing", "this is no drawing: that begins with {root}", root=_SVG_ROOT)
            raise _UnsafeSvgError(message)
        if not is_allowed_element(namespace, name) or self._open[-1:] == ["style"]:
            _refuse_part(f"<{name}>")
        self._open.append(name if namespace == SVG_NAMESPACE else "")
        for key, value in attributes.items():
            space, _, attribute = key.rpartition(_SEPARATOR)
            if not is_allowed_attribute(space, attribute, value, element=self._open[-1]):
                _refuse_part(attribute)

    def _end_element(self, _: str) -> None:
        if self._open.pop() == "style":
            if not is_safe_style("".join(self._style)):
                _refuse_part("<style>")
            self._style.clear()

    def _add_text(self, text: str) -> None:
        if self._open[-1] == "style":
            self._style.append(text)


def _refuse_part(part: str) -> None:
    message = say(
        "drawing-with-script",
        "a drawing with {part} can carry scripts, or load what stands elsewhere",
        part=quote_text(part),
    )
    raise _UnsafeSvgError(message)
