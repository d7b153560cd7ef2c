"""Pages become text: the home of Jinja."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Generic, NamedTuple, TypeVar
from urllib.parse import urlsplit

from markupsafe import Markup

from sitegen import mishap
from sitegen.board import Board
from sitegen.config import Site
from sitegen.content import markup
from sitegen.language import Language
from sitegen.pages import Page, Planned
from sitegen.problem import Problem
from sitegen.render import faults, overrides, xml
from sitegen.render.bounds import Budget, Overrun, bounded
from sitegen.render.cells import Cells
from sitegen.render.environment import environment
from sitegen.render.report import Report
from sitegen.render.tables import TableWriter
from sitegen.render.ways import Way
from sitegen.workers import Watch, divided, unwatched

W = TypeVar("W")


class Sink(NamedTuple, Generic[W]):
    """Where files go as soon as they are made: `put` takes each, and says what is to be known of it.

    Several processes call it at once; `held` are the descriptors of what nobody else may have meanwhile.
    """

    put: Callable[[str, bytes], W]
    held: Collection[int] = ()


IN_MEMORY = Sink[bytes](lambda _, content: content)
"""What keeps all files, where they are few."""


def render(
    site: Site, planned: Planned, sink: Sink[W], watch: Watch = unwatched, workers: int = 1
) -> tuple[Mapping[str, W], list[Problem]]:
    """Put all files of the site into the `sink`: what it says of each, and what is wrong with the pages.

    `workers` is the number of processes that share the work.
    """
    theme_of = _Theme(site, planned)
    if unfit := theme_of.faults():
        return {}, unfit

    def first() -> dict[str, W]:
        return {path: sink.put(path, make()) for path, make in planned.files.items()}

    work = partial(theme_of.made, sink.put)
    data, parts = divided(work, planned.pages, workers, first, watch, sink.held, attrgetter("kin"))
    files = dict(chain.from_iterable(made.items() for made, _ in parts))
    return files | data, list(dict.fromkeys(chain.from_iterable(found for _, found in parts)))


def some(site: Site, planned: Planned, pages: Iterable[Page]) -> tuple[Mapping[str, bytes], list[Problem]]:
    """These pages of the site alone, by their paths, and what is wrong with them."""
    theme_of = _Theme(site, planned)
    if unfit := theme_of.faults():
        return {}, unfit
    return theme_of.made(IN_MEMORY.put, pages)


class _Theme:
    """The templates of one site, with what they call."""

    def __init__(self, site: Site, planned: Planned) -> None:
        self._site = site
        self._planned = planned
        self._boards = {(of.language, each.ranking.id): each for of in planned.editions for each in of.boards}
        self._sources = {each.language: planned.sources(each) for each in planned.editions}
        self._budget = Budget()
        self._writers: dict[tuple[str, str, str, str], TableWriter] = {}
        self._languages = {key: each.language for key, each in self._boards.items()}
        self._languages |= {(each.language, ""): Language(each.language) for each in planned.editions}
        sites = {each.language: each.site for each in planned.editions}
        self._environments = {
            each: environment(sites[each.code], planned, each) for each in {*self._languages.values()}
        }

    def faults(self) -> list[Problem]:
        """What is wrong with the templates, whatever a page shows."""
        some = next(iter(self._environments.values()))
        return faults.unreadable(self._site.root) or overrides.faults(self._site, some)

    def made(
        self, put: Callable[[str, bytes], W], pages: Iterable[Page]
    ) -> tuple[dict[str, W], list[Problem]]:
        """Put each page where it goes, up to one that has no end; what came of each, and what is wrong."""
        done: dict[str, W] = {}
        problems: list[Problem] = []
        for page in bounded(pages):
            each = page.whole
            content, found, failed = self._page(each)
            problems += found
            if not failed:
                done[each.path] = put(each.path, content)
            if faults.is_endless(failed):
                break
        return done, problems

    def _page(self, page: Page) -> tuple[bytes, list[Problem], BaseException | None]:
        """The bytes of a page, with what is wrong in its Markdown or its template, and what it ended in."""
        try:
            text, problems = self._markdown(page)
        except (Overrun, MemoryError) as error:
            return b"", [faults.of_text(page, self._budget, error)], error
        try:
            if page.path.endswith(".xml"):
                made = xml.sound(page.make()) if page.make else xml.encoded(self._laid_out(page, text))
                return made, problems, None
            return page.make() if page.make else self._laid_out(page, text).encode(), problems, None
        except (Exception, Overrun) as error:  # noqa: BLE001 - a template can raise whatever Python has
            found = self._fault(page, error)
            return b"", [*problems, found], error

    def _fault(self, page: Page, error: BaseException) -> Problem:
        """What went wrong with a page: in the code of its system, or in a template."""
        ranking = self._boards[page.language, page.ranking].ranking if page.ranking else None
        if ranking and isinstance(error, Exception) and mishap.frames(error, ranking.origin.code):
            return ranking.failed("parts", error)
        return faults.of_template(self._site, page.template, page.url, error)

    def _laid_out(self, page: Page, text: str) -> str:
        root, base = _root(page.place, self._site.url, page.prefix), _root(page.url, self._site.url)
        board = self._boards.get((page.language, page.ranking))
        language, report = self._languages[page.language, page.ranking], self._report(page)
        here = page.shows.get("key", "") if page.template == "event.html" else ""
        templates = self._environments[language]
        try:
            return templates.get_template(page.template).render(
                page.shows,
                page=page,
                root=root,
                base=base,
                doors=[Way.of(each, page, base) for each in self._planned.doors(page)],
                ranking=board.ranking if board else None,
                show=lambda ranking=page.ranking: replace(
                    self._writer(ranking, page, root), report=report, here=here
                ),
                report=report,
                text=Markup(_spoken(page, text)),  # noqa: S704 - cleaned by markup.py
                facts=page.sheet.facts if page.sheet else (),
                parts=page.sheet.parts() if page.sheet else (),
            )
        except Overrun:
            templates.handle_exception()  # which Jinja calls for other errors: it finds their lines

    def _report(self, page: Page) -> Report | None:
        """What reports a mistake on a page of a ranking; None where there is no repository to do so."""
        if not (self._site.repository and page.ranking):
            return None
        until, others = page.shows.get("until"), page.shows.get("open", {})
        return Report(self._site.repository, page.ranking, self._site.url + page.url, until, others)

    def _markdown(self, page: Page) -> tuple[str, list[Problem]]:
        if page.text is None:
            return "", []
        known, sources = self._planned.urls, self._sources[page.language]
        with self._budget.spend(page.text.path):
            text, problems = markup.page(page.text, page.url, known, sources, page.prefix)
        return text, [] if page.text.foreign else problems  # which are told of the page in its own language

    def _writer(self, ranking: str, page: Page, root: str) -> TableWriter:
        home, place = f"{ranking}/", page.place
        up = "../" * place.removeprefix(home).count("/") if place.startswith(home) else root + home
        own = f"{home}players/"
        to_players = "../" * place.removeprefix(own).count("/") if place.startswith(own) else f"{up}players/"
        key = page.language, ranking, up, to_players
        if key not in self._writers:
            self._writers[key] = _writer(
                self._boards[page.language, ranking], self._site, (up, to_players), self._clubs(root)
            )
        return self._writers[key]

    def _clubs(self, root: str) -> dict[str, str]:
        """The way to the page of each club, by its names."""
        return {name: f"{root}{address}" for name, address in self._planned.clubs.items()}


def _spoken(page: Page, text: str) -> str:
    """The text of a page, in an element that says its language where that is another."""
    foreign = page.text.foreign if page.text else ""
    return f'<div lang="{foreign}">\n{text}</div>' if foreign else text


def _writer(board: Board, site: Site, ways: tuple[str, str], clubs: Mapping[str, str]) -> TableWriter:
    pages = {each.id: each.name for each in board.outcome.players}
    labels = {id_: name for id_, name in board.names.items() if id_ not in pages}
    sources = f"https://github.com/{site.repository}/blob/HEAD/" if site.repository else ""
    outcome, titles = board.outcome, board.titles
    events = {each.key: each.key for each in outcome.events} | {**outcome.event_of}
    topics = outcome.topic_of
    return TableWriter(Cells(board.language, *ways, pages, labels, events, titles, topics, sources, clubs))


def _root(place: str, site_url: str, prefix: str = "") -> str:
    """The way up from a page at this place; the whole path from the page for unknown addresses."""
    if place.endswith("404.html"):
        return f"{urlsplit(site_url).path or '/'}{prefix}"
    return "../" * place.count("/") or "./"
