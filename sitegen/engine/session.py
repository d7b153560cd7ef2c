"""What runs in the browser: it reads the copies of a ranking, and rates, checks and compares them."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from sitegen import read
from sitegen.board import Board, boards
from sitegen.config import Days, Site
from sitegen.difference.state import State
from sitegen.difference.whole import Difference
from sitegen.engine import settings
from sitegen.engine.counting import counting
from sitegen.engine.does import ahead, does
from sitegen.engine.typed import meant, typed
from sitegen.language import Language
from sitegen.message import advise
from sitegen.problem import Problem, ProblemError
from sitegen.read.veil import Veil, veiled

_PUBLISHED, _ENTERED = "published", "entered"


class UnreadError(Exception):
    """The copies of a ranking cannot be read: its first problem."""


@dataclass(frozen=True)
class Session:
    """One ranking as it is published, and in a folder beside that as it would be with what is entered.

    `said` is the file that the site has of it; `language` that of the site where nothing else is asked for.
    """

    root: Path
    said: Mapping[str, Any]
    language: Language
    known: dict[Days, State] = field(default_factory=dict)
    """The published state as it was calculated for a day."""

    @classmethod
    def of(cls, root: Path, text: str) -> "Session":
        """The ranking that a file of the site tells of, its copies written below `root`."""
        said = json.loads(text)
        for folder in (_PUBLISHED, _ENTERED):
            _write(root / folder, _copies(said))
        found = cls(root, said, Language(said["site"]["language"]))
        return found.speaking(found.language.code)

    def speaking(self, code: str) -> "Session":
        """The same, telling things in this language, with the words of the system."""
        (ranking,) = self.site.rankings
        return replace(self, language=Language(code).with_words_of(ranking.origin))

    @cached_property
    def site(self) -> Site:
        """The site with this ranking alone, as it is published."""
        return settings.site(self.root / _PUBLISHED, self.said["site"], self.said["ranking"])

    def board(self) -> Board:
        """The ranking calculated as it is published; a `ModuleNotFoundError` names what is not here."""
        inputs, problems = self._read(self.site, date.max)
        if inputs is None:
            raise UnreadError(str(problems[0]))
        board = self._board(inputs, date.fromisoformat(self.said["day"]))
        return board.speaking(self.site._replace(language=self.language.code), board.prefix)

    def rated(self) -> dict[str, str]:
        """Every published table as CSV, by its name."""
        return {name: each.csv().decode() for name, each in self.board().files.items()}

    def checked(self, files: Mapping[str, str], today: date) -> list[dict[str, Any]]:
        """What is wrong with the ranking when these files stand in it too, by their paths."""
        with self._entered(files) as site:
            _, problems = self._read(site, self._days(today).latest)
        return list(map(self._told, problems))

    def changed(self, files: Mapping[str, str], today: date) -> dict[str, Any]:
        """What these files would do, and on the `next` list where they wait for that; nothing where wrong."""
        try:
            return self._changed(files, today)
        except ProblemError as error:
            return self._untold([error.problem])

    def _changed(self, files: Mapping[str, str], today: date) -> dict[str, Any]:
        days = self._days(today)
        with self._entered(files) as site:
            after = self._state(site, days)
            if not after.is_sound:
                return self._untold(after.problems)
            change = Difference(self._published(days), after)
            later = counting(change, days.latest, partial(self._then, change.after, days))
        told = does(change.effects, self.language)
        return {**self._untold(after.problems), **told, "next": later and self._next(later)}

    def _untold(self, problems: Iterable[Problem]) -> dict[str, Any]:
        """What is wrong, and nothing that is done."""
        return {"problems": list(map(self._told, problems)), **does([], self.language), "next": None}

    def _next(self, later: Difference) -> dict[str, Any]:
        """The same on a day to come, and which day that is."""
        day = later.after.as_of
        said = advise("On the list of {day}, as far as is known today", day=self.language.full_date(day))
        return {"said": self.language.told(said), **ahead(later.effects, self.language)}

    def _then(self, after: State, days: Days, as_of: date) -> Difference:
        """What is different on another day."""
        return Difference(self._published(days._replace(as_of=as_of)), self._on(after, as_of))

    def _published(self, days: Days) -> State:
        """The published state on a day, which is read once and kept until another latest day is asked for."""
        if days not in self.known:
            alike = [state for each, state in self.known.items() if each.latest == days.latest]
            if not alike:
                self.known.clear()
            self.known[days] = self._on(alike[0], days.as_of) if alike else self._state(self.site, days)
        return self.known[days]

    @contextmanager
    def _entered(self, files: Mapping[str, str]) -> Iterator[Site]:
        """The site with these files in it, as long as they are needed."""
        root = self.root / _ENTERED
        try:
            _write(root, {path: self._meant(path, text) for path, text in files.items()})
            yield self.site._replace(root=root)
        finally:
            for path in files:
                _remove(root, path)
            _write(root, {path: text for path, text in _copies(self.said).items() if path in files})

    def _meant(self, path: str, text: str) -> str:
        return text if path in self.said["files"] else meant(text)

    def _days(self, today: date) -> Days:
        """What a build of today would be of."""
        as_of = self.site.as_of or today
        return Days(as_of, max(as_of, today))

    def _state(self, site: Site, days: Days) -> State:
        """The ranking as it stands in one of the two on a day."""
        (ranking,) = site.rankings
        inputs, problems = self._read(site, days.latest)
        hidden = {ranking.id: {label: veiled(label) for label in self.said["veil"]["before"]}}
        found = State(site, hidden=hidden, problems=tuple(problems), as_of=days.as_of)
        if inputs is None:
            return found
        return self._on(replace(found, inputs={ranking.id: inputs}), days.as_of)

    def _on(self, state: State, as_of: date) -> State:
        """What was read, calculated for a day."""
        made = {name: self._board(inputs, as_of) for name, inputs in state.inputs.items()}
        return replace(state, boards=made, as_of=as_of)

    def _read(self, site: Site, latest: date) -> tuple[Any, list[Problem]]:
        (ranking,) = site.rankings
        inputs, problems = read.read(site, latest=latest, veils={ranking.id: Veil(**self.said["veil"])})
        return inputs.get(ranking.id), problems

    def _board(self, inputs: Any, as_of: date) -> Board:
        (ranking,) = self.site.rankings
        when = ranking.when(as_of, len(inputs.players))
        outcome = ranking.system.rate(inputs, ranking.options, when)
        return boards(self.site, {ranking.id: inputs}, {ranking.id: outcome})[0]

    def _told(self, problem: Problem) -> dict[str, Any]:
        """A problem in the language."""
        place = {"path": problem.path, "line": problem.line, "column": problem.column, "code": problem.code}
        said = (typed(self.language.told(each)) for each in (problem.message, problem.hint))
        told = dict(zip(("message", "hint"), said, strict=True))
        return {**place, **told, "severity": problem.severity.value, "also": list(problem.also)}


def _copies(said: Mapping[str, Any]) -> dict[str, str]:
    """The files of a ranking out of their lines."""
    return {path: "\n".join([*lines, ""]) for path, lines in said["files"].items()}


def _write(root: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="")


def _remove(root: Path, path: str) -> None:
    """Take a file away, with the folders that were there for it alone."""
    (root / path).unlink(missing_ok=True)
    for folder in (root / path).parents:
        if folder == root or not folder.is_dir() or any(folder.iterdir()):
            return
        folder.rmdir()
