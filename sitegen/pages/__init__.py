"""What is published: each page's address, its template and what it shows; nothing is rendered here."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from sitegen.board import Board
from sitegen.config import Site
from sitegen.content import Content
from sitegen.pages.clubs import club_pages
from sitegen.pages.edition import Edition, editions
from sitegen.pages.feed import entries
from sitegen.pages.files import copies, data, static, strips
from sitegen.pages.home import headlines, home
from sitegen.pages.page import Page, Planned
from sitegen.pages.people import people
from sitegen.pages.ranking import ranking
from sitegen.pages.search import index
from sitegen.pages.sitemap import sitemap

__all__ = ["Page", "Planned", "plan"]


def plan(site: Site, content: Content, boards: Sequence[Board]) -> Planned:
    """All files of the site, and its pages in each language; a pure function of what was read and rated."""
    every = editions(site, content, boards)
    pages = [
        replace(page, language=each.language, prefix=each.prefix) for each in every for page in _pages(each)
    ]
    pages.append(sitemap(every, pages))
    urls = {each.url for each in pages}
    spoken = [board for each in every for board in each.boards]
    made = {**data(boards), **strips(spoken), **index(boards, content)}
    files = {**made, **static(site), **copies(content)}
    return Planned(every, pages, files, frozenset([*urls, *files]))


def _pages(edition: Edition) -> Iterator[Page]:
    """All pages in one language."""
    prefix, boards, content = edition.prefix, edition.boards, edition.content
    written = {each.url: each for each in content.pages}
    yield home(edition, written)
    yield from chain.from_iterable(ranking(each, written) for each in boards)
    yield from people(boards, prefix)
    yield from club_pages(edition)
    yield from _written(content, {prefix, *(f"{each.home}rules/" for each in boards)})
    yield Page(f"{prefix}news/", "news.html", {"news": headlines(content.news)})
    yield Page(f"{prefix}404.html", "404.html")
    yield Page(f"{prefix}feed.xml", "feed.xml", {"entries": entries(boards, content)})


def _written(content: Content, elsewhere: set[str]) -> Iterator[Page]:
    """News items and other pages, but for those that are shown as part of another page."""
    for each in chain(content.pages, content.news):
        if each.url not in elsewhere:
            yield Page(each.url, "page.html", {"title": each.title, "day": each.day}, text=each)
