"""What is published: each page's address, its template and what it shows; nothing is rendered here."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType

from sitegen.board import Board
from sitegen.config import Site
from sitegen.content import Content
from sitegen.pages.about import described
from sitegen.pages.check import check
from sitegen.pages.clubs import club_pages
from sitegen.pages.edition import Edition, editions
from sitegen.pages.enter import enter
from sitegen.pages.feed import feeds
from sitegen.pages.files import Files, copies, data, robots, static, strips
from sitegen.pages.home import headlines, home
from sitegen.pages.page import Page, Planned
from sitegen.pages.people import people
from sitegen.pages.pictures import pictures
from sitegen.pages.ranking import ranking
from sitegen.pages.rankings import rankings
from sitegen.pages.search import index
from sitegen.pages.share import shared
from sitegen.pages.sitemap import sitemap
from sitegen.past import UNKNOWN, Past

__all__ = ["Page", "Planned", "plan"]


def plan(
    site: Site,
    content: Content,
    boards: Sequence[Board],
    past: Mapping[str, Past] = MappingProxyType({}),
    engine: Files = MappingProxyType({}),
) -> Planned:
    """All files of the site, and its pages in each language; a pure function of what was read and rated.

    `past` is what is known of the past of the rankings, by their ids; `engine` what calculates in a browser.
    """
    every = editions(site, content, boards)
    drawn = [each._replace(language=site.language) for each in pictures(site, boards)]
    cards = frozenset(each.url for each in drawn)
    # Texts first, then pictures: who has imported what reads Markdown reads them all, while another process
    # puts files; who has the letters for a picture draws them all. Nobody waits for the longest in the end.
    pages = drawn + [page for each in every for page in described(each, cards, _pages(each, past, engine))]
    pages.append(sitemap(every, pages))
    pages.sort(key=lambda each: each.text is None)
    urls = {each.url for each in pages}
    spoken = [board for each in every for board in each.boards]
    made = {**data(boards), **strips(spoken), **index(boards, every[0].content)}
    files = {**made, **static(site), "robots.txt": robots(site.url), **engine, **copies(content)}
    return Planned(every, pages, files, frozenset([*urls, *files]))


def _pages(edition: Edition, past: Mapping[str, Past], engine: Files) -> Iterator[Page]:
    """All pages in one language."""
    prefix, boards, content = edition.prefix, edition.boards, edition.content
    written = {each.url: each for each in content.pages}
    yield home(edition, written)
    yield from chain.from_iterable(
        ranking(each, past.get(each.ranking.id, UNKNOWN), written) for each in boards
    )
    yield from people(boards, prefix)
    yield from rankings(edition)
    yield from club_pages(edition)
    yield from _written(content, {prefix, *(f"{each.home}rules/" for each in boards)})
    yield Page(f"{prefix}news/", "news.html", {"news": headlines(content.news)})
    yield Page(f"{prefix}404.html", "404.html")
    yield from [check(edition)] if engine else []
    yield from feeds(edition)
    yield from chain.from_iterable(shared(edition.site, each) for each in boards)
    yield from chain.from_iterable(enter(edition.site, each) for each in boards)


def _written(content: Content, elsewhere: set[str]) -> Iterator[Page]:
    """News items and other pages, but for those that are shown as part of another page."""
    for each in chain(content.pages, content.news):
        if each.url not in elsewhere:
            yield Page(each.url, "page.html", {"title": each.title, "day": each.day}, text=each)
