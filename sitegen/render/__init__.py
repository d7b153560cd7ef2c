"""Pages become text: the home of Jinja."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from traceback import extract_tb
from urllib.parse import urlsplit

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateSyntaxError,
)
from markupsafe import Markup

from sitegen import theme
from sitegen.config import Site
from sitegen.content import markup
from sitegen.language import Language
from sitegen.message import say
from sitegen.model import Chart
from sitegen.pages import Board, Page, Planned
from sitegen.problem import Problem
from sitegen.render import chart, keys
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
    theme_of = _Theme(site, planned)
    known = keys.keys(site, planned) if before else {}
    kept = {path for path, key in known.items() if before.get(path) == key}

    def first() -> tuple[dict[str, str], dict[str, bytes]]:
        data = {path: make() for path, make in planned.files.items()}
        return known or keys.keys(site, planned), data

    def made(pages: Iterable[Page]) -> list[tuple[str, bytes, list[Problem]]]:
        return [(each.path, *theme_of.page(each)) for each in pages]

    pages = [each for each in planned.pages if each.path not in kept]
    (shown, data), parts = divided(made, pages, workers, first, watch)
    done = list(chain.from_iterable(parts))
    files = {path: text for path, text, _ in done} | data
    return Rendered(files, kept, shown), [each for _, _, found in done for each in found]


class _Theme:
    """The templates of one site, with what they call."""

    def __init__(self, site: Site, planned: Planned) -> None:
        self._site = site
        self._language = Language(site.language)
        self._boards = {each.ranking.id: each for each in planned.boards}
        self._urls = planned.urls
        self._sources = keys.sources(planned)
        self._showers: dict[tuple[str, str], Shower] = {}
        self._templates = _environment(site, planned, self._language)

    def page(self, page: Page) -> tuple[bytes, list[Problem]]:
        """The bytes of a page, with what is wrong in its Markdown or its template."""
        text, problems = self._markdown(page)
        root = _root(page.url, self._site.url)
        board = self._boards.get(page.ranking)
        try:
            html = self._templates.get_template(page.template).render(
                page.shows,
                page=page,
                root=root,
                ranking=board.ranking if board else None,
                show=lambda ranking=page.ranking: self._shower(ranking, page.url, root),
                text=Markup(text),  # noqa: S704 - cleaned by markup.py
                facts=page.sheet.facts if page.sheet else (),
                parts=page.sheet.parts() if page.sheet else (),
            )
        except Exception as error:  # noqa: BLE001 - a template of a site is code of somebody else's
            return b"", [*problems, _template_problem(self._site.root, page.template, error)]
        return html.encode(), problems

    def _markdown(self, page: Page) -> tuple[str, list[Problem]]:
        if page.text is None:
            return "", []
        return markup.page(page.text, page.url, self._urls, self._sources)

    def _shower(self, ranking: str, url: str, root: str) -> Shower:
        home = f"{ranking}/"
        up = "../" * url.removeprefix(home).count("/") if url.startswith(home) else root + home
        if (ranking, up) not in self._showers:
            self._showers[ranking, up] = _shower(self._boards[ranking], self._site, self._language, up)
        return self._showers[ranking, up]


def _shower(board: Board, site: Site, language: Language, up: str) -> Shower:
    pages = {each.id: each.name for each in board.outcome.players}
    labels = {each.id: each.name for each in board.players if each.id not in pages}
    sources = f"https://github.com/{site.repository}/blob/HEAD/" if site.repository else ""
    outcome = board.outcome
    return Shower(language, up, pages, labels, outcome.event_of, outcome.topic_of, sources)


def _root(url: str, site_url: str) -> str:
    """The way from a page to the root of the site; the whole path from the page for unknown addresses."""
    if url == "404.html":
        return urlsplit(site_url).path or "/"
    return "../" * url.count("/") or "./"


def _environment(site: Site, planned: Planned, language: Language) -> Environment:
    folders = theme.folders(site.root)
    environment = Environment(
        loader=ChoiceLoader(
            [FileSystemLoader(folders), PrefixLoader({"sitegen": FileSystemLoader(theme.templates())})]
        ),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        auto_reload=False,  # an environment lives for one build
    )
    environment.install_gettext_translations(language.translations, newstyle=False)  # type: ignore[attr-defined]
    environment.filters["long_date"] = language.long_date
    environment.filters["full_date"] = language.full_date
    environment.filters["short_date"] = language.short_date
    environment.filters["markdown"] = lambda text: Markup(markup.html(text, "")[0])  # noqa: S704 - cleaned
    environment.globals.update(
        site=site,
        topics={each.ranking.id: each.outcome.entries for each in planned.boards},
        titled=language.titled,
        _=language.word,  # without the look-up that Jinja's own makes at every call
        chart=lambda each: Markup(chart.svg(each, language)),  # noqa: S704 - escaped where it is made
        is_chart=lambda each: isinstance(each, Chart),
        decimals=language.number,
        once=_once(environment),
        decimal_mark=language.decimal_mark,
    )
    return environment


def _once(environment: Environment) -> Callable[..., Markup]:
    """`once("head.html", table=…)`: a part of pages, rendered once for all that give it the same values.

    A head, a legend or a menu is the same on ten thousand pages; making it anew takes longer than their rows.
    """

    @cache
    def once(template: str, **shown: object) -> Markup:
        return Markup(environment.get_template(template).render(shown))  # noqa: S704 - rendered with escaping

    return once


def _template_problem(root: Path, template: str, error: Exception) -> Problem:
    """Where in which template it went wrong; Jinja tells a syntax error's place, a traceback the others'."""
    if isinstance(error, TemplateSyntaxError):
        message = say("template-not-read", "this template cannot be read: {error}", error=error.message or "")
        return Problem(_within(root, error.filename or template), error.lineno, 0, message)
    places = [
        (each.filename, each.lineno or 0)
        for each in extract_tb(error.__traceback__)
        if each.filename.endswith((".html", ".xml"))
    ]
    own = root / "templates" / template
    path, line = places[-1] if places else (str(own) if own.exists() else template, 0)
    reason = str(error) or type(error).__name__
    message = say("template-not-rendered", "nothing can be made with this template: {error}", error=reason)
    return Problem(_within(root, path), line, 0, message)


def _within(root: Path, path: str) -> str:
    for folder in theme.folders(root):
        if Path(path).is_relative_to(folder):
            return f"templates/{Path(path).relative_to(folder).as_posix()}"
    return path
