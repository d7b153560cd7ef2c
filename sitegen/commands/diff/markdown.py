"""A comparison for the summary of a run on GitHub, as Markdown that nothing in it can command.

What a pull request brings is told as prose where it is words and figures alone, and else as code, in which
neither Markdown nor GitHub obeys a mention, a link, a number of an issue or a tag. Tables are HTML: there no
sign but those of HTML itself is one.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from sitegen.commands.diff import Comparison
from sitegen.commands.diff.account import Account, Part, account
from sitegen.commands.diff.rows import Group, Line
from sitegen.commands.diff.text import base
from sitegen.difference.moved import Moves, cells, heads
from sitegen.difference.some import Some
from sitegen.language import Language
from sitegen.message import advise
from sitegen.tell import code, one_line

LARGEST = 1_000_000
"""Bytes; GitHub refuses a summary of more than 1 MiB."""
_LIMITS = (500, 200, 60, 20, 6, 2, 1)
_INSIDE = r"(?<=\w)/(?=\w)|(?<=\d)\.(?=\d)|[.:](?=\s|$)"
_WORD = rf"(?:[^\W_]|['\u2019+\u2212\u2013,;!?()→▲▼½…-]|{_INSIDE})"
_FIGURE = r"[+\u2212]?\d[\d.,]*|[▲▼]\d+ [\d\u2013]+|[#±\u2013]"
_PROSE = re.compile(rf"['\u2019]?[^\W_](?:{_WORD}|[ \u00a0](?=\S))*|{_FIGURE}")
_OBEYED = re.compile(r"\A\d+[.)]\s|\bGH-\d|\b[0-9a-f]{7,}\b", re.IGNORECASE)


def told(comparison: Comparison, language: Language) -> str:
    """The summary, of as many rows as it may have."""
    made = (_told(account(comparison, language, most), comparison, language) for most in _LIMITS)
    every = next((each for each in made if len(each.encode()) <= LARGEST), "")
    return every or f"### {language.told(advise('Too much changes to be told here.'))}\n"


def safe(text: str) -> str:
    """A text in Markdown: as it is where it is prose, else as code."""
    return text if _is_prose(text) else code(one_line(text))


def _is_prose(text: str) -> bool:
    return bool(_PROSE.fullmatch(text)) and not _OBEYED.search(text)


def _cell(text: str) -> str:
    """A text in a table of HTML."""
    return escape(text) if not text or _is_prose(text) else f"<code>{escape(one_line(text))}</code>"


def _told(found: Account, comparison: Comparison, language: Language) -> str:
    lines = [f"### {language.told(advise('What changes'))}", ""]
    lines += [f"{language.told(advise('Compared with {base}', base=''))}{code(base(comparison, found))}", ""]
    lines += _items([*found.notes, *found.flaws])
    if len({each.id for each in found.parts.shown}) != 1:
        lines += _items(each.whole for each in found.first)
    for each in found.parts.shown:
        lines += _part(each, language)
    lines += _left(found.parts, language)
    return "\n".join([*lines, ""])


def _items(texts: Iterable[str]) -> list[str]:
    items = [f"- {safe(each)}" for each in texts]
    return [*items, ""] if items else []


def _part(part: Part, language: Language) -> Iterator[str]:
    yield from (f"#### {safe(part.title)}", "", *([f"_{part.cause}_", ""] if part.cause else []))
    yield from _items(part.sentences.shown)
    yield from _left(part.sentences, language)
    yield from _items(
        f"{each.name}: {each.before or '–'} → {each.after or '–'}" for each in part.options.shown
    )
    yield from _moves(part.moves, part.label, language)
    if part.lists.shown:
        yield from _opened(language.told(advise("Lists already published")))
        for each in part.lists.shown:
            yield from (f"**{each.said}**", "", *_moves(each.moves, part.label, language))
        yield from (*_left(part.lists, language), "</details>", "")
    for group in part.groups.shown:
        yield from _group(group, language)
    yield from _left(part.groups, language)
    yield from _items(part.tables.shown)


def _opened(title: str) -> list[str]:
    return [f"<details><summary>{_cell(title)}</summary>", ""]


def _moves(moves: Moves, label: str, language: Language) -> Iterator[str]:
    yield from _table(heads(label, language), [cells(each, language) for each in moves.shown])
    yield from _more(moves.left, language)


def _group(group: Group, language: Language) -> Iterator[str]:
    if not group.lines.shown:
        yield from _items([group.said])
        return
    yield from _opened(group.said)
    line = language.told(advise("line"))
    if group.heads:
        yield from _table(
            [line, *group.heads], [[numbered(each), *each.values] for each in group.lines.shown]
        )
    else:
        cells = [(each, cell) for each in group.lines.shown for cell in each.cells]
        heads = [line, "", *(language.told(each) for each in (advise("before"), advise("after"))), ""]
        rows = [[str(n.number), c.label, c.before, c.after, ", ".join(n.values)] for n, c in cells]
        yield from _table(heads, rows)
    yield from (*_left(group.lines, language), "</details>", "")


def numbered(line: Line) -> str:
    """The number of a line, with what is to be noted of it."""
    return f"{line.number} {line.note}".rstrip()


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table on lines of its own, none of which is blank: a blank one would end the HTML."""
    made = ["<tr>" + "".join(f"<td>{_cell(each)}</td>" for each in row) + "</tr>" for row in rows]
    head = "".join(f"<th>{_cell(each)}</th>" for each in heads)
    return ["<table>", f"<tr>{head}</tr>", *made, "</table>", ""] if made else []


def _left(some: Some[Any], language: Language) -> list[str]:
    return _more(some.left, language)


def _more(number: int, language: Language) -> list[str]:
    return [language.told(advise("and {number} more", number=number)), ""] if number else []
