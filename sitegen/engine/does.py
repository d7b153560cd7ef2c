"""What is told of a change that somebody enters: the sentences and the tables of `diff`, as data."""

from collections.abc import Iterator, Sequence
from typing import Any

from sitegen.difference.effect import Effect
from sitegen.difference.facts import Appeared, Late, Rewritten, Uncounted, Withdrawn
from sitegen.difference.listed import lists, tabled
from sitegen.difference.moved import Moves, cells, heads, moves
from sitegen.difference.wording import Wording
from sitegen.language import Language
from sitegen.message import advise

_MOST = 60
"""So many who move are told of in one table, and so many lists."""
_NOT_AHEAD = (Appeared, Late, Rewritten, Uncounted, Withdrawn)
"""Facts of lists that are published by the day of the change, and what is told on that day already."""


def does(effects: Sequence[Effect], language: Language) -> dict[str, Any]:
    """What happens to a ranking, if anything: the `facts`, who `moves`, and how much of `tables` changes.

    The rows that count for nothing are `refused`: where each stands, and what is `said` of it.

    Who moves are tables, of today's list first, then of those that are published already: what is `said` of
    the list, `heads`, the cells of the `rows`, and how many of these, or of such lists, are `left` out.
    """
    found = [_told(Wording(each, language)) for each in effects]
    return found[0] if found else {"facts": [], "refused": [], "moves": [], "left": "", "tables": []}


def ahead(effects: Sequence[Effect], language: Language) -> dict[str, Any]:
    """The `facts` and `moves` of a list that is still to come: nothing is late for that, or changes it."""
    found = [_ahead(Wording(each, language)) for each in effects]
    return found[0] if found else {"facts": [], "moves": []}


def _ahead(wording: Wording) -> dict[str, Any]:
    effect = wording.effect
    moved = moves(wording, effect.moves, _MOST)
    return {
        "facts": [wording.sentence(each) for each in effect.facts if not isinstance(each, _NOT_AHEAD)],
        "moves": [_table(wording, "", moved)] if moved.shown else [],
    }


def _told(wording: Wording) -> dict[str, Any]:
    effect, earlier = wording.effect, lists(wording, _MOST)
    every = [("", moves(wording, effect.moves, _MOST)), *((each.said, each.moves) for each in earlier.shown)]
    return {
        "facts": [wording.sentence(each) for each in effect.facts],
        "refused": list(_refused(wording)),
        "moves": [_table(wording, *each) for each in every if each[1].shown],
        "left": _left(wording, earlier.left),
        "tables": [tabled(wording, each) for each in effect.tables],
    }


def _refused(wording: Wording) -> Iterator[dict[str, Any]]:
    language = wording.language
    for fact in wording.effect.facts:
        for place, remark in fact.results if isinstance(fact, Uncounted) else ():
            path, _, line = place.rpartition(":")
            told = (
                advise("Does not count: {why}.", why=language.remark(remark))
                if remark
                else advise("Does not count.")
            )
            yield {"path": path, "line": int(line), "said": language.told(told)}


def _table(wording: Wording, said: str, moved: Moves) -> dict[str, Any]:
    language = wording.language
    return {
        "said": said,
        "heads": heads(wording.figure, language),
        "rows": [cells(each, language) for each in moved.shown],
        "left": _left(wording, moved.left),
    }


def _left(wording: Wording, number: int) -> str:
    return wording.language.told(advise("and {number} more", number=number)) if number else ""
