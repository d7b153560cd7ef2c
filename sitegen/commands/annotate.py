"""Problems in the forms that programs read: GitHub's annotations and job summary, and JSON.

What a pull request puts into a file comes back in these texts, which hold no command and no control sequence
(`tell`), and here no mention or link either.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from pathlib import PurePosixPath

from sitegen.language import ENGLISH, Language
from sitegen.message import advise, counted, joined
from sitegen.problem import Problem, Severity
from sitegen.tell import as_json as to_json
from sitegen.tell import code, command, line

_AT_MOST = 10  # annotations of one severity that GitHub keeps from one step
_LARGEST = 1_000_000  # bytes; GitHub refuses a summary of more than 1 MiB


def github(problems: Iterable[Problem], *, prefix: str = "", language: Language = ENGLISH) -> str:
    """Workflow commands that show each problem on its line, one a line of text, sorted by place.

    Ten errors and ten warnings at most, since GitHub drops what comes after; the others follow as plain
    lines. `prefix` is the site's folder in the repository, which annotations count from.
    """
    located = _located(problems, prefix)
    first = [each for severity in Severity for each in _of(located, severity)[:_AT_MOST]]
    rest = [each for severity in Severity for each in _of(located, severity)[_AT_MOST:]]
    more = [language.told(advise("and {number} more:", number=len(rest)))] if rest else []
    told = [_command(each, language) for each in first], [line(each, language) for each in rest]
    return _lines([*told[0], *more, *told[1]])


def as_json(problems: Iterable[Problem], *, prefix: str = "", language: Language = ENGLISH) -> str:
    """A JSON list of objects path, line, column, severity, code, message, hint, also; ASCII, sorted by place.

    `code` says what the message does and stays when its words change, in whichever language.
    """
    objects = [
        {
            "path": each.path,
            "line": each.line,
            "column": each.column,
            "severity": each.severity.value,
            "code": each.code,
            "message": language.told(each.message),
            "hint": language.told(each.hint),
            "also": each.also,
        }
        for each in _located(problems, prefix)
    ]
    return to_json(objects, indent=2)


def summary(problems: Iterable[Problem], *, prefix: str = "", language: Language = ENGLISH) -> str:
    """A Markdown list of the problems, at most 1 MiB: a heading with their number, one item a problem."""
    located = _located(problems, prefix)
    items = [f"- {code(line(each, language))}\n" for each in located]
    fitting = bisect_right(list(accumulate(len(each.encode()) for each in items)), _LARGEST)
    left = len(items) - fitting
    more = f"- {language.told(advise('and {number} more', number=left))}\n" if left else ""
    return f"### {language.told(_count(located))}\n\n" + "".join(items[:fitting]) + more


def _located(problems: Iterable[Problem], prefix: str) -> list[Problem]:
    within = sorted(problems, key=lambda each: each.place)
    return [
        each._replace(
            path=_below(prefix, each.path), also=tuple(_below(prefix, place) for place in each.also)
        )
        for each in within
    ]


def _below(prefix: str, path: str) -> str:
    return str(PurePosixPath(prefix, path))


def _of(problems: Iterable[Problem], severity: Severity) -> Sequence[Problem]:
    return [each for each in problems if each.severity is severity]


def _lines(texts: Iterable[str]) -> str:
    return "".join(f"{each}\n" for each in texts)


def _command(problem: Problem, language: Language) -> str:
    place = {"file": problem.path, "line": problem.line, "col": problem.column, "title": "sitegen check"}
    # The place is repeated in the text: the log of a run shows nothing but the text.
    return command(problem.severity.value, line(problem, language), **place)


def _count(problems: Sequence[Problem]) -> str:
    wrong, odd = (len(_of(problems, severity)) for severity in Severity)
    return joined(
        counted(wrong, "{number} error", "{number} errors") if wrong else "",
        counted(odd, "{number} warning", "{number} warnings") if odd else "",
        between=", ",
    ) or advise("No problems found")
