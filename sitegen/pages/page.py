"""A page to be rendered, and the whole site as it is planned.

The site in one of its languages, and what leads from there to the others.

A page whose tables are too long for one: its parts, by the rows of the tables, each with an address.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from posixpath import relpath
from types import MappingProxyType
from typing import Any, NamedTuple

from sitegen.core.model import PageContent, PageSection, Section, Topic
from sitegen.core.names import make_sort_key
from sitegen.core.roles import get_roles
from sitegen.inputs.config.site import Site
from sitegen.inputs.content.texts import Content, ContentPage
from sitegen.rankings.clubs import find_clubs, map_club_addresses
from sitegen.rankings.ranking import RankingContext


class LocalizedSite(NamedTuple):
    """The site in one of its languages: what its address begins with, its rankings and its texts."""

    prefix: str
    site: Site
    boards: Sequence[RankingContext]
    content: Content

    @property
    def language(self) -> str:
        """The code of the language."""
        return self.site.language

    @property
    def menu(self) -> list[tuple[str, str]]:
        """The written pages that the menu leads to, by title: their addresses below that of the language."""
        shown = [page for page in self.content.pages if page.in_menu]
        return [
            (page.url.removeprefix(self.prefix), page.title) for page in sorted(shown, key=_get_menu_order)
        ]


class AlternateLink(NamedTuple):
    """What leads to an edition from a page of another: to the `same` page, else to the nearest above it."""

    language: str
    url: str
    is_same: bool


def localize_site(site: Site, content: Content, boards: Sequence[RankingContext]) -> list[LocalizedSite]:
    """Every language of the site: the first at the root, with `boards`, which the others share."""
    return [_localize(site.localize(language), content, boards) for language in site.languages]


def _get_menu_order(page: ContentPage) -> tuple[str, str]:
    return make_sort_key(page.title), page.url


def _localize(site: Site, content: Content, boards: Sequence[RankingContext]) -> LocalizedSite:
    is_first = site.language == site.languages[0]
    prefix = "" if is_first else f"{site.language}/"
    spoken = boards if is_first else [board.localize(site, prefix) for board in boards]
    return LocalizedSite(prefix, site, spoken, content.localize(site.language, site.languages[0]))


def find_alternates(
    editions: Sequence[LocalizedSite], place: str, urls: Collection[str]
) -> tuple[AlternateLink, ...]:
    """The ways from the page at `place` of one edition to all of them; none where there is one alone."""
    return tuple(_find_alternate(edition, place, urls) for edition in editions) if len(editions) > 1 else ()


def _find_alternate(edition: LocalizedSite, place: str, urls: Collection[str]) -> AlternateLink:
    found = place if place.endswith("/") or not place else place.rpartition("/")[0]
    while found and f"{edition.prefix}{found}" not in urls:
        found = "/".join([*found.split("/")[:-2], ""])
    return AlternateLink(edition.language, f"{edition.prefix}{found}", found == place)


_MENU_ENTRIES = {"calendar": "results", "enter": "results"}
"""The entry of a ranking that leads to what has none of its own."""


class PageMetadata(NamedTuple):
    """What is told of a page where somebody finds or shares it.

    `card` is the address of a picture and `feed` that of what can be followed, both from the root of the
    site; `trail` leads to the page, an address and a title each; `data` describes it as schema.org does.
    """

    title: str
    description: str
    card: str = ""
    feed: str = ""
    breadcrumbs: tuple[tuple[str, str], ...] = ()
    json_ld: Mapping[str, Any] | None = None


class Page(NamedTuple):
    """One page to render.

    `url` is its address from the root of the site, ending in `/` for an `index.html`; `shows` goes to the
    template as it is. What takes longer is made by `more`, where the page is made, and what is large comes
    from `sheet`, when it is asked for. A `text` is Markdown to show. The page is in a `language`, in which
    all addresses begin with `prefix`.

    What has no template is made by `make`: a feed, a picture; its `template` then only says of what kind it
    is. `about` is what is told of the page elsewhere, made by `tell` where the page is made.
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
        """The page with all that it shows, and what is told of it."""
        if not self.load_context and not self.describe:
            return self
        shows = {**self.context, **self.load_context()} if self.load_context else self.context
        return self._replace(
            context=shows, metadata=self.describe and self.describe(self), load_context=None, describe=None
        )

    @property
    def relative_url(self) -> str:
        """The address from the home page of its language."""
        return self.url.removeprefix(self.prefix)

    @property
    def path(self) -> str:
        """The file that the page becomes."""
        return self.url + "index.html" if self.is_folder else self.url

    @property
    def batch_key(self) -> tuple[str, ...]:
        """What the parts and the files of one list have in common, and those of an event, or of a player.

        So do the pictures of the site and of its rankings: the letters, which take longer than a picture.
        """
        return ("poster",) if "poster" in self.context else (*self.relative_url.split("/")[:3],)

    @property
    def menu_entry(self) -> tuple[str, str]:
        """The entry of the menu that leads to the page ("page"), or to what it lies below ("true").

        That of a ranking for its pages; the calendar is among the results.
        """
        entry, *below = self.relative_url.split("/")[bool(self.ranking) :]
        return _MENU_ENTRIES.get(entry, entry) if self.ranking else entry, "true" if len(
            below
        ) > 1 else "page"

    @property
    def is_folder(self) -> bool:
        """Whether the page is the `index.html` of its address, as all are but a few with a fixed name."""
        return not self.url or self.url.endswith("/")


