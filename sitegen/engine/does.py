"""What is told of a change that somebody enters: the sentences and the tables of `diff`, as data."""

from collections.abc import Sequence
from typing import Any

from sitegen.difference.effect import Effect
from sitegen.difference.facts import Appeared, Late, Rewritten, Withdrawn
from sitegen.difference.listed import lists, tabled
from sitegen.difference.moved import Moves, cells, heads, moves
from sitegen.difference.wording import Wording
from sitegen.language import Language
from sitegen.message import advise

_MOST = 60
"""So many who move are told of in one table, and so many lists."""
_OF_LISTS = (Appeared, Late, Rewritten, Withdrawn)
"""Facts of lists that are published by the day of the change."""


def does(effects: Sequence[Effect], language: Language) -> dict[str, Any]:
    """What happens to a ranking, if anything: the `facts`, who `moves`, and how much of `tables` changes.

    Who moves are tables, of today's list first, then of those that are published already: what is `said` of
    the list, `heads`, the cells of the `rows`, and how many of these, or of such lists, are `left` out.
    """
    found = [_told(Wording(each, language)) for each in effects]
    return found[0] if found else {"facts": [], "moves": [], "left": "", "tables": []}


def ahead(effects: Sequence[Effect], language: Language) -> dict[str, Any]:
    """The `facts` and `moves` of a list that is still to come: nothing is late for that, or changes it."""
    found = [_ahead(Wording(each, language)) for each in effects]
    return found[0] if found else {"facts": [], "moves": []}


def _ahead(wording: Wording) -> dict[str, Any]:
    effect = wording.effect
    moved = moves(wording, effect.moves, _MOST)
    return {
        "facts": [wording.sentence(each) for each in effect.facts if not isinstance(each, _OF_LISTS)],
        "moves": [_table(wording, "", moved)] if moved.shown else [],
    }


def _told(wording: Wording) -> dict[str, Any]:
    effect, earlier = wording.effect, lists(wording, _MOST)
    every = [("", moves(wording, effect.moves, _MOST)), *((each.said, each.moves) for each in earlier.shown)]
    return {
        "facts": [wording.sentence(each) for each in effect.facts],
        "moves": [_table(wording, *each) for each in every if each[1].shown],
        "left": _left(wording, earlier.left),
        "tables": [tabled(wording, each) for each in effect.tables],
    }


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
