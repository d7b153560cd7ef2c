"""What a page leads to in the other languages of the site."""

from typing import NamedTuple, Self
from urllib.parse import quote

from sitegen.language import Language
from sitegen.pages.edition import Door
from sitegen.pages.page import Page


class Way(NamedTuple):
    """A language of the site by its own `name`, and what leads there: `href`, unless the page is `here`.

    `same` says that this is the same page, at `url` from the root of the site.
    """

    language: str
    name: str
    href: str
    url: str
    same: bool
    here: bool

    @classmethod
    def of(cls, door: Door, page: Page, base: str) -> Self:
        """The way from a page, from which `base` leads to the root."""
        url = quote(door.url)
        here = door.language == page.language
        return cls(door.language, Language(door.language).name, base + url, url, door.same, here)
