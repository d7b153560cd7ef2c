"""The pages of one ranking: its lists, topics, results, players and rules."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sitegen.board import Board
from sitegen.content import Written
from sitegen.model import Event, Sheet, Topic
from sitegen.names import anchor
from sitegen.pages.calendar import calendar
from sitegen.pages.check import between
from sitegen.pages.compare import compare
from sitegen.pages.corrections import corrections
from sitegen.pages.listed import lists
from sitegen.pages.page import Page
from sitegen.pages.parted import OF_EVENT, parted
from sitegen.pages.players import players
from sitegen.past import Past
from sitegen.system import articles
from sitegen.table import columns
from sitegen.table import written as option

_Titled = tuple[str, str]  # the key of an event, and its title in the language of the site


def ranking(board: Board, past: Past, written: Mapping[str, Written]) -> Iterator[Page]:
    """All pages of a ranking."""
    yield from lists(board, past)
    yield corrections(board, past)
    yield from _topics(board)
    yield from calendar(board)
    yield from _events(board)
    yield from players(board)
    yield from compare(board)
    yield _rules(board, written.get(f"{board.home}rules/"))


def _events(board: Board) -> Iterator[Page]:
    """The results, each with the way to its neighbours."""
    events = board.outcome.events
    titles = [(each.key, board.language.titled(each.title, each.named)) for each in events]
    for event, (earlier, titled, later) in zip(events, _neighbours(titles), strict=True):
        page = _event(board, event, titled[1], earlier, later)
        yield from parted(page, _longest(page.sheet), OF_EVENT)


def _topics(board: Board) -> Iterator[Page]:
    """The topics, those of one kind with the way to their neighbours."""
    kinds: dict[str, list[Topic]] = {}
    for topic in board.topics:
        kinds.setdefault("" if topic.is_entry else topic.kind, []).append(topic)
    for kind, topics in kinds.items():
        titles = [(each.key, board.language.titled(each.title, each.named)) for each in topics]
        for topic, (earlier, (_, title), later) in zip(topics, _neighbours(titles), strict=True):
            beside = {"earlier": earlier, "later": later} if kind else {"earlier": None, "later": None}
            shows: dict[str, Any] = {"key": topic.key, "kind": topic.kind, "title": title, **beside}
            url, template = f"{board.home}{topic.key}/", "topic.html"
            shows["between"] = between(board) if topic.key == "risers" else {}
            if topic in board.derived.topics:
                template = "topic.html" if shows["between"] else "records.html"
                shows |= {"years": _years(board, topic.kind), "year": topic.named.get("year", 0)}
            yield Page(url, template, shows, board.ranking.id, topic.sheet)


def _years(board: Board, kind: str) -> list[object]:
    """The years that a kind of topic has a page of, the latest first."""
    years = [each.named["year"] for each in board.topics if each.kind == kind and not each.is_entry]
    return years[::-1]


def _event(board: Board, event: Event, title: str, earlier: _Titled | None, later: _Titled | None) -> Page:
    around = {"earlier": earlier, "later": later, "until": event.complaints_until}
    shows = {"key": event.key, "title": title, "day": event.day, **around}
    url = f"{board.home}results/{event.key}/"
    return Page(url, "event.html", shows, board.ranking.id, event.sheet)


def _longest(sheet: Sheet | None) -> int:
    """How many rows the longest table of an event has."""
    return max((len(each.rows) for each in sheet.sections), default=0) if sheet else 0


def _rules(board: Board, text: Written | None) -> Page:
    options = board.ranking.options
    described = zip(columns(type(options)), options, strict=True)
    shows = {
        "options": [(each.name, option(value), each.doc) for each, value in described],
        "articles": [(anchor(name), name, says) for name, says in articles(board.ranking.system).items()],
        "interpretations": list(board.ranking.system.interpretations),
    }
    return Page(f"{board.home}rules/", "rules.html", shows, board.ranking.id, text=text)


def _neighbours(titles: Sequence[_Titled]) -> Iterator[tuple[_Titled | None, _Titled, _Titled | None]]:
    around = [None, *titles, None]
    return zip(around[:-2], titles, around[2:], strict=True)
