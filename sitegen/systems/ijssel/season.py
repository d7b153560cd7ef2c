"""The season as it stands: its calendar and periods, and what every player did in every round."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import NamedTuple

from sitegen.systems.ijssel.tables import Absence, Fixture, Game, Inputs, Options, Player

_POINTS = {
    "1-0": ("1", "0"),
    "0-1": ("0", "1"),
    "½-½": ("½", "½"),
    "1-0f": ("1f", "0f"),
    "0-1f": ("0f", "1f"),
}
WON_BY_FORFEIT = "1f"
FORFEITS = {"1-0f", "0-1f"}
"""The results of games that were not played."""
HALF_POINTS = {"1": 2, "½": 1, "0": 0}
"""The points of a game that was played, doubled so that they are whole; a forfeit is not played."""


class Entry(NamedTuple):
    """What a player did in a round: a game, or the code of an absence.

    `result` is 1, ½, 0, 1f, 0f or the code; `counts` is false for a win by forfeit of somebody who was then
    paired again, or was left over (article 5.2).
    """

    round: int
    player: str
    opponent: str
    colour: str
    result: str
    counts: bool = True

    @property
    def is_played(self) -> bool:
        """Whether it is a game that was played."""
        return self.result in HALF_POINTS


@dataclass(frozen=True)
class Season:
    """A season through the last round that has been played; `entries` has what was done in each of those."""

    inputs: Inputs
    fixtures: Sequence[Fixture]
    entries: Mapping[int, Sequence[Entry]]
    options: Options

    @property
    def players(self) -> Sequence[Player]:
        """Everyone who takes part at some time."""
        return self.inputs.players

    @property
    def length(self) -> int:
        """The number of rounds of the season."""
        return len(self.fixtures)

    @property
    def played(self) -> int:
        """The last round that has been played, 0 before the first."""
        return len(self.entries)

    @property
    def is_over(self) -> bool:
        """Whether the last round of the season has been played."""
        return 0 < self.length == self.played

    def day(self, round_: int) -> date:
        """The evening of a round."""
        return self.fixtures[round_ - 1].date

    def period(self, round_: int) -> int:
        """The period of a round."""
        return period(round_, self.length, self.options)

    def rounds(self, period: int) -> range:
        """The rounds of a period."""
        return self._rounds[period]

    def last(self, player: Player) -> int:
        """The last round that a player belongs to."""
        return self.length if player.left is None else player.left

    def belongs(self, player: Player, round_: int) -> bool:
        """Whether a player had joined, and not left, in a round."""
        return player.joined <= round_ <= self.last(player)

    @property
    def drawn(self) -> list[int]:
        """The rounds to come that have been drawn.

        One that has a result is not there yet on this day, and nothing after it either.
        """
        begun = {each.round for each in self.inputs.games if each.result and each.round > self.played}
        paired = sorted({each.round for each in self.inputs.games if each.round > self.played} - begun)
        return [each for each in paired if each < min(begun, default=each + 1)]

    def games(self, round_: int) -> list[Game]:
        """The games of a round, by board as far as it is known."""
        mine = [each for each in self.inputs.games if each.round == round_]
        return sorted(mine, key=lambda each: (each.board is None, each.board))

    def absences(self, round_: int) -> list[Absence]:
        """The absences of a round."""
        return [each for each in self.inputs.absences if each.round == round_]

    @cached_property
    def by_id(self) -> Mapping[str, Player]:
        """The players by their ids."""
        return {each.id: each for each in self.players}

    @cached_property
    def _rounds(self) -> Mapping[int, range]:
        rounds: dict[int, range] = {}
        for each in range(1, self.length + 1):
            first = rounds.get(self.period(each), range(each, each)).start
            rounds[self.period(each)] = range(first, each + 1)
        return rounds


def period(round_: int, length: int, options: Options) -> int:
    """The period of a round in a season of `length` rounds, divided evenly over the periods (article 5.1)."""
    return (round_ - 1) * options.periods // length + 1


def season(inputs: Inputs, options: Options, as_of: date) -> Season:
    """The season as of a day: a later round that has a result does not exist yet."""
    fixtures = sorted(inputs.rounds, key=lambda each: each.round)
    ended = {each.round for each in fixtures if each.date <= as_of}
    played = sorted({each.round for each in inputs.games if each.result} & ended)
    entries: dict[int, list[Entry]] = {each: [] for each in played}
    every = _counting([*_games(inputs.games), *_absences(inputs.absences)])
    for each in sorted(every, key=lambda each: (each.player, each.counts)):
        if each.round in entries:
            entries[each.round].append(each)
    return Season(inputs, fixtures, entries, options)


def _games(games: Iterable[Game]) -> Iterator[Entry]:
    for each in games:
        if each.result:
            white, black = _POINTS[each.result]
            yield Entry(each.round, each.white, each.black, "w", white)
            yield Entry(each.round, each.black, each.white, "b", black)


def _absences(absences: Iterable[Absence]) -> Iterator[Entry]:
    return (Entry(each.round, each.player, "", "", each.code) for each in absences)


def _counting(entries: Sequence[Entry]) -> Iterator[Entry]:
    """A win by forfeit scores nothing for who has another entry in the round."""
    number: dict[tuple[int, str], int] = {}
    for each in entries:
        number[each.round, each.player] = number.get((each.round, each.player), 0) + 1
    for each in entries:
        is_alone = number[each.round, each.player] == 1
        yield each._replace(counts=is_alone or each.result != WON_BY_FORFEIT)
