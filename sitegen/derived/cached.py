"""Careers, lists and events, each made once for what is derived of them, their pages and their files."""

from functools import cache, lru_cache
from typing import TypeVar

from sitegen.model import Career, Event, Listing, Outcome

P = TypeVar("P", Listing, Event)
_MOST = 2_000
"""Careers that are kept: some 50 MB where each is of a hundred matches."""


def cached(outcome: Outcome) -> Outcome:
    """The same outcome, whose careers, lists and events are made when they are first asked for, and kept.

    Of thousands of careers the latest are.
    """
    careers = outcome.careers
    return outcome._replace(
        careers=careers
        and careers._replace(of=lru_cache(_MOST)(lambda player: _by_column(careers.of(player)))),
        listing=_cached(outcome.listing),
        archive=[_cached(each) for each in outcome.archive],
        events=[_cached(each) for each in outcome.events],
    )


def _by_column(career: Career) -> Career:
    return career._replace(played=career.results)


def _cached(page: P) -> P:
    return page._replace(sheet=page.sheet._replace(parts=cache(page.sheet.parts)))
