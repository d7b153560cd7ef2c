"""What a ledger and the calculation behind it come to, whatever the system: sums, and each equation."""

import re
from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from lxml.etree import _Element
from page_reader import Between, Page, parse_figure, total

_SIGNS = str.maketrans({"−": "-", "×": "*", "½": "0.5", "→": "="})
_ROOT = re.compile(r"√(\d+)")
_SQUARE = re.compile(r"([\d.]+)²")
_PLAIN = re.compile(r"(?:[-\d.\s()*/+,]|max|min|root|square|power)+")
_ROUNDED = re.compile(r"\d+\.\d{2,}")
_NOTHING = Between(0, 0)


class Check(NamedTuple):
    """Two figures that must be the same, and where they stand."""

    where: str
    shown: Between
    expected: Between

    @property
    def holds(self) -> bool:
        """Whether they may be."""
        return self.shown.meets(self.expected)


def of_account(page: Page, value: str) -> Iterator[Check]:
    """Opening and changes are the closing, row by row and as a whole; `value` heads its column."""
    opening, rows, closing = page.read_explanation()
    now = opening[value].figure if opening[value] else _NOTHING
    moved = [row["±"].figure if row["±"] else _NOTHING for row in rows]
    for row, change in zip(rows, moved, strict=True):
        now += change
        if row[value]:
            yield Check(f"{page.path}: {row}", row[value].figure, now)
    if closing[value]:
        yield Check(f"{page.path}: closing", closing[value].figure, now)
    if closing["±"]:
        yield Check(f"{page.path}: change", closing["±"].figure, total(moved))


def equations(page: Page) -> Iterator[Check]:
    """Every equation of the calculation that has figures alone on both sides."""
    return (equation for line in _lines(page) for equation in line)


def summed(page: Page) -> Check:
    """The change as a whole, and the sum of what every line of the calculation ends with."""
    changes = [line[-1].shown for line in _lines(page)]
    return Check(f"{page.path}: sum", page.read_explanation()[2]["±"].figure, total(changes))


def _lines(page: Page) -> Iterator[list[Check]]:
    for line in page.sections["why"].findall(".//details//li"):
        yield [check for part in _text(line).translate(_SIGNS).split(";") for check in _equation(page, part)]


def _equation(page: Page, part: str) -> Iterator[Check]:
    written = _SQUARE.sub(r"square(\1)", _ROOT.sub(r"root(\1)", part).replace("√(", "root("))
    sides = [side.rpartition(":")[2].strip() for side in written.split("=")]
    values = [_worth(side) for side in sides if _PLAIN.fullmatch(side)]
    return (Check(f"{page.path}: {part}", right, left) for left, right in pairwise(values))


def reached(page: Page, value: str) -> Check:
    """The closing figure, and what comes nearest to it of all that the calculation makes."""
    closing = page.read_explanation()[2][value].figure
    figures = [equation.shown for equation in equations(page)]
    nearest = min(figures, key=lambda item: abs(item.low + item.high - closing.low - closing.high))
    return Check(f"{page.path}: reached", closing, nearest)


def _text(element: _Element) -> str:
    """What a line says, with its powers as functions and without the names and sources in it."""
    parts = [element.text or ""]
    for child in element:
        inner = {"sup": f"power({_text(child)})", "bdi": "", "small": "", "a": ""}.get(
            child.tag, _text(child)
        )
        parts += [inner, child.tail or ""]
    return "".join(parts).replace("10power(", "power(")


def _worth(side: str) -> Between:
    """What a side comes to: a figure with two decimals or more is rounded, any other as it is."""
    written = _ROUNDED.sub(lambda match: f"shown('{match[0]}')", side.removeprefix("+"))
    return _exact(eval(written, {"shown": parse_figure, "max": max, "min": min, **_FUNCTIONS}))  # noqa: S307


def _exact(figure: Between | float) -> Between:
    return figure if isinstance(figure, Between) else Between(float(figure), float(figure))


_FUNCTIONS = {
    "power": lambda figure: _exact(figure).by(lambda item: 10**item),
    "root": lambda figure: _exact(figure).by(sqrt),
    "square": lambda figure: _exact(figure).by(lambda item: item**2),
}
"""What stands in lines beside sums and products; of squares all figures are above nothing."""
