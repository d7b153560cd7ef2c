"""The colours of a site: which it chose, what follows from them, and whether they can be read."""

import re
from typing import NamedTuple

from sitegen.message import advise, say
from sitegen.problem import quoted

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
PAGE, DARK_PAGE, WHITE = "#ffffff", "#10171a", "#ffffff"
"""What stands behind texts, in the light and in the dark, and the colour of texts on the band."""
LEAST = 4.5
"""The contrast that a text needs (WCAG 2.2, success criterion 1.4.3)."""
_WELL = 7.0
_STEPS = 20


class Pair(NamedTuple):
    """A colour on another, in the words of who chose it."""

    key: str
    colour: str
    behind: str


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
        band = self.band or (self.accent and _reached(self.accent, "#000000", WHITE))
        return _given(accent=self.accent, band=band)

    @property
    def dark(self) -> dict[str, str]:
        """The same in the dark; what is not chosen for it is made of what is."""
        accent = self.accent_dark or (self.accent and _reached(self.accent, WHITE, DARK_PAGE))
        chosen = self.band or self.accent
        band = self.band_dark or (chosen and _reached(_mixed(chosen, "#000000", 0.5), "#000000", WHITE))
        return _given(accent=accent, band=band)

    @property
    def pairs(self) -> list[Pair]:
        """What a site chose, on what it stands."""
        chosen = [
            Pair("accent", self.accent, PAGE),
            Pair("accent_dark", self.accent_dark, DARK_PAGE),
            Pair("band", self.band, WHITE),
            Pair("band_dark", self.band_dark, WHITE),
        ]
        return [each for each in chosen if each.colour]


def colour(text: str) -> str:
    """A colour as `#rrggbb`; blank stays so."""
    if not text:
        return ""
    if not _HEX.fullmatch(text):
        message = say("not-a-colour", "{text} is not a colour", text=quoted(text))
        raise ValueError(message, advise("write it as {example}", example="#0b645d"))
    digits = text[1:].lower()
    return "#" + (digits if len(digits) == 6 else "".join(each * 2 for each in digits))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable(pair: Pair) -> str:
    """The colour that is nearest to the one of a pair and can be read there."""
    towards = "#000000" if _luminance(pair.behind) > 0.5 else WHITE
    return _reached(pair.colour, towards, pair.behind, LEAST)


def _given(**colours: str) -> dict[str, str]:
    return {name: value for name, value in colours.items() if value}


def _reached(colour: str, towards: str, behind: str, least: float = _WELL) -> str:
    """The colour, mixed with another as little as makes it well read on what is behind it."""
    mixed = (_mixed(colour, towards, step / _STEPS) for step in range(_STEPS + 1))
    return next((each for each in mixed if contrast(each, behind) >= least), towards)


def _mixed(colour: str, other: str, share: float) -> str:
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(mine + (theirs - mine) * share):02x}" for mine, theirs in pairs)


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def _luminance(colour: str) -> float:
    """The relative luminance, 0 to 1 (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance)."""
    red, green, blue = (_linear(each / 255) for each in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)
