"""The icon on the home screen of a phone: the bars of the theme's own; a site can bring another."""

from pathlib import Path
from zlib import crc32

from sitegen.cards.shades import shades

_DRAWN = Path(__file__).with_name("touch.png")
_BEFORE = 8 + 25  # the signature of a PNG and its head; then come the colours
_AROUND = 4 + 4 + 4  # their length, their name and their sum


def touch(colour: str = "") -> bytes:
    """The icon in the colours of a site, for which nothing has to be drawn."""
    drawn, colours = _DRAWN.read_bytes(), b"PLTE" + shades(colour)
    part = (len(colours) - 4).to_bytes(4) + colours + crc32(colours).to_bytes(4)
    return drawn[:_BEFORE] + part + drawn[_BEFORE + _AROUND + len(shades()) :]
