"""The whole competition, round after round: everything is calculated again after each of them."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property

from sitegen.systems.ijssel.performance import Performance, performances
from sitegen.systems.ijssel.ratings import by_basis, start_ratings, value
from sitegen.systems.ijssel.scores import Scored, scored, settled
from sitegen.systems.ijssel.season import Entry, Season
from sitegen.systems.ijssel.tables import Player
from sitegen.toolkit.order import ordered


@dataclass(frozen=True)
class State:
    """The competition after a round; after round 0 it is the list at the start.

    `turn` is how many rounds have been played; `order` has the players by rank, `before` the ranks that they
    came with, `new` who was on no ranking after a round before; `scores` are those of all rounds so far, at
    the values after this round.
    """

    round: int
    turn: int
    order: Sequence[str]
    new: AbstractSet[str]
    before: Mapping[str, int]
    ratings: Mapping[str, float]
    values: Mapping[str, float]
    totals: Mapping[str, float]
    scores: Sequence[Scored]
    performances: Sequence[Performance]

    @cached_property
    def ranks(self) -> Mapping[str, int]:
        """The rank of each player."""
        return {player: rank for rank, player in enumerate(self.order, 1)}

    @cached_property
    def uncapped(self) -> Mapping[str, float]:
        """The club rating of each player before the cap."""
        return {each.tally.player: each.uncapped for each in self.performances}

    @cached_property
    def scores_of(self) -> Mapping[str, Sequence[Scored]]:
        """The scores of each player, in order of round."""
        found: dict[str, list[Scored]] = {player: [] for player in self.order}
        for each in self.scores:
            found[each.entry.player].append(each)
        return found


@dataclass(frozen=True)
class Course:
    """A season with its state after each round, in order of play; `states[0]` is the start."""

    season: Season
    start: Mapping[str, float]
    states: Sequence[State]

    @property
    def now(self) -> State:
        """The competition after the last round that was played."""
        return self.states[-1]

    @property
    def before(self) -> State | None:
        """The competition as it stood one round earlier; None before the first."""
        return self.states[-2] if len(self.states) > 1 else None

    @cached_property
    def after(self) -> Mapping[int, State]:
        """The competition after each round that was played."""
        return {each.round: each for each in self.states[1:]}

    def earlier(self, round_: int) -> State:
        """The competition before a round; as it stands now where that has not been played."""
        return self.states[self.after[round_].turn - 1] if round_ in self.after else self.now

    def ordered(
        self, players: Iterable[str], scores: Mapping[str, float], ratings: Mapping[str, float]
    ) -> list[str]:
        """`players` by `scores`; ties go by club rating, start rating and the alphabet."""
        who = map(self.season.by_id.__getitem__, players)
        return [each.id for each in ordered(who, scores, ratings, self.start)]


def course(season: Season) -> Course:
    """The competition through the last round that was played."""
    start = start_ratings(season.players)
    states = [_at_the_start(season, start)]
    made = Course(season, start, states)
    entries: list[Entry] = []
    for round_, found in season.entries.items():
        entries += found
        states.append(_after(made, round_, entries))
    return made


def _at_the_start(season: Season, start: Mapping[str, float]) -> State:
    order = [each.id for each in by_basis(each for each in season.players if each.joined == 1)]
    ratings = {each: start[each] for each in order}
    values = {each: value(rating) for each, rating in ratings.items()}
    return State(0, 0, order, {*order}, {}, ratings, values, dict.fromkeys(order, 0.0), [], [])


def _after(made: Course, round_: int, entries: Sequence[Entry]) -> State:
    """The state after `round_`, from the one before it and all `entries` of the season so far."""
    season, last = made.season, made.states[-1]
    joining = [each.id for each in by_basis(_joining(season, round_, last))]
    start = {each: made.start[each] for each in [*last.order, *joining]}
    ladder = [*sorted(last.ratings.values(), reverse=True), *(start[each] for each in joining)]
    played = [each for each in entries if each.is_played]
    receipts = performances(season, round_, played, ladder, start)
    ratings = {each.tally.player: each.rating for each in receipts}
    values = {each: value(rating) for each, rating in ratings.items()}
    counting = settled(season, entries) if last.turn + 1 == season.length else entries
    scores = scored(season, counting, values)
    totals = dict.fromkeys(ratings, 0.0)
    for each in scores:
        totals[each.entry.player] += each.score
    order = made.ordered(ratings, totals, ratings)
    before = {player: place for place, player in enumerate(start, 1)}
    new = {*joining} if last.turn else {*order}
    return State(round_, last.turn + 1, order, new, before, ratings, values, totals, scores, receipts)


def _joining(season: Season, round_: int, last: State) -> list[Player]:
    """Who has joined by a round and is not on the ranking yet."""
    return [each for each in season.players if each.joined <= round_ and each.id not in last.ranks]
