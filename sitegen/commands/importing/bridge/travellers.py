"""The travellers of an evening of bridge: whom each pair met, and what the lines make of its score."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sitegen.commands.importing.elements import Element
from sitegen.commands.importing.reading import amount
from sitegen.toolkit.rows import grouped

_DIRECTIONS = {
    **dict.fromkeys(("NS", "N", "S", "NORTH", "SOUTH", "NORTHSOUTH"), "NS"),
    **dict.fromkeys(("EW", "E", "W", "EAST", "WEST", "EASTWEST"), "EW"),
}
_SEAT = re.compile(r"([A-Z]*)0*([1-9]\d{0,3})([A-Z]*)", re.ASCII)
_BETWEEN = re.compile(r"[ ./-]")
_COLUMNS = ("NS", "EW")
_UNPLAYED = {"NP", "N/P", "NOT PLAYED", "NOTPLAYED", "UNPLAYED", "SKIPPED", "SITOUT", "SIT OUT", "-"}
_MATCH_POINTS = ("MATCH_POINTS",)
_IMPS = ("BUTLER_POINTS", "BUTLER_IMPS", "IMP_POINTS", "IMPS")
Boards = Iterable[tuple[Element, str]]
"""The boards of an evening, each with the letter of its section."""


class Seat(NamedTuple):
    """What a pair is called: the letter of its section, its number, and its direction where one is given."""

    section: str
    number: str
    direction: str


def seat(text: str, towards: str, section: str) -> Seat:
    """The pair called `7`, `1NS`, `1 NS`, `NS1`, `B12` or `A1NS`; its direction may be written apart."""
    towards = _DIRECTIONS.get(_BETWEEN.sub("", towards.upper()), "")
    found = _SEAT.fullmatch(_BETWEEN.sub("", text.upper()))
    if found is None:
        return Seat(section, text, towards)
    before, number, after = found.groups()
    letters = "".join(part for part in (before, after) if part not in _DIRECTIONS)
    return Seat(letters or section, number, _DIRECTIONS.get(after) or _DIRECTIONS.get(before, towards))


@dataclass
class Tally:
    """What the lines say of a pair: points, the most that it could have, boards, and the pairs it met.

    `factored` and `full` are the same with all boards counted alike. `absent` are those that it met and that
    are not among the pairs of the evening; `sat` is where.
    """

    points: float = 0.0
    most: float = 0.0
    factored: float = 0.0
    full: float = 0.0
    boards: int = 0
    met: set[Seat] = field(default_factory=set)
    absent: set[str] = field(default_factory=set)
    sat: set[str] = field(default_factory=set)

    def scores(self, *, is_butler: bool) -> list[float]:
        """What the lines make of a score: IMPs, or percentages with and without boards counted alike."""
        if is_butler:
            return [self.points] if self.boards else []
        return [100 * self.factored / self.full, 100 * self.points / self.most] if self.most else []


class _Line(NamedTuple):
    """A line that was played: the two pairs as it calls them, and the points of both."""

    names: tuple[str, str]
    both: tuple[float, float] | None
    is_adjusted: bool


class _Scale(NamedTuple):
    """The most matchpoints on a board, and on one that all played; `win` is what a beaten pair is worth."""

    top: float
    full: float
    win: int

    def factored(self, points: float, *, is_adjusted: bool) -> float:
        """The points as if all had played the board, which is Neuberg's formula.

        With n scores of N, a score s out of 2·(n - 1) becomes (s + 1)·N/n - 1.
        """
        if not self.top:
            return 0.0
        if is_adjusted:
            return points * self.full / self.top
        return (points + self.win / 2) * (self.full + self.win) / (self.top + self.win) - self.win / 2


class Tallies:
    """The tally of each of these pairs of an evening that a line names."""

    def __init__(self, seats: Sequence[Seat], boards: Boards, *, is_butler: bool) -> None:
        self.of: dict[Seat, Tally] = {}
        self._seats, self._called = seats, grouped(dict.fromkeys(seats), lambda known: known.number)
        for section, held in grouped(boards, lambda board: board[1]).items():
            lines = [_lines(board, _IMPS if is_butler else _MATCH_POINTS) for board, _ in held]
            tops = [*map(_top, lines)]
            full = max(tops)
            win = 1 if full == max(map(len, lines)) - 1 else 2
            for at_board, top in zip(lines, tops, strict=True):
                for line in at_board:
                    self._add(line, section, _Scale(top, full, win))

    def are_directed(self, winners: str) -> bool:
        """Whether a pair is called by its number and direction, as in a Mitchell movement."""
        shared = len({known[:2] for known in self._seats}) < len({*self._seats})
        crossed = any(len(tally.sat) > 1 for tally in self.of.values())
        stays = not crossed and bool(self.of) and all(known.direction for known in self._seats)
        return winners == "2" or shared or (winners != "1" and stays)

    def _find(self, text: str, column: str, section: str) -> Seat | None:
        """The pair that a line means by `text` in its column for `NS` or `EW`; None where it is not there."""
        named = seat(text, "", section)
        called = self._called.get(named.number, [])
        if named in called:
            return named
        called = [known for known in called if known.section == named.section or not named.section]
        for towards in (named.direction, column):
            sitting = [known for known in called if known.direction == towards]
            if len(called) > 1 or named.direction:
                called = sitting or called
        return called[0] if len(called) == 1 else None

    def _add(self, line: _Line, section: str, scale: _Scale) -> None:
        there = [self._find(name, at, section) for name, at in zip(line.names, _COLUMNS, strict=True)]
        for own, pair in enumerate(there):
            if pair is None:
                continue
            tally, other = self.of.setdefault(pair, Tally()), there[1 - own]
            tally.sat.add(_COLUMNS[own])
            if other is not None:
                tally.met.add(other)
            elif line.names[1 - own].strip("0"):
                tally.absent.add(line.names[1 - own])
            if line.both is not None:
                tally.boards += 1
                tally.points, tally.most = tally.points + line.both[own], tally.most + scale.top
                tally.factored += scale.factored(line.both[own], is_adjusted=line.is_adjusted)
                tally.full += scale.full if scale.top else 0.0


def _lines(board: Element, units: Sequence[str]) -> list[_Line]:
    """The lines of a board on which two pairs met: one without a score and without points was skipped."""
    found = []
    for line in board.all("TRAVELLER_LINE"):
        both, score = _points(line, units), line.cell("SCORE", "NS_SCORE").upper()
        is_skipped = {score, line.cell("CONTRACT").upper()} & _UNPLAYED or not (score or any(both or ()))
        if not is_skipped:
            names = line.cell("NS_PAIR_NUMBER"), line.cell("EW_PAIR_NUMBER")
            found.append(_Line(names, both, is_adjusted=score.startswith("A") or "%" in score))
    return found


def _points(line: Element, units: Sequence[str]) -> tuple[float, float] | None:
    for unit in units:
        ours, theirs = amount(line.cell(f"NS_{unit}")), amount(line.cell(f"EW_{unit}"))
        if ours is not None and theirs is not None:
            return ours, theirs
    return None


def _top(lines: Iterable[_Line]) -> float:
    """What two pairs share at most tables; an adjusted score may give them more or less together."""
    sums = Counter(round(sum(line.both), 4) for line in lines if line.both)
    return max(sums, key=lambda shared: (sums[shared], shared), default=0.0)


def boards_of(element: Element, section: str = "") -> Iterator[tuple[Element, str]]:
    """The boards inside it, at whatever depth, with the letter of their section.

    The lines of a match may leave to it which two pairs they are of.
    """
    here = element.cell("SECTION_ID") if element.name == "SECTION" else section
    both = [*element.all("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")]
    for child in element.children:
        if child.name == "BOARD":
            for line in child.all("TRAVELLER_LINE"):
                line.parts.extend(both)
            yield child, here
        elif child.name in ("SESSION", "SECTION", "MATCH"):
            yield from boards_of(child, here)
