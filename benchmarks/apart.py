"""Pages taken apart: what is the same on the pages of a kind, and what each of them fills in.

A page is cut into sections, a section into lines. Lines that many pages of its kind have word for word are
typed into the template of the section; others leave holes there, for each text and attribute that differs.
Rows of tables, items of lists and facts become a loop. Where the markup itself differs from row to row or
from page to page (a chart, a cell that is a link in one row and none in the next), the piece is one hole,
which is filled in as it stands.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape
from itertools import count
from typing import NamedTuple

_COMMON = 4  # what one page in so many has is typed in
_CUT = re.compile(r"\n(?=<main|<section)")
_LINE = re.compile(r"\n(?![^<]*>)")
"""Between two lines of a page; a tag is one line, for Hugo refuses a template with half of one."""
_ITEM = re.compile(r"<(?:tr|li|div><dt)\b")
_HEADING = 2  # pieces of a row that is one cell
_OPENING = ("<table", "<ul", "<ol", "<dl")
_CELLS = re.compile(r'(?=<t[dh]\b|<small class="ph">)')  # what a phone shows stands in the cell of the name
_LOOP = "{begin}{row}\n{{{{ end }}}}"
_HOLE = re.compile(r'(?<==")[^"]*|(?<==)[^\s">][^\s>]*|(?<=>)[^<]+|^[^<]+')
_SORT = re.compile(r'</?[\w-]+(?: [\w-]+(?:=(?:"[^"]*"|[^\s">][^\s>]*))?)?')


class Rows(NamedTuple):
    """Rows that follow one another, each in pieces; `key` is the same for all that have the same columns."""

    key: Hashable
    rows: list[list[str]]


Part = str | Rows
"""A line of a section, or the rows of a loop in it."""


def sections(html: str) -> Iterator[list[Part]]:
    """A page from section to section."""
    head, *others = _CUT.split(html)
    yield [*_LINE.split(head)]
    yield from (list(_parts(_LINE.split(section))) for section in others)


def _parts(lines: Iterable[str]) -> Iterator[Part]:
    """The lines of a section, those of a loop together; a heading among rows comes with the row below it."""
    head: list[str] = []
    above, rows = "", Rows(None, [])
    for line in lines:
        pieces = _CELLS.split(line) if line.startswith("<tr") else [line]
        if line == "<tbody>" or (line.startswith("<tr") and len(pieces) <= _HEADING):
            above += f"{line}\n"
        elif _ITEM.match(line):
            key = (*head, len(pieces))
            if rows.key != key:
                yield from [rows] if rows.rows else []
                rows = Rows(key, [])
            rows.rows.append([above + pieces[0], *pieces[1:]])
            above = ""
        else:
            yield from [rows] if rows.rows else []
            yield from above.splitlines()
            above, rows = "", Rows(None, [])
            head = [line] if line.startswith(_OPENING) else [*head, line] if line.startswith("<th") else head
            yield line
    yield from [rows] if rows.rows else []


@dataclass
class _Shape:
    """The markup of a piece, and whether each text and attribute in it differs.

    `is_whole` when the markup itself does, and for what stands in a script, which each escapes in a way of
    its own: such a piece is one hole.
    """

    constant: list[str] = field(default_factory=list)
    first: list[str] = field(default_factory=list)
    differs: list[bool] = field(default_factory=list)
    is_whole: bool = False

    def learn(self, piece: str) -> None:
        """See another piece of this shape."""
        constant, texts = _HOLE.split(piece), _HOLE.findall(piece)
        if not self.constant:
            self.constant, self.first, self.differs = constant, texts, [False] * len(texts)
        if constant != self.constant or piece.startswith("<script"):
            self.is_whole = True
        elif texts != self.first:
            pairs = zip(self.differs, texts, self.first, strict=True)
            self.differs = [known or text != first for known, text, first in pairs]

    def template(self, holes: Iterator[str]) -> str:
        """The piece as a template; `holes` says what fills in the next hole."""
        if self.is_whole:
            return f"{{{{ {next(holes)} | safeHTML }}}}"
        pairs = zip(self.differs, self.first, strict=True)
        texts = [f"{{{{ {next(holes)} }}}}" if differs else text for differs, text in pairs]
        return "".join(a + b for a, b in zip(self.constant, [*texts, ""], strict=True))

    def values(self, piece: str) -> list[str]:
        """What fills in the holes."""
        if self.is_whole:
            return [piece]
        texts = zip(self.differs, _HOLE.findall(piece), strict=True)
        return [unescape(text) for differs, text in texts if differs]


class Form(NamedTuple):
    """A form of the rows of loops as data: the value they are, how a loop begins, and a cell in it."""

    value: Callable[[list[list[str]]], object]
    begin: str
    cell: str


def _tabs(rows: Iterable[Sequence[str]]) -> str:
    return "\t\n".join("\t".join(row) for row in rows)


FORMS = {
    "JSON": Form(lambda rows: rows, "{{{{ range index $.loops {number} }}}}", "index . {place}"),
    "text": Form(
        _tabs,
        '{{{{ range split (index $.loops {number}) "\\t\\n" }}}}{{{{ $cells := split . "\\t" }}}}',
        "index $cells {place}",
    ),
}
"""Rows as lists, and as text that is split at tabs, of which no cell has any.

