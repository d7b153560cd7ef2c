"""Problems as people read them, and the one place through which every text for a terminal or a log goes.

What a pull request puts into a file, or calls one, comes back in these texts, and a line of output can be a
command to the machine that runs the check (CVE-2020-15228) or to a terminal. Hence nothing of it is left
that could be one.
"""

import json
import re
import unicodedata

from sitegen.core.language import ENGLISH, Language
from sitegen.core.problems import Problem, Severity, advise, escape_invisible, pluralize

_ESCAPE_SEQUENCE = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # operating system command: links, titles
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # control sequence: colours, cursor
    r"|\x1b[ -/]*[0-~]",  # all others (ECMA-48, ECMA-35)
)
_MAX_TEXT_LENGTH = 2_000  # characters of a message or a hint, whatever somebody wrote on one line
_UNPRINTABLE_CATEGORIES = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_ALLOWED_CONTROLS = {"\n", "\r", "\t"}


def sanitize_text(text: str) -> str:
    """`text` without what a terminal or a runner would obey; its lines stay apart.

    The runner takes a line that starts with `::`, and `##[` anywhere in a line, for a command to itself
    (actions/runner, ActionCommand.cs).
    """
    shown = "".join(filter(_is_printable, _ESCAPE_SEQUENCE.sub("", text)))
    return re.sub(r"(?m)(^\s*|\r\s*):(?=:)", r"\1: ", shown.replace("##[", "## ["))


def to_one_line(text: str) -> str:
    """The same on one line."""
    return sanitize_text(re.sub(r"[\r\n]+", " ", text))


def format_problem(problem: Problem, language: Language = ENGLISH) -> str:
    """`path:line:column: warning: message (hint)`, and at how many other places the same is to be said."""
    first, *_ = format_problem_lines(problem, language)
    others = pluralize(
        len(problem.other_places), "the same at {number} other place", "the same at {number} other places"
    )
    return f"{first}; {language.format_message(others)}" if problem.other_places else first


def format_problem_lines(problem: Problem, language: Language = ENGLISH) -> list[str]:
    """The same with every place on a line of its own; what does not show in a path is spelt out."""
    place = ":".join([problem.path, *(str(number) for number in (problem.line, problem.column) if number)])
    said = _format_message(problem, language)
    return [
        to_one_line(f"{escape_invisible(location)}: {said}") for location in (place, *problem.other_places)
    ]


def _format_message(problem: Problem, language: Language) -> str:
    warning = (
        f"{language.format_message(advise('warning'))}: " if problem.severity is Severity.WARNING else ""
    )
    hint = f" ({_truncate(language.format_message(problem.hint))})" if problem.hint else ""
    return f"{warning}{_truncate(language.format_message(problem.message))}{hint}"


def format_code_span(text: str) -> str:
    """A code span of Markdown, in which nothing is obeyed and which `text` cannot end.

    Its fence is longer than any row of backticks inside.
    """
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}"


def to_json(value: object, indent: int | None = None) -> str:
    """A value as JSON, in ASCII, with nothing in it that a runner obeys; on one line or indented."""
    # Only inside a string can "##[" occur, where the bracket may be written as its code just as well.
    return json.dumps(value, indent=indent).replace("##[", r"##\u005b") + "\n"


def format_workflow_command(kind: str, text: str, **properties: object) -> str:
    """A workflow command that shows `text` as an annotation, with those properties that are filled."""
    given = ",".join(f"{name}={_escape_property(str(value))}" for name, value in properties.items() if value)
    return f"::{kind} {given}::{_escape_data(text)}"


def _escape_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape_data(sanitize_text(text)).replace(":", "%3A").replace(",", "%2C")


def _truncate(text: str) -> str:
    return text if len(text) <= _MAX_TEXT_LENGTH else f"{text[: _MAX_TEXT_LENGTH - 1]}…"


def _is_printable(character: str) -> bool:
    return character in _ALLOWED_CONTROLS or unicodedata.category(character) not in _UNPRINTABLE_CATEGORIES
