"""Names that are nearly alike, of which the rare one is probably the common one with a slip in it."""

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher

from sitegen.names import letters

_SHORTEST = 4
_COMMON = 3
_TIMES = 10
"""What is this many times as common may hide slips, also where one was made more than once."""
_NEAR_WORD, _NEAR_NAME = 0.8, 0.9


def slips(counts: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Each rare name with the common one that it was probably meant to be, by how often each occurs."""
    for rare, count in counts.items():
        common = [each for each in counts if each != rare and _is_rare(count, counts[each])]
        near = [each for each in common if _is_near(letters(rare), letters(each))]
        if near:
            yield rare, max(near, key=counts.__getitem__)


def _is_rare(count: int, other: int) -> bool:
    return other >= _COMMON and (count == 1 or count * _TIMES <= other)


def _is_near(one: str, other: str) -> bool:
    """Whether two names differ by a slip: another number, a word more, or another initial is another name."""
    if one == other:
        return True
    if min(len(one), len(other)) < _SHORTEST or _digits(one) != _digits(other):
        return False
    words, others = one.split("-"), other.split("-")
    if len(words) == len(others):
        pairs = [pair for pair in zip(words, others, strict=True) if pair[0] != pair[1]]
        return all(mine[0] == its[0] and _likeness(mine, its) >= _NEAR_WORD for mine, its in pairs)
    if {*words} < {*others} or {*words} > {*others}:
        return False
    return _likeness("".join(words), "".join(others)) >= _NEAR_NAME


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()
