"""Which games the closest pairing can have: so that few of all that are possible need be weighed.

Let a and b play each other, D places apart, and somebody between them, c, play d. Would the four be closer
together otherwise? With x, y and z the ways from one to the next of them, in places:

- of a c d b, a-c and d-b save 2(x + y)(y + z) squared places, at least 2(D - 1), and a-d and c-b save 2xz;
- of a c b d, a-c and b-d save 2y(x + y + z), at least 2D; and so does the mirror image.

As no saving is left in the closest pairing, each such game has a hindrance: one of the four that may not meet
another, or that met another before, which counts as being further apart. So there are no more games of
players between a and b than a and b have hindrances that weigh half of 2(D - 1); and as c and d, both
between them, take a hindrance for each of two ways, no more such players than hindrances of any weight. One
more may be between them who is left over.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

ROOM = 8
"""So many more may be between, so that of equal pairings the one is found that all games would lead to."""


def playable(
    places: Sequence[int], hindrances: Sequence[Sequence[int]], room: int = ROOM
) -> Iterator[tuple[int, int]]:
    """The games that the closest pairing can have, as pairs of the players, who stand in order of place.

    `places` are doubled, as all are here; `hindrances` has, of each player, up to which distance each of them
    can stand in the way of a closer pairing, in ascending order.
    """
    count, most = len(places), max(map(len, hindrances), default=0)
    starts = [bisect_left(places, each) for each in places]
    free = room + count % 2
    for one, own in enumerate(hindrances):
        behind = bisect_right(places, places[one])
        for other in range(one + 1, count):
            between, others = starts[other] - behind - free, hindrances[other]
            if between > len(own) + most:
                break
            apart = places[other] - places[one]
            heavy = _reaching(own, apart) + _reaching(others, apart)
            if between <= max(0, min(len(own) + len(others), 2 * heavy)):
                yield one, other


def _reaching(hindrances: Sequence[int], apart: int) -> int:
    """How many of them reach so far."""
    return len(hindrances) - bisect_left(hindrances, apart)
