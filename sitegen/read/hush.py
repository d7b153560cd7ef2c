"""Problems as others may read them: where a message would name a hidden player, `…` stands instead."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sitegen.message import Message
from sitegen.names import fold
from sitegen.problem import Problem
from sitegen.read.newcomers import Resemblances
from sitegen.read.secrets import Secrets

_HUSHED = "'…'"


@dataclass(frozen=True)
class Hush:
    """Takes the names of hidden players out of texts, and what is like one."""

    secrets: Secrets

    def problems(self, problems: Iterable[Problem]) -> list[Problem]:
        """The same problems, which name nobody who hides; their places are told as far as those do not."""
        return [self._problem(each) for each in problems] if self.secrets else [*problems]

    def text(self, text: str) -> str:
        """A text, or `…` where it names somebody."""
        return "…" if text and self._tells(text) else text

    def path(self, path: str) -> str:
        """A path with what names somebody left out: `content/….pdf`."""
        return "/".join(map(self._part, path.split("/"))) if self._tells(path) else path

    def _part(self, part: str) -> str:
        dot, ending = part.rpartition(".")[1:]
        return f"…{dot}{ending}" if self._tells(part) and dot else "…" if self._tells(part) else part

    def _problem(self, problem: Problem) -> Problem:
        return problem._replace(
            path=self.path(problem.path),
            message=self._said(problem.message),
            hint=self._said(problem.hint),
            also=tuple(map(self.path, problem.also)),
        )

    def _said(self, text: Any) -> Any:
        """A value that a sentence names, or the sentence itself, with what it names."""
        if isinstance(text, Message):
            named = {name: self._said(value) for name, value in text.named.items()}
            return text if named == text.named else Message(text.code, text.text, named, text.several)
        if not isinstance(text, str) or not self._tells(text):
            return text
        return _HUSHED if not _is_place(text) else self.path(text)

    def _tells(self, text: str) -> bool:
        named = self.secrets.names_in(text) or self.secrets.families_in(text)
        plain = fold(text.strip("'"))
        return named or (plain not in self.secrets.shown and self._long.has(plain))

    @cached_property
    def _long(self) -> Resemblances:
        """The names of several words: others are like too many words."""
        return Resemblances(each for each in self.secrets.names if " " in each)


def _is_place(text: str) -> bool:
    """Whether a value is `path:line`, or a path."""
    return "/" in text and not text.startswith("'")
