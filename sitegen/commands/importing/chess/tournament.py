"""A tournament as programs write it: players by numbers, and each game twice, once a side."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from sitegen.commands.importing.source import SourceCell, SourceRow, SourceTable, Statement, Verdict
from sitegen.message import Message, say
from sitegen.problem import quoted

GAMES = ("date", "round", "board", "white", "black", "result", "event")
ABSENCES = ("round", "player", "code")
_MARKS = ("1", "=", "0", "+", "-", "W", "D", "L", "F", "H", "U", "Z", "")
_WORTH = (1.0, 0.5, 0.0, 1.0, 0.0, 1.0, 0.5, 0.0, 1.0, 0.5, 1.0, 0.0, 0.0)
"""The marks of tournament reports of FIDE, and what they are worth."""
_NOBODY = {"bye", "spielfrei", "vrij", "exempt", "freilos", "n.n.", "nn", "dummy", "libre", "odd"}

TO_COME = Verdict("left", say("game-to-come", "paired, and without a result"))
OF_A_BYE = Verdict("left", say("game-of-a-bye", "no player, but what stands for none"))
OF_TEAMS = Verdict("left", say("line-of-teams", "a record of teams"))
AGAINST_ONESELF = Verdict("doubtful", say("opponent-of-oneself", "a player against themselves"))
NAMELESS = Verdict("refused", say("nameless-player", "a player without a name"))
LOST_BY_BOTH = Verdict("doubtful", say("lost-by-both", "lost by both: played, or not?"))
WON_BY_BOTH = Verdict("doubtful", say("won-by-both", "won by both"))
DRAWN_FORFEIT = Verdict("doubtful", say("forfeit-drawn", "a forfeit that is a draw"))


def no_number(number: object) -> Verdict:
    """Of a number that is nobody's."""
    why = say("no-such-number", "there is no player with the number {number}", number=str(number))
    return Verdict("doubtful", why)


def no_result(mark: object) -> Verdict:
    """Of a result that cannot be read."""
    return Verdict("refused", say("mark-not-read", "{mark} is no result", mark=quoted(str(mark))))


def name_of_two(name: str) -> Verdict:
    """Of a name that several players have."""
    return Verdict("doubtful", say("name-of-two", "several players are called {name}", name=quoted(name)))


def no_day(words: str) -> Verdict:
    """Of a day that is none, or one of two."""
    why = say("date-not-read", "{date} is no date that can be read one way", date=quoted(words))
    return Verdict("doubtful", why)


def is_nobody(name: str) -> bool:
    """Whether a name is what programs call an opponent who is none."""
    return name.strip(" -_*()[]").casefold() in _NOBODY


def game_tables(rows: Sequence[SourceRow]) -> list[SourceTable]:
    """The games, and apart from them those that were won or lost by forfeit."""
    return [
        SourceTable("games", [row for row in rows if not row.cells[5].text.endswith("f")], GAMES),
        SourceTable("forfeits", [row for row in rows if row.cells[5].text.endswith("f")], GAMES),
    ]


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
