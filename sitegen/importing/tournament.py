"""A chess tournament in which each player's line has their rounds, and its tables of games and absences.

Each game is in the file twice, once for each side; `build_tables` pairs the sides, and marks a game doubtful
where they disagree.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from sitegen.core.person_names import is_nobody
from sitegen.core.problems import Message, quote_text, say
from sitegen.importing.source import (
    SourceCell,
    SourceRow,
    SourceTable,
    Statement,
    Verdict,
    make_row,
)
from sitegen.toolkit.order import group_by

GAMES_HEADER = ("date", "round", "board", "white", "black", "result", "event")
ABSENCES_HEADER = ("round", "player", "code")
_MARK_POINTS = {**dict.fromkeys("1+WFU", 1.0), **dict.fromkeys("=DH", 0.5)}
"""The marks of FIDE tournament reports that give points."""

NOT_PLAYED = Verdict("left", say("game-to-come", "paired, and without a result"))
BYE_ROW = Verdict("left", say("game-of-a-bye", "no player, but what stands for none"))
TEAM_ROW = Verdict("left", say("line-of-teams", "a record of teams"))
WON_BY_BOTH = say("won-by-both", "won by both")
DRAWN_FORFEIT = say("forfeit-drawn", "a forfeit that is a draw")
SHARED_DAY = say("rounds-share-day", "rounds share a day, after the first day of the event")
TWO_DAYS = say("round-on-two-days", "a round with games on several days")


def doubt_number(number: object) -> Verdict:
    """Return a verdict on the number of no player."""
    reason = say("no-such-number", "there is no player with the number {number}", number=str(number))
    return Verdict("doubtful", reason)


def refuse_result(mark: object) -> Verdict:
    """Return a verdict on an unreadable result."""
    return Verdict("refused", say("mark-not-read", "{mark} is no result", mark=quote_text(str(mark))))


def doubt_name(name: str) -> Verdict:
    """Return a verdict on a name that several players have."""
    return Verdict("doubtful", say("name-of-two", "several players are called {name}", name=quote_text(name)))


def doubt_day(words: str) -> Message:
    """Return a doubt about a text that is no date, or an ambiguous one."""
    return say("date-not-read", "{date} is no date that can be read one way", date=quote_text(words))


PENDING = "*"
"""The result of a game that was put off, in a row of `build_game_tables`."""
ROUNDS_ONLY = {
    "forfeits": say("left-not-played", "not played, or lost by both, so that it counts for no rating"),
    "pending": say("left-pending", "put off, and not played yet"),
}
"""The tables of games that only a ranking of rounds takes, with what is said of their rows elsewhere."""


def build_game_tables(rows: Sequence[SourceRow], *days: str) -> list[SourceTable]:
    """Return a table of games, those of forfeits and of games that were put off, and that of the rounds.

    `days` are the first and the last day of the event; they are columns where games have no day.
    """
    tables: dict[str, list[SourceRow]] = {"games": [], "forfeits": [], "pending": []}
    is_dated = not any(days) or all(row.cells[0].text for row in rows if not row.verdict)
    header = GAMES_HEADER if is_dated else (*GAMES_HEADER, "first day", "last day")
    for row in rows if is_dated else [_add_days(row, days) for row in rows]:
        result = row.cells[5].text
        if result == PENDING:
            cells = [*row.cells[:5], row.cells[5]._replace(text=""), *row.cells[6:]]
            tables["pending"].append(row._replace(cells=cells))
        else:
            tables["forfeits" if result.endswith("f") else "games"].append(row)
    rounds = SourceTable("rounds", _build_rounds(tables["games"]), ("round", "date", *header[6:]))
    return [*(SourceTable(name, table_rows, header) for name, table_rows in tables.items()), rounds]


def _add_days(row: SourceRow, days: Sequence[str]) -> SourceRow:
    return row._replace(cells=[*row.cells, *(SourceCell(day, row.place) for day in days)])


def _build_rounds(games: Sequence[SourceRow]) -> list[SourceRow]:
    """Return the rounds of games, with the day of the first one; in doubt where games have several."""
    by_round = group_by((row for row in games if not row.verdict), lambda row: row.cells[1].text)
    rows = []
    for number, played in by_round.items():
        day, *_ = [row.cells[0] for row in played]
        if len({row.cells[0].text for row in played}) > 1:
            day = day._replace(doubt=TWO_DAYS)
        if number:
            rows.append(SourceRow(played[0].place, [played[0].cells[1], day, *played[0].cells[6:]]))
    return rows


class Entrant(NamedTuple):
    """A player: the starting number, the cells about them, and the stated points."""

    number: int
    place: str
    cells: Mapping[str, SourceCell]
    points: SourceCell | None = None

    @property
    def name(self) -> str:
        """The name as written."""
        return self.cells["name"].text


class Side(NamedTuple):
    """One round in a player's line.

    `player` counts the entrants from 0; `opponent` is a starting number, 0 where there is none. The `mark` of
    a game without a result yet is blank.
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
    """A tournament while it is read; `dated_rounds` is the number of the last round with a day."""

    event: str = ""
    start: str = ""
    end: str = ""
    round_count: int = 0
    dated_rounds: int = 0
    entrants: list[Entrant] = field(default_factory=list)
    sides: list[Side] = field(default_factory=list)
    dates: dict[int, SourceCell] = field(default_factory=dict)
    day: SourceCell | None = None
    other_rows: list[SourceRow] = field(default_factory=list)
    notes: list[Message] = field(default_factory=list)
    mark_points: dict[str, float] = field(default_factory=_MARK_POINTS.copy)
    has_bye: bool = False
    has_rounds: bool = True
    has_colours: bool = True
    special_points: dict[tuple[int, int, str], float] = field(default_factory=dict)

    def add_other_row(self, line: str, place: str, verdict: Verdict) -> None:
        """Keep a line that belongs to no table, with its verdict."""
        self.other_rows.append(make_row(place, [line[:3]], verdict))

    @cached_property
    def players(self) -> dict[int, int]:
        """The places of the entrants by starting number; read this when all are added."""
        return {player.number: at for at, player in enumerate(self.entrants)}

    @cached_property
    def rounds(self) -> set[tuple[int, int]]:
        """The entrants and rounds that have a side; read this when all are added."""
        return {(side.player, side.round) for side in self.sides}

    def build_statements(self) -> list[Statement]:
        """Return the stated points of players, with those computed from their own lines."""
        points_made: defaultdict[int, float] = defaultdict(float)
        for side in self.sides:
            number, mark = self.entrants[side.player].number, side.mark
            usual = self.special_points.get((number, 0, mark), self.mark_points.get(mark, 0.0))
            points_made[side.player] += self.special_points.get((number, side.round, mark), usual)
        for (number, _, mark), points in self.special_points.items():
            points_made[self.players.get(number, -1)] += 0 if mark else points
        return [
            Statement("points", player.name, float(player.points.text), points_made[at], player.points.place)
            for at, player in enumerate(self.entrants)
            if player.points and self.sides
        ]


