"""What is published: each page's address, its template and what it shows; nothing is rendered here."""

from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any

from sitegen import theme
from sitegen.board import Board
from sitegen.config import Site
from sitegen.content import Content, Written
from sitegen.language import Language
from sitegen.model import Event, Listing, PlayerPage, Section, Sheet, Topic
from sitegen.names import anchor
from sitegen.system import articles
from sitegen.table import columns
from sitegen.table import written as option

_AT_A_GLANCE = 5
_NEWS_AT_A_GLANCE = 3
_FEED = 20
_AFTER_ALL_KEYS = "\U0010ffff"

_Titled = tuple[str, str]  # the key of an event, and its title in the language of the site


@dataclass(frozen=True)
class Page:
    """One page to render.

    `url` is its address from the root of the site, ending in `/` for an `index.html`; `shows` goes to the
    template as it is and is small and plain: its `repr` is part of the page's key. What is large comes from
    `sheet`, when it is asked for. A `text` is Markdown to show.
    """

    url: str
    template: str
    shows: Mapping[str, Any] = field(default_factory=dict)
    ranking: str = ""
    sheet: Sheet | None = None
    text: Written | None = None

    @property
    def path(self) -> str:
        """The file that the page becomes."""
        return self.url + "index.html" if self.is_folder else self.url

    @property
    def is_folder(self) -> bool:
        """Whether the page is the `index.html` of its address, as all are but a few with a fixed name."""
        return not self.url or self.url.endswith("/")


@dataclass(frozen=True)
class Planned:
    """The whole site: pages to render, and files that are what they are, made when they are asked for."""

    boards: Sequence[Board]
    pages: Sequence[Page]
    files: Mapping[str, Callable[[], bytes]]
    urls: frozenset[str]
    """Every address of the site, which links can lead to."""


def plan(site: Site, content: Content, boards: Sequence[Board]) -> Planned:
    """All pages and files of the site; a pure function of what was read and calculated."""
    written = {each.url: each for each in content.pages}
    pages = [
        _home(boards, content, written),
        *chain.from_iterable(_ranking(each, written) for each in boards),
        *_written(content, {"", *(f"{each.ranking.id}/rules/" for each in boards)}),
        Page("news/", "news.html", {"news": _headlines(content.news)}),
        Page("404.html", "404.html"),
        Page("feed.xml", "feed.xml", {"entries": _entries(boards, content)}),
    ]
    pages.append(Page("sitemap.xml", "sitemap.xml", {"urls": [each.url for each in pages if each.is_folder]}))
    files = {**_data(boards), **_static(site.root), **_copies(content)}
    return Planned(boards, pages, files, frozenset([*(each.url for each in pages), *files]))


def _home(boards: Sequence[Board], content: Content, written: Mapping[str, Written]) -> Page:
    glances = [_glance(each) for each in boards]
    news = _headlines(content.news[:_NEWS_AT_A_GLANCE])
    shows = {"glances": glances, "news": news}
    return Page("", "home.html", shows, text=written.get(""))


def _glance(board: Board) -> dict[str, Any]:
    """The top of a ranking's first list."""
    first = board.outcome.tables[0]
    rows, empty = first.rows[:_AT_A_GLANCE], "Nobody is ranked yet."
    top = Section("top", board.ranking.title, first.table, rows, empty=empty)
    return {
        "id": board.ranking.id,
        "title": board.ranking.title,
        "dated": _dated(board.outcome.listing, board.language),
        "count": len(first.rows),
        "top": top,
    }


def _headlines(news: Sequence[Written]) -> list[dict[str, Any]]:
    return [{"url": each.url, "title": each.title, "day": each.day, "summary": each.summary} for each in news]


def _ranking(board: Board, written: Mapping[str, Written]) -> Iterator[Page]:
    home, outcome = f"{board.ranking.id}/", board.outcome
    yield _list(board, home, outcome.listing, current=True)
    for listing in outcome.archive:
        yield _list(board, f"{home}lists/{listing.day}/", listing, current=False)
    yield from _shorter(board, home)
    days = sorted([*(each.day for each in outcome.archive), *(each.day for each in outcome.shorter)])
    yield Page(f"{home}lists/", "lists.html", {"years": _by_year(days)}, board.ranking.id)
    yield from _topics(board)
    yield Page(f"{home}results/", "calendar.html", {"calendar": outcome.calendar}, board.ranking.id)
    titles = [(each.key, board.language.titled(each.title, each.named)) for each in outcome.events]
    for event, (earlier, titled, later) in zip(outcome.events, _neighbours(titles), strict=True):
        yield _event(board, event, titled[1], earlier, later)
    for player in outcome.players:
        yield _player(board, player)
    yield _rules(board, written.get(f"{home}rules/"))


def _list(board: Board, url: str, listing: Listing, *, current: bool) -> Page:
    days = [each.day for each in board.outcome.archive]
    place = days.index(listing.day) if listing.day in days else len(days)
    shows = {
        "day": listing.day,
        "dated": _dated(listing, board.language),
        "current": current,
        "earlier": days[place - 1] if place > 0 else None,
        "later": days[place + 1] if place + 1 < len(days) else None,
        "tables": [each.name for each in board.outcome.tables],
    }
    return Page(url, "list.html", shows, board.ranking.id, listing.sheet)


