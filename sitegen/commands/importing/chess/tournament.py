"""A tournament as programs write it: players by numbers, and each game twice, once a side.

The sides of a tournament, of which each says what a player's line has of a round -> games, each once.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from sitegen.commands.importing.source import (
    SourceCell,
    SourceRow,
    SourceTable,
    Statement,
    Verdict,
    make_cell,
)
from sitegen.core.problems import Message, quote_text, say

GAMES_HEADER = ("date", "round", "board", "white", "black", "result", "event")
ABSENCES_HEADER = ("round", "player", "code")
_MARKS = ("1", "=", "0", "+", "-", "W", "D", "L", "F", "H", "U", "Z", "")
_MARK_POINTS = (1.0, 0.5, 0.0, 1.0, 0.0, 1.0, 0.5, 0.0, 1.0, 0.5, 1.0, 0.0, 0.0)
"""The marks of tournament reports of FIDE, and what they are worth."""
_NOBODY = {"bye", "spielfrei", "vrij", "exempt", "freilos", "n.n.", "nn", "dummy", "libre", "odd"}

NOT_PLAYED = Verdict("left", say("game-to-come", "paired, and without a result"))
BYE_ROW = Verdict("left", say("game-of-a-bye", "no player, but what stands for none"))
TEAM_ROW = Verdict("left", say("line-of-teams", "a record of teams"))
SAME_PLAYER = Verdict("doubtful", say("opponent-of-oneself", "a player against themselves"))
NAMELESS = Verdict("refused", say("nameless-player", "a player without a name"))
LOST_BY_BOTH = Verdict("doubtful", say("lost-by-both", "lost by both: played, or not?"))
WON_BY_BOTH = Verdict("doubtful", say("won-by-both", "won by both"))
DRAWN_FORFEIT = Verdict("doubtful", say("forfeit-drawn", "a forfeit that is a draw"))


def doubt_number(number: object) -> Verdict:
    """Of a number that is nobody's."""
    why = say("no-such-number", "there is no player with the number {number}", number=str(number))
    return Verdict("doubtful", why)


def refuse_result(mark: object) -> Verdict:
    """Of a result that cannot be read."""
    return Verdict("refused", say("mark-not-read", "{mark} is no result", mark=quote_text(str(mark))))


def doubt_name(name: str) -> Verdict:
    """Of a name that several players have."""
    return Verdict("doubtful", say("name-of-two", "several players are called {name}", name=quote_text(name)))


def doubt_day(words: str) -> Verdict:
    """Of a day that is none, or one of two."""
    why = say("date-not-read", "{date} is no date that can be read one way", date=quote_text(words))
    return Verdict("doubtful", why)


def is_nobody(name: str) -> bool:
    """Whether a name is what programs call an opponent who is none."""
    return name.strip(" -_*()[]").casefold() in _NOBODY


