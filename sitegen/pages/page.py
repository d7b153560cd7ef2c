"""A page to be rendered, and the whole site as it is planned."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sitegen.board import Board
from sitegen.content import Written
from sitegen.model import Sheet


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


@dataclass(frozen=True)
class Page:
    """One page to render.

    `url` is its address from the root of the site, ending in `/` for an `index.html`; `shows` goes to the
    template as it is and is small and plain: its `repr` is part of the page's key. What is large comes from
    `sheet`, when it is asked for. A `text` is Markdown to show.

    What has no template is made by `make`, out of what `shows` and `sheet` tell: a feed, a picture; its
    `template` then only says of what kind it is. One that is `alone` names nobody but whose it is. `about`
    is what is told of the page elsewhere.
    """

    url: str
    template: str
    shows: Mapping[str, Any] = field(default_factory=dict)
    ranking: str = ""
    sheet: Sheet | None = None
    text: Written | None = None
    make: Callable[[], bytes] | None = None
    about: About | None = None
    alone: bool = False

    @property
    def path(self) -> str:
        """The file that the page becomes."""
        return self.url + "index.html" if self.is_folder else self.url

    @property
    def is_folder(self) -> bool:
        """Whether the page is the `index.html` of its address, as all are but a few with a fixed name."""
        return not self.url or self.url.endswith("/")


@dataclass(frozen=True)
class Planned:
    """The whole site: pages to render, and files that are what they are, made when they are asked for."""

    boards: Sequence[Board]
    pages: Sequence[Page]
    files: Mapping[str, Callable[[], bytes]]
    urls: frozenset[str]
    """Every address of the site, which links can lead to."""