def _shorter(board: Board, home: str) -> Iterator[Page]:
    """The lists that are not shown in full: their address stays, and leads to what they were made from."""
    full = sorted([each.day for each in board.outcome.archive])
    played = sorted([(each.day, each.key) for each in board.outcome.events])
    for day, through in board.outcome.shorter:
        place, last = bisect(full, day), bisect(played, (through, _AFTER_ALL_KEYS))
        shows = {
            "day": day,
            "earlier": full[place - 1] if place else None,
            "later": full[place] if place < len(full) else None,
            "event": played[last - 1] if last else None,
        }
        yield Page(f"{home}lists/{day}/", "shorter.html", shows, board.ranking.id)


def _topics(board: Board) -> Iterator[Page]:
    """The topics, those of one kind with the way to their neighbours."""
    kinds: dict[str, list[Topic]] = {}
    for topic in board.outcome.topics:
        kinds.setdefault("" if topic.is_entry else topic.kind, []).append(topic)
    for kind, topics in kinds.items():
        titles = [(each.key, board.language.titled(each.title, each.named)) for each in topics]
        for topic, (earlier, (_, title), later) in zip(topics, _neighbours(titles), strict=True):
            beside = {"earlier": earlier, "later": later} if kind else {"earlier": None, "later": None}
            shows = {"key": topic.key, "kind": topic.kind, "title": title, **beside}
            yield Page(f"{board.ranking.id}/{topic.key}/", "topic.html", shows, board.ranking.id, topic.sheet)


def _event(board: Board, event: Event, title: str, earlier: _Titled | None, later: _Titled | None) -> Page:
    shows = {"key": event.key, "title": title, "day": event.day, "earlier": earlier, "later": later}
    url = f"{board.ranking.id}/results/{event.key}/"
    return Page(url, "event.html", shows, board.ranking.id, event.sheet)


def _player(board: Board, player: PlayerPage) -> Page:
    shows = {"id": player.id, "name": player.name, "club": player.club}
    url = f"{board.ranking.id}/players/{player.id}/"
    return Page(url, "player.html", shows, board.ranking.id, player.sheet)


def _rules(board: Board, text: Written | None) -> Page:
    options = board.ranking.options
    described = zip(columns(type(options)), options, strict=True)
    shows = {
        "options": [(each.name, option(value), each.doc) for each, value in described],
        "articles": [(anchor(name), name, says) for name, says in articles(board.ranking.system).items()],
        "interpretations": list(board.ranking.system.interpretations),
    }
    return Page(f"{board.ranking.id}/rules/", "rules.html", shows, board.ranking.id, text=text)


def _written(content: Content, elsewhere: set[str]) -> Iterator[Page]:
    """News items and other pages, but for those that are shown as part of another page."""
    for each in chain(content.pages, content.news):
        if each.url not in elsewhere:
            yield Page(each.url, "page.html", {"title": each.title, "day": each.day}, text=each)


def _neighbours(titles: Sequence[_Titled]) -> Iterator[tuple[_Titled | None, _Titled, _Titled | None]]:
    around = [None, *titles, None]
    return zip(around[:-2], titles, around[2:], strict=True)


def _dated(listing: Listing, language: Language) -> str:
    """The title line of a list: of which day it is, and of which results."""
    told = {"day": listing.day, "through": language.day_of_month(listing.through), **listing.named}
    return language.titled(listing.title, told)


def _by_year(days: Sequence[date]) -> list[tuple[int, list[date]]]:
    years: dict[int, list[date]] = {}
    for day in reversed(days):
        years.setdefault(day.year, []).append(day)
    return list(years.items())


def _entries(boards: Sequence[Board], content: Content) -> list[dict[str, Any]]:
    """The latest publications and news, newest first."""
    lists = [
        {
            "url": f"{board.ranking.id}/lists/{each.day}/",
            "title": f"{board.ranking.title}, {board.language.long_date(each.day)}",
            "day": each.day,
            "summary": _dated(each, board.language),
        }
        for board in boards
        for each in board.outcome.archive[-_FEED:]
    ]
    news = _headlines(content.news[:_FEED])
    return sorted([*lists, *news], key=lambda each: each["day"], reverse=True)[:_FEED]


def _data(boards: Sequence[Board]) -> dict[str, Callable[[], bytes]]:
    files: dict[str, Callable[[], bytes]] = {}
    for board in boards:
        for name, table in board.files.items():
            files[f"{board.ranking.id}/{name}.csv"] = table.csv
            files[f"{board.ranking.id}/{name}.json"] = table.json
    return files


def _static(root: Path) -> dict[str, Callable[[], bytes]]:
    """The theme's static files, a site's own in the place of ours by the same name."""
    return {f"static/{name}": read for name, read in theme.static_files(root).items()}


def _copies(content: Content) -> dict[str, Callable[[], bytes]]:
    return {path: lambda data=data: data for path, data in content.files.items()}  # type: ignore[misc]
