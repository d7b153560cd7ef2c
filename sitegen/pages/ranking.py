"""The pages of one ranking: its lists, topics, results, players and rules.

What was played and what is to come: one page, or the latest year and a page for each before it.

The page on which players of a ranking are compared, with what their own pages show.

The rankings that the menu leads to, and the page of all of them where the menu has no room.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from sitegen.compare.correction import CorrectionHistory
from sitegen.core.model import Event, PageContent, Section, Topic
from sitegen.core.names import make_article_anchor
from sitegen.core.system import get_articles
from sitegen.core.table import format_option as option
from sitegen.core.table import get_columns
from sitegen.inputs.config.site import Ranking
from sitegen.inputs.content.texts import ContentPage
from sitegen.pages.corrections import plan_corrections
from sitegen.pages.entry import build_period_context
from sitegen.pages.lists import plan_lists
from sitegen.pages.page import OF_EVENT, LocalizedSite, Page, paginate
from sitegen.pages.players import PlayerYears, plan_players
from sitegen.rankings.ranking import RankingContext

_MAX_UNSPLIT_ROWS = 100
"""Rows, from which on a page has those of one year."""


def plan_calendar(board: RankingContext) -> Iterator[Page]:
    """The page of results, and those of earlier years: below `calendar/`, where no event has its page."""
    days = PlayerYears.from_outcome(board.outcome).days
    dated = [(section, _find_row_years(section, days)) for section in board.outcome.calendar]
    years = sorted({year for _, found in dated for year in found if year}, reverse=True)
    split = len(years) > 1 and any(
        len(section.rows) > _MAX_UNSPLIT_ROWS for section in board.outcome.calendar
    )
    for year in years if split else [None]:
        latest = year in {None, years[0] if years else None}
        sections = [_select_year(*pair, year, latest=latest) if split else pair[0] for pair in dated]
        shows = {
            "calendar": [section for section in sections if latest or section.rows],
            "year": year,
            "years": years if split else [],
            "coming": board.upcoming_events if latest else [],
        }
        url = f"{board.home}results/" if latest else f"{board.home}calendar/{year}/"
        yield Page(url, "calendar.html", shows, board.ranking.id)


def _find_row_years(section: Section, days: Mapping[object, date]) -> Sequence[int]:
    """The year of each row, by the event that it leads to; 0 where none is known."""
    places = [n for n, column in enumerate(get_columns(section.table)) if column.display.style == "event"]

    def year(row: tuple[Any, ...]) -> int:
        return next((days[row[place]].year for place in places if row[place] in days), 0)

    return [year(row) for row in section.rows]


def _select_year(section: Section, years: Sequence[int], year: int | None, *, latest: bool) -> Section:
    """The rows of one year; what has no year, such as what is to come, stands with the latest."""
    wanted = {year, 0} if latest else {year}
    rows = [row for row, found in zip(section.rows, years, strict=True) if found in wanted]
    return section._replace(rows=rows)


_MIN_PLAYERS = 2


def plan_comparison(board: RankingContext) -> Iterator[Page]:
    """The page for who has chosen players to compare; none where there are no two."""
    if len(board.outcome.players) >= _MIN_PLAYERS:
        yield Page(f"{board.home}compare/", "compare.html", {}, board.ranking.id)


MAX_IN_MENU = 12


def select_menu_rankings(rankings: Sequence[Ranking], current: str) -> Sequence[Ranking]:
    """At most a dozen: the first, and the one with the id `current` in the place of the last."""
    first, others = rankings[:MAX_IN_MENU], rankings[MAX_IN_MENU:]
    return [*first[:-1], *own] if (own := [ranking for ranking in others if ranking.id == current]) else first


def plan_rankings(edition: LocalizedSite) -> Iterator[Page]:
    """The page of all rankings, with the number of their players; none where the menu has them all."""
    if len(edition.boards) > MAX_IN_MENU:
        shown = [(board.ranking.id, board.ranking.title, len(board.players)) for board in edition.boards]
        yield Page(f"{edition.prefix}rankings/", "rankings.html", {"rankings": shown})


_KeyAndTitle = tuple[str, str]  # the key of an event, and its title in the language of the site


def plan_ranking(
    board: RankingContext, past: CorrectionHistory, written: Mapping[str, ContentPage]
) -> Iterator[Page]:
    """All pages of a ranking."""
    yield from plan_lists(board, past)
    yield plan_corrections(board, past)
    yield from _plan_topics(board)
    yield from plan_calendar(board)
    yield from _plan_events(board)
    yield from plan_players(board)
    yield from plan_comparison(board)
    yield _plan_rules(board, written.get(f"{board.home}rules/"))


def _plan_events(board: RankingContext) -> Iterator[Page]:
    """The results, each with the way to its neighbours."""
    events = board.outcome.events
    titles = [(event.key, board.language.format_title(event.title, event.params)) for event in events]
    for event, (earlier, titled, later) in zip(events, _pair_neighbours(titles), strict=True):
        page = _plan_event(board, event, titled[1], earlier, later)
        yield from paginate(page, _count_longest_table(page.content), OF_EVENT)


def _plan_topics(board: RankingContext) -> Iterator[Page]:
    """The topics, those of one kind with the way to their neighbours."""
    kinds: dict[str, list[Topic]] = {}
    for topic in board.topics:
        kinds.setdefault("" if topic.is_menu_entry else topic.kind, []).append(topic)
    for kind, topics in kinds.items():
        titles = [(topic.key, board.language.format_title(topic.title, topic.params)) for topic in topics]
        for topic, (earlier, (_, title), later) in zip(topics, _pair_neighbours(titles), strict=True):
            beside = {"earlier": earlier, "later": later} if kind else {"earlier": None, "later": None}
            shows: dict[str, Any] = {"key": topic.key, "kind": topic.kind, "title": title, **beside}
            url, template = f"{board.home}{topic.key}/", "topic.html"
            shows["between"] = build_period_context(board) if topic.key == "risers" else {}
            if topic in board.derived.topics:
                template = "topic.html" if shows["between"] else "records.html"
                shows |= {"years": _list_topic_years(board, topic.kind), "year": topic.params.get("year", 0)}
            yield Page(url, template, shows, board.ranking.id, topic.content)


def _list_topic_years(board: RankingContext, kind: str) -> list[object]:
    """The years that a kind of topic has a page of, the latest first."""
    years = [topic.params["year"] for topic in board.topics if topic.kind == kind and not topic.is_menu_entry]
    return years[::-1]


def _plan_event(
    board: RankingContext, event: Event, title: str, earlier: _KeyAndTitle | None, later: _KeyAndTitle | None
) -> Page:
    around = {"earlier": earlier, "later": later, "until": event.complaints_until}
    shows = {"key": event.key, "title": title, "day": event.day, **around}
    url = f"{board.home}results/{event.key}/"
    return Page(url, "event.html", shows, board.ranking.id, event.content)


def _count_longest_table(sheet: PageContent | None) -> int:
    """How many rows the longest table of an event has."""
    return max((len(section.rows) for section in sheet.tables), default=0) if sheet else 0


def _plan_rules(board: RankingContext, text: ContentPage | None) -> Page:
    options = board.ranking.options
    described = zip(get_columns(type(options)), options, strict=True)
    shows = {
        "options": [(column.name, option(value), column.doc) for column, value in described],
        "articles": [
            (make_article_anchor(name), name, says)
            for name, says in get_articles(board.ranking.system).items()
        ],
        "interpretations": list(board.ranking.system.interpretations),
    }
    return Page(f"{board.home}rules/", "rules.html", shows, board.ranking.id, text=text)


def _pair_neighbours(
    titles: Sequence[_KeyAndTitle],
) -> Iterator[tuple[_KeyAndTitle | None, _KeyAndTitle, _KeyAndTitle | None]]:
    around = [None, *titles, None]
    return zip(around[:-2], titles, around[2:], strict=True)
