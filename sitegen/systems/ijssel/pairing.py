"""Who plays whom: the Swiss of article 5, as one matching of the greatest weight.

What is wanted first outweighs all that comes after it together, so that a single matching settles it in this
order: nobody meets twice in a period; the right player is left over; the players of a game are close in club
rating, those who met before in the season being counted as further apart; colours are balanced. The weights
are whole numbers, so nothing is lost to rounding.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from sitegen.systems.ijssel.near import playable
from sitegen.toolkit.order import comparable

_BARRED = 10**9
"""More squared places than there are."""


class Entrant(NamedTuple):
    """A player who is there: the colours of the games so far (`wbbw`), and how often they were left over."""

    id: str
    rating: float
    colours: str
    odd: int
    alphabet: int


class Meetings(NamedTuple):
    """Who may not meet again in this period, and how often a pair has met before it.

    Each time counts as `apart` squared places between them.
    """

    barred: Collection[frozenset[str]] = frozenset()
    earlier: Mapping[frozenset[str], int] = {}
    apart: int = 0

    def distance(self, pair: frozenset[str]) -> int:
        """What a pair has met before, in squared places."""
        return self.apart * self.earlier.get(pair, 0)


class Pairing(NamedTuple):
    """The games of a round, white first and the first board first, and who is left over by an odd number."""

    games: list[tuple[str, str]]
    left_over: str | None


def pair(entrants: Collection[Entrant], met: Meetings, round_: int) -> Pairing | None:
    """Pair all of `entrants`, none of those who are barred; None when that cannot be.

    With an odd number the lowest rated of those who were left over least often is left over, or the next of
    them where nobody could play otherwise. Then the sum of squared distances in places by club rating, and of
    what earlier meetings count, is the least that is possible, and last the imbalance of colours.
    """
    from networkx import Graph, max_weight_matching  # noqa: PLC0415 - 0.2 s that only a draw needs

    ordered = sorted(entrants, key=lambda each: (-comparable(each.rating), each.alphabet))
    graph = Graph()
    graph.add_nodes_from(range(len(ordered) + len(ordered) % 2))
    graph.add_weighted_edges_from(_edges(ordered, met))
    matching = max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < len(graph):
        return None
    couples = sorted(tuple(sorted(each)) for each in matching)
    left_over = next((ordered[one].id for one, other in couples if other == len(ordered)), None)
    games = [(ordered[one], ordered[other]) for one, other in couples if other < len(ordered)]
    return Pairing([_coloured(*each, board, round_) for board, each in enumerate(games, 1)], left_over)


def _edges(ordered: Sequence[Entrant], met: Meetings) -> Iterator[tuple[int, int, int]]:
    """Every game that the round can have, and whoever may be left over by an odd number, with its weight."""
    count, places = len(ordered), _places(ordered)
    per_place = 1 + sum(2 * (len(each.colours) + 1) ** 2 + 1 for each in ordered)

    def distance(one: int, other: int) -> int | None:
        couple = frozenset((ordered[one].id, ordered[other].id))
        if couple in met.barred:
            return None
        return (places[one] - places[other]) ** 2 + 4 * met.distance(couple)  # places are doubled

    for one, other in playable(places, _hindrances(ordered, met)):
        if (apart := distance(one, other)) is not None:
            imbalance = min(
                _imbalance(ordered[one], ordered[other]), _imbalance(ordered[other], ordered[one])
            )
            yield one, other, -(apart * per_place + imbalance)
    if count % 2:
        furthest = max((distance(*each) or 0 for each in combinations(range(count), 2)), default=0)
        per_rank = (1 + count * furthest) * per_place
        lowest_first = sorted(range(count), key=lambda place: (ordered[place].odd, -place))
        for rank, place in enumerate(lowest_first):
            yield place, count, -rank * per_rank


def _hindrances(ordered: Sequence[Entrant], met: Meetings) -> list[list[int]]:
    """Whom each may not or should not meet, as the doubled distance up to which that stands in the way."""
    found: dict[str, list[int]] = {each.id: [] for each in ordered}
    for couple in {*met.barred, *met.earlier}:
        distance = _BARRED if couple in met.barred else met.distance(couple)
        if distance and found.keys() >= couple:
            for each in couple:
                found[each].append(2 * distance + 2)
    return [sorted(each) for each in found.values()]


def _places(ordered: Sequence[Entrant]) -> list[int]:
    """The place of each by club rating, doubled: equal ratings share the mean of theirs."""
    ratings = [comparable(each.rating) for each in ordered]
    sharing: dict[float, list[int]] = {}
    for place, rating in enumerate(ratings):
        sharing.setdefault(rating, []).append(place)
    return [sharing[rating][0] + sharing[rating][-1] for rating in ratings]


def _imbalance(white: Entrant, black: Entrant) -> int:
    """How far the colours of both are out of balance after the game, and a third alike in a row."""
    after = _surplus(white) + 1, _surplus(black) - 1
    thirds = white.colours.endswith("ww") + black.colours.endswith("bb")
    return 2 * (after[0] ** 2 + after[1] ** 2) + thirds


def _surplus(entrant: Entrant) -> int:
    """The games with white more than with black."""
    return entrant.colours.count("w") - entrant.colours.count("b")


def _coloured(higher: Entrant, lower: Entrant, board: int, round_: int) -> tuple[str, str]:
    """White and black: what keeps the better balance, else the other colours than where they last differed.

    Where they never did, the higher rated has white on the odd boards of odd rounds and the even boards of
    even rounds.
    """
    as_white, as_black = _imbalance(higher, lower), _imbalance(lower, higher)
    if as_white != as_black:
        has_white = as_white < as_black
    else:
        latest_first = zip(reversed(higher.colours), reversed(lower.colours), strict=False)
        differing = (own == "b" for own, others in latest_first if own != others)
        has_white = next(differing, (board + round_) % 2 == 0)
    return (higher.id, lower.id) if has_white else (lower.id, higher.id)
