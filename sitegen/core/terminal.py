"""Formatting of problems, and sanitising of every text that goes to a terminal, a log or a CI runner.

Messages quote cells and file names, which anybody can choose in a pull request. A line of output can be
a command to the runner of a workflow (CVE-2020-15228), and an escape sequence one to a terminal: both are
taken out here.
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
    """Return `text` without escape sequences and workflow commands; line breaks stay.

    The runner of GitHub obeys a line that starts with `::`, and `##[` anywhere in a line (actions/runner,
    ActionCommand.cs).
    """
    plain = _ESCAPE_SEQUENCE.sub("", text)
    printable = "".join(
        character
        for character in plain
        if character in _ALLOWED_CONTROLS or unicodedata.category(character) not in _UNPRINTABLE_CATEGORIES
    )
    return re.sub(r"(?m)(^\s*|\r\s*):(?=:)", r"\1: ", printable.replace("##[", "## ["))


def to_one_line(text: str) -> str:
    """Return `text` sanitised, on one line."""
    return sanitize_text(re.sub(r"[\r\n]+", " ", text))


def format_problem(problem: Problem, language: Language = ENGLISH) -> str:
    """Return `path:line:column: warning: message (hint)`, and the number of other places it applies to."""
    first, *_ = format_problem_lines(problem, language)
    other_places = pluralize(
        len(problem.other_places), "the same at {number} other place", "the same at {number} other places"
    )
    if not problem.other_places:
        return first
    return f"{first}{language.semicolon} {language.format_message(other_places)}"


def format_problem_lines(problem: Problem, language: Language = ENGLISH) -> list[str]:
    """Return such a line for each place of a problem; invisible characters of a path are spelt out."""
    place = ":".join([problem.path, *(str(number) for number in (problem.line, problem.column) if number)])
    text = _truncate(language.format_message(problem.message))
    if problem.severity is Severity.WARNING:
        text = f"{language.format_message(advise('warning'))}{language.colon} {text}"
    if problem.hint:
        text += f" ({_truncate(language.format_message(problem.hint))})"
    return [
        to_one_line(f"{escape_invisible(location)}: {text}") for location in (place, *problem.other_places)
    ]


def format_code_span(text: str) -> str:
    """Return `text` as a code span of Markdown, which it cannot end.

    The fence is longer than any run of backticks inside.
    """
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}"


def to_json(value: object, indent: int | None = None) -> str:
    """Return a value as JSON in ASCII that holds no workflow command; on one line, or indented."""
    # "##[" can only occur inside a string, where the bracket may be written as an escape.
    return json.dumps(value, indent=indent).replace("##[", r"##\u005b") + "\n"


def format_workflow_command(kind: str, text: str, **properties: object) -> str:
    """Return a workflow command that shows `text` as an annotation; blank properties are left out."""
    filled_properties = {
        name: _escape_data(sanitize_text(str(value))) for name, value in properties.items() if value
    }
    # A colon or a comma would end a property (actions/toolkit, command.ts).
    pairs = (
        f"{name}={value.replace(':', '%3A').replace(',', '%2C')}" for name, value in filled_properties.items()
    )
    return f"::{kind} {','.join(pairs)}::{_escape_data(text)}"


def _escape_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _truncate(text: str) -> str:
    return text if len(text) <= _MAX_TEXT_LENGTH else f"{text[: _MAX_TEXT_LENGTH - 1]}…"
