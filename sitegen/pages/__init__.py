"""What is published: each page's address, its template and what it shows; nothing is rendered here."""

from collections.abc import Iterator, Sequence
from itertools import chain

from sitegen.board import Board
from sitegen.config import Site
from sitegen.content import Content
from sitegen.pages.about import described
from sitegen.pages.feed import feeds
from sitegen.pages.files import copies, data, robots, static
from sitegen.pages.home import headlines, home
from sitegen.pages.page import Page, Planned
from sitegen.pages.pictures import pictures
from sitegen.pages.ranking import ranking
from sitegen.pages.share import shared
from sitegen.pages.standings import standings

__all__ = ["Page", "Planned", "plan"]


def plan(site: Site, content: Content, boards: Sequence[Board]) -> Planned:
    """All pages and files of the site; a pure function of what was read and calculated."""
    written = {each.url: each for each in content.pages}
    stood = {each.home: standings(each) for each in boards}
    pages = [
        home(boards, content, written),
        *chain.from_iterable(ranking(each, written) for each in boards),
        *_written(content, {"", *(f"{each.home}rules/" for each in boards)}),
        Page("news/", "news.html", {"news": headlines(content.news)}),
        Page("404.html", "404.html"),
        *feeds(site.title, boards, content),
        *chain.from_iterable(shared(site, each, stood[each.home]) for each in boards),
        *pictures(site, [each for each in boards if not each.prefix], stood),
    ]
    pages = described(site, boards, stood, pages)
    pages.append(Page("sitemap.xml", "sitemap.xml", {"urls": [each.url for each in pages if each.is_folder]}))
    files = {**data(boards), **static(site.root), "robots.txt": robots(site.url), **copies(content)}
    return Planned(boards, pages, files, frozenset([*(each.url for each in pages), *files]))


def _written(content: Content, elsewhere: set[str]) -> Iterator[Page]:
    """News items and other pages, but for those that are shown as part of another page."""
    for each in chain(content.pages, content.news):
        if each.url not in elsewhere:
            yield Page(each.url, "page.html", {"title": each.title, "day": each.day}, text=each)
