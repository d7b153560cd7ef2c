"""A few pages of a site, planned before all others: whoever looks at one waits for no other."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, Self

from sitegen.board import Board
from sitegen.config import Site
from sitegen.content import Content, Written
from sitegen.model import Sheet, Topic
from sitegen.pages.about import described
from sitegen.pages.edition import Edition, editions
from sitegen.pages.home import home
from sitegen.pages.page import Page, Planned
from sitegen.pages.ranking import below
from sitegen.past import UNKNOWN, Past

_NOTHING = Sheet.of([], [])


class Known(NamedTuple):
    """What pages have of one another, as it was when all of them were planned last."""

    urls: frozenset[str]
    made: frozenset[str]
    """The addresses of what has no template, such as feeds and pictures."""
    texts: Sequence[Page]
    """The pages that people wrote, and the one that tells of the engine, without what they show."""
    menus: Mapping[str, Sequence[Topic]]

    @classmethod
    def of(cls, planned: Planned) -> Self:
        """That of a site; nothing that takes memory."""
        made = frozenset(each.url for each in planned.pages if each.make)
        linked = [each for each in planned.pages if each.text or each.template == "check.html"]
        texts = [each._replace(shows={}, tell=None) for each in linked]
        entries = {
            id_: [each._replace(sheet=_NOTHING) for each in topics] for id_, topics in planned.menus.items()
        }
        return cls(planned.urls, made, texts, entries)


def sought(  # noqa: PLR0913, PLR0917 - what a whole site is planned from, and the two that make it a few pages
    site: Site,
    content: Content,
    boards: Sequence[Board],
    past: Mapping[str, Past],
    known: Known,
    paths: Collection[str],
) -> tuple[Planned, Sequence[Page]]:
    """The pages at these paths, and a site that has no others, as far as they are found without much ado.

    They are those of the whole site as long as all is still as it is `known` of the others.
    """
    every = editions(site, content, boards)
    found = [
        page for each in every for page in described(each, known.made, _pages(each, past, paths), known.made)
    ]
    there = {each.path for each in found}
    texts = [each for each in known.texts if each.path not in there]
    return Planned(every, [*found, *texts], {}, known.urls, known.menus), found


def _pages(edition: Edition, past: Mapping[str, Past], paths: Collection[str]) -> Iterator[Page]:
    written = {each.url: each for each in edition.content.pages}
    for path in paths:
        pages = _near(edition, past, written, path)
        yield from [each for each in [next((each for each in pages if each.path == path), None)] if each]


def _near(
    edition: Edition, past: Mapping[str, Past], written: Mapping[str, Written], path: str
) -> Iterator[Page]:
    """The pages among which the one at a path is, if it is found here."""
    if path == f"{edition.prefix}index.html":
        yield home(edition, written)
    for each in edition.boards:
        if path.startswith(each.home):
            yield from below(each, past.get(each.ranking.id, UNKNOWN), written, path.removeprefix(each.home))
