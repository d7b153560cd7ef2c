"""A page whose tables are too long for one: its parts, by the rows of the tables, each with an address."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from posixpath import relpath
from typing import NamedTuple

from sitegen.model import Part, Section, Sheet
from sitegen.pages.page import Page
from sitegen.table import roles

OF_LIST, OF_ARCHIVE, OF_EVENT, OF_FRAME = 240, 500, 250, 1_000
"""Rows of a table on a page of the current list, of an earlier one, of an event and of the list in a frame.

None has 300 kB then, also where two tables are as long.
"""


class Piece(NamedTuple):
    """Which part of a page this is, its address, and the ways to all: the rows of each, and where it is."""

    number: int
    url: str
    ways: Sequence[tuple[str, str]]


def parted(page: Page, longest: int, most: int, below: str = "") -> Iterator[Page]:
    """The page, with at most so many rows of each table, and pages with the others.

    They lie in numbered folders `below` it, or below the address that is given. A list is found by its first
    page, as a table that is looked through is: their script reads the others.
    """
    if longest <= most or page.sheet is None:
        yield page
        return
    for piece in pieces(page.url, below or page.url, longest, most):
        shows = {**page.shows, "piece": piece}
        yield page._replace(url=piece.url, shows=shows, sheet=_cut(page.sheet, piece.number, most))


def pieces(first: str, below: str, longest: int, most: int) -> Iterator[Piece]:
    """The parts of what has so many rows: the first at an address, the others in numbered folders `below`."""
    starts = range(0, longest, most)
    urls = [first, *(f"{below}{number}/" for number in range(2, len(starts) + 1))]
    labels = [f"{start + 1}–{min(longest, start + most)}" for start in starts]
    for number, url in enumerate(urls, start=1):
        ways = [f"{relpath(f'/{each}', f'/{url}')}/" for each in urls]
        yield Piece(number, url, list(zip(labels, ways, strict=True)))


def numbers(sections: Sequence[Section], most: int) -> Mapping[str, int]:
    """The number of the part with the row of each player of a list."""
    found: dict[str, int] = {}
    for section in sections:
        name = roles(section.table).place.get("name")
        for place, row in enumerate(section.rows if name is not None else ()):
            found.setdefault(row[name], place // most + 1)
    return found


def _cut(sheet: Sheet, number: int, most: int) -> Sheet:
    facts = sheet.facts if number == 1 else ()
    return sheet._replace(facts=facts, parts=partial(_parts, sheet, number, most))


def _parts(sheet: Sheet, number: int, most: int) -> Sequence[Part]:
    """The parts of a page; behind the first, tables alone that have more rows."""
    start = (number - 1) * most
    made = sheet.parts()
    if number == 1:
        return [_of(each, 0, most) if isinstance(each, Section) else each for each in made]
    tables = [each for each in made if isinstance(each, Section) and len(each.rows) > start]
    return [_of(each, start, most) for each in tables]


def _of(section: Section, start: int, most: int) -> Section:
    return section._replace(rows=section.rows[start : start + most], whole=len(section.rows))
