"""The plan of a site: its languages, its pages, and the division of long pages into parts."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from posixpath import relpath
from types import MappingProxyType
from typing import Any, NamedTuple

from sitegen.core.language import LANGUAGES, Language
from sitegen.core.model import PageContent, PageSection, PublishedTable, Section
from sitegen.core.names import make_sort_key
from sitegen.core.pickling import Deferred
from sitegen.core.roles import get_roles
from sitegen.inputs.config.site import Ranking, Site
from sitegen.inputs.content.texts import Content, ContentPage
from sitegen.rankings.clubs import Club
from sitegen.rankings.people import NOBODY, People
from sitegen.rankings.ranking import CellNames, MenuTopic, RankingContext


class LocalizedSite(NamedTuple):
    """The site in one of its languages: the prefix of its addresses, its settings and its texts."""

    prefix: str
    site: Site
    content: Content

    @property
    def language(self) -> str:
        """The code of the language."""
        return self.site.language

    @property
    def menu(self) -> list[tuple[str, str]]:
        """The address below that of the language and the title of the written pages in the menu, by title."""
        pages = [page for page in self.content.pages if page.in_menu]
        pages.sort(key=lambda page: (make_sort_key(page.title), page.url))
        return [(page.url.removeprefix(self.prefix), page.title) for page in pages]


class AlternateLink(NamedTuple):
    """A link to a page in another language: to the same page, or else to the nearest one above it."""

    language: str
    url: str
    is_same: bool


def localize_site(site: Site, content: Content) -> list[LocalizedSite]:
    """Return the site in each of its languages; the first is at the root."""
    first = site.languages[0]
    return [
        LocalizedSite(
            "" if language == first else f"{language}/",
            site.localize(language),
            content.localize(language, first),
        )
        for language in site.languages
    ]


def find_alternates(
    localized_sites: Sequence[LocalizedSite], place: str, urls: Collection[str]
) -> tuple[AlternateLink, ...]:
    """Return links from a page to all languages of the site; none if there is only one.

    `place` is the address of the page from the home page of its language, `urls` are the addresses of all
    pages.
    """
    return (
        tuple(_find_alternate(localized_site, place, urls) for localized_site in localized_sites)
        if len(localized_sites) > 1
        else ()
    )


def _find_alternate(localized_site: LocalizedSite, place: str, urls: Collection[str]) -> AlternateLink:
    address = place if place.endswith("/") or not place else place.rpartition("/")[0]
    while address and f"{localized_site.prefix}{address}" not in urls:
        address = "/".join([*address.split("/")[:-2], ""])
    return AlternateLink(localized_site.language, f"{localized_site.prefix}{address}", address == place)


_MENU_ENTRIES = {"calendar": "results", "enter": "results", "what-if": "results"}
"""The menu entry of those pages of a ranking that have none of their own."""


class PageMetadata(NamedTuple):
    """The metadata of a page for search engines, and for programs in which it is shared.

    `title` is that where the page is shared, blank if it is the title of the page itself; `description` is
    blank if it would say no more than the title; `card` is the address of a picture and `feed` that of a
    feed, both from the root of the site; `json_ld` describes the page in the words of schema.org.
    """

    title: str
    description: str
    card: str
    feed: str
    json_ld: Mapping[str, Any] | None = None


class Page(NamedTuple):
    """One page to render.

    `url` is its address from the root of the site, ending in `/` for an `index.html`. `context` has the
    variables of its template, `load_context` returns those that take longer to make; it and `describe`, which
    returns the metadata, are called when the page is rendered. `content` has the facts and the sections,
    `text` is Markdown to show. All addresses of the page's language begin with `prefix`.

    A feed or a picture has no template and is made by `make`; its `template` then only names its kind.
    """

    url: str
    template: str
    context: Mapping[str, Any] = MappingProxyType({})
    ranking: str = ""
    content: PageContent | None = None
    text: ContentPage | None = None
    make: Callable[[], bytes] | None = None
    load_context: Callable[[], Mapping[str, Any]] | None = None
    metadata: PageMetadata | None = None
    describe: Callable[["Page"], PageMetadata] | None = None
    language: str = ""
    prefix: str = ""

    @property
    def complete(self) -> "Page":
        """The page with all variables and its metadata."""
        if not self.load_context and not self.describe:
            return self
        context = {**self.context, **self.load_context()} if self.load_context else self.context
        return self._replace(
            context=context, metadata=self.describe and self.describe(self), load_context=None, describe=None
        )

    @property
    def relative_url(self) -> str:
        """The address, relative to the home page of its language."""
        return self.url.removeprefix(self.prefix)

    @property
    def path(self) -> str:
        """The file that the page becomes."""
        return self.url + "index.html" if self.is_folder else self.url

    @property
    def batch_key(self) -> tuple[str, ...]:
        """The key of the pages that one process should render one after the other, as they share work.

        These are the parts and files of a list, of an event or of a player.
        """
        return (*self.relative_url.split("/")[: 3 + self.ranking.count("/")],)

    @property
    def menu_entry(self) -> tuple[str, str]:
        """The menu entry of the page, and the value of `aria-current` there.

        That is "page" for the page that the entry leads to and "true" for a page below it. The pages of a
        ranking have the entries of its own menu.
        """
        below = self.relative_url.removeprefix(f"{self.ranking}/") if self.ranking else self.relative_url
        entry, *deeper = below.split("/")
        return _MENU_ENTRIES.get(entry, entry) if self.ranking else entry, "true" if len(
            deeper
        ) > 1 else "page"

    @property
    def is_folder(self) -> bool:
        """Whether the page is the `index.html` of its address, as all are but a few with a fixed name."""
        return not self.url or self.url.endswith("/")


class ShownRanking(NamedTuple):
    """What pages show of a ranking besides their own content, in one language."""

    ranking: Ranking
    language: Language
    names: CellNames
    menu_topics: Sequence[MenuTopic]


class SiteShell(NamedTuple):
    """What every page shows of the site, besides its settings and the pages in its menu.

    `has_check_page` says whether there is a page on which visitors can calculate everything again, and
    `has_fonts` whether a style sheet brings fonts, which browsers have to be allowed to fetch.
    """

    clubs: Sequence[Club]
    has_check_page: bool
    has_fonts: bool
    people: People = NOBODY

    @property
    def club_urls(self) -> Mapping[str, str]:
        """The address of the page of each club, relative to a home page, by all spellings of its name."""
        return {name: club.url for club in self.clubs for name in club.spellings}


@dataclass(frozen=True)
class SitePlan:
    """The pages to render of a site, or of a part of it, and functions that make the other files."""

    sites: Sequence[LocalizedSite]
    shell: SiteShell
    pages: Sequence[Page]
    files: Mapping[str, Callable[[], bytes]]
    urls: frozenset[str]
    """Every address of the site that a link can lead to."""
    rankings: Mapping[tuple[str, str], ShownRanking]
    """The rankings that these pages show, by language and id."""
    entered_texts: Sequence[Deferred[bytes]] = ()
    """The texts in the tables of people, which were checked where they stand; see `RankingSummary`."""
    contexts: Sequence[RankingContext] = ()
    """The rankings that have pages of their own among these, in the first language."""

    def add_pictures(self, pictures: Mapping[str, bytes]) -> "SitePlan":
        """Return the plan with pictures, by address, that are drawn already."""
        pages = [
            page._replace(make=partial(bytes, pictures[page.url])) if page.url in pictures else page
            for page in self.pages
        ]
        return replace(self, pages=pages)

    @property
    def menu_topics(self) -> Mapping[str, Sequence[MenuTopic]]:
        """The topics that the menu of each ranking leads to, by the id of the ranking."""
        return {id_: shown.menu_topics for (_, id_), shown in self.rankings.items()}

    @property
    def paths(self) -> list[str]:
        """The paths of all files that the site is to have."""
        return [*(page.path for page in self.pages), *self.files]

    def map_sources(self, localized_site: LocalizedSite) -> dict[str, str]:
        """Return the addresses of written pages in one language, by the files that they are written in.

        The file of a page in another language leads to the same page in this language, if there is one.
        """
        page_sources = [(page, page.text.path) for page in self.pages if page.text]
        urls = {path: f"{localized_site.prefix}{page.relative_url}" for page, path in page_sources}
        own_urls = {path: page.url for page, path in page_sources if page.language == localized_site.language}
        return {path: url for path, url in urls.items() if url in self.urls} | own_urls

    def find_alternates(self, page: Page) -> tuple[AlternateLink, ...]:
        """Return links from a page to all languages of the site; of a site in one, to its translations."""
        return find_alternates(self.sites, page.relative_url, self.urls) or self._find_translations(page)

    def _find_translations(self, page: Page) -> tuple[AlternateLink, ...]:
        """Return links to a written page and to its translations in folders beside it; none without any."""
        if page.text is None:
            return ()
        folder, _, name = page.text.path.rpartition("/")
        folder = folder.removesuffix(f"/{page.text.foreign}")
        paths = {self.sites[0].language: f"{folder}/{name}"}
        paths |= {language: f"{folder}/{language}/{name}" for language in LANGUAGES if language not in paths}
        links = [
            AlternateLink(language, self._written_urls[path], is_same=True)
            for language, path in paths.items()
            if path in self._written_urls
        ]
        return tuple(links) if len(links) > 1 else ()

    @cached_property
    def _written_urls(self) -> Mapping[str, str]:
        return {page.text.path: page.url for page in self.pages if page.text}


OF_LIST, OF_ARCHIVE, OF_EVENT, OF_FRAME = 240, 500, 250, 1_000
"""The most rows of a table on a page: of the current list, an earlier one, an event, the list in a frame.

