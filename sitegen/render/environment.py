"""Create the Jinja environment of a site: compiled templates, and what templates can call.

Our templates are compiled when the program is set up, those of a site when they are first used.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache, partial
from importlib.machinery import SourceFileLoader
from itertools import chain
from pathlib import Path
from string import Formatter
from types import CodeType
from typing import Any

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
from jinja2.filters import do_urlencode
from markupsafe import Markup, escape

from sitegen.core.language import COMPILED_FOLDER, TEMPLATE_SUFFIX, Language
from sitegen.core.model import Chart, Crosstable, Highlights, PageSection, Race, Section
from sitegen.core.names import digest_value, make_article_anchor
from sitegen.inputs.config.site import Site
from sitegen.inputs.content import links
from sitegen.pages import theme
from sitegen.pages.page import PageMetadata, SitePlan
from sitegen.pages.ranking import MAX_IN_MENU, select_menu_rankings
from sitegen.pages.summary import Sentence
from sitegen.render import cells, player_tables, tables
from sitegen.render.charts import calendar, crosstable, distribution, line, race, ranks
from sitegen.render.charts.line import find_marks
from sitegen.render.sandbox import Sandbox
from sitegen.render.tables import TableWriter


class TemplateCache(BytecodeCache):
    """Cache of compiled templates by path, for other languages and for the next build of the process.

    It starts with those in a folder that were compiled when the program was set up.
    """

    def __init__(self, folder: Path = COMPILED_FOLDER) -> None:
        self._folder = folder
        self._entries: dict[str, tuple[str, CodeType | None]] = {}

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        """Return the code of a template from the cache, or else from the folder; none if it is in neither."""
        bucket = super().get_bucket(environment, name, filename, source)
        if bucket.code is None and (
            stored_code := _read_code(self._folder / _get_code_file(environment, name, source))
        ):
            # Jinja finds the lines of errors by the name of the file
            bucket.code = stored_code.replace(co_filename=filename or "")
            self.dump_bytecode(bucket)
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the code of a template if its text is still the same."""
        checksum, code = self._entries.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template."""
        self._entries[bucket.key] = bucket.checksum, bucket.code


def compile_templates(environment: Environment) -> dict[str, bytes]:
    """Return our templates as Python, by the names of the files that `TemplateCache` looks for."""
    return {
        _get_code_file(environment, name, source): str(environment.compile(source, name, raw=True)).encode()
        for name, source in theme.iter_setup_templates()
    }


def _get_code_file(environment: Environment, name: str, source: str) -> str:
    generator = environment.code_generator_class.__name__
    settings = [generator, environment.autoescape, environment.trim_blocks, environment.lstrip_blocks]
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


def render_json_ld(metadata: PageMetadata) -> Markup:
    """Return the JSON-LD of a page as an element, empty if there is none; no browser runs it."""
    if not metadata.json_ld:
        return Markup()
    text = _encode_json({"@context": "https://schema.org", **metadata.json_ld})
    for character, code in _HTML_ESCAPES.items():
        text = text.replace(character, code)
    return Markup(f"<script type=application/ld+json>{text}</script>")  # noqa: S704 - nothing of HTML in it


def format_sentences(sentences: Iterable[Sentence]) -> Markup:
    """Join sentences as HTML, with the emphasis of each in bold."""
    return Markup(" ").join([_format_sentence(*sentence) for sentence in sentences])


def _format_sentence(text: str, emphasis: str) -> Markup:
    if not emphasis:
        return escape(text)
    before, after = text.split(emphasis, 1)
    return Markup(f"{escape(before)}<b>{escape(emphasis)}</b>{escape(after)}")  # noqa: S704 - each is escaped


def select_rows(rows: Iterable[Any], column: str) -> list[Any]:
    """Return the rows of tables that have a column."""
    return [row for row in rows if column in row._fields]


def collect_values(rows: Iterable[Any], column: str) -> list[Any]:
    """Return the values of a column in the rows that have it, each once."""
    return [*dict.fromkeys([getattr(row, column) for row in select_rows(rows, column)])]


def join_sections(sections: Iterable[Section]) -> list[Any]:
    """Return the rows of sections, one after the other."""
    return [*chain.from_iterable([section.rows for section in sections])]


def link_articles(writer: TableWriter, parts: Iterable[PageSection]) -> Markup:
    """Return links to the articles that the sections of a page go by, each once; blank if there are none."""
    sections = [part for part in parts if isinstance(part, Section | Race)]
    names = list(dict.fromkeys(name for section in sections for name in section.articles))
    label = writer.cells.translate("By the rules:")
    return Markup(f"{label} {writer.articles(names)}") if names else Markup()  # noqa: S704 - each is escaped


def describe_start(chart: Chart, language: Language) -> str:
    """Return since when the line of a chart goes, and which values its dashed lines mark."""
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


_PLAIN_URL = re.compile(r"[A-Za-z0-9/_.~-]*")
_TEMPLATE_CACHE = TemplateCache()
"""The cache of all languages: code depends on no language, as no filter of a language takes a constant."""


@lru_cache(512, typed=True)
def _render_markdown(text: str, language: Language) -> Markup:
    """Return Markdown as HTML; the texts of a regulation stay the same from one build to the next."""
    return Markup(links.render_markdown(text, "", language=language)[0])  # noqa: S704 - cleaned


def _encode_url(value: Any) -> str:
    """Return an address as the filter of Jinja does; most are as they should be, and a sitemap has 50,000."""
    return value if type(value) is str and _PLAIN_URL.fullmatch(value) else do_urlencode(value)


def create_bare_environment(loader: BaseLoader, language: Language) -> Environment:
    """Return an environment in which templates have the words of a language, and nothing of a site."""
    environment = Sandbox(
        language,
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
    environment.filters["short_day"] = language.format_short_day
    environment.filters["anchor"] = make_article_anchor
    environment.filters["having"] = select_rows
    environment.filters["each"] = collect_values
    environment.filters["urlencode"] = _encode_url
    environment.filters["markdown"] = partial(_render_markdown, language=language)
    # `_` without the look-up that Jinja's own makes at every call
    environment.globals.update(_=language.translate, ordinal=language.format_ordinal, colon=language.colon)
    return environment


_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "charts": lambda parts: [part for part in parts if isinstance(part, Chart) and line.has_line(part)],
    "tables_of": lambda parts: [part for part in parts if isinstance(part, Section)],
    "strips_of": lambda parts: [part for part in parts if isinstance(part, Highlights)],
    "count_rows": lambda sections: sum(len(section.rows) for section in sections),
    "sentences": format_sentences,
    "by_the_rules": link_articles,
    "span": line.find_date_range,
    "marks": line.find_marks,
    "story": player_tables.render_player_table,
    "ledger": player_tables.render_player_table,
    "sorted_out": player_tables.group_sections,
    "is_wide": player_tables.is_wide,
    "with_picture": lambda table, picture: Markup(ranks.insert_below_leaders(table, picture)),  # noqa: S704 - both are markup
    "rank_columns": ranks.label_columns,
    "first_names": ranks.list_first_leaders,
    "is_chart": lambda item: isinstance(item, Chart),
    "year_of_play": calendar.render_year,
    "weeks_of_play": calendar.render_weeks,
    "races_of": lambda parts: [part for part in parts if isinstance(part, Race)],
    "run": lambda part, writer: race.render_race(part, writer.cells),
    "crosstables_of": lambda parts: [part for part in parts if isinstance(part, Crosstable)],
    "cross": lambda part, writer: crosstable.render_crosstable(part, writer.cells),
    "joined": join_sections,
    "rows_of": tables.build_row_tags,
    "clubs_of": tables.find_clubs,
    "linked": render_json_ld,
}
"""What templates of all sites can call, in any language."""


def create_compiler(site: Site) -> Environment:
    """Return an environment that compiles the templates of a site, in whichever language."""
    return create_bare_environment(_create_loader(site), Language(site.language))


Environments = dict[Language, Environment]
"""The environments of a site by language, which all plans of one build share: a template is loaded once."""


def create_environment(site: Site, plan: SitePlan, language: Language) -> Environment:
    """Return the environment of a site in one language, with all that templates can call.

    What differs from plan to plan is still to be set: `topics`, those in the menu of each ranking.
    """
    environment = create_bare_environment(_create_loader(site), language)
    environment.globals.update(
        _FUNCTIONS,
        site=site,
        menu=next(
            localized_site.menu for localized_site in plan.sites if localized_site.language == site.language
        ),
        in_menu=select_menu_rankings,
        has_more_rankings=len(site.own_rankings) > MAX_IN_MENU,
        clubs=plan.shell.club_urls,
        person_url=plan.shell.people.get_url,
        has_clubs=bool(plan.shell.clubs or site.club_rankings),
        has_engine=plan.shell.has_check_page,
        has_fonts=plan.shell.has_fonts,
        titled=_make_title_formatter(language),
        chart=lambda item, *how: Markup(line.render_chart(item, language, *how)),  # noqa: S704 - escaped where it is made
        since=lambda item: describe_start(item, language),
        **_make_chart_functions(language),
        named=language.format_name,
        ordinal_sign=language.get_ordinal_suffix,
        ticks=lambda form, text: Markup(cells.render_ticks(form, escape(text), stretch=True)),  # noqa: S704 - as above
        decimals=language.make_number_formatter,
        once=_make_cached_include(environment),
        decimal_mark=language.decimal_mark,
        short_months="|".join(language.short_months),
    )
    return environment


def _make_chart_functions(language: Language) -> dict[str, Callable[..., Any]]:
    """Return what templates call to draw pictures in a language."""
    return {
        "rank_lines": lambda chart, get_name: Markup(ranks.render_rank_lines(chart, language, get_name)),  # noqa: S704 - escaped where it is made
        "distribution_of": lambda values, position, name: Markup(  # noqa: S704 - as above
            distribution.render_distribution(values, position, name, language)
        ),
        "place_among": lambda values, position: distribution.describe_place(values, position, language),
        "bands_of": lambda values, position, name: Markup(  # noqa: S704 - as above
            distribution.render_bands(values, position, name, language)
        ),
        "list_axis": lambda chart: Markup(ranks.render_list_axis(chart, language)),  # noqa: S704 - as above
        "list_span": lambda chart: ranks.describe_lists(chart, language),
        "rank_line": lambda chart, rank_line, get_name: ranks.describe_rank_line(
            chart, rank_line, language, get_name
        ),
    }


def _create_loader(site: Site) -> BaseLoader:
    """Return a loader of a site's own templates, then of the program's and of its systems'.

    Those that a site replaces can still be extended, by their names with `sitegen/` before them.
    """
    system_loaders = {
        name: FileSystemLoader(folder) for name, folder in theme.find_system_templates(site.rankings).items()
    }
    systems = PrefixLoader({"systems": PrefixLoader(system_loaders)})
    theme_loader = PrefixLoader(
        {"sitegen": ChoiceLoader([FileSystemLoader(theme.get_templates_folder()), systems])}
    )
    return ChoiceLoader([FileSystemLoader(theme.list_template_folders(site.root)), systems, theme_loader])


def _make_title_formatter(language: Language) -> Callable[[str, Mapping[str, object]], str]:
    """Return a function that fills in the fields of a title; they must be plain names.

    A field such as `{day.__class__}` raises a `SecurityError`, as it does in `"…".format(day=day)`.
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
    """Return `once("head.html", table=…)`, which renders a template once for all pages with the same values.

    A head, a legend or a menu is the same on ten thousand pages, and takes longer to render than their rows.
    """

    @cache
    def render(template: str, **variables: object) -> Markup:
        return Markup(environment.get_template(template).render(variables))  # noqa: S704 - rendered with escaping

    def render_once(template: str, **variables: object) -> Markup:
        return render(template, **variables)

    return render_once
