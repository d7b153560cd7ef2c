"""Draw cards as PNG: the home of Pillow.

The same card has the same bytes on every machine: `lettering` sets the texts in fonts that a package brings.
"""

import zlib
from collections.abc import Sequence
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw

from sitegen.pages.card_content import SHADE_COUNT, PlayerCard, Poster, build_palette
from sitegen.pages.lettering import Setting, set_text

_MIN_FONT_SIZE = 26
_STROKE_WIDTH = 6


class Canvas:
    """A picture to draw on, in shades from 0 to 255."""

    def __init__(self, width: int, height: int) -> None:
        self.picture = Image.new("L", (width, height))
        self._draw = ImageDraw.Draw(self.picture)

    def draw_text(  # noqa: PLR0913 - where, what and how, named at the call
        self,
        at: tuple[int, int],
        text: str,
        size: int,
        max_width: int,
        *,
        bold: bool = False,
        shade: int = 255,
    ) -> None:
        """Write a text from the left; one wider than `max_width` is made smaller, then cut short."""
        fitting = _fit_text(text, size, max_width, bold=bold)
        fitting.draw(self._draw, (at[0], at[1] + (size - fitting.size) // 2), shade)

    def draw_right_text(  # noqa: PLR0913 - as above
        self,
        at: tuple[int, int],
        text: str,
        size: int,
        *,
        bold: bool = False,
        shade: int = 255,
        max_width: int = 600,
    ) -> int:
        """Write a text that ends at the right, and return how wide it is."""
        fitting = _fit_text(text, size, max_width, bold=bold)
        fitting.draw(self._draw, (at[0] - fitting.length, at[1]), shade)
        return fitting.length

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


def _fit_text(text: str, size: int, max_width: int, *, bold: bool) -> Setting:
    """Return as much of a text as fits, ready to be drawn."""
    text = " ".join(text.split())
    fitting = set_text(text, size, bold=bold)
    if fitting.length > max_width:
        size = max(_MIN_FONT_SIZE, int(size * max_width / fitting.length))
        fitting = set_text(text, size, bold=bold)
    while text and fitting.length > max_width:
        text = text[:-1]
        fitting = set_text(f"{text.rstrip()}…", size, bold=bold)
    return fitting


WIDTH, HEIGHT = 1200, 630
_BAND, _MARGIN = 96, 64
_Rectangle = tuple[int, int, int, int]
_EMPTY_BOX: _Rectangle = (0, 0, 0, 0)
_LINE_BOX: _Rectangle = (_MARGIN, 392, WIDTH - _MARGIN, 586)
_MUTED_SHADE = 190


def draw_card(card: PlayerCard) -> bytes:
    """Return the card of a player as PNG."""
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.draw_text((_MARGIN, 128), card.name, 76, WIDTH - 2 * _MARGIN, bold=True)
    canvas.draw_text((_MARGIN, 228), card.subtitle, 34, 620, shade=_MUTED_SHADE)
    left = WIDTH - _MARGIN - canvas.draw_right_text((WIDTH - _MARGIN, 216), card.figure, 112, bold=True)
    canvas.draw_text((_MARGIN, 292), card.place, 54, 420, bold=True)
    canvas.draw_right_text((left - 36, 280), card.change, 48, shade=_MUTED_SHADE)
    canvas.draw_steps(_LINE_BOX, card.line)
    return _encode_png(_add_band(canvas, card.site, card.ranking, _LINE_BOX), card.colour)


def draw_poster(card: Poster) -> bytes:
    """Return the card of a ranking or a site as PNG."""
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.draw_text((_MARGIN, 120), card.title, 64, WIDTH - 2 * _MARGIN, bold=True)
    for number, (name, figure) in enumerate(card.lines[:5]):
        top = 226 + 74 * number
        figure_width = canvas.draw_right_text((WIDTH - _MARGIN, top), figure, 44, bold=True)
        canvas.draw_text((_MARGIN, top), name, 44, WIDTH - 3 * _MARGIN - figure_width)
    return _encode_png(_add_band(canvas, card.site, "", _EMPTY_BOX), card.colour)


def _add_band(canvas: Canvas, site: str, ranking: str, accented: _Rectangle) -> Image.Image:
    """Return the picture in ten colours, with its band: ink on paper, a box and the band in the accent."""
    picture = canvas.picture.point(_INK_SHADES)
    picture.paste(canvas.picture.crop(accented).point(_ACCENT_SHADES), accented)
    picture.paste(_draw_band(site, ranking), (0, 0))
    return picture


@cache
def _draw_band(site: str, ranking: str) -> Image.Image:
    """Return the band at the top, which is the same on the cards of all players of a ranking."""
    band = Canvas(WIDTH, _BAND)
    band.draw_text((_MARGIN, 22), ranking or site, 38, 700, bold=True)
    if ranking and ranking != site:
        band.draw_right_text((WIDTH - _MARGIN, 28), site, 30, max_width=420)
    return band.picture.point(_BAND_SHADES)


def _encode_png(picture: Image.Image, colour: str) -> bytes:
    """Return the bytes of a picture, without a date or a comment."""
    picture.putpalette(build_palette(colour))
    buffer = BytesIO()
    # Run lengths alone take half the time of looking for strings, and fewer bytes for letters on plain paper.
    picture.save(buffer, "PNG", bits=4, compress_type=zlib.Z_RLE)
    return buffer.getvalue()


_INK_SHADES = [value * SHADE_COUNT // 256 for value in range(256)]
_BAND_SHADES = [SHADE_COUNT + value for value in _INK_SHADES]
_ACCENT_SHADES = [2 * SHADE_COUNT - 1 - value for value in _INK_SHADES]
