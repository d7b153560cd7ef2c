"""What the feeds tell: of the site, its publications and news; of a ranking, its lists.

The feed of each player, with what they played: made by the thousand, so without a template.

The calendar of a ranking for a telephone or a mail program: what was played, and what is to come.

What a ranking has for those who share it: the list in a frame, a calendar, feeds, a page that says so.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from hashlib import blake2b
from html import escape
from itertools import groupby, islice, repeat
from operator import attrgetter
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from sitegen.core.entities import Career, Result
from sitegen.core.model import PageContent, PlayerPage, Section
from sitegen.core.table import PlayerId, Rank, Table, column
from sitegen.inputs.config.site import Site
from sitegen.pages.lists import format_list_title
from sitegen.pages.page import OF_FRAME, LocalizedSite, Page, paginate
from sitegen.pages.site import list_headlines
from sitegen.rankings.ranking import RankingContext, StandingRow, Standings

_MAX_ENTRIES = 20


def plan_feeds(edition: LocalizedSite) -> Iterator[Page]:
    """The feed of the site in one language, and one of each ranking."""
    boards, prefix = edition.boards, edition.prefix
    published = {board.home: [*_list_publications(board)] for board in boards}
    news = list_headlines(edition.content.news[:_MAX_ENTRIES])
    every = [entry for entries in published.values() for entry in entries]
    yield Page(
        f"{prefix}feed.xml", "feed.xml", _build_feed_context(prefix, edition.site.title, [*every, *news])
    )
    for board in boards:
        shows = _build_feed_context(board.home, board.ranking.title, published[board.home])
        yield Page(f"{board.home}feed.xml", "feed.xml", shows, board.ranking.id)


def _build_feed_context(home: str, title: str, entries: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """What the template is given: the latest entries, newest first."""
    latest = sorted(entries, key=lambda entry: entry["day"], reverse=True)[:_MAX_ENTRIES]
    return {"home": home, "title": title, "entries": latest}


def _list_publications(board: RankingContext) -> Iterator[dict[str, Any]]:
    """The latest lists of a ranking."""
    for listing in board.outcome.archive[-_MAX_ENTRIES:]:
        yield {
            "url": f"{board.home}lists/{listing.day}/",
            "title": f"{board.ranking.title}, {board.language.format_long_date(listing.day)}",
            "day": listing.day,
            "summary": format_list_title(listing, board.language),
        }


_MAX_PLAYER_ENTRIES = 20
_FEED_HEAD = """<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{language}">
<id>{home}</id>
<title>{title}</title>
<link href="{home}"/>
<link rel="self" href="{home}feed.xml"/>
<author><name>{site}</name></author>
<updated>{updated}T00:00:00Z</updated>
"""


class FeedEntry(NamedTuple):
    """What a player played at one event, `after` the figure that they had then."""

    key: str
    day: date
    results: tuple[Result, ...]
    figure: float | None


def plan_player_feeds(site: Site, board: RankingContext) -> Iterator[Page]:
    """The feed of each player, where the ranking tells of their careers."""
    if board.outcome.careers is None:
        return
    writer = _FeedWriter(site, board)
    for player in board.outcome.players:
        yield Page(
            f"{board.home}players/{player.id}/feed.xml",
            "players/feed.xml",
            ranking=board.ranking.id,
            make=lambda player=player: writer.render_feed(player),  # type: ignore[misc]
        )


def collect_entries(career: Career) -> list[FeedEntry]:
    """The latest of what was played, by event, newest first."""
    after = dict(career.history)
    found = []
    for key, played in islice(groupby(reversed(career.results), attrgetter("event")), _MAX_PLAYER_ENTRIES):
        results = tuple(played)[::-1]
        days = [result.day for result in results if result.day in after]
        found.append(FeedEntry(key, results[-1].day, results, after[days[-1]] if days else None))
    return found


class _FeedEvent(NamedTuple):
    """What an event is called, also as markup, what it goes by in addresses, and its own, if it has one."""

    title: str
    title_markup: str
    key: str
    link: str


class _FeedWriter:
    """Writes the feeds of one ranking."""

    def __init__(self, site: Site, board: RankingContext) -> None:
        self._site = site
        self._board = board
        self._careers = board.outcome.careers
        self._events: dict[tuple[str, date], _FeedEvent] = {}
        self._signed = board.language.make_number_formatter(1, signed=True)
        self._decimals = self._careers.decimals if self._careers else 0

    def render_feed(self, player: PlayerPage) -> bytes:
        """The feed of a player."""
        found = collect_entries(self._careers.get_career(player.id)) if self._careers else []
        home = f"{self._site.url}{self._board.home}players/{quote(player.id)}/"
        head = _FEED_HEAD.format(
            language=self._board.language.code,
            home=home,
            title=escape(f"{player.name}, {self._board.ranking.title}"),
            site=escape(self._site.title),
            updated=max((entry.day for entry in found), default="1970-01-01"),
        )
        numbers = self._board.language.format_numbers
        moved = numbers(list(map(_sum_changes, found)), 1, signed=True)
        stood = numbers([entry.figure for entry in found], self._decimals)
        told = "".join(map(self._render_entry, repeat(home), found, moved, stood))
        return f"{head}{told}</feed>\n".encode("utf-8", "replace")

    def _render_entry(self, home: str, entry: FeedEntry, moved: str, stood: str) -> str:
        event = self._describe_event(entry.key, entry.day)
        told = " → ".join(filter(None, (moved, stood)))
        said = "; ".join(filter(None, map(self._format_result, entry.results)))
        return (
            f"<entry>\n<id>{home}#{event.key}</id>\n"
            f"<title>{event.title_markup}{': ' if told else ''}{told}</title>\n"
            f'<link href="{event.link or home}"/>\n'
            f"<updated>{entry.day}T00:00:00Z</updated>\n"
            f"<summary>{escape(said or event.title)}</summary>\n</entry>\n"
        )

    def _describe_event(self, key: str, day: date) -> _FeedEvent:
        """What is said of an event; made once for all feeds."""
        known = self._events.get((key, day))
        if known is None:
            title = self._board.event_titles.get(key) or self._board.language.format_long_date(day)
            link = f"{self._site.url}{self._board.home}results/{quote(key)}/"
            has_page = key in self._board.event_titles
            known = _FeedEvent(title, escape(title), quote(key or str(day)), link if has_page else "")
            self._events[key, day] = known
        return known

    def _format_result(self, result: Result) -> str:
        """One match in a line: how it ended, with and against whom, the score and what it did."""
        name = self._board.get_name
        parts = [
            self._board.language.translate(result.ended),
            " + ".join([name(partner) for partner in result.partners]),
            ", ".join([name(opponent) for opponent in result.opponents]),
            result.score,
            "" if result.change is None else self._signed(result.change),
        ]
        return " · ".join(filter(None, parts))


def _sum_changes(entry: FeedEntry) -> float | None:
    """What an event did to the figure; None where nothing of it counts."""
    moved = [result.change for result in entry.results if result.change is not None]
    return sum(moved) if moved else None


_MAX_CALENDAR_EVENTS = 300
_MAX_LINE_BYTES = 75
_PAIR_STARTS = ("\\", "^")
"""The first of two signs that are one."""
_TEXT_ESCAPES = (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\r\n", "\\n"), ("\n", "\\n"), ("\r", "\\n"))


class _CalendarEntry(NamedTuple):
    """One day in the calendar; `key` is that of its page, empty where it has none."""

    day: date
    title: str
    key: str


def plan_ical(site: Site, board: RankingContext) -> Page:
    """The calendar, with the latest events: one that grows for ever is fetched whole every day."""
    found = [*_collect_calendar_entries(board)]
    url = f"{board.home}calendar.ics"
    return Page(
        url,
        "calendar.ics",
        ranking=board.ranking.id,
        make=lambda: _render_ical(site, board, found),
    )


def _collect_calendar_entries(board: RankingContext) -> Iterator[_CalendarEntry]:
    """What was played, oldest first, then what is to come and has no page yet."""
    for event in sorted(board.outcome.events, key=lambda event: (event.day, event.key))[
        -_MAX_CALENDAR_EVENTS:
    ]:
        yield _CalendarEntry(event.day, board.event_titles[event.key], event.key)
    yield from (_CalendarEntry(*upcoming) for upcoming in board.upcoming_events if not upcoming.event)


def _render_ical(site: Site, board: RankingContext, entries: Sequence[_CalendarEntry]) -> bytes:
    """The file as RFC 5545 has it, by what is in it alone."""
    name = f"{board.ranking.title}, {site.title}"
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//sitegen//calendar//EN",
        f"X-WR-CALNAME:{' '.join(name.splitlines())}",  # whoever knows this one takes it as it is
    ]
    for entry in entries:
        lines += _render_event(site, board, entry)
    return "".join(f"{fold_line(line)}\r\n" for line in [*lines, "END:VCALENDAR"]).encode()


def _render_event(site: Site, board: RankingContext, entry: _CalendarEntry) -> Iterator[str]:
    home = f"{site.url}{board.home}results/"
    yield "BEGIN:VEVENT"
    yield f"SUMMARY:{escape_text(f'{board.ranking.title}{board.language.colon} {entry.title}')}"
    yield f"DTSTART;VALUE=DATE:{_format_date(entry.day)}"
    yield f"DTEND;VALUE=DATE:{_format_date(entry.day + timedelta(days=1))}"
    yield f"DTSTAMP:{_format_date(entry.day)}T000000Z"
    yield f"UID:{escape_text(_make_uid(site, board, entry))}"
    yield "TRANSP:TRANSPARENT"
    yield f"URL:{home}{quote(entry.key)}/" if entry.key else f"URL:{home}"
    yield "END:VEVENT"


def _format_date(day: date) -> str:
    return day.isoformat().replace("-", "")


def escape_text(said: str) -> str:
    """A text as a value (3.3.11): signs that separate values escaped, ends of lines too."""
    for sign, escaped in _TEXT_ESCAPES:
        said = said.replace(sign, escaped)
    return said


def fold_line(line: str) -> str:
    """A line in parts of less than 75 bytes (3.1), of which none ends between two signs that are one."""
    if len(line.encode()) < _MAX_LINE_BYTES:
        return line
    parts, part, size = list[str](), "", 0
    for sign in line:
        wide = len(sign.encode())
        if size + wide >= _MAX_LINE_BYTES:
            whole = part[:-1] if part[1:].endswith(_PAIR_STARTS) else part
            parts.append(whole)
            part = part[len(whole) :]
            size = len(part)
        part, size = part + sign, size + wide
    return "\r\n ".join([*parts, part])


def _make_uid(site: Site, board: RankingContext, entry: _CalendarEntry) -> str:
    """What an entry is known by: its key, or what is said of a day to come."""
    told = blake2b(entry.title.encode(), digest_size=6).hexdigest()
    name = entry.key or f"{entry.day}-{told}"
    return f"{name}.{board.home.replace('/', '.')}{urlsplit(site.url).hostname}"


class EmbeddedRow(Table):
    """A row of the list in a frame on another site."""

    rank: Rank | None = column("the place on the list", label="#")
    player: PlayerId = column("the player")
    name: str = column("the name")
    club: str = column("the club")
    figure: str = column("the figure that the list is about")
    change: str = column("what it moved since the list before", label="±")


def plan_sharing(site: Site, board: RankingContext) -> Iterator[Page]:
    """The frame, the page that says how to use it, and what can be followed."""
    stood = board.standings
    dated = board.language.format_full_date(board.outcome.listing.day)
    sheet = PageContent((), lambda: [_build_frame_section(stood)])
    shows = {"dated": dated, "label": stood.label}
    frame = Page(f"{board.home}embed/", "embed.html", shows, board.ranking.id, sheet)
    yield from paginate(frame, len(stood.by_player), OF_FRAME)
    yield Page(f"{board.home}share/", "share.html", _build_share_context(board, stood.rows), board.ranking.id)
    yield plan_ical(site, board)
    yield from plan_player_feeds(site, board)


def _build_frame_section(stood: Standings) -> Section:
    return Section("list", "", EmbeddedRow, EmbeddedRow.combine_all(stood.rows))


def _build_share_context(board: RankingContext, rows: Sequence[StandingRow]) -> dict[str, object]:
    """What the page shows: an example of each frame, and the addresses that last."""
    known = {player.id for player in board.outcome.players}
    return {
        "player": next((row.player for row in rows if row.player in known), ""),
        "club": next((row.club for row in rows if row.club), ""),
        "tables": [table.name for table in board.outcome.tables],
        "feeds": board.outcome.careers is not None,
    }
