"""Problems of a site as values, and the sentences that people read about them.

A sentence stands in English in the code and is translated when it is shown, in the language of the site:

    say("not-a-date", "{cell} is not a date", cell=quote_text(cell))

is the text `'x' is not a date` wherever a `str` is wanted, and holds what it was made of, so that
`Language.format_message` can make it anew. The sentence must be a literal at the call, where the translations
are collected from.

A `Problem` has a message, a hint and a place. The errors of a ranking system are described here as well, with
the place in its own code.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from enum import Enum
from pathlib import Path, PurePath
from typing import Any, NamedTuple, Self

from sitegen.core.names import is_device_name, normalize_heading

MAX_TEXT_LENGTH = 300
"""The most characters of a cell, a name, a path or the message of a commit that are shown."""
_INVISIBLE_CATEGORIES = {"Cc", "Cf", "Zl", "Zp", "Co", "Cn", "Cs"}


class Message(str):
    """A sentence in English that can be translated.

    `text` is the template, with the names of `params` in braces. Messages among the params are translated
    too, floats get the decimal mark of the language, and invisible characters in other texts are spelt out.
    `code` identifies the sentence for programs and never changes; it is blank in hints. `plural` is the
    template for a `number` other than one.
    """

    __slots__ = ("code", "params", "plural", "text")
    code: str
    text: str
    plural: str
    params: Mapping[str, Any]

    def __new__(cls, code: str, text: str, params: Mapping[str, Any], plural: str = "") -> Self:
        """Format the sentence in English; with a `plural`, the params must have a `number`."""
        params = {name: _escape_value(value) for name, value in params.items()}
        chosen_text = plural if plural and params["number"] != 1 else text
        message = super().__new__(cls, chosen_text.format(**params))
        message.code, message.text, message.plural, message.params = code, text, plural, params
        return message

    def __reduce__(self) -> tuple[Any, ...]:
        return Message, (self.code, self.text, self.params, self.plural)


class Number(float):
    """A number in a message, which is formatted by `spec` and has the decimal mark of the language."""

    __slots__ = ("mark", "spec")
    mark: str
    spec: str

    def __new__(cls, value: float, spec: str = ".15g", mark: str = ".") -> Self:
        """Return a number; `spec` is that of `format`, where the template of the message has none."""
        number = super().__new__(cls, value)
        number.spec, number.mark = spec, mark
        return number

    def __reduce__(self) -> tuple[Any, ...]:
        return Number, (float(self), self.spec, self.mark)

    def __format__(self, spec: str) -> str:
        return format(float(self), spec or self.spec).replace(".", self.mark)


class DayInWords(date):
    """A day in a message that is written in words, without the year: `3 December`."""

    @classmethod
    def from_date(cls, day: date) -> Self:
        """Return a day to be written in words."""
        return cls(day.year, day.month, day.day)

    def __format__(self, _: str) -> str:
        return f"{self.day} {self.strftime('%B')}"


class FileWord(Message):
    """What files call a column or a choice, in a message.

    In English that is its `name`; elsewhere its translated `label`, if files may have that.
    """

    __slots__ = ("others",)
    others: Sequence[str]

    def __new__(cls, name: str, label: str, others: Sequence[str]) -> Self:
        """Return the word for something; `others` are other words that files may have for it."""
        word = str.__new__(cls, name)
        word.code, word.text, word.plural, word.params = "", label, "", {}
        word.others = others
        return word

    def __reduce__(self) -> tuple[Any, ...]:
        return FileWord, (str(self), self.text, self.others)

    def choose(self, label: str) -> str:
        """Return a translated label if files may have it, else the name."""
        is_read = normalize_heading(label) in map(normalize_heading, self.others)
        return label.lower() if is_read else str(self)


def escape_invisible(value: str) -> str:
    """Return `value` with characters that are invisible, or obeyed by a terminal, as escapes of Python."""
    return value if value.isprintable() else "".join(map(_escape_character, value))


def make_printable(text: str) -> str:
    """Return a text on one line without invisible characters, cut to `MAX_TEXT_LENGTH`."""
    printable = escape_invisible(text[: MAX_TEXT_LENGTH + 1])
    return printable if len(printable) <= MAX_TEXT_LENGTH else f"{printable[: MAX_TEXT_LENGTH - 1]}…"


def _escape_character(character: str) -> str:
    return (
        f"\\u{ord(character):04x}" if unicodedata.category(character) in _INVISIBLE_CATEGORIES else character
    )


def _escape_value(value: object) -> object:
    if isinstance(value, str | PurePath) and not isinstance(value, Message):
        return escape_invisible(str(value))
    return value


def say(code: str, text: str, /, **params: Any) -> Message:
    """Return a message: what was found and what was expected. A `code` is in lower-case words with `-`."""
    return Message(code, text, params)


def advise(text: str, /, **params: Any) -> Message:
    """Return a hint, which says how to solve a problem, or a part of a sentence."""
    return Message("", text, params)


def pluralize(number: int, singular: str, plural: str, /, code: str = "", **params: Any) -> Message:
    """Return the message for a number of things; both templates can use `{number}`."""
    return Message(code, singular, {"number": number, **params}, plural)


def join_messages(*parts: str, between: str = "; ") -> str:
    """Join the parts that are not blank to one message; empty if all are."""
    params = {f"part{number}": part for number, part in enumerate(filter(None, parts))}
    return Message("", between.join(f"{{{name}}}" for name in params), params) if params else ""


_MAX_QUOTED = 60


class Severity(Enum):
    """An error stops the build; a warning is shown and does not."""

    ERROR = "error"
    WARNING = "warning"


class Problem(NamedTuple):
    """Something wrong with a site, and where.

    `path` is relative to the site and uses `/`; `line` and `column` count from 1, and 0 is the file or the
    line as a whole. `message` says what was found and what was expected, `hint` how to solve it.
    `other_places` (`path:line`) have the same problem and are shown on demand. A problem that `is_cause` may
    be the cause of others, and is shown first.
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
        """The order of problems: possible causes of others first, then by place, then by text."""
        return not self.is_cause, self.path, self.line, self.column, self.message

    @property
    def code(self) -> str:
        """The code of the message, for programs; it stays the same when the words change."""
        return self.message.code if isinstance(self.message, Message) else ""

    def __str__(self) -> str:
        """Return `path:line:column: message (hint)`, for debugging; `core.terminal` formats it safely."""
        place = ":".join([self.path, *(str(number) for number in (self.line, self.column) if number)])
        warning = "warning: " if self.severity is Severity.WARNING else ""
        return f"{place}: {warning}{self.message}" + (f" ({self.hint})" if self.hint else "")


