"""Sentences for people: the code says them in English, and the command line in the language of the site.

    say("not-a-date", "{cell} is not a date", cell=quoted(cell))

is the text `'x' is not a date` wherever a text is wanted, and knows what it was made of, so that
`Language.told` can say it anew. The sentence stands at the call in full: what is translated is found there.

What is wrong with a site, as a value: where it stands, what it is, and how to mend it.

An exception that a ranking system ends in, told with the place in the system's own code.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path, PurePath
from typing import Any, NamedTuple, Self

from sitegen.core.names import is_device_name

MAX_TEXT_LENGTH = 300
"""Characters of a cell, a name, a path or what was said of a commit; more tells nobody more."""
_INVISIBLE_CATEGORIES = {"Cc", "Cf", "Zl", "Zp", "Co", "Cn", "Cs"}


class Message(str):
    """A sentence in English, with what it was made of.

    `text` has the names of what is filled in between braces, `named` what that is; a message among it is
    said in the other language too, and what does not show in a text is spelt out. `code` tells programs what
    is said, and never changes; blank in advice. `several` is the text for a number other than one.
    """

    __slots__ = ("code", "params", "plural", "text")
    code: str
    text: str
    plural: str
    params: Mapping[str, Any]

    def __new__(cls, code: str, text: str, named: Mapping[str, Any], several: str = "") -> Self:
        """Put together in English; what is `named` has a `number` where there are several texts."""
        named = {name: _escape_value(value) for name, value in named.items()}
        chosen = several if several and named["number"] != 1 else text
        made = super().__new__(cls, chosen.format(**named))
        made.code, made.text, made.plural, made.params = code, text, several, named
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Message, (self.code, self.text, self.params, self.plural)


def escape_invisible(value: str) -> str:
    """`value` with whatever does not show, or would be obeyed by a terminal, as its number."""
    return value if value.isascii() and value.isprintable() else "".join(map(_escape_character, value))


def make_printable(text: str) -> str:
    """A text on one line, all of which shows, cut where it is endless."""
    shown = escape_invisible(text[: MAX_TEXT_LENGTH + 1])
    return shown if len(shown) <= MAX_TEXT_LENGTH else f"{shown[: MAX_TEXT_LENGTH - 1]}…"


def _escape_character(character: str) -> str:
    return (
        f"\\u{ord(character):04x}" if unicodedata.category(character) in _INVISIBLE_CATEGORIES else character
    )


def _escape_value(value: object) -> object:
    if isinstance(value, str | PurePath) and not isinstance(value, Message):
        return escape_invisible(str(value))
    return value


def say(code: str, text: str, /, **named: Any) -> Message:
    """What was found and what was expected; `code` is its name for programs, in lower-case words with `-`."""
    return Message(code, text, named)


def advise(text: str, /, **named: Any) -> Message:
    """How to mend it, or a part of a sentence."""
    return Message("", text, named)


def pluralize(number: int, one: str, several: str, /, code: str = "", **named: Any) -> Message:
    """`one` or `several`, as `number` asks, which both can fill in."""
    return Message(code, one, {"number": number, **named}, several)


def join_messages(*parts: str, between: str = "; ") -> str:
    """Those of the parts that are not blank, as one."""
    given = [part for part in parts if part]
    names = [f"part{n}" for n in range(len(given))]
    text = between.join(f"{{{name}}}" for name in names)
    return Message("", text, dict(zip(names, given, strict=True))) if given else ""


_MAX_QUOTED = 60


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
    other_places: tuple[str, ...] = ()
    is_cause: bool = False

    @property
    def sort_key(self) -> tuple[bool, str, int, int, str]:
        """What problems are sorted by: what others may follow from, then their place, then their text."""
        return not self.is_cause, self.path, self.line, self.column, self.message

    @property
    def code(self) -> str:
        """What the message says, for programs; it stays when the words of a message change."""
        return self.message.code if isinstance(self.message, Message) else ""

    def __str__(self) -> str:
        """`path:line:column: message (hint)`, for whoever debugs; `tell` says it to people, safely."""
        place = ":".join([self.path, *(str(number) for number in (self.line, self.column) if number)])
        warning = "warning: " if self.severity is Severity.WARNING else ""
        return f"{place}: {warning}{self.message}" + (f" ({self.hint})" if self.hint else "")


class ProblemError(Exception):
    """A problem that comes up where nothing can be told of it yet."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