No page has 300 kB then, even if two of its tables are as long.
"""


class PagePart(NamedTuple):
    """A part of a page: its number, its address, and links to all parts, each with the rows that it has."""

    number: int
    url: str
    links: Sequence[tuple[str, str]]


def paginate(page: Page, row_count: int, row_limit: int, below: str = "") -> Iterator[Page]:
    """Yield a page with at most `row_limit` rows of each table, and further pages with the other rows.

    `row_count` is the number of rows of the longest table. The further pages lie in numbered folders `below`
    an address, by default that of the page. Search engines and readers come to the first page, whose script
    reads the others.
    """
    if row_count <= row_limit or page.content is None:
        yield page
        return
    for part in split_rows(page.url, below or page.url, row_count, row_limit):
        context = {**page.context, "piece": part}
        yield page._replace(
            url=part.url, context=context, content=_cut_content(page.content, part.number, row_limit)
        )


def split_rows(first: str, below: str, row_count: int, row_limit: int) -> Iterator[PagePart]:
    """Yield the parts of so many rows: the first at an address, the others in numbered folders `below`."""
    starts = range(0, row_count, row_limit)
    urls = [first, *(f"{below}{number}/" for number in range(2, len(starts) + 1))]
    labels = [f"{start + 1}–{min(row_count, start + row_limit)}" for start in starts]
    for number, url in enumerate(urls, start=1):
        links = [f"{relpath(f'/{target}', f'/{url}')}/" for target in urls]
        yield PagePart(number, url, list(zip(labels, links, strict=True)))


def find_part_numbers(tables: Sequence[PublishedTable], row_limit: int) -> Mapping[str, int]:
    """Return the number of the part that the row of each player of a list is in."""
    numbers: dict[str, int] = {}
    for table in tables:
        name = get_roles(table.table).positions.get("name")
        for place, row in enumerate(table.rows if name is not None else ()):
            numbers.setdefault(row[name], place // row_limit + 1)
    return numbers


def _cut_content(content: PageContent, number: int, row_limit: int) -> PageContent:
    """Return one part of a page: the first has all facts and sections, the others the rest of long tables."""
    start = (number - 1) * row_limit

    def cut_table(table: Section) -> Section:
        return table._replace(rows=table.rows[start : start + row_limit], total_rows=len(table.rows))

    def keep_long(sections: Sequence[PageSection]) -> Sequence[PageSection]:
        return [part for part in sections if isinstance(part, Section) and len(part.rows) > start]

    if number > 1:
        content = content.map_sections(keep_long)._replace(make_facts=list)
    return map_tables(content, cut_table)


def map_tables(content: PageContent, change: Callable[[Section], PageSection]) -> PageContent:
    """Return a page content with every table changed; that happens when the sections are asked for."""

    def change_tables(sections: Sequence[PageSection]) -> Sequence[PageSection]:
        return [change(part) if isinstance(part, Section) else part for part in sections]

    return content.map_sections(change_tables)
