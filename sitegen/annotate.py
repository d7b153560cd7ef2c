"""Problems in the forms that programs read: GitHub's annotations and job summary, and JSON.

What a pull request puts into a file comes back in these texts, and a line of output can be a command to the
machine that runs the check (CVE-2020-15228). Hence nothing of it is left that could be a command, a control
sequence, a mention or a link.
"""

import json
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import PurePosixPath

from sitegen.problem import Problem, Severity

_AT_MOST = 10  # annotations of one severity that GitHub keeps from one step
_LARGEST = 1_000_000  # bytes; GitHub refuses a summary of more than 1 MiB

_ESCAPE_SEQUENCE = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # operating system command: links, titles
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # control sequence: colours, cursor
    r"|\x1b[ -/]*[0-~]",  # all others (ECMA-48, ECMA-35)
)
_UNPRINTABLE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_KEPT = {"\n", "\r", "\t"}


def github(problems: Iterable[Problem], *, prefix: str = "") -> str:
    """Workflow commands that show each problem on its line, one a line of text, sorted by place.

    Ten errors and ten warnings at most, since GitHub drops what comes after; the others follow as plain
    lines. `prefix` is the site's folder in the repository, which annotations count from.
    """
    located = _located(problems, prefix)
    first = [each for severity in Severity for each in _of(located, severity)[:_AT_MOST]]
    rest = [each for severity in Severity for each in _of(located, severity)[_AT_MOST:]]
    more = [f"and {len(rest)} more:"] if rest else []
    return _lines([*map(_command, first), *more, *map(_plain, rest)])


def as_json(problems: Iterable[Problem], *, prefix: str = "") -> str:
    """A JSON list of objects path, line, column, severity, message, hint; plain ASCII, sorted by place."""
    objects = [
        {
            "path": each.path,
            "line": each.line,
            "column": each.column,
            "severity": each.severity.value,
            "message": each.message,
            "hint": each.hint,
        }
        for each in _located(problems, prefix)
    ]
    # Only inside a string can "##[" occur, where the bracket may be written as its code just as well.
    return _lines([json.dumps(objects, indent=2).replace("##[", r"##\u005b")])


def summary(problems: Iterable[Problem], *, prefix: str = "") -> str:
    """A Markdown list of the problems, at most 1 MiB: a heading with their number, one item a problem."""
    located = _located(problems, prefix)
    items = [f"- {_code(_plain(each))}\n" for each in located]
    fitting = bisect_right(list(accumulate(len(each.encode()) for each in items)), _LARGEST)
    left = len(items) - fitting
    return f"### {_count(located)}\n\n" + "".join(items[:fitting]) + (f"- and {left} more\n" if left else "")


def _located(problems: Iterable[Problem], prefix: str) -> list[Problem]:
    within = sorted(problems, key=lambda each: each.place)
    return [replace(each, path=str(PurePosixPath(prefix, each.path))) for each in within]


def _of(problems: Iterable[Problem], severity: Severity) -> Sequence[Problem]:
    return [each for each in problems if each.severity is severity]


def _lines(texts: Iterable[str]) -> str:
    return "".join(f"{each}\n" for each in texts)


def _command(problem: Problem) -> str:
    place = {"file": problem.path, "line": problem.line, "col": problem.column, "title": "sitegen check"}
    properties = ",".join(f"{name}={_property(str(value))}" for name, value in place.items() if value)
    # The place is repeated in the text: the log of a run shows nothing but the text.
    return f"::{problem.severity.value} {properties}::{_data(_harmless(str(problem)))}"


def _plain(problem: Problem) -> str:
    return re.sub(r"[\r\n]+", " ", _harmless(str(problem)))


def _harmless(text: str) -> str:
    """`text` without what a terminal or a runner would obey.

    The runner takes a line that starts with `::`, and `##[` anywhere in a line, for a command to itself
    (actions/runner, ActionCommand.cs).
    """
    shown = "".join(filter(_printable, _ESCAPE_SEQUENCE.sub("", text)))
    return re.sub(r"(?m)(^\s*|\r\s*):(?=:)", r"\1: ", shown.replace("##[", "## ["))


def _printable(character: str) -> bool:
    return character in _KEPT or unicodedata.category(character) not in _UNPRINTABLE


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(_harmless(text)).replace(":", "%3A").replace(",", "%2C")


def _code(text: str) -> str:
    """A code span that `text` cannot end: its fence is longer than any row of backticks inside."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}"


def _count(problems: Sequence[Problem]) -> str:
    counts = [(len(_of(problems, severity)), severity.value) for severity in Severity]
    told = ", ".join(f"{count} {name}{'' if count == 1 else 's'}" for count, name in counts if count)
    return told or "No problems found"
