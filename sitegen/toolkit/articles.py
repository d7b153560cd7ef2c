"""Which articles of a regulation the tables of a ranking go by."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from sitegen.model import Event, Listing, Outcome, Part, PlayerPage, Section, Topic

_Parts = Sequence[Part]
_Page = TypeVar("_Page", Event, Listing, PlayerPage, Topic)


def cited(outcome: Outcome, by: Mapping[str, Sequence[str]]) -> Outcome:
    """The same pages, on which each section leads to the articles that stand in `by` under its name."""

    def leading(page: _Page) -> _Page:
        return page._replace(sheet=page.sheet._replace(parts=partial(_with, page.sheet.parts, by)))

    return outcome._replace(
        listing=leading(outcome.listing),
        archive=[leading(each) for each in outcome.archive],
        events=[leading(each) for each in outcome.events],
        players=[leading(each) for each in outcome.players],
        topics=[leading(each) for each in outcome.topics],
        calendar=[_section(each, by) for each in outcome.calendar],
    )


def _with(parts: Callable[[], _Parts], by: Mapping[str, Sequence[str]]) -> _Parts:
    return [_section(each, by) if isinstance(each, Section) else each for each in parts()]


def _section(section: Section, by: Mapping[str, Sequence[str]]) -> Section:
    return section._replace(articles=by.get(section.name, section.articles))