def select_errors(problems: Iterable[Problem]) -> list[Problem]:
    """Those that stop the build."""
    return [problem for problem in problems if problem.severity is Severity.ERROR]


def merge_repeated(problems: Sequence[Problem]) -> list[Problem]:
    """Problems of which the same is to be said: the first, with the places of the others."""
    others = tuple(f"{problem.path}:{problem.line}" for problem in problems[1:])
    return [problem._replace(other_places=others) for problem in problems[:1]]


def quote_text(value: str, most: int = _MAX_QUOTED) -> str:
    """`value` between quotes, safe to print: cut when long, with whatever does not show made visible."""
    return "'" + escape_invisible(value if len(value) <= most else value[: most - 1] + "…") + "'"


def check_device_name(name: str) -> str:
    """What is said of a name that cannot stand in an address on every disk; empty of all others."""
    if not is_device_name(name):
        return ""
    return say("name-of-device", "Windows keeps the name {part} for itself", part=quote_text(name))


def find_nearest(value: str, known: Iterable[str]) -> str:
    """What is so near to `value` that it was probably meant; empty when nothing is."""
    from difflib import get_close_matches  # noqa: PLC0415 - where nothing is wrong nothing is suggested

    folded = {name.casefold(): name for name in known}
    near = get_close_matches(value.casefold(), folded, n=1, cutoff=0.7)
    return folded[near[0]] if near else ""


def suggest_nearest(value: str, known: Iterable[str]) -> str:
    """A hint with the nearest of what is known: `did you mean 'an-peeters'?`, else empty."""
    near = find_nearest(value, known)
    return advise("did you mean {near}?", near=quote_text(near)) if near else ""


def list_known(known: Iterable[str]) -> str:
    """What is known, as a hint: `known: a, b, c`."""
    return advise("known: {names}", names=", ".join(known))


_MAX_REASON = 200


def describe_error(error: BaseException) -> str:
    """What an exception says, with its kind."""
    said = str(error)
    return quote_text(f"{type(error).__name__}: {said}" if said else type(error).__name__, _MAX_REASON)[1:-1]


def extract_frames(error: BaseException, code: Path | None) -> list[str]:
    """The places in a system's own code that an exception came through, outermost first: `elo/rate.py:12`.

    `code` is the folder of its package, or its only file.
    """
    if code is None:
        return []
    from traceback import extract_tb  # noqa: PLC0415 - for a system that fails

    passed = [(Path(frame.filename), frame.lineno) for frame in extract_tb(error.__traceback__)]
    return [
        f"{path.relative_to(code.parent).as_posix()}:{line}"
        for path, line in passed
        if path.is_relative_to(code) and path.suffix == ".py"
    ]


def describe_plugin_error(name: str, doing: str, error: BaseException, code: Path | None) -> Message:
    """That the system called `name` failed, in which of its functions, and why."""
    places = extract_frames(error, code)
    named = {"system": quote_text(name), "function": quote_text(doing), "error": describe_error(error)}
    if places:
        return say(
            "system-failed-at",
            "{function} of the system {system} failed at {place}: {error}",
            place=places[-1],
            **named,
        )
    return say("system-failed", "{function} of the system {system} failed: {error}", **named)


def suggest_report(package: str, *, is_ours: bool) -> Message | str:
    """To whom it is to be reported: it is no fault of who runs the site."""
    if is_ours:
        return advise("this is a fault of the program, not of your site: please report it")
    if package:
        return advise(
            "this is a fault of the package {package}: report it to its makers", package=quote_text(package)
        )
    return advise("this is a fault of that system: report it to its makers")
