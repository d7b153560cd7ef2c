"""Jinja, as the pages of a site have it: in its sandbox, for who writes a template need not be trusted."""

from collections.abc import Callable, Mapping, MutableMapping
from functools import cache, lru_cache
from pathlib import PurePath
from string import Formatter
from types import FunctionType, MethodType, ModuleType
from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context, LoopContext, Macro, Undefined
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup, escape

from sitegen import theme
from sitegen.config import Site
from sitegen.content import markup
from sitegen.language import Language
from sitegen.model import Chart
from sitegen.names import anchor
from sitegen.pages import Planned
from sitegen.pages.rankings import IN_MENU, in_menu
from sitegen.render import chart, drawn, player_tables, prose, tables
from sitegen.render.compiled import Compiled
from sitegen.render.linked import linked

_LARGEST_POWER = 1_000
_ABSENT = object()
_FUNCTIONS = {FunctionType, MethodType}


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
            found = getattr(obj, attribute, _ABSENT)
            if found is not _ABSENT:
                return found
        found = super().getattr(obj, attribute)
        is_ours = type(obj).__module__.startswith("sitegen.") or type(obj) is LoopContext
        is_own = type(found) is MethodType and found.__self__ is obj
        if is_ours and not isinstance(found, Undefined) and (is_own or not callable(found)):
            self._allowed.add((type(obj), attribute))
        return found

    def call(
        self,
        context: Context,
        called: Any,
        /,
        *args: Any,
        _loop_vars: Any = None,
        _block_vars: Any = None,
        **named: Any,
    ) -> Any:
        """A call; of a function without marks of Jinja's nothing need be asked, and a page has thousands."""
        if type(called) in _FUNCTIONS and not called.__dict__:
            return called(*args, **named)
        if type(called) is Macro:  # of a template itself, which has been asked about what it calls
            return called(context.eval_ctx, *args, **named)
        return super().call(context, called, *args, _loop_vars=_loop_vars, _block_vars=_block_vars, **named)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether a template may have this attribute."""
        is_inside = isinstance(obj, PurePath) or (isinstance(obj, ModuleType) and not isinstance(value, str))
        return not is_inside and super().is_safe_attribute(obj, attr, value)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """A power, which a few digits can make too large for any machine."""
        if isinstance(right, int | float) and abs(right) > _LARGEST_POWER:
            raise SecurityError(f"a power of more than {_LARGEST_POWER}")
        return super().call_binop(context, operator, left, right)


_COMPILED = Compiled()  # what it holds depends on no language: no filter of a language takes a constant


@lru_cache(512, typed=True)
def _marked(text: str) -> Markup:
    """What Markdown becomes: articles and interpretations stay as they are from one build to the next."""
    return Markup(markup.html(text, "")[0])  # noqa: S704 - cleaned


def bare(loader: BaseLoader, language: Language) -> Environment:
    """An environment in which templates have the words of a language, and nothing of a site."""
    made = _Sandbox(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        bytecode_cache=_COMPILED,
        auto_reload=False,  # an environment lives for one build,
        cache_size=-1,  # in which no template goes
    )
    made.install_gettext_translations(language.translations, newstyle=False)  # type: ignore[attr-defined]
    made.filters["long_date"] = language.long_date
    made.filters["full_date"] = language.full_date
    made.filters["short_date"] = language.short_date
    made.filters["anchor"] = anchor
    made.filters["markdown"] = _marked
    # `_` without the look-up that Jinja's own makes at every call
    made.globals.update(_=language.word, ordinal=language.ordinal, colon=language.colon)
    return made


def environment(site: Site, planned: Planned, language: Language) -> Environment:
    """The templates of a site, with all that they can call."""
    made = bare(_loader(site), language)
    made.globals.update(
        site=site,
        menu=next(each.menu for each in planned.editions if each.language == site.language),
        in_menu=in_menu,
        has_more_rankings=len(site.rankings) > IN_MENU,
        clubs=planned.clubs,
        has_engine=planned.has_engine,
        topics=planned.menus,
        titled=_titled(language),
        chart=lambda each, *how: Markup(chart.svg(each, language, *how)),  # noqa: S704 - escaped where it is made
        charts=lambda parts: [each for each in parts if isinstance(each, Chart) and chart.is_drawn(each)],
        since=lambda each: prose.since(each, language),
        sentences=prose.sentences,
        by_the_rules=prose.by_the_rules,
        span=chart.span,
        marks=chart.marks,
        ordinal_sign=language.ordinal_sign,
        story=player_tables.table,
        ledger=player_tables.table,
        sorted_out=player_tables.sorted_out,
        is_wide=player_tables.is_wide,
        ticks=lambda form, said: Markup(drawn.ticks(form, escape(said))),  # noqa: S704 - as above
        is_chart=lambda each: isinstance(each, Chart),
        rows_of=tables.row_tags,
        clubs_of=tables.clubs,
        decimals=language.number,
        once=_once(made),
        decimal_mark=language.decimal_mark,
        linked=linked,
    )
    return made


def _loader(site: Site) -> BaseLoader:
    """A site's own templates, then those of the program and of its systems, which are also in `sitegen/`."""
    brought = {name: FileSystemLoader(each) for name, each in theme.of_systems(site.rankings).items()}
    systems = PrefixLoader({"systems": PrefixLoader(brought)})
    ours = PrefixLoader({"sitegen": ChoiceLoader([FileSystemLoader(theme.templates()), systems])})
    return ChoiceLoader([FileSystemLoader(theme.folders(site.root)), systems, ours])


def _titled(language: Language) -> Callable[[str, Mapping[str, object]], str]:
    """What fills in a title of a template; the fields of a title are plain names, which reach into nothing.

    A field such as `{day.__class__}` is a `SecurityError`, as it is in `"…".format(day=day)`.
    """

    @cache
    def check(text: str) -> None:
        for _, field, spec, _ in Formatter().parse(text):
            if field and not field.isidentifier():
                raise SecurityError(f"a title fills in plain names, and {field!r} is none")
            check(spec or "")

    def titled(text: str, named: Mapping[str, object]) -> str:
        check(text)
        return language.titled(text, named)

    return titled


def _once(environment: Environment) -> Callable[..., Markup]:
    """`once("head.html", table=…)`: a part of pages, rendered once for all that give it the same values.

    A head, a legend or a menu is the same on ten thousand pages; making it anew takes longer than their rows.
    """

    @cache
    def made(template: str, **shown: object) -> Markup:
        return Markup(environment.get_template(template).render(shown))  # noqa: S704 - rendered with escaping

    def once(template: str, **shown: object) -> Markup:
        return made(template, **shown)

    return once