Text that is read as CSV took as long as that, or longer.
"""


class Section(NamedTuple):
    """A section of a page: its template, and what fills that in."""

    template: str
    lines: list[str]
    loops: list[object]


class Kind:
    """What is the same on all pages of a kind, with rows in a form."""

    def __init__(self, pages: Collection[str], form: Form) -> None:
        self._form = form
        lines: Counter[str] = Counter()
        self._rows: dict[Hashable, list[_Shape]] = {}
        for part in (part for page in pages for section in sections(page) for part in section):
            if isinstance(part, str):
                lines[part] += 1
            else:
                self._learn(part)
        self._typed = {line for line, often in lines.items() if often * _COMMON >= len(pages)}
        self._lines: defaultdict[str, _Shape] = defaultdict(_Shape)
        for line in lines:
            if line not in self._typed:
                self._lines[_sort(line)].learn(line)

    def _learn(self, found: Rows) -> None:
        shapes = self._rows.setdefault(found.key, [_Shape() for _ in found.rows[0]])
        for row in found.rows:
            for shape, piece in zip(shapes, row, strict=True):
                shape.learn(piece)

    def apart(self, page: str) -> list[Section]:
        """The sections of one of these pages."""
        return [self._section(section) for section in sections(page)]

    def _section(self, parts: Sequence[Part]) -> Section:
        template, lines, loops = list[str](), list[str](), list[object]()
        for part in parts:
            if isinstance(part, Rows):
                shapes = self._rows[part.key]
                begin = self._form.begin.format(number=len(loops))
                template.append(_LOOP.format(begin=begin, row=self._row(shapes)))
                loops.append(self._form.value([_values(shapes, each) for each in part.rows]))
            elif part in self._typed:
                template.append(f"{part}\n")
            else:
                shape = self._lines[_sort(part)]
                template.append(
                    shape.template(f"index $.lines {place}" for place in count(len(lines))) + "\n"
                )
                lines += shape.values(part)
        return Section("".join(template), lines, loops)

    def _row(self, shapes: Sequence[_Shape]) -> str:
        holes = (self._form.cell.format(place=place) for place in count())
        return "".join(each.template(holes) for each in shapes)


def _values(shapes: Sequence[_Shape], row: Sequence[str]) -> list[str]:
    return [text for shape, piece in zip(shapes, row, strict=True) for text in shape.values(piece)]


def _sort(line: str) -> str:
    """What lines with the same in different words begin with."""
    found = _SORT.match(line)
    return found[0] if found else ""
