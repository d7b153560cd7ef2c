"""How long the draw of a chess club takes, beside a plain matching of as many players.

    python benchmarks/pairing.py

The peer is the same library on a complete graph of the same size whose weights are squared distances alone,
without colours, rematches and who is left over: what those cost is the ratio. Exit status 1 when it is too
high.
"""

import sys
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from random import Random

from networkx import Graph, max_weight_matching
from ratio import Ratio, by_turns
from targets import DRAW

from sitegen.toolkit.rounds.pairing import Entrant, Meetings, pair_players

SIZES = (40, 100, 200, 201)
_ROUNDS = 5


def plain(count: int) -> object:
    """A matching of neighbours among `count` players, and nothing else."""
    graph = Graph()
    graph.add_weighted_edges_from(
        (one, other, -((one - other) ** 2)) for one, other in combinations(range(count), 2)
    )
    return max_weight_matching(graph, maxcardinality=True)


def history(count: int) -> tuple[list[Entrant], set[frozenset[str]]]:
    """`count` players after some rounds of one period, and who has met whom."""
    random = Random(count)
    there = [Entrant(f"p{number}", random.gauss(1600, 200), "", 0, number) for number in range(count)]
    met: set[frozenset[str]] = set()
    for round_ in range(1, _ROUNDS + 1):
        paired = pair_players(there, Meetings(met), round_)
        if paired is None:
            raise ValueError(f"no pairing of {count} players in round {round_}")
        met |= {frozenset(each) for each in paired.games}
        colours = {player: mark for game in paired.games for player, mark in zip(game, "wb", strict=True)}
        there = [
            each._replace(
                rating=each.rating + random.gauss(0, 25), colours=each.colours + colours.get(each.id, "")
            )
            for each in there
        ]
    return there, met


def measured() -> Iterator[Ratio]:
    """Clubs of several sizes, our draw and the peer by turns."""
    for count in SIZES:
        there, met = history(count)
        own = partial(pair_players, there, Meetings(met), _ROUNDS + 1)
        yield by_turns(DRAW, f"{count} players", own, partial(plain, count - count % 2))


def main() -> None:
    """Measure all, print it, and exit."""
    found = list(measured())
    print(*found, sep="\n")
    sys.exit(any(each.figure.is_missed for each in found))


if __name__ == "__main__":
    main()
