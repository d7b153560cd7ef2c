"""Jinja, as the pages of a site have it: in its sandbox, for who writes a template need not be trusted.

Templates as Python: ours are compiled when the program is set up, those of a site when it is read.

What a page is, as JSON-LD inside it: data, which no browser runs.

Sentences of a page as HTML: what happened, by which rules, and what a line is of.
"""

import json
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from functools import cache, lru_cache
from importlib.machinery import SourceFileLoader
from pathlib import Path, PurePath
from string import Formatter
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any
from urllib.parse import quote

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    __version__,
)
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context, LoopContext, Macro, Undefined
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup, escape

from sitegen.core.language import COMPILED_FOLDER, TEMPLATE_SUFFIX, Language
from sitegen.core.model import Chart, Section
from sitegen.core.names import digest_value, make_article_anchor
from sitegen.inputs.config.site import Site
from sitegen.inputs.content import links
from sitegen.pages import theme
from sitegen.pages.page import PageMetadata, SitePlan
from sitegen.pages.ranking import MAX_IN_MENU, select_menu_rankings
from sitegen.pages.summary import Sentence
from sitegen.render import cells, charts, player_tables, tables
from sitegen.render.charts import find_marks
from sitegen.render.tables import TableWriter


class TemplateCache(BytecodeCache):
    """The code of each template, by where it stands: kept for other languages, and for the next build."""

    def __init__(self, folder: Path = COMPILED_FOLDER) -> None:
        self._folder = folder
        self._kept: dict[str, tuple[str, CodeType | None]] = {}

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        """The code of a template, as it is kept or as it lies in the folder; none where it is in neither."""
        bucket = super().get_bucket(environment, name, filename, source)
        if bucket.code is None and (
            found := _read_code(self._folder / _get_code_file(environment, name, source))
        ):
            bucket.code = found.replace(co_filename=filename or "")  # where Jinja looks when something fails
            self.dump_bytecode(bucket)
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        """The code of the template if its text is still the same."""
        checksum, code = self._kept.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template."""
        self._kept[bucket.key] = bucket.checksum, bucket.code


def compile_templates(environment: Environment) -> dict[str, bytes]:
    """What becomes of our templates, by the names of the files that it is looked for in."""
    return {
        _get_code_file(environment, name, source): str(environment.compile(source, name, raw=True)).encode()
        for name, source in theme.iter_setup_templates()
    }


def _get_code_file(environment: Environment, name: str, source: str) -> str:
    settings = [environment.autoescape, environment.trim_blocks, environment.lstrip_blocks]
    names = sorted(environment.extensions), sorted(environment.filters), sorted(environment.tests)
    operators = sorted(getattr(environment, "intercepted_binops", ()))
    return f"t{digest_value((__version__, settings, names, operators, name, source)).hex()}{TEMPLATE_SUFFIX}"


def _read_code(path: Path) -> CodeType | None:
    try:
        return SourceFileLoader(path.stem, str(path)).get_code(path.stem)
    except OSError:
        return None


_encode_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_HTML_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}


def render_json_ld(metadata: PageMetadata, address: str, url: str) -> Markup:
    """The element for a page at `address`, from the root of a site at `url`; empty where there is nothing."""
    items = [item for item in (metadata.json_ld, _build_breadcrumbs(metadata, address, url)) if item]
    if not items:
        return Markup()
    data = {"@context": "https://schema.org", **({"@graph": items} if len(items) > 1 else items[0])}
    text = _encode_json(data)
    for character, code in _HTML_ESCAPES.items():
        text = text.replace(character, code)
    return Markup(f'<script type="application/ld+json">{text}</script>')  # noqa: S704 - nothing of HTML in it


def _build_breadcrumbs(metadata: PageMetadata, address: str, url: str) -> Mapping[str, Any]:
    if not metadata.breadcrumbs:
        return {}
    steps: Sequence[tuple[str, str]] = [*metadata.breadcrumbs, (address, metadata.title)]
    items = [
        {"@type": "ListItem", "position": place, "name": name, "item": url + quote(path)}
        for place, (path, name) in enumerate(steps, start=1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": items}


def format_sentences(sentences: Iterable[Sentence]) -> Markup:
    """Sentences one after the other, in each of them what matters most."""
    return Markup(" ").join([_format_sentence(*sentence) for sentence in sentences])


def _format_sentence(text: str, emphasis: str) -> Markup:
    if not emphasis:
        return escape(text)
    before, after = text.split(emphasis, 1)
    return Markup(f"{escape(before)}<b>{escape(emphasis)}</b>{escape(after)}")  # noqa: S704 - each is escaped


def link_articles(writer: TableWriter, section: Section) -> Markup:
    """The articles that a section goes by, each as the way to it."""
    label = escape(writer.cells.language.translate("By the rules:"))
    return Markup(f"{label} {writer.articles(section.articles)}")  # noqa: S704 - each is escaped


def describe_start(chart: Chart, language: Language) -> str:
    """From which day on a line goes, and what is dashed beside it."""
    start, write = language.format_full_date(chart.points[0][0]), language.make_number_formatter(0)
    dashed = [
        language.format_title(
            "Dashed: {what}, {value}.", {"what": language.translate(label), "value": write(value)}
        )
        for label, value in find_marks(chart).items()
    ]
    return (
        f"{language.format_title('Since {day}.', {'day': start})}\n{''.join([f'{text} ' for text in dashed])}"
    )


_MAX_EXPONENT = 1_000
_ABSENT = object()
_FUNCTION_TYPES = {FunctionType, MethodType}


class _Sandbox(SandboxedEnvironment):
    """What a template can reach: values to be shown, and nothing that acts on the machine.

    Jinja keeps it from the insides of Python; here also from the files behind a path and from what a
    module holds.
    """

    intercepted_binops = frozenset({"**"})

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._allowed: set[tuple[type, str]] = set()

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What all templates can call, as a plain dictionary, which is copied for each page in no time."""
        return super().make_globals(d) if d else self.globals

    def getattr(self, obj: Any, attribute: str) -> Any:
        """An attribute; of our own types and of loops each is asked about once: a page has thousands."""
        if (type(obj), attribute) in self._allowed:
            value = getattr(obj, attribute, _ABSENT)
            if value is not _ABSENT:
                return value
        value = super().getattr(obj, attribute)
        is_ours = type(obj).__module__.startswith("sitegen.") or type(obj) is LoopContext
        is_own = type(value) is MethodType and value.__self__ is obj
        if is_ours and not isinstance(value, Undefined) and (is_own or not callable(value)):
            self._allowed.add((type(obj), attribute))
        return value

    def call(
        self,
        context: Context,
        function: Any,
        /,
        *args: Any,
        _loop_vars: Any = None,
        _block_vars: Any = None,
        **keywords: Any,
    ) -> Any:
        """A call; of a function without marks of Jinja's nothing need be asked, and a page has thousands."""
        if type(function) in _FUNCTION_TYPES and not function.__dict__:
            return function(*args, **keywords)
        if type(function) is Macro:  # of a template itself, which has been asked about what it calls
            return function(context.eval_ctx, *args, **keywords)
        return super().call(
            context, function, *args, _loop_vars=_loop_vars, _block_vars=_block_vars, **keywords
        )

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether a template may have this attribute."""
        is_inside = isinstance(obj, PurePath) or (isinstance(obj, ModuleType) and not isinstance(value, str))
        return not is_inside and super().is_safe_attribute(obj, attr, value)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """A power, which a few digits can make too large for any machine."""
        if isinstance(right, int | float) and abs(right) > _MAX_EXPONENT:
            raise SecurityError(f"a power of more than {_MAX_EXPONENT}")
        return super().call_binop(context, operator, left, right)


_TEMPLATE_CACHE = (
    TemplateCache()
)  # what it holds depends on no language: no filter of a language takes a constant


@lru_cache(512, typed=True)
def _render_markdown(text: str) -> Markup:
    """What Markdown becomes: articles and interpretations stay as they are from one build to the next."""
    return Markup(links.render_markdown(text, "")[0])  # noqa: S704 - cleaned


def create_bare_environment(loader: BaseLoader, language: Language) -> Environment:
    """An environment in which templates have the words of a language, and nothing of a site."""
    environment = _Sandbox(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        bytecode_cache=_TEMPLATE_CACHE,
        auto_reload=False,  # an environment lives for one build,
        cache_size=-1,  # in which no template goes
    )
    environment.install_gettext_translations(language.translations, newstyle=False)  # type: ignore[attr-defined]
    environment.filters["long_date"] = language.format_long_date
    environment.filters["full_date"] = language.format_full_date
    environment.filters["short_date"] = language.format_short_date
    environment.filters["anchor"] = make_article_anchor
    environment.filters["markdown"] = _render_markdown
    # `_` without the look-up that Jinja's own makes at every call
    environment.globals.update(_=language.translate, ordinal=language.format_ordinal, colon=language.colon)
    return environment


def create_environment(site: Site, planned: SitePlan, language: Language) -> Environment:
    """The templates of a site, with all that they can call."""
    environment = create_bare_environment(_create_loader(site), language)
    environment.globals.update(
        site=site,
        menu=next(
            localized_site.menu
            for localized_site in planned.sites
            if localized_site.language == site.language
        ),
        in_menu=select_menu_rankings,
        has_more_rankings=len(site.rankings) > MAX_IN_MENU,
        clubs=planned.club_urls,
        has_engine=planned.has_check_page,
        topics=planned.menu_topics,
        titled=_make_title_formatter(language),
        chart=lambda item, *how: Markup(charts.render_chart(item, language, *how)),  # noqa: S704 - escaped where it is made
        charts=lambda parts: [part for part in parts if isinstance(part, Chart) and charts.has_line(part)],
        since=lambda item: describe_start(item, language),
        sentences=format_sentences,
        by_the_rules=link_articles,
        span=charts.find_date_range,
        marks=charts.find_marks,
        ordinal_sign=language.get_ordinal_suffix,
        story=player_tables.render_player_table,
        ledger=player_tables.render_player_table,
        sorted_out=player_tables.group_sections,
        is_wide=player_tables.is_wide,
        ticks=lambda form, said: Markup(cells.render_ticks(form, escape(said))),  # noqa: S704 - as above
        is_chart=lambda item: isinstance(item, Chart),
        rows_of=tables.build_row_tags,
        clubs_of=tables.find_clubs,
        decimals=language.make_number_formatter,
        once=_make_cached_include(environment),
        decimal_mark=language.decimal_mark,
        linked=render_json_ld,
    )
    return environment


def _create_loader(site: Site) -> BaseLoader:
    """A site's own templates, then those of the program and of its systems, which are also in `sitegen/`."""
    system_loaders = {
        name: FileSystemLoader(folder) for name, folder in theme.find_system_templates(site.rankings).items()
    }
    systems = PrefixLoader({"systems": PrefixLoader(system_loaders)})
    ours = PrefixLoader({"sitegen": ChoiceLoader([FileSystemLoader(theme.get_templates_folder()), systems])})
    return ChoiceLoader([FileSystemLoader(theme.list_template_folders(site.root)), systems, ours])


def _make_title_formatter(language: Language) -> Callable[[str, Mapping[str, object]], str]:
    """What fills in a title of a template; the fields of a title are plain names, which reach into nothing.

    A field such as `{day.__class__}` is a `SecurityError`, as it is in `"…".format(day=day)`.
    """

    @cache
    def check(text: str) -> None:
        for _, field, spec, _ in Formatter().parse(text):
            if field and not field.isidentifier():
                raise SecurityError(f"a title fills in plain names, and {field!r} is none")
            check(spec or "")

    def format_title(text: str, params: Mapping[str, object]) -> str:
        check(text)
        return language.format_title(text, params)

    return format_title


def _make_cached_include(environment: Environment) -> Callable[..., Markup]:
    """`once("head.html", table=…)`: a part of pages, rendered once for all that give it the same values.

    A head, a legend or a menu is the same on ten thousand pages; making it anew takes longer than their rows.
    """

    @cache
    def render(template: str, **variables: object) -> Markup:
        return Markup(environment.get_template(template).render(variables))  # noqa: S704 - rendered with escaping

    def once(template: str, **variables: object) -> Markup:
        return render(template, **variables)

    return once
