"""The pages people write: content/ -> pages, news, and files that are copied as they are."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from sitegen.cells import NO_CHARACTERS, described
from sitegen.content import address
from sitegen.content.files import FOLDER, File, addressed, files_below
from sitegen.content.head import front_matter
from sitegen.message import advise, say
from sitegen.problem import Problem, quoted

_NEWS = re.compile(r"(\d{4}-\d{2}-\d{2})-([a-z0-9][a-z0-9_.-]*)\.md")
_HEADING = re.compile(r"#[ \t](.+)")
_ATTRIBUTES = re.compile(r"\{[^{}]*\}\s*\Z")
_EMPHASIS = re.compile(r"(\*\*?|`)(\S(?:.*?\S)?)\1")
_FENCE = re.compile(r" {0,3}(```|~~~)")
_CONTROLS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
_INVISIBLE = re.compile(f"[{_CONTROLS}{NO_CHARACTERS}]")


class Written(NamedTuple):
    """A page as it was written.

    `path` is relative to the site; `url` its address: `about/`, `news/2026-11-14-open/`, `<ranking>/rules/`,
    empty for the home page. `text` is Markdown and begins at `line` of the file. `day` and `summary` are for
    news; the home page may have no title. `language` is blank for the first of the site, and begins the
    address in any other; `foreign` is that of a text which is shown where another is spoken. The menu leads
    to a page that is `in_menu`.
    """

    path: str
    url: str
    title: str
    day: date | None
    text: str
    line: int
    summary: str = ""
    language: str = ""
    foreign: str = ""
    in_menu: bool = False


class Content(NamedTuple):
    """All that people wrote: pages by address, news with the newest first, files by address."""

    pages: tuple[Written, ...] = ()
    news: tuple[Written, ...] = ()
    files: Mapping[str, bytes] = {}

    def told_in(self, language: str, first: str) -> "Content":
        """What is shown in a language; whatever it lacks is there in the first one of the site."""
        pages, news = (_chosen(each, language, first) for each in (self.pages, self.news))
        return Content(tuple(pages), tuple(sorted(news, key=_newest, reverse=True)), self.files)


def _chosen(written: Sequence[Written], language: str, first: str) -> list[Written]:
    """Those of a language, and those of the first one of the site in the places of what it lacks."""
    common = [each for each in written if not each.language]
    if language == first:
        return common
    shown = [each._replace(url=f"{language}/{each.url}", foreign=first) for each in common]
    own = [each for each in written if each.language == language]
    return [*{each.url: each for each in (*shown, *own)}.values()]


def read(
    root: Path, rankings: Sequence[str], as_of: date, languages: Sequence[str] = ()
) -> tuple[Content, list[Problem]]:
    """Everything in content/, and all that is wrong with it; `rankings` are the ids of the rankings.

    News dated after `as_of` does not exist yet, but what is wrong with it is told.
    """
    problems: list[Problem] = []
    files: dict[str, bytes] = {}
    written: list[Written] = []
    for file in addressed(files_below(root, FOLDER, problems), rankings, problems, languages):
        if file.name.endswith(".md"):
            page = _page(file, rankings, problems)
            written += [page] if page else []
        elif fault := address.fault_of_data(file.name, file.data):
            problems.append(file.problem(*fault))
        else:
            files[f"{file.prefix}{file.name}"] = file.data
    pages = tuple(each for each in written if each.day is None)
    news = sorted((each for each in written if each.day and each.day <= as_of), key=_newest, reverse=True)
    return Content(pages, tuple(news), files), sorted(problems, key=lambda each: each.place)


def _newest(page: Written) -> tuple[date, str]:
    return page.day or date.min, page.url


def _page(file: File, rankings: Sequence[str], problems: list[Problem]) -> Written | None:
    text, found = _text(file)
    day, fault = _day(file)
    problems += [*found, *fault]
    if found or fault:
        return None
    header, line, found = front_matter(file, text, news=day is not None)
    problems += found
    body = "\n".join(text.split("\n")[line - 1 :])
    title = header.get("title", "")
    if not title:
        title, body = _headed(body)
    title = title or _readable(file.name, day)
    url, summary = f"{file.prefix}{address.address(file.name, rankings)}", header.get("summary", "")
    in_menu = header.get("menu") == "true"
    return Written(file.path, url, title, day, body, line, summary, file.language, in_menu=in_menu)


def _day(file: File) -> tuple[date | None, list[Problem]]:
    """The day of a news item, which its name begins with; None for any other page."""
    folder, _, name = file.name.partition("/")
    if folder != "news":
        return None, []
    found = _NEWS.fullmatch(name)
    if not found:
        message = say(
            "name-of-news", "the name of a news item is its date and a title, not {name}", name=quoted(name)
        )
        hint = advise("for example 2026-11-14-open-day.md, without a folder of its own")
        return None, [file.problem(message, hint)]
    try:
        return date.fromisoformat(found[1]), []
    except ValueError:
        message = say("date-of-news", "{day} is not a day of the calendar", day=quoted(found[1]))
        return None, [
            file.problem(message, advise("write the year, the month and the day, such as 2026-11-14"))
        ]


def _text(file: File) -> tuple[str, list[Problem]]:
    """The text of a file with LF at the ends of its lines; a problem where it is not plain UTF-8."""
    try:
        text = re.sub(r"\r\n?", "\n", file.data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        before = re.sub(r"\r\n?", "\n", error.object[: error.start].decode("utf-8"))
        byte = f"0x{error.object[error.start]:02x}"
        message = say("page-not-utf-8", "the byte {byte} is not UTF-8 text", byte=byte)
        return "", [file.problem(message, advise("save the file as UTF-8"), *_place(before, len(before)))]
    found = _INVISIBLE.search(text)
    if not found:
        return text, []
    message = say("invisible-character", "an invisible character, {character}", character=described(found[0]))
    return "", [file.problem(message, advise("remove it"), *_place(text, found.start()))]


def _place(text: str, position: int) -> tuple[int, int]:
    """Line and column of the character at `position` of `text`."""
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)


def _headed(text: str) -> tuple[str, str]:
    """The first `# heading` that is not code, and the text with an empty line in its place."""
    lines = text.split("\n")
    fence = ""
    for number, line in enumerate(lines):
        mark = _FENCE.match(line)
        if mark and fence in {"", mark[1]}:
            fence = "" if fence else mark[1]
        title = "" if fence else _heading(line)
        if title:
            return title, "\n".join([*lines[:number], "", *lines[number + 1 :]])
    return "", text


def _heading(line: str) -> str:
    """The words of a line `# heading`, without its Markdown; empty when it is none."""
    found = _HEADING.fullmatch(line)
    words = _ATTRIBUTES.sub("", found[1]).strip().rstrip("#").rstrip() if found else ""
    return _EMPHASIS.sub(r"\2", words)


def _readable(name: str, day: date | None) -> str:
    """A title out of the name of a file: `about-us.md` -> `About us`; none for the home page."""
    stem = "" if name == "index.md" else name.removesuffix(".md").removesuffix("/index").split("/")[-1]
    words = re.sub(r"[-_]+", " ", stem.removeprefix(f"{day}-")).strip()
    return words[:1].upper() + words[1:]
