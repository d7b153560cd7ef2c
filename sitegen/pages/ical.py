"""The calendar of a ranking for a telephone or a mail program: what was played, and what is to come."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from hashlib import blake2b
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from sitegen.board import Board
from sitegen.config import Site
from sitegen.pages.page import Page

_LATEST = 300
_LINE = 75
_BEGUN = ("\\", "^")
"""The first of two signs that are one."""
_ESCAPED = (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\r\n", "\\n"), ("\n", "\\n"), ("\r", "\\n"))


class _Entry(NamedTuple):
    """One day in the calendar; `key` is that of its page, empty where it has none."""

    day: date
    title: str
    key: str


def calendar(site: Site, board: Board) -> Page:
    """The calendar, with the latest events: one that grows for ever is fetched whole every day."""
    found = [*_entries(board)]
    url = f"{board.home}calendar.ics"
    return Page(
        url,
        "calendar.ics",
        ranking=board.ranking.id,
        make=lambda: _written(site, board, found),
    )


def _entries(board: Board) -> Iterator[_Entry]:
    """What was played, oldest first, then what is to come and has no page yet."""
    for each in sorted(board.outcome.events, key=lambda each: (each.day, each.key))[-_LATEST:]:
        yield _Entry(each.day, board.titles[each.key], each.key)
    yield from (_Entry(*each) for each in board.coming if not each.event)


def _written(site: Site, board: Board, entries: Sequence[_Entry]) -> bytes:
    """The file as RFC 5545 has it, by what is in it alone."""
    name = f"{board.ranking.title}, {site.title}"
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//sitegen//calendar//EN",
        f"X-WR-CALNAME:{' '.join(name.splitlines())}",  # whoever knows this one takes it as it is
    ]
    for each in entries:
        lines += _event(site, board, each)
    return "".join(f"{folded(each)}\r\n" for each in [*lines, "END:VCALENDAR"]).encode()


def _event(site: Site, board: Board, entry: _Entry) -> Iterator[str]:
    home = f"{site.url}{board.home}results/"
    yield "BEGIN:VEVENT"
    yield f"SUMMARY:{text(f'{board.ranking.title}{board.language.colon} {entry.title}')}"
    yield f"DTSTART;VALUE=DATE:{_digits(entry.day)}"
    yield f"DTEND;VALUE=DATE:{_digits(entry.day + timedelta(days=1))}"
    yield f"DTSTAMP:{_digits(entry.day)}T000000Z"
    yield f"UID:{text(_uid(site, board, entry))}"
    yield "TRANSP:TRANSPARENT"
    yield f"URL:{home}{quote(entry.key)}/" if entry.key else f"URL:{home}"
    yield "END:VEVENT"


def _digits(day: date) -> str:
    return day.isoformat().replace("-", "")


def text(said: str) -> str:
    """A text as a value (3.3.11): signs that separate values escaped, ends of lines too."""
    for sign, escaped in _ESCAPED:
        said = said.replace(sign, escaped)
    return said


def folded(line: str) -> str:
    """A line in parts of less than 75 bytes (3.1), of which none ends between two signs that are one."""
    if len(line.encode()) < _LINE:
        return line
    parts, part, size = list[str](), "", 0
    for sign in line:
        wide = len(sign.encode())
        if size + wide >= _LINE:
            whole = part[:-1] if part[1:].endswith(_BEGUN) else part
            parts.append(whole)
            part = part[len(whole) :]
            size = len(part)
        part, size = part + sign, size + wide
    return "\r\n ".join([*parts, part])


def _uid(site: Site, board: Board, entry: _Entry) -> str:
    """What an entry is known by: its key, or what is said of a day to come."""
    told = blake2b(entry.title.encode(), digest_size=6).hexdigest()
    name = entry.key or f"{entry.day}-{told}"
    return f"{name}.{board.home.replace('/', '.')}{urlsplit(site.url).hostname}"
