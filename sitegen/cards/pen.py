"""What draws on a card: words that fit, and a line of steps.

The letters are those of Noto Sans, which a package brings: the same on every machine, with all of Latin,
Greek and Cyrillic. A word with a sign that it has not is left out.
"""

from collections.abc import Sequence
from functools import cache
from io import BytesIO

import pymupdf_fonts
from PIL import Image, ImageDraw, ImageFont

_UNKNOWN = "\uffff"
_SMALLEST = 26
_STROKE = 6


class Pen:
    """An empty picture, and what is drawn on it, in shades from 0 to 255."""

    def __init__(self, width: int, height: int) -> None:
        self.picture = Image.new("L", (width, height))
        self._draw = ImageDraw.Draw(self.picture)

    def text(  # noqa: PLR0913 - where, what and how, named at the call
        self, at: tuple[int, int], words: str, size: int, most: int, *, bold: bool = False, shade: int = 255
    ) -> None:
        """Write `words` from the left, smaller where they would be wider than `most`, then cut short."""
        fitting, font, _ = _fitted(words, size, most, bold=bold)
        top = at[1] + (size - font.size) // 2
        self._draw.text((at[0], top), fitting, fill=shade, font=font)

    def right(  # noqa: PLR0913 - as above
        self,
        at: tuple[int, int],
        words: str,
        size: int,
        *,
        bold: bool = False,
        shade: int = 255,
        most: int = 600,
    ) -> int:
        """Write `words` up to the right, and tell how wide they are."""
        fitting, font, long = _fitted(words, size, most, bold=bold)
        wide = round(long)
        self._draw.text((at[0] - wide, at[1]), fitting, fill=shade, font=font)
        return wide

    def box(self, corners: tuple[int, int, int, int]) -> None:
        """Fill a box."""
        self._draw.rectangle(corners, fill=255)

    def steps(self, inside: tuple[int, int, int, int], values: Sequence[float]) -> None:
        """Draw the course of a figure: level until it moves, so that every stroke is straight."""
        if len(values) < 2:
            return
        left, top, right, bottom = inside
        low, high = min(values), max(values)
        scale = (bottom - top - 2 * _STROKE) / ((high - low) or 1)
        xs = [left + (right - left - _STROKE) * n // (len(values) - 1) for n in range(len(values))]
        ys = [bottom - _STROKE - round((value - low) * scale) for value in values]
        points = [(xs[0], ys[0])]
        for x, before, y in zip(xs[1:], ys, ys[1:], strict=False):
            points += [(x, before), (x, y)]
        self._draw.line(points, fill=255, width=_STROKE)


def _fitted(words: str, size: int, most: int, *, bold: bool) -> tuple[str, ImageFont.FreeTypeFont, float]:
    """What of the words is written, with which letters, and how long that is."""
    words, font = _known(words), _font(size, bold=bold)
    long = font.getlength(words)
    if long > most:
        font = _font(max(_SMALLEST, int(size * most / long)), bold=bold)
        long = font.getlength(words)
    cut = words
    while cut and long > most:
        cut = words = words[:-1]
        cut = f"{cut.rstrip()}…"
        long = font.getlength(cut)
    return cut, font, long


@cache
def _font(size: int, *, bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO(_letters(bold=bold)), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _letters(*, bold: bool) -> bytes:
    return bytes(pymupdf_fonts.myfont("notosbo" if bold else "notos"))


def _known(text: str) -> str:
    """The words whose every sign the letters have."""
    return " ".join(each for each in text.split() if all(map(_has, each)))


@cache
def _has(sign: str) -> bool:
    if sign.isascii() and sign.isprintable():
        return True
    font = _font(_SMALLEST, bold=True)
    return sign == "\ufffd" or font.getmask(sign).getbbox() is None or _drawn(sign) != _drawn(_UNKNOWN)


@cache
def _drawn(sign: str) -> bytes:
    picture = Image.new("L", (64, 64))
    ImageDraw.Draw(picture).text((8, 8), sign, fill=255, font=_font(_SMALLEST, bold=True))
    return picture.tobytes()
