"""Read content/: pages and news with their front matter, and files that are copied as they are.

Neither texts nor files may name a hidden player.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sitegen.core.cache import NULL_CACHE, BuildCache
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
    get_text_language,
    iter_files,
    make_address,
)
from sitegen.inputs.content.typography import set_type
from sitegen.inputs.privacy.search import HiddenNames

_QUOTED_VALUE = re.compile(r"""\"((?:[^"\\]|\\.)*)\"|'((?:[^']|'')*)'""")
_ESCAPED = re.compile(r"""\\(["\\])""")
"""A value between quotation marks, and the marks within it, as YAML has them."""
_KEY_LINE = re.compile(r"([A-Za-z_-]+)[ \t]*:[ \t]*(.*)")
_YES_NO = ("true", "false")


def read_front_matter(
    file: ContentFile, text: str, *, news: bool
) -> tuple[dict[str, str], int, list[Problem]]:
    """Return the `key: value` lines between two lines `---` at the top of a page, and the line below."""
    lines = [line.rstrip() for line in text.split("\n")]
    if lines[0] != "---":
        return {}, 1, []
    if "---" not in lines[1:]:
        message = say(
            "front-matter-not-closed", "'---' opens a block of 'key: value' lines that is not closed"
        )
        return {}, 1, [file.make_problem(message, advise("end it with a line '---'"), 1, 1)]
    end = lines.index("---", 1)
    known_keys = ["title", "summary"] if news else ["title", "menu"]
    header: dict[str, str] = {}
    problems = []
    for number, line in enumerate(lines[1:end], start=2):
        fault = _parse_entry(line, header, known_keys)
        problems += [file.make_problem(*fault, number, 1)] if fault else []
    return header, end + 2, problems


def _parse_entry(line: str, header: dict[str, str], known_keys: Sequence[str]) -> tuple[str, str] | None:
    """Add one line of front matter to `header`, or return what is wrong with it."""
    if not line.strip() or line.startswith("#"):
        return None
    entry = _KEY_LINE.fullmatch(line)
    if not entry:
        message = say("not-key-and-value", "{line} is not a line 'key: value'", line=quote_text(line))
        return message, list_known(known_keys)
    key, value = entry[1], entry[2].strip()
    if quoted := _QUOTED_VALUE.fullmatch(value):
        double, single = quoted.groups(default="")
        value = (_ESCAPED.sub(r"\1", double) or single.replace("''", "'")).strip()
    if key not in known_keys:
        message = say("unknown-key-of-page", "unknown key {key}", key=quote_text(key))
        return message, suggest_nearest(key, known_keys) or list_known(known_keys)
    if key in header:
        message = say("key-of-page-twice", "the key {key} occurs twice", key=quote_text(key))
        return message, advise("remove one of the two")
    if fault := _check_value(key, value):
        return fault
    header[key] = value
    return None


def _check_value(key: str, value: str) -> tuple[str, str] | None:
    """Return what is wrong with the value of a key."""
    if not value:
        message = say("key-without-value", "the key {key} has no value", key=quote_text(key))
        return message, advise("write one, or remove the line")
    if key == "menu" and value not in _YES_NO:
        message = say("menu-yes-or-no", "menu: {value} is neither true nor false", value=quote_text(value))
        return message, advise("write menu: true for a page that the menu leads to")
    return None


_NEWS_NAME = re.compile(r"(\d{4}-\d{2}-\d{2})-([a-z0-9][a-z0-9_.-]*)\.md")
_HEADING = re.compile(r"#[ \t](.+)")
_UNDERLINED = re.compile(r" {0,3}[^\W\d_].*\n {0,3}=+\s*")
_ATTRIBUTES = re.compile(r"\{[^{}]*\}\s*\Z")
_EMPHASIS = re.compile(r"(\*\*?|`)(\S(?:.*?\S)?)\1")
_FENCE = re.compile(r" {0,3}(```|~~~)")
_CONTROL_CHARACTERS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
_INVISIBLE = re.compile(f"[{_CONTROL_CHARACTERS}{NONCHARACTERS}]")


