"""Names that stand in other rows than their ids: a column of players that was sorted or moved by itself."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from sitegen.message import advise, say
from sitegen.names import letters
from sitegen.problem import Problem, told_once
from sitegen.read.rows import Body

_FEWEST = 3
"""Fewer players with names of each other are players who changed their names."""
_RUN = 6
"""So many rows below each other are no chance, whatever the rest of a register is like."""
_DIGITS = re.compile(r"\d+")


def shifts(players: Body) -> list[Problem]:
    """An error where names of a register stand at other ids than those that say them, or other sort names.

    That a name contradicts its id says little: people marry, and have nicknames. It is another matter where
    the id of a row is the name in another row, whose own id contradicts that name as well.
    """
    cells = zip(*(players.values[each] for each in ("id", "name", "sort_name")), strict=True)
    rows = [
        (name or "", {_plain(id_ or ""), _plain(sort_name or "")} - {""}) for id_, name, sort_name in cells
    ]
    denied = {row: found for row, (name, said) in enumerate(rows) if name and (found := _denied(name, said))}
    moved = _moved([rows[row][0] for row in denied], denied)
    claiming = sum(bool(said) for _, said in rows)
    is_shift = _are_many(moved, len(denied), claiming) or _longest(sorted(moved)) >= _RUN
    return told_once([_problem(players, row, len(moved)) for row in sorted(moved)]) if is_shift else []


def _denied(name: str, said: Collection[str]) -> Collection[str]:
    """What is said of a player that is no way to say the name."""
    same = sorted(_plain(name))
    others = [each for each in said if sorted(each) != same]
    return {*others} - _spellings(name).keys() if others else ()


def _moved(names: Iterable[str], denied: Mapping[int, Collection[str]]) -> dict[int, bool]:
    """The rows whose own names are among these, and whether the id or sort name of each says the whole."""
    bearers: defaultdict[str, list[bool]] = defaultdict(list)
    for name in names:
        for text, is_whole in _spellings(name).items():
            bearers[text].append(is_whole)
    moved = dict[int, bool]()
    for row, said in denied.items():
        others = [bearers[text] for text in said if text in bearers]
        if any(any(each) or len(each) == 1 for each in others):
            moved[row] = any(map(any, others))
    return moved


def _are_many(moved: Mapping[int, bool], denied: int, claiming: int) -> bool:
    """Whether these are most of what is wrong with the names, or of all that parts of names say."""
    whole = sum(moved.values())
    is_most = whole >= _FEWEST and 2 * whole >= denied
    return is_most or (len(moved) >= _FEWEST and 4 * len(moved) >= 3 * claiming)


def _longest(rows: Sequence[int]) -> int:
    """How many of the rows follow each other at most."""
    runs = groupby(enumerate(rows), key=lambda pair: pair[1] - pair[0])
    return max((len(list(run)) for _, run in runs), default=0)


def _plain(text: str) -> str:
    """The letters of an id or a name, without what numbers it."""
    return "".join(_words(text))


def _words(text: str) -> list[str]:
    return [word for each in letters(text).split("-") if (word := _DIGITS.sub("", each))]


def _spellings(name: str) -> Mapping[str, bool]:
    """What ids and sort names make of a name, each with whether it says the whole of it."""
    words = _words(name)
    return dict(_spelt(words)) if words else {}


def _spelt(words: Sequence[str]) -> Iterator[tuple[str, bool]]:
    first, last, rest = words[0], words[-1], "".join(words[1:])
    short = first[0] + last, last + first[0], first + last[0], first[0] + rest, rest + first[0]
    initials = "".join(each[0] for each in words)
    yield from dict.fromkeys((first, last, rest, initials, *short), False).items()
    if len(words) > 1:
        turned = ("".join([*words[at:], *words[:at]]) for at in range(len(words)))
        yield from dict.fromkeys((first + last, last + first, *turned), True).items()


def _problem(players: Body, row: int, number: int) -> Problem:
    message = say(
        "names-moved", "{number} players have another name than their id or sort_name says", number=number
    )
    hint = advise("a column was sorted or moved by itself: undo that, and sort whole rows")
    return players.problem(row, "name", message, hint)
