"""The sides of a tournament, of which each says what a player's line has of a round -> games, each once."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from sitegen.commands.importing.chess import tournament as reasons
from sitegen.commands.importing.chess.tournament import Entrant, Side, Tournament, is_nobody
from sitegen.commands.importing.source import SourceCell, SourceRow, SourceTable, Verdict, cell
from sitegen.message import say
from sitegen.problem import quoted

_FORFEITS = {("+", "-"): "1-0f", ("-", "+"): "0-1f", ("-", "-"): "0-0f"}
_SHORT = {("W", "L"): "1-0", ("D", "D"): "½-½", ("L", "W"): "0-1"}
_RESULTS = {("1", "0"): "1-0", ("=", "="): "½-½", ("0", "1"): "0-1", **_FORFEITS, **_SHORT}
"""Marks of white and of black, and what they make."""
_NO_MOVE = Verdict(
    "left", say("game-of-no-move", "decided before a move was played, which counts for no rating")
)
_CODES = {"F": "full-bye", "H": "bye", "U": "odd", "Z": "absent"}
"""Marks of somebody who has no opponent, and the code of the absence."""

_NO_COLOURS = say(
    "forfeits-without-colours", "forfeits without colours: the first in the file stands as white"
)


def tables(tournament: Tournament) -> list[SourceTable]:
    """The tables of a tournament, without those that have no rows."""
    found = _Sides(tournament)
    found.read()
    known = {name for player in tournament.entrants for name in player.cells}
    columns = ["number", *(name for name in ("name", "title", "rating", "club") if name in known)]
    dated = [SourceRow(day.place, [cell(number, day.place), day]) for number, day in tournament.dates.items()]
    all_tables = [
        SourceTable("players", [found.entrant(player, columns) for player in tournament.entrants], columns),
        SourceTable("rounds", dated, ("round", "date")),
        *reasons.game_tables(found.games),
        SourceTable("absences", found.absences, reasons.ABSENCES),
        SourceTable("lines", tournament.others, ("record",)),
    ]
    return [table for table in all_tables if table.rows]


class _Sides:
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

    def entrant(self, player: Entrant, columns: Sequence[str]) -> SourceRow:
        cells = {"number": cell(player.number, player.place), **player.cells}
        row = [cells.get(name, cell("", player.place)) for name in columns]
        return SourceRow(
            player.place, row, reasons.OF_A_BYE if is_nobody(player.name) else self.doubt(player)
        )

    def doubt(self, player: Entrant) -> Verdict | None:
        why = None
        if len(self.numbers[player.number]) > 1:
            why = say("number-of-two", "{number} is the number of several players", number=player.number)
        elif not player.name:
            why = say("player-without-name", "player {number} has no name", number=player.number)
        elif self.names[player.name.casefold()] > 1:
            return reasons.name_of_two(player.name)
        return Verdict("doubtful", why) if why else None

    def read(self) -> None:
        for side in self.tournament.sides:
            if side.verdict:
                self.games.append(self._game(side, "", side.verdict))
            elif side.opponent:
                self._pair(side)
            else:
                self._absence(side)

    def _absence(self, side: Side) -> None:
        player = self.tournament.entrants[side.player]
        verdict = self.doubt(player) or self._late(side)
        if not verdict and (side.player, side.round) in self.claims:
            why = say("absent-and-paired", "another player has them as opponent in this round")
            verdict = Verdict("doubtful", why)
        words = (side.round, player.name, _CODES[side.mark])
        verdict = reasons.OF_A_BYE if is_nobody(player.name) else verdict
        self.absences.append(SourceRow(side.place, [cell(word, side.place) for word in words], verdict))

    def _late(self, side: Side) -> Verdict | None:
        dated = self.tournament.dated if side.opponent else 0
        last = self.tournament.last or (dated if dated > 1 else 0)
        if not last or side.round <= last:
            return None
        told = {"round": side.round, "rounds": last}
        why = say("round-too-many", "round {round}, and the tournament has {rounds}", **told)
        return Verdict("doubtful", why)

    def _pair(self, side: Side) -> None:
        tournament, other = self.tournament, None
        at = (side.player, *self.numbers.get(side.opponent, ()))
        verdict: Verdict | None = reasons.OF_A_BYE
        if not any(is_nobody(tournament.entrants[each].name) for each in at):
            other, verdict = self._mirror(side)
        if other is None:
            self.games.append(self._game(side, "", verdict))
            return
        is_white = side.is_white if other.is_white is None else not other.is_white
        if is_white is None and tournament.has_colours and not tournament.notes:
            tournament.notes.append(_NO_COLOURS)
        if is_white if is_white is not None else side.player < other.player:
            self._played(side._replace(is_white=True), (side.mark, other.mark))

    def _played(self, white: Side, marks: tuple[str, str]) -> None:
        result = _RESULTS.get(marks, "")
        verdict = _NO_MOVE if marks in _SHORT else None if result else reasons.TO_COME
        self.games.append(self._game(white, result, verdict))

    def _mirror(self, side: Side) -> tuple[Side | None, Verdict | None]:
        me, found = self.tournament.entrants[side.player], self.numbers.get(side.opponent, [])
        if not found:
            return None, reasons.no_number(side.opponent)
        opponent, other = self.tournament.entrants[found[0]], self.of.get((found[0], side.round))
        verdict = self.doubt(me) or self.doubt(opponent) or self._late(side)
        if not verdict and side.opponent == me.number:
            verdict = reasons.AGAINST_ONESELF
        if not verdict and (other is None or other.opponent != me.number):
            name = quoted(opponent.name)
            one_sided = say("one-sided-game", "the line of {name} does not have this game", name=name)
            verdict = Verdict("doubtful", one_sided)
        if verdict or other is None:
            return None, verdict
        marks, why = (side.mark, other.mark), None
        is_blind = self.tournament.has_colours and side.is_white is None and other.is_white is None
        if marks != ("", "") and marks not in _RESULTS:
            told = {"here": quoted(side.mark), "there": quoted(other.mark), "name": quoted(opponent.name)}
            why = say("results-differ", "{here} here, and {there} in the line of {name}", **told)
        elif is_blind and marks not in _FORFEITS:
            why = say("no-colours", "it does not say who has white")
        elif side.is_white is not None and side.is_white is other.is_white:
            why = say("both-one-colour", "both players have the same colour")
        return (None, Verdict("doubtful", why)) if why else (other, None)

    def _game(self, side: Side, result: str, verdict: Verdict | None = None) -> SourceRow:
        """The row of a game, with the side's own player first where nobody knows who has white."""
        tournament, place = self.tournament, side.place
        opponents = self.numbers.get(side.opponent, [])
        names = [tournament.entrants[side.player].name]
        names.append(tournament.entrants[opponents[0]].name if len(opponents) == 1 else "")
        white, black = names if side.is_white is not False else names[::-1]
        day: SourceCell = tournament.dates.get(side.round) or tournament.day or cell("", place)
        number = side.round if tournament.has_rounds else ""
        words = (number, "", white, black, result, tournament.event)
        return SourceRow(place, [day, *(cell(word, place) for word in words)], verdict)
