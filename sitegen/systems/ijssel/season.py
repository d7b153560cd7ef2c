"""The season as it stands: its calendar and periods, and what every player did in every round."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import takewhile
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
HALF_POINTS = {"1": 2, "½": 1, "0": 0}
"""The points of a game that was played, doubled so that they are whole; a forfeit is not played."""


class Entry(NamedTuple):
    """What a player did in a round: a game, or the code of an absence.

    `result` is 1, ½, 0, 1f, 0f or the code; `counts` is false for a win by forfeit of somebody who was then
    paired again, or was left over (article 5.2). `opponent` is blank also where a game was forfeited and
    nobody wrote down by whom or to whom; `points` are those of an external game.
    """

    round: int
    player: str
    opponent: str
    colour: str
    result: str
    counts: bool = True
    points: str = ""

    @property
    def is_played(self) -> bool:
        """Whether it is a game that was played."""
        return self.result in HALF_POINTS

    @property
    def is_game(self) -> bool:
        """Whether it is a game, played or forfeited."""
        return self.colour != ""


@dataclass(frozen=True)
class Season:
    """A season as of a day; `entries` has what was done in each round that has been played, in order of play.

    Rounds are played in the order of their dates, and of their numbers on one date: one that was put off
    keeps its number and its period.
    """

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
        """How many rounds have been played."""
        return len(self.entries)

    @property
    def is_over(self) -> bool:
        """Whether the last round of the season has been played."""
        return 0 < self.length == self.played

    @cached_property
    def order(self) -> Sequence[int]:
        """All rounds, in the order in which they are played."""
        return [each.round for each in sorted(self.fixtures, key=lambda each: (each.date, each.round))]

    @cached_property
    def turn(self) -> Mapping[int, int]:
        """The place of each round in that order."""
        return {each: place for place, each in enumerate(self.order)}

    @property
    def next(self) -> Sequence[int]:
        """The rounds that come after the last one that has been played."""
        return self.order[max((self.turn[each] + 1 for each in self.entries), default=0) :]

    def day(self, round_: int) -> date:
        """The evening of a round."""
        return self.fixtures[round_ - 1].date

    def period(self, round_: int) -> int:
        """The period of a round."""
        return period(round_, self.length, self.options)

    def begun(self, round_: int) -> int:
        """The latest period of which a round was played by then."""
        until = self.turn[round_]
        return max(self.period(each) for each in self.entries if self.turn[each] <= until)

    def rounds(self, period: int) -> Sequence[int]:
        """The rounds of a period, in the order in which they are played."""
        return self._rounds[period]

    def last(self, player: Player) -> int:
        """The last round that a player belongs to."""
        return self.length if player.left is None else player.left

    def belongs(self, player: Player, round_: int) -> bool:
        """Whether a player had joined, and not left, in a round."""
        return player.joined <= round_ <= self.last(player)

    @property
    def to_come(self) -> Sequence[int]:
        """The rounds that have not been played, in the order of their dates."""
        return [each for each in self.order if each not in self.entries]

    @cached_property
    def drawn(self) -> Sequence[int]:
        """The rounds to come that have been drawn."""
        paired = {each.round for each in self.inputs.games}
        return [each for each in self._foreseen if each in paired]

    @cached_property
    def signed_off(self) -> Sequence[Absence]:
        """Who will not be there in rounds to come that have not been drawn, by round."""
        rounds = [each for each in self._foreseen if each not in self.drawn]
        return [row for each in rounds for row in self.absences(each)]

    @cached_property
    def _foreseen(self) -> Sequence[int]:
        """The rounds to come of which something may be known on this day.

        One that has a result is not there yet, and nothing after it either.
        """
        begun = {each.round for each in self.inputs.games if each.result}
        return list(takewhile(lambda each: each not in begun, self.to_come))

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
    def _rounds(self) -> Mapping[int, Sequence[int]]:
        rounds: dict[int, list[int]] = {}
        for each in self.order:
            rounds.setdefault(self.period(each), []).append(each)
        return rounds


def period(round_: int, length: int, options: Options) -> int:
    """The period of a round in a season of `length` rounds, divided evenly over the periods (article 5.1)."""
    return (round_ - 1) * options.periods // length + 1


def season(inputs: Inputs, options: Options, as_of: date) -> Season:
    """The season as of a day: a later round that has a result does not exist yet."""
    fixtures = sorted(inputs.rounds, key=lambda each: each.round)
    ended = sorted((each.date, each.round) for each in fixtures if each.date <= as_of)
    begun = {each.round for each in inputs.games if each.result}
    entries: dict[int, list[Entry]] = {round_: [] for _, round_ in ended if round_ in begun}
    every = _counting([*_games(inputs.games), *_absences(inputs.absences)])
    for each in sorted(every, key=lambda each: (each.player, each.counts)):
        if each.round in entries:
            entries[each.round].append(each)
    return Season(inputs, fixtures, entries, options)


def _games(games: Iterable[Game]) -> Iterator[Entry]:
    for each in games:
        if each.result:
            (white, black), points = each.players, _POINTS[each.result]
            both = (
                Entry(each.round, white, black, "w", points[0]),
                Entry(each.round, black, white, "b", points[1]),
            )
            yield from (entry for entry in both if entry.player)


def _absences(absences: Iterable[Absence]) -> Iterator[Entry]:
    return (Entry(each.round, each.player, "", "", each.code, points=each.result or "") for each in absences)


def _counting(entries: Sequence[Entry]) -> Iterator[Entry]:
    """A win by forfeit scores nothing for who has another entry in the round."""
    number = Counter((each.round, each.player) for each in entries)
    for each in entries:
        is_alone = number[each.round, each.player] == 1
        yield each._replace(counts=is_alone or each.result != WON_BY_FORFEIT)
