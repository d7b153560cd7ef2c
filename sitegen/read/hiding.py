"""Who hides in one ranking hides in all: else the name would stand there, and be looked for nowhere."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sitegen.message import advise, say
from sitegen.problem import Problem, Severity
from sitegen.read.folding import folded
from sitegen.read.people import People, Person
from sitegen.read.spelling import WORD

_LEAST = 3
"""Shorter words are initials and particles."""


def everywhere(crowds: Sequence[People]) -> list[People]:
    """The players of all rankings; who hides in one of them hides in every one that does not say no."""
    found = [_hidden(crowd, [each for each in crowds if each is not crowd]) for crowd in crowds]
    return found if _count(found) == _count(crowds) else everywhere(found)


def _count(crowds: Iterable[People]) -> int:
    return sum(each.hidden for crowd in crowds for each in crowd.everyone)


def _hidden(crowd: People, others: Iterable[People]) -> People:
    known = _Hidden(person for other in others for person in other.everyone if person.hidden)
    own = {each.id for each in crowd.everyone if each.hidden}
    if not known and not own:
        return crowd
    hiding = (each.id in own or (not each.is_shown and known.has(each)) for each in crowd.everyone)
    pairs = zip(crowd.everyone, hiding, strict=True)
    return replace(crowd, everyone=[each._replace(hidden=hides) for each, hides in pairs])


def contradictions(crowds: Sequence[People]) -> Iterator[Problem]:
    """Where a ranking says that somebody is shown who hides in another."""
    for crowd in crowds:
        others = (other for other in crowds if other is not crowd)
        known = _Hidden(person for other in others for person in other.everyone if person.hidden)
        for each in crowd.everyone:
            if each.is_shown and each.place and known.has(each):
                grid, line = each.place
                found = grid.problem(line, "hidden", *(_SAME if known.is_same(each) else _NAMESAKE))
                yield found if known.is_same(each) else found._replace(severity=Severity.WARNING)


_SAME = (
    say("hidden-elsewhere", "this player hides in another ranking, and would be named in this one"),
    advise("write yes, or nothing: who hides in one ranking hides in all"),
)
_NAMESAKE = (
    say("namesake-of-hidden", "a player of this name hides in another ranking, and the name is shown here"),
    advise("is it the same player, write yes; the name of two is looked for nowhere"),
)


class _Hidden:
    """Those who hide in other rankings."""

    def __init__(self, hidden: Iterable[Person]) -> None:
        self._words: dict[str, set[str]] = {}
        self._names: set[tuple[str, ...]] = set()
        for each in hidden:
            self._words.setdefault(each.id, set()).update(_words(each))
            self._names.update(_names(each))

    def __bool__(self) -> bool:
        return bool(self._words)

    def has(self, person: Person) -> bool:
        """Whether `person` has the id of one of them, or a name of several words."""
        return self.is_same(person) or not self._names.isdisjoint(_names(person))

    def is_same(self, person: Person) -> bool:
        """Whether `person` has the id of one of them, and a word in common: ids can be numbers."""
        return person.id in self._words and not self._words[person.id].isdisjoint(_words(person))


def _said(person: Person) -> Iterator[str]:
    yield from (person.name, person.sort_name, *person.aliases)


def _names(person: Person) -> Iterator[tuple[str, ...]]:
    """The names that tell one person from others, in whatever order their words stand."""
    for name in _said(person):
        words = tuple(sorted(WORD.findall(folded(name))))
        if len(words) > 1:
            yield words


def _words(person: Person) -> set[str]:
    words = WORD.findall(folded(" ".join([*_said(person), person.id])))
    return {each for each in words if len(each) >= _LEAST and not re.fullmatch(r"\d+", each)}
