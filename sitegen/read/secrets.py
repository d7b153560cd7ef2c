"""What may be said nowhere: the names of hidden players."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from sitegen.message import advise, say
from sitegen.names import fold
from sitegen.problem import Problem, Severity
from sitegen.read.encoding import place
from sitegen.read.people import Person

_LEAST = 3
"""Shorter ids and family names are passed over: they tell nobody, and are words of every language."""


@dataclass(frozen=True)
class Secrets:
    """The names, ids and aliases of hidden players, which may occur nowhere in a site, and their families.

    One that a visible player bears too is no secret.
    """

    names: frozenset[str]
    families: frozenset[str] = frozenset()

    def problems(self, text: str, path: str, line: int = 1) -> list[Problem]:
        """Where these names stand as whole words in `text`, which begins in `line` of the file at `path`.

        A family name alone is a warning. No message repeats the name: others can read it.
        """
        plain = unicodedata.normalize("NFC", text)
        found = [*self._names.finditer(plain)] if self._names else []
        inside = {offset for each in found for offset in range(*each.span())}
        families = self._families.finditer(plain) if self._families else ()
        alone = [each for each in families if each.start() not in inside]
        return [
            *(_named(each, path, line) for each in found),
            *(_family_named(each, path, line) for each in alone),
        ]

    @cached_property
    def _names(self) -> re.Pattern[str] | None:
        return _pattern(self.names)

    @cached_property
    def _families(self) -> re.Pattern[str] | None:
        return _pattern(self.families)


def _pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    """Finds the names in a text in NFC, over line breaks too; None when there are none."""
    words = [r"\s+".join(map(re.escape, each.split())) for each in sorted(names, reverse=True)]
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(words)})(?![^\W_])", re.IGNORECASE) if words else None


def _named(found: re.Match[str], path: str, line: int) -> Problem:
    message = say("hidden-player-named", "a hidden player is named here")
    hint = advise("take it out, or write the label under which they are shown")
    return Problem(path, *_place(found, line), message, hint)


def _family_named(found: re.Match[str], path: str, line: int) -> Problem:
    message = say("hidden-family-named", "the family name of a hidden player stands here")
    hint = advise("take it out, unless somebody else is meant")
    return Problem(path, *_place(found, line), message, hint, Severity.WARNING)


def _place(found: re.Match[str], line: int) -> tuple[int, int]:
    below, column = place(found.string, found.start())
    return line + below - 1, column


def names_of_hidden(everyone: Iterable[Person]) -> Secrets:
    """The names of the hidden among the players of all rankings of a site."""
    names: dict[bool, set[str]] = {True: set(), False: set()}
    families: dict[bool, set[str]] = {True: set(), False: set()}
    for each in everyone:
        ids = [each.id] if len(each.id) >= _LEAST else []
        borne = {fold(name) for name in (each.name, each.sort_name, *each.aliases, *ids)}
        names[each.hidden] |= borne
        words = {word for name in borne for word in re.split(r"[\s,]+", name)}
        families[each.hidden] |= {fold(_family(each))} if each.hidden else words
    kept = {each for each in families[True] - families[False] if len(each) >= _LEAST}
    return Secrets(frozenset(names[True] - names[False] - {""}), frozenset(kept - names[True]))


def _family(person: Person) -> str:
    """The family name of a person: what stands before the comma of their sort name, else their last word."""
    if "," in person.sort_name:
        return person.sort_name.partition(",")[0]
    return person.name.rpartition(" ")[2] if " " in person.name else ""
