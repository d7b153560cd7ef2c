"""What a page shows, as a digest: one that is that of the last build need not be made again.

A key covers all that the page is made from, the program and the theme among it, so it cannot miss a change.
Ratings are calculated whole every time; nothing but the writing of pages is ever saved.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from sitegen import theme
from sitegen.board import Board
from sitegen.code import code, contents, files
from sitegen.config import Site
from sitegen.digest import digest_of
from sitegen.model import Event, Sheet
from sitegen.pages import Page, Planned
from sitegen.pages.edition import Edition
from sitegen.toolkit.order import alphabetical
from sitegen.workers import divided

_LIBRARIES = ("jinja2", "markdown", "nh3", "latex2mathml", "babel", "pillow", "pymupdf-fonts")


class Shared(NamedTuple):
    """What a page goes by that others have too, and its evidence."""

    stamp: bytes
    evidence: bytes


def keys(site: Site, planned: Planned, workers: int) -> dict[str, str]:
    """The key of each page that has one, by path; the few without are made every time."""

    def look(pages: Iterable[Page]) -> list[tuple[str, bytes]]:
        return [(each.path, own(each.whole, planned)) for each in pages]

    common, parts = divided(look, planned.pages, workers, lambda: shared(site, planned))
    return joined(common, dict(chain.from_iterable(parts)))


def joined(common: Mapping[str, Shared], own: Mapping[str, bytes]) -> dict[str, str]:
    """The keys out of what pages have in common, and what each has of its own."""
    return {
        path: blake2b(own[path] + each.evidence, key=each.stamp, digest_size=16).hexdigest()
        for path, each in common.items()
        if path in own
    }


def own(page: Page, planned: Planned) -> bytes:
    """What a whole page says by itself, as a digest."""
    doors = () if page.make else planned.doors(page)
    return digest_of((page.url, page.template, page.shows, page.about, doors))


def shared(site: Site, planned: Planned) -> dict[str, Shared]:
    """What each page with a key goes by that is not of its own, by path."""
    program = _digest(site)
    found: dict[str, Shared] = {}
    for edition in planned.editions:
        common = _Common(edition, planned, program)
        boards = {each.ranking.id: each for each in edition.boards}
        stamps = {id_: common.stamp(board) for id_, board in boards.items()} | {"": common.digest}
        for page in planned.pages:
            board = boards.get(page.ranking)
            has_key = page.text or page.make or (page.sheet and board)
            if has_key and page.language == edition.language:
                stamp = stamps["" if page.alone else page.ranking]
                found[page.path] = Shared(stamp, _evidence(page, board, common))
    return found


def sources(planned: Planned, edition: Edition) -> dict[str, str]:
    """The addresses in one language of the pages that people wrote, by the files in which they did.

    A file of another language leads to the page in this one, too, where there is such a page.
    """
    texts = [each for each in planned.pages if each.text]
    found = {each.text.path: f"{edition.prefix}{each.place}" for each in texts if each.text}
    known = {path: url for path, url in found.items() if url in planned.urls}
    return known | {
        each.text.path: each.url for each in texts if each.text and each.language == edition.language
    }


def _evidence(page: Page, board: Board | None, common: "_Common") -> bytes:
    """What a page shows that was written, or that its sheet says."""
    if page.text:
        return repr(page.text).encode() + common.addresses
    return common.evidence(board, page.sheet) if page.sheet and board else b""


class _Common:
    """What many pages depend on."""

    def __init__(self, edition: Edition, planned: Planned, program: bytes) -> None:
        self.planned = planned
        self._edition = edition
        self._program = program
        self._evidence: dict[int, bytes] = {}

    @cached_property
    def addresses(self) -> bytes:
        """Every address of the site: a written page is good as long as there is what its links lead to."""
        known = sorted(self.planned.urls), sorted(sources(self.planned, self._edition).items())
        return digest_of(known)

    @cached_property
    def digest(self) -> bytes:
        """The program, the theme and the settings."""
        site = self._edition.site
        said = (
            site.title,
            site.url,
            site.language,
            site.languages,
            site.repository,
            site.contact,
            site.as_of,
        )
        settings = *said, site.cards, site.theme, self._edition.menu, self.planned.has_engine
        rankings = [
            (each.id, each.title, each.short_title, each.name_of_system, each.options)
            for each in site.rankings
        ]
        return blake2b(repr((settings, rankings)).encode(), key=self._program, digest_size=32).digest()

    def stamp(self, board: Board) -> bytes:
        """The same, with a ranking's players in their order, menu and the pages that words lead to."""
        names = [(each.id, each.name, each.hidden) for each in alphabetical(board.players)]
        outcome = board.outcome
        topics = [(each.key, each.title) for each in board.entries], outcome.topic_of
        shown = names, topics, self.planned.clubs, list(_given(outcome.events))
        return blake2b(repr(shown).encode(), key=self.digest, digest_size=32).digest()

    def evidence(self, board: Board, sheet: Sheet) -> bytes:
        """What a sheet of a planned page says, made once: the files of a list have one in common."""
        if id(sheet) not in self._evidence:
            self._evidence[id(sheet)] = board.evidence(sheet)
        return self._evidence[id(sheet)]


def _given(events: Iterable[Event]) -> Iterator[tuple[str, str]]:
    """The titles that somebody gave to an event, which pages lead to by it; others follow from their keys."""
    for each in events:
        words = [named for named in each.named.values() if isinstance(named, str)]
        if words or not each.named:
            yield each.key, repr((each.title, words))


def _digest(site: Site) -> bytes:
    digest = blake2b(digest_size=32)
    for part in _program(site):
        digest.update(part)
    return digest.digest()


def _program(site: Site) -> Iterator[bytes]:
    """The code, the systems of others, the templates and the libraries that make a page."""
    from importlib.metadata import version  # noqa: PLC0415 - 20 ms that a check need not wait

    for name in _LIBRARIES:
        yield version(name).encode()
    yield from code(site)
    for folder in dict.fromkeys(each.resolve() for each in theme.folders(site.root)):
        yield from contents(folder, _templates(folder, is_own=folder.parent == site.root.resolve()))


def _templates(folder: Path, *, is_own: bool) -> Iterator[str]:
    """Whatever a page can be made with: one template of a site can include a file of any name."""
    for path in files(folder, "" if is_own else ".html"):
        if not path.startswith(f"{folder}/static/") and Path(path).is_file():
            yield path
