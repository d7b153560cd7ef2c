"""Careers and lists, each made once for all that asks for it, as long as there is room."""

from collections.abc import Callable, Hashable, Sequence
from functools import cache, partial
from typing import TypeVar

from sitegen.model import Career, Event, Listing, Outcome, Part, Section, Sheet

_MOST_RESULTS = 120_000
"""The results of all players together that are kept: some 40 MB."""
_MOST_ROWS = 100_000
"""The rows of all lists together that are kept: some 20 MB."""
K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
P = TypeVar("P", Listing, Event)


def once(outcome: Outcome) -> Outcome:
    """The same, whose careers and lists are made when they are first asked for."""
    careers, current = outcome.careers, outcome.listing
    return outcome._replace(
        careers=careers and careers._replace(of=_few(careers.of, _results, _MOST_RESULTS)),
        listing=current._replace(sheet=_once(current.sheet)),
        archive=each_once(outcome.archive, _MOST_ROWS),  # what all lists say is found before their pages
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
    return sheet._replace(parts=cache(sheet.parts))


def each_once(pages: Sequence[P], most: int) -> list[P]:
    """The same pages, whose parts are made once; of more than `most` rows the latest alone are kept."""

    def made(place: int) -> Sequence[Part]:
        return pages[place].sheet.parts()

    parts = _few(made, _rows, most)
    sheets = [each.sheet._replace(parts=partial(parts, place)) for place, each in enumerate(pages)]
    return [each._replace(sheet=sheet) for each, sheet in zip(pages, sheets, strict=True)]


def _rows(parts: Sequence[Part]) -> int:
    return sum(len(each.rows) for each in parts if isinstance(each, Section))
