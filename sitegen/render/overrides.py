"""The templates that a site puts in the place of ours: which there are, and what would be passed over."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from jinja2 import Environment, TemplateSyntaxError, nodes
from jinja2.parser import Parser

from sitegen import theme
from sitegen.config import Ranking, Site
from sitegen.message import advise, say
from sitegen.problem import Problem, ProblemError, listing, quoted, suggestion
from sitegen.render.bounds import Overrun, bounded
from sitegen.render.faults import of_source

_OURS = (
    "sitegen/"  # what goes before the name of a template of ours that a site has put another in the place of
)


@dataclass(frozen=True)
class _Template:
    """A template as it stands in a file."""

    name: str
    text: str

    @cached_property
    def _tree(self) -> nodes.Template:
        environment = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
        line = 1
        try:
            parser = Parser(environment, self.text)
            line = parser.stream.current.lineno
            try:
                return parser.parse()
            finally:
                line = parser.stream.current.lineno
        except TemplateSyntaxError:  # told where pages are made with it
            return nodes.Template([])
        except Exception as error:  # noqa: BLE001 - Jinja ends in whatever Python has
            raise ProblemError(of_source(f"templates/{self.name}", line, error)) from None

    @property
    def parent(self) -> tuple[str, int]:
        """The name of the template that it extends, and the line that says so; empty where there is none."""
        for each in self._tree.find_all(nodes.Extends):
            if isinstance(each.template, nodes.Const):
                return str(each.template.value), each.lineno
        return "", 0

    @property
    def blocks(self) -> Mapping[str, int]:
        """All its blocks, with the line of each."""
        return {each.name: each.lineno for each in self._tree.find_all(nodes.Block)}

    @property
    def outermost(self) -> Mapping[str, int]:
        """Those of its blocks that stand in no other."""
        return {each.name: each.lineno for each in self._tree.body if isinstance(each, nodes.Block)}


def faults(site: Site, templates: Environment) -> list[Problem]:
    """What is wrong with the templates of a site, whatever a page shows.

    Of some nothing can be made, some extend themselves, and some have blocks that stand in none of those that
    are extended. All together may take as long as a page.
    """
    own = theme.own_templates(site.root)
    known = _known(own, site.rankings) if own else {}
    for _ in bounded([own] if own else []):
        name = ""
        try:
            found = []
            for name in own:
                found += [*_faults(known[name], known)]
                with suppress(TemplateSyntaxError):  # told where pages are made with it
                    templates.get_template(name)
        except ProblemError as error:
            return [error.problem]
        except (Exception, Overrun) as error:  # noqa: BLE001 - Jinja ends in whatever Python has
            return [of_source(f"templates/{name}", 0, error)]
        return found
    return []


def names(site: Site | None) -> Iterator[str]:
    """The templates that a site can put its own in the place of, each with its blocks."""
    rankings = site.rankings if site else ()
    found = {name.removeprefix(_OURS): each for name, each in _ours(rankings).items()}
    width = max(map(len, found))
    for name in sorted(found):
        blocks = ", ".join(found[name].blocks)
        yield f"{name:{width}}  {blocks}".rstrip()


def _faults(template: _Template, known: Mapping[str, _Template]) -> Iterator[Problem]:
    line, ancestors = template.parent[1], [template.name]
    while (parent := known.get(ancestors[-1], template).parent[0]) in known:
        if parent in ancestors:
            yield _circular(template, line, [*ancestors, parent])
            return
        ancestors.append(parent)
    if not parent and len(ancestors) > 1:  # each that is extended is known
        yield from _unknown(template, {block for each in ancestors[1:] for block in known[each].blocks})


def _circular(template: _Template, line: int, way: Iterable[str]) -> Problem:
    told = " → ".join(map(quoted, way))
    message = say("template-extends-itself", "this template extends itself: {way}", way=told)
    hint = advise("write {value} for the one of the theme", value=quoted(f"{_OURS}{template.name}"))
    return Problem(f"templates/{template.name}", line, 0, message, hint)


def _unknown(template: _Template, blocks: Iterable[str]) -> Iterator[Problem]:
    """A block that the extended templates do not have is shown nowhere."""
    there = sorted({*blocks})
    for name, line in template.outermost.items():
        if name not in there:
            message = say(
                "unknown-block",
                "nothing shows the block {name}: {parent} has none of that name",
                name=quoted(name),
                parent=quoted(template.parent[0]),
            )
            hint = suggestion(name, there) or listing(there)
            yield Problem(f"templates/{template.name}", line, 0, message, hint)


def _known(own: Mapping[str, str], rankings: Iterable[Ranking]) -> dict[str, _Template]:
    """All templates by the name that another has for them."""
    ours = _ours(rankings)
    plain = {name.removeprefix(_OURS): each for name, each in ours.items()}
    return {**plain, **ours, **{name: _Template(name, text) for name, text in own.items()}}


def _ours(rankings: Iterable[Ranking]) -> dict[str, _Template]:
    texts = theme.our_templates(rankings)
    return {f"{_OURS}{name}": _Template(f"{_OURS}{name}", text) for name, text in texts.items()}
