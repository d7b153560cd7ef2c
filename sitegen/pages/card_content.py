"""What stands on a card, and its colours, which the icon for the home screen of a phone has too."""

from pathlib import Path
from typing import NamedTuple
from zlib import crc32


class PlayerCard(NamedTuple):
    """The card of a player: the name, the line below it, the place (`22 / 76`), the figure and its change.

    `line` has the figures that are drawn, equally far apart; `colour` is that of the site, as `#rrggbb`,
    blank for that of the theme.
    """

    site: str
    ranking: str
    name: str
    subtitle: str
    place: str
    figure: str
    change: str
    line: tuple[float, ...]
    colour: str = ""


class Poster(NamedTuple):
    """The card of a ranking or of a site: its title, and lines of a name and a figure."""

    site: str
    title: str
    lines: tuple[tuple[str, str], ...]
    colour: str = ""


SHADE_COUNT = 5
"""The shades of each half of a palette: from paper to ink, and from the accent to white."""
_PAPER, _INK, _ACCENT, _WHITE = (255, 255, 255), (22, 27, 29), (11, 93, 87), (255, 255, 255)
_Colour = tuple[int, ...]


def build_palette(colour: str = "") -> bytes:
    """Return the ten colours of a card, three bytes each.

    `colour` is the accent as `#rrggbb`, blank for that of the theme.
    """
    accent = tuple(bytes.fromhex(colour.removeprefix("#"))) or _ACCENT
    return bytes([*_build_ramp(_PAPER, _INK), *_build_ramp(accent, _WHITE)])


def _build_ramp(first: _Colour, last: _Colour) -> list[int]:
    steps = SHADE_COUNT - 1
    return [
        round(start + (end - start) * step / steps)
        for step in range(SHADE_COUNT)
        for start, end in zip(first, last, strict=True)
    ]


_ICON_FILE = Path(__file__).with_name("touch.png")
_PALETTE_START = 8 + 25  # the palette follows the signature and the header of a PNG
_CHUNK_OVERHEAD = 4 + 4 + 4  # the length, the name and the checksum of a chunk


def build_touch_icon(colour: str = "") -> bytes:
    """Return the icon in the colour of a site: the icon of the theme with another palette."""
    icon, colours = _ICON_FILE.read_bytes(), b"PLTE" + build_palette(colour)
    chunk = (len(colours) - 4).to_bytes(4) + colours + crc32(colours).to_bytes(4)
    return icon[:_PALETTE_START] + chunk + icon[_PALETTE_START + _CHUNK_OVERHEAD + len(build_palette()) :]