@dataclass(frozen=True)
class SitePlan:
    """The whole site: pages to render, and files that are what they are, made when they are asked for."""

    sites: Sequence[LocalizedSite]
    pages: Sequence[Page]
    files: Mapping[str, Callable[[], bytes]]
    urls: frozenset[str]
    """Every address of the site, which links can lead to."""

    @property
    def paths(self) -> list[str]:
        """The paths of all files that the site is to have."""
        return [*(page.path for page in self.pages), *self.files]

    @cached_property
    def club_urls(self) -> Mapping[str, str]:
        """The address of the page of each club below a home page, by its names."""
        return map_club_addresses(find_clubs(board.outcome for board in self.boards))

    @property
    def has_check_page(self) -> bool:
        """Whether visitors can calculate everything again, on a page of its own."""
        return any(page.template == "check.html" for page in self.pages)

    @property
    def menu_topics(self) -> Mapping[str, Sequence[Topic]]:
        """The topics that the menu of each ranking leads to."""
        return {board.ranking.id: board.menu_topics for board in self.boards}

    @property
    def boards(self) -> Sequence[RankingContext]:
        """The rankings, in the first language."""
        return self.sites[0].boards

    def map_sources(self, edition: LocalizedSite) -> dict[str, str]:
        """The addresses in one language of the pages that people wrote, by the files in which they did.

        A file of another language leads to the page in this one, too, where there is such a page.
        """
        texts = [(page, page.text.path) for page in self.pages if page.text]
        known = {path: f"{edition.prefix}{page.relative_url}" for page, path in texts}
        own = {path: page.url for page, path in texts if page.language == edition.language}
        return {path: url for path, url in known.items() if url in self.urls} | own

    def find_alternates(self, page: Page) -> tuple[AlternateLink, ...]:
        """The ways from a page to all languages of the site; none where it has one."""
        return find_alternates(self.sites, page.relative_url, self.urls)


OF_LIST, OF_ARCHIVE, OF_EVENT, OF_FRAME = 240, 500, 250, 1_000
"""Rows of a table on a page of the current list, of an earlier one, of an event and of the list in a frame.

None has 300 kB then, also where two tables are as long.
"""


class PagePart(NamedTuple):
    """Which part of a page this is, its address, and the ways to all: the rows of each, and where it is."""

    number: int
    url: str
    links: Sequence[tuple[str, str]]


def paginate(page: Page, longest: int, most: int, below: str = "") -> Iterator[Page]:
    """The page, with at most so many rows of each table, and pages with the others.

    They lie in numbered folders `below` it, or below the address that is given. A list is found by its first
    page, as a table that is looked through is: their script reads the others.
    """
    if longest <= most or page.content is None:
        yield page
        return
    for piece in split_rows(page.url, below or page.url, longest, most):
        shows = {**page.context, "piece": piece}
        yield page._replace(
            url=piece.url, context=shows, content=_cut_content(page.content, piece.number, most)
        )


def split_rows(first: str, below: str, longest: int, most: int) -> Iterator[PagePart]:
    """The parts of what has so many rows: the first at an address, the others in numbered folders `below`."""
    starts = range(0, longest, most)
    urls = [first, *(f"{below}{number}/" for number in range(2, len(starts) + 1))]
    labels = [f"{start + 1}–{min(longest, start + most)}" for start in starts]
    for number, url in enumerate(urls, start=1):
        ways = [f"{relpath(f'/{target}', f'/{url}')}/" for target in urls]
        yield PagePart(number, url, list(zip(labels, ways, strict=True)))


def find_part_numbers(sections: Sequence[Section], most: int) -> Mapping[str, int]:
    """The number of the part with the row of each player of a list."""
    found: dict[str, int] = {}
    for section in sections:
        name = get_roles(section.table).positions.get("name")
        for place, row in enumerate(section.rows if name is not None else ()):
            found.setdefault(row[name], place // most + 1)
    return found


def _cut_content(sheet: PageContent, number: int, most: int) -> PageContent:
    facts = sheet.facts if number == 1 else ()
    return sheet._replace(facts=facts, sections=partial(_cut_sections, sheet, number, most))


def _cut_sections(sheet: PageContent, number: int, most: int) -> Sequence[PageSection]:
    """The parts of a page; behind the first, tables alone that have more rows."""
    start = (number - 1) * most
    made = sheet.sections()
    if number == 1:
        return [_slice_section(part, 0, most) if isinstance(part, Section) else part for part in made]
    tables = [part for part in made if isinstance(part, Section) and len(part.rows) > start]
    return [_slice_section(section, start, most) for section in tables]


def _slice_section(section: Section, start: int, most: int) -> Section:
    return section._replace(rows=section.rows[start : start + most], total_rows=len(section.rows))
