"""What is published: each page's address, its template and what it shows; nothing is rendered here."""

from collections.abc import Iterator, Sequence
from itertools import chain

from sitegen.board import Board
from sitegen.config import Site
from sitegen.content import Content
from sitegen.pages.feed import entries
from sitegen.pages.files import copies, data, static, strips
from sitegen.pages.home import headlines, home
from sitegen.pages.page import Page, Planned
from sitegen.pages.ranking import ranking

__all__ = ["Page", "Planned", "plan"]


def plan(site: Site, content: Content, boards: Sequence[Board]) -> Planned:
    """All pages and files of the site; a pure function of what was read and calculated."""
    written = {each.url: each for each in content.pages}
    pages = [
        home(boards, content, written),
        *chain.from_iterable(ranking(each, written) for each in boards),
        *_written(content, {"", *(f"{each.home}rules/" for each in boards)}),
        Page("news/", "news.html", {"news": headlines(content.news)}),
        Page("404.html", "404.html"),
        Page("feed.xml", "feed.xml", {"entries": entries(boards, content)}),
    ]
    pages.append(Page("sitemap.xml", "sitemap.xml", {"urls": [each.url for each in pages if each.is_folder]}))
    files = {**data(boards), **strips(boards), **static(site.root), **copies(content)}
    return Planned(boards, pages, files, frozenset([*(each.url for each in pages), *files]))


def _written(content: Content, elsewhere: set[str]) -> Iterator[Page]:
    """News items and other pages, but for those that are shown as part of another page."""
    for each in chain(content.pages, content.news):
        if each.url not in elsewhere:
            yield Page(each.url, "page.html", {"title": each.title, "day": each.day}, text=each)
