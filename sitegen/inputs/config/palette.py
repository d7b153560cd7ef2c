"""The colours of a site: which it chose, what follows from them, and whether they can be read."""

import re
from typing import NamedTuple

from sitegen.core.problems import advise, quote_text, say

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
PAGE, DARK_PAGE, WHITE = "#ffffff", "#10171a", "#ffffff"
"""What stands behind texts, in the light and in the dark, and the colour of texts on the band."""
MIN_CONTRAST = 4.5
"""The contrast that a text needs (WCAG 2.2, success criterion 1.4.3)."""
_GOOD_CONTRAST = 7.0
_MIX_STEPS = 20


class ColourPair(NamedTuple):
    """A colour on another, in the words of who chose it."""

    key: str
    colour: str
    background: str


class Palette(NamedTuple):
    """The colours that a site chose, `#rrggbb`; blank: those of the theme.

    `accent` is for links, charts and the current tab, `band` for what stands behind the menu; `accent_dark`
    and `band_dark` are the same in the dark.
    """

    accent: str = ""
    accent_dark: str = ""
    band: str = ""
    band_dark: str = ""

    @property
    def light(self) -> dict[str, str]:
        """The colours by the name that the style sheet has for each."""
        band = self.band or (self.accent and _mix_until_readable(self.accent, "#000000", WHITE))
        return _drop_blank(accent=self.accent, band=band)

    @property
    def dark(self) -> dict[str, str]:
        """The same in the dark; what is not chosen for it is made of what is."""
        accent = self.accent_dark or (self.accent and _mix_until_readable(self.accent, WHITE, DARK_PAGE))
        chosen = self.band or self.accent
        band = self.band_dark or (
            chosen and _mix_until_readable(_mix_colours(chosen, "#000000", 0.5), "#000000", WHITE)
        )
        return _drop_blank(accent=accent, band=band)

    @property
    def pairs(self) -> list[ColourPair]:
        """What a site chose, on what it stands."""
        chosen = [
            ColourPair("accent", self.accent, PAGE),
            ColourPair("accent_dark", self.accent_dark, DARK_PAGE),
            ColourPair("band", self.band, WHITE),
            ColourPair("band_dark", self.band_dark, WHITE),
        ]
        return [pair for pair in chosen if pair.colour]


def parse_colour(text: str) -> str:
    """A colour as `#rrggbb`; blank stays so."""
    if not text:
        return ""
    if not _HEX.fullmatch(text):
        message = say("not-a-colour", "{text} is not a colour", text=quote_text(text))
        raise ValueError(message, advise("write it as {example}", example="#0b645d"))
    digits = text[1:].lower()
    return "#" + (digits if len(digits) == 6 else "".join(digit * 2 for digit in digits))


def compute_contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio)."""
    low, high = sorted((_compute_luminance(one), _compute_luminance(other)))
    return (high + 0.05) / (low + 0.05)


def find_readable(pair: ColourPair) -> str:
    """The colour that is nearest to the one of a pair and can be read there."""
    towards = "#000000" if _compute_luminance(pair.background) > 0.5 else WHITE
    return _mix_until_readable(pair.colour, towards, pair.background, MIN_CONTRAST)


def _drop_blank(**colours: str) -> dict[str, str]:
    return {name: value for name, value in colours.items() if value}


def _mix_until_readable(colour: str, towards: str, behind: str, least: float = _GOOD_CONTRAST) -> str:
    """The colour, mixed with another as little as makes it well read on what is behind it."""
    mixed = (_mix_colours(colour, towards, step / _MIX_STEPS) for step in range(_MIX_STEPS + 1))
    return next((candidate for candidate in mixed if compute_contrast(candidate, behind) >= least), towards)


def _mix_colours(colour: str, other: str, share: float) -> str:
    pairs = zip(_split_channels(colour), _split_channels(other), strict=True)
    return "#" + "".join(f"{round(mine + (theirs - mine) * share):02x}" for mine, theirs in pairs)


def _split_channels(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def _compute_luminance(colour: str) -> float:
    """The relative luminance, 0 to 1 (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance)."""
    red, green, blue = (_linearise(channel / 255) for channel in _split_channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linearise(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)
