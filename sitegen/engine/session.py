"""What runs in the browser: it reads the copies of a ranking, and rates, checks and compares them.

Everything comes in and goes out as JSON and text, so that whoever asks needs to know nothing of Python.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from sitegen import read
from sitegen.board import Board, boards
from sitegen.config import Site
from sitegen.datafiles import Files
from sitegen.difference import Difference, State
from sitegen.difference.teller import Teller
from sitegen.engine import settings
from sitegen.engine.again import Again
from sitegen.language import Language
from sitegen.problem import Problem
from sitegen.read.veil import Veil, veiled

T = TypeVar("T")


class UnreadError(Exception):
    """The copies of a ranking cannot be read: its first problem."""


@dataclass(frozen=True)
class Session:
    """One ranking in a folder of its own, as it is published; `said` is the file that the site has of it."""

    root: Path
    said: Mapping[str, Any]

    @classmethod
    def of(cls, root: Path, text: str) -> "Session":
        """The ranking that a file of the site tells of, its copies written below `root`."""
        said = json.loads(text)
        _write(root, {path: _joined(lines) for path, lines in said["files"].items()})
        return cls(root, said)

    @cached_property
    def site(self) -> Site:
        """The site with this ranking alone."""
        return settings.site(self.root, self.said["site"], self.said["ranking"])

    @cached_property
    def language(self) -> Language:
        """That of the site, with the words of the system."""
        return Language(self.site.language).with_words_of(self.site.rankings[0].origin)

    def tables(self) -> Mapping[str, Files]:
        """Every published table, by its name; a `ModuleNotFoundError` names what is not here."""
        inputs, problems = self._read(date.max)
        if inputs is None:
            raise UnreadError(str(problems[0]))
        return self._board(inputs, self.as_of).files

    def rated(self) -> dict[str, str]:
        """The same as CSV."""
        return {name: each.csv().decode() for name, each in self.tables().items()}

    def checked(self, files: Mapping[str, str], today: date) -> list[dict[str, Any]]:
        """What is wrong with the ranking when these files stand in it too, by their paths."""
        return [self._told(each) for each in self._with(files, lambda: self._read(today)[1])]

    def changed(self, files: Mapping[str, str], today: date) -> dict[str, Any]:
        """What these files would do: the sentences that `diff` tells of it, none where they are wrong."""
        before = self._state(today)
        return self._with(files, lambda: self._since(before, today))

    def _since(self, before: State, today: date) -> dict[str, Any]:
        after = self._state(today)
        told = [self._told(each) for each in after.problems]
        return {"problems": told, "facts": list(self._facts(before, after)) if after.is_sound else []}

    def _facts(self, before: State, after: State) -> Iterator[str]:
        for effect in Difference(before, after).effects:
            teller = Teller(effect.names(self.language), self.language)
            yield from (teller.said(each.said(teller)) for each in effect.facts)

    def _state(self, today: date) -> State:
        """The ranking as it stands, calculated for the day that a build would be of."""
        (ranking,) = self.site.rankings
        inputs, problems = self._read(today)
        hidden = {ranking.id: {label: veiled(label) for label in self.said["veil"]["before"]}}
        if inputs is None:
            return State(self.site, hidden=hidden, problems=tuple(problems))
        board = self._board(inputs, self.site.as_of or today)
        return State(
            self.site, {ranking.id: inputs}, {ranking.id: board}, hidden=hidden, problems=tuple(problems)
        )

    def _with(self, files: Mapping[str, str], asked: Callable[[], T]) -> T:
        """What is found while these files stand there too."""
        copies = {path: _joined(lines) for path, lines in self.said["files"].items() if path in files}
        try:
            _write(self.root, files)
            return asked()
        finally:
            for path in files:
                (self.root / path).unlink(missing_ok=True)
            _write(self.root, copies)

    @property
    def as_of(self) -> date:
        """The day that the site was made for."""
        return date.fromisoformat(self.said["day"])

    def _read(self, latest: date) -> tuple[Any, list[Problem]]:
        id_ = self.site.rankings[0].id
        inputs, problems = read.read(self.site, latest=latest, veils={id_: Veil(**self.said["veil"])})
        return inputs.get(id_), problems

    def _board(self, inputs: Any, as_of: date) -> Board:
        (ranking,) = self.site.rankings
        when = ranking.when(as_of, len(inputs.players))
        outcome = ranking.system.rate(inputs, ranking.options, when)
        return boards(self.site, {ranking.id: inputs}, {ranking.id: outcome})[0]

    def _told(self, problem: Problem) -> dict[str, Any]:
        """A problem in the language of the site."""
        said = replace(
            problem, message=self.language.told(problem.message), hint=self.language.told(problem.hint)
        )
        place = {"path": said.path, "line": said.line, "column": said.column, "code": problem.code}
        told = {"message": said.message, "hint": said.hint, "severity": said.severity.value}
        return {**place, **told, "also": list(said.also)}


def _joined(lines: Sequence[str]) -> str:
    """A file out of its lines."""
    return "\n".join([*lines, ""])


def _write(root: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="")


@dataclass
class Sessions:
    """The rankings that have been asked for, each read once; what a worker answers with."""

    root: Path
    known: dict[str, Session] = field(default_factory=dict)
    again: Again = field(default_factory=lambda: Again("", {}))
    """The ranking that is being compared, one at a time: its tables are large."""

    def opened(self, ranking: str, text: str) -> None:
        """Take in the file of a ranking."""
        self.known[ranking] = Session.of(self.root / ranking, text)

    def answer(self, message: str) -> str:
        """An answer in JSON to a question in it: `rate`, or `check` and `change` with `files` and `today`.

        `tables` asks for the names of the tables, and `compare` how one differs from its `published` text.
        """
        asked = json.loads(message)
        session = self.known[asked["ranking"]]
        if asked["ask"] == "rate":
            return json.dumps(session.rated())
        if asked["ask"] == "tables":
            return json.dumps([*self._again(asked["ranking"]).tables])
        if asked["ask"] == "compare":
            return json.dumps(self._again(asked["ranking"]).compared(asked["table"], asked["published"]))
        given = asked["files"], date.fromisoformat(asked["today"])
        return json.dumps(session.checked(*given) if asked["ask"] == "check" else session.changed(*given))

    def _again(self, ranking: str) -> Again:
        """The tables of a ranking, calculated once until another is asked for."""
        if self.again.ranking != ranking:
            self.again = Again("", {})
            self.again = Again(ranking, self.known[ranking].tables())
        return self.again
