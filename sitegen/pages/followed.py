"""The feed of each player, with what they played: made by the thousand, so without a template."""

from collections.abc import Iterator
from datetime import date
from html import escape
from itertools import groupby, islice, repeat
from operator import attrgetter
from typing import NamedTuple
from urllib.parse import quote

from sitegen.board import Board
from sitegen.config import Site
from sitegen.model import Career, PlayerPage, Result
from sitegen.pages.page import Page

_LATEST = 20
_HEAD = """<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{language}">
<id>{home}</id>
<title>{title}</title>
<link href="{home}"/>
<link rel="self" href="{home}feed.xml"/>
<author><name>{site}</name></author>
<updated>{updated}T00:00:00Z</updated>
"""


class Entry(NamedTuple):
    """What a player played at one event, `after` the figure that they had then."""

    key: str
    day: date
    results: tuple[Result, ...]
    after: float | None


def followed(site: Site, board: Board) -> Iterator[Page]:
    """The feed of each player, where the ranking tells of their careers."""
    if board.outcome.careers is None:
        return
    writer = _Writer(site, board)
    for player in board.outcome.players:
        yield Page(
            f"{board.home}players/{player.id}/feed.xml",
            "players/feed.xml",
            ranking=board.ranking.id,
            make=lambda player=player: writer.feed(player),  # type: ignore[misc]
        )


def entries(career: Career) -> list[Entry]:
    """The latest of what was played, by event, newest first."""
    after = dict(career.course)
    found = []
    for key, played in islice(groupby(reversed(career.results), attrgetter("event")), _LATEST):
        results = tuple(played)[::-1]
        days = [each.day for each in results if each.day in after]
        found.append(Entry(key, results[-1].day, results, after[days[-1]] if days else None))
    return found


class _Event(NamedTuple):
    """What an event is called, also as markup, what it goes by in addresses, and its own, if it has one."""

    title: str
    escaped: str
    key: str
    link: str


class _Writer:
    """Writes the feeds of one ranking."""

    def __init__(self, site: Site, board: Board) -> None:
        self._site = site
        self._board = board
        self._careers = board.outcome.careers
        self._events: dict[tuple[str, date], _Event] = {}
        self._signed = board.language.number(1, signed=True)
        self._decimals = self._careers.decimals if self._careers else 0

    def feed(self, player: PlayerPage) -> bytes:
        """The feed of a player."""
        found = entries(self._careers.of(player.id)) if self._careers else []
        home = f"{self._site.url}{self._board.home}players/{quote(player.id)}/"
        head = _HEAD.format(
            language=self._board.language.code,
            home=home,
            title=escape(f"{player.name}, {self._board.ranking.title}"),
            site=escape(self._site.title),
            updated=max((each.day for each in found), default="1970-01-01"),
        )
        numbers = self._board.language.numbers
        moved = numbers(list(map(_moved, found)), 1, signed=True)
        stood = numbers([each.after for each in found], self._decimals)
        told = "".join(map(self._entry, repeat(home), found, moved, stood))
        return f"{head}{told}</feed>\n".encode("utf-8", "replace")

    def _entry(self, home: str, entry: Entry, moved: str, stood: str) -> str:
        event = self._of_event(entry.key, entry.day)
        told = " → ".join(filter(None, (moved, stood)))
        said = "; ".join(filter(None, map(self._result, entry.results)))
        return (
            f"<entry>\n<id>{home}#{event.key}</id>\n"
            f"<title>{event.escaped}{': ' if told else ''}{told}</title>\n"
            f'<link href="{event.link or home}"/>\n'
            f"<updated>{entry.day}T00:00:00Z</updated>\n"
            f"<summary>{escape(said or event.title)}</summary>\n</entry>\n"
        )

    def _of_event(self, key: str, day: date) -> _Event:
        """What is said of an event; made once for all feeds."""
        known = self._events.get((key, day))
        if known is None:
            title = self._board.titles.get(key) or self._board.language.long_date(day)
            link = f"{self._site.url}{self._board.home}results/{quote(key)}/"
            has_page = key in self._board.titles
            known = _Event(title, escape(title), quote(key or str(day)), link if has_page else "")
            self._events[key, day] = known
        return known

    def _result(self, result: Result) -> str:
        """One match in a line: how it ended, with and against whom, the score and what it did."""
        name = self._board.name
        parts = [
            self._board.language.word(result.ended),
            " + ".join([name(each) for each in result.partners]),
            ", ".join([name(each) for each in result.opponents]),
            result.score,
            "" if result.change is None else self._signed(result.change),
        ]
        return " · ".join(filter(None, parts))


def _moved(entry: Entry) -> float | None:
    """What an event did to the figure; None where nothing of it counts."""
    moved = [each.change for each in entry.results if each.change is not None]
    return sum(moved) if moved else None
