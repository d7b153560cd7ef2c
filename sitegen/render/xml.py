"""Text as XML can hold it."""

import re

_NONE_OF_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # XML 1.0, 2.2


def sound(text: str) -> str:
    """The text of a document with U+FFFD in the place of whatever no document can have, escaped or not."""
    return _NONE_OF_XML.sub("\N{REPLACEMENT CHARACTER}", text)
