"""The files of a site that are no pages: data, the static files of the theme, and what people put there.

The map of the site for search engines: every page, with the same page in other languages.

What is published: each page's address, its template and what it shows; nothing is rendered here.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import Any

from sitegen.compare.correction import UNKNOWN_HISTORY, CorrectionHistory
from sitegen.inputs.config.site import Site
from sitegen.inputs.content.texts import Content
from sitegen.pages import theme
from sitegen.pages.entry import plan_check_page, plan_entry_page
from sitegen.pages.feeds import plan_feeds, plan_sharing
from sitegen.pages.metadata import add_metadata, build_touch_icon, get_colour, plan_cards
from sitegen.pages.page import AlternateLink, LocalizedSite, Page, SitePlan, find_alternates, localize_site
from sitegen.pages.ranking import plan_ranking, plan_rankings
from sitegen.pages.site import list_headlines, plan_clubs, plan_home, plan_people, plan_search_index
from sitegen.rankings.ranking import RankingContext

_STYLESHEET = "sitegen.css"
Files = Mapping[str, Callable[[], bytes]]
"""What makes each file, by its path."""


def plan_data_files(boards: Sequence[RankingContext]) -> Files:
    """The published tables of each ranking, as CSV and JSON."""
    files: dict[str, Callable[[], bytes]] = {}
    for board in boards:
        for name, table in board.files.items():
            files[f"{board.ranking.id}/{name}.csv"] = table.to_csv
            files[f"{board.ranking.id}/{name}.json"] = table.to_json
    return files


def make_robots(url: str) -> Callable[[], bytes]:
    """What tells a search engine where the addresses are; it counts where the site is a whole domain's."""
    return f"User-agent: *\nAllow: /\nSitemap: {url}sitemap.xml\n".encode


def plan_strips(boards: Sequence[RankingContext]) -> Files:
    """Where everyone of a ranking stands, as a strip."""
    files: dict[str, Callable[[], bytes]] = {}
    for board in boards:
        strip = board.derived.distribution
        if strip.is_shown:
            files[f"{board.home}strip.svg"] = strip.make_svg(board.language)
    return files


def plan_static_files(site: Site) -> Files:
    """The theme's static files, a site's own in the place of ours by the same name; its colours and font."""
    files = theme.find_static_files(site.root)
    if rules := theme.build_branding_css(site.theme).encode():
        files[_STYLESHEET] = partial(_append_rules, files[_STYLESHEET], rules)
    found = {f"static/{name}": read for name, read in files.items()}
    return {"static/touch.png": partial(build_touch_icon, get_colour(site)), **found}


def _append_rules(read: Callable[[], bytes], rules: bytes) -> bytes:
    return read() + b"\n" + rules + b"\n"


def plan_copies(content: Content) -> Files:
    """What people put beside their pages, as it is."""
    return {path: lambda data=data: data for path, data in content.files.items()}  # type: ignore[misc]


def build_sitemap(editions: Sequence[LocalizedSite], pages: Sequence[Page]) -> Page:
    """The one map, at the root."""
    shown = [page for page in pages if page.is_folder and page.template != "embed.html"]
    urls = {page.url for page in shown}
    first = editions[0]
    shows: dict[str, Any] = {
        "urls": [
            (page.url, _find_translations(find_alternates(editions, page.relative_url, urls)))
            for page in shown
        ]
    }
    return Page("sitemap.xml", "sitemap.xml", shows, language=first.language)


def _find_translations(found: Sequence[AlternateLink]) -> list[tuple[str, str]]:
    """The languages in which there is this very page, with its addresses."""
    same = [(link.language, link.url) for link in found if link.is_same]
    return same if len(same) > 1 else []


def plan_site(
    site: Site,
    content: Content,
    boards: Sequence[RankingContext],
    past: Mapping[str, CorrectionHistory] = MappingProxyType({}),
    engine: Files = MappingProxyType({}),
) -> SitePlan:
    """All files of the site, and its pages in each language; a pure function of what was read and rated.

    `past` is what is known of the past of the rankings, by their ids; `engine` what calculates in a browser.
    """
    every = localize_site(site, content, boards)
    drawn = [picture._replace(language=site.language) for picture in plan_cards(site, boards)]
    cards = frozenset(page.url for page in drawn)
    # Texts first, then pictures: who has imported what reads Markdown reads them all, while another process
    # puts files; who has the letters for a picture draws them all. Nobody waits for the longest in the end.
    pages = drawn + [
        page for edition in every for page in add_metadata(edition, cards, _plan_pages(edition, past, engine))
    ]
    pages.append(build_sitemap(every, pages))
    pages.sort(key=lambda item: item.text is None)
    urls = {page.url for page in pages}
    spoken = [board for edition in every for board in edition.boards]
    made = {**plan_data_files(boards), **plan_strips(spoken), **plan_search_index(boards, every[0].content)}
    files = {
        **made,
        **plan_static_files(site),
        "robots.txt": make_robots(site.url),
        **engine,
        **plan_copies(content),
    }
    return SitePlan(every, pages, files, frozenset([*urls, *files]))


def _plan_pages(
    edition: LocalizedSite, past: Mapping[str, CorrectionHistory], engine: Files
) -> Iterator[Page]:
    """All pages in one language."""
    prefix, boards, content = edition.prefix, edition.boards, edition.content
    written = {page.url: page for page in content.pages}
    yield plan_home(edition, written)
    yield from chain.from_iterable(
        plan_ranking(board, past.get(board.ranking.id, UNKNOWN_HISTORY), written) for board in boards
    )
    yield from plan_people(boards, prefix)
    yield from plan_rankings(edition)
    yield from plan_clubs(edition)
    yield from _plan_documents(content, {prefix, *(f"{board.home}rules/" for board in boards)})
    yield Page(f"{prefix}news/", "news.html", {"news": list_headlines(content.news)})
    yield Page(f"{prefix}404.html", "404.html")
    yield from [plan_check_page(edition)] if engine else []
    yield from plan_feeds(edition)
    yield from chain.from_iterable(plan_sharing(edition.site, board) for board in boards)
    yield from chain.from_iterable(plan_entry_page(edition.site, board) for board in boards)


def _plan_documents(content: Content, elsewhere: set[str]) -> Iterator[Page]:
    """News items and other pages, but for those that are shown as part of another page."""
    for page in chain(content.pages, content.news):
        if page.url not in elsewhere:
            yield Page(page.url, "page.html", {"title": page.title, "day": page.day}, text=page)
