"""What is wrong at a place of a page; and what looks like Markdown, and is shown as it was typed.

That are the signs of other programs, and those that GitHub alone makes something of.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sitegen.core.problems import Message, Problem, Severity, advise, quote_text, say
from sitegen.inputs.content.typography import OPAQUE

_CODE_SPAN = re.compile(r"(?<![`$])(`{1,100})(?!`).{1,2000}?(?<!`)\1(?!`)", re.DOTALL)


class Flaw(NamedTuple):
    """A mistake in a page: `offset` characters into `source`, a piece of its text, or in a `line` of it."""

    source: str
    offset: int
    message: str
    hint: str = ""
    line: int = 0


def locate_flaws(
    flaws: Iterable[Flaw], prose: str, path: str, first_line: int, severity: Severity
) -> Iterator[Problem]:
    """Yield flaws as problems; the second flaw of a source is located at its second occurrence."""
    next_starts: dict[str, int] = {}
    for flaw in flaws:
        start = prose.find(flaw.source, next_starts.get(flaw.source, 0)) if flaw.source else -1
        next_starts[flaw.source] = max(start + 1, next_starts.get(flaw.source, 0))
        place = (first_line + flaw.line - 1, 1) if flaw.line else (0, 0)
        if start >= 0:
            position = start + flaw.offset
            column = position - prose.rfind("\n", 0, position)
            place = first_line + prose.count("\n", 0, position), column
        yield Problem(path, *place, flaw.message, flaw.hint, severity)


def blank_code(text: str, blocks: Iterable[tuple[int, int]]) -> str:
    """Return a text with blanks in the place of its code: every other character keeps its position.

    `blocks` have the first line of each block of code, and the line below it.
    """
    lines = text.split("\n")
    for first, below in blocks:
        lines[first:below] = [" " * len(line) for line in lines[first:below]]
    return _CODE_SPAN.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), "\n".join(lines))


_SIGNS: tuple[tuple[re.Pattern[str], Message], ...] = (
    (
        re.compile(r"^!!! ?\w.*"),
        advise("write '> [!NOTE]' in its place, and '> ' before each line of the note"),
    ),
    (re.compile(r"^\[TOC\]$"), advise("leave it out, or write links to the headings")),
    (
        re.compile(
            rf"\{{:[^{{}}\n]*\}}|(?<={OPAQUE})\{{[\w#.][^{{}}\n]*\}}|(?<=\s)\{{[#.][A-Za-z][^{{}}\n]*\}}(?=\s*$)",
            re.MULTILINE,
        ),
        advise(
            'leave it out; a picture of a width is \'<img src="a.png" alt="…" width="360">\','
            " and a place that links lead to is '<a id=\"name\"></a>'"
        ),
    ),
    (re.compile(r"(?<=\S\n):(?: {2,3}|\t)\S.*"), advise("write a list: '- **word**: what it means'")),
    (
        re.compile(r"(?<![\w:/.]):(?:[+-]1|[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*):(?![\w:/])"),
        advise("write the sign itself, as the keyboard of a phone has it"),
    ),
)
"""What is looked for, and what to write."""


def find_differences(text: str, line: int) -> Iterator[Flaw]:
    """Yield what pages make nothing of in the text of a paragraph that begins at a line of its page.

    Code, formulas and elements are words of no letters in it.
    """
    for pattern, hint in _SIGNS:
        for found in pattern.finditer(text):
            message = say(
                "shown-as-typed",
                "{text} is shown as it was typed: pages make nothing of it",
                text=quote_text(found[0]),
            )
            yield Flaw(found[0], 0, message, hint, line + text.count("\n", 0, found.start()))
