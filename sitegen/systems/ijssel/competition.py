"""The competition as it stands: its calendar and periods, and what has been played of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import takewhile
from typing import Self

from sitegen.systems.ijssel.entries import Entry, entries
from sitegen.systems.ijssel.ratings import start_ratings
from sitegen.systems.ijssel.tables import Absence, Fixture, Game, Inputs, Options, Player
from sitegen.toolkit.rows import grouped


@dataclass(frozen=True)
class Competition:
    """The competition as of a day; `entries` has what was done in each round so far, in order of play.

    Rounds are played in the order of their dates, and of their numbers on one date: one that was put off
    keeps its number and its period.
    """

    inputs: Inputs
    options: Options
    fixtures: Sequence[Fixture]
    entries: Mapping[int, Sequence[Entry]]

    @classmethod
    def of(cls, inputs: Inputs, options: Options, as_of: date) -> Self:
        """The competition as of a day: a later round that has a result does not exist yet."""
        fixtures = sorted(inputs.rounds, key=lambda each: each.round)
        begun, found = _begun(inputs), grouped(entries(inputs), lambda each: each.round)
        ended = [each for each in fixtures if each.date <= as_of and each.round in begun]
        ended.sort(key=lambda each: (each.date, each.round))
        return cls(inputs, options, fixtures, {each.round: found[each.round] for each in ended})

    @property
    def players(self) -> Sequence[Player]:
        """Everyone who takes part at some time."""
        return self.inputs.players

    @cached_property
    def by_id(self) -> Mapping[str, Player]:
        """The players by their ids."""
        return {each.id: each for each in self.players}

    @cached_property
    def start(self) -> Mapping[str, float]:
        """The start ratings by id: see `start_ratings`."""
        return start_ratings(self.players)

    @property
    def length(self) -> int:
        """The number of rounds of the season."""
        return len(self.fixtures)

    @cached_property
    def played(self) -> Sequence[int]:
        """The rounds that have been played, in order of play."""
        return [*self.entries]

    @property
    def is_over(self) -> bool:
        """Whether the last round of the season has been played."""
        return 0 < self.length == len(self.entries)

    @cached_property
    def order(self) -> Sequence[int]:
        """All rounds, in the order in which they are played."""
        return [each.round for each in sorted(self.fixtures, key=lambda each: (each.date, each.round))]

    @cached_property
    def turn(self) -> Mapping[int, int]:
        """The place of each round in that order."""
        return {each: place for place, each in enumerate(self.order)}

    @cached_property
    def next(self) -> Sequence[int]:
        """The rounds that come after the last one that has been played."""
        return self.order[self.turn[self.played[-1]] + 1 :] if self.played else self.order

    @cached_property
    def to_come(self) -> Sequence[int]:
        """The rounds that have not been played, in the order of their dates."""
        return [each for each in self.order if each not in self.entries]

    def day(self, round_: int) -> date:
        """The evening of a round."""
        return self.fixtures[round_ - 1].date

    def period(self, round_: int) -> int:
        """The period of a round."""
        return period(round_, self.length, self.options)

    @cached_property
    def periods(self) -> Mapping[int, Sequence[int]]:
        """The rounds of each period, in the order in which they are played."""
        return grouped(self.order, self.period)

    def begun(self, round_: int) -> int:
        """The latest period of which a round was played by the end of this one."""
        return max(map(self.period, self.played[: self.played.index(round_) + 1]))

    def belongs(self, player: Player, round_: int) -> bool:
        """Whether a player had joined, and not left, in a round."""
        return player.joined <= round_ <= (player.left or self.length)

    @cached_property
    def drawn(self) -> Sequence[int]:
        """The rounds to come that have been drawn."""
        return [each for each in self._foreseen if self.games(each)]

    @cached_property
    def signed_off(self) -> Sequence[Absence]:
        """Who will not be there in rounds to come that have not been drawn, by round."""
        rounds = [each for each in self._foreseen if each not in self.drawn]
        return [row for each in rounds for row in self.absences(each)]

    @property
    def _foreseen(self) -> Sequence[int]:
        """The rounds to come of which something may be known on this day.

        One that has a result is not there yet, and nothing after it either.
        """
        begun = _begun(self.inputs)
        return list(takewhile(lambda each: each not in begun, self.to_come))

    def games(self, round_: int) -> Sequence[Game]:
        """The games of a round, by board as far as it is known."""
        return self._games.get(round_, [])

    def absences(self, round_: int) -> Sequence[Absence]:
        """The absences of a round."""
        return self._absences.get(round_, [])

    def met(self, period: int) -> set[frozenset[str]]:
        """The pairs of a period so far, who do not meet in it again (article 5.1 Limitering).

        Also those of a forfeit, and of a game that is still to be played.
        """
        rounds = [each for each in (*self.played, *self.drawn) if self.period(each) == period]
        return {game.pair for each in rounds for game in self.games(each)}

    @cached_property
    def _games(self) -> Mapping[int, Sequence[Game]]:
        boards = sorted(self.inputs.games, key=lambda each: (each.board is None, each.board))
        return grouped(boards, lambda each: each.round)

    @cached_property
    def _absences(self) -> Mapping[int, Sequence[Absence]]:
        return grouped(self.inputs.absences, lambda each: each.round)


def period(round_: int, length: int, options: Options) -> int:
    """The period of a round in a season of `length` rounds, divided evenly (article 5.1 Limitering)."""
    return (round_ - 1) * options.periods // length + 1


def _begun(inputs: Inputs) -> set[int]:
    """The rounds of which a game has a result."""
    return {each.round for each in inputs.games if each.result}
