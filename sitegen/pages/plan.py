"""Plan what a site publishes: its pages, with address, template and content, and its other files.

The pages of a ranking are planned from its context, those that rankings share from the summaries of all.
Nothing is rendered here.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple, Self

from sitegen.compare.correction import UNKNOWN_HISTORY, CorrectionHistory
from sitegen.core.language import Language
from sitegen.inputs.config.site import Site
from sitegen.inputs.content.texts import Content
from sitegen.pages import sheets, theme
from sitegen.pages.card_content import build_touch_icon
from sitegen.pages.entry import plan_check_page, plan_entry_page
from sitegen.pages.feeds import plan_feed, plan_ranking_feed, plan_sharing
from sitegen.pages.metadata import (
    CARD_FILE,
    add_metadata,
    get_colour,
    make_ranking_describer,
    make_site_describer,
    plan_cards,
    plan_site_card,
)
from sitegen.pages.overview import (
    LocalizedSummary,
    MappedUrls,
    RankingSummary,
    summarize_in_language,
    summarize_ranking,
)
from sitegen.pages.page import (
    LocalizedSite,
    Page,
    ShownRanking,
    SitePlan,
    SiteShell,
    find_alternates,
    localize_site,
)
from sitegen.pages.people import plan_people, plan_persons
from sitegen.pages.ranking import plan_ranking, plan_rankings
from sitegen.pages.site import list_headlines, plan_clubs, plan_home, plan_search_index
from sitegen.rankings.clubs import group_clubs, list_visible_clubs
from sitegen.rankings.people import NOBODY, People
from sitegen.rankings.ranking import RankingContext

_STYLESHEET, _SCRIPT = "sitegen.css", "sitegen.js"
Files = Mapping[str, Callable[[], bytes]]
"""Functions that make the files of a site, by their paths."""


def plan_data_files(context: RankingContext) -> Files:
    """Return the published tables of a ranking, as CSV and JSON."""
    files: dict[str, Callable[[], bytes]] = {}
    for name, table in context.files.items():
        files[f"{context.ranking.id}/{name}.csv"] = table.to_csv
        files[f"{context.ranking.id}/{name}.json"] = table.to_json
    return files


def plan_static_files(site: Site) -> Files:
    """Return the static files of the theme; a site can replace them, and set colours and a font.

    The rules of the site's colours and font follow those of the style sheet; the script of all pages begins
    with its words in each language.
    """
    files = theme.find_static_files(site.root)
    read_script = files[_SCRIPT]
    words = {code: _translate_words(Language(code)) for code in site.languages}
    beginning = f"window.sitegen={{words:{json.dumps(words, ensure_ascii=False)}}};\n".encode()
    files[_SCRIPT] = lambda: beginning + read_script()
    if rules := sheets.build_branding_css(site.theme).encode():
        read_stylesheet = files[_STYLESHEET]
        files[_STYLESHEET] = lambda: read_stylesheet() + b"\n" + rules + b"\n"
    static_files = {f"static/{name}": read for name, read in files.items()}
    return {"static/touch.png": partial(build_touch_icon, get_colour(site)), **static_files}


def _translate_words(language: Language) -> Mapping[str, str]:
    """Return the words of the search and of "My player", which no page has."""
    return {
        "label": language.translate("Players, clubs, results and pages"),
        "close": language.translate("Close"),
        "club": language.translate("Club"),
        "found": language.translate("Found:"),
        "none": language.translate("Nothing found."),
        "mine": language.translate("My player"),
        "forget": language.translate("Forget"),
    }


class RankingPlan(NamedTuple):
    """A ranking in all languages: its id, its pages but for the written ones, its files, and its summary."""

    ranking: str
    site_plan: SitePlan
    summary: RankingSummary

    def add_pictures(self, pictures: Mapping[str, bytes]) -> Self:
        """Return the plan with pictures, by address, that are drawn already."""
        return self._replace(site_plan=self.site_plan.add_pictures(pictures))

    def add_files(self, files: Files) -> Self:
        """Return the plan with more files."""
        site_plan = replace(self.site_plan, files={**self.site_plan.files, **files})
        summary = self.summary._replace(urls=[*self.summary.urls, *files])
        return self._replace(site_plan=site_plan, summary=summary)


class SitePlanner(NamedTuple):
    """Plans the rankings of a site one by one, and then the pages that they share.

    `files` are those that no ranking makes. `has_player_cards` says whether all players have a card.
    """

    site: Site
    localized_sites: Sequence[LocalizedSite]
    shell: SiteShell
    files: Files
    has_player_cards: bool

    @classmethod
    def create(
        cls,
        site: Site,
        content: Content,
        engine: Files,
        clubs: Sequence[Sequence[str]],
        people: People = NOBODY,
    ) -> Self:
        """Return the planner of a site whose players, but for the hidden ones, have had these `clubs`.

        `engine` has the files of the program for visitors' browsers. `people` says who its players are.
        """
        files: dict[str, Callable[[], bytes]] = {
            **plan_static_files(site),
            # search engines read it only if the site has a domain of its own
            "robots.txt": f"User-agent: *\nAllow: /\nSitemap: {site.url}sitemap.xml\n".encode,
            **engine,
            **{path: partial(bytes, data) for path, data in content.files.items()},
        }
        style_sheets = (make() for path, make in files.items() if path.endswith(".css"))
        has_fonts = any(b"@font-face" in sheet.lower() for sheet in style_sheets)
        all_clubs = group_clubs(chain.from_iterable(clubs), site.club_rankings)
        shell = SiteShell(all_clubs, bool(engine), has_fonts, people)
        return cls(site, localize_site(site, content), shell, files, site.has_player_cards(len(clubs)))

    def plan_ranking(self, context: RankingContext, history: CorrectionHistory) -> RankingPlan:
        """Return the plan of a ranking, from its context in the first language and its corrections."""
        others = self.localized_sites[1:]
        contexts = [context, *(context.localize(other.site, other.prefix) for other in others)]
        pages = [*plan_cards(self.site, context, with_players=self.has_player_cards)]
        cards = frozenset([CARD_FILE, *(page.url for page in pages)] if pages else ())
        languages = {}
        for localized_site, localized_context in zip(self.localized_sites, contexts, strict=True):
            groups = _plan_groups(localized_site, localized_context, history)
            planned = [*chain(*groups)]
            describe = make_ranking_describer(localized_site.site, localized_context, cards, planned)
            planned = add_metadata(localized_site, describe, planned)
            pages += planned
            languages[localized_site.language] = summarize_in_language(
                localized_context,
                MappedUrls(*map(_list_mapped, groups)),
                [page.complete for page in planned if page.text],
            )
        files = plan_data_files(context)
        urls = [*(page.url for page in pages), *files]
        summary = summarize_ranking(context, history, self.shell, languages, urls)
        return RankingPlan(
            context.ranking.id,
            SitePlan(
                self.localized_sites,
                self.shell,
                [page for page in pages if page.text is None],
                files,
                frozenset(urls),
                self._show_rankings({context.ranking.id: summary}),
                [summary.entered_texts],
                [context],
            ),
            summary,
        )

    def plan_shared(self, summaries_by_id: Mapping[str, RankingSummary]) -> SitePlan:
        """Return the pages and files that rankings share, from the summary of each by its id."""
        summaries = [summaries_by_id[ranking.id] for ranking in self.site.rankings]
        cards = [*plan_site_card(self.site, summaries)]
        ranking_urls = frozenset().union(*(summary.urls for summary in summaries))
        card_urls = {page.url for page in cards} | {url for url in ranking_urls if url.endswith(CARD_FILE)}
        pages, mapped = cards, {}
        for localized_site in self.localized_sites:
            localized = [summary.languages[localized_site.language] for summary in summaries]
            planned = [*self._plan_shared_pages(localized_site, summaries)]
            mapped[localized_site.prefix] = _order_mapped(planned, localized)
            describe = make_site_describer(localized_site.site, card_urls)
            pages += add_metadata(localized_site, describe, planned)
            pages += (page for summary in localized for page in summary.written_pages)
        pages.append(build_sitemap(self.localized_sites, mapped))
        search_index = plan_search_index(
            self.site.rankings, summaries, self.shell, self.localized_sites[0].content
        )
        files = {**search_index, **self.files}
        urls = ranking_urls.union((page.url for page in pages), files)
        return SitePlan(
            self.localized_sites,
            self.shell,
            pages,
            files,
            urls,
            self._show_rankings(summaries_by_id),
            [summary.entered_texts for summary in summaries],
        )

    def join_plans(
        self, plans: Sequence[RankingPlan], others: Mapping[str, RankingSummary] = MappingProxyType({})
    ) -> SitePlan:
        """Return the plan of rankings, with what all rankings of the site share.

        Of `others`, by their ids, no more than the summary is known: their own pages are not in the plan.
        """
        shared = self.plan_shared({**others, **{plan.ranking: plan.summary for plan in plans}})
        pages = [*chain(*(plan.site_plan.pages for plan in plans)), *shared.pages]
        # Written pages come first: one process imports Markdown and renders them while another writes files,
        # and the longest work is not last.
        pages.sort(key=lambda page: page.text is None)
        files = {path: make for plan in plans for path, make in plan.site_plan.files.items()}
        contexts = [context for plan in plans for context in plan.site_plan.contexts]
        return replace(shared, pages=pages, files={**files, **shared.files}, contexts=contexts)

    @property
    def documents(self) -> list[Page]:
        """The written pages that belong to no ranking, in the first language."""
        return [*_plan_documents(self.localized_sites[0])]

    def _show_rankings(self, summaries: Mapping[str, RankingSummary]) -> dict[tuple[str, str], ShownRanking]:
        return {
            (localized_site.language, ranking.id): ShownRanking(
                ranking,
                Language(localized_site.language).with_catalogues(ranking.origin),
                summaries[ranking.id].languages[localized_site.language].names,
                summaries[ranking.id].menu_topics,
            )
            for localized_site in self.localized_sites
            for ranking in localized_site.site.rankings
            if ranking.id in summaries
        }

    def _plan_shared_pages(
        self, localized_site: LocalizedSite, summaries: Sequence[RankingSummary]
    ) -> Iterator[Page]:
        """Yield the pages that rankings share in one language, the home page first."""
        prefix, content = localized_site.prefix, localized_site.content
        yield plan_home(localized_site, [summary.languages[localized_site.language] for summary in summaries])
        yield from plan_people(localized_site, summaries, self.shell.people)
        yield from plan_persons(localized_site, summaries, self.shell.people)
        yield from plan_rankings(localized_site, summaries)
        yield from plan_clubs(localized_site, self.shell.clubs, summaries)
        yield from _plan_documents(localized_site)
        yield Page(f"{prefix}news/", "news.html", {"news": list_headlines(content.news)})
        yield Page(f"{prefix}404.html", "404.html")
        yield from [plan_check_page(localized_site, summaries)] if self.shell.has_check_page else []
        yield plan_feed(localized_site, summaries)


def _plan_groups(
    localized_site: LocalizedSite, context: RankingContext, history: CorrectionHistory
) -> tuple[list[Page], list[Page], list[Page]]:
    """Return the pages of a ranking in one language, in the groups of `MappedUrls`."""
    site, written_pages = localized_site.site, {page.url: page for page in localized_site.content.pages}
    return (
        [*plan_ranking(context, history, written_pages), plan_ranking_feed(context, history)],
        [*plan_sharing(site, context, history)],
        [*plan_entry_page(site, context)],
    )


def _list_mapped(pages: Iterable[Page]) -> list[str]:
    """Return the addresses of those of the pages that stand in the sitemap."""
    return [page.url for page in pages if page.is_folder and page.template != "embed.html"]


def _order_mapped(shared_pages: Sequence[Page], summaries: Sequence[LocalizedSummary]) -> list[str]:
    """Return the addresses in the sitemap in one language: those of rankings stand around the shared ones."""
    home, *others = _list_mapped(shared_pages)
    pages, sharing, entry = zip(*(summary.mapped_urls for summary in summaries), strict=True)
    return [home, *chain(*pages), *others, *chain(*sharing), *chain(*entry)]


def build_sitemap(
    localized_sites: Sequence[LocalizedSite], urls_by_prefix: Mapping[str, Sequence[str]]
) -> Page:
    """Return the map of the site for search engines: its addresses, with the same page in other languages."""
    urls = frozenset(chain(*urls_by_prefix.values()))
    entries = []
    for prefix, localized_urls in urls_by_prefix.items():
        for url in localized_urls:
            links = find_alternates(localized_sites, url.removeprefix(prefix), urls)
            same = [(link.language, link.url) for link in links if link.is_same]
            entries.append((url, same if len(same) > 1 else []))
    return Page("sitemap.xml", "sitemap.xml", {"urls": entries}, language=localized_sites[0].language)


def _plan_documents(localized_site: LocalizedSite) -> Iterator[Page]:
    """Yield the written pages and news items, except those that are shown as part of another page."""
    prefix, content = localized_site.prefix, localized_site.content
    other_urls = {prefix, *(f"{prefix}{ranking.id}/rules/" for ranking in localized_site.site.rankings)}
    for page in chain(content.pages, content.news):
        if page.url not in other_urls:
            yield Page(page.url, "page.html", {"title": page.title, "day": page.day}, text=page)


def plan_site(site: Site, content: Content, contexts: Sequence[RankingContext]) -> SitePlan:
    """Return the pages of a site in each language and its other files; a pure function."""
    clubs = [list_visible_clubs(context.players, context.outcome.clubs) for context in contexts]
    planner = SitePlanner.create(site, content, {}, [*chain.from_iterable(clubs)])
    return planner.join_plans([planner.plan_ranking(context, UNKNOWN_HISTORY) for context in contexts])
