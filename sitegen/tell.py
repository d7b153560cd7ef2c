"""Problems as people read them, and the one place through which every text for a terminal or a log goes.

What a pull request puts into a file, or calls one, comes back in these texts, and a line of output can be a
command to the machine that runs the check (CVE-2020-15228) or to a terminal. Hence nothing of it is left
that could be one.
"""

import json
import re
import unicodedata

from sitegen.language import ENGLISH, Language
from sitegen.message import advise, counted, visible
from sitegen.problem import Problem, Severity

_ESCAPE_SEQUENCE = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # operating system command: links, titles
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # control sequence: colours, cursor
    r"|\x1b[ -/]*[0-~]",  # all others (ECMA-48, ECMA-35)
)
_LONGEST = 2_000  # characters of a message or a hint, whatever somebody wrote on one line
_UNPRINTABLE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_KEPT = {"\n", "\r", "\t"}


def harmless(text: str) -> str:
    """`text` without what a terminal or a runner would obey; its lines stay apart.

    The runner takes a line that starts with `::`, and `##[` anywhere in a line, for a command to itself
    (actions/runner, ActionCommand.cs).
    """
    shown = "".join(filter(_printable, _ESCAPE_SEQUENCE.sub("", text)))
    return re.sub(r"(?m)(^\s*|\r\s*):(?=:)", r"\1: ", shown.replace("##[", "## ["))


def one_line(text: str) -> str:
    """The same on one line."""
    return harmless(re.sub(r"[\r\n]+", " ", text))


def line(problem: Problem, language: Language = ENGLISH) -> str:
    """`path:line:column: warning: message (hint)`, and at how many other places the same is to be said."""
    first, *_ = lines(problem, language)
    others = counted(
        len(problem.also), "the same at {number} other place", "the same at {number} other places"
    )
    return f"{first}; {language.told(others)}" if problem.also else first


def lines(problem: Problem, language: Language = ENGLISH) -> list[str]:
    """The same with every place on a line of its own; what does not show in a path is spelt out."""
    place = ":".join([problem.path, *(str(each) for each in (problem.line, problem.column) if each)])
    said = _said(problem, language)
    return [one_line(f"{visible(each)}: {said}") for each in (place, *problem.also)]


def _said(problem: Problem, language: Language) -> str:
    warning = f"{language.told(advise('warning'))}: " if problem.severity is Severity.WARNING else ""
    hint = f" ({_cut(language.told(problem.hint))})" if problem.hint else ""
    return f"{warning}{_cut(language.told(problem.message))}{hint}"


def code(text: str) -> str:
    """A code span of Markdown, in which nothing is obeyed and which `text` cannot end.

    Its fence is longer than any row of backticks inside.
    """
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}"


def as_json(value: object, indent: int | None = None) -> str:
    """A value as JSON, in ASCII, with nothing in it that a runner obeys; on one line or indented."""
    # Only inside a string can "##[" occur, where the bracket may be written as its code just as well.
    return json.dumps(value, indent=indent).replace("##[", r"##\u005b") + "\n"


def command(kind: str, text: str, **properties: object) -> str:
    """A workflow command that shows `text` as an annotation, with those properties that are filled."""
    given = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items() if value)
    return f"::{kind} {given}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(harmless(text)).replace(":", "%3A").replace(",", "%2C")


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _printable(character: str) -> bool:
    return character in _KEPT or unicodedata.category(character) not in _UNPRINTABLE
