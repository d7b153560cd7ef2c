"""The history of a ranking: the standings after each of its events, and the lists that are published of it.

`build_outcome` puts together what a system returns; `cite_articles` adds the articles of its regulation.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from itertools import accumulate, chain, groupby, pairwise
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from sitegen.core.entities import Careers, Moment, Player, UpcomingEvent
from sitegen.core.model import (
    ClubPeriod,
    Event,
    Fact,
    Listing,
    Outcome,
    PageContent,
    PageSection,
    PlayerPage,
    PublishedTable,
    Race,
    Section,
    ShortListing,
    Topic,
)
from sitegen.core.views import PageParts
from sitegen.toolkit.decisions import Applied, DatedDecision
from sitegen.toolkit.order import group_by

_DATE = attrgetter("date")
R_co = TypeVar("R_co", covariant=True, bound=Any)
S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True)
class Snapshot(Generic[R_co, S_co]):
    """An event (a day, an evening, a round, or a month of play) and the standings after it.

    `key` is the key of its results page, and `title` its name, with `{day}` and the `params` filled in.
    `rows` are the rows that it publishes; `standings` has the new standing of each player whom it changed, by
    id. An event that is not `is_listed` has no list. One that is not `is_over`, such as the month of the
    build, has the current list only, since that changes from day to day. `decisions` are those of the
    committee, as they were applied before what was played.
    """

    key: str
    day: date
    rows: Sequence[R_co]
    standings: Mapping[str, S_co]
    title: str = "{day}"
    params: Mapping[str, object] = field(default_factory=dict)
    is_listed: bool = True
    is_over: bool = True
    decisions: Sequence[Applied] = ()

    @property
    def days(self) -> Sequence[date]:
        """The days of its rows and decisions, in order; rows must have a `date`."""
        return sorted({row.date for row in (*self.rows, *self.decisions)})

    def find_start(self, decision: Applied) -> date:  # noqa: ARG002 - of some events it is that of each
        """Return the day before whose results a decision of the event counts: the first of the event."""
        return self.days[0]

    def make_event(self, content: PageContent, complaints_until: date | None = None) -> Event:
        """Return the page of the event."""
        params = {"day": self.day, **self.params}
        return Event(self.key, self.title, params, self.day, content, complaints_until)


class ListState(NamedTuple, Generic[R_co, S_co]):
    """What a list shows: the standings at the end of `day`, and those on the list before, by id.

    `last_event` is the event that the list was published after, and `previous_day` the day of the list
    before; both are None before the first.
    """

    day: date
    standings: Mapping[str, S_co]
    last_event: Snapshot[R_co, S_co] | None = None
    previous_standings: Mapping[str, S_co] | None = None
    previous_day: date | None = None

    @property
    def is_partial(self) -> bool:
        """Whether the event of the list is not over yet, so that the list does not go into the archive."""
        return self.last_event is not None and not self.last_event.is_over

    def make_listing(self, facts: Sequence[Fact], sections: Sequence[PageSection]) -> Listing:
        """Return the page of the list with these facts and sections."""
        return self.with_content(PageContent.create(facts, sections))

    def with_content(self, content: PageContent) -> Listing:
        """Return the page of the list with this content, under the title with its day."""
        title = "List of {day} – the period so far" if self.is_partial else "List of {day}"
        return Listing(self.day, self.day, content, title)


@dataclass(frozen=True)
class History(Generic[R_co, S_co]):
    """The standings at the `start`, by id, and the events that changed them, in order of day."""

    start: Mapping[str, S_co]
    events: Sequence[Snapshot[R_co, S_co]]

    @cached_property
    def rows(self) -> Sequence[R_co]:
        """The rows of all events."""
        return list(chain.from_iterable(event.rows for event in self.events))

    @cached_property
    def decisions(self) -> Sequence[Applied]:
        """The decisions of the committee of all events."""
        return list(chain.from_iterable(event.decisions for event in self.events))

    @cached_property
    def decisions_by_player(self) -> Mapping[str, Sequence[DatedDecision]]:
        """The decisions about each player, each with the day before whose results it counts."""
        decided = [(event.find_start(row), row) for event in self.events for row in event.decisions]
        return group_by(decided, lambda pair: pair[1].player)

    @cached_property
    def standings(self) -> Mapping[str, S_co]:
        """The standings of all players after the last event, by id."""
        standings = dict(self.start)
        for event in self.events:
            standings.update(event.standings)
        return standings

    @cached_property
    def standings_by_player(self) -> Mapping[str, Sequence[tuple[date, S_co]]]:
        """The day of each event that changed a player, with the new standing, by id.

        Players who came in later are there, too.
        """
        standings: dict[str, list[tuple[date, S_co]]] = {player: [] for player in self.start}
        for event in self.events:
            for player, standing in event.standings.items():
                standings.setdefault(player, []).append((event.day, standing))
        return standings

    @cached_property
    def event_keys(self) -> Mapping[object, str]:
        """The key of the event that each day of play belongs to; rows must have a `date`."""
        return {day: event.key for event in self.events for day in event.days}

    @cached_property
    def row_ranges(self) -> list[range]:
        """The places of the rows of each event among the rows of all events."""
        ends = [0, *accumulate(len(event.rows) for event in self.events)]
        return [range(*pair) for pair in pairwise(ends)]

    @cached_property
    def previous_days(self) -> list[date | None]:
        """The day of the list before each event; None before the first list."""
        days: list[date | None] = [None]
        for event in self.events:
            days.append(event.day if event.is_listed else days[-1])
        return days

    def build_lists(self, when: Moment) -> list[ListState[R_co, S_co]]:
        """Return the lists that are shown in full, oldest first.

        A day with several events has one list, after the last of them.
        """
        last_events = [
            list(events)[-1] for _, events in groupby(self._list_events, key=lambda event: event.day)
        ]
        days = {*select_archived([event.day for event in last_events], when.archive)}
        needed_days = {
            event.day for pair in pairwise(last_events) if pair[1].day in days for event in pair
        } | days
        standings = self.find_standings(needed_days)
        lists: list[ListState[R_co, S_co]] = []
        for previous, event in pairwise([None, *last_events]):
            if event and event.day in days:
                earlier, since = (standings[previous.day], previous.day) if previous else (None, None)
                lists.append(ListState(event.day, standings[event.day], event, earlier, since))
        return lists

    def find_short_listings(self, when: Moment) -> list[ShortListing]:
        """Return the lists that are not shown in full."""
        last_events = {event.day: event for event in self._list_events}
        full = {*select_archived(list(last_events), when.archive)}
        return [
            ShortListing(day, day) for day, event in last_events.items() if day not in full and event.is_over
        ]

    def build_current(self, when: Moment) -> ListState[R_co, S_co]:
        """Return the latest list; before the first event, the standings at the start."""
        return (self.build_lists(Moment(when.as_of, 0)) or [ListState(when.as_of, self.start)])[-1]

    @property
    def _list_events(self) -> list[Snapshot[R_co, S_co]]:
        return [event for event in self.events if event.is_listed]

    def find_standings(self, days: Iterable[date]) -> dict[date, Mapping[str, S_co]]:
        """Return the standings of all players at the end of each of `days`."""
        standings, by_day, applied_count = dict(self.start), dict[date, Mapping[str, S_co]](), 0
        for day in sorted({*days}):
            end = bisect_right(self.events, day, lo=applied_count, key=lambda event: event.day)
            for event in self.events[applied_count:end]:
                standings.update(event.standings)
            by_day[day], applied_count = dict(standings), end
        return by_day


def group_by_day(rows: Sequence[Any], when: Moment) -> Iterator[tuple[date, list[Any]]]:
    """Yield each day of play through the day of the build, with its rows in order of play.

    The order of play is the column `order`, where rows have one, else the order in which they stand.
    """
    by_date = sorted(rows, key=_DATE)
    del by_date[bisect_right(by_date, when.as_of, key=_DATE) :]
    return (
        (day, sorted(rows_of_day, key=lambda row: getattr(row, "order", None) or 0))
        for day, rows_of_day in groupby(by_date, key=_DATE)
    )


def group_decided_days(
    decisions: Sequence[Any], results: Sequence[Any], when: Moment
) -> Iterator[tuple[date, list[Any], list[Any]]]:
    """Yield each day of play or of a decision as `group_by_day`, with its decisions and its results."""
    by_day = group_by(decisions, _DATE)
    for day, rows in group_by_day([*decisions, *results], when):
        decided = by_day.get(day, [])  # they come first: they have no order of play
        yield day, decided, rows[len(decided) :]


def select_archived(days: Sequence[date], archive: int) -> list[date]:
    """Return the days of the lists that are shown in full; `days` are those of all lists, oldest first.

    These are the current list, which is the last, the `archive` latest before it, and the last of each year.
    """
    latest = set(days[-1 - archive :])
    last_of_year = {day.year: day for day in days}
    return [day for day in days if day in latest or last_of_year[day.year] == day]


R = TypeVar("R")
S = TypeVar("S")


def build_outcome(  # noqa: PLR0913 - each is one kind of page or file, and all are named at the call
    history: History[R, S],
    when: Moment,
    *,
    tables: Sequence[PublishedTable],
    build_listing: Callable[[ListState[R, S]], Listing],
    events: Sequence[Event],
    calendar: Sequence[Section],
    players: Sequence[PlayerPage],
    topics: Sequence[Topic] = (),
    event_keys: Mapping[object, str] | None = None,
    topic_keys: Mapping[Any, str] | None = None,
    careers: Careers | None = None,
    upcoming_events: Sequence[UpcomingEvent] = (),
    compare_days: Callable[[date, date], Section] | None = None,
    clubs: Mapping[str, Sequence[ClubPeriod]] = MappingProxyType({}),
) -> Outcome:
    """Return the outcome of a system; `build_listing` makes the current list and each in the archive.

    The other parameters are the fields of `Outcome`. Without `event_keys` a day leads to its first event.
    """
    states = history.build_lists(when)
    lists = [build_listing(state) for state in states]
    return Outcome(
        tables=tables,
        listing=lists[-1] if lists else build_listing(history.build_current(when)),
        archive=[listing for listing, state in zip(lists, states, strict=True) if not state.is_partial],
        events=events,
        calendar=calendar,
        players=players,
        event_keys={event.day: event.key for event in reversed(events)} if event_keys is None else event_keys,
        short_listings=history.find_short_listings(when),
        topics=topics,
        topic_keys=topic_keys or {},
        careers=careers,
        upcoming_events=upcoming_events,
        compare_days=compare_days,
        clubs=clubs,
    )


def make_player_pages(players: Iterable[Player], page: PageParts) -> list[PlayerPage]:
    """Return a page for each of `players`, in their order."""
    return [
        PlayerPage(player.id, player.name, player.club, page.build_content(player.id)) for player in players
    ]


PageT = TypeVar("PageT", Event, Listing, PlayerPage, Topic)


def cite_articles(outcome: Outcome, articles: Mapping[str, Sequence[str]]) -> Outcome:
    """Return the same pages, on which sections without articles cite those that `articles` has by name."""

    def find_articles(section: Section | Race) -> Sequence[str]:
        return section.articles or articles.get(section.name, ())

    def cite(sections: Sequence[PageSection]) -> list[PageSection]:
        return [
            section._replace(articles=find_articles(section))
            if isinstance(section, Section | Race)
            else section
            for section in sections
        ]

    def cite_page(page: PageT) -> PageT:
        return page._replace(content=page.content.map_sections(cite))

    return outcome._replace(
        listing=cite_page(outcome.listing),
        archive=[cite_page(listing) for listing in outcome.archive],
        events=[cite_page(event) for event in outcome.events],
        players=[cite_page(player) for player in outcome.players],
        topics=[cite_page(topic) for topic in outcome.topics],
        calendar=[section._replace(articles=find_articles(section)) for section in outcome.calendar],
    )
