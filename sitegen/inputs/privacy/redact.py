"""Keep hidden players hidden: in all rankings, in later versions of a register, and in problems.

A player who is hidden in one ranking is hidden in all. A name under which somebody was hidden must not appear
at another player later. Where a problem would name a hidden player, it has `…` instead.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from sitegen.core import person_names
from sitegen.core.names import extract_letters, normalize_name
from sitegen.core.problems import Message, Problem, Severity, advise, say
from sitegen.inputs.privacy.folding import WORD, fold_text
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.inputs.results.new_names import SimilarNames
from sitegen.inputs.results.players import Person, PlayerDirectory

_MOVED_CODES = ("names-moved", "name-of-hidden-player")
"""The codes of problems of moved names, the cause before its consequence."""
_Name = tuple[str, ...]


class DisclosureTracker:
    """Follows the players of a ranking from version to version, and the names under which they were hidden.

    A name may be shown again when its own player is no longer hidden, or when a row says no in `hidden`. When
    others become hidden in the same version the cells of that column may have moved: then only a no counts.
    """

    def __init__(self) -> None:
        self._hidden_ids: dict[_Name, set[str]] = {}
        self._shown_names: set[tuple[str, _Name]] = set()
        self._is_hidden: dict[str, bool] = {}

    def follow(self, people: Iterable[Person]) -> None:
        """Record the rows that are new in a version."""
        persons = list(people)
        has_newly_hidden = any(
            person.hidden and self._is_hidden.get(person.id) is False for person in persons
        )
        for person in persons:
            for name in () if person.hidden else _iter_names(person):
                was_hidden = self._is_hidden.get(person.id, False) and person.id in self._hidden_ids.get(
                    name, ()
                )
                is_new = name not in self._hidden_ids
                if person.is_shown or is_new or (was_hidden and not has_newly_hidden):
                    self._shown_names.add((person.id, name))
                    ids = self._hidden_ids.get(name, set())  # others may be hidden under that name still
                    ids.discard(person.id)
                    if not ids:
                        self._hidden_ids.pop(name, None)
        for person in persons:
            for name in _iter_names(person) if person.hidden else ():
                self._hidden_ids.setdefault(name, set()).add(person.id)
        self._is_hidden |= {person.id: person.hidden for person in persons}

    def find_problems(self, people: Iterable[Person]) -> Iterator[Problem]:
        """Yield an error for each row that shows a name under which somebody else is or was hidden."""
        persons, known_ids = list(people), {*self._is_hidden}
        self.follow(persons)
        for person in persons:
            names = [
                name
                for name in _iter_names(person)
                if name in self._hidden_ids and (person.id, name) not in self._shown_names
            ]
            # A single word can be the name of anybody, unless it came to somebody who was there already.
            discloses = any(len(name) > 1 or person.id in known_ids for name in names)
            if person.row_place and not person.hidden and discloses:
                csv_file, line = person.row_place
                message = say("name-of-hidden-player", "a player of this name hides, or did so before")
                hint = advise(
                    "if names have moved, put them back; if it is somebody else, or no secret any more, "
                    "write no in {column}",
                    column="'hidden'",
                )
                yield csv_file.make_problem(line, "name", message, hint)


def _iter_names(person: Person) -> Iterator[_Name]:
    for name in (person.name, person.sort_name, *person.aliases):
        if words := extract_letters(name) and person_names.split_name_words(name):
            yield tuple(sorted(words))


def select_moved_names(problems: Collection[Problem]) -> list[Problem]:
    """Return only the problems of moved names, if any: the others may name somebody who is hidden."""
    by_code = ([problem for problem in problems if problem.code == code] for code in _MOVED_CODES)
    return next(filter(None, by_code), [*problems])


def report_problems(problems: Iterable[Problem], hidden_names: HiddenNames) -> list[Problem]:
    """Return problems as they leave the program: they name no hidden player, and are sorted by place."""
    return sorted(Redactor(hidden_names).redact_problems(problems), key=lambda problem: problem.sort_key)


_MIN_WORD = 3
"""Shorter words are initials and particles."""


def hide_everywhere(directories: Sequence[PlayerDirectory]) -> list[PlayerDirectory]:
    """Hide who is hidden in one ranking in every other that does not say no."""
    hidden_players = _HiddenPlayers(directories)
    hidden_directories = [
        _hide_players(directory, number, hidden_players) for number, directory in enumerate(directories)
    ]
    return (
        hidden_directories
        if _count_hidden(hidden_directories) == _count_hidden(directories)
        else hide_everywhere(hidden_directories)
    )


def _count_hidden(directories: Iterable[PlayerDirectory]) -> int:
    return sum(person.hidden for directory in directories for person in directory.persons)


def _hide_players(
    directory: PlayerDirectory, number: int, hidden_players: "_HiddenPlayers"
) -> PlayerDirectory:
    """Hide the players of a directory, of this number, who are hidden in another one."""
    own_ids = {person.id for person in directory.persons if person.hidden}
    are_outside = hidden_players.are_outside(number)
    if not are_outside and not own_ids:
        return directory
    persons = [
        person._replace(
            hidden=person.id in own_ids
            or (are_outside and not person.is_shown and hidden_players.matches(person, number))
        )
        for person in directory.persons
    ]
    return replace(directory, persons=persons)


def find_contradictions(
    directories: Sequence[PlayerDirectory], others: Sequence[PlayerDirectory] = ()
) -> Iterator[Problem]:
    """Yield a problem where a ranking shows a player who is hidden in another, or in `others`."""
    hidden_players = _HiddenPlayers([*directories, *others])
    for number, directory in enumerate(directories):
        for person in directory.persons:
            if person.is_shown and person.row_place and hidden_players.matches(person, number):
                csv_file, line = person.row_place
                if hidden_players.is_same_player(person, number):
                    yield csv_file.make_problem(line, "hidden", *_SAME_PLAYER)
                else:
                    problem = csv_file.make_problem(line, "hidden", *_NAMESAKE)
                    yield problem._replace(severity=Severity.WARNING)


_SAME_PLAYER = (
    say("hidden-elsewhere", "this player hides in another ranking, and would be named in this one"),
    advise("write yes, or nothing: a player who hides in one ranking hides in all"),
)
_NAMESAKE = (
    say("namesake-of-hidden", "a player of this name hides in another ranking, and the name is shown here"),
    advise("if it is the same player, write yes; a name that two players have is looked for nowhere"),
)


class _HiddenPlayers:
    """The hidden players of all rankings, with the numbers of the directories that hide them."""

    def __init__(self, directories: Sequence[PlayerDirectory]) -> None:
        self._places: set[int] = set()
        self._places_by_key: dict[tuple[str, ...], set[int]] = {}
        for number, directory in enumerate(directories):
            for person in directory.persons:
                if person.hidden:
                    self._places.add(number)
                    for key in (*_iter_full_names(person), *_iter_words_of_id(person)):
                        self._places_by_key.setdefault(key, set()).add(number)

    def are_outside(self, number: int) -> bool:
        """Whether a directory other than that of this number hides anybody."""
        return not self._places <= {number}

    def matches(self, person: Person, number: int) -> bool:
        """Whether `person` has the id or a name of several words of somebody whom another directory hides."""
        return self.is_same_player(person, number) or self._has_key(_iter_full_names(person), number)

    def is_same_player(self, person: Person, number: int) -> bool:
        """Whether `person` has the id of one of them and a word in common; ids can be numbers."""
        return self._has_key(_iter_words_of_id(person), number)

    def _has_key(self, keys: Iterable[tuple[str, ...]], number: int) -> bool:
        return any(not self._places_by_key.get(key, set()) <= {number} for key in keys)


def _iter_mentions(person: Person) -> Iterator[str]:
    yield from (person.name, person.sort_name, *person.aliases)


def _iter_full_names(person: Person) -> Iterator[tuple[str, ...]]:
    """Yield the names of several words, which identify a person, with their words sorted."""
    for name in _iter_mentions(person):
        words = tuple(sorted(WORD.findall(fold_text(name))))
        if len(words) > 1:
            yield words


def _iter_words_of_id(person: Person) -> Iterator[tuple[str, ...]]:
    """Yield the long words of a person, each with the id, as a key that no name is.

    An alias can be an id too: that of the same person in a list over clubs.
    """
    words = {*WORD.findall(fold_text(" ".join([*_iter_mentions(person), person.id])))}
    long_words = [word for word in words if len(word) >= _MIN_WORD and not re.fullmatch(r"\d+", word)]
    yield from (("", id_, word) for id_ in (person.id, *person.aliases) for word in long_words)


_REDACTED = "'…'"


@dataclass(frozen=True)
class Redactor:
    """Removes the names of hidden players, and what is similar to one, from texts and problems."""

    hidden_names: HiddenNames

    def redact_problems(self, problems: Iterable[Problem]) -> list[Problem]:
        """Return the problems without names of hidden players, in their places too."""
        return [self._redact_problem(problem) for problem in problems] if self.hidden_names else [*problems]

    def redact_text(self, text: str) -> str:
        """Return a text, or `…` where it names a hidden player."""
        return "…" if text and self._has_name(text) else text

    def redact_path(self, path: str) -> str:
        """Return a path with `…` for each part that names a hidden player: `content/….pdf`."""
        return "/".join(map(self._redact_part, path.split("/"))) if self._has_name(path) else path

    def _redact_part(self, part: str) -> str:
        if not self._has_name(part):
            return part
        _, dot, extension = part.rpartition(".")
        return f"…{dot}{extension}" if dot else "…"

    def _redact_problem(self, problem: Problem) -> Problem:
        return problem._replace(
            path=self.redact_path(problem.path),
            message=self._redact_value(problem.message),
            hint=self._redact_value(problem.hint),
            other_places=tuple(map(self.redact_path, problem.other_places)),
        )

    def _redact_value(self, text: Any) -> Any:
        """Redact a message with its parameters, or the value of a parameter."""
        if isinstance(text, Message):
            params = {name: self._redact_value(value) for name, value in text.params.items()}
            return text if params == text.params else Message(text.code, text.text, params, text.plural)
        if not isinstance(text, str) or not self._has_name(text):
            return text
        is_path = "/" in text and not text.startswith("'")
        return self.redact_path(text) if is_path else _REDACTED

    def _has_name(self, text: str) -> bool:
        """Whether a text names a hidden player, or is similar to the name of one and nobody else's name."""
        if self.hidden_names.has_name(text) or self.hidden_names.has_family_name(text):
            return True
        name = normalize_name(text.strip("'"))
        return name not in self.hidden_names.visible_names and self._long_names.has_similar(name)

    @cached_property
    def _long_names(self) -> SimilarNames:
        """The names of several words; a single word is similar to too many others."""
        return SimilarNames(name for name in self.hidden_names.names if " " in name)
