"""The pairings of a round between players in order, as one matching of the greatest weight.

The wishes come in this order: no barred pair meets; the right player is left over; the players of a game are
close in rating, where those who met before count as further apart; colours are balanced. Each wish outweighs
all that come after it together. The weights are whole numbers, so nothing is lost to rounding.

A draw from the top has no wish about colours: of pairings that are equally close, the one counts in which the
first player meets the nearest, then the next, and so on.

Few of the possible games can be in the closest pairing; only these get a weight. Let a and b play each other,
D places apart, and somebody between them, c, play d. Would the four be closer together otherwise? With x, y
and z the distances from one to the next of them, in places:

- of a c d b, a-c and d-b save 2(x + y)(y + z) squared places, at least 2(D - 1), and a-d and c-b save 2xz;
- of a c b d, a-c and b-d save 2y(x + y + z), at least 2D; and so does the mirror image.

As no saving is left in the closest pairing, each such game has a hindrance: one of the four that may not meet
another, or that met another before, which counts as being further apart. So there are no more games of
players between a and b than a and b have hindrances that weigh half of 2(D - 1); and as c and d, both
between them, take a hindrance for each of two ways, no more such players than hindrances of any weight. One
more may be between them who is left over.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import chain, combinations, count, islice
from typing import NamedTuple, TypeVar

from sitegen.toolkit.order import round_for_ranking
from sitegen.toolkit.rounds.outlook import Outlook

EXTRA_ROOM = 8
"""How many more players may be between, so that equal pairings are decided as with all games."""


def find_playable(
    places: Sequence[int], hindrances: Sequence[Sequence[int]], room: int = EXTRA_ROOM
) -> Iterator[tuple[int, int]]:
    """Yield the games that the closest pairing can have, as pairs of places in the order of the players.

    `places` are doubled. `hindrances` has for each player the distances up to which each hindrance can
    prevent a closer pairing, in ascending order.
    """
    count, max_count = len(places), max(map(len, hindrances), default=0)
    starts = [bisect_left(places, place) for place in places]
    room_between = room + count % 2
    for first, hindrances_of_first in enumerate(hindrances):
        next_start = bisect_right(places, places[first])
        for second in range(first + 1, count):
            between, hindrances_of_second = starts[second] - next_start - room_between, hindrances[second]
            if between > len(hindrances_of_first) + max_count:
                break
            distance = places[second] - places[first]
            heavy_count = _count_reaching(hindrances_of_first, distance) + _count_reaching(
                hindrances_of_second, distance
            )
            if between <= max(0, min(len(hindrances_of_first) + len(hindrances_of_second), 2 * heavy_count)):
                yield first, second


def _count_reaching(hindrances: Sequence[int], distance: int) -> int:
    """Return how many hindrances reach so far."""
    return len(hindrances) - bisect_left(hindrances, distance)


_BARRED_DISTANCE = 10**9
"""A squared distance in places that is larger than any."""


class Entrant(NamedTuple):
    """A player to be paired: the colours of the games so far (`wbbw`), and how often they were left over."""

    id: str
    rating: float
    colours: str
    odd: int
    alphabet: int


class Meetings(NamedTuple):
    """The pairs who may not meet, and how often other pairs have met before.

    Each earlier meeting counts as `rematch_distance` squared places between the two.
    """

    barred_pairs: Collection[frozenset[str]] = frozenset()
    meeting_counts: Mapping[frozenset[str], int] = {}
    rematch_distance: int = 0

    def get_distance(self, pair: frozenset[str]) -> int:
        """Return what the earlier meetings of a pair count, in squared places."""
        return self.rematch_distance * self.meeting_counts.get(pair, 0)


AssignColours = Callable[[Entrant, Entrant, int, int], tuple[str, str]]
"""Returns white and black of a game, out of the higher and the lower player, the board and the round."""


class RoundPairing(NamedTuple):
    """The games of a round by board, white first, and the player who is left over by an odd number.

    `avoided` is the number of a later round which the closest pairing would leave without one, and `blocked`
    that of the first which every pairing leaves without one, as far as an outlook can tell.
    """

    games: list[tuple[str, str]]
    odd_player: str | None
    avoided: int | None = None
    blocked: int | None = None


Couples = Sequence[tuple[int, int]]
"""The games as pairs of places in the order; who is left over plays the place behind the last."""
_MAX_PAIRINGS = 200
"""How many pairings are tried for one that leaves a pairing of all later rounds."""


def pair_players(  # noqa: PLR0913 - two of them for a draw from the top of a ranking
    entrants: Collection[Entrant],
    meetings: Meetings,
    round_: int,
    assign_colours: AssignColours | None = None,
    *,
    outlook: Outlook | None = None,
    from_top: bool = False,
) -> RoundPairing | None:
    """Return a pairing of all entrants without a barred pair; None if there is none.

    With an odd number the lowest rated of those who were left over least often is left over, or the next of
    them where no pairing is possible otherwise. Then the sum of squared distances in places by rating,
    with earlier meetings, is as small as possible, and last the imbalance of colours, or with `from_top` the
    distances in order. Where that pairing leaves a round of `outlook` without one, the next best counts that
    does not, or leaves most of them.
    """
    field = _Field(entrants, meetings, from_top=from_top)
    couples = field.find_closest()
    if couples is None:
        return None
    avoided = blocked = None
    if outlook and not outlook.is_open:
        numbers = [*(later.number for later in outlook.rounds), None]
        avoided = numbers[outlook.count_rounds(field.name(couples))]
        if avoided is not None:
            reach, couples = field.find_lasting(outlook)
            blocked = numbers[reach]
            avoided = avoided if avoided != blocked else None
    ordered, assign = field.entrants, assign_colours or balance_colours
    games = [(ordered[place], ordered[other]) for place, other in sorted(couples) if other < len(ordered)]
    left_over = [ordered[place].id for place, other in couples if other == len(ordered)]
    return RoundPairing(
        [assign(*game, board, round_) for board, game in enumerate(games, 1)],
        left_over[0] if left_over else None,
        avoided,
        blocked,
    )


T = TypeVar("T")


def _find_furthest(reaches: Iterable[tuple[int, T]], most: int) -> tuple[int, T]:
    """Return the first that reaches furthest; `most` is as far as any can."""
    best: list[tuple[int, T]] = []
    for reach, item in reaches:
        if not best or reach > best[-1][0]:
            best.append((reach, item))
        if reach == most:
            break
    return best[-1]


class _Field:
    """The players of a round in their order, and the weights of the games between them."""

    def __init__(self, entrants: Collection[Entrant], meetings: Meetings, *, from_top: bool) -> None:
        self.entrants = sorted(entrants, key=lambda item: (-round_for_ranking(item.rating), item.alphabet))
        self.meetings, self.from_top = meetings, from_top
        self.count = len(self.entrants) + len(self.entrants) % 2

    def name(self, couples: Couples) -> list[frozenset[str]]:
        """Return the games as pairs of ids."""
        return [
            frozenset((self.entrants[place].id, self.entrants[other].id))
            for place, other in couples
            if other < len(self.entrants)
        ]

    def find_closest(self) -> Couples | None:
        """Return the games of the greatest weight; None where no pairing is possible."""
        return self._match(_list_edges(self.entrants, self.meetings, from_top=self.from_top))

    def find_lasting(self, outlook: Outlook) -> tuple[int, Couples]:
        """Return how many later rounds can keep a pairing, and the closest games that leave as many.

        The first that can be left over with the most of them is.
        """
        entrants, barred = self.entrants, self.meetings.barred_pairs
        odd: Sequence[int | None] = _list_odd(entrants) if len(entrants) < self.count else [None]
        reach, left_over = _find_furthest(
            (
                (outlook.foresee([each.id for at, each in enumerate(entrants) if at != place], barred), place)
                for place in odd
            ),
            len(outlook.rounds),
        )
        start = [] if left_over is None else [(left_over, len(entrants))]
        pairings = islice(self.list_closest(start), _MAX_PAIRINGS)
        _, couples = _find_furthest(
            ((outlook.count_rounds(self.name(each)), each) for each in pairings), reach
        )
        return reach, couples

    def list_closest(self, start: Couples) -> Iterator[Couples]:
        """Yield all pairings with the games of `start`, those of greater weight first.

        After each come those that differ from it in one of its games, the games before being the same.
        """
        edges = list(_list_edges(self.entrants, self.meetings, from_top=self.from_top, with_far=True))
        weights = {(place, other): weight for place, other, weight in edges}
        numbers = count()
        queue: list[tuple[int, int, Couples, int, frozenset[tuple[int, int]]]] = []

        def add(kept: Couples, excluded: frozenset[tuple[int, int]]) -> None:
            left = [edge for edge in edges if edge[:2] not in excluded]
            others = self._match(left, frozenset(chain.from_iterable(kept)))
            if others is not None:
                found = [*kept, *others]
                weight = -sum(weights[couple] for couple in found)
                heappush(queue, (weight, next(numbers), found, len(kept), excluded))

        add(start, frozenset())
        while queue:
            _, _, couples, fixed, excluded = heappop(queue)
            yield couples
            for place in range(fixed, len(couples)):
                add(couples[:place], excluded | {couples[place]})

    def _match(
        self, edges: Iterable[tuple[int, int, int]], without: Collection[int] = frozenset()
    ) -> Couples | None:
        from networkx import Graph, max_weight_matching  # noqa: PLC0415 - 0.2 s that only a draw needs

        graph = Graph()
        graph.add_nodes_from(place for place in range(self.count) if place not in without)
        graph.add_weighted_edges_from(
            edge for edge in edges if edge[0] not in without and edge[1] not in without
        )
        matching = max_weight_matching(graph, maxcardinality=True)
        if 2 * len(matching) < len(graph):
            return None
        return sorted((min(edge), max(edge)) for edge in matching)


def _list_edges(
    ordered_entrants: Sequence[Entrant], meetings: Meetings, *, from_top: bool, with_far: bool = False
) -> Iterator[tuple[int, int, int]]:
    """Yield the games that the closest pairing can have, or all, and who may be left over, with weights."""
    count, places = len(ordered_entrants), _assign_places(ordered_entrants)
    per_place = (
        (count + 1) ** (count + 1)
        if from_top
        else 1 + sum(2 * (len(entrant.colours) + 1) ** 2 + 1 for entrant in ordered_entrants)
    )

    def distance(first: int, second: int) -> int | None:
        couple = frozenset((ordered_entrants[first].id, ordered_entrants[second].id))
        if couple in meetings.barred_pairs:
            return None
        return (places[first] - places[second]) ** 2 + 4 * meetings.get_distance(couple)  # places are doubled

    def last_wish(first: int, second: int) -> int:
        if from_top:
            return int((second - first) * (count + 1) ** (count - first))
        return min(
            _compute_imbalance(ordered_entrants[first], ordered_entrants[second]),
            _compute_imbalance(ordered_entrants[second], ordered_entrants[first]),
        )

    near = () if with_far else find_playable(places, _find_hindrances(ordered_entrants, meetings))
    for first, second in combinations(range(count), 2) if with_far else near:
        if (apart := distance(first, second)) is not None:
            yield first, second, -(apart * per_place + last_wish(first, second))
    if count % 2:
        furthest = max((distance(*indices) or 0 for indices in combinations(range(count), 2)), default=0)
        per_rank = (1 + count * furthest) * per_place
        for rank, place in enumerate(_list_odd(ordered_entrants)):
            yield place, count, -rank * per_rank


def _list_odd(ordered_entrants: Sequence[Entrant]) -> Sequence[int]:
    """Return the places of who may be left over, the lowest of those who were so least often first."""
    return sorted(range(len(ordered_entrants)), key=lambda place: (ordered_entrants[place].odd, -place))


def _find_hindrances(ordered_entrants: Sequence[Entrant], meetings: Meetings) -> list[list[int]]:
    """Return the hindrances of each player, as doubled distances up to which they work."""
    hindrances: dict[str, list[int]] = {entrant.id: [] for entrant in ordered_entrants}
    for couple in {*meetings.barred_pairs, *meetings.meeting_counts}:
        distance = _BARRED_DISTANCE if couple in meetings.barred_pairs else meetings.get_distance(couple)
        if distance and hindrances.keys() >= couple:
            for player in couple:
                hindrances[player].append(2 * distance + 2)
    return [sorted(distances) for distances in hindrances.values()]


def _assign_places(ordered_entrants: Sequence[Entrant]) -> list[int]:
    """Return the place of each entrant by rating, doubled; equal ratings share the mean place."""
    ratings = [round_for_ranking(entrant.rating) for entrant in ordered_entrants]
    sharing: dict[float, list[int]] = {}
    for place, rating in enumerate(ratings):
        sharing.setdefault(rating, []).append(place)
    return [sharing[rating][0] + sharing[rating][-1] for rating in ratings]


def _compute_imbalance(white: Entrant, black: Entrant) -> int:
    """Return the imbalance of both players' colours after the game, with a third equal colour in a row."""
    after = _count_surplus(white) + 1, _count_surplus(black) - 1
    thirds = white.colours.endswith("ww") + black.colours.endswith("bb")
    return 2 * (after[0] ** 2 + after[1] ** 2) + thirds


def _count_surplus(entrant: Entrant) -> int:
    """The games with white more than with black."""
    return entrant.colours.count("w") - entrant.colours.count("b")


def balance_colours(higher: Entrant, lower: Entrant, board: int, round_: int) -> tuple[str, str]:
    """White and black: what keeps the better balance, else the other colours than where they last differed.

    Where they never did, the higher rated has white on the odd boards of odd rounds and the even boards of
    even rounds.
    """
    as_white, as_black = _compute_imbalance(higher, lower), _compute_imbalance(lower, higher)
    if as_white != as_black:
        has_white = as_white < as_black
    else:
        latest_first = zip(reversed(higher.colours), reversed(lower.colours), strict=False)
        differing = (own == "b" for own, opposing_colour in latest_first if own != opposing_colour)
        has_white = next(differing, (board + round_) % 2 == 0)
    return (higher.id, lower.id) if has_white else (lower.id, higher.id)
