"""Cards: the pictures that stand beside a link where somebody shares it; the home of Pillow.

A card says nothing that is of one language: names, figures and a line, so that it stands once for all. What
is shown on it is said here, and drawn in `drawn`, for which no page has to wait.
"""

from typing import NamedTuple


class Card(NamedTuple):
    """One player: the name, what stands beside it, the place (`22 / 76`), the figure and its change.

    `line` is the course of the figure, at moments equally far apart; `colour` that of the site, `#rrggbb`.
    """

    site: str
    ranking: str
    name: str
    beside: str
    place: str
    figure: str
    change: str
    line: tuple[float, ...]
    colour: str = ""


class Poster(NamedTuple):
    """A ranking or a site: its title, and lines of what stands left and right, a name and a figure."""

    site: str
    title: str
    lines: tuple[tuple[str, str], ...]
    colour: str = ""
