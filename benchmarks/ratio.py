"""How much longer than a peer something takes, measured in one run."""

import gc
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import NamedTuple


class Ratio(NamedTuple):
    """The seconds of processor that something took, those of its peer, and how many times as long it may."""

    name: str
    own: float
    peer: float
    most: float

    @property
    def times(self) -> float:
        """How many times as long as the peer it took."""
        return self.own / self.peer

    @property
    def is_missed(self) -> bool:
        """Whether that is more than it may be."""
        return self.times > self.most

    def __str__(self) -> str:
        missed = " MISSED" if self.is_missed else ""
        took = f"{self.own:.3f} s, its peer {self.peer:.3f} s"
        return f"{self.name}: {took}, ratio {self.times:.2f}, at most {self.most}{missed}"


def by_turns(
    name: str, own: Callable[[], object], peer: Callable[[], object], most: float, turns: int = 5
) -> Ratio:
    """Let both work by turns; the median counts of what each took."""
    taken = [(_seconds(own), _seconds(peer)) for _ in range(turns)]
    ours, peers = (median(each) for each in zip(*taken, strict=True))
    return Ratio(name, ours, peers, most)


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
