"""What to do about a name that no player bears: a slip of the pen, somebody new, or a new name."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import chain, count, pairwise

from sitegen.message import advise, joined
from sitegen.names import alphabetical, letters, slug
from sitegen.problem import quoted
from sitegen.read.grid import Grid

_WORDS = re.compile(r"[^\W_]+")
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")
_LONGEST_ROW = 500
_RESEMBLING = 0.8
_LEAST = 5
"""Shorter words are names of other people when a letter differs: Tom and Tim, An and Ann."""


class Likenesses:
    """Names, to be found by one that is so like them that only a slip sets it apart: nobody else is meant.

    They have the same letters, in the same or another order of words; or one long word differs by one slip
    inside it: a letter too many or too few, another one, or two that changed places.
    """

    def __init__(self, meant: Iterable[tuple[str, str]]) -> None:
        """Names, each with the one that it is found as."""
        self._same: dict[str, dict[str, None]] = {}
        self._but_one: dict[tuple[object, ...], list[tuple[str, str]]] = {}
        for name, found_as in meant:
            words = _words(name)
            for same in _letters(words):
                self._same.setdefault(same, {})[found_as] = None
            for shared, word in _without_one(words):
                self._but_one.setdefault(shared, []).append((word, found_as))

    def near(self, name: str) -> list[str]:
        """What is found as those that are like `name`, each once."""
        words = _words(name)
        found = dict.fromkeys(each for key in _letters(words) for each in self._same.get(key, ()))
        for key, word in _without_one(words):
            found |= dict.fromkeys(
                found_as for other, found_as in self._but_one.get(key, ()) if _is_slip(word, other)
            )
        return list(found)


def _words(name: str) -> list[str]:
    return _WORDS.findall(alphabetical(name))


def _letters(words: Sequence[str]) -> set[str]:
    return {"".join(words), "".join(sorted(words))} - {""}


def _without_one(words: Sequence[str]) -> Iterator[tuple[tuple[object, ...], str]]:
    """Each long word, with all that a name must share with this one where that word has a slip inside it."""
    for place, word in enumerate(words):
        if len(word) >= _LEAST - 1:
            yield (word[0], *words[:place], None, *words[place + 1 :]), word


def _is_slip(word: str, other: str) -> bool:
    """Whether one slip makes one word the other, both of which are long enough.

    With another last letter it is the name of somebody else: Simon and Simone, Maria and Marie.
    """
    if min(len(word), len(other)) < _LEAST:
        return False
    ends_alike = word[-1] == other[-1]
    while word and other and word[0] == other[0]:
        word, other = word[1:], other[1:]
    while word and other and word[-1] == other[-1]:
        word, other = word[:-1], other[:-1]
    return (ends_alike and max(len(word), len(other)) <= 1) or (len(word) == 2 and word == other[::-1])


class Resemblances:
    """Names that others tell whoever reads those, though more than a slip sets them apart."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_pair: dict[str, list[str]] = {}
        for known in {*map(letters, names)}:
            for pair in _pairs(known):
                self._by_pair.setdefault(pair, []).append(known)

    def has(self, name: str) -> bool:
        """Whether `name` is like one of them: few have enough pairs of letters in common to be compared."""
        own = letters(name)
        pairs = _pairs(own)
        shared = Counter(chain.from_iterable(self._by_pair.get(pair, ()) for pair in pairs))
        least = len(own) // 3 - (len(own) - len(pairs))
        near = [known for known, number in shared.items() if number >= least]
        return bool(get_close_matches(own, near, n=1, cutoff=_RESEMBLING))


def _pairs(word: str) -> set[str]:
    return {one + other for one, other in pairwise(word)}


def turned(name: str) -> str:
    """`Peeters, An` as `An Peeters`; empty where no single comma stands in the name."""
    family, _, first = name.partition(",")
    return f"{first.strip()} {family.strip()}" if first.strip() and "," not in first else ""


def cure(named: str, near: Sequence[str], players: Sequence[Grid], ids: Collection[str]) -> str:
    """What to do about `named`: the one name or id that is `near`, else the row that makes them a player.

    `players` are the files of players, which have these `ids`.
    """
    if len(near) == 1:
        return advise("did you mean {near}?", near=quoted(near[0]))
    if not any(map(str.isalpha, named)):
        return advise("write the id of a player, or the name")
    renamed = advise("for a player under another name add this one to their 'aliases'")
    if not players:
        return renamed
    row = quoted(_row(named, players[-1], ids), _LONGEST_ROW)
    new = advise("for somebody new add this row to {path}: {row}", path=players[-1].path, row=row)
    return joined(new, renamed)


def _row(named: str, players: Grid, ids: Collection[str]) -> str:
    """The row of somebody new, as the file of players is written."""
    name = turned(named) or named
    if _ID.fullmatch(named):
        name = " ".join(each.capitalize() for each in named.split("-"))
    numbered = (f"{slug(name)}-{number}" for number in count(2))
    id_ = next(each for each in chain([slug(name)], numbered) if each not in ids)
    cells = {"id": id_, "name": name}
    return players.lines.delimiter.join(_cell(cells.get(each, ""), players) for each in players.names)


def _cell(text: str, players: Grid) -> str:
    return f'"{text}"' if players.lines.delimiter in text else text
