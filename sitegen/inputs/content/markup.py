"""Markup that is opened and never closed, found in one pass over a text.

A parser that meets a tag, a comment or a fence looks for its end, through all that follows if there is none.
A text with thousands of them would take hours.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser

_ENDS = (("<!--", "-->"), ("<![", "]>"), ("<", ">"))
_CODE_SPAN = re.compile(r"(?<!`)(`{1,100})(?!`).{1,2000}?(?<!`)\1(?!`)", re.DOTALL)
_FENCE = re.compile(r"(~{3,}|`{3,}) *(?:\{[^\n]*\}|\.?[\w#.+-]*(?: *hl_lines=(\"|').*?\2)?) *")


def escape_unclosed(html: str) -> str:
    """Return HTML in which comments, sections and tags that nothing closes are text, as they are shown."""
    for opening, closing in _ENDS:
        end = html.rfind(closing) + 1
        html = html[:end] + html[end:].replace(opening, f"&lt;{opening[1:]}")
    return html


class MarkupParser(HTMLParser):
    """A parser of HTML that takes a time in proportion to the length of its text."""

    def read(self, html: str) -> None:
        """Parse a whole text."""
        self.feed(escape_unclosed(html))
        self.close()


def split_fences(lines: Sequence[str]) -> Iterator[tuple[Sequence[str], bool]]:
    """Yield the lines in parts: blocks of code with both their fences, and what stands between these.

    The value beside a part is whether it is such a block.
    """
    places: dict[str, list[int]] = {}
    for number, line in enumerate(lines):
        if line.startswith(("```", "~~~")):
            places.setdefault(line.rstrip(" "), []).append(number)
    start = number = 0
    while number < len(lines):
        opening = _FENCE.fullmatch(lines[number])
        closings = places.get(opening[1], ()) if opening else ()
        index = bisect_right(closings, number)
        if index == len(closings):
            number += 1
            continue
        yield lines[start:number], False
        start, number = number, closings[index] + 1
        yield lines[start:number], True
        start = number
    yield lines[start:], False


def blank_code(text: str) -> str:
    """Return a text with blanks in the place of its code: every other character keeps its position."""
    parts = (
        "\n".join(re.sub(r"[^\n]", " ", line) if is_code else line for line in part)
        for part, is_code in split_fences(text.split("\n"))
        if part
    )
    return _CODE_SPAN.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), "\n".join(parts))
