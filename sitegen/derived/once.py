"""Careers and lists, each made once for all that asks for it, as long as there is room."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import TypeVar

from sitegen.model import Career, Listing, Outcome, Part, Section, Sheet

_MOST_RESULTS = 120_000
"""The results of all players together that are kept: some 40 MB."""
_MOST_ROWS = 100_000
"""The rows of all lists together that are kept: some 20 MB."""
K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


def once(outcome: Outcome) -> Outcome:
    """The same, whose careers and lists are made when they are first asked for."""
    careers, current = outcome.careers, outcome.listing
    return replace(
        outcome,
        careers=careers and replace(careers, of=_few(careers.of, _results, _MOST_RESULTS)),
        listing=replace(current, sheet=_once(current.sheet)),
        archive=_each_once(outcome.archive),
    )


def _few(of: Callable[[K], T], size: Callable[[T], int], most: int) -> Callable[[K], T]:
    """The same, each made once; the latest alone is kept where all of them have more than the `most`."""
    made: dict[K, T] = {}
    room = [most]

    def kept(wanted: K) -> T:
        if wanted in made:
            return made[wanted]
        found = of(wanted)
        room[0] -= size(found)
        if room[0] < 0:
            made.clear()
        made[wanted] = found
        return found

    return kept


def _results(career: Career) -> int:
    return len(career.played)


def _once(sheet: Sheet) -> Sheet:
    """A sheet whose parts are made once."""
    return replace(sheet, parts=cache(sheet.parts))


def _each_once(archive: Sequence[Listing]) -> list[Listing]:
    """The same lists, whose parts are kept: what all lists say is found first, then come their pages."""

    def made(place: int) -> Sequence[Part]:
        return archive[place].sheet.parts()

    parts = _few(made, _rows, _MOST_ROWS)
    sheets = [replace(each.sheet, parts=partial(parts, place)) for place, each in enumerate(archive)]
    return [replace(each, sheet=sheet) for each, sheet in zip(archive, sheets, strict=True)]


def _rows(parts: Sequence[Part]) -> int:
    return sum(len(each.rows) for each in parts if isinstance(each, Section))
