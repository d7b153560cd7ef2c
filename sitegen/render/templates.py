"""What a page may take: a template is a program, which can run for ever and fill the memory of a machine.

What went wrong in a template or a page, told where it did.

The templates that a site puts in the place of ours: which there are, and what would be passed over.
"""

import os
import resource
import signal
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from pathlib import Path
from traceback import extract_tb
from types import FrameType
from typing import Never, TypeVar

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

PAGE_SECONDS = 30
"""The most of the processor's time; a list of 50,000 players takes two."""
TOTAL_SECONDS = 120
"""The same, of all texts that people write: ten thousand take so long."""
PAGE_MEMORY = 2 * 2**30
"""The most bytes, beyond what the program has when it begins with the page."""

_POLL_SECONDS = 0.5
_MEMORY_FILE = Path("/proc/self/statm")  # Linux alone tells this, and keeps to the limit
T = TypeVar("T")


class RenderTimeout(BaseException):
    """A page takes too long; nothing that a page is made with survives this as it does a fault of its own."""


class TimeBudget:
    """The time that all texts that people write may take together; how much each has `spent`, by its path."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._total = 0.0

    @property
    def is_spent(self) -> bool:
        """Whether there is no more of it."""
        return self._total > TOTAL_SECONDS

    @contextmanager
    def spend(self, path: str) -> Iterator[None]:
        """Count what is done meanwhile; an `Overrun` when that was too much."""
        start = time.process_time()
        try:
            yield
        finally:
            seconds = time.process_time() - start
            self.spent[path] += seconds
            self._total += seconds
        if self.is_spent:
            raise RenderTimeout


def limit_resources(items: Iterable[T]) -> Iterator[T]:
    """The items, each of which may take so much until the next one is asked for.

    What takes longer is interrupted by an `Overrun`, what takes more memory by a `MemoryError`, where the
    system has such a limit.
    """
    with ExitStack() as stack:
        is_main = threading.current_thread() is threading.main_thread()
        starts = [stack.enter_context(_limit_by_signal() if is_main else _limit_by_watchdog())]
        if _MEMORY_FILE.exists():
            starts.append(stack.enter_context(_limit_memory()))
        for item in items:
            for start in starts:
                start()
            yield item


@contextmanager
def _limit_by_signal() -> Iterator[Callable[[], None]]:
    """The bound on time in the thread that hears signals."""
    before = signal.signal(signal.SIGPROF, _raise_timeout)
    try:
        yield lambda: _set_timer(PAGE_SECONDS)
    finally:
        _set_timer(0)
        signal.signal(signal.SIGPROF, before)


def _set_timer(seconds: float) -> None:
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _raise_timeout(_signal: int, _frame: FrameType | None) -> Never:
    raise RenderTimeout


@contextmanager
def _limit_by_watchdog() -> Iterator[Callable[[], None]]:
    """The bound on time in any other thread, which another one keeps."""
    deadlines = [float("inf")]
    ended = threading.Event()
    thread = threading.Thread(
        target=_run_watchdog, args=(threading.get_ident(), deadlines, ended), daemon=True
    )
    thread.start()
    try:
        yield lambda: deadlines.append(time.process_time() + PAGE_SECONDS)
    finally:
        ended.set()
        thread.join()


def _run_watchdog(thread: int, deadlines: list[float], ended: threading.Event) -> None:
    import ctypes  # noqa: PLC0415 - for a process with threads, such as the preview

    while not ended.wait(_POLL_SECONDS):
        if time.process_time() > deadlines[-1]:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(thread), ctypes.py_object(RenderTimeout)
            )
            return


@contextmanager
def _limit_memory() -> Iterator[Callable[[], None]]:
    """The bound on memory: of addresses, which is what a system can refuse."""
    before, most = resource.getrlimit(resource.RLIMIT_AS)
    limits = [limit for limit in (before, most) if limit != resource.RLIM_INFINITY]
    page = resource.getpagesize()
    status = os.open(_MEMORY_FILE, os.O_RDONLY)

    def begin() -> None:
        size = int(os.pread(status, 64, 0).split()[0]) * page
        _set_memory_limit(min([size + PAGE_MEMORY, *limits]), most)

    try:
        yield begin
    finally:
        os.close(status)
        _set_memory_limit(before, most)


def _set_memory_limit(soft: int, hard: int) -> None:
    with suppress(ValueError, OSError):  # where the machine has a limit that is lower already
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


_MAX_REASON = 200
_EXHAUSTION_ERRORS = (RenderTimeout, MemoryError)
MAX_TEMPLATE_BYTES = 2**20
"""The most bytes of a template; the largest of ours has a hundredth of that."""


def is_exhaustion(error: BaseException | None) -> bool:
    """Whether a page was too much for the machine, so that others are not tried."""
    return isinstance(error, _EXHAUSTION_ERRORS)


def describe_template_error(site: Site, template: str, page: str, error: BaseException) -> Problem:
    """What went wrong while the page at `page` was made, at the line of the template at which it did.

    Jinja tells the place of an error of syntax, a traceback that of the others.
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
    """What was too much for the machine in a page that somebody wrote, or in all of them together."""
    if budget.is_spent:
        return _describe_total_timeout(budget.spent)
    return Problem(page.text.path if page.text else page.template, 0, 0, *_explain_error(page.url, error))


def _describe_total_timeout(spent: Mapping[str, float]) -> Problem:
    """That written pages take too long together, at the one that takes longest; by the seconds of each."""
    path = max(spent, key=lambda item: spent[item])
    message = say(
        "pages-too-slow",
        "the written pages take longer than the {seconds} seconds that all may take together; "
        "of {number} this one takes longest, {own} s",
        seconds=TOTAL_SECONDS,
        number=len(spent),
        own=ceil(spent[path]),
    )
    return Problem(path, 0, 0, message, advise("look for something in it that is opened and never closed"))


