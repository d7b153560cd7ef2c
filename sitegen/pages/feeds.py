"""Plan what can be followed or shown elsewhere: Atom feeds, iCalendar files, and the list in a frame.

The feed of the site has its lists and news, that of a ranking its lists, and that of a player what they
played in the latest month, and some before: who looks once a month misses nothing. Players' feeds are made by
the thousand, and so without a template. RFC 4287 describes Atom, RFC 5545 iCalendar.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from hashlib import blake2b
from html import escape
from itertools import groupby, islice
from operator import attrgetter
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from sitegen.compare.correction import UNKNOWN_HISTORY, CorrectionHistory
from sitegen.core.entities import Career, Result
from sitegen.core.model import PageContent, PlayerPage, Section
from sitegen.core.table import PlayerId, Rank, Table, column
from sitegen.inputs.config.site import Site
from sitegen.pages.overview import MAX_ENTRIES, RankingSummary, list_publications
from sitegen.pages.page import OF_FRAME, LocalizedSite, Page, paginate
from sitegen.pages.site import list_headlines
from sitegen.rankings.ranking import RankingContext, StandingRow

_LONG_AGO = date(1970, 1, 1)
"""When something changed last of which nothing is known."""


def plan_feed(localized_site: LocalizedSite, summaries: Sequence[RankingSummary]) -> Page:
    """Return the feed of the site in one language.

    The latest commit may have withdrawn an entry: a feed is not older than that, where it is known.
    """
    prefix, title = localized_site.prefix, localized_site.site.title
    news = list_headlines(localized_site.content.news[:MAX_ENTRIES])
    publications = [
        entry for summary in summaries for entry in summary.languages[localized_site.language].publications
    ]
    committed = max((summary.committed or _LONG_AGO for summary in summaries), default=_LONG_AGO)
    variables = _build_feed_context(prefix, title, [*publications, *news], committed)
    return Page(f"{prefix}feed.xml", "feed.xml", variables)


def plan_ranking_feed(context: RankingContext, history: CorrectionHistory) -> Page:
    """Return the feed of a ranking in one language, which is not older than the latest commit either."""
    publications, committed = list_publications(context), history.committed or _LONG_AGO
    variables = _build_feed_context(context.home, context.ranking.title, publications, committed)
    return Page(f"{context.home}feed.xml", "feed.xml", variables, context.ranking.id)


def _build_feed_context(
    home: str, title: str, entries: Iterable[Mapping[str, Any]], committed: date
) -> dict[str, Any]:
    """Return the variables of a feed: its latest entries, newest first, and when it changed last."""
    latest = sorted(entries, key=lambda entry: entry["day"], reverse=True)[:MAX_ENTRIES]
    updated = max([committed, *(entry["day"] for entry in latest[:1])])
    return {"home": home, "title": title, "entries": latest, "updated": updated}


_LEAST_ENTRIES, _MOST_ENTRIES = 5, 10
"""Of the feed of a player: the events of the last month before their latest, within these bounds."""
_MONTH = timedelta(days=31)
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
    """What a player played at one event, and the figure that they had after it."""

    key: str
    day: date
    results: tuple[Result, ...]
    figure: float | None


def plan_player_feeds(
    site: Site, context: RankingContext, history: CorrectionHistory = UNKNOWN_HISTORY
) -> Iterator[Page]:
    """Yield the feed of each player, if the ranking has careers."""
    if context.outcome.careers is None:
        return
    writer = _FeedWriter(site, context, history.committed or _LONG_AGO)
    for player in context.outcome.players:
        yield Page(
            f"{context.home}players/{player.id}/feed.xml",
            "players/feed.xml",
            ranking=context.ranking.id,
            make=lambda player=player: writer.render_feed(player),  # type: ignore[misc]
        )


def collect_entries(career: Career) -> list[FeedEntry]:
    """Return what a player played at the latest events, newest first."""
    figures = dict(zip(*career.points.columns, strict=True))
    entries = list[FeedEntry]()
    for key, event_results in islice(groupby(reversed(career.results), attrgetter("event")), _MOST_ENTRIES):
        results = tuple(event_results)[::-1]
        day = results[-1].day
        if len(entries) >= _LEAST_ENTRIES and day < entries[0].day - _MONTH:
            break
        days = [result.day for result in results if result.day in figures]
        entries.append(FeedEntry(key, day, results, figures[days[-1]] if days else None))
    return entries


class _FeedEvent(NamedTuple):
    """The title of an event, plain and escaped, its quoted key, and its address, blank without a page."""

    title: str
    title_markup: str
    key: str
    link: str


class _FeedWriter:
    """Writes the feeds of one ranking."""

    def __init__(self, site: Site, context: RankingContext, committed: date) -> None:
        self._site = site
        self._context = context
        self._committed = committed
        self._careers = context.outcome.careers
        self._events: dict[tuple[str, date], _FeedEvent] = {}
        self._signed = context.language.make_number_formatter(1, signed=True)
        self._decimals = self._careers.decimals if self._careers else 0

    def render_feed(self, player: PlayerPage) -> bytes:
        """Return the feed of a player as Atom."""
        entries = collect_entries(self._careers.get_career(player.id)) if self._careers else []
        home = f"{self._site.url}{self._context.home}players/{quote(player.id)}/"
        head = _FEED_HEAD.format(
            language=self._context.language.code,
            home=home,
            title=escape(f"{player.name}, {self._context.ranking.title}"),
            site=escape(self._site.title),
            updated=max([self._committed, *(entry.day for entry in entries)]),
        )
        numbers = self._context.language.format_numbers
        results = [
            [result.change for result in entry.results if result.change is not None] for entry in entries
        ]
        changes = numbers([sum(moves) if moves else None for moves in results], 1, signed=True)
        figures = numbers([entry.figure for entry in entries], self._decimals)
        parts = zip(entries, changes, figures, strict=True)
        body = "".join([self._render_entry(home, *part) for part in parts])
        return f"{head}{body}</feed>\n".encode("utf-8", "replace")

    def _render_entry(self, home: str, entry: FeedEntry, change: str, figure: str) -> str:
        event = self._describe_event(entry.key, entry.day)
        moves = " → ".join(filter(None, (change, figure)))
        is_alone = len(entry.results) == 1  # then the title says its change
        results = "; ".join(
            filter(None, [self._format_result(result, has_change=not is_alone) for result in entry.results])
        )
        return (
            f"<entry>\n<id>{home}#{event.key}</id>\n"
            f"<title>{event.title_markup}{': ' if moves else ''}{moves}</title>\n"
            f'<link href="{event.link or home}"/>\n'
            f"<updated>{entry.day}T00:00:00Z</updated>\n"
            f"<summary>{escape(results or event.title)}</summary>\n</entry>\n"
        )

    def _describe_event(self, key: str, day: date) -> _FeedEvent:
        """Return the description of an event, made once for all feeds."""
        event = self._events.get((key, day))
        if event is None:
            title = self._context.event_titles.get(key) or self._context.language.format_long_date(day)
            link = f"{self._site.url}{self._context.home}results/{quote(key)}/"
            has_page = key in self._context.event_titles
            event = _FeedEvent(title, escape(title), quote(key or str(day)), link if has_page else "")
            self._events[key, day] = event
        return event

    def _format_result(self, result: Result, *, has_change: bool) -> str:
        """Return a line about a match: the outcome, partners and opponents, the score, perhaps the change."""
        name = self._context.get_name
        parts = [
            self._context.language.translate(result.ended),
            " + ".join([name(partner) for partner in result.partners]),
            ", ".join([name(opponent) for opponent in result.opponents]),
            result.score,
            self._signed(result.change) if has_change and result.change is not None else "",
        ]
        return " · ".join(filter(None, parts))


_MAX_CALENDAR_EVENTS = 300
_MAX_LINE_BYTES = 75
_PAIR_STARTS = ("\\", "^")
"""The characters that begin an escape of two characters."""
_TEXT_ESCAPES = (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\r\n", "\\n"), ("\n", "\\n"), ("\r", "\\n"))


class _CalendarEntry(NamedTuple):
    """One day in the calendar; `page` is the key of the page of its event, blank if it has none.

    `key` is the same before it has one, and blank where its system does not say it.
    """

    day: date
    title: str
    page: str
    key: str


def plan_ical(site: Site, context: RankingContext, history: CorrectionHistory = UNKNOWN_HISTORY) -> Page:
    """Return the calendar of a ranking; it has the latest events alone, as programs fetch it every day."""
    entries = [*_collect_calendar_entries(context)]
    days = (event.day for event in context.outcome.events if event.day <= context.outcome.listing.day)
    last_day = max(days, default=_LONG_AGO)
    url = f"{context.home}calendar.ics"
    return Page(
        url,
        "calendar.ics",
        ranking=context.ranking.id,
        make=lambda: _render_ical(
            site, context, [(entry, history.committed or min(entry.day, last_day)) for entry in entries]
        ),
    )


def _collect_calendar_entries(context: RankingContext) -> Iterator[_CalendarEntry]:
    """Yield the events, oldest first, then what is to come and has no page yet."""
    for event in sorted(context.outcome.events, key=lambda event: (event.day, event.key))[
        -_MAX_CALENDAR_EVENTS:
    ]:
        yield _CalendarEntry(event.day, context.event_titles[event.key], event.key, event.key)
    yield from (
        _CalendarEntry(*upcoming)
        for upcoming in context.upcoming_events
        if (upcoming.event or upcoming.key) not in context.event_titles
    )


def _render_ical(
    site: Site, context: RankingContext, entries: Sequence[tuple[_CalendarEntry, date]]
) -> bytes:
    """Return the file of entries, each with the day on which what is said of it was last revised.

    It has no time of creation, so that it changes with its events alone.
    """
    name = f"{context.ranking.title}, {site.title}"
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//sitegen//calendar//EN",
        f"X-WR-CALNAME:{' '.join(name.splitlines())}",  # whoever knows this one takes it as it is
    ]
    for entry, revised in entries:
        lines += _render_event(site, context, entry, revised)
    return "".join(f"{fold_line(line)}\r\n" for line in [*lines, "END:VCALENDAR"]).encode()


def _render_event(site: Site, context: RankingContext, entry: _CalendarEntry, revised: date) -> Iterator[str]:
    home = f"{site.url}{context.home}results/"
    yield "BEGIN:VEVENT"
    yield f"SUMMARY:{escape_text(f'{context.ranking.title}{context.language.colon} {entry.title}')}"
    yield f"DTSTART;VALUE=DATE:{_format_date(entry.day)}"
    yield f"DTEND;VALUE=DATE:{_format_date(entry.day + timedelta(days=1))}"
    yield f"DTSTAMP:{_format_date(revised)}T000000Z"
    yield f"UID:{escape_text(_make_uid(site, context, entry))}"
    yield "TRANSP:TRANSPARENT"
    yield f"URL:{home}{quote(entry.page)}/" if entry.page else f"URL:{home}"
    yield "END:VEVENT"


def _format_date(day: date) -> str:
    return day.isoformat().replace("-", "")


def escape_text(text: str) -> str:
    """Escape a text as a value (RFC 5545, 3.3.11): characters that separate values, and ends of lines."""
    for sign, escaped in _TEXT_ESCAPES:
        text = text.replace(sign, escaped)
    return text


def fold_line(line: str) -> str:
    """Fold a line into parts of less than 75 bytes (RFC 5545, 3.1), none of which ends inside an escape."""
    if len(line.encode()) < _MAX_LINE_BYTES:
        return line
    parts, part, size = list[str](), "", 0
    for sign in line:
        width = len(sign.encode())
        if size + width >= _MAX_LINE_BYTES:
            complete = part[:-1] if part[1:].endswith(_PAIR_STARTS) else part
            parts.append(complete)
            part = part[len(complete) :]
            size = len(part)
        part, size = part + sign, size + width
    return "\r\n ".join([*parts, part])


def _make_uid(site: Site, context: RankingContext, entry: _CalendarEntry) -> str:
    """Return the identifier of an entry: from its key, or from the day and the title of what is to come.

    Sites of one host differ in the path of their address.
    """
    digest = blake2b(entry.title.encode(), digest_size=6).hexdigest()
    name = entry.key or f"{entry.day}-{digest}"
    address = urlsplit(site.url)
    return f"{name}.{f'{context.home}{address.path[1:]}'.replace('/', '.')}{address.netloc}"


class EmbeddedRow(Table):
    """A row of the list in the frame."""

    rank: Rank | None = column("the place on the list", label="#")
    player: PlayerId = column("the player")
    name: str = column("the name")
    club: str = column("the club")
    figure: str = column("the figure that the list is about")
    change: str = column("change since the list before", label="±")


def plan_sharing(
    site: Site, context: RankingContext, history: CorrectionHistory = UNKNOWN_HISTORY
) -> Iterator[Page]:
    """Yield the list in a frame, the page about using it, the calendar and the players' feeds."""
    standings = context.standings
    list_title = context.language.format_full_date(context.outcome.listing.day)
    content = PageContent.create(
        (), lambda: [Section("list", "", EmbeddedRow, EmbeddedRow.combine_all(standings.rows))]
    )
    variables = {"dated": list_title, "label": standings.label}
    frame = Page(f"{context.home}embed/", "embed.html", variables, context.ranking.id, content)
    yield from paginate(frame, len(standings.by_player), OF_FRAME)
    yield Page(
        f"{context.home}share/",
        "share.html",
        _build_share_context(context, standings.rows),
        context.ranking.id,
    )
    yield plan_ical(site, context, history)
    yield from plan_player_feeds(site, context, history)


def _build_share_context(context: RankingContext, rows: Sequence[StandingRow]) -> dict[str, object]:
    """Return the variables of the page about sharing: an example of each frame, and lasting addresses."""
    page_ids = {player.id for player in context.outcome.players}
    return {
        "player": next((row.player for row in rows if row.player in page_ids), ""),
        "club": next((row.club for row in rows if row.club), ""),
        "tables": [table.name for table in context.outcome.tables],
        "feeds": context.outcome.careers is not None,
    }
