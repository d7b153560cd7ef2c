"""The course of a ranking: what stands after each of its events, and the lists that are published of it.

Which articles of a regulation the tables of a ranking go by.

All that is published of a ranking, out of its course and what its pages show.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, partial
from itertools import accumulate, chain, groupby, pairwise
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from sitegen.core.entities import Careers, Moment, Player, UpcomingEvent
from sitegen.core.model import (
    Event,
    Fact,
    Listing,
    Outcome,
    PageContent,
    PageSection,
    PlayerPage,
    PublishedTable,
    Section,
    ShortListing,
    Topic,
)
from sitegen.toolkit.order import index_by_player

_Sections = Sequence[PageSection]
_Page = TypeVar("_Page", Event, Listing, PlayerPage, Topic)


def cite_articles(outcome: Outcome, by: Mapping[str, Sequence[str]]) -> Outcome:
    """The same pages, on which each section leads to the articles that stand in `by` under its name."""

    def leading(page: _Page) -> _Page:
        return page._replace(
            content=page.content._replace(sections=partial(_cite_sections, page.content.sections, by))
        )

    return outcome._replace(
        listing=leading(outcome.listing),
        archive=[leading(listing) for listing in outcome.archive],
        events=[leading(event) for event in outcome.events],
        players=[leading(player) for player in outcome.players],
        topics=[leading(topic) for topic in outcome.topics],
        calendar=[_cite_section(section, by) for section in outcome.calendar],
    )


def _cite_sections(parts: Callable[[], _Sections], by: Mapping[str, Sequence[str]]) -> _Sections:
    return [_cite_section(part, by) if isinstance(part, Section) else part for part in parts()]


def _cite_section(section: Section, by: Mapping[str, Sequence[str]]) -> Section:
    return section._replace(articles=by.get(section.name, section.articles))


_DATE = attrgetter("date")
R_co = TypeVar("R_co", covariant=True, bound=Any)
S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True)
class Snapshot(Generic[R_co, S_co]):
    """What stands after an event: a day, an evening, a round, or a month of play.

    `key` is that of its results page, and `title` what it is called, shown with its day and what is `named`
    in it. `rows` are those that it publishes; `left` has the standing in which it left everyone whom it
    moved, by id. No list is published of an event that is not `is_listed`, and of one that is not `is_over`,
    such as the month of the build, only the current list: tomorrow that is another.
    """

    key: str
    day: date
    rows: Sequence[R_co]
    standings: Mapping[str, S_co]
    title: str = "{day}"
    params: Mapping[str, object] = field(default_factory=dict)
    is_listed: bool = True
    is_over: bool = True

    def make_event(self, sheet: PageContent, complaints_until: date | None = None) -> Event:
        """The page of the event."""
        named = {"day": self.day, **self.params}
        return Event(self.key, self.title, named, self.day, sheet, complaints_until)


class ListState(NamedTuple, Generic[R_co, S_co]):
    """What a list shows: how all stood at the end of `day`, and how on the list before, by id.

    `last` is the event that it was published after, and `since` the day of the list before; both are None
    before the first.
    """

    day: date
    standings: Mapping[str, S_co]
    last_event: Snapshot[R_co, S_co] | None = None
    previous_standings: Mapping[str, S_co] | None = None
    previous_day: date | None = None

    @property
    def is_partial(self) -> bool:
        """Whether it is of an event that is not over, so that it keeps no page."""
        return self.last_event is not None and not self.last_event.is_over

    def make_listing(self, facts: Sequence[Fact], parts: Sequence[PageSection]) -> Listing:
        """The page of the list, with its parts at hand."""
        return self.with_content(PageContent.create(facts, parts))

    def with_content(self, sheet: PageContent) -> Listing:
        """The page of the list, which is named for its day."""
        title = "List of {day} – the period so far" if self.is_partial else "List of {day}"
        return Listing(self.day, self.day, sheet, title)


@dataclass(frozen=True)
class History(Generic[R_co, S_co]):
    """The standings at the `start`, by id, and the events that moved them, in order of day."""

    start: Mapping[str, S_co]
    events: Sequence[Snapshot[R_co, S_co]]

    @cached_property
    def rows(self) -> Sequence[R_co]:
        """The rows of all events."""
        return list(chain.from_iterable(event.rows for event in self.events))

    @cached_property
    def standings(self) -> Mapping[str, S_co]:
        """How all stand after the last event, by id."""
        now = dict(self.start)
        for event in self.events:
            now.update(event.standings)
        return now

    @cached_property
    def standings_by_player(self) -> Mapping[str, Sequence[tuple[date, S_co]]]:
        """The standings of each player, also who came in later, after the events that moved them.

        With the day of each.
        """
        found: dict[str, list[tuple[date, S_co]]] = {player: [] for player in self.start}
        for event in self.events:
            for player, own in event.standings.items():
                found.setdefault(player, []).append((event.day, own))
        return found

    @cached_property
    def event_keys(self) -> Mapping[object, str]:
        """The key of the event that each day of play belongs to, where rows have a `date`."""
        return {day: event.key for event in self.events for day in {row.date for row in event.rows}}

    @cached_property
    def row_ranges(self) -> list[range]:
        """The places of the rows of each event among those of all."""
        ends = [0, *accumulate(len(event.rows) for event in self.events)]
        return [range(*pair) for pair in pairwise(ends)]

    def find_places(self, *columns: str) -> Mapping[str, Sequence[int]]:
        """The places among all rows of those of each player, whom two or more `columns` name."""
        return index_by_player(self.start, map(attrgetter(*columns), self.rows))

    def build_lists(self, when: Moment) -> list[ListState[R_co, S_co]]:
        """The lists that are shown in full, oldest first; of several events on a day that after the last."""
        ends = [list(group)[-1] for _, group in groupby(self._list_events, key=lambda item: item.day)]
        days = {*select_archived([end.day for end in ends], when.archive)}
        needed = {end.day for pair in pairwise(ends) if pair[1].day in days for end in pair} | days
        states = self.find_standings(needed)
        made: list[ListState[R_co, S_co]] = []
        for before, end in pairwise([None, *ends]):
            if end and end.day in days:
                earlier, since = (states[before.day], before.day) if before else (None, None)
                made.append(ListState(end.day, states[end.day], end, earlier, since))
        return made

    def find_short_listings(self, when: Moment) -> list[ShortListing]:
        """The lists that are not shown in full."""
        ends = {event.day: event for event in self._list_events}
        full = {*select_archived(list(ends), when.archive)}
        return [ShortListing(day, day) for day, event in ends.items() if day not in full and event.is_over]

    def build_current(self, when: Moment) -> ListState[R_co, S_co]:
        """The latest list; before the first, everyone as at the start."""
        return (self.build_lists(Moment(when.as_of, 0)) or [ListState(when.as_of, self.start)])[-1]

    @property
    def _list_events(self) -> list[Snapshot[R_co, S_co]]:
        return [event for event in self.events if event.is_listed]

    def find_standings(self, days: Iterable[date]) -> dict[date, Mapping[str, S_co]]:
        """How all stood at the end of each of `days`."""
        standing, found, done = dict(self.start), dict[date, Mapping[str, S_co]](), 0
        for day in sorted({*days}):
            end = bisect_right(self.events, day, lo=done, key=lambda item: item.day)
            for event in self.events[done:end]:
                standing.update(event.standings)
            found[day], done = dict(standing), end
        return found


def group_by_day(rows: Sequence[Any], when: Moment) -> Iterator[tuple[date, list[Any]]]:
    """The rows through the day of the build by their `date`.

    Those of one day come by their column `order`, where they have one, else as they stand.
    """
    there = sorted(rows, key=_DATE)
    del there[bisect_right(there, when.as_of, key=_DATE) :]
    return ((day, sorted(played, key=_get_order)) for day, played in groupby(there, key=_DATE))


def _get_order(row: Any) -> int:
    """The number of a row in the order of play of its day; 0 where none is written down."""
    return getattr(row, "order", None) or 0


def select_archived(days: Sequence[date], archive: int) -> list[date]:
    """Those of the lists published on `days`, oldest first, that are shown in full.

    The last one is the current list. Kept are that one, the `archive` latest before it, and the last of
    each year.
    """
    latest = set(days[-1 - archive :])
    last_of_year = {day.year: day for day in days}
    return [day for day in days if day in latest or last_of_year[day.year] == day]


P = TypeVar("P", bound=Player)
R = TypeVar("R")
S = TypeVar("S")


def build_outcome(  # noqa: PLR0913 - each is one kind of page or file, and all are named at the call
    course: History[R, S],
    when: Moment,
    *,
    tables: Sequence[PublishedTable],
    listing: Callable[[ListState[R, S]], Listing],
    events: Sequence[Event],
    calendar: Sequence[Section],
    players: Sequence[PlayerPage],
    topics: Sequence[Topic] = (),
    event_of: Mapping[object, str] | None = None,
    topic_of: Mapping[Any, str] | None = None,
    careers: Careers | None = None,
    coming: Sequence[UpcomingEvent] = (),
    between: Callable[[date, date], Section] | None = None,
) -> Outcome:
    """What a system calculated: `listing` makes each list that keeps a page, and the current one.

    `event_of` is what `Outcome` says; without it a day leads to the first event on it.
    """
    stood = course.build_lists(when)
    lists = [listing(state) for state in stood]
    return Outcome(
        tables=tables,
        listing=lists[-1] if lists else listing(course.build_current(when)),
        archive=[made for made, state in zip(lists, stood, strict=True) if not state.is_partial],
        events=events,
        calendar=calendar,
        players=players,
        event_keys={event.day: event.key for event in reversed(events)} if event_of is None else event_of,
        short_listings=course.find_short_listings(when),
        topics=topics,
        topic_keys=topic_of or {},
        careers=careers,
        upcoming_events=coming,
        compare_days=between,
    )


def make_player_pages(players: Iterable[P], sheet: Callable[[P], PageContent]) -> list[PlayerPage]:
    """A page for each of `players`, in the order of their rows."""
    return [PlayerPage(player.id, player.name, player.club, sheet(player)) for player in players]
