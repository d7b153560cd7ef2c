"""The calendar of a ranking for a telephone or a mail program: what was played, and what is to come."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from hashlib import blake2b
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from sitegen.board import Board
from sitegen.config import Site
from sitegen.digest import digest_of
from sitegen.pages.page import Page

_LATEST = 300


class _Entry(NamedTuple):
    """One day in the calendar; `key` is that of its page, empty where it has none."""

    day: date
    title: str
    key: str


def calendar(site: Site, board: Board) -> Page:
    """The calendar, with the latest events: one that grows for ever is fetched whole every day."""
    found = [*_entries(board)]
    digest = digest_of(found).hex()
    url = f"{board.home}calendar.ics"
    return Page(
        url,
        "calendar.ics",
        {"digest": digest},
        board.ranking.id,
        make=lambda: _written(site, board, found),
    )


def _entries(board: Board) -> Iterator[_Entry]:
    """What was played, oldest first, then what is to come and has no page yet."""
    for each in sorted(board.outcome.events, key=lambda each: (each.day, each.key))[-_LATEST:]:
        yield _Entry(each.day, board.titles[each.key], each.key)
    yield from (_Entry(*each) for each in board.coming if not each.event)


def _written(site: Site, board: Board, entries: Sequence[_Entry]) -> bytes:
    """The file as RFC 5545 has it, by what is in it alone."""
    from icalendar import Calendar, Event  # noqa: PLC0415 - 40 ms that a build with nothing new does not need

    made = Calendar()
    made.add("prodid", "-//sitegen//calendar//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", f"{board.ranking.title}, {site.title}")
    home = f"{site.url}{board.home}"
    for each in entries:
        event = Event()
        event.add("uid", _uid(site, board, each))
        event.add("dtstamp", datetime(each.day.year, each.day.month, each.day.day, tzinfo=UTC))
        event.add("dtstart", each.day)
        event.add("dtend", each.day + timedelta(days=1))
        event.add("summary", f"{board.ranking.title}{board.language.colon} {each.title}")
        event.add("url", f"{home}results/{quote(each.key)}/" if each.key else f"{home}results/")
        event.add("transp", "TRANSPARENT")
        made.add_component(event)
    return bytes(made.to_ical())


def _uid(site: Site, board: Board, entry: _Entry) -> str:
    """What an entry is known by: its key, or what is said of a day to come."""
    told = blake2b(entry.title.encode(), digest_size=6).hexdigest()
    name = entry.key or f"{entry.day}-{told}"
    return f"{name}.{board.home.replace('/', '.')}{urlsplit(site.url).hostname}"
