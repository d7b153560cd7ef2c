"""How much longer than a peer something takes, measured in one run."""

import gc
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import NamedTuple

from targets import Figure


class Ratio(NamedTuple):
    """What was measured and where, the seconds of processor that it took, and those of its peer."""

    what: str
    where: str
    own: float
    peer: float

    @property
    def figure(self) -> Figure:
        """How many times as long as the peer it took, which is what the target is about."""
        return Figure(self.what, self.where, self.own / self.peer)

    def __str__(self) -> str:
        took = f"{self.own:.3f} s, its peer {self.peer:.3f} s"
        return f"{self.what}, {self.where}: {took}, ratio {self.figure}"


def by_turns(
    what: str, where: str, own: Callable[[], object], peer: Callable[[], object], turns: int = 5
) -> Ratio:
    """Let both work by turns; the median counts of what each took."""
    taken = [(_seconds(own), _seconds(peer)) for _ in range(turns)]
    ours, peers = (median(each) for each in zip(*taken, strict=True))
    return Ratio(what, where, ours, peers)


def _seconds(work: Callable[[], object]) -> float:
    """The time of one call, in which nothing is looked for that can be thrown away, as in a build."""
    gc.collect()
    gc.disable()
    begun = process_time()
    made = work()
    taken = process_time() - begun
    del made  # what was made is dropped after the time is taken
    gc.enable()
    return taken
