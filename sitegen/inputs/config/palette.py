"""The colours of a site: those it chose, those derived from them, and whether texts are readable."""

import re
from typing import NamedTuple

from sitegen.core.problems import advise, quote_text, say

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
PAGE, DARK_PAGE, WHITE = "#ffffff", "#10171a", "#ffffff"
"""The backgrounds of texts in the light and in the dark theme, and the colour of texts on the band."""
MIN_CONTRAST = 4.5
"""The contrast that a text needs (WCAG 2.2, success criterion 1.4.3)."""
_GOOD_CONTRAST = 7.0
_MIX_STEPS = 20


class ColourPair(NamedTuple):
    """A colour on a background, with the key in sitegen.toml that chose it."""

    key: str
    colour: str
    background: str


class Palette(NamedTuple):
    """The colours that a site chose, as `#rrggbb`; blank for those of the theme.

    `accent` is for links, charts and the current tab, `band` for the background of the menu; `accent_dark`
    and `band_dark` are the same in the dark theme.
    """

    accent: str = ""
    accent_dark: str = ""
    band: str = ""
    band_dark: str = ""

    @property
    def light(self) -> dict[str, str]:
        """The colours of the light theme, by their names in the style sheet."""
        band = self.band or (self.accent and _mix_until_readable(self.accent, "#000000", WHITE))
        return _drop_blank(accent=self.accent, band=band)

    @property
    def dark(self) -> dict[str, str]:
        """The colours of the dark theme; those that are not chosen are derived from the light ones."""
        accent = self.accent_dark or (self.accent and _mix_until_readable(self.accent, WHITE, DARK_PAGE))
        chosen_colour = self.band or self.accent
        band = self.band_dark or (
            chosen_colour
            and _mix_until_readable(_mix_colours(chosen_colour, "#000000", 0.5), "#000000", WHITE)
        )
        return _drop_blank(accent=accent, band=band)

    @property
    def pairs(self) -> list[ColourPair]:
        """The colours that a site chose, with their backgrounds."""
        chosen = [
            ColourPair("accent", self.accent, PAGE),
            ColourPair("accent_dark", self.accent_dark, DARK_PAGE),
            ColourPair("band", self.band, WHITE),
            ColourPair("band_dark", self.band_dark, WHITE),
        ]
        return [pair for pair in chosen if pair.colour]


def parse_colour(text: str) -> str:
    """Return a colour as `#rrggbb`; blank stays blank."""
    if not text:
        return ""
    if not _HEX.fullmatch(text):
        message = say("not-a-colour", "{text} is not a colour", text=quote_text(text))
        raise ValueError(message, advise("write it as {example}", example="#0b645d"))
    digits = text[1:].lower()
    return "#" + (digits if len(digits) == 6 else "".join(digit * 2 for digit in digits))


def compute_contrast(colour: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio)."""
    low, high = sorted((_compute_luminance(colour), _compute_luminance(other)))
    return (high + 0.05) / (low + 0.05)


def find_readable(pair: ColourPair) -> str:
    """Return the readable colour that is nearest to the colour of a pair."""
    towards = "#000000" if _compute_luminance(pair.background) > 0.5 else WHITE
    return _mix_until_readable(pair.colour, towards, pair.background, MIN_CONTRAST)


def _drop_blank(**colours: str) -> dict[str, str]:
    return {name: value for name, value in colours.items() if value}


def _mix_until_readable(colour: str, towards: str, background: str, contrast: float = _GOOD_CONTRAST) -> str:
    """Mix a colour with another, as little as gives it the contrast with its background."""
    candidates = (_mix_colours(colour, towards, step / _MIX_STEPS) for step in range(_MIX_STEPS + 1))
    readable = (candidate for candidate in candidates if compute_contrast(candidate, background) >= contrast)
    return next(readable, towards)


def _mix_colours(colour: str, other: str, share: float) -> str:
    pairs = zip(_split_channels(colour), _split_channels(other), strict=True)
    return "#" + "".join(
        f"{round(channel + (other_channel - channel) * share):02x}" for channel, other_channel in pairs
    )


def _split_channels(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def _compute_luminance(colour: str) -> float:
    """Return the relative luminance, 0 to 1 (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance)."""
    red, green, blue = (_linearise(channel / 255) for channel in _split_channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linearise(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)
