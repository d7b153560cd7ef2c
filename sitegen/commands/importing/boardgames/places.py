"""The places at a table of a board game, out of ranks, scores or winners; never out of seats."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sitegen.message import Message, say


class Sitter(NamedTuple):
    """What a source says of a player at a table: the rank (0 for none), the score, and whether they won."""

    rank: int
    score: float | None
    has_won: bool


Found = tuple[list[int | None], Message | None]
"""The place of each, as far as it is known, and what keeps them from being sure."""


def places(sitters: Sequence[Sitter], *, is_reversed: bool) -> Found:
    """The places at a table: by ranks where it has them, else by scores, else by who won.

    `is_reversed` where the lowest score wins.
    """
    scores = [sitter.score for sitter in sitters if sitter.score is not None]
    if any(sitter.rank > 0 for sitter in sitters):
        return _by_rank(sitters)
    if scores and len(scores) == len(sitters):
        return _by_score(sitters, [-score if is_reversed else score for score in scores])
    if scores:
        return _winners(sitters), say(
            "place-score-missing", "some at the table have a score, and others have none"
        )
    return _by_winner(sitters)


def _winners(sitters: Sequence[Sitter]) -> list[int | None]:
    return [1 if sitter.has_won else None for sitter in sitters]


def _by_rank(sitters: Sequence[Sitter]) -> Found:
    if not all(sitter.rank > 0 for sitter in sitters):
        return _winners(sitters), say(
            "place-rank-missing", "some at the table have a rank, and others have none"
        )
    if any(sitter.has_won and sitter.rank > 1 for sitter in sitters):
        return _winners(sitters), say("place-winner-not-first", "who won has not the first rank")
    return ranked([sitter.rank for sitter in sitters]), None


def _by_winner(sitters: Sequence[Sitter]) -> Found:
    losers = [sitter.has_won for sitter in sitters].count(False)
    if losers == len(sitters):
        return _winners(sitters), say("place-unknown", "nothing says who won")
    if losers > 1:
        told = say("place-rest-unknown", "it is known who won, and not in what order the others came")
        return _winners(sitters), told
    return [1 if sitter.has_won else len(sitters) for sitter in sitters], None


def _by_score(sitters: Sequence[Sitter], scores: Sequence[float]) -> Found:
    """By falling score; a winner among those with the best score won on a tie-break."""
    won = [score for score, sitter in zip(scores, sitters, strict=True) if sitter.has_won]
    if not won:
        return _winners(sitters), say("place-no-winner", "there are scores, and nobody won")
    if min(won) < max(scores):
        told = say("place-winner-not-best", "who won has not the best score, as the game is scored")
        return _winners(sitters), told
    return ranked([(-score, not sitter.has_won) for score, sitter in zip(scores, sitters, strict=True)]), None


def ranked(values: Sequence[Any]) -> list[int | None]:
    """Places in ascending order of the values, those ex aequo at the best of theirs: 1, 2, 2, 4."""
    best: dict[Any, int] = {}
    for place, value in enumerate(sorted(values), 1):
        best.setdefault(value, place)
    return [best[value] for value in values]
