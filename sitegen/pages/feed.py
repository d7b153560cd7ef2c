"""What the feeds tell: of the site, its publications and news; of a ranking, its lists."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sitegen.board import Board
from sitegen.pages.edition import Edition
from sitegen.pages.home import headlines
from sitegen.pages.listed import dated
from sitegen.pages.page import Page

_FEED = 20


def feeds(edition: Edition) -> Iterator[Page]:
    """The feed of the site in one language, and one of each ranking."""
    boards, prefix = edition.boards, edition.prefix
    published = {board.home: [*_published(board)] for board in boards}
    news = headlines(edition.content.news[:_FEED])
    every = [each for entries in published.values() for each in entries]
    yield Page(f"{prefix}feed.xml", "feed.xml", _shows(prefix, edition.site.title, [*every, *news]))
    for board in boards:
        shows = _shows(board.home, board.ranking.title, published[board.home])
        yield Page(f"{board.home}feed.xml", "feed.xml", shows, board.ranking.id)


def _shows(home: str, title: str, entries: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """What the template is given: the latest entries, newest first."""
    latest = sorted(entries, key=lambda each: each["day"], reverse=True)[:_FEED]
    return {"home": home, "title": title, "entries": latest}


def _published(board: Board) -> Iterator[dict[str, Any]]:
    """The latest lists of a ranking."""
    for each in board.outcome.archive[-_FEED:]:
        yield {
            "url": f"{board.home}lists/{each.day}/",
            "title": f"{board.ranking.title}, {board.language.long_date(each.day)}",
            "day": each.day,
            "summary": dated(each, board.language),
        }
