"""The ten colours of a card: five shades from paper to ink, and five from the accent to white."""

SHADES = 5
_PAPER, _INK, _ACCENT, _WHITE = (255, 255, 255), (22, 27, 29), (11, 93, 87), (255, 255, 255)
_Colour = tuple[int, ...]


def shades(colour: str = "") -> bytes:
    """All of them, three bytes each; `colour` is the accent, as `#rrggbb`, blank for that of the theme."""
    accent = tuple(bytes.fromhex(colour.removeprefix("#"))) or _ACCENT
    return bytes([*_ramp(_PAPER, _INK), *_ramp(accent, _WHITE)])


def _ramp(first: _Colour, last: _Colour) -> list[int]:
    steps = SHADES - 1
    return [
        round(one + (other - one) * step / steps)
        for step in range(SHADES)
        for one, other in zip(first, last, strict=True)
    ]