_FORFEITS = {("+", "-"): "1-0f", ("-", "+"): "0-1f", ("-", "-"): "0-0f"}
_DECIDED_BEFORE_A_MOVE = {("W", "L"): "1-0f", ("D", "D"): "½-½f", ("L", "W"): "0-1f"}
"""They count for points and not for ratings, as forfeits do."""
_RESULTS = {("1", "0"): "1-0", ("=", "="): "½-½", ("0", "1"): "0-1", ("0", "0"): "0-0f"}
_RESULTS |= {**_FORFEITS, **_DECIDED_BEFORE_A_MOVE}
"""The result by the marks of white and black."""
_ABSENCE_CODES = {"F": "full-bye", "H": "bye", "U": "odd", "Z": "absent"}
"""The codes of absences by the marks without an opponent."""

_NO_COLOURS = say(
    "forfeits-without-colours", "forfeits without colours: the first in the file is entered as White"
)


def build_tables(tournament: Tournament) -> list[SourceTable]:
    """Return the tables of a tournament that have rows."""
    builder = _GameBuilder(tournament)
    builder.read_sides()
    cell_names = {name for player in tournament.entrants for name in player.cells}
    columns = ["number", *(name for name in ("name", "title", "rating", "club") if name in cell_names)]
    *tables, rounds = build_game_tables(builder.games, tournament.start, tournament.end)
    event = (tournament.event, tournament.start, tournament.end)[: len(rounds.header) - 2]
    date_rows = [make_row(day.place, (number, day, *event)) for number, day in tournament.dates.items()]
    dated_rounds = {str(number) for number in tournament.dates}
    date_rows += [row for row in rounds.rows if row.cells[0].text not in dated_rounds]
    date_rows.sort(key=lambda row: int(row.cells[0].text))
    players = [builder.build_entrant(player, columns) for player in tournament.entrants]
    all_tables = [
        SourceTable("players", players, columns),
        SourceTable("rounds", date_rows, rounds.header),
        *tables,
        SourceTable("absences", builder.absences, ABSENCES_HEADER),
        SourceTable("lines", tournament.other_rows, ("record",)),
    ]
    return [table for table in all_tables if table.rows]