def describe_source_error(path: str, line: int, error: BaseException) -> Problem:
    """Why nothing can be made of the text of the template at `path`, whatever a page shows."""
    if isinstance(error, (RecursionError, *_EXHAUSTION_ERRORS)):
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
            seconds=PAGE_SECONDS,
        )
        return message, advise("look for something that is done over and over again")
    if isinstance(error, MemoryError):
        message = say(
            "page-too-large",
            "the page {page} takes more than the {most} bytes of memory that a page may take",
            page=quote_text(page),
            most=f"{PAGE_MEMORY:,}",
        )
        return message, advise("look for something that grows without end")
    if isinstance(error, RecursionError):
        message = say("template-in-itself", "a template that includes or calls itself has no end")
        return message, advise("take that out")
    reason = _format_reason(error)
    return say("template-not-rendered", "nothing can be made with this template: {error}", error=reason), ""


def _format_reason(error: BaseException) -> str:
    """What an exception says; its kind too where it is not one of Jinja, whose messages say enough."""
    reason = error.message if isinstance(error, TemplateError) else f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError):  # in the code that Jinja makes, whose lines nobody has seen
        reason = error.msg
    return quote_text(reason or type(error).__name__, _MAX_REASON)[1:-1]


def _locate_template(site: Site, path: str) -> str:
    """A template by its name in the `templates` of a site, where it stands or could stand."""
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
    """The templates of a site that are none, before any is looked for."""
    folder = root / "templates"
    files = (file for file in sorted(folder.rglob("*.*ml")) if not file.is_relative_to(folder / "static"))
    return [
        Problem(file.relative_to(root).as_posix(), *place)
        for file in files
        if not file.name.startswith(".")
        for place in _check_file(file)
    ]


def _check_file(path: Path) -> list[tuple[int, int, Message, str]]:
    """Why a file is no template, with line and column; nothing where it is one."""
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
        return [(0, 0, message, advise("what is not laid out by it stands in content/ or templates/static/"))]
    try:
        path.read_bytes().decode()
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode()
        place = before.count("\n") + 1, len(before) - before.rfind("\n")
        message = say("template-not-utf-8", "this file is not UTF-8")
        return [(*place, message, advise("save it as UTF-8"))]
    return []


_BUILTIN_PREFIX = (
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
            raise ProblemError(describe_source_error(f"templates/{self.name}", line, error)) from None

    @property
    def parent(self) -> tuple[str, int]:
        """The name of the template that it extends, and the line that says so; empty where there is none."""
        for tag in self._tree.find_all(nodes.Extends):
            if isinstance(tag.template, nodes.Const):
                return str(tag.template.value), tag.lineno
        return "", 0

    @property
    def blocks(self) -> Mapping[str, int]:
        """All its blocks, with the line of each."""
        return {block.name: block.lineno for block in self._tree.find_all(nodes.Block)}

    @property
    def outer_blocks(self) -> Mapping[str, int]:
        """Those of its blocks that stand in no other."""
        return {node.name: node.lineno for node in self._tree.body if isinstance(node, nodes.Block)}


def check_overrides(site: Site, templates: Environment) -> list[Problem]:
    """What is wrong with the templates of a site, whatever a page shows.

    Of some nothing can be made, some extend themselves, and some have blocks that stand in none of those that
    are extended. All together may take as long as a page.
    """
    own_texts = theme.load_site_templates(site.root)
    known_templates = _load_templates(own_texts, site.rankings) if own_texts else {}
    for _ in limit_resources([own_texts] if own_texts else []):
        name = ""
        try:
            problems = []
            for name in own_texts:
                problems += [*_check_template(known_templates[name], known_templates)]
                with suppress(TemplateSyntaxError):  # told where pages are made with it
                    templates.get_template(name)
        except ProblemError as error:
            return [error.problem]
        except (Exception, RenderTimeout) as error:  # noqa: BLE001 - Jinja ends in whatever Python has
            return [describe_source_error(f"templates/{name}", 0, error)]
        return problems
    return []


def list_templates(site: Site | None) -> Iterator[str]:
    """The templates that a site can put its own in the place of, each with its blocks."""
    rankings = site.rankings if site else ()
    templates = {
        name.removeprefix(_BUILTIN_PREFIX): template for name, template in _load_builtins(rankings).items()
    }
    width = max(map(len, templates))
    for name in sorted(templates):
        blocks = ", ".join(templates[name].blocks)
        yield f"{name:{width}}  {blocks}".rstrip()


def _check_template(template: _Template, known_templates: Mapping[str, _Template]) -> Iterator[Problem]:
    line, ancestors = template.parent[1], [template.name]
    while (parent := known_templates.get(ancestors[-1], template).parent[0]) in known_templates:
        if parent in ancestors:
            yield _report_circular(template, line, [*ancestors, parent])
            return
        ancestors.append(parent)
    if not parent and len(ancestors) > 1:  # each that is extended is known
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
    """A block that the extended templates do not have is shown nowhere."""
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
    """All templates by the name that another has for them."""
    ours = _load_builtins(rankings)
    plain = {name.removeprefix(_BUILTIN_PREFIX): template for name, template in ours.items()}
    return {**plain, **ours, **{name: _Template(name, text) for name, text in own_texts.items()}}


def _load_builtins(rankings: Iterable[Ranking]) -> dict[str, _Template]:
    texts = theme.load_theme_templates(rankings)
    return {
        f"{_BUILTIN_PREFIX}{name}": _Template(f"{_BUILTIN_PREFIX}{name}", text)
        for name, text in texts.items()
    }
