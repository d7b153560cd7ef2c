"""What went wrong in a template or a page, told where it did."""

from collections.abc import Mapping
from math import ceil
from pathlib import Path
from traceback import extract_tb

from jinja2 import TemplateError, TemplateSyntaxError

from sitegen import theme
from sitegen.config import Site
from sitegen.message import Message, advise, say
from sitegen.pages import Page
from sitegen.problem import Problem, quoted
from sitegen.render import bounds
from sitegen.render.bounds import MEMORY, SECONDS, Budget, Overrun

_MOST_SHOWN = 200
_ENDLESS = (Overrun, MemoryError)
LARGEST = 2**20
"""The most bytes of a template; the largest of ours has a hundredth of that."""


def is_endless(error: BaseException | None) -> bool:
    """Whether a page was too much for the machine, so that others are not tried."""
    return isinstance(error, _ENDLESS)


def of_template(site: Site, template: str, page: str, error: BaseException) -> Problem:
    """What went wrong while the page at `page` was made, at the line of the template at which it did.

    Jinja tells the place of an error of syntax, a traceback that of the others.
    """
    if isinstance(error, TemplateSyntaxError):
        message = say("template-not-read", "this template cannot be read: {error}", error=_reason(error))
        return Problem(_within(site, error.filename or template), error.lineno, 0, message)
    own = [*theme.folders(site.root), *theme.of_systems(site.rankings).values()]
    places = [
        (each.filename, each.lineno or 0)
        for each in extract_tb(error.__traceback__)
        if any(each.filename.startswith(f"{folder}/") for folder in own)
    ]
    path, line = places[-1] if places else (template, 0)
    return Problem(_within(site, path), line, 0, *_told(page, error))


def of_text(page: Page, budget: Budget, error: BaseException) -> Problem:
    """What was too much for the machine in a page that somebody wrote, or in all of them together."""
    if budget.is_spent:
        return _of_all_texts(budget.spent)
    return Problem(page.text.path if page.text else page.template, 0, 0, *_told(page.url, error))


def _of_all_texts(spent: Mapping[str, float]) -> Problem:
    """That written pages take too long together, at the one that takes longest; by the seconds of each."""
    path = max(spent, key=lambda each: spent[each])
    message = say(
        "pages-too-slow",
        "the written pages take longer than the {seconds} seconds that all may take together; "
        "of {number} this one takes longest, {own} s",
        seconds=bounds.SECONDS_OF_ALL,
        number=len(spent),
        own=ceil(spent[path]),
    )
    return Problem(path, 0, 0, message, advise("look for something in it that is opened and never closed"))


def of_source(path: str, line: int, error: BaseException) -> Problem:
    """Why nothing can be made of the text of the template at `path`, whatever a page shows."""
    if isinstance(error, (RecursionError, *_ENDLESS)):
        message = say("template-too-deep", "this template is nested too deeply, or too long, to be read")
        return Problem(path, line, 0, message, advise("make it shorter"))
    message = say("template-not-read", "this template cannot be read: {error}", error=_reason(error))
    return Problem(path, line, 0, message)


def _told(page: str, error: BaseException) -> tuple[Message, str]:
    if isinstance(error, Overrun):
        message = say(
            "page-too-slow",
            "the page {page} takes longer than the {seconds} seconds that a page may take",
            page=quoted(page),
            seconds=SECONDS,
        )
        return message, advise("look for something that is done over and over again")
    if isinstance(error, MemoryError):
        message = say(
            "page-too-large",
            "the page {page} takes more than the {most} bytes of memory that a page may take",
            page=quoted(page),
            most=f"{MEMORY:,}",
        )
        return message, advise("look for something that grows without end")
    if isinstance(error, RecursionError):
        message = say("template-in-itself", "a template that includes or calls itself has no end")
        return message, advise("take that out")
    reason = _reason(error)
    return say("template-not-rendered", "nothing can be made with this template: {error}", error=reason), ""


def _reason(error: BaseException) -> str:
    """What an exception says; its kind too where it is not one of Jinja, whose messages say enough."""
    said = error.message if isinstance(error, TemplateError) else f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError):  # in the code that Jinja makes, whose lines nobody has seen
        said = error.msg
    return quoted(said or type(error).__name__, _MOST_SHOWN)[1:-1]


def _within(site: Site, path: str) -> str:
    """A template by its name in the `templates` of a site, where it stands or could stand."""
    folders = {f"templates/systems/{name}": each for name, each in theme.of_systems(site.rankings).items()}
    for name, folder in [*(("templates", each) for each in theme.folders(site.root)), *folders.items()]:
        if Path(path).is_relative_to(folder):
            return f"{name}/{Path(path).relative_to(folder).as_posix()}"
    return path


def unreadable(root: Path) -> list[Problem]:
    """The templates of a site that are none, before any is looked for."""
    own = root / "templates"
    found = (each for each in sorted(own.rglob("*.*ml")) if not each.is_relative_to(own / "static"))
    return [
        Problem(each.relative_to(root).as_posix(), *place)
        for each in found
        if not each.name.startswith(".")
        for place in _refused(each)
    ]


def _refused(path: Path) -> list[tuple[int, int, Message, str]]:
    """Why a file is no template, with line and column; nothing where it is one."""
    if path.is_dir():
        message = say("template-is-folder", "a template is a file, and this is a folder")
        return [(0, 0, message, advise("rename it"))]
    if not path.is_file():
        message = say("template-not-a-file", "this is neither a file nor a folder")
        return [(0, 0, message, advise("take it out"))]
    try:
        return _unread(path)
    except OSError as error:
        message = say("template-unreadable", "this file cannot be read: {reason}", reason=error.strerror)
        return [(0, 0, message, "")]


def _unread(path: Path) -> list[tuple[int, int, Message, str]]:
    size = path.stat().st_size
    if size > LARGEST:
        told = {"size": f"{size:,}", "most": f"{LARGEST:,}"}
        message = say("template-too-large", "this template has {size} bytes, more than {most}", **told)
        return [(0, 0, message, advise("what is not laid out by it stands in content/ or templates/static/"))]
    try:
        path.read_bytes().decode()
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode()
        at = before.count("\n") + 1, len(before) - before.rfind("\n")
        message = say("template-not-utf-8", "this file is not UTF-8")
        return [(*at, message, advise("save it as UTF-8"))]
    return []