class _GameBuilder:
    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.games: list[SourceRow] = []
        self.absences: list[SourceRow] = []
        self.sides_by_round = {(side.player, side.round): side for side in tournament.sides}
        self.numbers: defaultdict[int, list[int]] = defaultdict(list)
        for at, player in enumerate(tournament.entrants):
            self.numbers[player.number].append(at)
        self.names = Counter(player.name.casefold() for player in tournament.entrants)
        sides = [side for side in tournament.sides if not side.verdict]
        self.claims = {(side.opponent, side.round) for side in sides}
        self.nobodies = {player.number for player in tournament.entrants if is_nobody(player.name)}

    def build_entrant(self, player: Entrant, columns: Sequence[str]) -> SourceRow:
        cells: dict[str, object] = {"number": player.number, **player.cells}
        verdict = BYE_ROW if is_nobody(player.name) else self.check_entrant(player)
        return make_row(player.place, [cells.get(name, "") for name in columns], verdict)

    def check_entrant(self, player: Entrant) -> Verdict | None:
        reason = None
        if len(self.numbers[player.number]) > 1:
            reason = say("number-of-two", "{number} is the number of several players", number=player.number)
        elif not player.name:
            reason = say("player-without-name", "player {number} has no name", number=player.number)
        elif self.names[player.name.casefold()] > 1:
            return doubt_name(player.name)
        return Verdict("doubtful", reason) if reason else None

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
        if not verdict and (player.number, side.round) in self.claims:
            reason = say("absent-and-paired", "another player has them as opponent in this round")
            verdict = Verdict("doubtful", reason)
        words = (side.round, player.name, _ABSENCE_CODES[side.mark])
        verdict = BYE_ROW if is_nobody(player.name) else verdict
        self.absences.append(make_row(side.place, words, verdict))

    def _check_round(self, side: Side) -> Verdict | None:
        dated_rounds = self.tournament.dated_rounds if side.opponent else 0
        last = self.tournament.round_count or (dated_rounds if dated_rounds > 1 else 0)
        if not last or side.round <= last:
            return None
        params = {"round": side.round, "rounds": last}
        reason = say("round-too-many", "round {round}, and the tournament has {rounds}", **params)
        return Verdict("doubtful", reason)

    def _pair_side(self, side: Side) -> None:
        tournament, mirror = self.tournament, None
        verdict: Verdict | None = BYE_ROW
        if self.nobodies.isdisjoint((tournament.entrants[side.player].number, side.opponent)):
            mirror, verdict = self._find_mirror(side)
        if mirror is None:
            self.games.append(self._build_game_row(side, "", verdict))
            return
        is_white = side.is_white if mirror.is_white is None else not mirror.is_white
        if is_white is None and tournament.has_colours and not tournament.notes:
            tournament.notes.append(_NO_COLOURS)
        if is_white if is_white is not None else side.player < mirror.player:
            marks = side.mark, mirror.mark
            result = _RESULTS.get(marks, "")
            verdict = None if result else NOT_PLAYED
            self.games.append(self._build_game_row(side._replace(is_white=True), result, verdict))

    def _find_mirror(self, side: Side) -> tuple[Side | None, Verdict | None]:
        player, opponents = self.tournament.entrants[side.player], self.numbers.get(side.opponent, [])
        if not opponents:
            return None, doubt_number(side.opponent)
        opponent = self.tournament.entrants[opponents[0]]
        mirror = self.sides_by_round.get((opponents[0], side.round))
        verdict = self.check_entrant(player) or self.check_entrant(opponent) or self._check_round(side)
        if not verdict and (mirror is None or mirror.opponent != player.number):
            name = quote_text(opponent.name)
            one_sided = say("one-sided-game", "the line of {name} does not have this game", name=name)
            verdict = Verdict("doubtful", one_sided)
        if verdict or mirror is None:
            return None, verdict
        marks, reason = (side.mark, mirror.mark), None
        is_blind = self.tournament.has_colours and side.is_white is None and mirror.is_white is None
        if marks != ("", "") and marks not in _RESULTS:
            params = {
                "here": quote_text(side.mark),
                "there": quote_text(mirror.mark),
                "name": quote_text(opponent.name),
            }
            reason = say("results-differ", "{here} here, and {there} in the line of {name}", **params)
        elif is_blind and marks not in _FORFEITS:
            reason = say("no-colours", "it does not say who has White")
        elif side.is_white is not None and side.is_white is mirror.is_white:
            reason = say("both-one-colour", "both players have the same colour")
        if not reason:
            return mirror, None
        is_other = side.player > mirror.player or mirror.verdict  # the same game, which is asked about there
        return None, Verdict("left" if is_other else "doubtful", reason)

    def _build_game_row(self, side: Side, result: str, verdict: Verdict | None = None) -> SourceRow:
        """Return the row of a game; where colours are unknown, the side's own player is white."""
        tournament, opponents = self.tournament, self.numbers.get(side.opponent, [])
        names = [tournament.entrants[side.player].name]
        names.append(tournament.entrants[opponents[0]].name if len(opponents) == 1 else "")
        white, black = names if side.is_white is not False else names[::-1]
        day = tournament.dates.get(side.round) or tournament.day or ""
        number = side.round if tournament.has_rounds else ""
        doubt = DRAWN_FORFEIT if result == "½-½f" else None
        cell = SourceCell(result, side.place, doubt=doubt)
        return make_row(side.place, (day, number, "", white, black, cell, tournament.event), verdict)
