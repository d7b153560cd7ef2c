"""Whether rounds to come can still be paired, each pair once, after the games of a round that is drawn.

In a large field they always can: a field of n in which everyone may meet half of the others or more has a
pairing (Dirac), and each round takes one opponent away. Otherwise a search tries the rounds one by one, from
the player with the fewest possible opponents; it gives up after `MAX_STEPS`, and then holds for possible what
it could not exclude.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

MAX_STEPS = 30_000
"""How many steps the search takes, for all pairings of the round that is drawn together."""
Pair = frozenset[str]


class LaterRound(NamedTuple):
    """A round that is still to be drawn: who is to be there, and who may not meet in it."""

    number: int
    players: Collection[str]
    barred_pairs: Collection[Pair]


class Outlook:
    """The rounds that are to be drawn after the one that is being drawn, in order."""

    def __init__(self, rounds: Sequence[LaterRound]) -> None:
        self.rounds = rounds
        ids = sorted({player for later in rounds for player in later.players})
        self._bits = {player: 1 << place for place, player in enumerate(ids)}
        self._present = [self._add(later.players) for later in rounds]
        self._allowed = [self._list_allowed(later) for later in rounds]
        self._steps_left = MAX_STEPS

    def _add(self, players: Iterable[str]) -> int:
        return sum(self._bits[player] for player in players)

    def _list_allowed(self, later: LaterRound) -> dict[int, int]:
        present = self._add(later.players)
        allowed = {self._bits[player]: present ^ self._bits[player] for player in later.players}
        for first, second in map(tuple, later.barred_pairs):
            for player, other in ((first, second), (second, first)):
                if player in later.players and other in later.players:
                    allowed[self._bits[player]] &= ~self._bits[other]
        return allowed

    @property
    def is_open(self) -> bool:
        """Whether every pairing of the round leaves a pairing of all later ones, as far as can be counted."""
        return all(
            (opponents.bit_count() - place) * 2 >= len(allowed) - len(allowed) % 2
            for place, allowed in enumerate(self._allowed, 1)
            for opponents in allowed.values()
        )

    def count_rounds(self, games: Iterable[Pair]) -> int:
        """Return how many of the rounds, from the first on, can be paired after these games."""
        met = dict.fromkeys(self._bits.values(), 0)
        for first, second in map(tuple, games):
            if first in self._bits and second in self._bits:
                met[self._bits[first]] |= self._bits[second]
                met[self._bits[second]] |= self._bits[first]
        search = _Search(self._present, self._allowed, met, self._steps_left)
        reach = search.run()
        self._steps_left = search.steps_left
        return reach

    def foresee(self, players: Collection[str], barred_pairs: Collection[Pair]) -> int:
        """Return how many of the rounds can be paired after some pairing of these players, or -1."""
        tonight = LaterRound(0, players, barred_pairs)
        return Outlook([tonight, *self.rounds]).count_rounds(()) - 1


class _Search:
    """The search for pairings of rounds one by one; players are bits of whole numbers."""

    def __init__(
        self, present: Sequence[int], allowed: Sequence[dict[int, int]], met: dict[int, int], steps: int
    ) -> None:
        self.present, self.allowed, self.met = present, allowed, met
        self.goal, self.deepest, self.steps_left = self.find_goal(), 0, steps
        self.failed = set[tuple[int, ...]]()

    def find_goal(self) -> int:
        """Return up to which round everyone has as many opponents as rounds to play with nobody left over."""
        for goal, present in enumerate(self.present):
            rounds = [place for place in range(goal + 1) if self.present[place].bit_count() % 2 == 0]
            for player in _split(present):
                playing = [place for place in rounds if self.present[place] & player]
                opponents = 0
                for place in playing:
                    opponents |= self.allowed[place][player] & ~self.met[player]
                if opponents.bit_count() < len(playing):
                    return goal
        return len(self.present)

    def run(self) -> int:
        """Return how many rounds can be paired; what was not excluded counts as possible."""
        return self.goal if self.pair_rounds(0) or self.steps_left <= 0 else self.deepest

    def pair_rounds(self, place: int) -> bool:
        """Whether the rounds from one on can be paired."""
        self.deepest = max(self.deepest, place)
        if place >= self.goal:
            return True
        state = (place, *self.met.values())
        if state in self.failed:
            return False
        is_odd = self.present[place].bit_count() % 2 == 1
        if self.pair_players(place, self.present[place], may_leave=is_odd):
            return True
        self.failed.add(state)
        return False

    def pair_players(self, place: int, waiting: int, *, may_leave: bool) -> bool:
        """Whether these players of a round can be paired, and then the rounds after it."""
        if not waiting:
            return self.pair_rounds(place + 1)
        self.steps_left -= 1
        if self.steps_left <= 0:
            return False
        allowed, met = self.allowed[place], self.met
        fewest, player = min(
            ((allowed[player] & ~met[player] & waiting).bit_count(), player) for player in _split(waiting)
        )
        for other in _split(allowed[player] & ~met[player] & waiting) if fewest else ():
            met[player] |= other
            met[other] |= player
            found = self.pair_players(place, waiting & ~player & ~other, may_leave=may_leave)
            met[player] &= ~other
            met[other] &= ~player
            if found:
                return True
        return may_leave and self.pair_players(place, waiting & ~player, may_leave=False)


def _split(players: int) -> Iterator[int]:
    while players:
        player = players & -players
        yield player
        players ^= player
