"""The pairings of a round between players in order, as one matching of the greatest weight.

The wishes come in this order: no barred pair meets; the right player is left over; the players of a game are
close in rating, where those who met before count as further apart; colours are balanced. Each wish outweighs
all that come after it together. The weights are whole numbers, so nothing is lost to rounding.

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
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from sitegen.toolkit.order import round_for_ranking

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
    """The games of a round by board, white first, and the player who is left over by an odd number."""

    games: list[tuple[str, str]]
    odd_player: str | None


def pair_players(
    entrants: Collection[Entrant],
    meetings: Meetings,
    round_: int,
    assign_colours: AssignColours | None = None,
) -> RoundPairing | None:
    """Return a pairing of all entrants without a barred pair; None if there is none.

    With an odd number the lowest rated of those who were left over least often is left over, or the next of
    them where no pairing is possible otherwise. Then the sum of squared distances in places by rating,
    with earlier meetings, is as small as possible, and last the imbalance of colours.
    """
    from networkx import Graph, max_weight_matching  # noqa: PLC0415 - 0.2 s that only a draw needs

    ordered_entrants = sorted(entrants, key=lambda item: (-round_for_ranking(item.rating), item.alphabet))
    graph = Graph()
    graph.add_nodes_from(range(len(ordered_entrants) + len(ordered_entrants) % 2))
    graph.add_weighted_edges_from(_list_edges(ordered_entrants, meetings))
    matching = max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < len(graph):
        return None
    couples = sorted(tuple(sorted(edge)) for edge in matching)
    left_over = next(
        (
            ordered_entrants[place].id
            for place, other_place in couples
            if other_place == len(ordered_entrants)
        ),
        None,
    )
    games = [
        (ordered_entrants[place], ordered_entrants[other_place])
        for place, other_place in couples
        if other_place < len(ordered_entrants)
    ]
    return RoundPairing(
        [(assign_colours or balance_colours)(*game, board, round_) for board, game in enumerate(games, 1)],
        left_over,
    )


def _list_edges(ordered_entrants: Sequence[Entrant], meetings: Meetings) -> Iterator[tuple[int, int, int]]:
    """Yield each possible game with its weight, and each player who may be left over with that weight."""
    count, places = len(ordered_entrants), _assign_places(ordered_entrants)
    per_place = 1 + sum(2 * (len(entrant.colours) + 1) ** 2 + 1 for entrant in ordered_entrants)

    def distance(first: int, second: int) -> int | None:
        couple = frozenset((ordered_entrants[first].id, ordered_entrants[second].id))
        if couple in meetings.barred_pairs:
            return None
        return (places[first] - places[second]) ** 2 + 4 * meetings.get_distance(couple)  # places are doubled

    for first, second in find_playable(places, _find_hindrances(ordered_entrants, meetings)):
        if (apart := distance(first, second)) is not None:
            imbalance = min(
                _compute_imbalance(ordered_entrants[first], ordered_entrants[second]),
                _compute_imbalance(ordered_entrants[second], ordered_entrants[first]),
            )
            yield first, second, -(apart * per_place + imbalance)
    if count % 2:
        furthest = max((distance(*indices) or 0 for indices in combinations(range(count), 2)), default=0)
        per_rank = (1 + count * furthest) * per_place
        lowest_first = sorted(range(count), key=lambda place: (ordered_entrants[place].odd, -place))
        for rank, place in enumerate(lowest_first):
            yield place, count, -rank * per_rank


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