class ProblemError(Exception):
    """A problem in code that cannot return it."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


def select_errors(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems that stop the build."""
    return [problem for problem in problems if problem.severity is Severity.ERROR]


def merge_repeated(problems: Sequence[Problem]) -> list[Problem]:
    """Return the first of problems that are alike, with the places of the others; empty if there is none."""
    other_places = tuple(f"{problem.path}:{problem.line}" for problem in problems[1:])
    return [problem._replace(other_places=other_places) for problem in problems[:1]]


def quote_text(value: str, limit: int = _MAX_QUOTED) -> str:
    """Return `value` between quotes, safe to print: cut to `limit`, with invisible characters spelt out."""
    return "'" + escape_invisible(value if len(value) <= limit else value[: limit - 1] + "…") + "'"


def quote_heading(heading: str) -> Message:
    """Return a heading between quotes, which is translated if it is a `FileWord`."""
    return Message("", "'{heading}'", {"heading": heading})


def check_device_name(name: str) -> str:
    """Return what is wrong with a name that Windows reserves for a device; empty for all others."""
    if not is_device_name(name):
        return ""
    return say("name-of-device", "Windows keeps the name {part} for itself", part=quote_text(name))


def find_nearest(value: str, known_names: Iterable[str]) -> str:
    """Return the name that `value` was probably meant to be; empty if none is near."""
    from difflib import get_close_matches  # noqa: PLC0415 - a site without problems needs no suggestions

    names = {name.casefold(): name for name in known_names}
    nearest = get_close_matches(value.casefold(), names, n=1, cutoff=0.7)
    return names[nearest[0]] if nearest else ""


def suggest_nearest(value: str, known_names: Iterable[str]) -> str:
    """Return a hint with the nearest known name: `did you mean 'an-peeters'?`; empty if none is near."""
    nearest = find_nearest(value, known_names)
    return advise("did you mean {near}?", near=quote_text(nearest)) if nearest else ""


def list_known(known_names: Iterable[str]) -> str:
    """Return a hint that lists the known names: `known: a, b, c`."""
    return advise("known: {names}", names=join_messages(*known_names, between=", "))


_MAX_REASON = 200


def describe_error(error: BaseException) -> str:
    """Return the class and the text of an exception: `KeyError: 'who'`."""
    text = ": ".join(filter(None, [type(error).__name__, str(error)]))
    return quote_text(text, _MAX_REASON)[1:-1]


def extract_frames(error: BaseException, code_folder: Path | None) -> list[str]:
    """Return the places in the code of a system that an exception passed, outermost first: `elo/rate.py:12`.

    `code_folder` is the folder of its package, or its only file.
    """
    if code_folder is None:
        return []
    from traceback import extract_tb  # noqa: PLC0415 - only a system that fails needs it

    places = [(Path(frame.filename), frame.lineno) for frame in extract_tb(error.__traceback__)]
    return [
        f"{path.relative_to(code_folder.parent).as_posix()}:{line}"
        for path, line in places
        if path.is_relative_to(code_folder) and path.suffix == ".py"
    ]


def describe_plugin_error(
    name: str, function: str, error: BaseException, code_folder: Path | None
) -> Message:
    """Return the message that a function of the system called `name` raised an exception, and where."""
    places = extract_frames(error, code_folder)
    params = {"system": quote_text(name), "function": quote_text(function), "error": describe_error(error)}
    if places:
        return say(
            "system-failed-at",
            "{function} of the system {system} failed at {place}: {error}",
            place=places[-1],
            **params,
        )
    return say("system-failed", "{function} of the system {system} failed: {error}", **params)


def suggest_report(package: str, *, is_ours: bool) -> Message | str:
    """Return a hint to whom the error of a system is to be reported."""
    if is_ours:
        return advise("this is a fault of the program, not of your site: please report it")
    if package:
        return advise(
            "this is a fault of the package {package}: report it to its makers", package=quote_text(package)
        )
    return advise("this is a fault of that system: report it to its makers")
