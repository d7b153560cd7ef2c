"""What draws on a card: words that fit, and a line of steps.

The letters are those of Noto Sans, which a package brings: the same on every machine, with all of Latin,
Greek and Cyrillic. A word with a sign that it has not is left out.

Cards as pictures: bytes that are the same wherever the same is shown.
"""

from collections.abc import Sequence
from functools import cache
from io import BytesIO

import pymupdf_fonts
from PIL import Image, ImageDraw, ImageFont

from sitegen.pages.metadata import SHADE_COUNT, PlayerCard, Poster, build_palette

_UNKNOWN_CHARACTER = "\uffff"
_MIN_FONT_SIZE = 26
_STROKE_WIDTH = 6


class Canvas:
    """An empty picture, and what is drawn on it, in shades from 0 to 255."""

    def __init__(self, width: int, height: int) -> None:
        self.picture = Image.new("L", (width, height))
        self._draw = ImageDraw.Draw(self.picture)

    def draw_text(  # noqa: PLR0913 - where, what and how, named at the call
        self, at: tuple[int, int], words: str, size: int, most: int, *, bold: bool = False, shade: int = 255
    ) -> None:
        """Write `words` from the left, smaller where they would be wider than `most`, then cut short."""
        fitting, font, _ = _fit_text(words, size, most, bold=bold)
        top = at[1] + (size - font.size) // 2
        self._draw.text((at[0], top), fitting, fill=shade, font=font)

    def draw_right_text(  # noqa: PLR0913 - as above
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
        fitting, font, long = _fit_text(words, size, most, bold=bold)
        wide = round(long)
        self._draw.text((at[0] - wide, at[1]), fitting, fill=shade, font=font)
        return wide

    def fill_box(self, corners: tuple[int, int, int, int]) -> None:
        """Fill a box."""
        self._draw.rectangle(corners, fill=255)

    def draw_steps(self, inside: tuple[int, int, int, int], values: Sequence[float]) -> None:
        """Draw the course of a figure: level until it moves, so that every stroke is straight."""
        if len(values) < 2:
            return
        left, top, right, bottom = inside
        low, high = min(values), max(values)
        scale = (bottom - top - 2 * _STROKE_WIDTH) / ((high - low) or 1)
        xs = [left + (right - left - _STROKE_WIDTH) * n // (len(values) - 1) for n in range(len(values))]
        ys = [bottom - _STROKE_WIDTH - round((value - low) * scale) for value in values]
        points = [(xs[0], ys[0])]
        for x, before, y in zip(xs[1:], ys, ys[1:], strict=False):
            points += [(x, before), (x, y)]
        self._draw.line(points, fill=255, width=_STROKE_WIDTH)


def _fit_text(words: str, size: int, most: int, *, bold: bool) -> tuple[str, ImageFont.FreeTypeFont, float]:
    """What of the words is written, with which letters, and how long that is."""
    words, font = _drop_unknown_words(words), _load_font(size, bold=bold)
    long = font.getlength(words)
    if long > most:
        font = _load_font(max(_MIN_FONT_SIZE, int(size * most / long)), bold=bold)
        long = font.getlength(words)
    cut = words
    while cut and long > most:
        cut = words = words[:-1]
        cut = f"{cut.rstrip()}…"
        long = font.getlength(cut)
    return cut, font, long


@cache
def _load_font(size: int, *, bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO(_load_font_data(bold=bold)), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _load_font_data(*, bold: bool) -> bytes:
    return bytes(pymupdf_fonts.myfont("notosbo" if bold else "notos"))


def _drop_unknown_words(text: str) -> str:
    """The words whose every sign the letters have."""
    return " ".join(word for word in text.split() if all(map(_has_glyph, word)))


@cache
def _has_glyph(sign: str) -> bool:
    if sign.isascii() and sign.isprintable():
        return True
    font = _load_font(_MIN_FONT_SIZE, bold=True)
    return (
        sign == "\ufffd"
        or font.getmask(sign).getbbox() is None
        or _draw_glyph(sign) != _draw_glyph(_UNKNOWN_CHARACTER)
    )


@cache
def _draw_glyph(sign: str) -> bytes:
    picture = Image.new("L", (64, 64))
    ImageDraw.Draw(picture).text((8, 8), sign, fill=255, font=_load_font(_MIN_FONT_SIZE, bold=True))
    return picture.tobytes()


WIDTH, HEIGHT = 1200, 630
_BAND, _MARGIN = 96, 64
_Rectangle = tuple[int, int, int, int]
_EMPTY_BOX: _Rectangle = (0, 0, 0, 0)
_LINE_BOX: _Rectangle = (_MARGIN, 392, WIDTH - _MARGIN, 586)
_MUTED_SHADE = 190


def draw_card(shown: PlayerCard) -> bytes:
    """The card of a player as a PNG."""
    pen = Canvas(WIDTH, HEIGHT)
    pen.draw_text((_MARGIN, 128), shown.name, 76, WIDTH - 2 * _MARGIN, bold=True)
    pen.draw_text((_MARGIN, 228), shown.subtitle, 34, 620, shade=_MUTED_SHADE)
    left = WIDTH - _MARGIN - pen.draw_right_text((WIDTH - _MARGIN, 216), shown.figure, 112, bold=True)
    pen.draw_text((_MARGIN, 292), shown.place, 54, 420, bold=True)
    pen.draw_right_text((left - 36, 280), shown.change, 48, shade=_MUTED_SHADE)
    pen.draw_steps(_LINE_BOX, shown.line)
    return _encode_png(_add_band(pen, shown.site, shown.ranking, _LINE_BOX), shown.colour)


def draw_poster(shown: Poster) -> bytes:
    """The card of a ranking or a site as a PNG."""
    pen = Canvas(WIDTH, HEIGHT)
    pen.draw_text((_MARGIN, 120), shown.title, 64, WIDTH - 2 * _MARGIN, bold=True)
    for number, (name, figure) in enumerate(shown.lines[:5]):
        top = 226 + 74 * number
        taken = pen.draw_right_text((WIDTH - _MARGIN, top), figure, 44, bold=True)
        pen.draw_text((_MARGIN, top), name, 44, WIDTH - 3 * _MARGIN - taken)
    return _encode_png(_add_band(pen, shown.site, "", _EMPTY_BOX), shown.colour)


def _add_band(pen: Canvas, site: str, ranking: str, accented: _Rectangle) -> Image.Image:
    """The picture with its band, in ten colours: ink on paper, what is `accented`, the band on the accent."""
    band = Canvas(WIDTH, _BAND)
    band.draw_text((_MARGIN, 22), ranking or site, 38, 700, bold=True)
    if ranking and ranking != site:
        band.draw_right_text((WIDTH - _MARGIN, 28), site, 30, most=420)
    picture = pen.picture.point(_INK_SHADES)
    picture.paste(pen.picture.crop(accented).point(_ACCENT_SHADES), accented)
    picture.paste(band.picture.point(_BAND_SHADES), (0, 0))
    return picture


def _encode_png(picture: Image.Image, colour: str) -> bytes:
    """The bytes, the same on every machine with the same Pillow: no date, no comment."""
    picture = picture.copy()
    picture.putpalette(build_palette(colour))
    written = BytesIO()
    picture.save(written, "PNG", bits=4, compress_level=6)
    return written.getvalue()


_INK_SHADES = [value * SHADE_COUNT // 256 for value in range(256)]
_BAND_SHADES = [SHADE_COUNT + value for value in _INK_SHADES]
_ACCENT_SHADES = [2 * SHADE_COUNT - 1 - value for value in _INK_SHADES]
