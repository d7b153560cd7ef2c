"""Pages become text: the home of Jinja."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from urllib.parse import urlsplit

from markupsafe import Markup

from sitegen import mishap
from sitegen.board import Board
from sitegen.config import Site
from sitegen.content import markup
from sitegen.language import Language
from sitegen.pages import Page, Planned
from sitegen.problem import Problem
from sitegen.render import faults, keys, xml
from sitegen.render.bounds import Overrun, bounded
from sitegen.render.cells import Cells
from sitegen.render.environment import environment
from sitegen.render.show import Shower
from sitegen.render.workers import Watch, divided, unwatched


@dataclass(frozen=True)
class Rendered:
    """The files that were made, the paths of those that can stay as they stand, and the keys of both."""

    files: Mapping[str, bytes]
    kept: Collection[str]
    keys: Mapping[str, str]


def render(
    site: Site,
    planned: Planned,
    before: Mapping[str, str],
    watch: Watch = unwatched,
    workers: int = 1,
) -> tuple[Rendered, list[Problem]]:
    """All files of the site, and what is wrong with written pages and templates.

    `before` has the keys of the last build: a page that would become the same is kept. `workers` is the
    number of processes that share the work.
    """
    if unreadable := faults.unreadable(site.root):
        return Rendered({}, (), {}), unreadable
    theme_of = _Theme(site, planned)
    known = keys.keys(site, planned) if before else {}
    kept = {path for path, key in known.items() if before.get(path) == key}

    def first() -> tuple[dict[str, str], dict[str, bytes]]:
        data = {path: make() for path, make in planned.files.items()}
        return known or keys.keys(site, planned), data

    pages = [each for each in planned.pages if each.path not in kept]
    (shown, data), parts = divided(theme_of.made, pages, workers, first, watch)
    done = list(chain.from_iterable(parts))
    files = {path: text for path, text, _ in done} | data
    return Rendered(files, kept, shown), list(dict.fromkeys(each for _, _, found in done for each in found))


class _Theme:
    """The templates of one site, with what they call."""

    def __init__(self, site: Site, planned: Planned) -> None:
        self._site = site
        self._boards = {each.ranking.id: each for each in planned.boards}
        self._urls = planned.urls
        self._sources = keys.sources(planned)
        self._showers: dict[tuple[str, str], Shower] = {}
        self._common = Language(site.language)
        self._languages = {each.ranking.id: each.language for each in planned.boards}
        self._environments = {
            each: environment(site, planned, each) for each in {self._common, *self._languages.values()}
        }

    def made(self, pages: Iterable[Page]) -> list[tuple[str, bytes, list[Problem]]]:
        """The path of each page, with its bytes and what is wrong; none after one that has no end."""
        done = []
        for each in bounded(pages):
            content, problems, failed = self._page(each)
            done.append((each.path, content, problems))
            if faults.is_endless(failed):
                break
        return done

    def _page(self, page: Page) -> tuple[bytes, list[Problem], BaseException | None]:
        """The bytes of a page, with what is wrong in its Markdown or its template, and what it ended in."""
        try:
            text, problems = self._markdown(page)
        except (Overrun, MemoryError) as error:
            path = page.text.path if page.text else page.template
            return b"", [faults.of_text(path, page.url, error)], error
        try:
            if page.make:
                return page.make(), [], None
            html = self._laid_out(page, text)
            return (xml.sound(html) if page.path.endswith(".xml") else html).encode(), problems, None
        except (Exception, Overrun) as error:  # noqa: BLE001 - a template can raise whatever Python has
            found = self._fault(page, error)
            return b"", [*problems, found], error

    def _fault(self, page: Page, error: BaseException) -> Problem:
        """What went wrong with a page: in the code of its system, or in a template."""
        ranking = self._boards[page.ranking].ranking if page.ranking else None
        if ranking and isinstance(error, Exception) and mishap.frames(error, ranking.origin.code):
            return ranking.failed("parts", error)
        return faults.of_template(self._site, page.template, page.url, error)

    def _laid_out(self, page: Page, text: str) -> str:
        root = _root(page.url, self._site.url)
        board = self._boards.get(page.ranking)
        templates = self._environments[self._languages.get(page.ranking, self._common)]
        try:
            return templates.get_template(page.template).render(
                page.shows,
                page=page,
                root=root,
                base=root,
                ranking=board.ranking if board else None,
                show=lambda ranking=page.ranking: self._shower(ranking, page.url, root),
                text=Markup(text),  # noqa: S704 - cleaned by markup.py
                facts=page.sheet.facts if page.sheet else (),
                parts=page.sheet.parts() if page.sheet else (),
            )
        except Overrun:
            templates.handle_exception()  # which Jinja calls for other errors: it finds their lines

    def _markdown(self, page: Page) -> tuple[str, list[Problem]]:
        if page.text is None:
            return "", []
        return markup.page(page.text, page.url, self._urls, self._sources)

    def _shower(self, ranking: str, url: str, root: str) -> Shower:
        home = f"{ranking}/"
        up = "../" * url.removeprefix(home).count("/") if url.startswith(home) else root + home
        if (ranking, up) not in self._showers:
            self._showers[ranking, up] = _shower(self._boards[ranking], self._site, up)
        return self._showers[ranking, up]


def _shower(board: Board, site: Site, up: str) -> Shower:
    pages = {each.id: each.name for each in board.outcome.players}
    labels = {each.id: each.name for each in board.players if each.id not in pages}
    sources = f"https://github.com/{site.repository}/blob/HEAD/" if site.repository else ""
    outcome = board.outcome
    events = {each.key: each.key for each in outcome.events} | {**outcome.event_of}
    titles = {each.key: board.language.titled(each.title, each.named) for each in outcome.events}
    return Shower(Cells(board.language, up, pages, labels, events, titles, outcome.topic_of, sources))


def _root(url: str, site_url: str) -> str:
    """The way from a page to the root of the site; the whole path from the page for unknown addresses."""
    if url == "404.html":
        return urlsplit(site_url).path or "/"
    return "../" * url.count("/") or "./"
