"""What the preview shows at a moment, as values: which file an address means, and what is added to a page."""

import mimetypes
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Self

from sitegen.language import ENGLISH, Language
from sitegen.message import advise
from sitegen.problem import Problem, errors
from sitegen.tell import line

_TYPES = mimetypes.MimeTypes()  # Python's own list, without what the machine adds to it
_NEWER = {".ics": "text/calendar", ".js": "text/javascript", ".webp": "image/webp", ".woff2": "font/woff2"}
"""What that list lacks, or has otherwise, in one of the versions of Python that we run on."""

PLUGIN = """\
window.LiveReloadPluginBuild = class {
  static identifier = "build";
  static version = "1";
  static shown = new URL(document.currentScript.src).searchParams.get("build");
  analyze() { return { shown: this.constructor.shown }; }
};
"""
"""What stands before the livereload script: what `analyze` returns is sent along when the page connects."""

STYLE = """\
#sitegen-errors {
  position: fixed; inset: auto 0 0 0; z-index: 2147483647; box-sizing: border-box;
  max-height: 60vh; margin: 0; padding: 1rem 1.5rem; overflow: auto; border-top: 4px solid #c62828;
  background: #fff; color: #222; font: 1rem/1.5 system-ui, sans-serif; text-align: start;
}
#sitegen-errors ol { margin: 0; padding-inline-start: 1.5rem; }
#sitegen-errors li { font-family: ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
"""
"""How the errors look, whatever the style of the site."""


class Early(NamedTuple):
    """What can be served of a site before it is whole: some pages, and files that are made when asked for."""

    pages: Mapping[str, bytes]
    files: Mapping[str, Callable[[], bytes]]

    def has(self, name: str) -> bool:
        """Whether this file is there."""
        return name in self.pages or name in self.files

    def read(self, name: str) -> bytes:
        """Its content."""
        return self.pages[name] if name in self.pages else self.files[name]()


@dataclass(frozen=True)
class Generated:
    """What a build made: `files` below `root`, as relative paths with `/`, and what is wrong.

    With an error among the problems there are no new files. `base` is the path at which the site will stand,
    with a slash at both ends; what is wrong is told in `language`. Of a site that is still being made some
    files are `early`, and the others not there yet.
    """

    root: Path
    files: frozenset[str]
    problems: Sequence[Problem]
    base: str = "/"
    language: Language = ENGLISH
    early: Early | None = None


@dataclass(frozen=True)
class Screen:
    """The last good site (None: not yet), and what has been wrong since; `build` names the build.

    `whole` is the last site of which everything was there.
    """

    site: Generated | None
    wrong: Sequence[Problem]
    build: str
    language: Language = ENGLISH
    whole: Generated | None = None

    def after(self, generated: Generated) -> Self:
        """What is shown once `generated` is there: its files, or its errors over the last good ones.

        When the rest comes of a site that is shown already, nothing has to be reloaded.
        """
        wrong = errors(generated.problems)
        site = self.whole if wrong else generated
        whole = site if generated.early is None else self.whole
        is_rest = not (wrong or self.is_whole)
        return type(self)(
            site, wrong, self.build if is_rest else str(time.time_ns()), generated.language, whole
        )

    @property
    def is_whole(self) -> bool:
        """Whether nothing of what is shown is still being made."""
        return self.site is None or self.site.early is None

    def missing(self) -> bytes:
        """The page for an address that is not there, or that nothing could be built for."""
        if self.site is None:
            title = self.language.told(advise("The site could not be built"))
            return _page(f"<title>{escape(title)}</title>", self.language)
        missing = self.language.told(advise("There is no such page."))
        return read(self.site, "404.html") or _page(f"<title>404</title><p>{escape(missing)}", self.language)

    def additions(self, port: int) -> bytes:
        """What is added to each page: the script that reloads it, connecting to `port`, and the errors.

        It is put after the end of a page, which is found without reading the page; browsers take it into the
        body. Both come from files, since the pages allow neither scripts nor styles within them.
        """
        return "".join(self._additions(port)).encode()

    def _additions(self, port: int) -> Iterator[str]:
        yield f'\n<script src="/livereload.js?port={port}&amp;build={self.build}"></script>'
        if self.wrong:
            listed = "".join(f"<li>{escape(line(each, self.language))}</li>" for each in self.wrong)
            failed = advise("The site could not be built. Errors: {number}", number=len(self.wrong))
            yield '<link rel="stylesheet" href="/livereload.css"><section id="sitegen-errors" role="alert">'
            yield f"<p>{escape(self.language.told(failed))}</p><ol>{listed}</ol></section>"


def _page(content: str, language: Language) -> bytes:
    """A page of the preview's own."""
    return f"<!doctype html><html lang={language.code}><meta charset=utf-8>{content}".encode()


def report(generated: Generated) -> list[str]:
    """What a build came to, in lines: its problems, and whether there is a new site."""
    wrong, language = errors(generated.problems), generated.language
    result = (
        advise("not built, errors: {number}", number=len(wrong))
        if wrong
        else advise("built, files: {number}", number=len(generated.files))
    )
    return [*(line(each, language) for each in generated.problems), language.told(result)]


BEFORE = Screen(None, (), "")
"""What is shown before anything was built."""


def find(path: str, site: Generated) -> str | None:
    """The generated file that the decoded `path` of an address means, if any.

    A folder means its `index.html`, with or without a slash at the end. The site stands at the root, so that
    its pages can be seen at once, and at its base, where the links of its 404 page lead.
    """
    for root in ("/", site.base):
        if not f"{path}/".startswith(root):
            continue
        name = path[len(root) :]
        index = f"{name}index.html" if name.endswith("/") or not name else f"{name}/index.html"
        for each in (name, index):
            if each in site.files:
                return each
    return None


def read(site: Generated, name: str) -> bytes | None:
    """The content of a generated file; None when it is hidden, not a file, or reached by a symbolic link."""
    if site.early:
        return site.early.read(name) if site.early.has(name) else None
    path = site.root / name
    if any(part.startswith(".") for part in name.split("/")) or path.resolve() != site.root.resolve() / name:
        return None
    try:
        return path.read_bytes()
    except OSError:
        return None


def content_type(name: str) -> str:
    """The media type of a file, by its name; whatever is text is UTF-8."""
    kind, encoding = _TYPES.guess_type(name)
    kind = _NEWER.get(PurePosixPath(name).suffix, kind)
    if kind is None or encoding:
        return "application/octet-stream"
    textual = kind.startswith("text/") or kind.endswith(("+xml", "/xml", "json"))
    return f"{kind}; charset=utf-8" if textual else kind
