"""Render the pages of a site: the home of Jinja.

`render_site` writes all files of a site into a sink, and several processes can share the work.
`render_standalone` makes a page that is a single file.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import partial
from hashlib import sha256
from operator import attrgetter
from typing import Generic, NamedTuple, Self, TypeVar
from urllib.parse import quote, urlsplit

from jinja2 import FileSystemLoader
from markupsafe import Markup

from sitegen.core.language import Language
from sitegen.core.problems import Problem, extract_frames
from sitegen.core.system import get_article_language
from sitegen.core.workers import ProgressCallback, ignore_progress, run_parallel
from sitegen.inputs.config.site import Site
from sitegen.inputs.content.links import LinkResolver, render_page
from sitegen.pages import theme
from sitegen.pages.page import AlternateLink, Page, SitePlan
from sitegen.render import limits
from sitegen.render.calculations import IssueReport
from sitegen.render.cells import CellWriter
from sitegen.render.environment import (
    Environments,
    create_bare_environment,
    create_compiler,
    create_environment,
)
from sitegen.render.formula_text import add_formula_texts
from sitegen.render.limits import RenderTimeout, TimeBudget, is_exhaustion, limit_resources
from sitegen.render.tables import TableWriter
from sitegen.render.templates import (
    check_overrides,
    describe_template_error,
    describe_text_error,
    find_unreadable,
)


def render_standalone(template: str, style: str, language: Language, **shows: object) -> str:
    """Return a page that is one file, made with a template of ours and the style sheet named `style`.

    It fetches nothing else, which its content security policy enforces. A site cannot replace the template,
    as such a page can be about the site's own templates.
    """
    css = theme.build_standalone_css(style)
    digest = b64encode(sha256(css.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    environment = create_bare_environment(
        FileSystemLoader(theme.get_templates_folder()), language
    ).get_template(template)
    style_element = Markup(css)  # noqa: S704 - our own
    return environment.render(shows, language=language.code, policy=policy, style=style_element)


class LanguageLink(NamedTuple):
    """A link to a page in another language of the site, or to the page itself if `is_current`.

    `name` is what the language calls itself. `href` leads from the page to the other one, whose address from
    the root of the site is `url`. It is the same page if `is_same`, else the nearest one above it.
    """

    language: str
    name: str
    href: str
    url: str
    is_same: bool
    is_current: bool

    @classmethod
    def from_alternate(cls, link: AlternateLink, page: Page, base: str) -> Self:
        """Return the link from a page, from which `base` leads to the root."""
        url = quote(link.url)
        is_current = link.url == page.url if link.is_same else link.language == page.language
        return cls(link.language, Language(link.language).name, base + url, url, link.is_same, is_current)


_INVALID_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # XML 1.0, 2.2
_CONTROL_BYTES = bytes({*range(0x20)} - {*b"\t\n\r"})
_SUSPECT_PREFIXES = b"\xef\xbf", b"\xed"
"""The first bytes in UTF-8 of the other invalid characters, and of some letters."""
_SURROGATE_ERRORS = "surrogatepass"


def sanitize_xml(text: bytes) -> bytes:
    """Return a text with U+FFFD in place of all characters that XML does not allow, even escaped."""
    if text.translate(None, _CONTROL_BYTES) == text and not any(
        prefix in text for prefix in _SUSPECT_PREFIXES
    ):
        return text
    return _INVALID_XML.sub("\N{REPLACEMENT CHARACTER}", text.decode(errors=_SURROGATE_ERRORS)).encode()


def encode_xml(text: str) -> bytes:
    """Encode a text that a template made, and replace what XML does not allow."""
    return sanitize_xml(text.encode(errors=_SURROGATE_ERRORS))


W = TypeVar("W")


class Sink(NamedTuple, Generic[W]):
    """The destination of rendered files: `write_file` takes path and content of each, and returns a record.

    Several processes can call it at once. `file_descriptors` are those that they inherit, such as of a lock.
    """

    write_file: Callable[[str, bytes], W]
    file_descriptors: Collection[int] = ()


MEMORY_SINK = Sink[bytes](lambda _, content: content)
"""The sink that keeps the content of all files, for a few."""


def check_templates(site: Site) -> list[Problem]:
    """Return what is wrong with the templates of a site, whatever the page; no page can be made then.

    What is compiled of them is compiled for this process and those that it forks.
    """
    return find_unreadable(site.root) or check_overrides(site, create_compiler(site))


def render_site(  # noqa: PLR0913, PLR0917 - the last is for who renders plan after plan
    site: Site,
    plan: SitePlan,
    sink: Sink[W],
    watch: ProgressCallback = ignore_progress,
    workers: int = 1,
    environments: Environments | None = None,
) -> tuple[Mapping[str, W], list[Problem]]:
    """Put all files of a site into a sink; return its record of each by path, and the problems of the pages.

    `workers` is the number of processes that share the work. Environments that are not yet among
    `environments` are added.
    """
    renderer = _SiteRenderer(site, plan, {} if environments is None else environments)

    def put_files() -> dict[str, W]:
        return {path: sink.write_file(path, make()) for path, make in plan.files.items()}

    put_pages = partial(renderer.put_pages, sink.write_file)
    data, results = run_parallel(
        put_pages, plan.pages, workers, put_files, watch, sink.file_descriptors, attrgetter("batch_key")
    )
    files: dict[str, W] = {}
    problems = []
    for page_files, page_problems in results:
        files |= page_files
        problems += page_problems
    return files | data, list(dict.fromkeys(problems))


def render_pages(
    site: Site, plan: SitePlan, pages: Iterable[Page]
) -> tuple[Mapping[str, bytes], list[Problem]]:
    """Return the content of some pages of a site, by path, and their problems."""
    return _SiteRenderer(site, plan, {}).put_pages(MEMORY_SINK.write_file, pages)


def draw_pictures(pages: Iterable[Page]) -> dict[str, bytes]:
    """Return the pictures of pages, by address, but those that fail: rendering these says what is wrong."""
    pictures: dict[str, bytes] = {}
    for page in limit_resources(pages):
        try:
            if page.make:
                pictures[page.url] = page.make()
        except (Exception, RenderTimeout) as error:  # noqa: BLE001 - a system can raise whatever Python has
            if is_exhaustion(error):
                break
    return pictures


class _SiteRenderer:
    """Renders the pages of one site."""

    def __init__(self, site: Site, plan: SitePlan, environments: Environments) -> None:
        self._site = site
        self._plan = plan
        self._sources = {
            localized_site.language: plan.map_sources(localized_site) for localized_site in plan.sites
        }
        self._budget = TimeBudget()
        self._writers: dict[tuple[str, ...], TableWriter] = {}
        self._clubs: dict[str, Mapping[str, str]] = {}
        self._languages = {key: shown.language for key, shown in plan.rankings.items()}
        self._languages |= {
            (localized_site.language, ""): Language(localized_site.language) for localized_site in plan.sites
        }
        sites = {localized_site.language: localized_site.site for localized_site in plan.sites}
        for language in {*self._languages.values()}:
            if language not in environments:
                environments[language] = create_environment(sites[language.code], plan, language)
            environments[language].globals["topics"] = plan.menu_topics
        self._environments = environments

    def put_pages(
        self, write_file: Callable[[str, bytes], W], pages: Iterable[Page]
    ) -> tuple[dict[str, W], list[Problem]]:
        """Put pages, up to one that takes too much; return the record of each by path, and the problems."""
        results: dict[str, W] = {}
        problems: list[Problem] = []
        for page in limit_resources(pages):
            full_page = page.complete
            content, page_problems, error = self._render_page(full_page)
            problems += page_problems
            if not error:
                results[full_page.path] = write_file(full_page.path, content)
            if is_exhaustion(error):
                break
        return results, problems

    def _render_page(self, page: Page) -> tuple[bytes, list[Problem], BaseException | None]:
        """Return the content of a page, its problems, and the error that ended it, if any."""
        try:
            text, problems = self._render_markdown(page)
        except (RenderTimeout, MemoryError) as error:
            return b"", [describe_text_error(page, self._budget, error)], error
        try:
            is_xml = page.path.endswith(".xml")
            if page.make:
                content = sanitize_xml(page.make()) if is_xml else page.make()
            else:
                rendered = self._render_template(page, text)
                content = encode_xml(rendered) if is_xml else add_formula_texts(rendered).encode()
        except (Exception, RenderTimeout) as error:  # noqa: BLE001 - a template can raise whatever Python has
            return b"", [*problems, self._describe_error(page, error)], error
        return content, problems, None

    def _describe_error(self, page: Page, error: BaseException) -> Problem:
        """Return the problem of a page, either in the code of its system or in a template."""
        ranking = self._plan.rankings[page.language, page.ranking].ranking if page.ranking else None
        if ranking and isinstance(error, Exception) and extract_frames(error, ranking.origin.code):
            return ranking.report_failure("parts", error)
        return describe_template_error(self._site, page.template, page.url, error)

    def _render_template(self, page: Page, text: str) -> str:
        root = _find_root(page.relative_url, self._site.url, page.prefix)
        base = _find_root(page.url, self._site.url)
        shown = self._plan.rankings.get((page.language, page.ranking))
        language, report = self._languages[page.language, page.ranking], self._build_report(page)
        current_event = page.context.get("key", "") if page.template == "event.html" else ""
        link_to = partial(find_link, page.url, root=base)
        home = page.ranking and f"{page.prefix}{page.ranking}/"
        environment = self._environments[language]
        template = environment.get_template(page.template)
        context = template.new_context(
            dict(
                page.context,
                page=page,
                root=root,
                base=base,
                link_to=link_to,
                ranking_url=link_to(home) or "./",
                language_links=[
                    LanguageLink.from_alternate(link, page, base) for link in self._plan.find_alternates(page)
                ],
                ranking=shown.ranking if shown else None,
                show=lambda ranking=page.ranking: replace(
                    self._get_writer(ranking, page, root), report=report, current_event=current_event
                ),
                report=report,
                text=Markup(text),  # noqa: S704 - sanitised when it was made of Markdown
                facts=page.context.get("facts") or (page.content.facts if page.content else ()),
                parts=page.content.sections() if page.content else (),
            )
        )
        try:
            return environment.concat(template.root_render_func(context))
        except (Exception, RenderTimeout):  # noqa: BLE001 - it is raised again
            environment.handle_exception()  # finds the line of the template
        finally:
            context.vars.clear()  # its macros refer to it: a circle is freed late

    def _build_report(self, page: Page) -> IssueReport | None:
        """Return the form that reports a mistake on a page of a ranking, None without a repository."""
        if not (self._site.repository and page.ranking):
            return None
        deadline, open_deadlines = page.context.get("until"), page.context.get("open", {})
        return IssueReport(
            self._site.repository, page.ranking, self._site.url + page.url, deadline, open_deadlines
        )

    def _render_markdown(self, page: Page) -> tuple[str, list[Problem]]:
        if page.text is None:
            return "", []
        foreign, sources = page.text.foreign, self._sources[page.language]
        language = Language(foreign or page.language)
        resolver = LinkResolver(page.text.path, page.url, self._plan.urls, sources, page.prefix)
        with self._budget.spend(page.text.path):
            for text_page in limit_resources([page.text], limits.TEXT_SECONDS):
                text, problems = render_page(text_page, resolver, language)
        if foreign:
            text = f'<div lang="{foreign}">\n{text}</div>'
        # A page that another language repeats has its problems reported in the first.
        is_repeated = page.prefix and not page.text.language
        return text, [] if is_repeated else problems

    def _get_writer(self, ranking: str, page: Page, root: str) -> TableWriter:
        """Return the writer of the tables of a ranking, which pages at the same depth share."""
        home = f"{ranking}/"
        up, to_players, to_events = (
            find_link(page.relative_url, home + folder, root) for folder in ("", "players/", "results/")
        )
        key = page.language, ranking, up, to_players, to_events
        if key not in self._writers:
            shown, site = self._plan.rankings[page.language, ranking], self._site
            if root not in self._clubs:
                urls = self._plan.shell.club_urls
                self._clubs[root] = {name: f"{root}{address}" for name, address in urls.items()}
            sources = f"https://github.com/{site.repository}/blob/HEAD/" if site.repository else ""
            names, clubs = shown.names._asdict(), self._clubs[root]
            self._writers[key] = TableWriter(
                CellWriter(
                    shown.language,
                    up,
                    to_players,
                    to_events,
                    **names,
                    sources=sources,
                    clubs=clubs,
                    article_language=get_article_language(shown.ranking.system),
                )
            )
        return self._writers[key]


def find_link(url: str, target: str, root: str) -> str:
    """Return the shortest link from a page to an address below the root, blank to the folder of the page.

    It goes through the root, for which the page has the link `root`, if they have no folder in common.
    """
    folder, below = url[: url.rfind("/") + 1], ""
    while folder and not target.startswith(folder):
        folder, below = folder[: folder.rfind("/", 0, -1) + 1], f"{below}../"
    return below + target[len(folder) :] if folder else root + target


def _find_root(url: str, site_url: str, prefix: str = "") -> str:
    """Return the link from a page to the root; absolute from the page for unknown addresses."""
    if url.endswith("404.html"):
        return f"{urlsplit(site_url).path or '/'}{prefix}"
    return "../" * url.count("/") or "./"
