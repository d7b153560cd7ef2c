"""Why a figure changed can be recomputed from the page that says it, whatever the ranking.

A ledger is what stood and every change; behind it are equations, each of which must come out within what the
rounding of its figures leaves, on pages of players as on any other that has formulas filled in.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from lxml.etree import _Element
from page_reader import Between, Page, page, parse_figure, total

pytestmark = pytest.mark.slow

VALUES = {
    "backgammon": "Rating",
    "bridge": "Rating",
    "chess": "Score",
    "circuit": "LUDO total",
    "tuesday": "Ranking",
}
"""The heading of the figure of each ranking."""
_MANY = 15


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


def equations(page: Page, section: str = "why") -> Iterator[Check]:
    """Every equation of a calculation that has figures alone on both sides; without `section` of the page."""
    return (equation for line in _lines(page, section) for equation in line)


def summed(page: Page) -> Check:
    """The change as a whole, and the sum of what every line of the calculation ends with."""
    changes = [line[-1].shown for line in _lines(page)]
    return Check(f"{page.path}: sum", page.read_explanation()[2]["±"].figure, total(changes))


def _lines(page: Page, section: str = "why") -> Iterator[list[Check]]:
    root = page.sections[section] if section else page._main
    for line in root.findall(".//details//li"):
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
        inner = {"sup": f"power({_text(child)})", "i": "", "bdi": "", "small": "", "a": ""}.get(
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


def accounted(root: Path, ranking: str) -> Iterator[Page]:
    """The pages of some players that have an account."""
    players = sorted((root / ranking / "players").glob("*/index.html"))
    for player in Random(15).sample(players, min(_MANY, len(players))):
        own = page(root, f"{ranking}/players/{player.parent.name}/")
        if "why" in own.sections:
            yield own


def wrong(checks: Iterator[Check], fewest: int) -> list[Check]:
    every = list(checks)
    assert len(every) >= fewest
    return [check for check in every if not check.holds]


@pytest.mark.parametrize("ranking", VALUES)
def test_what_stood_and_every_change_come_to_what_stands(demonstration_output: Path, ranking: str) -> None:
    pages = accounted(demonstration_output, ranking)
    assert wrong((check for own in pages for check in of_account(own, VALUES[ranking])), 3 * _MANY - 10) == []


@pytest.mark.parametrize("ranking", VALUES)
def test_every_equation_behind_it_comes_out(demonstration_output: Path, ranking: str) -> None:
    pages = accounted(demonstration_output, ranking)
    assert wrong((equation for own in pages for equation in equations(own)), _MANY) == []


@pytest.mark.parametrize("ranking", [value for value in VALUES if value != "chess"])
def test_the_calculation_arrives_at_what_stands(demonstration_output: Path, ranking: str) -> None:
    pages = accounted(demonstration_output, ranking)
    assert wrong((reached(own, VALUES[ranking]) for own in pages), _MANY - 10) == []


def test_a_score_moves_by_the_sum_of_what_its_rounds_did(demonstration_output: Path) -> None:
    assert wrong((summed(own) for own in accounted(demonstration_output, "chess")), _MANY - 10) == []


@pytest.mark.parametrize(
    ("site", "ranking"),
    [("ladder", "ladder"), ("ladder", "chess"), ("periods", "month"), ("periods", "week")],
)
def test_ratings_of_duels_come_out_too(site: str, ranking: str, golden_output: Callable[[str], Path]) -> None:
    pages = list(accounted(golden_output(site), ranking))
    for own in pages:
        assert wrong(of_account(own, "Rating"), 1) == []
    assert wrong((equation for own in pages for equation in equations(own)), len(pages)) == []
    assert wrong((reached(own, "Rating") for own in pages), 2) == []


@pytest.mark.parametrize(("folder", "fewest"), [("results", 60), ("games", 1)])
def test_every_equation_of_a_circuit_comes_out(folder: str, fewest: int, demonstration_output: Path) -> None:
    paths = sorted((demonstration_output / "circuit" / folder).glob("*/index.html"))
    for path in Random(4).sample(paths, 10):
        shown = page(demonstration_output, f"circuit/{folder}/{path.parent.name}/")
        assert wrong(equations(shown, ""), fewest) == []
