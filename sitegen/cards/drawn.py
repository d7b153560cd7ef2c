"""Cards as pictures: bytes that are the same wherever the same is shown."""

from io import BytesIO

from PIL import Image, ImageColor

from sitegen.cards import Card, Poster
from sitegen.cards.pen import Pen

WIDTH, HEIGHT = 1200, 630
_TOUCH = 180
_BAND, _MARGIN = 96, 64
_Box = tuple[int, int, int, int]
_NOWHERE: _Box = (0, 0, 0, 0)
_LINE: _Box = (_MARGIN, 392, WIDTH - _MARGIN, 586)
_PAPER, _INK, _ACCENT, _WHITE = (255, 255, 255), (22, 27, 29), (11, 93, 87), (255, 255, 255)
_SHADES = 5  # of ink, and as many of the accent: ten colours, half a byte a point
_QUIET = 190


def card(shown: Card) -> bytes:
    """The card of a player as a PNG."""
    pen = Pen(WIDTH, HEIGHT)
    pen.text((_MARGIN, 128), shown.name, 76, WIDTH - 2 * _MARGIN, bold=True)
    pen.text((_MARGIN, 228), shown.beside, 34, 620, shade=_QUIET)
    left = WIDTH - _MARGIN - pen.right((WIDTH - _MARGIN, 216), shown.figure, 112, bold=True)
    pen.text((_MARGIN, 292), shown.place, 54, 420, bold=True)
    pen.right((left - 36, 280), shown.change, 48, shade=_QUIET)
    pen.steps(_LINE, shown.line)
    return _packed(_banded(pen, shown.site, shown.ranking, _LINE), shown.colour)


def poster(shown: Poster) -> bytes:
    """The card of a ranking or a site as a PNG."""
    pen = Pen(WIDTH, HEIGHT)
    pen.text((_MARGIN, 120), shown.title, 64, WIDTH - 2 * _MARGIN, bold=True)
    for number, (name, figure) in enumerate(shown.lines[:5]):
        top = 226 + 74 * number
        taken = pen.right((WIDTH - _MARGIN, top), figure, 44, bold=True)
        pen.text((_MARGIN, top), name, 44, WIDTH - 3 * _MARGIN - taken)
    return _packed(_banded(pen, shown.site, "", _NOWHERE), shown.colour)


def touch(colour: str = "") -> bytes:
    """The icon on the home screen of a phone: the bars of the theme's own; a site can bring another."""
    pen = Pen(_TOUCH, _TOUCH)
    for left, top in ((39, 84), (76, 45), (113, 101)):
        pen.box((left, top, left + 28, 135))
    return _packed(pen.picture.point(_on_accent), colour)


def _banded(pen: Pen, site: str, ranking: str, accented: _Box) -> Image.Image:
    """The picture with its band, in ten colours: ink on paper, what is `accented`, the band on the accent."""
    band = Pen(WIDTH, _BAND)
    band.text((_MARGIN, 22), ranking or site, 38, 700, bold=True)
    if ranking and ranking != site:
        band.right((WIDTH - _MARGIN, 28), site, 30, most=420)
    picture = pen.picture.point(_in_ink)
    picture.paste(pen.picture.crop(accented).point(_in_accent), accented)
    picture.paste(band.picture.point(_on_accent), (0, 0))
    return picture


def _packed(picture: Image.Image, colour: str) -> bytes:
    """The bytes, the same on every machine with the same Pillow: no date, no comment."""
    picture = picture.copy()
    accent = ImageColor.getrgb(colour) if colour else _ACCENT
    picture.putpalette([*_ramp(_PAPER, _INK), *_ramp(accent, _WHITE)])
    written = BytesIO()
    picture.save(written, "PNG", bits=4, compress_level=6)
    return written.getvalue()


def _ramp(first: tuple[int, ...], last: tuple[int, ...]) -> list[int]:
    steps = _SHADES - 1
    return [
        round(one + (other - one) * step / steps)
        for step in range(_SHADES)
        for one, other in zip(first, last, strict=True)
    ]


_in_ink = [value * _SHADES // 256 for value in range(256)]
_on_accent = [_SHADES + value for value in _in_ink]
_in_accent = [2 * _SHADES - 1 - value for value in _in_ink]
