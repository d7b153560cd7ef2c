"""A tournament as programs write it: players by numbers, and each game twice, once a side."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from sitegen.commands.importing.source import SourceCell, SourceRow, Statement, Verdict
from sitegen.message import Message

_MARKS = ("1", "=", "0", "+", "-", "W", "D", "L", "F", "H", "U", "Z", "")
_WORTH = (1.0, 0.5, 0.0, 1.0, 0.0, 1.0, 0.5, 0.0, 1.0, 0.5, 1.0, 0.0, 0.0)
"""The marks of tournament reports of FIDE, and what they are worth."""


class Entrant(NamedTuple):
    """A player of the tournament: the starting number, what is known of them, and the points as stated."""

    number: int
    place: str
    cells: Mapping[str, SourceCell]
    points: SourceCell | None = None

    @property
    def name(self) -> str:
        """The name as written."""
        return self.cells["name"].text


class Side(NamedTuple):
    """What a player's line says of a round.

    `player` counts the entrants from 0; `opponent` is a starting number, 0 where there is none. Blank is
    the `mark` of a game that has no result yet.
    """

    player: int
    round: int
    opponent: int
    is_white: bool | None
    mark: str
    place: str
    verdict: Verdict | None = None


@dataclass
class Tournament:
    """What was read of a tournament; `last` is the number of its rounds, `dated` of those with a day."""

    event: str = ""
    last: int = 0
    dated: int = 0
    entrants: list[Entrant] = field(default_factory=list)
    sides: list[Side] = field(default_factory=list)
    dates: dict[int, SourceCell] = field(default_factory=dict)
    day: SourceCell | None = None
    others: list[SourceRow] = field(default_factory=list)
    notes: list[Message] = field(default_factory=list)
    values: dict[str, float] = field(default_factory=lambda: dict(zip(_MARKS, _WORTH, strict=True)))
    has_bye: bool = False
    has_rounds: bool = True
    has_colours: bool = True
    special: dict[tuple[int, int, str], float] = field(default_factory=dict)

    def other(self, line: str, place: str, verdict: Verdict) -> None:
        """Keep a record that is of no table."""
        self.others.append(SourceRow(place, [SourceCell(line[:3], place)], verdict))

    @cached_property
    def players(self) -> dict[int, int]:
        """The entrants by starting number, when all are known."""
        return {player.number: at for at, player in enumerate(self.entrants)}

    @cached_property
    def rounds(self) -> set[tuple[int, int]]:
        """The entrants and rounds of which something is known."""
        return {(side.player, side.round) for side in self.sides}

    def statements(self) -> list[Statement]:
        """The points of all whose points are stated, and what their own lines make of them."""
        made: defaultdict[int, float] = defaultdict(float)
        for side in self.sides:
            number, mark = self.entrants[side.player].number, side.mark
            usual = self.special.get((number, 0, mark), self.values.get(mark, 0.0))
            made[side.player] += self.special.get((number, side.round, mark), usual)
        for (number, _, mark), points in self.special.items():
            made[self.players.get(number, -1)] += 0 if mark else points
        return [
            Statement("points", player.name, float(player.points.text), made[at], player.points.place)
            for at, player in enumerate(self.entrants)
            if player.points
        ]


def text(value: object, place: str) -> SourceCell:
    """A cell that holds a value as text."""
    words = str(value)
    return SourceCell(words, place, "text" if words else "blank")
