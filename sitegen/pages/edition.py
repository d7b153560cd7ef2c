"""The site in one of its languages, and what leads from there to the others."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sitegen.board import Board
from sitegen.config import Site
from sitegen.content import Content, Written
from sitegen.names import alphabetical


class Edition(NamedTuple):
    """The site in one of its languages: what its address begins with, its rankings and its texts."""

    prefix: str
    site: Site
    boards: Sequence[Board]
    content: Content

    @property
    def language(self) -> str:
        """The code of the language."""
        return self.site.language

    @property
    def menu(self) -> list[tuple[str, str]]:
        """The written pages that the menu leads to, by title: their addresses below that of the language."""
        shown = [each for each in self.content.pages if each.in_menu]
        return [(each.url.removeprefix(self.prefix), each.title) for each in sorted(shown, key=_by_title)]


class Door(NamedTuple):
    """What leads to an edition from a page of another: to the `same` page, else to the nearest above it."""

    language: str
    url: str
    same: bool


def editions(site: Site, content: Content, boards: Sequence[Board]) -> list[Edition]:
    """Every language of the site: the first at the root, with `boards`, which the others share."""
    return [_edition(site.speaking(each), content, boards) for each in site.languages]


def _by_title(page: Written) -> tuple[str, str]:
    return alphabetical(page.title), page.url


def _edition(site: Site, content: Content, boards: Sequence[Board]) -> Edition:
    is_first = site.language == site.languages[0]
    prefix = "" if is_first else f"{site.language}/"
    spoken = boards if is_first else [each.speaking(site, prefix) for each in boards]
    return Edition(prefix, site, spoken, content.told_in(site.language, site.languages[0]))


def doors(editions: Sequence[Edition], place: str, urls: Collection[str]) -> tuple[Door, ...]:
    """The ways from the page at `place` of one edition to all of them; none where there is one alone."""
    return tuple(_door(each, place, urls) for each in editions) if len(editions) > 1 else ()


def _door(edition: Edition, place: str, urls: Collection[str]) -> Door:
    found = place if place.endswith("/") or not place else place.rpartition("/")[0]
    while found and f"{edition.prefix}{found}" not in urls:
        found = "/".join([*found.split("/")[:-2], ""])
    return Door(edition.language, f"{edition.prefix}{found}", found == place)
