"""The places at a table of a board game, out of ranks, scores or winners; never out of seats."""

from collections.abc import Sequence
from typing import Any

from sitegen.message import Message, say


def places(
    ranks: Sequence[int], scores: Sequence[float | None], winners: Sequence[bool], *, is_reversed: bool
) -> tuple[list[int | None], Message | None]:
    """The places at a table, as far as they are known, and what keeps them from being sure.

    By ranks where it has them (0 is none), else by scores, else by who won; `is_reversed` where the lowest
    score wins.
    """
    given = [score for score in scores if score is not None]
    sign = 1 if is_reversed else -1
    keys: list[Any] = []
    if any(rank > 0 for rank in ranks):
        doubt, keys = _doubt_ranks(ranks, winners), [*ranks]
    elif given and len(given) == len(scores):
        found = [sign * score for score in given]
        doubt = _doubt_scores(found, winners)
        keys = [(score, not has_won) for score, has_won in zip(found, winners, strict=True)]
    elif given:
        doubt = say("place-score-missing", "some at the table have a score, and others have none")
    else:
        doubt, keys = _doubt_winners(winners), [not has_won for has_won in winners]
    if doubt:
        return [1 if has_won else None for has_won in winners], doubt
    return [sorted(keys).index(key) + 1 for key in keys], None


def _doubt_ranks(ranks: Sequence[int], winners: Sequence[bool]) -> Message | None:
    if not all(rank > 0 for rank in ranks):
        return say("place-rank-missing", "some at the table have a rank, and others have none")
    if any(has_won and rank > 1 for rank, has_won in zip(ranks, winners, strict=True)):
        return say("place-winner-not-first", "who won has not the first rank")
    return None


def _doubt_winners(winners: Sequence[bool]) -> Message | None:
    if not any(winners):
        return say("place-unknown", "nothing says who won")
    if winners.count(False) > 1:
        return say("place-rest-unknown", "it is known who won, and not in what order the others came")
    return None


def _doubt_scores(scores: Sequence[float], winners: Sequence[bool]) -> Message | None:
    """Of scores of which the lowest is the best; a winner among several won on a tie-break."""
    won = [score for score, has_won in zip(scores, winners, strict=True) if has_won]
    if not won:
        return say("place-no-winner", "there are scores, and nobody won")
    if max(won) > min(scores):
        return say("place-winner-not-best", "who won has not the best score, as the game is scored")
    return None