def build_game_tables(rows: Sequence[SourceRow]) -> list[SourceTable]:
    """The games, and apart from them those that were won or lost by forfeit."""
    return [
        SourceTable("games", [row for row in rows if not row.cells[5].text.endswith("f")], GAMES_HEADER),
        SourceTable("forfeits", [row for row in rows if row.cells[5].text.endswith("f")], GAMES_HEADER),
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
    round_count: int = 0
    dated_rounds: int = 0
    entrants: list[Entrant] = field(default_factory=list)
    sides: list[Side] = field(default_factory=list)
    dates: dict[int, SourceCell] = field(default_factory=dict)
    day: SourceCell | None = None
    other_rows: list[SourceRow] = field(default_factory=list)
    notes: list[Message] = field(default_factory=list)
    mark_points: dict[str, float] = field(
        default_factory=lambda: dict(zip(_MARKS, _MARK_POINTS, strict=True))
    )
    has_bye: bool = False
    has_rounds: bool = True
    has_colours: bool = True
    special_points: dict[tuple[int, int, str], float] = field(default_factory=dict)

    def add_other_row(self, line: str, place: str, verdict: Verdict) -> None:
        """Keep a record that is of no table."""
        self.other_rows.append(SourceRow(place, [SourceCell(line[:3], place)], verdict))

    @cached_property
    def players(self) -> dict[int, int]:
        """The entrants by starting number, when all are known."""
        return {player.number: at for at, player in enumerate(self.entrants)}

    @cached_property
    def rounds(self) -> set[tuple[int, int]]:
        """The entrants and rounds of which something is known."""
        return {(side.player, side.round) for side in self.sides}

    def build_statements(self) -> list[Statement]:
        """The points of all whose points are stated, and what their own lines make of them."""
        made: defaultdict[int, float] = defaultdict(float)
        for side in self.sides:
            number, mark = self.entrants[side.player].number, side.mark
            usual = self.special_points.get((number, 0, mark), self.mark_points.get(mark, 0.0))
            made[side.player] += self.special_points.get((number, side.round, mark), usual)
        for (number, _, mark), points in self.special_points.items():
            made[self.players.get(number, -1)] += 0 if mark else points
        return [
            Statement("points", player.name, float(player.points.text), made[at], player.points.place)
            for at, player in enumerate(self.entrants)
            if player.points
        ]


_FORFEITS = {("+", "-"): "1-0f", ("-", "+"): "0-1f", ("-", "-"): "0-0f"}
_UNPLAYED = {("W", "L"): "1-0", ("D", "D"): "½-½", ("L", "W"): "0-1"}
_RESULTS = {("1", "0"): "1-0", ("=", "="): "½-½", ("0", "1"): "0-1", **_FORFEITS, **_UNPLAYED}
"""Marks of white and of black, and what they make."""
_NO_MOVE = Verdict(
    "left", say("game-of-no-move", "decided before a move was played, which counts for no rating")
)
_ABSENCE_CODES = {"F": "full-bye", "H": "bye", "U": "odd", "Z": "absent"}
"""Marks of somebody who has no opponent, and the code of the absence."""

_NO_COLOURS = say(
    "forfeits-without-colours", "forfeits without colours: the first in the file stands as white"
)


def build_tables(tournament: Tournament) -> list[SourceTable]:
    """The tables of a tournament, without those that have no rows."""
    found = _GameBuilder(tournament)
    found.read_sides()
    known = {name for player in tournament.entrants for name in player.cells}
    columns = ["number", *(name for name in ("name", "title", "rating", "club") if name in known)]
    dated = [
        SourceRow(day.place, [make_cell(number, day.place), day]) for number, day in tournament.dates.items()
    ]
    all_tables = [
        SourceTable(
            "players", [found.build_entrant(player, columns) for player in tournament.entrants], columns
        ),
        SourceTable("rounds", dated, ("round", "date")),
        *build_game_tables(found.games),
        SourceTable("absences", found.absences, ABSENCES_HEADER),
        SourceTable("lines", tournament.other_rows, ("record",)),
    ]
    return [table for table in all_tables if table.rows]


class _GameBuilder:
    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.games: list[SourceRow] = []
        self.absences: list[SourceRow] = []
        self.of = {(side.player, side.round): side for side in tournament.sides}
        self.numbers: defaultdict[int, list[int]] = defaultdict(list)
        for at, player in enumerate(tournament.entrants):
            self.numbers[player.number].append(at)
        self.names = Counter(player.name.casefold() for player in tournament.entrants)
        sides = [side for side in tournament.sides if not side.verdict]
        self.claims = {(at, side.round) for side in sides for at in self.numbers.get(side.opponent, ())}

    def build_entrant(self, player: Entrant, columns: Sequence[str]) -> SourceRow:
        cells = {"number": make_cell(player.number, player.place), **player.cells}
        row = [cells.get(name, make_cell("", player.place)) for name in columns]
        return SourceRow(player.place, row, BYE_ROW if is_nobody(player.name) else self.check_entrant(player))

    def check_entrant(self, player: Entrant) -> Verdict | None:
        why = None
        if len(self.numbers[player.number]) > 1:
            why = say("number-of-two", "{number} is the number of several players", number=player.number)
        elif not player.name:
            why = say("player-without-name", "player {number} has no name", number=player.number)
        elif self.names[player.name.casefold()] > 1:
            return doubt_name(player.name)
        return Verdict("doubtful", why) if why else None

    def read_sides(self) -> None:
        for side in self.tournament.sides:
            if side.verdict:
                self.games.append(self._build_game_row(side, "", side.verdict))
            elif side.opponent:
                self._pair_side(side)
            else:
                self._add_absence(side)

    def _add_absence(self, side: Side) -> None:
        player = self.tournament.entrants[side.player]
        verdict = self.check_entrant(player) or self._check_round(side)
        if not verdict and (side.player, side.round) in self.claims:
            why = say("absent-and-paired", "another player has them as opponent in this round")
            verdict = Verdict("doubtful", why)
        words = (side.round, player.name, _ABSENCE_CODES[side.mark])
        verdict = BYE_ROW if is_nobody(player.name) else verdict
        self.absences.append(SourceRow(side.place, [make_cell(word, side.place) for word in words], verdict))

    def _check_round(self, side: Side) -> Verdict | None:
        dated = self.tournament.dated_rounds if side.opponent else 0
        last = self.tournament.round_count or (dated if dated > 1 else 0)
        if not last or side.round <= last:
            return None
        told = {"round": side.round, "rounds": last}
        why = say("round-too-many", "round {round}, and the tournament has {rounds}", **told)
        return Verdict("doubtful", why)

    def _pair_side(self, side: Side) -> None:
        tournament, other = self.tournament, None
        at = (side.player, *self.numbers.get(side.opponent, ()))
        verdict: Verdict | None = BYE_ROW
        if not any(is_nobody(tournament.entrants[index].name) for index in at):
            other, verdict = self._find_mirror(side)
        if other is None:
            self.games.append(self._build_game_row(side, "", verdict))
            return
        is_white = side.is_white if other.is_white is None else not other.is_white
        if is_white is None and tournament.has_colours and not tournament.notes:
            tournament.notes.append(_NO_COLOURS)
        if is_white if is_white is not None else side.player < other.player:
            self._add_game(side._replace(is_white=True), (side.mark, other.mark))

    def _add_game(self, white: Side, marks: tuple[str, str]) -> None:
        result = _RESULTS.get(marks, "")
        verdict = _NO_MOVE if marks in _UNPLAYED else None if result else NOT_PLAYED
        self.games.append(self._build_game_row(white, result, verdict))

    def _find_mirror(self, side: Side) -> tuple[Side | None, Verdict | None]:
        me, found = self.tournament.entrants[side.player], self.numbers.get(side.opponent, [])
        if not found:
            return None, doubt_number(side.opponent)
        opponent, other = self.tournament.entrants[found[0]], self.of.get((found[0], side.round))
        verdict = self.check_entrant(me) or self.check_entrant(opponent) or self._check_round(side)
        if not verdict and side.opponent == me.number:
            verdict = SAME_PLAYER
        if not verdict and (other is None or other.opponent != me.number):
            name = quote_text(opponent.name)
            one_sided = say("one-sided-game", "the line of {name} does not have this game", name=name)
            verdict = Verdict("doubtful", one_sided)
        if verdict or other is None:
            return None, verdict
        marks, why = (side.mark, other.mark), None
        is_blind = self.tournament.has_colours and side.is_white is None and other.is_white is None
        if marks != ("", "") and marks not in _RESULTS:
            told = {
                "here": quote_text(side.mark),
                "there": quote_text(other.mark),
                "name": quote_text(opponent.name),
            }
            why = say("results-differ", "{here} here, and {there} in the line of {name}", **told)
        elif is_blind and marks not in _FORFEITS:
            why = say("no-colours", "it does not say who has white")
        elif side.is_white is not None and side.is_white is other.is_white:
            why = say("both-one-colour", "both players have the same colour")
        return (None, Verdict("doubtful", why)) if why else (other, None)

    def _build_game_row(self, side: Side, result: str, verdict: Verdict | None = None) -> SourceRow:
        """The row of a game, with the side's own player first where nobody knows who has white."""
        tournament, place = self.tournament, side.place
        opponents = self.numbers.get(side.opponent, [])
        names = [tournament.entrants[side.player].name]
        names.append(tournament.entrants[opponents[0]].name if len(opponents) == 1 else "")
        white, black = names if side.is_white is not False else names[::-1]
        day: SourceCell = tournament.dates.get(side.round) or tournament.day or make_cell("", place)
        number = side.round if tournament.has_rounds else ""
        words = (number, "", white, black, result, tournament.event)
        return SourceRow(place, [day, *(make_cell(word, place) for word in words)], verdict)
