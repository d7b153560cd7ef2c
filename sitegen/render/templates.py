"""Check the templates of a site, and describe their errors, each at its line of the template."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from pathlib import Path
from traceback import extract_tb

from jinja2 import Environment, TemplateError, TemplateSyntaxError, nodes
from jinja2.parser import Parser

from sitegen.core.problems import (
    Message,
    Problem,
    ProblemError,
    advise,
    list_known,
    quote_text,
    say,
    suggest_nearest,
)
from sitegen.inputs.config.site import Ranking, Site
from sitegen.pages import theme
from sitegen.pages.page import Page
from sitegen.render import limits
from sitegen.render.limits import EXHAUSTION_ERRORS, RenderTimeout, TimeBudget, limit_resources

MAX_TEMPLATE_BYTES = 2**20
"""The most bytes of a template; the largest of ours has a hundredth of that."""

_MAX_REASON = 200
_UNCLOSED = advise("look for something in it that is opened and never closed")
_BUILTIN_PREFIX = "sitegen/"
"""The prefix of the name of a template of ours that a site has replaced."""


def describe_template_error(site: Site, template: str, page: str, error: BaseException) -> Problem:
    """Return the problem that ended the rendering of the page at `page`, at its line of a template.

    The line of a syntax error comes from Jinja, that of any other error from the traceback.
    """
    if isinstance(error, TemplateSyntaxError):
        message = say(
            "template-not-read", "this template cannot be read: {error}", error=_format_reason(error)
        )
        return Problem(_locate_template(site, error.filename or template), error.lineno, 0, message)
    folders = [*theme.list_template_folders(site.root), *theme.find_system_templates(site.rankings).values()]
    places = [
        (frame.filename, frame.lineno or 0)
        for frame in extract_tb(error.__traceback__)
        if any(frame.filename.startswith(f"{folder}/") for folder in folders)
    ]
    path, line = places[-1] if places else (template, 0)
    return Problem(_locate_template(site, path), line, 0, *_explain_error(page, error))


def describe_text_error(page: Page, budget: TimeBudget, error: BaseException) -> Problem:
    """Return the problem that a written page took too much, or that all of them together did."""
    if budget.is_spent:
        return _describe_total_timeout(budget.spent)
    message, hint = _explain_error(page.url, error)
    if isinstance(error, RenderTimeout):
        message = say(
            "text-too-slow",
            "the page {page} takes longer than the {seconds} seconds that its text may take",
            page=quote_text(page.url),
            seconds=limits.TEXT_SECONDS,
        )
        hint = _UNCLOSED
    return Problem(page.text.path if page.text else page.template, 0, 0, message, hint)


def _describe_total_timeout(spent: Mapping[str, float]) -> Problem:
    """Return the problem that written pages take too long together, at the one that takes longest."""
    path = max(spent, key=spent.__getitem__)
    message = say(
        "pages-too-slow",
        "the written pages take longer than the {seconds} seconds that all may take together; "
        "of {number} this one takes longest, {own} s",
        seconds=limits.TOTAL_SECONDS,
        number=len(spent),
        own=ceil(spent[path]),
    )
    return Problem(path, 0, 0, message, _UNCLOSED)


def describe_source_error(path: str, line: int, error: BaseException) -> Problem:
    """Return the problem that the template at `path` cannot be compiled, whatever the page."""
    if isinstance(error, (RecursionError, *EXHAUSTION_ERRORS)):
        message = say("template-too-deep", "this template is nested too deeply, or too long, to be read")
        return Problem(path, line, 0, message, advise("make it shorter"))
    message = say("template-not-read", "this template cannot be read: {error}", error=_format_reason(error))
    return Problem(path, line, 0, message)


def _explain_error(page: str, error: BaseException) -> tuple[Message, str]:
    if isinstance(error, RenderTimeout):
        message = say(
            "page-too-slow",
            "the page {page} takes longer than the {seconds} seconds that a page may take",
            page=quote_text(page),
            seconds=limits.PAGE_SECONDS,
        )
        return message, advise("look for something that is done over and over again")
    if isinstance(error, MemoryError):
        message = say(
            "page-too-large",
            "the page {page} takes more than the {most} bytes of memory that a page may take",
            page=quote_text(page),
            most=f"{limits.PAGE_MEMORY:,}",
        )
        return message, advise("look for something that grows without end")
    if isinstance(error, RecursionError):
        message = say("template-in-itself", "a template that includes or calls itself has no end")
        return message, advise("take that out")
    reason = _format_reason(error)
    return say("template-not-rendered", "nothing can be made with this template: {error}", error=reason), ""


def _format_reason(error: BaseException) -> str:
    """Return the message of an exception; with its type, unless it is one of Jinja, which says enough."""
    reason = error.message if isinstance(error, TemplateError) else f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError):  # in the code that Jinja makes, whose lines nobody has seen
        reason = error.msg
    return quote_text(reason or type(error).__name__, _MAX_REASON)[1:-1]


def _locate_template(site: Site, path: str) -> str:
    """Return the path of a template in the `templates` of a site, where it stands or could stand."""
    folders = {
        f"templates/systems/{name}": root for name, root in theme.find_system_templates(site.rankings).items()
    }
    for name, folder in [
        *(("templates", root) for root in theme.list_template_folders(site.root)),
        *folders.items(),
    ]:
        if Path(path).is_relative_to(folder):
            return f"{name}/{Path(path).relative_to(folder).as_posix()}"
    return path


def find_unreadable(root: Path) -> list[Problem]:
    """Return problems for files among the templates of a site that cannot be read as templates."""
    folder = root / "templates"
    files = (file for file in sorted(folder.rglob("*.*ml")) if not file.is_relative_to(folder / "static"))
    return [
        Problem(file.relative_to(root).as_posix(), *place)
        for file in files
        if not file.name.startswith(".")
        for place in _check_file(file)
    ]


def _check_file(path: Path) -> list[tuple[int, int, Message, str]]:
    """Return why a file is no template, with line and column; nothing if it is one."""
    if path.is_dir():
        message = say("template-is-folder", "a template is a file, and this is a folder")
        return [(0, 0, message, advise("rename it"))]
    if not path.is_file():
        message = say("template-not-a-file", "this is neither a file nor a folder")
        return [(0, 0, message, advise("take it out"))]
    try:
        return _check_content(path)
    except OSError as error:
        message = say("template-unreadable", "this file cannot be read: {reason}", reason=error.strerror)
        return [(0, 0, message, "")]


def _check_content(path: Path) -> list[tuple[int, int, Message, str]]:
    size = path.stat().st_size
    if size > MAX_TEMPLATE_BYTES:
        params = {"size": f"{size:,}", "most": f"{MAX_TEMPLATE_BYTES:,}"}
        message = say("template-too-large", "this template has {size} bytes, more than {most}", **params)
        return [(0, 0, message, advise("put other files into content/ or templates/static/"))]
    try:
        path.read_bytes().decode()
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode()
        place = before.count("\n") + 1, len(before) - before.rfind("\n")
        message = say("template-not-utf-8", "this file is not UTF-8")
        return [(*place, message, advise("save it as UTF-8"))]
    return []


@dataclass(frozen=True)
class _Template:
    """The source of a template, with what its tags say."""

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
        except TemplateSyntaxError:  # reported when a page is rendered with it
            return nodes.Template([])
        except Exception as error:  # noqa: BLE001 - Jinja ends in whatever Python has
            raise ProblemError(describe_source_error(f"templates/{self.name}", line, error)) from None

    @property
    def parent(self) -> tuple[str, int]:
        """The name of the template that it extends and the line of the tag; blank and 0 if there is none."""
        for tag in self._tree.find_all(nodes.Extends):
            if isinstance(tag.template, nodes.Const):
                return str(tag.template.value), tag.lineno
        return "", 0

    @property
    def blocks(self) -> Mapping[str, int]:
        """The line of each of its blocks, by name."""
        return {block.name: block.lineno for block in self._tree.find_all(nodes.Block)}

    @property
    def outer_blocks(self) -> Mapping[str, int]:
        """The line of each block that is in no other block, by name."""
        return {node.name: node.lineno for node in self._tree.body if isinstance(node, nodes.Block)}


def check_overrides(site: Site, templates: Environment) -> list[Problem]:
    """Return what is wrong with the templates of a site, whatever the page.

    A template may not compile, extend itself, or have a block that none of the extended templates has. All
    templates together may take as long as a page.
    """
    own_texts = theme.load_site_templates(site.root)
    known_templates = _load_templates(own_texts, site.rankings) if own_texts else {}
    for _ in limit_resources([own_texts] if own_texts else []):
        name = ""
        try:
            problems = []
            for name in own_texts:
                problems += [*_check_template(known_templates[name], known_templates)]
                with suppress(TemplateSyntaxError):  # reported when a page is rendered with it
                    templates.get_template(name)
        except ProblemError as error:
            return [error.problem]
        except (Exception, RenderTimeout) as error:  # noqa: BLE001 - Jinja ends in whatever Python has
            return [describe_source_error(f"templates/{name}", 0, error)]
        return problems
    return []


def list_templates(site: Site | None) -> Iterator[str]:
    """Yield the templates that a site can replace, each with its blocks, as aligned lines."""
    rankings = site.rankings if site else ()
    templates = {
        name.removeprefix(_BUILTIN_PREFIX): template for name, template in _load_builtins(rankings).items()
    }
    width = max(map(len, templates))
    for name in sorted(templates):
        blocks = ", ".join(templates[name].blocks)
        yield f"{name:{width}}  {blocks}".rstrip()


def _check_template(template: _Template, known_templates: Mapping[str, _Template]) -> Iterator[Problem]:
    """Yield what is wrong with the templates and blocks that a template names."""
    line, ancestors = template.parent[1], [template.name]
    while (parent := known_templates.get(ancestors[-1], template).parent[0]) in known_templates:
        if parent in ancestors:
            yield _report_circular(template, line, [*ancestors, parent])
            return
        ancestors.append(parent)
    if not parent and len(ancestors) > 1:  # all that it extends are known
        yield from _report_unknown_blocks(
            template, {block for ancestor in ancestors[1:] for block in known_templates[ancestor].blocks}
        )


def _report_circular(template: _Template, line: int, names: Iterable[str]) -> Problem:
    path = " → ".join(map(quote_text, names))
    message = say("template-extends-itself", "this template extends itself: {way}", way=path)
    hint = advise(
        "write {value} for the one of the theme", value=quote_text(f"{_BUILTIN_PREFIX}{template.name}")
    )
    return Problem(f"templates/{template.name}", line, 0, message, hint)


def _report_unknown_blocks(template: _Template, blocks: Iterable[str]) -> Iterator[Problem]:
    """Yield a problem for each block that no extended template has, so that it is shown nowhere."""
    known_blocks = sorted({*blocks})
    for name, line in template.outer_blocks.items():
        if name not in known_blocks:
            message = say(
                "unknown-block",
                "nothing shows the block {name}: {parent} has none of that name",
                name=quote_text(name),
                parent=quote_text(template.parent[0]),
            )
            hint = suggest_nearest(name, known_blocks) or list_known(known_blocks)
            yield Problem(f"templates/{template.name}", line, 0, message, hint)


def _load_templates(own_texts: Mapping[str, str], rankings: Iterable[Ranking]) -> dict[str, _Template]:
    """Return all templates by the names by which templates refer to them."""
    builtin_templates = _load_builtins(rankings)
    plain = {name.removeprefix(_BUILTIN_PREFIX): template for name, template in builtin_templates.items()}
    return {**plain, **builtin_templates, **{name: _Template(name, text) for name, text in own_texts.items()}}


def _load_builtins(rankings: Iterable[Ranking]) -> dict[str, _Template]:
    texts = theme.load_theme_templates(rankings)
    return {
        f"{_BUILTIN_PREFIX}{name}": _Template(f"{_BUILTIN_PREFIX}{name}", text)
        for name, text in texts.items()
    }
