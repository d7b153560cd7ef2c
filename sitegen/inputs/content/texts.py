"""The head of a page that somebody wrote: its `key: value` lines.

The pages people write: content/ -> pages, news, and files that are copied as they are.

The names of hidden players must not stand in what people write either.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from sitegen.core.cells import NONCHARACTERS, describe_character
from sitegen.core.problems import (
    Problem,
    Severity,
    advise,
    list_known,
    merge_repeated,
    quote_text,
    say,
    suggest_nearest,
)
from sitegen.inputs.content import sanitise
from sitegen.inputs.content.files import (
    CONTENT_FOLDER,
    ContentFile,
    assign_addresses,
    check_data,
    iter_files,
    make_address,
)
from sitegen.inputs.privacy.search import HiddenNames

_KEY_LINE = re.compile(r"([A-Za-z_-]+)[ \t]*:[ \t]*(.*)")
_YES_NO = ("true", "false")


def read_front_matter(
    file: ContentFile, text: str, *, news: bool
) -> tuple[dict[str, str], int, list[Problem]]:
    """The `key: value` lines between two lines `---` at the start of a page, and the line after them."""
    lines = [line.rstrip() for line in text.split("\n")]
    if lines[0] != "---":
        return {}, 1, []
    if "---" not in lines[1:]:
        message = say(
            "front-matter-not-closed", "'---' opens a block of 'key: value' lines that is not closed"
        )
        return {}, 1, [file.make_problem(message, advise("end it with a line '---'"), 1, 1)]
    end = lines.index("---", 1)
    known = ["title", "summary"] if news else ["title", "menu"]
    header: dict[str, str] = {}
    problems = []
    for number, line in enumerate(lines[1:end], start=2):
        fault = _parse_entry(line, header, known)
        problems += [file.make_problem(*fault, number, 1)] if fault else []
    return header, end + 2, problems


def _parse_entry(line: str, header: dict[str, str], known: Sequence[str]) -> tuple[str, str] | None:
    """Add one line of front matter to `header`, or tell what is wrong with it."""
    if not line.strip() or line.startswith("#"):
        return None
    found = _KEY_LINE.fullmatch(line)
    if not found:
        message = say("not-key-and-value", "{line} is not a line 'key: value'", line=quote_text(line))
        return message, list_known(known)
    key, value = found[1], _strip_quotes(found[2].strip())
    if key not in known:
        message = say("unknown-key-of-page", "unknown key {key}", key=quote_text(key))
        return message, suggest_nearest(key, known) or list_known(known)
    if key in header:
        return say("key-of-page-twice", "the key {key} occurs twice", key=quote_text(key)), advise(
            "remove one of the two"
        )
    if fault := _check_value(key, value):
        return fault
    header[key] = value
    return None


def _check_value(key: str, value: str) -> tuple[str, str] | None:
    """What is wrong with the value of a key."""
    if not value:
        message = say("key-without-value", "the key {key} has no value", key=quote_text(key))
        return message, advise("write one, or remove the line")
    if key == "menu" and value not in _YES_NO:
        message = say("menu-yes-or-no", "menu: {value} is neither true nor false", value=quote_text(value))
        return message, advise("write menu: true for a page that the menu leads to")
    return None


def _strip_quotes(value: str) -> str:
    """The value without the quotation marks around the whole of it."""
    whole = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1].strip() if whole else value


_NEWS_NAME = re.compile(r"(\d{4}-\d{2}-\d{2})-([a-z0-9][a-z0-9_.-]*)\.md")
_HEADING = re.compile(r"#[ \t](.+)")
_ATTRIBUTES = re.compile(r"\{[^{}]*\}\s*\Z")
_EMPHASIS = re.compile(r"(\*\*?|`)(\S(?:.*?\S)?)\1")
_FENCE = re.compile(r" {0,3}(```|~~~)")
_CONTROL_CHARACTERS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
_INVISIBLE = re.compile(f"[{_CONTROL_CHARACTERS}{NONCHARACTERS}]")


class ContentPage(NamedTuple):
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

    pages: tuple[ContentPage, ...] = ()
    news: tuple[ContentPage, ...] = ()
    files: Mapping[str, bytes] = {}

    def localize(self, language: str, first: str) -> "Content":
        """What is shown in a language; whatever it lacks is there in the first one of the site."""
        pages, news = (_select_language(items, language, first) for items in (self.pages, self.news))
        return Content(tuple(pages), tuple(sorted(news, key=_get_news_key, reverse=True)), self.files)


def _select_language(written: Sequence[ContentPage], language: str, first: str) -> list[ContentPage]:
    """Those of a language, and those of the first one of the site in the places of what it lacks."""
    common = [page for page in written if not page.language]
    if language == first:
        return common
    shown = [page._replace(url=f"{language}/{page.url}", foreign=first) for page in common]
    own = [page for page in written if page.language == language]
    return [*{page.url: page for page in (*shown, *own)}.values()]


def read_content(
    root: Path, rankings: Sequence[str], as_of: date, languages: Sequence[str] = ()
) -> tuple[Content, list[Problem]]:
    """Everything in content/, and all that is wrong with it; `rankings` are the ids of the rankings.

    News dated after `as_of` does not exist yet, but what is wrong with it is told.
    """
    problems: list[Problem] = []
    files: dict[str, bytes] = {}
    written: list[ContentPage] = []
    for file in assign_addresses(iter_files(root, CONTENT_FOLDER, problems), rankings, problems, languages):
        if file.name.endswith(".md"):
            page = _read_page(file, rankings, problems)
            written += [page] if page else []
        elif fault := check_data(file.name, file.data):
            problems.append(file.make_problem(*fault))
        else:
            files[f"{file.prefix}{file.name}"] = file.data
    pages = tuple(page for page in written if page.day is None)
    news = sorted(
        (page for page in written if page.day and page.day <= as_of), key=_get_news_key, reverse=True
    )
    return Content(pages, tuple(news), files), sorted(problems, key=lambda problem: problem.sort_key)


def _get_news_key(page: ContentPage) -> tuple[date, str]:
    return page.day or date.min, page.url


def _read_page(file: ContentFile, rankings: Sequence[str], problems: list[Problem]) -> ContentPage | None:
    text, found = _decode_text(file)
    day, fault = _parse_news_day(file)
    problems += [*found, *fault]
    if found or fault:
        return None
    header, line, found = read_front_matter(file, text, news=day is not None)
    problems += found
    body = "\n".join(text.split("\n")[line - 1 :])
    title = header.get("title", "")
    if not title:
        title, body = _extract_heading(body)
    title = title or _make_title(file.name, day)
    url, summary = f"{file.prefix}{make_address(file.name, rankings)}", header.get("summary", "")
    in_menu = header.get("menu") == "true"
    return ContentPage(file.path, url, title, day, body, line, summary, file.language, in_menu=in_menu)


def _parse_news_day(file: ContentFile) -> tuple[date | None, list[Problem]]:
    """The day of a news item, which its name begins with; None for any other page."""
    folder, _, name = file.name.partition("/")
    if folder != "news":
        return None, []
    found = _NEWS_NAME.fullmatch(name)
    if not found:
        message = say(
            "name-of-news",
            "the name of a news item is its date and a title, not {name}",
            name=quote_text(name),
        )
        hint = advise("for example 2026-11-14-open-day.md, without a folder of its own")
        return None, [file.make_problem(message, hint)]
    try:
        return date.fromisoformat(found[1]), []
    except ValueError:
        message = say("date-of-news", "{day} is not a day of the calendar", day=quote_text(found[1]))
        return None, [
            file.make_problem(message, advise("write the year, the month and the day, such as 2026-11-14"))
        ]


def _decode_text(file: ContentFile) -> tuple[str, list[Problem]]:
    """The text of a file with LF at the ends of its lines; a problem where it is not plain UTF-8."""
    try:
        text = re.sub(r"\r\n?", "\n", file.data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        before = re.sub(r"\r\n?", "\n", error.object[: error.start].decode("utf-8"))
        byte = f"0x{error.object[error.start]:02x}"
        message = say("page-not-utf-8", "the byte {byte} is not UTF-8 text", byte=byte)
        return "", [
            file.make_problem(message, advise("save the file as UTF-8"), *_locate(before, len(before)))
        ]
    found = _INVISIBLE.search(text)
    if not found:
        return text, []
    message = say(
        "invisible-character", "an invisible character, {character}", character=describe_character(found[0])
    )
    return "", [file.make_problem(message, advise("remove it"), *_locate(text, found.start()))]


def _locate(text: str, position: int) -> tuple[int, int]:
    """Line and column of the character at `position` of `text`."""
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)


def _extract_heading(text: str) -> tuple[str, str]:
    """The first `# heading` that is not code, and the text with an empty line in its place."""
    lines = text.split("\n")
    fence = ""
    for number, line in enumerate(lines):
        mark = _FENCE.match(line)
        if mark and fence in {"", mark[1]}:
            fence = "" if fence else mark[1]
        title = "" if fence else _parse_heading(line)
        if title:
            return title, "\n".join([*lines[:number], "", *lines[number + 1 :]])
    return "", text


def _parse_heading(line: str) -> str:
    """The words of a line `# heading`, without its Markdown; empty when it is none."""
    found = _HEADING.fullmatch(line)
    words = _ATTRIBUTES.sub("", found[1]).strip().rstrip("#").rstrip() if found else ""
    return _EMPHASIS.sub(r"\2", words)


def _make_title(name: str, day: date | None) -> str:
    """A title out of the name of a file: `about-us.md` -> `About us`; none for the home page."""
    stem = "" if name == "index.md" else name.removesuffix(".md").removesuffix("/index").split("/")[-1]
    words = re.sub(r"[-_]+", " ", stem.removeprefix(f"{day}-")).strip()
    return words[:1].upper() + words[1:]


def find_exposed_names(content: Content, secrets: HiddenNames) -> list[Problem]:
    """Where the pages and files, their addresses among them, name a player who is hidden."""
    if not secrets:
        return []
    files = {f"{CONTENT_FOLDER}/{path}": data for path, data in content.files.items()}
    pages = (problem for page in (*content.pages, *content.news) for problem in _check_page(page, secrets))
    return [*pages, *check_files(files.items(), secrets)]


def _check_page(page: ContentPage, secrets: HiddenNames) -> Iterator[Problem]:
    yield from secrets.find_problems(page.text, page.path, page.line)
    yield from (
        _drop_position(problem)
        for problem in secrets.find_problems(f"{page.title}\n\n{page.summary}", page.path)
    )
    yield from check_path(page.path, secrets)


def check_files(files: Iterable[tuple[str, bytes]], secrets: HiddenNames) -> list[Problem]:
    """Where files that are copied name a hidden player; a warning of those that cannot be looked into."""
    found: list[Problem] = []
    closed = []
    for path, data in files:
        found += [*check_path(path, secrets), *check_file(path, data, secrets)]
        closed += [path] if sanitise.is_opaque(data) else []
    return [*found, *merge_repeated([_report_opaque_file(path) for path in closed])]


def check_path(path: str, secrets: HiddenNames) -> list[Problem]:
    """Whether the name of a file, which is its address, names a hidden player."""
    return [
        _drop_position(problem)._replace(hint=advise("rename the file"))
        for problem in secrets.find_problems(path.rpartition(".")[0] or path, path)
    ]


def check_file(path: str, data: bytes, secrets: HiddenNames) -> list[Problem]:
    """Where a file names one: line by line where it is text."""
    if sanitise.is_text_file(data):
        return secrets.find_problems(sanitise.decode_text(data), path)
    in_parts = any(map(secrets.has_name, sanitise.iter_packed_texts(data)))
    if in_parts or any(map(secrets.long_names.has_name, sanitise.iter_strings(data))):
        message = say("hidden-player-named", "a hidden player is named here")
        return [Problem(path, 0, 0, message, advise("take it out, or leave the file out of the site"))]
    return []


def _drop_position(problem: Problem) -> Problem:
    return problem._replace(line=0, column=0)


def _report_opaque_file(path: str) -> Problem:
    message = say("not-looked-into", "what is packed or drawn in this file cannot be looked into")
    hint = advise("see for yourself that it names no hidden player")
    return Problem(path, 0, 0, message, hint, Severity.WARNING)
