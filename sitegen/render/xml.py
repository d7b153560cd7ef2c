"""Text as XML can hold it."""

import re

_NONE_OF_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # XML 1.0, 2.2
_CONTROLS = bytes({*range(0x20)} - {*b"\t\n\r"})
_BEGUN = b"\xef\xbf", b"\xed"
"""How the others begin in UTF-8, and some letters too."""
_WHOLE = "surrogatepass"


def sound(text: bytes) -> bytes:
    """The text of a document with U+FFFD in the place of whatever no document can have, escaped or not."""
    if text.translate(None, _CONTROLS) == text and not any(each in text for each in _BEGUN):
        return text
    return _NONE_OF_XML.sub("\N{REPLACEMENT CHARACTER}", text.decode(errors=_WHOLE)).encode()


def encoded(text: str) -> bytes:
    """The text of a document that a template made, which can have whatever a string has."""
    return sound(text.encode(errors=_WHOLE))
