"""Names of hidden players that stand at somebody else in a later version of a register.

Who hides in one ranking hides in all: else the name would stand there, and be looked for nowhere.

Problems as others may read them: where a message would name a hidden player, `…` stands instead.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from sitegen.core.names import extract_letters, normalize_name
from sitegen.core.problems import Message, Problem, Severity, advise, say
from sitegen.inputs.privacy.folding import WORD, fold_text
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.inputs.results.new_names import SimilarNames
from sitegen.inputs.results.players import Person, PlayerDirectory

_MOVED_CODES = ("names-moved", "name-of-hidden-player")
"""What is said of names that have moved, the cause before what follows from it."""
_Name = tuple[str, ...]


class DisclosureTracker:
    """Follows the players of a ranking from version to version: under which names who hides or hid.

    A name is shown again where its own player hides no more, or where a row says no in `hidden`. Where others
    begin to hide at the same time the cells of that column may have moved, and the row has to say no.
    """

    def __init__(self) -> None:
        self._hidden: dict[_Name, set[str]] = {}
        self._borne: set[tuple[str, _Name]] = set()
        self._ids: dict[str, bool] = {}

    def follow(self, people: Iterable[Person]) -> None:
        """Take in the rows of a version that are new in it."""
        rows = list(people)
        begins = any(person.hidden and self._ids.get(person.id) is False for person in rows)
        for person in rows:
            for name in () if person.hidden else _iter_names(person):
                ends = self._ids.get(person.id, False) and person.id in self._hidden.get(name, ())
                if person.is_shown or name not in self._hidden or (ends and not begins):
                    self._borne.add((person.id, name))
                    self._record_shown(person, name)
        for person in rows:
            for name in _iter_names(person) if person.hidden else ():
                self._hidden.setdefault(name, set()).add(person.id)
        self._ids |= {person.id: person.hidden for person in rows}

    def _record_shown(self, person: Person, name: _Name) -> None:
        """A player is shown under a name from now on; others may hide under it still."""
        ids = self._hidden.get(name, set())
        ids.discard(person.id)
        if not ids:
            self._hidden.pop(name, None)

    def find_problems(self, people: Iterable[Person]) -> Iterator[Problem]:
        """Errors of the rows, all that there are now, which show a name under which somebody else hid."""
        rows, known = list(people), {*self._ids}
        self.follow(rows)
        for person in rows:
            named = [
                name
                for name in _iter_names(person)
                if name in self._hidden and (person.id, name) not in self._borne
            ]
            # One word can be the name of anybody, unless it came to somebody who was there already.
            if (
                person.row_place
                and not person.hidden
                and any(len(name) > 1 or person.id in known for name in named)
            ):
                csv_file, line = person.row_place
                message = say("name-of-hidden-player", "a player hides, or hid, who has the name in this row")
                hint = advise(
                    "if names have moved, put them back; if it is somebody else, or no secret any more, "
                    "write no in {column}",
                    column="'hidden'",
                )
                yield csv_file.make_problem(line, "name", message, hint)


def _iter_names(person: Person) -> Iterator[_Name]:
    for name in (person.name, person.sort_name, *person.aliases):
        if words := extract_letters(name):
            yield tuple(sorted(words.split("-")))


def select_moved_names(problems: Collection[Problem]) -> list[Problem]:
    """Where names have moved, nothing but that: whatever else is said may name somebody who hides."""
    of_code = ([problem for problem in problems if problem.code == code] for code in _MOVED_CODES)
    return next(filter(None, of_code), [*problems])


def report_problems(problems: Iterable[Problem], hidden_names: HiddenNames) -> list[Problem]:
    """Return problems as they leave the program: they name no hidden player, and are sorted by place."""
    return sorted(Redactor(hidden_names).redact_problems(problems), key=lambda problem: problem.sort_key)


_MIN_WORD = 3
"""Shorter words are initials and particles."""


def hide_everywhere(crowds: Sequence[PlayerDirectory]) -> list[PlayerDirectory]:
    """The players of all rankings; who hides in one of them hides in every one that does not say no."""
    found = [_hide_players(crowd, [other for other in crowds if other is not crowd]) for crowd in crowds]
    return found if _count_hidden(found) == _count_hidden(crowds) else hide_everywhere(found)


def _count_hidden(crowds: Iterable[PlayerDirectory]) -> int:
    return sum(person.hidden for crowd in crowds for person in crowd.persons)


def _hide_players(crowd: PlayerDirectory, others: Iterable[PlayerDirectory]) -> PlayerDirectory:
    known = _HiddenPlayers(person for other in others for person in other.persons if person.hidden)
    own = {person.id for person in crowd.persons if person.hidden}
    if not known and not own:
        return crowd
    hiding = (person.id in own or (not person.is_shown and known.matches(person)) for person in crowd.persons)
    pairs = zip(crowd.persons, hiding, strict=True)
    return replace(crowd, persons=[person._replace(hidden=hides) for person, hides in pairs])


def find_contradictions(crowds: Sequence[PlayerDirectory]) -> Iterator[Problem]:
    """Where a ranking says that somebody is shown who hides in another."""
    for crowd in crowds:
        others = (other for other in crowds if other is not crowd)
        known = _HiddenPlayers(person for other in others for person in other.persons if person.hidden)
        for person in crowd.persons:
            if person.is_shown and person.row_place and known.matches(person):
                csv_file, line = person.row_place
                found = csv_file.make_problem(
                    line, "hidden", *(_SAME_PLAYER if known.is_same_player(person) else _NAMESAKE)
                )
                yield found if known.is_same_player(person) else found._replace(severity=Severity.WARNING)


_SAME_PLAYER = (
    say("hidden-elsewhere", "this player hides in another ranking, and would be named in this one"),
    advise("write yes, or nothing: who hides in one ranking hides in all"),
)
_NAMESAKE = (
    say("namesake-of-hidden", "a player of this name hides in another ranking, and the name is shown here"),
    advise("is it the same player, write yes; the name of two is looked for nowhere"),
)


class _HiddenPlayers:
    """Those who hide in other rankings."""

    def __init__(self, hidden: Iterable[Person]) -> None:
        self._words: dict[str, set[str]] = {}
        self._names: set[tuple[str, ...]] = set()
        for person in hidden:
            self._words.setdefault(person.id, set()).update(_collect_words(person))
            self._names.update(_iter_full_names(person))

    def __bool__(self) -> bool:
        return bool(self._words)

    def matches(self, person: Person) -> bool:
        """Whether `person` has the id of one of them, or a name of several words."""
        return self.is_same_player(person) or not self._names.isdisjoint(_iter_full_names(person))

    def is_same_player(self, person: Person) -> bool:
        """Whether `person` has the id of one of them, and a word in common: ids can be numbers."""
        return person.id in self._words and not self._words[person.id].isdisjoint(_collect_words(person))


def _iter_mentions(person: Person) -> Iterator[str]:
    yield from (person.name, person.sort_name, *person.aliases)


def _iter_full_names(person: Person) -> Iterator[tuple[str, ...]]:
    """The names that tell one person from others, in whatever order their words stand."""
    for name in _iter_mentions(person):
        words = tuple(sorted(WORD.findall(fold_text(name))))
        if len(words) > 1:
            yield words


def _collect_words(person: Person) -> set[str]:
    words = WORD.findall(fold_text(" ".join([*_iter_mentions(person), person.id])))
    return {word for word in words if len(word) >= _MIN_WORD and not re.fullmatch(r"\d+", word)}


_REDACTED = "'…'"


@dataclass(frozen=True)
class Redactor:
    """Takes the names of hidden players out of texts, and what is like one."""

    hidden_names: HiddenNames

    def redact_problems(self, problems: Iterable[Problem]) -> list[Problem]:
        """The same problems, which name nobody who hides; their places are told as far as those do not."""
        return [self._redact_problem(problem) for problem in problems] if self.hidden_names else [*problems]

    def redact_text(self, text: str) -> str:
        """A text, or `…` where it names somebody."""
        return "…" if text and self._has_name(text) else text

    def redact_path(self, path: str) -> str:
        """A path with what names somebody left out: `content/….pdf`."""
        return "/".join(map(self._redact_part, path.split("/"))) if self._has_name(path) else path

    def _redact_part(self, part: str) -> str:
        dot, ending = part.rpartition(".")[1:]
        return f"…{dot}{ending}" if self._has_name(part) and dot else "…" if self._has_name(part) else part

    def _redact_problem(self, problem: Problem) -> Problem:
        return problem._replace(
            path=self.redact_path(problem.path),
            message=self._redact_value(problem.message),
            hint=self._redact_value(problem.hint),
            other_places=tuple(map(self.redact_path, problem.other_places)),
        )

    def _redact_value(self, text: Any) -> Any:
        """A value that a sentence names, or the sentence itself, with what it names."""
        if isinstance(text, Message):
            named = {name: self._redact_value(value) for name, value in text.params.items()}
            return text if named == text.params else Message(text.code, text.text, named, text.plural)
        if not isinstance(text, str) or not self._has_name(text):
            return text
        return _REDACTED if not _is_place(text) else self.redact_path(text)

    def _has_name(self, text: str) -> bool:
        named = self.hidden_names.has_name(text) or self.hidden_names.has_family_name(text)
        plain = normalize_name(text.strip("'"))
        return named or (plain not in self.hidden_names.visible_names and self._long_names.has_similar(plain))

    @cached_property
    def _long_names(self) -> SimilarNames:
        """The names of several words: others are like too many words."""
        return SimilarNames(name for name in self.hidden_names.names if " " in name)


def _is_place(text: str) -> bool:
    """Whether a value is `path:line`, or a path."""
    return "/" in text and not text.startswith("'")
