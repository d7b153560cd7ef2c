"""The feed of each player, with what they played: made by the thousand, so without a template."""

from collections.abc import Iterator
from datetime import date
from html import escape
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from urllib.parse import quote

from sitegen.board import Board
from sitegen.config import Site
from sitegen.digest import digest_of
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
_ENTRY = """<entry>
<id>{home}#{key}</id>
<title>{title}</title>
<link href="{link}"/>
<updated>{day}T00:00:00Z</updated>
<summary>{summary}</summary>
</entry>
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
    digest = digest_of(board.titles).hex()
    writer = _Writer(site, board, {})
    for player in board.outcome.players:
        shows = {"name": player.name, "titles": digest}
        yield Page(
            f"{board.home}players/{player.id}/feed.xml",
            "players/feed.xml",
            shows,
            board.ranking.id,
            player.sheet,
            make=lambda player=player: writer.feed(player),  # type: ignore[misc]
        )


def entries(career: Career) -> list[Entry]:
    """The latest of what was played, by event, newest first."""
    groups = [(key, tuple(found)) for key, found in groupby(career.played, attrgetter("event"))]
    after = dict(career.course)
    found = []
    for key, results in reversed(groups[-_LATEST:]):
        days = [each.day for each in results if each.day in after]
        found.append(Entry(key, results[-1].day, results, after[days[-1]] if days else None))
    return found


class _Writer(NamedTuple):
    """Writes the feeds of one ranking."""

    site: Site
    board: Board
    known: dict[tuple[str, date], tuple[str, str, str]]

    def feed(self, player: PlayerPage) -> bytes:
        careers = self.board.outcome.careers
        found = entries(careers.of(player.id)) if careers else []
        home = f"{self.site.url}{self.board.home}players/{quote(player.id)}/"
        head = _HEAD.format(
            language=self.board.language.code,
            home=home,
            title=escape(f"{player.name}, {self.board.ranking.title}"),
            site=escape(self.site.title),
            updated=max((each.day for each in found), default="1970-01-01"),
        )
        return f"{head}{''.join(self._entry(home, each) for each in found)}</feed>\n".encode(
            "utf-8", "replace"
        )

    def _entry(self, home: str, entry: Entry) -> str:
        title, key, link = self._of_event(entry.key, entry.day)
        moved = [each.change for each in entry.results if each.change is not None]
        told = [self._signed(sum(moved))] if moved else []
        told += [] if entry.after is None else [self._figure(entry.after)]
        said = "; ".join(filter(None, map(self._result, entry.results)))
        return _ENTRY.format(
            home=home,
            key=key,
            title=": ".join([escape(title), " → ".join(told)] if told else [escape(title)]),
            link=link or home,
            day=entry.day,
            summary=escape(said or title),
        )

    def _of_event(self, event: str, day: date) -> tuple[str, str, str]:
        """What an event is called, what it goes by in addresses, and its own; made once for all feeds."""
        if (event, day) not in self.known:
            title = self.board.titles.get(event) or self.board.language.long_date(day)
            link = f"{self.site.url}{self.board.home}results/{quote(event)}/"
            has_page = event in self.board.titles
            self.known[event, day] = title, quote(event or str(day)), link if has_page else ""
        return self.known[event, day]

    def _result(self, result: Result) -> str:
        """One match in a line: how it ended, with and against whom, the score and what it did."""
        language = self.board.language
        parts = [
            language.word(result.ended),
            " + ".join(map(self.board.name, result.partners)),
            ", ".join(map(self.board.name, result.opponents)),
            result.score,
            "" if result.change is None else self._signed(result.change),
        ]
        return " · ".join(filter(None, parts))

    def _signed(self, change: float) -> str:
        return self.board.language.number(1, signed=True)(change)

    def _figure(self, value: float) -> str:
        careers = self.board.outcome.careers
        return self.board.language.number(careers.decimals if careers else 0)(value)
