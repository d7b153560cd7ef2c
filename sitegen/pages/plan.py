"""Plan what a site publishes: its pages, with address, template and content, and its other files.

Nothing is rendered here.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from types import MappingProxyType

from sitegen.compare.correction import UNKNOWN_HISTORY, CorrectionHistory
from sitegen.inputs.config.site import Site
from sitegen.inputs.content.texts import Content
from sitegen.pages import sheets, theme
from sitegen.pages.card_content import build_touch_icon
from sitegen.pages.entry import plan_check_page, plan_entry_page
from sitegen.pages.feeds import plan_feeds, plan_sharing
from sitegen.pages.metadata import add_metadata, get_colour, plan_cards
from sitegen.pages.page import LocalizedSite, Page, SitePlan, find_alternates, localize_site
from sitegen.pages.ranking import plan_ranking, plan_rankings
from sitegen.pages.site import list_headlines, plan_clubs, plan_home, plan_people, plan_search_index
from sitegen.rankings.ranking import RankingContext

_STYLESHEET = "sitegen.css"
Files = Mapping[str, Callable[[], bytes]]
"""Functions that make the files of a site, by their paths."""


def plan_data_files(contexts: Sequence[RankingContext]) -> Files:
    """Return the published tables of each ranking, as CSV and JSON."""
    files: dict[str, Callable[[], bytes]] = {}
    for context in contexts:
        for name, table in context.files.items():
            files[f"{context.ranking.id}/{name}.csv"] = table.to_csv
            files[f"{context.ranking.id}/{name}.json"] = table.to_json
    return files


def plan_strips(contexts: Sequence[RankingContext]) -> Files:
    """Return a drawing for each ranking: a strip on which all players are marked."""
    files: dict[str, Callable[[], bytes]] = {}
    for context in contexts:
        distribution = context.dataset.distribution
        if distribution.is_shown:
            files[f"{context.home}strip.svg"] = distribution.make_svg(context.language)
    return files


def plan_static_files(site: Site) -> Files:
    """Return the static files of the theme; a site can replace them, and set colours and a font.

    The rules of the site's colours and font follow those of the style sheet.
    """
    files = theme.find_static_files(site.root)
    if rules := sheets.build_branding_css(site.theme).encode():
        read_stylesheet = files[_STYLESHEET]
        files[_STYLESHEET] = lambda: read_stylesheet() + b"\n" + rules + b"\n"
    static_files = {f"static/{name}": read for name, read in files.items()}
    return {"static/touch.png": partial(build_touch_icon, get_colour(site)), **static_files}


def build_sitemap(localized_sites: Sequence[LocalizedSite], pages: Sequence[Page]) -> Page:
    """Return the map of the site for search engines: every page, with the same page in other languages."""
    mapped = [page for page in pages if page.is_folder and page.template != "embed.html"]
    urls = {page.url for page in mapped}
    entries = []
    for page in mapped:
        links = find_alternates(localized_sites, page.relative_url, urls)
        same = [(link.language, link.url) for link in links if link.is_same]
        entries.append((page.url, same if len(same) > 1 else []))
    return Page("sitemap.xml", "sitemap.xml", {"urls": entries}, language=localized_sites[0].language)


def plan_site(
    site: Site,
    content: Content,
    contexts: Sequence[RankingContext],
    histories: Mapping[str, CorrectionHistory] = MappingProxyType({}),
    engine: Files = MappingProxyType({}),
) -> SitePlan:
    """Return the pages of a site in each language and its other files; a pure function.

    `histories` has the corrections of each ranking by its id, if the history of the site is known. `engine`
    has the files of the program for visitors' browsers.
    """
    localized_sites = localize_site(site, content, contexts)
    card_pages = [page._replace(language=site.language) for page in plan_cards(site, contexts)]
    cards = frozenset(page.url for page in card_pages)
    # Written pages come first: one process imports Markdown and renders them while another writes files, and
    # the longest work is not last.
    pages = card_pages + [
        page
        for localized_site in localized_sites
        for page in add_metadata(localized_site, cards, _plan_pages(localized_site, histories, engine))
    ]
    pages.append(build_sitemap(localized_sites, pages))
    pages.sort(key=lambda page: page.text is None)
    files = _plan_files(site, content, contexts, localized_sites, engine)
    return SitePlan(localized_sites, pages, files, frozenset([*(page.url for page in pages), *files]))


def _plan_files(
    site: Site,
    content: Content,
    contexts: Sequence[RankingContext],
    localized_sites: Sequence[LocalizedSite],
    engine: Files,
) -> Files:
    """Return the files that are no pages; those that people put beside their pages replace any other."""
    localized_contexts = [
        context for localized_site in localized_sites for context in localized_site.contexts
    ]
    return {
        **plan_data_files(contexts),
        **plan_strips(localized_contexts),
        **plan_search_index(contexts, localized_sites[0].content),
        **plan_static_files(site),
        # search engines read it only if the site has a domain of its own
        "robots.txt": f"User-agent: *\nAllow: /\nSitemap: {site.url}sitemap.xml\n".encode,
        **engine,
        **{path: partial(bytes, data) for path, data in content.files.items()},
    }


def _plan_pages(
    localized_site: LocalizedSite, histories: Mapping[str, CorrectionHistory], engine: Files
) -> Iterator[Page]:
    """Yield all pages in one language."""
    prefix, contexts, content = localized_site.prefix, localized_site.contexts, localized_site.content
    written_pages = {page.url: page for page in content.pages}
    yield plan_home(localized_site, written_pages)
    for context in contexts:
        yield from plan_ranking(context, histories.get(context.ranking.id, UNKNOWN_HISTORY), written_pages)
    yield from plan_people(contexts, prefix)
    yield from plan_rankings(localized_site)
    yield from plan_clubs(localized_site)
    yield from _plan_documents(content, {prefix, *(f"{context.home}rules/" for context in contexts)})
    yield Page(f"{prefix}news/", "news.html", {"news": list_headlines(content.news)})
    yield Page(f"{prefix}404.html", "404.html")
    yield from [plan_check_page(localized_site)] if engine else []
    yield from plan_feeds(localized_site, histories)
    site = localized_site.site
    for context in contexts:
        yield from plan_sharing(site, context, histories.get(context.ranking.id, UNKNOWN_HISTORY))
    for context in contexts:
        yield from plan_entry_page(site, context)


def _plan_documents(content: Content, other_urls: set[str]) -> Iterator[Page]:
    """Yield the written pages and news items, except those that are shown as part of another page."""
    for page in chain(content.pages, content.news):
        if page.url not in other_urls:
            yield Page(page.url, "page.html", {"title": page.title, "day": page.day}, text=page)
