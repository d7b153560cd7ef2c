"""Text as XML can hold it."""

import re

_NONE_OF_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, 2.2


def sound(text: str) -> str:
    """The text of a document with U+FFFD in the place of whatever no document can have, escaped or not."""
    return _NONE_OF_XML.sub("\N{REPLACEMENT CHARACTER}", text)
