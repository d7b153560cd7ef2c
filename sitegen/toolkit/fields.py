"""What holds of the scores of any evening at bridge: what one pair wins, others lose.

So percentages are 50 on average and IMPs cancel out, whatever the movement. They do so nearly, not exactly:
scores are rounded, an adjusted score may give both sides more than their share, and a pair that sat out or
came late counts as much as one that played all boards.
"""

from collections.abc import Iterator, Sequence
from math import fsum, sqrt
from statistics import fmean
from typing import Any, NamedTuple

from sitegen.message import Message, advise, say
from sitegen.model import Fault


class Kind(NamedTuple):
    """What scores of a kind come to, and how far from it they may be together.

    `average` is what each is in the mean. `adjusted` is what adjusted scores may add in all, `sat_out` what
    it adds that not all played as much, and `each` what is ordinary for each pair of a large field. Nobody
    comes further than `extreme` from the average.
    """

    average: float
    adjusted: float
    sat_out: float
    each: float
    extreme: float


PERCENTAGES = Kind(average=50, adjusted=5, sat_out=8, each=0.2, extreme=25)
IMPS = Kind(average=0, adjusted=8, sat_out=6, each=0.4, extreme=100)
IMPS_A_BOARD = Kind(average=0, adjusted=0.7, sat_out=1.4, each=0.03, extreme=4)
"""As wide as one in a thousand honest evenings needs, by playing some thousands out."""


_FEWEST = 2  # pairs that can play


class Field(NamedTuple):
    """The scores of pairs that played each other, and what each played; nothing where all played as much.

    `odd` is how many of its parts have an odd number of pairs, so that not all may have played as much.
    """

    scores: Sequence[float]
    played: Sequence[float] = ()
    odd: int = 0

    @property
    def shares(self) -> Sequence[float]:
        """What each pair played, 1 on average."""
        mean = fmean(self.played) if self.played else 1.0
        return [each / mean for each in self.played] or [1.0] * len(self.scores)


def surplus(kind: Kind, field: Field) -> float:
    """How much the scores of a field are too many together; 0 where that is ordinary.

    That is so too where it only comes of what each played, which may itself be wrong, and of one pair alone.
    """
    if len(field.scores) < _FEWEST:
        return 0.0
    beyond = [score - kind.average for score in field.scores]
    found = fsum(share * each for share, each in zip(field.shares, beyond, strict=True))
    return found if min(abs(found), abs(fsum(beyond))) > _ordinary(kind, field) else 0.0


def _ordinary(kind: Kind, field: Field) -> float:
    count = len(field.scores)
    decimals = max(map(_decimals, field.scores))
    # Rounding errors add up as their number's root: three and a half standard deviations.
    rounding = sqrt(count) / 10**decimals if decimals else 0.0
    return max(kind.adjusted + kind.sat_out * field.odd, kind.each * count) + rounding


def _decimals(score: float) -> int:
    return len(repr(score).partition(".")[2].rstrip("0"))


def suspect(kind: Kind, field: Field, surplus: float) -> int | None:
    """Which score of a field with a surplus is the wrong one; None where that cannot be told.

    It is the only one that is further off than anybody comes, and would not be without the surplus.
    """
    found = [
        place
        for place, (score, share) in enumerate(zip(field.scores, field.shares, strict=True))
        if _is_far(kind, score) and not _is_far(kind, score - surplus / share)
    ]
    return found[0] if len(found) == 1 else None


def _is_far(kind: Kind, score: float) -> bool:
    return abs(score - kind.average) > kind.extreme


class Doubt(NamedTuple):
    """What is probably wrong with some scores: where among them that is told, what was found, and a hint."""

    place: int
    message: Message
    hint: Message


def doubted(rows: Sequence[Any], doubt: Doubt | None) -> Iterator[Fault]:
    """The doubt, if there is one, at its row of those with these scores."""
    if doubt:
        yield Fault(rows[doubt.place], "score", doubt.message, doubt.hint, warning=True)


def percentages(where: object, field: Field) -> Doubt | None:
    """What the percentages of a field come to, unless it is what they must: 50 on average."""
    found, mean = surplus(PERCENTAGES, field), f"{fmean(field.scores):.2f}"
    if not found:
        return None
    if max(field.scores) <= 1:
        told = say(
            "percentages-are-fractions",
            "no percentage of {where} is above 1: they are {mean} on average, and should be 50",
            where=where,
            mean=mean,
        )
        hint = advise("write 56.25 where 0.5625 stands, which is what Excel keeps of 56.25%")
        return Doubt(0, told, hint)
    told = say(
        "percentages-not-fifty",
        "the percentages of {where} are {mean} on average, and should be 50",
        where=where,
        mean=mean,
    )
    return _doubt(PERCENTAGES, field, found, told)


def imps(where: object, field: Field, kind: Kind) -> Doubt | None:
    """What the IMPs of a field come to, unless they cancel out."""
    found = surplus(kind, field)
    if not found:
        return None
    told = say(
        "imps-do-not-cancel-out",
        "the IMPs of {where} are {sum} together, and should cancel out",
        where=where,
        sum=_short(fsum(field.scores)),
    )
    if are_like_percentages(field.scores):
        return Doubt(0, told, advise("percentages belong in the table pairs"))
    return _doubt(kind, field, found, told)


def are_like_percentages(scores: Sequence[float]) -> bool:
    """Whether what should be IMPs are percentages."""
    return min(scores) > 0 and abs(fmean(scores) - PERCENTAGES.average) < PERCENTAGES.adjusted


def _doubt(kind: Kind, field: Field, found: float, told: Message) -> Doubt:
    """The doubt at the score that is probably wrong, else at the first."""
    index = suspect(kind, field, found)
    if index is not None:
        right = field.scores[index] - found / field.shares[index]
        return Doubt(
            index,
            told,
            advise("about {score} here would be right: compare it with the result", score=_short(right)),
        )
    by = _short(abs(found))
    if found > 0:
        return Doubt(0, told, advise("compare them with the result: one may be {by} too high", by=by))
    return Doubt(0, told, advise("compare them with the result: one may be {by} too low", by=by))


def _short(figure: float) -> str:
    return f"{round(figure, 2):g}"
