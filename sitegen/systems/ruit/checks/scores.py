"""What the scores of an evening come to: percentages 50 on average, IMPs nothing together."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.systems.bridge.evenings import entered_twice, whole
from sitegen.systems.ruit.checks.movements import readable, where
from sitegen.systems.ruit.tables import ButlerLine, Inputs, Line, PairsLine
from sitegen.toolkit.fields import IMPS, Field, doubted, imps, percentages

_LEAST_TOTAL = 5
_FEW = 4  # pairs whose totals may all be small by chance


def scores(inputs: Inputs) -> Iterator[Fault]:
    """Scores that cannot be those of an evening, and evenings entered twice."""
    for pairs in whole(inputs.pairs, ["date"], "score").values():
        yield from _percentages(pairs)
    for butler in whole(inputs.butler, ["date", "section"], "score").values():
        yield from _imps(butler)
    for lines in (inputs.pairs, inputs.butler):
        yield from entered_twice(lines, ["date"])


def _percentages(rows: Sequence[PairsLine]) -> Iterator[Fault]:
    """All sections together, since they may have been scored across."""
    met = _met(rows)
    field = Field([row.score for row in rows], met, 0 if met else _odd(rows))
    yield from doubted(rows, percentages(rows[0].date, field))


def _imps(rows: Sequence[ButlerLine]) -> Iterator[Fault]:
    """Every section apart: at each table one pair wins what the other loses."""
    at, scores = where(rows[0]), [row.score for row in rows]
    if _are_means(scores):
        named = {"most": _LEAST_TOTAL, "where": at}
        told = say("imps-are-means", "no pair has {most} IMPs or more on {where}", **named)
        hint = advise("enter the IMPs of the whole evening: the mean per board times the boards played")
        yield Fault(rows[0], "score", told, hint, warning=True)
    else:
        yield from doubted(rows, imps(at, Field(scores, odd=0 if _met(rows) else _odd(rows)), IMPS))


def _are_means(scores: Sequence[float]) -> bool:
    """Whether the IMPs are those per board: all small, and with decimals, which a total seldom has."""
    are_small = len(scores) >= _FEW and max(map(abs, scores)) < _LEAST_TOTAL
    return are_small and not all(map(float.is_integer, scores))


def _met(rows: Iterable[Line]) -> Sequence[float]:
    """How many pairs each met, where all say it; a pair that sat out met fewer."""
    found = [len(readable(row.opponents) or ()) for row in rows]
    return found if all(found) else []


def _odd(rows: Iterable[Line]) -> int:
    """How many of the sections have an odd number of pairs."""
    return sum(number % 2 for number in Counter(str(row.section) for row in rows).values())
