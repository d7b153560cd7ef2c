"""All that is published of a ranking, out of its course and what its pages show."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, TypeVar

from sitegen.model import (
    Careers,
    Coming,
    Event,
    Listing,
    Outcome,
    Player,
    PlayerPage,
    Published,
    Section,
    Sheet,
    Topic,
    When,
)
from sitegen.toolkit.course import Course, Stood

P = TypeVar("P", bound=Player)
R = TypeVar("R")
S = TypeVar("S")


def outcome(  # noqa: PLR0913 - each is one kind of page or file, and all are named at the call
    course: Course[R, S],
    when: When,
    *,
    tables: Sequence[Published],
    listing: Callable[[Stood[R, S]], Listing],
    events: Sequence[Event],
    calendar: Sequence[Section],
    players: Sequence[PlayerPage],
    topics: Sequence[Topic] = (),
    event_of: Mapping[object, str] | None = None,
    topic_of: Mapping[Any, str] | None = None,
    careers: Careers | None = None,
    coming: Sequence[Coming] = (),
    between: Callable[[date, date], Section] | None = None,
) -> Outcome:
    """What a system calculated: `listing` makes each list that keeps a page, and the current one.

    `event_of` is what `Outcome` says; without it a day leads to the first event on it.
    """
    stood = course.lists(when)
    lists = [listing(each) for each in stood]
    return Outcome(
        tables=tables,
        listing=lists[-1] if lists else listing(course.current(when)),
        archive=[made for made, each in zip(lists, stood, strict=True) if not each.is_so_far],
        events=events,
        calendar=calendar,
        players=players,
        event_of={each.day: each.key for each in reversed(events)} if event_of is None else event_of,
        shorter=course.shorter(when),
        topics=topics,
        topic_of=topic_of or {},
        careers=careers,
        coming=coming,
        between=between,
    )


def pages(players: Iterable[P], sheet: Callable[[P], Sheet]) -> list[PlayerPage]:
    """A page for each of `players`, in the order of their rows."""
    return [PlayerPage(each.id, each.name, each.club, sheet(each)) for each in players]
