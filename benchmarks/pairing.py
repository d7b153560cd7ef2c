"""How long the draw of a chess club takes, beside a plain matching of as many players.

    python benchmarks/pairing.py

The peer is the same library on a complete graph of the same size whose weights are squared distances alone,
without colours, rematches and who is left over: what those cost is the ratio.
"""

from collections.abc import Callable
from itertools import combinations
from random import Random
from statistics import median
from time import perf_counter

from networkx import Graph, max_weight_matching

from sitegen.systems.ijssel.pairing import Entrant, Meetings, pair

_ROUNDS = 5
_TURNS = 5


def seconds(work: Callable[[], object]) -> float:
    """The time of one call by the clock."""
    begun = perf_counter()
    work()
    return perf_counter() - begun


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
        paired = pair(there, Meetings(met), round_)
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


def main() -> None:
    """Measure clubs of several sizes, our draw and the peer by turns."""
    for count in (40, 100, 200, 201):
        there, met = history(count)
        even = count - count % 2
        turns = [
            (seconds(lambda: pair(there, Meetings(met), _ROUNDS + 1)), seconds(lambda: plain(even)))  # noqa: B023 - called now
            for _ in range(_TURNS)
        ]
        ours, peers = (median(each) for each in zip(*turns, strict=True))
        print(f"{count:4} players: draw {ours:.2f} s, plain matching {peers:.2f} s, ratio {ours / peers:.2f}")


if __name__ == "__main__":
    main()