class ContentPage(NamedTuple):
    """A page as it was written.

    `path` is relative to the site; `url` is its address: `about/`, `news/2026-11-14-open/`,
    `<ranking>/rules/`, empty for the home page. `text` is Markdown and begins at `line` of the file. `day`
    and `summary` are for news; the home page may have no title. `language` is blank for the first of the
    site, and begins the address in any other; `foreign` is the language of a text that is shown in the site
    of another, or that stands in a folder of its own beside others. The menu has a page that is `in_menu`.
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
    """The content of content/: pages, news with the newest first, and files by address."""

    pages: tuple[ContentPage, ...] = ()
    news: tuple[ContentPage, ...] = ()
    files: Mapping[str, bytes] = {}

    def localize(self, language: str, first: str) -> "Content":
        """Return the content in a language; what it lacks comes from the first language of the site."""
        pages = _select_language(self.pages, language, first)
        news = _select_language(self.news, language, first)
        return Content(tuple(pages), tuple(sorted(news, key=_get_news_key, reverse=True)), self.files)


def _select_language(pages: Sequence[ContentPage], language: str, first: str) -> list[ContentPage]:
    """Return the pages in a language, and in the first language of the site those that it lacks."""
    first_pages = [page for page in pages if not page.language]
    if language == first:
        return first_pages
    fallbacks = [
        page._replace(url=f"{language}/{page.url}", foreign=page.foreign or first) for page in first_pages
    ]
    own = [page for page in pages if page.language == language]
    return [*{page.url: page for page in (*fallbacks, *own)}.values()]


def read_content(
    root: Path,
    rankings: Sequence[str],
    as_of: date,
    languages: Sequence[str] = (),
    cache: BuildCache = NULL_CACHE,
) -> tuple[Content, list[Problem]]:
    """Read everything in content/, and its problems; `rankings` are the ids of the rankings.

    News dated after `as_of` is left out, but its problems are reported. Files that are the same as those in
    `cache` are not parsed again.
    """
    problems: list[Problem] = []
    files = [*assign_addresses(iter_files(root, CONTENT_FOLDER, problems), rankings, problems, languages)]
    inputs = files, [*rankings], as_of, languages[0] if languages else ""
    content, new_problems = cache.memoize("content", [], inputs, partial(_read_files, *inputs))
    return content, sorted([*problems, *new_problems], key=lambda problem: problem.sort_key)


def _read_files(
    files: Iterable[ContentFile], rankings: Sequence[str], as_of: date, first_language: str
) -> tuple[Content, list[Problem]]:
    problems: list[Problem] = []
    copied_files: dict[str, bytes] = {}
    all_pages: list[ContentPage] = []
    for file in files:
        if file.name.endswith(".md"):
            page = _read_page(file, rankings, problems, first_language)
            all_pages += [page] if page else []
        elif fault := check_data(file.name, file.data):
            problems.append(file.make_problem(*fault))
        else:
            copied_files[f"{file.prefix}{file.name}"] = file.data
    pages = tuple(page for page in all_pages if page.day is None)
    past_news = (page for page in all_pages if page.day and page.day <= as_of)
    news = tuple(sorted(past_news, key=_get_news_key, reverse=True))
    return Content(pages, news, copied_files), problems


def _get_news_key(page: ContentPage) -> tuple[date, str]:
    return page.day or date.min, page.url


def _read_page(
    file: ContentFile, rankings: Sequence[str], problems: list[Problem], first_language: str
) -> ContentPage | None:
    """Read a page of Markdown; add its problems, and return None when it cannot be read."""
    text, text_problems = _decode_text(file)
    day, name_problems = _parse_news_day(file)
    problems += [*text_problems, *name_problems]
    if text_problems or name_problems:
        return None
    header, line, header_problems = read_front_matter(file, text, news=day is not None)
    problems += header_problems
    body = "\n".join(text.split("\n")[line - 1 :])
    title = header.get("title", "")
    if not title:
        title, body = _extract_heading(body)
    if not title and file.name != "index.md":  # `about-us.md` -> `About us`
        stem = file.name.removesuffix(".md").removesuffix("/index").split("/")[-1]
        title = re.sub(r"[-_]+", " ", stem.removeprefix(f"{day}-")).strip()
        title = title[:1].upper() + title[1:]
    language = get_text_language(file.name) or file.language or first_language
    return ContentPage(
        file.path,
        f"{file.prefix}{make_address(file.name, rankings)}",
        set_type(title, language),
        day,
        body,
        line,
        set_type(header.get("summary", ""), language),
        file.language,
        get_text_language(file.name),
        in_menu=header.get("menu") == "true",
    )


def _parse_news_day(file: ContentFile) -> tuple[date | None, list[Problem]]:
    """Return the day of a news item, which its name begins with; None for any other page."""
    folder, _, name = file.name.partition("/")
    if folder != "news":
        return None, []
    news_name = _NEWS_NAME.fullmatch(name)
    if not news_name:
        message = say(
            "name-of-news",
            "the name of a news item is its date and a title, not {name}",
            name=quote_text(name),
        )
        hint = advise("for example 2026-11-14-open-day.md, without a folder of its own")
        return None, [file.make_problem(message, hint)]
    try:
        return date.fromisoformat(news_name[1]), []
    except ValueError:
        message = say("date-of-news", "{day} is not a day of the calendar", day=quote_text(news_name[1]))
        hint = advise("write the year, the month and the day, such as 2026-11-14")
        return None, [file.make_problem(message, hint)]


def _decode_text(file: ContentFile) -> tuple[str, list[Problem]]:
    """Return the text of a file with LF as line ends; a problem where it is not plain UTF-8."""
    try:
        text = re.sub(r"\r\n?", "\n", file.data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        before = re.sub(r"\r\n?", "\n", error.object[: error.start].decode("utf-8"))
        byte = f"0x{error.object[error.start]:02x}"
        message = say("page-not-utf-8", "the byte {byte} is not UTF-8 text", byte=byte)
        hint = advise("save the file as UTF-8")
        return "", [file.make_problem(message, hint, *_locate(before, len(before)))]
    invisible = _INVISIBLE.search(text)
    if not invisible:
        return text, []
    character = describe_character(invisible[0])
    message = say("invisible-character", "an invisible character, {character}", character=character)
    return "", [file.make_problem(message, advise("remove it"), *_locate(text, invisible.start()))]


def _locate(text: str, position: int) -> tuple[int, int]:
    """Return the line and column of the character at `position` of `text`."""
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)


def _extract_heading(text: str) -> tuple[str, str]:
    """Return the first `# heading` that is not code, and the text with an empty line in its place.

    A paragraph of one line with signs `=` below it is one too.
    """
    lines = text.split("\n")
    fence = ""
    for number, (before, line, below) in enumerate(zip(["", *lines], lines, [*lines[1:], ""], strict=False)):
        code_mark = _FENCE.match(line)
        if code_mark and fence in {"", code_mark[1]}:
            fence = "" if fence else code_mark[1]
        heading = None if fence else _HEADING.fullmatch(line)
        words = _ATTRIBUTES.sub("", heading[1]).strip().rstrip("#").rstrip() if heading else ""
        is_underlined = not (fence or before.strip()) and bool(_UNDERLINED.fullmatch(f"{line}\n{below}"))
        if title := _EMPHASIS.sub(r"\2", line.strip() if is_underlined else words):
            rest = number + 1 + is_underlined
            return title, "\n".join([*lines[:number], *[""] * (rest - number), *lines[rest:]])
    return "", text


def find_exposed_names(content: Content, hidden_names: HiddenNames) -> list[Problem]:
    """Return the problems of pages and files, with their addresses, that name a hidden player."""
    if not hidden_names:
        return []
    files = {f"{CONTENT_FOLDER}/{path}": data for path, data in content.files.items()}
    pages = (*content.pages, *content.news)
    page_problems = (problem for page in pages for problem in _check_page(page, hidden_names))
    return [*page_problems, *check_files(files.items(), hidden_names)]


def _check_page(page: ContentPage, hidden_names: HiddenNames) -> Iterator[Problem]:
    yield from hidden_names.find_problems(page.text, page.path, page.line)
    for problem in hidden_names.find_problems(f"{page.title}\n\n{page.summary}", page.path):
        yield problem._replace(line=0, column=0)
    yield from check_path(page.path, hidden_names)


def check_files(files: Iterable[tuple[str, bytes]], hidden_names: HiddenNames) -> list[Problem]:
    """Check files that are copied for names of hidden players; warn of those that cannot be searched."""
    problems: list[Problem] = []
    warnings: list[Problem] = []
    for path, data in files:
        problems += [*check_path(path, hidden_names), *check_file(path, data, hidden_names)]
        if sanitise.is_opaque(data):
            message = say(
                "not-looked-into", "the program cannot look into what is packed or drawn in this file"
            )
            hint = advise("see for yourself that it names no hidden player")
            warnings.append(Problem(path, 0, 0, message, hint, Severity.WARNING))
    return [*problems, *merge_repeated(warnings)]


def check_path(path: str, hidden_names: HiddenNames) -> list[Problem]:
    """Check whether the name of a file below its first folder, its address, names a hidden player."""
    name = path.partition("/")[2]
    return [
        problem._replace(line=0, column=0, hint=advise("rename the file"))
        for problem in hidden_names.find_problems(name.rpartition(".")[0] or name, path)
    ]


def check_file(path: str, data: bytes, hidden_names: HiddenNames) -> list[Problem]:
    """Check whether the content of a file names a hidden player; in a text file line by line."""
    if sanitise.is_text_file(data):
        return hidden_names.find_problems(sanitise.decode_text(data), path)
    is_packed = any(map(hidden_names.has_name, sanitise.iter_packed_texts(data)))
    if is_packed or any(map(hidden_names.long_names.has_name, sanitise.iter_strings(data))):
        message = say("hidden-player-named", "a hidden player is named here")
        return [Problem(path, 0, 0, message, advise("take it out, or leave the file out of the site"))]
    return []
