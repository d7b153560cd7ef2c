"""The sides of a tournament, of which each says what a player's line has of a round -> games, each once."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from sitegen.commands.importing.chess.reasons import ABSENCES, GAMES, of_a_bye, to_come
from sitegen.commands.importing.chess.tournament import Entrant, Side, Tournament, text
from sitegen.commands.importing.source import SourceCell, SourceRow, SourceTable, Verdict
from sitegen.message import Message, say
from sitegen.problem import quoted

PLAYED = {("1", "0"): "1-0", ("=", "="): "½-½", ("0", "1"): "0-1"}
FORFEITS = {("+", "-"): "1-0f", ("-", "+"): "0-1f", ("-", "-"): "0-0f"}
SHORT = {("W", "L"): "1-0", ("D", "D"): "½-½", ("L", "W"): "0-1"}
"""Marks of white and of black, and what they make."""
CODES = {"F": "full-bye", "H": "bye", "U": "odd", "Z": "absent"}
"""Marks of somebody who has no opponent, and the code of the absence."""
NOBODY = {"bye", "spielfrei", "vrij", "exempt", "freilos", "n.n.", "nn", "dummy", "libre", "odd"}
"""What programs call an opponent who is none."""


def tables(tournament: Tournament) -> list[SourceTable]:
    """The tables of a tournament, without those that have no rows."""
    found = _Sides(tournament)
    found.read()
    cells = [name for player in tournament.entrants for name in player.cells]
    columns = ["number", *(name for name in ("name", "title", "rating", "club") if name in cells)]
    dated = [SourceRow(day.place, [text(number, day.place), day]) for number, day in tournament.dates.items()]
    all_tables = [
        SourceTable("players", [found.entrant(player, columns) for player in tournament.entrants], columns),
        SourceTable("rounds", dated, ("round", "date")),
        SourceTable("games", found.games, GAMES),
        SourceTable("forfeits", found.forfeits, GAMES),
        SourceTable("absences", found.absences, ABSENCES),
        SourceTable("lines", tournament.others, ("record",)),
    ]
    return [table for table in all_tables if table.rows]


class _Sides:
    """The sides of a tournament, put together."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.games: list[SourceRow] = []
        self.forfeits: list[SourceRow] = []
        self.absences: list[SourceRow] = []
        self.of = {(side.player, side.round): side for side in tournament.sides}
        self.numbers: defaultdict[int, list[int]] = defaultdict(list)
        for at, player in enumerate(tournament.entrants):
            self.numbers[player.number].append(at)
        self.names = Counter(player.name.casefold() for player in tournament.entrants)
        sides = [side for side in tournament.sides if not side.verdict]
        self.claims = {(at, side.round) for side in sides for at in self.numbers.get(side.opponent, ())}

    def entrant(self, player: Entrant, columns: Sequence[str]) -> SourceRow:
        """The row of a player."""
        blank = SourceCell("", player.place, "blank")
        number = {"number": text(player.number, player.place)}
        cells = {**number, **player.cells}
        row = [cells.get(name, blank) for name in columns]
        verdict = of_a_bye() if is_nobody(player.name) else _doubtful(self.doubt(player))
        return SourceRow(player.place, row, verdict)

    def doubt(self, player: Entrant) -> Message | None:
        """What makes it uncertain who a player is."""
        if len(self.numbers[player.number]) > 1:
            return say("number-of-two", "{number} is the number of several players", number=player.number)
        if not player.name:
            return say("player-without-name", "player {number} has no name", number=player.number)
        if self.names[player.name.casefold()] > 1:
            return say("name-of-two", "several players are called {name}", name=quoted(player.name))
        return None

    def read(self) -> None:
        """Sort the sides into tables."""
        for side in self.tournament.sides:
            if side.verdict:
                self.games.append(self._game(side, "", side.verdict))
            elif side.opponent:
                self._pair(side)
            else:
                self._absence(side)

    def _absence(self, side: Side) -> None:
        player = self.tournament.entrants[side.player]
        why = self.doubt(player) or self._late(side)
        if not why and (side.player, side.round) in self.claims:
            why = say("absent-and-paired", "another player has them as opponent in this round")
        cells = [text(side.round, side.place), SourceCell(player.name, side.place)]
        code = SourceCell(CODES[side.mark], side.place)
        verdict = of_a_bye() if is_nobody(player.name) else _doubtful(why)
        self.absences.append(SourceRow(side.place, [*cells, code], verdict))

    def _late(self, side: Side) -> Message | None:
        dated = self.tournament.dated if side.opponent else 0
        last = self.tournament.last or (dated if dated > 1 else 0)
        if not last or side.round <= last:
            return None
        return say(
            "round-too-many", "round {round}, and the tournament has {rounds}", round=side.round, rounds=last
        )

    def _pair(self, side: Side) -> None:
        numbers = self.numbers.get(side.opponent, [])
        names = [self.tournament.entrants[at].name for at in (side.player, *numbers)]
        if any(map(is_nobody, names)):
            self.games.append(self._game(side, "", of_a_bye()))
            return
        other, why = self._mirror(side)
        if other is None:
            self.games.append(self._game(side, "", _doubtful(why)))
            return
        is_white = side.is_white if other.is_white is None else not other.is_white
        if is_white is None and self.tournament.has_colours and not self.tournament.notes:
            self.tournament.notes.append(
                say(
                    "forfeits-without-colours",
                    "forfeits without colours: the first in the file stands as white",
                )
            )
        if is_white if is_white is not None else side.player < other.player:
            self._played(side._replace(is_white=True), (side.mark, other.mark))

    def _played(self, white: Side, marks: tuple[str, str]) -> None:
        if marks in FORFEITS:
            self.forfeits.append(self._game(white, FORFEITS[marks]))
        elif marks in SHORT:
            why = say("game-of-no-move", "decided before a move was played, which counts for no rating")
            self.games.append(self._game(white, SHORT[marks], Verdict("left", why)))
        elif marks in PLAYED:
            self.games.append(self._game(white, PLAYED[marks]))
        else:
            self.games.append(self._game(white, "", to_come()))

    def _mirror(self, side: Side) -> tuple[Side | None, Message | None]:
        """What the opponent's line says of the game, or why it is uncertain."""
        me, number = self.tournament.entrants[side.player], side.opponent
        found = self.numbers.get(number, [])
        if not found:
            return None, say("no-such-number", "there is no player with the number {number}", number=number)
        players = me, self.tournament.entrants[found[0]]
        why = next((why for why in map(self.doubt, players) if why), None) or self._late(side)
        if number == me.number:
            why = why or say("opponent-of-oneself", "a player against themselves")
        other = self.of.get((found[0], side.round))
        if not why and (other is None or other.opponent != me.number):
            name = quoted(players[1].name)
            why = say("one-sided-game", "the line of {name} does not have this game", name=name)
        if why or other is None:
            return None, why
        marks = side.mark, other.mark
        if marks not in {("", ""), *PLAYED, *FORFEITS, *SHORT}:
            return None, say(
                "results-differ",
                "{here} here, and {there} in the line of {name}",
                here=quoted(side.mark),
                there=quoted(other.mark),
                name=quoted(players[1].name),
            )
        is_blind = self.tournament.has_colours and side.is_white is None and other.is_white is None
        if is_blind and marks not in FORFEITS:
            return None, say("no-colours", "it does not say who has white")
        if side.is_white is not None and side.is_white is other.is_white:
            return None, say("both-one-colour", "both players have the same colour")
        return other, None

    def _game(self, side: Side, result: str, verdict: Verdict | None = None) -> SourceRow:
        """The row of a game, with the side's own player first where nobody knows who has white."""
        tournament, number = self.tournament, side.round
        opponents = self.numbers.get(side.opponent, [])
        names = [tournament.entrants[side.player].name]
        names.append(tournament.entrants[opponents[0]].name if len(opponents) == 1 else "")
        white, black = names if side.is_white is not False else names[::-1]
        day = tournament.dates.get(number) or tournament.day or text("", side.place)
        rest = [text(number if tournament.has_rounds else "", side.place), text("", side.place)]
        words = (white, black, result, tournament.event)
        return SourceRow(side.place, [day, *rest, *(text(word, side.place) for word in words)], verdict)


def is_nobody(name: str) -> bool:
    """Whether a name is what programs call an opponent who is none."""
    return name.strip(" -_*()[]").casefold() in NOBODY


def _doubtful(why: Message | None) -> Verdict | None:
    return Verdict("doubtful", why) if why else None
