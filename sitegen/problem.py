"""What is wrong with a site, as a value: where it stands, what it is, and how to mend it."""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from sitegen.message import Message, advise, say, visible
from sitegen.names import is_device

_LONGEST = 60


class Severity(Enum):
    """An error stops the build; a warning is shown and does not."""

    ERROR = "error"
    WARNING = "warning"


class Problem(NamedTuple):
    """One problem, located.

    `path` is relative to the site and uses `/`; `line` and `column` count from 1 (0: the file or the line
    as a whole). `message` says what was found and what was expected; `hint` how to mend it. `also` are
    other places (`path:line`) of which the same is to be said, shown on demand. `is_cause` is true of what
    others may follow from, and is told first.
    """

    path: str
    line: int
    column: int
    message: str
    hint: str = ""
    severity: Severity = Severity.ERROR
    also: tuple[str, ...] = ()
    is_cause: bool = False

    @property
    def place(self) -> tuple[bool, str, int, int, str]:
        """What problems are sorted by: what others may follow from, then their place, then their text."""
        return not self.is_cause, self.path, self.line, self.column, self.message

    @property
    def code(self) -> str:
        """What the message says, for programs; it stays when the words of a message change."""
        return self.message.code if isinstance(self.message, Message) else ""

    def __str__(self) -> str:
        """`path:line:column: message (hint)`, for whoever debugs; `tell` says it to people, safely."""
        place = ":".join([self.path, *(str(each) for each in (self.line, self.column) if each)])
        warning = "warning: " if self.severity is Severity.WARNING else ""
        return f"{place}: {warning}{self.message}" + (f" ({self.hint})" if self.hint else "")


class ProblemError(Exception):
    """A problem that comes up where nothing can be told of it yet."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


def errors(problems: Iterable[Problem]) -> list[Problem]:
    """Those that stop the build."""
    return [each for each in problems if each.severity is Severity.ERROR]


def told_once(problems: Sequence[Problem]) -> list[Problem]:
    """Problems of which the same is to be said: the first, with the places of the others."""
    others = tuple(f"{each.path}:{each.line}" for each in problems[1:])
    return [each._replace(also=others) for each in problems[:1]]


def quoted(value: str, most: int = _LONGEST) -> str:
    """`value` between quotes, safe to print: cut when long, with whatever does not show made visible."""
    return "'" + visible(value if len(value) <= most else value[: most - 1] + "…") + "'"


def device(name: str) -> str:
    """What is said of a name that cannot stand in an address on every disk; empty of all others."""
    if not is_device(name):
        return ""
    return say("name-of-device", "Windows keeps the name {part} for itself", part=quoted(name))


def nearest(value: str, known: Iterable[str]) -> str:
    """What is so near to `value` that it was probably meant; empty when nothing is."""
    from difflib import get_close_matches  # noqa: PLC0415 - where nothing is wrong nothing is suggested

    folded = {each.casefold(): each for each in known}
    near = get_close_matches(value.casefold(), folded, n=1, cutoff=0.7)
    return folded[near[0]] if near else ""


def suggestion(value: str, known: Iterable[str]) -> str:
    """A hint with the nearest of what is known: `did you mean 'an-peeters'?`, else empty."""
    near = nearest(value, known)
    return advise("did you mean {near}?", near=quoted(near)) if near else ""


def listing(known: Iterable[str]) -> str:
    """What is known, as a hint: `known: a, b, c`."""
    return advise("known: {names}", names=", ".join(known))
