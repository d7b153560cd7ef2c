"""What every player did in every round: the games and absences of a season, a line for each player."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sitegen.systems.ijssel.tables import FORFEITS, Absence, Game, Inputs

WON_BY_FORFEIT = "1f"
HALF_POINTS = {"1": 2, "½": 1, "0": 0}
"""The points of a game that was played, doubled so that they are whole; a forfeit is not played."""


class Entry(NamedTuple):
    """What a player did in a round: a game, or the code of an absence.

    `result` is 1, ½, 0, 1f, 0f or the code; `counts` is false for a win by forfeit of somebody who was then
    paired again, or was left over (article 5.2 Definitieve indeling). `opponent` is blank also where a game
    was forfeited and nobody wrote down by whom or to whom; `points` are those of an external game, and
    `source` is its row.
    """

    round: int
    player: str
    opponent: str
    colour: str
    result: str
    counts: bool = True
    points: str = ""
    source: str = ""

    @property
    def is_played(self) -> bool:
        """Whether it is a game that was played."""
        return self.result in HALF_POINTS

    @property
    def is_game(self) -> bool:
        """Whether it is a game, played or forfeited."""
        return self.colour != ""


def entries(inputs: Inputs) -> list[Entry]:
    """All of them, those of one player together; a player has one in a round that counts."""
    every = _counting([*_games(inputs.games), *_absences(inputs.absences)])
    return sorted(every, key=lambda each: (each.player, each.counts))


def _games(games: Iterable[Game]) -> Iterator[Entry]:
    for each in games:
        if each.result:
            (white, black), mark = each.players, "f" if each.result in FORFEITS else ""
            of_white, of_black = each.result.removesuffix("f").split("-")
            if white:
                yield Entry(each.round, white, black, "w", f"{of_white}{mark}", source=each.source)
            if black:
                yield Entry(each.round, black, white, "b", f"{of_black}{mark}", source=each.source)


def _absences(absences: Iterable[Absence]) -> Iterator[Entry]:
    return (
        Entry(each.round, each.player, "", "", each.code, points=each.result or "", source=each.source)
        for each in absences
    )


def _counting(found: Sequence[Entry]) -> Iterator[Entry]:
    """A win by forfeit scores nothing for who has another entry in the round (5.2 Definitieve indeling)."""
    number = Counter((each.round, each.player) for each in found)
    for each in found:
        is_alone = number[each.round, each.player] == 1
        yield each._replace(counts=is_alone or each.result != WON_BY_FORFEIT)
