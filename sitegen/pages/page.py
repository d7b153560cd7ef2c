"""A page to be rendered, and the whole site as it is planned."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from sitegen.board import Board
from sitegen.content import Written
from sitegen.derived.clubs import addresses, known
from sitegen.model import Sheet, Topic
from sitegen.pages.edition import Door, Edition, doors

_ENTRIES = {"calendar": "results", "enter": "results"}
"""The entry of a ranking that leads to what has none of its own."""


class About(NamedTuple):
    """What is told of a page where somebody finds or shares it.

    `card` is the address of a picture and `feed` that of what can be followed, both from the root of the
    site; `trail` leads to the page, an address and a title each; `data` describes it as schema.org does.
    """

    title: str
    description: str
    card: str = ""
    feed: str = ""
    trail: tuple[tuple[str, str], ...] = ()
    data: Mapping[str, Any] | None = None


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
    shows: Mapping[str, Any] = MappingProxyType({})
    ranking: str = ""
    sheet: Sheet | None = None
    text: Written | None = None
    make: Callable[[], bytes] | None = None
    more: Callable[[], Mapping[str, Any]] | None = None
    about: About | None = None
    tell: Callable[["Page"], About] | None = None
    language: str = ""
    prefix: str = ""

    @property
    def whole(self) -> "Page":
        """The page with all that it shows, and what is told of it."""
        if not self.more and not self.tell:
            return self
        shows = {**self.shows, **self.more()} if self.more else self.shows
        return self._replace(shows=shows, about=self.tell and self.tell(self), more=None, tell=None)

    @property
    def place(self) -> str:
        """The address from the home page of its language."""
        return self.url.removeprefix(self.prefix)

    @property
    def path(self) -> str:
        """The file that the page becomes."""
        return self.url + "index.html" if self.is_folder else self.url

    @property
    def kin(self) -> tuple[str, ...]:
        """What the parts and the files of one list have in common, and those of an event, or of a player.

        So do the pictures of the site and of its rankings: the letters, which take longer than a picture.
        """
        return ("poster",) if "poster" in self.shows else (*self.place.split("/")[:3],)

    @property
    def entry(self) -> tuple[str, str]:
        """The entry of the menu that leads to the page ("page"), or to what it lies below ("true").

        That of a ranking for its pages; the calendar is among the results.
        """
        entry, *below = self.place.split("/")[bool(self.ranking) :]
        return _ENTRIES.get(entry, entry) if self.ranking else entry, "true" if len(below) > 1 else "page"

    @property
    def is_folder(self) -> bool:
        """Whether the page is the `index.html` of its address, as all are but a few with a fixed name."""
        return not self.url or self.url.endswith("/")


@dataclass(frozen=True)
class Planned:
    """The whole site: pages to render, and files that are what they are, made when they are asked for."""

    editions: Sequence[Edition]
    pages: Sequence[Page]
    files: Mapping[str, Callable[[], bytes]]
    urls: frozenset[str]
    """Every address of the site, which links can lead to."""

    @property
    def paths(self) -> list[str]:
        """The paths of all files that the site is to have."""
        return [*(each.path for each in self.pages), *self.files]

    @cached_property
    def clubs(self) -> Mapping[str, str]:
        """The address of the page of each club below a home page, by its names."""
        return addresses(known(each.outcome for each in self.boards))

    @property
    def has_engine(self) -> bool:
        """Whether visitors can calculate everything again, on a page of its own."""
        return any(each.template == "check.html" for each in self.pages)

    @property
    def menus(self) -> Mapping[str, Sequence[Topic]]:
        """The topics that the menu of each ranking leads to."""
        return {each.ranking.id: each.entries for each in self.boards}

    @property
    def boards(self) -> Sequence[Board]:
        """The rankings, in the first language."""
        return self.editions[0].boards

    def sources(self, edition: Edition) -> dict[str, str]:
        """The addresses in one language of the pages that people wrote, by the files in which they did.

        A file of another language leads to the page in this one, too, where there is such a page.
        """
        texts = [(page, page.text.path) for page in self.pages if page.text]
        known = {path: f"{edition.prefix}{page.place}" for page, path in texts}
        own = {path: page.url for page, path in texts if page.language == edition.language}
        return {path: url for path, url in known.items() if url in self.urls} | own

    def doors(self, page: Page) -> tuple[Door, ...]:
        """The ways from a page to all languages of the site; none where it has one."""
        return doors(self.editions, page.place, self.urls)
